"""Tests that the text in an empty field can be read in every theme."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from tests.gui.support.colours import contrast

LEAST = 4.5
THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST)


def painted_contrast(widget: QWidget) -> float:
    """Return the contrast of the text in ``widget`` with its ground: the most frequent colour, in its middle."""
    image = widget.grab(widget.rect().adjusted(10, 4, -10, -4)).toImage()
    pixels = Counter(image.pixel(x, y) for x in range(image.width()) for y in range(image.height()))
    ground = QColor(pixels.most_common(1)[0][0])
    return max(contrast(QColor(pixel), ground) for pixel in pixels)


@pytest.mark.parametrize("choice", THEMES)
def test_a_placeholder_can_be_read(qtbot: QtBot, choice: ThemeChoice) -> None:
    look = appearance.current()
    look.apply(look.choices._replace(theme=choice))
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setPlaceholderText("■■■■■ Find an action or a key")
    field.resize(400, 40)
    with qtbot.waitExposed(field):
        field.show()
    ink = look.theme.controls.placeholder
    assert field.palette().color(QPalette.ColorRole.PlaceholderText) == ink
    assert ink != look.theme.controls.text, "it does not look like a value"
    assert contrast(ink, look.theme.controls.surface) >= LEAST
    assert painted_contrast(field) >= LEAST
