"""Tests of the look of the application: the theme follows the choices, and everything is repainted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessibilityHints, QColor, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.appearance import Appearance, Choices, ThemeChoice
from minesweeper_qt.gui.widgets.theme import CellStyle, NumberColours
from tests.gui.support.colours import distance
from tests.gui.support.windows import Key, MakePlayer, Player

THEMES = [ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST]


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Appearance]:
    """The look of the application, which is again as it was after the test."""
    found = appearance.current()
    before = found.choices
    yield found
    found.apply(before)


def test_there_is_one_look(look: Appearance) -> None:
    assert appearance.current() is look
    assert look.theme is themes.load("light")


@pytest.mark.slow
@pytest.mark.parametrize("choice", THEMES)
def test_a_theme_that_is_set_is_used(qapp: QApplication, look: Appearance, choice: ThemeChoice) -> None:
    look.apply(Choices(choice))
    theme = themes.load(choice.value)
    assert look.theme is theme
    assert themes.for_palette(qapp.palette()) is theme
    assert qapp.palette().color(QPalette.ColorRole.WindowText) == theme.controls.text
    assert theme.controls.accent.name() in qapp.styleSheet()


def test_without_hints_of_the_system_its_palette_decides(look: Appearance, monkeypatch: pytest.MonkeyPatch) -> None:
    for window, name in (("#202020", "dark"), ("#fafafa", "light")):
        monkeypatch.setattr(look, "system_palette", QPalette(QColor(window), QColor(window)))
        look.apply(Choices())
        assert look.theme is themes.load(name)


def test_the_theme_follows_the_system_while_the_program_runs(
    qapp: QApplication, look: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = qapp.styleHints()
    look.apply(Choices())
    for scheme, name in ((Qt.ColorScheme.Dark, "dark"), (Qt.ColorScheme.Light, "light")):
        monkeypatch.setattr(QStyleHints, "colorScheme", lambda _, scheme=scheme: scheme)
        hints.colorSchemeChanged.emit(scheme)
        assert look.theme is themes.load(name)
    high = Qt.ContrastPreference.HighContrast
    monkeypatch.setattr(QAccessibilityHints, "contrastPreference", lambda _: high)
    hints.accessibility().contrastPreferenceChanged.emit(high)
    assert look.theme is themes.load("contrast")
    look.apply(Choices(ThemeChoice.DARK))
    assert look.theme is themes.load("dark"), "the choice of the user comes first"


def test_the_colours_of_numbers_reach_every_painter(qapp: QApplication, look: Appearance) -> None:
    changes: list[None] = []
    look.changed.connect(lambda: changes.append(None))
    chosen = CellStyle(NumberColours.COLOUR_BLIND)
    look.apply(Choices(ThemeChoice.LIGHT, chosen))
    assert themes.for_palette(qapp.palette()).digits == themes.load("light", chosen).digits
    assert len(changes) == 1
    look.apply(Choices(ThemeChoice.LIGHT, chosen, reduces_motion=True))
    assert len(changes) == 1, "the same look again"


def test_motion_is_reduced_by_choice_and_by_the_style(
    qapp: QApplication, look: Appearance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "system_reduces_motion", False)
    look.apply(Choices(ThemeChoice.LIGHT, reduces_motion=True))
    assert not look.moves
    look.apply(Choices(ThemeChoice.LIGHT))
    assert look.moves
    monkeypatch.setattr(look, "system_reduces_motion", True)
    assert not look.moves
    monkeypatch.setattr(look, "system_reduces_motion", False)
    monkeypatch.setattr(type(qapp.style()), "styleHint", lambda *_: 0)
    assert not look.moves


@pytest.mark.slow
def test_another_theme_at_run_time_repaints_everything_also_the_corner_between_the_rulers(
    player: Player, look: Appearance
) -> None:
    player.move((8, 8))
    player.window.speed_slider.setFocus()
    player.action("overlay").setChecked(True)
    for choice in (*THEMES, ThemeChoice.LIGHT):
        look.apply(Choices(choice))
        QCoreApplication.processEvents()
        picture = player.picture((0, 0))
        theme = themes.load(choice.value)
        middle = picture.pixelColor(picture.rect().center())
        assert min(distance(middle, colour) for colour in (theme.covered, theme.covered_light)) < 12
        icon = player.action("overlay").icon().pixmap(24, 24).toImage()
        colours = {icon.pixelColor(x, y).name() for x in range(24) for y in range(24) if icon.pixelColor(x, y).alpha()}
        assert theme.controls.text.name() in colours
        swatch = player.window.footer.grab().toImage()
        assert any(
            distance(swatch.pixelColor(x, swatch.height() // 2), theme.safe_tile) < 12 for x in range(swatch.width())
        )
    # The corner between the rulers follows the theme.
    player.action("coordinates").setChecked(True)
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        look.apply(Choices(choice))
        QCoreApplication.processEvents()
        page = themes.load(choice.value).controls.page
        assert player.view.grab().toImage().pixelColor(2, 2).name() == page.name()


@pytest.mark.slow
@pytest.mark.parametrize("choice", THEMES)
def test_every_look_is_painted_in_every_theme(make_player: MakePlayer, look: Appearance, choice: ThemeChoice) -> None:
    look.apply(Choices(choice))
    player = make_player("expert", seed=3)
    player.action("overlay").setChecked(True)
    player.autoplay()
    assert not player.window.grab().isNull()
    player.key(Key.Key_O)
