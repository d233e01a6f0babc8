"""Tests of the keyboard: what each key does, and where it must not act.

The keys of the AI's moves are pressed in test_autoplay.py and test_strategy.py.
"""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.widgets.metrics import CURSOR_REST
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import DIFFICULTIES, Cell, State
from tests.gui.support.windows import CTRL, SHIFT, Key, Player

pytestmark = pytest.mark.slow


def test_arrows_move_the_cursor_and_select_and_other_keys_do_nothing_on_the_board(player: Player) -> None:
    proxy, view = player.window.knowledge_panel.proxy, player.window.board_view
    assert player.view.hasFocus()
    player.key(Key.Key_Up)
    player.key(Key.Key_Left)
    assert view.cursor_cell == (0, 0), "it stops at the edge"
    assert proxy.filter.cell is None
    for key, cell in (
        (Key.Key_Right, (0, 1)),
        (Key.Key_Down, (1, 1)),
        (Key.Key_Left, (1, 0)),
        (Key.Key_Up, (0, 0)),
        (Key.Key_End, (0, 8)),
        (Key.Key_Home, (0, 0)),
    ):
        player.key(key)
        assert view.cursor_cell == cell
        assert proxy.filter.cell == cell
    player.key(Key.Key_Escape)
    assert proxy.filter.cell is None
    player.click((4, 4))
    player.key(Key.Key_Shift)
    assert not player.view.key_cursor.is_shown, "a modifier alone shows no cursor"
    before = player.snapshot()
    # Qt's own table would search for a cell that begins with this text.
    for key in (Key.Key_1, Key.Key_0, Key.Key_Y, Key.Key_Return):
        player.key(key)
        assert view.cursor_cell == (4, 4)
        assert player.snapshot() == before
    player.key(Key.Key_Left)
    assert player.view.key_cursor.is_shown


def test_the_cursor_can_be_seen_while_the_board_has_the_focus_also_where_the_program_moves_it(player: Player) -> None:
    for name in ("why_panel", "known"):  # they mark the cell that they explain
        player.window.inspector.docks[name].hide()
    player.move((8, 8))
    # Nobody has used a key yet.
    assert player.picture((0, 0)) == player.picture((0, 1))
    player.key(Key.Key_Right)
    player.key(Key.Key_Left)
    player.window.selection.clear()
    with_cursor, without = player.picture((0, 0)), player.picture((0, 1))
    assert with_cursor != without
    player.key(Key.Key_Right)
    assert player.picture((0, 0)) == without
    assert player.picture((0, 1)) == with_cursor
    player.window.speed_slider.setFocus()
    # The selected cell keeps a thin mark, which is not the cursor.
    assert player.picture((0, 1)) not in (with_cursor, without)
    player.window.selection.clear()
    assert player.picture((0, 1)) == without
    player.click((4, 4))
    for cell, is_drawn in (((4, 4), False), ((0, 1), True)):
        player.window.board_view.move_cursor(cell)
        assert player.view.key_cursor.is_shown is is_drawn


def test_f_flags_and_takes_off_and_space_reveals_and_chords(player: Player) -> None:
    player.go_to((2, 3))
    player.key(Key.Key_F)
    assert player.game.mines_found == {(2, 3)}
    player.key(Key.Key_Space)
    assert player.face((2, 3)) is Face.FLAGGED
    player.key(Key.Key_F)
    assert player.game.mines_found == set()
    player.go_to((4, 4))
    player.key(Key.Key_Space)
    assert player.face((4, 4)) is Face.REVEALED
    number = player.number()
    player.go_to(number)
    player.key(Key.Key_Space)
    assert "around it and has" in player.status
    player.flag(player.around(number) & player.game.mines)
    hidden = player.around(number) & player.covered()
    player.go_to(number)
    player.key(Key.Key_Space)
    assert hidden
    assert all(player.face(cell) is Face.REVEALED for cell in hidden)


def test_keys_that_start_games_copy_the_seed_and_close(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.key(Key.Key_S, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == "1"
    assert "seed 1" in player.status
    for number, (name, level) in enumerate(DIFFICULTIES.items(), 1):
        player.key(Key(Key.Key_0 + number), CTRL)
        assert player.session.difficulty == level, name
        model = player.window.board_model
        assert (model.rowCount(), model.columnCount()) == (level.height, level.width)
    received = []
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda difficulty, parent: received.append(difficulty))
    player.key(Key.Key_5, CTRL)
    assert received == [player.session.difficulty]
    player.again()
    player.click((4, 4))
    game, mines = player.game, player.game.mines
    player.key(Key.Key_R, CTRL)
    assert player.game is not game
    assert player.game.state is State.READY
    assert player.game.mines == mines
    player.click(player.free())
    game = player.game
    player.key(Key.Key_N, CTRL)
    assert player.game is not game
    assert player.game.state is State.READY
    assert player.game.mines != mines
    shown: list[object] = []
    monkeypatch.setattr(dialogs, "show_about", shown.append)
    player.key(Key.Key_F1, SHIFT)
    assert shown == []
    player.action("about").trigger()
    assert shown == [player.window]
    player.key(Key.Key_Q, CTRL)
    assert not player.window.isVisible()


def test_keys_that_switch_options_and_set_the_speed(player: Player) -> None:
    held = {name for name, action in player.window.actions_by.by_name.items() if action.autoRepeat()}
    steps = {"previous_step", "next_step"}
    assert held == {"ai_move", "step", "slower", "faster", "zoom_in", "zoom_out", "undo", "redo"} | steps
    for key, name in ((Key.Key_O, "overlay"), (Key.Key_C, "coordinates"), (Key.Key_M, "tell_mines")):
        was_on = player.action(name).isChecked()
        player.key(key)
        assert player.action(name).isChecked() is not was_on
        assert player.view.horizontalHeader().isVisible() is (name != "coordinates")
        assert player.view.verticalHeader().isVisible() is (name != "coordinates")
        player.key(key)
        assert player.action(name).isChecked() is was_on
    panel = player.window.knowledge_panel
    assert panel.isVisible()
    player.key(Key.Key_K)
    assert not panel.isVisible()
    player.key(Key.Key_K)
    assert panel.isVisible()
    player.action("knowledge").trigger()
    player.key(Key.Key_F, CTRL)
    assert panel.filter_field.hasFocus()
    assert player.action("knowledge").isChecked()
    player.view.setFocus()
    slider = player.window.speed_slider
    slider.setValue(6)
    player.key(Key.Key_BracketRight)
    assert (slider.value(), player.session.autoplay.speed) == (7, 16)
    player.key(Key.Key_BracketLeft)
    player.key(Key.Key_BracketLeft)
    assert (slider.value(), player.session.autoplay.speed) == (5, 4)
    for _ in range(9):
        player.key(Key.Key_BracketRight)
    assert player.session.autoplay.speed == 0


def test_keys_and_the_wheel_zoom_and_f11_fills_the_screen(player: Player, qapp: QApplication) -> None:
    area, view = player.window.board_area, player.window.board_view
    fit = view.cell_size
    player.key(Key.Key_Minus, CTRL)
    assert (area.zoom, view.cell_size) == (fit - 4, fit - 4)
    player.key(Key.Key_Plus, CTRL)
    assert area.zoom == fit
    player.key(Key.Key_0, CTRL)
    assert area.zoom == 0
    assert view.cell_size == fit
    for delta, size in ((-120, fit - 4), (-120, fit - 8), (120, fit - 4)):
        middle = view.viewport().rect().center()
        spots = (middle.toPointF(), view.mapToGlobal(middle).toPointF(), QPoint(), QPoint(0, delta))
        event = QWheelEvent(*spots, Qt.MouseButton.NoButton, CTRL, Qt.ScrollPhase.NoScrollPhase, False)
        qapp.sendEvent(view.viewport(), event)
        assert view.cell_size == size
    player.key(Key.Key_F11)
    player.qtbot.waitUntil(player.window.isFullScreen)
    assert player.action("full_screen").isChecked()
    player.key(Key.Key_F11)
    player.qtbot.waitUntil(lambda: not player.window.isFullScreen())


# -- where the focus is elsewhere


def test_keys_act_on_the_board_only_while_it_has_the_focus(player: Player) -> None:
    panel = player.window.knowledge_panel
    before = player.snapshot()
    for widget in (panel.table, panel.filter_field, player.window.speed_slider):
        widget.setFocus()
        assert widget.hasFocus()
        player.key(Key.Key_Space)
        player.key(Key.Key_F)
        assert player.snapshot() == before
    panel.filter_field.clear()
    switches = {name: action.isChecked() for name, action in player.window.actions_by.by_name.items()}
    speed = player.session.autoplay.speed
    typed = "apsokcmf [(1, 2)] AFO"
    player.type(typed, panel.filter_field)
    assert panel.filter_field.text() == typed
    assert player.snapshot() == before
    assert {name: action.isChecked() for name, action in player.window.actions_by.by_name.items()} == switches
    assert player.session.autoplay.speed == speed
    assert not player.session.autoplay.is_running


def test_the_status_shows_inspecting_until_it_ends(player: Player) -> None:
    for end in ("esc", "i", "new game"):
        player.again()
        player.click((4, 4))
        before = player.status
        player.key(Key.Key_I)
        assert "does not play" in player.status
        if end == "new game":
            player.action("new_game").trigger()
        else:
            player.key(Key.Key_Escape if end == "esc" else Key.Key_I)
            assert player.status == before
        assert not player.action("inspect").isChecked()
        player.click(player.free())
        assert len(player.session.timeline.moves) == (1 if end == "new game" else 2)


# -- the keys W, U and F, and the mouse


def point_at(player: Player, cell: Cell) -> None:
    player.move(cell)
    player.qtbot.waitUntil(lambda: player.window.board_view.hovered_cell == cell)


def test_f_and_space_act_where_the_mouse_is_if_that_moved_last_and_menus_where_the_cursor_is(player: Player) -> None:
    player.go_to((1, 1))
    point_at(player, (5, 6))
    player.key(Key.Key_F)
    assert player.game.mines_found == {(5, 6)}
    # The cursor has come along, as with a click.
    player.key(Key.Key_F)
    assert player.game.mines_found == set()
    player.key(Key.Key_Left)
    assert player.window.board_view.cursor_cell == (5, 5)
    player.click((4, 4))
    point_at(player, (5, 6))
    player.key(Key.Key_F)
    assert not player.view.key_cursor.is_shown
    player.again()
    player.click((4, 4))
    assert player.game.clues[player.window.board_view.cursor_cell] == 0
    cell = player.free()
    point_at(player, cell)
    player.key(Key.Key_Space)
    assert cell in player.game.clues
    assert not player.view.key_cursor.is_shown
    for name in ("flag", "why", "reveal"):
        player.again()
        point_at(player, (5, 6))
        player.action(name).trigger()
        assert player.window.board_view.cursor_cell == (0, 0)
        done = {"flag": player.game.mines_found, "why": {player.window.selection.question}, "reveal": player.game.clues}
        assert (0, 0) in done[name]


def test_w_asks_about_the_cell_and_u_follows_from_it_unless_the_mouse_moved_last(player: Player) -> None:
    player.click((4, 4))
    selection = player.window.selection
    for moves_mouse_last in (True, False):
        if moves_mouse_last:
            player.window.knowledge_panel.filter_field.parentWidget().setFocus()
            player.key(Key.Key_Shift)
            point_at(player, (5, 6))
        else:
            player.view.setFocus()
            point_at(player, (5, 6))
            player.go_to((1, 1))
        player.key(Key.Key_W)
        asked = (5, 6) if moves_mouse_last else (1, 1)
        assert selection.question == player.window.board_view.cursor_cell == asked
        assert player.view.key_cursor.is_shown is not moves_mouse_last
    point_at(player, (5, 6))
    player.key(Key.Key_U)
    player.time.wait(CURSOR_REST)
    assert player.window.selection.question == (5, 6)
