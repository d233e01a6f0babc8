"""Tests of the pause: the clock stands, nothing of the game is shown, and no key plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.window.pause_cover import PauseCover
from minesweeper_qt.model import DIFFICULTIES, Cell, State
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, LEFT, NOTHING, RIGHT, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow
__all__ = ["engine"]  # a fixture
FLOATING = pytest.mark.qt_log_ignore(r"This plugin does not support", extend=True)


class Seconds:
    """The seconds that the game reads."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def playing(make_player: MakePlayer, seconds: Seconds) -> Player:
    """A game with an area opened, whose seconds the test sets."""
    player = make_player(seconds=seconds)
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


@pytest.fixture
def paused(playing: Player) -> Player:
    playing.key(Key.Key_P)
    assert playing.session.pause.is_on
    return playing


def cover(player: Player) -> PauseCover:
    found = player.window.findChild(PauseCover)
    assert found is not None
    return found


def watched(player: Player) -> list[QWidget]:
    """Return the widgets that show the game."""
    window = player.window
    return [window.board_view, window.footer, window.footer.status, *window.inspector.panels.values()]


# -- the clock


def test_the_clock_stands_while_the_game_is_paused(playing: Player, seconds: Seconds) -> None:
    seconds.now = 5
    playing.qtbot.waitUntil(lambda: playing.session.clock.seconds == 5)
    playing.key(Key.Key_P)
    seconds.now = 100
    playing.qtbot.wait(450)
    assert playing.session.clock.seconds == 5
    assert not playing.session.clock.is_running
    playing.key(Key.Key_P)
    seconds.now = 103
    playing.qtbot.waitUntil(lambda: playing.session.clock.seconds == 8)
    assert playing.session.playthrough.seconds == 8


def test_the_time_of_the_result_has_no_pauses(playing: Player, seconds: Seconds) -> None:
    for _ in range(3):
        seconds.now += 2
        playing.key(Key.Key_P)
        seconds.now += 60
        playing.key(Key.Key_P)
    playing.end(State.WON)
    assert playing.session.playthrough.seconds == 6
    assert playing.session.playthrough.history.turns[-1].seconds == 6


# -- what is shown


def test_nothing_of_the_game_is_visible(paused: Player) -> None:
    assert not any(widget.isVisible() for widget in watched(paused))
    assert cover(paused).isVisible()
    assert "paused" in paused.window.windowTitle()


def test_going_on_shows_everything_as_it_was(playing: Player) -> None:
    before = [widget.isVisible() for widget in watched(playing)]
    picture = playing.window.grab().toImage()
    playing.key(Key.Key_P)
    playing.qtbot.wait(50)
    playing.key(Key.Key_P)
    playing.wait_until_laid_out()
    assert [widget.isVisible() for widget in watched(playing)] == before
    assert playing.view.hasFocus()
    playing.qtbot.waitUntil(lambda: playing.window.grab().toImage() == picture)


def test_a_picture_of_the_paused_window_does_not_depend_on_the_position(make_player: MakePlayer) -> None:
    pictures = []
    for number, cell in enumerate(((4, 4), (0, 0))):
        player = make_player("beginner", seed=1 + number, ini=f"{number}.ini", seconds=Seconds())
        player.click(cell)
        player.session.pause.begin()
        player.qtbot.wait(50)
        player.wait_until_laid_out()
        pictures.append(player.window.grab().toImage())
        player.window.close()
    assert pictures[0] == pictures[1]


@FLOATING
def test_floating_panels_show_nothing(playing: Player) -> None:
    dock = playing.window.inspector.docks["knowledge"]
    dock.setFloating(True)
    playing.qtbot.waitUntil(playing.window.knowledge_panel.isVisible)
    playing.window.activateWindow()
    playing.view.setFocus()
    playing.key(Key.Key_P)
    assert dock.isVisible()
    assert not playing.window.knowledge_panel.isVisible()
    playing.qtbot.mouseClick(cover(playing), LEFT)
    assert not playing.session.pause.is_on
    assert playing.window.knowledge_panel.isVisible()


@FLOATING
def test_a_panel_that_is_opened_or_floated_meanwhile_shows_nothing(paused: Player) -> None:
    inspector = paused.window.inspector
    for name in ("log", "known", "why_panel"):
        inspector.bring_to_front(name)
        inspector.docks[name].setFloating(True)
        paused.qtbot.wait(30)
        assert inspector.docks[name].isVisible()
        assert not inspector.panels[name].isVisible()
    paused.window.show_view(WindowView.PLAY)
    paused.window.show_view(WindowView.INSPECT)
    assert not any(widget.isVisible() for widget in watched(paused))
    paused.session.pause.end()
    for name, panel in inspector.panels.items():
        assert panel.isVisible() is paused.action(name).isChecked(), name


def test_the_cover_has_a_name_and_says_how_to_go_on(paused: Player) -> None:
    interface = QAccessible.queryAccessibleInterface(cover(paused))
    assert interface.text(QAccessible.Text.Name) == "Paused"
    assert "P" in interface.text(QAccessible.Text.Description)
    assert cover(paused).hasFocus()


def test_hidden_widgets_are_hidden_from_screen_readers(paused: Player) -> None:
    for widget in watched(paused):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface.state().invisible


# -- going on


def test_a_click_on_the_cover_goes_on_and_opens_nothing(paused: Player) -> None:
    before = paused.snapshot()
    paused.qtbot.mouseClick(cover(paused), LEFT)
    assert not paused.session.pause.is_on
    assert paused.snapshot() == before
    paused.click(paused.free())
    assert paused.snapshot() != before


def test_a_double_click_on_the_cover_opens_nothing(paused: Player) -> None:
    before = paused.snapshot()
    cell = paused.mine()
    index = paused.window.board_model.index(*cell)
    where = paused.view.viewport().mapToGlobal(paused.view.visualRect(index).center())
    QTest.mouseClick(cover(paused), LEFT, pos=cover(paused).mapFromGlobal(where))
    assert not paused.session.pause.is_on
    second_click(paused, cell)
    assert paused.snapshot() == before


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


def test_the_focus_goes_back_to_where_it_was(playing: Player) -> None:
    field = playing.window.knowledge_panel.table
    field.setFocus()
    playing.key(Key.Key_P)
    playing.key(Key.Key_P)
    assert field.hasFocus()


# -- what does nothing meanwhile


PLAYING_KEYS = (
    (Key.Key_Space, NOTHING),
    (Key.Key_F, NOTHING),
    (Key.Key_A, NOTHING),
    (Key.Key_S, NOTHING),
    (Key.Key_H, NOTHING),
    (Key.Key_M, NOTHING),
    (Key.Key_O, NOTHING),
    (Key.Key_R, NOTHING),
    (Key.Key_L, NOTHING),
    (Key.Key_W, NOTHING),
    (Key.Key_I, NOTHING),
    (Key.Key_Escape, NOTHING),
    (Key.Key_Return, NOTHING),
    (Key.Key_Z, CTRL),
    (Key.Key_Y, CTRL),
    (Key.Key_Left, ALT),
    (Key.Key_End, ALT),
    (Key.Key_Return, CTRL),
    (Key.Key_1, ALT),
    (Key.Key_5, ALT),
    (Key.Key_E, CTRL),
    (Key.Key_F, CTRL),
    (Key.Key_B, CTRL | SHIFT),
    (Key.Key_S, CTRL | SHIFT),
    (Key.Key_Down, NOTHING),
    (Key.Key_Menu, NOTHING),
)


def test_no_key_plays_or_shows_anything(paused: Player) -> None:
    session, game = paused.session, paused.game
    before = paused.snapshot()
    strategy, overlay = session.autoplay.strategy, paused.window.actions_by.overlay()
    for key, modifier in (*PLAYING_KEYS, (AUTOPLAY, NOTHING)):
        paused.key(key, modifier)
        assert session.pause.is_on, key
    assert paused.game is game
    assert paused.snapshot() == before
    assert session.timeline.is_live
    assert not session.autoplay.is_running
    assert not session.advice.is_busy
    assert session.autoplay.strategy == strategy
    assert paused.window.actions_by.overlay() is overlay
    assert not any(widget.isVisible() for widget in watched(paused))
    assert paused.window.sandbox is None


CALLS: dict[str, Callable[[Player], object]] = {
    "reveal": lambda player: player.session.player.reveal(player.free()),
    "flag": lambda player: player.session.player.toggle_flag(player.free()),
    "chord": lambda player: player.session.player.chord(player.number()),
    "move": lambda player: player.session.autoplay.move(),
    "start": lambda player: player.session.autoplay.start(),
    "hint": lambda player: player.session.request_hint(),
    "undo": lambda player: player.session.timeline.undo(),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_session_refuses_moves_by_itself(paused: Player, name: str) -> None:
    before = paused.snapshot()
    CALLS[name](paused)
    paused.qtbot.wait(30)
    assert paused.snapshot() == before
    assert not paused.session.autoplay.is_running
    assert not paused.session.autoplay.is_pending
    assert paused.session.timeline.is_live
    assert paused.session.hint is None
    assert not paused.session.advice.is_choice_requested


def test_autoplay_stops(playing: Player) -> None:
    playing.window.speed_slider.setValue(0)
    playing.key(AUTOPLAY)
    assert playing.session.autoplay.is_running
    playing.key(Key.Key_P)
    assert not playing.session.autoplay.is_running
    before = playing.snapshot()
    playing.qtbot.wait(1100)
    assert playing.snapshot() == before
    assert playing.session.pause.is_on


def test_searches_stop_and_are_taken_up_again(make_player: MakePlayer) -> None:
    player = make_player("expert")
    player.click((8, 8))
    player.key(Key.Key_R)
    player.key(Key.Key_P)
    assert not player.session.worker.is_computing()
    player.key(Key.Key_P)
    player.wait_until_computed()
    assert player.session.view.chances is not None
    player.key(Key.Key_L)
    player.key(Key.Key_P)
    assert not player.session.worker.is_computing()
    player.key(Key.Key_P)
    player.qtbot.waitUntil(lambda: player.session.explanations.levels is not None)


def test_a_rating_goes_on_in_a_pause(make_player: MakePlayer, engine: type[GatedEngine]) -> None:
    player = make_player("cs50", seed=2)
    engine.gate.shut()
    player.click(player.free())
    player.qtbot.waitUntil(lambda: bool(engine.gate.came))
    player.key(Key.Key_P)
    engine.gate.open()
    player.wait_until_computed()
    assert player.session.pause.is_on
    assert player.session.playthrough.history.turns[0].risk is not None


def test_a_proof_is_searched_for_again(make_player: MakePlayer) -> None:
    player = make_player("expert")
    player.click((8, 8))
    cell = min(player.session.playthrough.snapshot.settled.keys() - player.game.clues.keys())
    player.go_to(cell)
    player.key(Key.Key_W)
    player.view.setFocus()
    player.key(Key.Key_P)
    assert not player.session.explanations.is_explaining
    player.key(Key.Key_P)
    player.qtbot.waitUntil(lambda: player.window.inspector.why_panel.isVisible())
    player.qtbot.waitUntil(lambda: player.window.inspector.why_panel._proof is not None, timeout=20_000)


# -- when there is a pause


def test_only_a_game_under_way_can_be_paused(player: Player) -> None:
    assert not player.action("pause").isEnabled()
    player.key(Key.Key_P)
    assert not player.session.pause.is_on
    player.click((4, 4))
    assert player.action("pause").isEnabled()
    player.end(State.LOST)
    assert not player.action("pause").isEnabled()
    player.session.pause.begin()
    assert not player.session.pause.is_on


@pytest.mark.parametrize("how", ["new_game", "restart", "expert", "custom"])
def test_another_game_is_not_paused(paused: Player, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if how in paused.window.actions_by.by_name:
        paused.action(how).trigger()
    elif how == "expert":
        paused.window.actions_by.difficulties["expert"].trigger()
    else:
        paused.session.new_game(DIFFICULTIES["intermediate"])
    assert not paused.session.pause.is_on
    assert not cover(paused).isVisible()
    assert paused.view.isVisible()
    assert not paused.action("pause").isChecked()
    assert paused.action("flag").isEnabled()
    paused.click(paused.free())
    assert paused.game.state is not State.READY
    assert paused.session.clock.is_running is (paused.game.state is State.PLAYING)


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


def test_a_pause_at_an_earlier_move_goes_on_there(playing: Player) -> None:
    playing.click(playing.free())
    playing.key(Key.Key_Z, CTRL)
    assert not playing.session.timeline.is_live
    move = playing.session.timeline.shown_move
    playing.key(Key.Key_P)
    assert playing.session.pause.is_on
    playing.key(Key.Key_P)
    assert playing.session.timeline.shown_move == move
    assert playing.action("branch").isEnabled()


# -- without the focus


@pytest.mark.parametrize("pauses", [True, False])
def test_the_game_pauses_when_another_program_gets_the_focus_if_preferred(playing: Player, pauses: bool) -> None:
    playing.window._preferences.pauses_without_focus = pauses
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert playing.session.pause.is_on is pauses
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert playing.session.pause.is_on is pauses


def test_flags_of_before_are_still_there(playing: Player) -> None:
    mine = playing.mine()
    playing.click(mine, RIGHT)
    playing.key(Key.Key_P)
    playing.key(Key.Key_P)
    assert playing.face(mine) is Face.FLAGGED
