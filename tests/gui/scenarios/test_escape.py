"""Tests of Esc: one step a press wherever the focus is: stop; clear, and go to the board; go back to the game."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.window.preferences import WindowView
from tests.gui.support.windows import AUTOPLAY, CTRL, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

ESC = Key.Key_Escape


@pytest.fixture
def begun(make_player: MakePlayer) -> Player:
    """Return a player of an Expert game after two moves."""
    player = make_player("expert", seed=3)
    player.click((8, 8))
    player.click(player.free())
    return player


def focus_of(player: Player, where: str) -> QWidget:
    panel = player.window.knowledge_panel
    return {"board": player.view, "filter": panel.filter_field, "bar": player.window.game_bar.buttons["hint"]}[where]


def test_one_step_a_press_from_anywhere_and_in_play_it_leaves_the_past(begun: Player) -> None:
    panel, autoplay, timeline = begun.window.knowledge_panel, begun.session.autoplay, begun.session.timeline
    for where in ("board", "filter", "bar"):
        panel.filter_field.setText("clue")
        begun.window.selection.select_cell((0, 0))
        begun.window.speed_slider.setValue(0)
        begun.key(AUTOPLAY)
        assert autoplay.is_running
        focus_of(begun, where).setFocus()
        begun.key(ESC)
        assert not autoplay.is_running
        assert panel.filter_field.text() == "clue", "a press takes one step"
        assert begun.window.selection.cell == (0, 0)
        assert QApplication.focusWidget() is focus_of(begun, where)
        for _ in range(2):
            if panel.filter_field.text() or begun.window.selection.cell:
                begun.key(ESC)
                assert begun.view.hasFocus()
        assert (panel.filter_field.text(), begun.window.selection.cell) == ("", None)
        timeline.undo()
        focus_of(begun, where).setFocus()
        if where != "board":
            begun.key(ESC)
            assert begun.view.hasFocus()
            assert not timeline.is_live
        begun.key(ESC)
        assert timeline.is_live
    begun.window.show_view(WindowView.PLAY)
    begun.key(Key.Key_Z, CTRL)
    assert not begun.session.timeline.is_live
    begun.key(ESC)
    assert begun.session.timeline.is_live


def test_it_ends_a_search_before_it_clears_the_question_and_then_what_a_panel_has_selected(begun: Player) -> None:
    cell = max(begun.covered())
    begun.window.inspector.why(cell)
    begun.view.setFocus()
    assert begun.window.inspector.why_panel.is_busy
    begun.key(ESC)
    assert not begun.window.inspector.why_panel.is_busy
    assert begun.window.selection.question == cell
    begun.key(ESC)
    assert begun.window.selection.question is None
    begun.window.inspector.bring_to_front("known")
    known = begun.window.inspector.what_is_known_panel
    begun.qtbot.waitUntil(lambda: known.tree.topLevelItem(0).childCount() > 0 or known.levels is not None)
    known.tree.setCurrentItem(known.tree.topLevelItem(0))
    assert known.tree.selectedItems()
    begun.view.setFocus()
    begun.key(ESC)
    assert not known.tree.selectedItems()


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_it_acts_in_a_floating_panel_too(begun: Player) -> None:
    inspector = begun.window.inspector
    inspector.docks["knowledge"].setFloating(True)
    field = inspector.knowledge_panel.filter_field
    field.window().activateWindow()
    begun.qtbot.waitUntil(field.window().isActiveWindow)
    begun.type("clue", field)
    begun.key(ESC)
    assert field.text() == ""
    begun.key(ESC)
    assert begun.window.focusWidget() is begun.view


def test_esc_stops_a_game_that_plays_and_space_on_its_board_steps_nothing(player: Player) -> None:
    timeline = player.session.timeline
    player.click((4, 4))
    for _ in range(4):
        player.click(player.free())
    player.action("timeline").trigger()
    player.action("undo").trigger()
    player.view.setFocus()
    for key in (Key.Key_Space, Key.Key_Escape):
        timeline.toggle_play()
        shown = timeline.shown_move
        player.window.board_view.move_cursor(min(player.game.clues))
        player.key(key)
        assert timeline.shown_move == shown
        assert timeline.plays is (key is Key.Key_Space)
        timeline.stop()
