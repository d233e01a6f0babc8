"""Tests of the pause in the window: nothing of the game is shown, and no key plays.

What a session does in a pause is tested in tests/gui/session/test_pause.py.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.window.board_window import PauseCover
from minesweeper_qt.gui.window.preferences import WindowView
from minesweeper_qt.model import Cell, State
from tests.gui.support.windows import (
    ALT,
    AUTOPLAY,
    CTRL,
    LEFT,
    NOTHING,
    RIGHT,
    SHIFT,
    Key,
    MakePlayer,
    Player,
    open_panels,
)

pytestmark = pytest.mark.slow
FLOATING = pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)


@pytest.fixture
def playing(make_player: MakePlayer) -> Player:
    """A game with an area opened, whose clock stands."""
    player = make_player(seconds=lambda: 0.0)
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


def cover(player: Player) -> PauseCover:
    found = player.window.findChild(PauseCover)
    assert found is not None
    return found


def watched(player: Player) -> list[QWidget]:
    """Return the widgets that show the game."""
    window = player.window
    return [window.board_view, window.footer, window.footer.status, *window.inspector.panels.values()]


@pytest.mark.parametrize("plays_itself", [False, True])
def test_a_minimised_window_pauses_the_game_unless_the_ai_plays(playing: Player, plays_itself: bool) -> None:
    if plays_itself:
        playing.window.speed_slider.setValue(0)
        playing.key(AUTOPLAY)
    playing.window.showMinimized()
    playing.qtbot.waitUntil(playing.window.isMinimized)
    assert playing.session.pause.is_on is not plays_itself
    playing.window.showNormal()
    assert cover(playing).isVisible() is not plays_itself
    if plays_itself:
        playing.key(AUTOPLAY)


# -- what is shown


def test_nothing_of_the_game_is_visible_until_it_goes_on_as_it_was(playing: Player) -> None:
    open_panels(playing.window)
    playing.wait_until_laid_out()
    mine = playing.mine()
    playing.click(mine, RIGHT)
    before = [widget.isVisible() for widget in watched(playing)]
    picture = playing.window.grab().toImage()
    playing.key(Key.Key_P)
    assert playing.session.pause.is_on
    for widget in watched(playing):
        assert not widget.isVisible()
        assert QAccessible.queryAccessibleInterface(widget).state().invisible
    assert cover(playing).isVisible()
    assert cover(playing).hasFocus()
    assert "paused" in playing.window.windowTitle()
    interface = QAccessible.queryAccessibleInterface(cover(playing))
    assert interface.text(QAccessible.Text.Name) == "Paused"
    assert "P" in interface.text(QAccessible.Text.Description)
    playing.wait_until_laid_out()
    playing.key(Key.Key_P)
    playing.wait_until_laid_out()
    assert [widget.isVisible() for widget in watched(playing)] == before
    assert playing.face(mine) is Face.FLAGGED
    assert playing.view.hasFocus()
    playing.qtbot.waitUntil(lambda: playing.window.grab().toImage() == picture)
    table = playing.window.knowledge_panel.table
    table.setFocus()
    playing.key(Key.Key_P)
    playing.key(Key.Key_P)
    assert table.hasFocus(), "the focus goes back to where it was"


@FLOATING
def test_floating_panels_and_those_that_are_opened_meanwhile_show_nothing(playing: Player) -> None:
    inspector = playing.window.inspector
    dock = inspector.docks["knowledge"]
    dock.setFloating(True)
    playing.qtbot.waitUntil(playing.window.knowledge_panel.isVisible)
    playing.window.activateWindow()
    playing.view.setFocus()
    playing.key(Key.Key_P)
    assert dock.isVisible()
    assert not playing.window.knowledge_panel.isVisible()
    for name in ("log", "known", "why_panel"):
        inspector.bring_to_front(name)
        inspector.docks[name].setFloating(True)
        playing.qtbot.waitUntil(inspector.docks[name].isVisible)
        playing.wait_until_laid_out()
        assert not inspector.panels[name].isVisible()
    playing.window.show_view(WindowView.PLAY)
    playing.window.show_view(WindowView.INSPECT)
    assert not any(widget.isVisible() for widget in watched(playing))
    playing.qtbot.mouseClick(cover(playing), LEFT)
    assert not playing.session.pause.is_on
    for name, panel in inspector.panels.items():
        assert panel.isVisible() is playing.action(name).isChecked(), name


# -- going on


def test_a_click_on_the_cover_or_another_game_takes_it_away_and_opens_nothing(playing: Player) -> None:
    before = playing.snapshot()
    playing.key(Key.Key_P)
    playing.qtbot.mouseClick(cover(playing), LEFT)
    assert not playing.session.pause.is_on
    assert playing.snapshot() == before
    playing.key(Key.Key_P)
    cell = playing.mine()
    index = playing.window.board_model.index(*cell)
    where = playing.view.viewport().mapToGlobal(playing.view.visualRect(index).center())
    QTest.mouseClick(cover(playing), LEFT, pos=cover(playing).mapFromGlobal(where))
    assert not playing.session.pause.is_on
    second_click(playing, cell)
    assert playing.snapshot() == before
    playing.click(playing.free())
    assert playing.snapshot() != before
    pause = playing.action("pause")
    playing.key(Key.Key_P)
    assert cover(playing).isVisible()
    assert pause.isChecked()
    playing.action("new_game").trigger()
    assert not cover(playing).isVisible()
    assert playing.view.isVisible()
    assert (pause.isChecked(), pause.isEnabled()) == (False, False)
    assert playing.action("flag").isEnabled()
    playing.click(playing.free())
    assert pause.isEnabled()


def second_click(player: Player, cell: Cell) -> None:
    """Send the second click of a double click: Qt's event for it, and a release."""
    port = player.view.viewport()
    place = QPointF(player.at(cell))
    for kind, held in (
        (QEvent.Type.MouseButtonDblClick, LEFT),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        event = QMouseEvent(kind, place, port.mapToGlobal(place), LEFT, held, NOTHING)
        QApplication.sendEvent(port, event)


def test_a_proof_is_searched_for_again(make_player: MakePlayer) -> None:
    player = make_player("expert")
    player.click((8, 8))
    player.go_to(min(player.session.playthrough.snapshot.settled.keys() - player.game.clues.keys()))
    player.key(Key.Key_W)
    player.view.setFocus()
    player.key(Key.Key_P)
    assert not player.session.worker.is_computing
    player.key(Key.Key_P)
    player.qtbot.waitUntil(player.window.inspector.why_panel.copy_button.isEnabled, timeout=20_000)


# -- what does nothing meanwhile


PLAYING_KEYS = {
    NOTHING: "Space F A S H M O R L W I Escape Return Down Menu",
    CTRL: "Z Y Return E F",
    ALT: "Left End 1 5",
    CTRL | SHIFT: "B S",
    SHIFT: "P",
}


def test_no_key_plays_or_shows_anything(playing: Player) -> None:
    session, game = playing.session, playing.game
    playing.key(AUTOPLAY)
    assert session.autoplay.is_running
    playing.key(Key.Key_P)
    before = playing.snapshot()
    strategy, overlay = session.autoplay.strategy, playing.window.actions_by.overlay()
    for modifier, keys in PLAYING_KEYS.items():
        for key in keys.split():
            playing.key(Key[f"Key_{key}"], modifier)
            assert session.pause.is_on, (modifier, key)
    assert playing.game is game
    assert playing.snapshot() == before
    assert session.timeline.is_live
    assert not session.autoplay.is_running
    assert not session.advice.is_busy
    assert session.autoplay.strategy == strategy
    assert playing.window.actions_by.overlay() is overlay
    assert not any(widget.isVisible() for widget in watched(playing))
    assert playing.window.sandbox is None


# -- when there is a pause


def test_a_paused_window_closes_and_comes_back_with_its_panels(make_player: MakePlayer) -> None:
    player = make_player()
    player.click((4, 4))
    shown = {name: action.isChecked() for name, action in player.window.actions_by.by_name.items()}
    player.key(Key.Key_P)
    player.window.close()
    again = make_player()
    for name in again.window.inspector.docks:
        assert again.action(name).isChecked() is shown[name], name
    assert not cover(again).isVisible()


def test_the_game_pauses_when_another_program_gets_the_focus_if_preferred(playing: Player) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    for pauses in (False, True):
        playing.preferences.pauses_without_focus = pauses
        application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
        assert not playing.session.pause.is_on
        for state in (Qt.ApplicationState.ApplicationInactive, Qt.ApplicationState.ApplicationActive):
            application.applicationStateChanged.emit(state)
            assert playing.session.pause.is_on is pauses
