"""Tests of resources and icons: existing ones are found, missing ones raise an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.sandbox import sandbox_bars
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.window import actions
from minesweeper_qt.model.resources import resource
from tests.gui.support.windows import MakePlayer


@pytest.mark.parametrize("path", ["nothing.svg", "icons/nothing.svg", "themes/pink.json", ""])
def test_a_missing_resource_is_an_error(path: str) -> None:
    with pytest.raises((FileNotFoundError, IsADirectoryError)):
        resource(path)


def test_a_missing_icon_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        assets.icon("nothing", qapp.palette())


def test_every_icon_that_the_program_names_is_there_and_its_own(qapp: QApplication) -> None:
    source = "".join(file.read_text() for file in Path(assets.__file__).parents[1].rglob("*.py"))
    entries = (*actions.INSPECTOR_ENTRIES, *actions.GAME_ENTRIES, *sandbox_bars.EDITING)
    named = {entry.icon for entry in entries if entry.icon}
    named |= set(re.findall(r'Figure\("([a-z-]+)"', source)) | {"pause", "settings"}
    assert len(named) > 10
    for name in named:
        icon = assets.icon(name, qapp.palette())
        assert not icon.isNull()
        image = icon.pixmap(32, 32).toImage()
        assert any(image.pixelColor(x, y).alpha() > 0 for x in range(32) for y in range(32)), name
    # The program's own icon.
    icon = assets.app_icon()
    assert {size.width() for size in icon.availableSizes()} >= {16, 32, 48, 64, 128}


def test_icons_take_the_palettes_colours(qapp: QGuiApplication) -> None:
    for window in ("#202020", "#f0f0f0"):
        palette = QPalette(QColor(window), QColor(window))
        text = palette.buttonText().color()
        image = assets.icon("ai-move", palette).pixmap(32, 32).toImage()
        seen = {
            image.pixelColor(x, y).name() for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() == 255
        }
        assert text.name() in seen


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_no_screen_scales_an_icon(qapp: QGuiApplication, ratio: float) -> None:
    for side in (16, 20, 24, 32):
        drawn = assets.icon("ai-move", qapp.palette()).pixmap(QSize(side, side), ratio)
        assert drawn.width() == round(side * ratio)


@pytest.mark.slow
def test_a_second_window_draws_no_icon_again(make_player: MakePlayer) -> None:
    make_player()
    drawn = assets.picture.cache_info().misses
    make_player()
    assert assets.picture.cache_info().misses == drawn
