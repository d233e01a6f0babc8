"""Writing on the sandbox's board with mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.model.board.examples import example_named
from tests.gui.support.sandboxes import Scribe
from tests.gui.support.windows import CTRL, LEFT, MIDDLE, NOTHING, RIGHT, SHIFT, Key

# What the unseen screen says of menus is no fault of the window's.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")


@pytest.fixture
def scribe(qtbot: QtBot, tmp_path: Path) -> Scribe:
    scribe = Scribe(qtbot, tmp_path / "settings.ini")
    scribe.show("3x3x2", "HHH", "HHH", "HHH")
    return scribe


# -- mouse


def test_a_click_writes_the_brush_and_another_covers(scribe: Scribe) -> None:
    scribe.click((0, 1))
    assert scribe.text == "3x3x2/H1H/HHH/HHH"
    scribe.action("3").trigger()
    scribe.click((0, 1))
    assert scribe.text == "3x3x2/H3H/HHH/HHH"
    scribe.click((0, 1))
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


@pytest.mark.parametrize("mark", "H012345678MF")
def test_every_brush(scribe: Scribe, mark: str) -> None:
    scribe.show("3x3x2", "HHH", "HHH", "H2H" if mark != "2" else "H3H")
    scribe.action(mark).trigger()
    assert scribe.window.board_view.brush == mark
    scribe.click((2, 1))
    assert scribe.text == f"3x3x2/HHH/HHH/H{mark}H"
    assert [name for name, action in scribe.window.actions_by.brushes.items() if action.isChecked()] == [mark]


def test_right_flags_what_is_covered_and_covers_the_rest(scribe: Scribe) -> None:
    scribe.show("3x3x2", "H1M", "HHH", "HHH")
    for column in range(3):
        scribe.click((0, column), RIGHT)
    assert scribe.text == "3x3x2/FHH/HHH/HHH"
    scribe.click((0, 0), RIGHT)
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


def test_dragging_writes_on_all_cells_between_and_is_one_edit(scribe: Scribe) -> None:
    scribe.drag((0, 0), (2, 2), (2, 0))
    assert scribe.text == "3x3x2/1HH/H1H/111"
    scribe.key(Key.Key_Z, CTRL)
    assert scribe.text == "3x3x2/HHH/HHH/HHH"
    scribe.drag((1, 0), (1, 2), button=RIGHT)
    assert scribe.text == "3x3x2/HHH/FFF/HHH"


def test_what_comes_after_a_drag_is_an_edit_of_its_own(scribe: Scribe) -> None:
    scribe.drag((0, 0), (0, 2))
    scribe.window.board_view.select_cell((2, 2))
    scribe.key(Key.Key_2)
    scribe.key(Key.Key_Z, CTRL)
    assert scribe.text == "3x3x2/111/HHH/HHH"


def test_dragging_goes_on_with_what_it_began_with(scribe: Scribe) -> None:
    scribe.show("3x3x2", "1H1", "HHH", "HHH")
    scribe.drag((0, 0), (0, 2))
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


def test_dragging_off_the_board_and_back(scribe: Scribe) -> None:
    viewport = scribe.window.board_view.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, NOTHING, scribe.at((0, 0)))
    QTest.mouseMove(viewport, QPoint(-9, -9))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, NOTHING, scribe.at((0, 0)))
    QTest.mouseMove(viewport, scribe.at((2, 2)))
    assert scribe.text == "3x3x2/1HH/HHH/HHH"


def test_a_button_that_was_let_go_elsewhere_writes_no_more(scribe: Scribe) -> None:
    scribe.press((0, 0))
    scribe.move((1, 0), Qt.MouseButton.NoButton)
    scribe.move((2, 0), LEFT)
    assert scribe.text == "3x3x2/1HH/HHH/HHH"
    scribe.session.set_clue((2, 2), 2)
    scribe.session.undo()
    assert scribe.text == "3x3x2/1HH/HHH/HHH"


def test_the_middle_button_takes_a_cells_mark(scribe: Scribe) -> None:
    scribe.show("3x3x2", "H5M", "HHH", "HHH")
    scribe.click((0, 1), MIDDLE)
    assert scribe.window.board_view.brush == "5"
    scribe.click((0, 2), MIDDLE)
    assert scribe.action("M").isChecked()
    assert scribe.text == "3x3x2/H5M/HHH/HHH"


def test_control_and_click_selects_and_writes_nothing(scribe: Scribe) -> None:
    scribe.click((1, 1), modifier=CTRL)
    assert scribe.window.board_view.selected_cell == (1, 1)
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


def test_inspecting_a_click_asks_why(scribe: Scribe, qtbot: QtBot) -> None:
    scribe.key(Key.Key_I)
    with qtbot.waitSignal(scribe.window.board_view.why_requested) as caught:
        scribe.click((1, 2))
    assert caught.args == [(1, 2)]
    assert scribe.text == "3x3x2/HHH/HHH/HHH"
    assert scribe.window.board_view.selected_cell == (1, 2)
    assert "asks why" in scribe.window.board_view.accessibleDescription()
    scribe.window.board_view.setFocus()
    scribe.key(Key.Key_I)
    scribe.click((1, 2))
    assert scribe.text == "3x3x2/HHH/HH1/HHH"


# -- keys


def test_keys_write_where_the_cursor_is(scribe: Scribe) -> None:
    scribe.window.board_view.select_cell((0, 0))
    for key in (Key.Key_0, Key.Key_Right, Key.Key_8, Key.Key_Right, Key.Key_M, Key.Key_Down, Key.Key_F):
        scribe.key(key)
    assert scribe.text == "3x3x2/08M/HHF/HHH"
    assert scribe.window.board_view.cursor_cell == (1, 2)
    scribe.key(Key.Key_F)
    scribe.key(Key.Key_Up)
    scribe.key(Key.Key_Asterisk)
    assert scribe.text == "3x3x2/08H/HHH/HHH"
    assert scribe.window.board_view.brush == "M"


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace, Key.Key_H])
def test_keys_that_cover(scribe: Scribe, key: Key) -> None:
    scribe.show("3x3x2", "HHH", "H1H", "HHH")
    scribe.window.board_view.select_cell((1, 1))
    scribe.key(key)
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


def test_space_writes_the_brush(scribe: Scribe) -> None:
    scribe.action("4").trigger()
    scribe.window.board_view.setFocus()
    scribe.window.board_view.select_cell((2, 0))
    scribe.key(Key.Key_Space)
    assert scribe.text == "3x3x2/HHH/HHH/4HH"


def test_nine_and_commands_write_nothing(scribe: Scribe) -> None:
    for key, modifier in ((Key.Key_9, NOTHING), (Key.Key_X, NOTHING), (Key.Key_1, CTRL), (Key.Key_F, CTRL)):
        scribe.window.board_view.setFocus()
        scribe.key(key, modifier)
        assert scribe.text == "3x3x2/HHH/HHH/HHH"


def test_a_held_key_writes_once(scribe: Scribe) -> None:
    view = scribe.window.board_view
    view.select_cell((1, 1))
    for _ in range(3):
        QTest.simulateEvent(view, True, Key.Key_F, NOTHING, "f", True)
    assert scribe.text == "3x3x2/HHH/HHH/HHH"
    QTest.simulateEvent(view, True, Key.Key_F, NOTHING, "f", False)
    assert scribe.text == "3x3x2/HHH/HFH/HHH"


def test_the_menu_of_a_cell_comes_with_shift(scribe: Scribe, qtbot: QtBot) -> None:
    with qtbot.waitSignal(scribe.window.board_view.menu_requested):
        scribe.click((0, 0), RIGHT, SHIFT)
    QApplication.activePopupWidget().close()
    assert scribe.text == "3x3x2/HHH/HHH/HHH"


# -- what is seen and said


def test_a_clash_is_marked_on_the_board_and_said(scribe: Scribe) -> None:
    scribe.action("pattern-contradiction").trigger()
    scribe.has_found()
    view, model = scribe.window.board_view, scribe.window.board_model
    assert view.clash == {(0, 4), (1, 4)}
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.data(model.index(1, 4), role) == "row 1, column 4: revealed, no mines around, contradicts other clues"
    assert model.data(model.index(0, 0), role) == "row 0, column 0: revealed, 1 mine around"
    view.select_cell((1, 4))
    scribe.key(Key.Key_Delete)
    scribe.has_found()
    assert view.clash == frozenset()


@pytest.mark.parametrize("ground", ["#efefef", "#2b2b2b"])
def test_the_clash_looks_unlike_any_other_cell(scribe: Scribe, ground: str) -> None:
    scribe.window.setPalette(QPalette(QColor(ground), QColor(ground)))
    scribe.action("pattern-contradiction").trigger()
    scribe.has_found()
    view = scribe.window.board_view
    view.clearFocus()

    def picture(cell: tuple[int, int]) -> QImage:
        return view.viewport().grab(view.visualRect(scribe.window.board_model.index(*cell))).toImage()

    marked = picture((0, 4))
    view.show_clash(frozenset())
    assert marked != picture((0, 4))
    assert picture((0, 4)) == picture((0, 0))


def test_screen_readers_are_told_what_the_keys_do(scribe: Scribe) -> None:
    reader = QAccessible.queryAccessibleInterface(scribe.window.board_view)
    assert reader.text(QAccessible.Text.Name) == "Board"
    assert "0 to 8 write a clue" in reader.text(QAccessible.Text.Description)


def test_the_position_is_what_an_example_says(scribe: Scribe) -> None:
    for name, action in scribe.window.actions_by.examples.items():
        action.trigger()
        assert scribe.session.position == example_named(name).position


def test_the_courses_letters_stay_until_there_is_another_position(scribe: Scribe) -> None:
    model = scribe.window.board_model
    role = Qt.ItemDataRole.AccessibleTextRole
    scribe.action("course-all-safe").trigger()
    assert model.letter((1, 1)) == "E"
    assert model.data(model.index(1, 1), role).endswith(", called E")
    scribe.action("course-all-mines").trigger()
    scribe.click((0, 0))
    assert (model.letter((0, 0)), model.letter((0, 1))) == ("", "B")
    scribe.click((0, 0))
    assert model.letter((0, 0)) == "A"
    scribe.window.fields.rows.setValue(4)
    assert model.letter((0, 0)) == ""
    scribe.action("course-all-mines").trigger()
    scribe.paste("3x3x1\nHHH\nHHH\nHHH")
    assert model.letter((0, 0)) == ""


def test_a_letter_is_seen_under_every_overlay(scribe: Scribe) -> None:
    view, model = scribe.window.board_view, scribe.window.board_model
    scribe.action("course-one-of-eight").trigger()
    scribe.has_found()
    view.clearFocus()
    for name in ("overlay", "risks"):
        scribe.action(name).trigger()
        rect = view.visualRect(model.index(0, 0))
        with_letter = view.viewport().grab(rect).toImage()
        model.set_letters({})
        assert view.viewport().grab(rect).toImage() != with_letter
        scribe.action("course-one-of-eight").trigger()
