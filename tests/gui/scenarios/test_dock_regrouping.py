"""Tests of the groups of docks: one in a narrow window, two in a wide one, unless the user has placed docks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation.window_view import WindowView
from tests.gui.support.windows import LEFT, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

NARROW, WIDE = 700, 1200
Groups = set[frozenset[str]]


@pytest.fixture
def wide(make_player: MakePlayer) -> Player:
    """A wide window with the table above the proof."""
    player = make_player(opens_panels=False)
    player.window.resize(WIDE, 700)
    player.action("proof").trigger()
    player.wait_until_laid_out()
    player.window._regrouping._timer.setInterval(1)
    assert groups(player) == {frozenset({"knowledge"}), frozenset({"proof"})}
    return player


def groups(player: Player) -> Groups:
    """Return the names of the open docks at the right, in groups of tabs."""
    docks = player.window.inspector.docks
    names = {dock: name for name, dock in docks.items()}
    opened = {name: dock for name, dock in docks.items() if not dock.isHidden() and name != "timeline"}
    tabs = player.window.tabifiedDockWidgets
    shown = frozenset(opened)
    return {shown & {name, *(names[other] for other in tabs(dock))} for name, dock in opened.items()}


def resize(player: Player, *widths: int) -> None:
    """Resize the window to each of ``widths``, and wait until what follows has happened."""
    for width in widths:
        player.window.resize(width, 700)
    player.qtbot.wait(30)
    player.wait_until_laid_out()


TWO: Groups = {frozenset({"knowledge"}), frozenset({"proof"})}
ONE: Groups = {frozenset({"knowledge", "proof"})}


def test_a_window_that_becomes_narrow_has_one_group_and_two_again_when_it_is_wide(wide: Player) -> None:
    resize(wide, NARROW)
    assert groups(wide) == ONE
    assert wide.window.width() == NARROW
    resize(wide, WIDE)
    assert groups(wide) == TWO
    docks = wide.window.inspector.docks
    assert docks["knowledge"].geometry().bottom() < docks["proof"].geometry().top()
    assert {name for name, dock in docks.items() if not dock.isHidden()} == {"knowledge", "proof"}


def test_nothing_happens_while_the_mouse_is_held_or_before_a_pause(wide: Player) -> None:
    wide.window._regrouping._timer.setInterval(60_000)
    resize(wide, NARROW)
    assert groups(wide) == TWO
    wide.window._regrouping._timer.setInterval(5)
    place = wide.window.header.rect().center()
    QTest.mousePress(wide.window.header, LEFT, pos=place)
    wide.qtbot.wait(200)
    assert groups(wide) == TWO
    QTest.mouseRelease(wide.window.header, LEFT, pos=place)
    wide.qtbot.waitUntil(lambda: groups(wide) == ONE)


def test_a_window_that_is_wide_again_at_once_keeps_its_groups(wide: Player) -> None:
    seen: list[bool] = []
    wide.window._regrouping.regrouped.connect(lambda: seen.append(True))
    resize(wide, NARROW, WIDE)
    assert groups(wide) == TWO
    assert not seen


def test_docks_that_the_user_has_placed_stay(wide: Player) -> None:
    docks = wide.window.inspector.docks
    wide.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["proof"])
    resize(wide, NARROW, WIDE)
    resize(wide, NARROW)
    assert groups(wide) == TWO
    assert wide.window.dockWidgetArea(docks["proof"]) == Qt.DockWidgetArea.LeftDockWidgetArea


def test_tabs_that_the_user_has_made_in_a_wide_window_stay(wide: Player) -> None:
    docks = wide.window.inspector.docks
    wide.window.tabifyDockWidget(docks["knowledge"], docks["proof"])
    wide.qtbot.wait(10)
    resize(wide, NARROW)
    resize(wide, WIDE)
    assert groups(wide) == ONE


def test_the_focus_stays_in_its_panel(wide: Player) -> None:
    field = wide.window.knowledge_panel.filter_field
    field.setFocus()
    resize(wide, NARROW)
    assert groups(wide) == ONE
    assert field.isVisible()
    assert field.hasFocus()
    resize(wide, WIDE)
    assert field.hasFocus()


def test_play_has_nothing_to_regroup(wide: Player) -> None:
    wide.window.show_view(WindowView.PLAY)
    resize(wide, NARROW)
    assert groups(wide) == set()
    wide.window.show_view(WindowView.INSPECT)
    resize(wide, NARROW)
    assert groups(wide) in (ONE, TWO)


def test_docks_are_known_by_their_names_when_qt_returns_another_object_of_one(
    wide: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = SimpleNamespace(objectName=lambda: "proof_dock")
    monkeypatch.setattr(wide.window, "tabifiedDockWidgets", lambda dock: [proof])
    assert wide.window._regrouping._groups(frozenset({"knowledge"})) == {frozenset({"knowledge"})}
