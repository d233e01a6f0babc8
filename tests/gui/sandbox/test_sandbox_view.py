"""Tests of the sandbox's board: writing with mouse and keys, and the marks of cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.model import Position
from tests.gui.support.board_views import select
from tests.gui.support.heard import Heard
from tests.gui.support.sandboxes import SandboxDriver
from tests.gui.support.windows import CTRL, LEFT, MIDDLE, NOTHING, RIGHT, SHIFT, Key

# The offscreen platform warns about menus, which is not a fault of the window.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)"),
]


@pytest.fixture
def sandbox(qtbot: QtBot, tmp_path: Path) -> SandboxDriver:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    sandbox.show("3x3x2", "HHH", "HHH", "HHH")
    return sandbox


# -- mouse


def test_a_click_writes_the_brush_and_another_covers(sandbox: SandboxDriver) -> None:
    sandbox.click((0, 1))
    assert sandbox.text == "3x3x2/H1H/HHH/HHH"
    sandbox.action("3").trigger()
    sandbox.click((0, 1))
    assert sandbox.text == "3x3x2/H3H/HHH/HHH"
    sandbox.click((0, 1))
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    for mark in "H012345678MF":
        sandbox.show("3x3x2", "HHH", "HHH", "H2H" if mark != "2" else "H3H")
        sandbox.action(mark).trigger()
        assert sandbox.window.board_view.stroke.brush == mark
        sandbox.click((2, 1))
        assert sandbox.text == f"3x3x2/HHH/HHH/H{mark}H"
        checked = [name for name, action in sandbox.window.actions_by.brushes.items() if action.isChecked()]
        assert checked == [mark]


def test_the_other_buttons_flag_cover_take_a_mark_and_select(sandbox: SandboxDriver) -> None:
    sandbox.show("3x3x2", "H1M", "HHH", "HHH")
    for column in range(3):
        sandbox.click((0, column), RIGHT)
    assert sandbox.text == "3x3x2/FHH/HHH/HHH"
    sandbox.click((0, 0), RIGHT)
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    sandbox.click((1, 1), modifier=CTRL)
    assert sandbox.window.board_view.selection.cell == (1, 1)
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    with sandbox.qtbot.waitSignal(sandbox.window.board_view.menu_requested):
        sandbox.click((0, 0), RIGHT, SHIFT)
    QApplication.activePopupWidget().close()
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    sandbox.show("3x3x2", "H5M", "HHH", "HHH")
    sandbox.click((0, 1), MIDDLE)
    assert sandbox.window.board_view.stroke.brush == "5"
    sandbox.click((0, 2), MIDDLE)
    assert sandbox.action("M").isChecked()
    assert sandbox.text == "3x3x2/H5M/HHH/HHH"


def test_dragging_writes_on_all_cells_between_and_is_one_edit(sandbox: SandboxDriver) -> None:
    sandbox.drag((0, 0), (2, 2), (2, 0))
    assert sandbox.text == "3x3x2/1HH/H1H/111"
    sandbox.key(Key.Key_Z, CTRL)
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    sandbox.drag((1, 0), (1, 2), button=RIGHT)
    assert sandbox.text == "3x3x2/HHH/FFF/HHH"
    sandbox.key(Key.Key_Z, CTRL)
    sandbox.drag((0, 0), (0, 2))
    select(sandbox.window.board_view, (2, 2))
    sandbox.key(Key.Key_2)
    sandbox.key(Key.Key_Z, CTRL)
    assert sandbox.text == "3x3x2/111/HHH/HHH", "an edit after a drag is an edit of its own"
    sandbox.action("1").trigger()
    sandbox.show("3x3x2", "1H1", "HHH", "HHH")
    sandbox.drag((0, 0), (0, 2))
    assert sandbox.text == "3x3x2/HHH/HHH/HHH", "it goes on with what it began with"


def test_a_quick_mouse_edits_once_for_all_cells_that_it_passes(sandbox: SandboxDriver) -> None:
    """Each edit is learned from the start, which takes long for a hundred of them."""
    sandbox.session.editor.set_position(Position(1, 40, 5))
    before = sandbox.session.editor.edits
    sandbox.press((0, 0))
    sandbox.move((0, 30), LEFT)
    assert sandbox.session.editor.edits == before + 2
    assert len(sandbox.session.view.position.clues) == 31
    QTest.mouseRelease(sandbox.window.board_view.viewport(), LEFT, NOTHING, sandbox.at((0, 30)))


def test_a_stroke_ends_off_the_board_where_the_button_is_released_and_at_a_key(sandbox: SandboxDriver) -> None:
    viewport = sandbox.window.board_view.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, NOTHING, sandbox.at((0, 0)))
    QTest.mouseMove(viewport, QPoint(-9, -9))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, NOTHING, sandbox.at((0, 0)))
    QTest.mouseMove(viewport, sandbox.at((2, 2)))
    assert sandbox.text == "3x3x2/1HH/HHH/HHH"
    sandbox.show("3x3x2", "HHH", "HHH", "HHH")
    sandbox.press((0, 0))
    sandbox.move((1, 0), Qt.MouseButton.NoButton)
    sandbox.move((2, 0), LEFT)
    assert sandbox.text == "3x3x2/1HH/HHH/HHH"
    sandbox.session.editor.set_marks([(2, 2)], "2")
    sandbox.session.editor.undo()
    assert sandbox.text == "3x3x2/1HH/HHH/HHH"
    sandbox.show("3x3x2", "HHH", "HHH", "HHH")
    sandbox.press((0, 0))
    sandbox.key(Key.Key_Z, CTRL)
    sandbox.move((0, 2), LEFT)
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    QTest.mouseRelease(sandbox.window.board_view.viewport(), LEFT, NOTHING, sandbox.at((0, 2)))
    sandbox.press((0, 0))
    sandbox.key(Key.Key_2)
    sandbox.move((0, 2), LEFT)
    assert sandbox.text == "3x3x2/2HH/HHH/HHH"
    QTest.mouseRelease(sandbox.window.board_view.viewport(), LEFT, NOTHING, sandbox.at((0, 2)))
    sandbox.key(Key.Key_Z, CTRL)
    assert sandbox.text == "3x3x2/1HH/HHH/HHH"


def test_a_click_while_inspecting_requests_a_proof(sandbox: SandboxDriver, qtbot: QtBot) -> None:
    sandbox.key(Key.Key_I)
    with qtbot.waitSignal(sandbox.window.board_view.why_requested) as caught:
        sandbox.click((1, 2))
    assert caught.args == [(1, 2)]
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    assert sandbox.window.board_view.selection.cell == (1, 2)
    assert "asks why" in sandbox.window.board_view.accessibleDescription()
    sandbox.window.board_view.setFocus()
    sandbox.key(Key.Key_I)
    sandbox.click((1, 2))
    assert sandbox.text == "3x3x2/HHH/HH1/HHH"


# -- keys


def test_keys_write_and_cover_where_the_cursor_is_and_held_ones_once(sandbox: SandboxDriver) -> None:
    select(sandbox.window.board_view, (0, 0))
    for key in (Key.Key_0, Key.Key_Right, Key.Key_8, Key.Key_Right, Key.Key_M, Key.Key_Down, Key.Key_F):
        sandbox.key(key)
    assert sandbox.text == "3x3x2/08M/HHF/HHH"
    assert sandbox.window.board_view.cursor_cell == (1, 2)
    sandbox.key(Key.Key_F)
    sandbox.key(Key.Key_Up)
    sandbox.key(Key.Key_Asterisk)
    assert sandbox.text == "3x3x2/08H/HHH/HHH"
    assert sandbox.window.board_view.stroke.brush == "M"
    view = sandbox.window.board_view
    for key in (Key.Key_Delete, Key.Key_Backspace, Key.Key_H):
        sandbox.show("3x3x2", "HHH", "H1H", "HHH")
        select(view, (1, 1))
        sandbox.key(key)
        assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    for key, modifier in ((Key.Key_9, NOTHING), (Key.Key_X, NOTHING), (Key.Key_1, CTRL), (Key.Key_F, CTRL)):
        view.setFocus()
        sandbox.key(key, modifier)
        assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    sandbox.action("4").trigger()
    view.setFocus()
    select(view, (2, 0))
    sandbox.key(Key.Key_Space)
    assert sandbox.text == "3x3x2/HHH/HHH/4HH"
    sandbox.show("3x3x2", "HHH", "HHH", "HHH")
    select(view, (1, 1))
    for _ in range(3):
        QTest.simulateEvent(view, True, Key.Key_F, NOTHING, "f", True)
    assert sandbox.text == "3x3x2/HHH/HHH/HHH"
    QTest.simulateEvent(view, True, Key.Key_F, NOTHING, "f", False)
    assert sandbox.text == "3x3x2/HHH/HFH/HHH"


# -- marks, letters and accessibility


def test_a_clash_is_marked_for_screen_readers_and_looks_unlike_any_other_cell(sandbox: SandboxDriver) -> None:
    sandbox.action("pattern-contradiction").trigger()
    sandbox.wait_until_found()
    view, model = sandbox.window.board_view, sandbox.window.board_model
    assert view.clash == {(0, 4), (1, 4)}
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.data(model.index(1, 4), role) == "empty, contradicts other clues, row 1, column 4"
    assert model.data(model.index(0, 0), role) == "1, row 0, column 0"
    select(view, (1, 4))
    sandbox.key(Key.Key_Delete)
    sandbox.wait_until_found()
    assert view.clash == frozenset()
    sandbox.action("pattern-contradiction").trigger()
    sandbox.wait_until_found()
    view.clearFocus()
    clash = view.clash

    def picture(cell: tuple[int, int]) -> QImage:
        return view.viewport().grab(view.visualRect(sandbox.window.board_model.index(*cell))).toImage()

    for ground in ("#efefef", "#2b2b2b"):
        sandbox.window.setPalette(QPalette(QColor(ground), QColor(ground)))
        view.show_clash(clash)
        marked = picture((0, 4))
        view.show_clash(frozenset())
        assert marked != picture((0, 4))
        assert picture((0, 4)) == picture((0, 0))


def test_the_keys_are_described_and_the_mark_that_one_writes_is_spoken(sandbox: SandboxDriver, heard: Heard) -> None:
    reader = QAccessible.queryAccessibleInterface(sandbox.window.board_view)
    assert reader.text(QAccessible.Text.Name) == "Board"
    assert "0 to 8 write a clue" in reader.text(QAccessible.Text.Description)
    sandbox.window.board_view.setFocus()
    heard.take()
    QTest.keyClick(sandbox.window.board_view, Qt.Key.Key_2)
    assert heard.take()[0] == "2, row 0, column 0"


def test_the_courses_letters_stay_until_there_is_another_position(sandbox: SandboxDriver) -> None:
    model = sandbox.window.board_model
    role = Qt.ItemDataRole.AccessibleTextRole
    sandbox.action("course-all-safe").trigger()
    assert model.letter((1, 1)) == "E"
    assert model.data(model.index(1, 1), role) == "covered, called E, row 1, column 1"
    sandbox.action("course-all-mines").trigger()
    sandbox.click((0, 0))
    assert (model.letter((0, 0)), model.letter((0, 1))) == ("", "B")
    sandbox.click((0, 0))
    assert model.letter((0, 0)) == "A"
    sandbox.window.fields.rows.setValue(4)
    assert model.letter((0, 0)) == ""
    sandbox.action("course-all-mines").trigger()
    sandbox.paste("3x3x1\nHHH\nHHH\nHHH")
    assert model.letter((0, 0)) == ""
