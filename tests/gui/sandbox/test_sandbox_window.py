"""The sandbox's window: fields, text and files, examples, panels, and what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.sandbox import sandbox_dialogs
from minesweeper_qt.gui.sandbox.sandbox_dialogs import EmptyBoardDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import Minesweeper, Position
from minesweeper_qt.model.board.examples import EXAMPLES, example_named
from tests.gui.support.sandboxes import Scribe, expected, told
from tests.gui.support.windows import ALT, CTRL, RIGHT, SHIFT, Key

# What the unseen screen says of menus and of coming to the front is no fault of the window's.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")


@pytest.fixture
def scribe(qtbot: QtBot, tmp_path: Path) -> Scribe:
    scribe = Scribe(qtbot, tmp_path / "settings.ini")
    scribe.has_found()
    return scribe


def rows(scribe: Scribe) -> list[str]:
    model = scribe.window.inspector.knowledge_model
    return [model.derivation(row).text for row in range(model.rowCount())]


# -- size and mines


def test_the_fields_show_the_position_and_apply_at_once(scribe: Scribe) -> None:
    fields = scribe.window.fields
    assert [fields.rows.value(), fields.columns.value(), fields.mines.value()] == [3, 3, 1]
    fields.rows.setFocus()
    scribe.key(Key.Key_Up)
    assert scribe.text == "3x4x1/HHH/H1H/HHH/HHH"
    fields.columns.setFocus()
    fields.columns.selectAll()
    QTest.keyClicks(fields.columns, "12")
    assert scribe.session.width == 3
    scribe.key(Key.Key_Return)
    assert scribe.session.width == 12
    fields.mines.setFocus()
    fields.mines.selectAll()
    QTest.keyClicks(fields.mines, "48")
    scribe.key(Key.Key_Return)
    assert scribe.session.position.mines == 48
    assert scribe.window.board_model.columnCount() == 12
    for _ in range(3):
        scribe.action("undo").trigger()
    assert [fields.rows.value(), fields.columns.value(), fields.mines.value()] == [3, 3, 1]


def test_the_limits_are_named_and_hold(scribe: Scribe) -> None:
    fields = scribe.window.fields
    for field, most in ((fields.rows, 100), (fields.columns, 100), (fields.mines, 9)):
        assert f"to {most}" in field.accessibleDescription()
        assert field.maximum() == most
    fields.mines.setValue(9)
    fields.rows.setValue(2)
    assert scribe.session.position.mines == 6
    assert fields.mines.maximum() == 6


# -- text


def test_copy_and_paste(scribe: Scribe) -> None:
    scribe.key(Key.Key_C, CTRL)
    text = QGuiApplication.clipboard().text()
    assert text == "3x3x1\nHHH\nH1H\nHHH\n"
    assert scribe.note == "Copied the position as text."
    scribe.paste("2x2x1\r\n1H\r\nHF\r\n")
    assert scribe.text == "2x2x1/1H/HF"
    assert scribe.note == "Pasted."
    scribe.key(Key.Key_Z, CTRL)
    assert scribe.session.position.to_text() == text


@pytest.mark.parametrize(
    "text, where",
    [
        ("", "line 1, column 1: nothing there; expected WIDTHxHEIGHTxMINES"),
        ("hello", "line 1, column 1: 'hello'; expected"),
        ("3x2x1\n1H\nHHH", "line 2, column 3: 2 cells in the row; expected 3"),
        ("2x2x1\n1H\nHX", "line 3, column 2: 'X'; allowed are 0-8, H, F, ? and M"),
        ("2x2x9\n1H\nHH", "line 1, column 5: mines 9; allowed are 0 to 4"),
        ("2x3x1\n1H\nHH", "line 4, column 1: 2 rows; expected 3"),
        ("101x1x0\n" + "H" * 101, "the position is 101x1; allowed are up to 100x100"),
    ],
)
def test_what_can_not_be_pasted_is_explained_and_changes_nothing(scribe: Scribe, text: str, where: str) -> None:
    before = scribe.session.position
    scribe.paste(text)
    assert where in scribe.note
    assert scribe.session.position is before
    assert not scribe.action("undo").isEnabled()
    assert scribe.window.fields.rows.value() == 3


def test_a_note_goes_with_the_next_edit(scribe: Scribe) -> None:
    scribe.paste("nothing")
    assert scribe.note
    scribe.click((0, 0))
    assert scribe.note == ""


# -- files


def test_save_and_open(scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "position.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    scribe.key(Key.Key_S, CTRL)
    assert path.read_text() == "3x3x1\nHHH\nH1H\nHHH\n"
    path.write_text("2x1x1\n1H\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    scribe.key(Key.Key_O, CTRL)
    assert scribe.text == "2x1x1/1H"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    scribe.key(Key.Key_O, CTRL)
    assert scribe.text == "2x1x1/1H"


@pytest.mark.parametrize(
    "content, why",
    [
        (None, "No such file"),
        (b"2x1x1\n1X\n", "line 2, column 2: 'X'"),
        (b"2x1x1\n\xff\xff\n", "line 2: byte 0xff is not UTF-8"),
        (b"x" * 100_001, "more than 100000 bytes"),
    ],
)
def test_what_can_not_be_opened(
    scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, why: str
) -> None:
    path = tmp_path / "position.txt"
    if content is not None:
        path.write_bytes(content)
    said: list[str] = []
    monkeypatch.setattr(sandbox_dialogs, "ask_path", lambda parent: str(path))
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: said.append(text))
    before = scribe.session.position
    scribe.action("open").trigger()
    assert len(said) == 1
    assert why in said[0]
    assert scribe.session.position is before


def test_what_can_not_be_saved(scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "such"), ""))
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: said.append(text))
    scribe.action("save").trigger()
    assert len(said) == 1


# -- an empty board


def test_a_new_empty_board(scribe: Scribe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmptyBoardDialog, "ask", lambda start, parent: Position(4, 5, 6))
    scribe.key(Key.Key_N, CTRL)
    assert scribe.session.position == Position(4, 5, 6)
    monkeypatch.setattr(EmptyBoardDialog, "ask", lambda start, parent: None)
    scribe.key(Key.Key_N, CTRL)
    assert scribe.session.position == Position(4, 5, 6)


def test_the_dialog_leaves_only_what_can_be(qtbot: QtBot) -> None:
    dialog = EmptyBoardDialog(Position(4, 5, 20))
    qtbot.addWidget(dialog)
    assert dialog.chosen() == Position(4, 5, 20)
    dialog.rows.setValue(1)
    dialog.columns.setValue(1)
    assert dialog.chosen() == Position(1, 1, 1)
    dialog.mines.setValue(-5)
    assert dialog.chosen() == Position(1, 1, 0)
    for field in dialog.findChildren(QSpinBox):
        assert field.accessibleDescription()


# -- examples, findings, panels


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_say_what_they_show(scribe: Scribe, example) -> None:
    scribe.action(example.name).trigger()
    assert scribe.session.position == example.position
    assert scribe.note == f"{example.title}: {example.says}"
    scribe.has_found()
    agree = "No layout agrees" if example.name == "pattern-contradiction" else "agree"
    assert agree in scribe.status
    assert set(rows(scribe)) == told(scribe.session)[0]


def test_the_table_follows_the_edits_and_keeps_its_selection(scribe: Scribe) -> None:
    scribe.action("course-difference").trigger()
    table = scribe.window.inspector.knowledge_panel.table
    table.setFocus()
    table.selectRow(2)
    chosen = rows(scribe)[2]
    assert chosen == "{(1, 1), (1, 2), (1, 3)} = 1"
    scribe.action("2").trigger()
    scribe.click((2, 4))
    assert set(rows(scribe)) == expected(scribe.session.position)[0]
    (index,) = table.selectionModel().selectedRows()
    proxy = scribe.window.inspector.knowledge_panel.proxy
    assert rows(scribe)[proxy.mapToSource(index).row()] == chosen


def test_the_table_marks_what_the_last_edit_brought(scribe: Scribe) -> None:
    proxy = scribe.window.inspector.knowledge_panel.proxy
    scribe.click((0, 0))
    assert [derivation.text for derivation in proxy.context.added] == ["{(0, 1), (1, 0)} = 1"]
    scribe.action("undo").trigger()
    assert [derivation.text for derivation in proxy.context.added] == rows(scribe)
    scribe.action("undo").trigger()
    scribe.click((2, 2), RIGHT)
    assert proxy.context.added == frozenset()


def test_why_in_the_sandbox(scribe: Scribe, qtbot: QtBot) -> None:
    scribe.action("pattern-1-2-1").trigger()
    scribe.window.board_view.setFocus()
    scribe.window.board_view.select_cell((1, 2))
    with qtbot.waitSignal(scribe.session.explanation_service.explained, timeout=20_000) as caught:
        scribe.session.set_mines(5)
        scribe.key(Key.Key_W)
    (explanation,) = caught.args
    assert explanation.error is None
    assert explanation.cell == (1, 2)
    assert explanation.found is not None


def test_overlays_with_the_games_keys(scribe: Scribe, qtbot: QtBot) -> None:
    scribe.action("pattern-mine-count").trigger()
    scribe.has_found()
    scribe.window.board_view.setFocus()
    for key, overlay in ((Key.Key_O, Overlay.KNOWLEDGE), (Key.Key_R, Overlay.CHANCES), (Key.Key_L, Overlay.LEVELS)):
        scribe.key(key)
        assert scribe.window.actions_by.overlay() is overlay
    qtbot.waitUntil(lambda: scribe.session.levels is not None, timeout=20_000)
    assert {str(level) for level in scribe.session.levels.values()} == {"count"}
    scribe.key(Key.Key_L)
    assert scribe.window.actions_by.overlay() is Overlay.OFF
    shown = scribe.window.board_view.horizontalHeader().isVisible()
    scribe.key(Key.Key_C)
    assert scribe.window.board_view.horizontalHeader().isVisible() != shown


def test_the_number_of_mines_by_key(scribe: Scribe) -> None:
    scribe.action("pattern-mine-count").trigger()
    scribe.key(Key.Key_M, CTRL)
    assert scribe.session.settled[0, 2].count == 0
    assert any(text.endswith("= 2") for text in rows(scribe))


def test_undo_says_what_it_takes_back(scribe: Scribe) -> None:
    assert scribe.action("undo").text() == "&Undo"
    scribe.click((0, 0))
    assert scribe.action("undo").text() == "&Undo 1 at (0, 0)"
    scribe.key(Key.Key_Z, CTRL)
    assert scribe.action("redo").text() == "&Redo 1 at (0, 0)"
    scribe.key(Key.Key_Z, CTRL | SHIFT)
    assert scribe.text == "3x3x1/1HH/H1H/HHH"
    scribe.action("clear").trigger()
    assert scribe.text == "3x3x1/HHH/HHH/HHH"
    assert not scribe.action("clear").isEnabled()


@pytest.mark.parametrize("height, width, mines", [(16, 30, 99), (100, 100, 2000)])
def test_large_boards(scribe: Scribe, height: int, width: int, mines: int) -> None:
    game = Minesweeper(height, width, mines, seed=9)
    clues = {cell: game.nearby_mines(cell) for cell in game.grid.cells[::3] if cell not in game.mines}
    scribe.window.show_position(Position(height, width, mines, clues))
    scribe.has_found()
    assert told(scribe.session) == expected(scribe.session.position)
    cell = min(clues)
    scribe.window.board_view.setFocus()
    scribe.window.board_view.select_cell(cell)
    scribe.window.board_view.clear_selected()
    scribe.key(Key.Key_Delete)
    scribe.has_found()
    assert cell not in scribe.session.position.clues
    assert set(rows(scribe)) == expected(scribe.session.position)[0]


# -- the window


def test_it_fits_a_small_screen(scribe: Scribe) -> None:
    assert scribe.window.windowTitle() == "Minesweeper - Sandbox"
    least = scribe.window.minimumSizeHint()
    assert least.boundedTo(QSize(1366, 700)) == least
    scribe.window.resize(1180, 700)
    assert scribe.window.size() == QSize(1180, 700)


def test_a_position_of_the_game_can_be_undone(scribe: Scribe) -> None:
    scribe.window.show_position(Position(2, 2, 1, {(0, 0): 1}))
    assert scribe.text == "2x2x1/1H/HH"
    scribe.action("undo").trigger()
    assert scribe.session.position == example_named("course-one-of-eight").position


def test_it_is_remembered_how_it_was(qtbot: QtBot, tmp_path: Path) -> None:
    first = Scribe(qtbot, tmp_path / "settings.ini")
    first.window.resize(700, 640)
    first.action("risks").trigger()
    first.action("coordinates").trigger()
    size = first.window.size()
    first.window.close()
    second = Scribe(qtbot, tmp_path / "settings.ini")
    assert second.window.size() == size
    assert second.action("risks").isChecked()
    assert not second.action("coordinates").isChecked()
    assert second.window.board_view.horizontalHeader().isHidden()
    second.window.close()


def test_closed_and_shown_again_it_goes_on(scribe: Scribe) -> None:
    scribe.window.board_view.select_cell((0, 0))
    scribe.key(Key.Key_1)
    scribe.key(Key.Key_W, CTRL)
    assert scribe.window.isHidden()
    scribe.window.show()
    scribe.has_found()
    assert scribe.text == "3x3x1/1HH/H1H/HHH"
    assert "agree" in scribe.status


def test_closed_while_it_learns_it_leaves_nothing_and_goes_on_later(scribe: Scribe) -> None:
    game = Minesweeper(100, 100, 2000, seed=4)
    clues = {cell: game.nearby_mines(cell) for cell in game.grid.cells if cell not in game.mines}
    cell = min(clues)
    clues[cell] = 8 - clues[cell]
    scribe.window.show_position(Position(100, 100, 2000, clues))
    assert scribe.session.is_learning
    scribe.window.close()
    assert not scribe.session.is_learning
    assert told(scribe.session) != expected(scribe.session.position)
    scribe.window.show()
    scribe.has_found()
    assert told(scribe.session) == expected(scribe.session.position)


def test_menus_open_by_keyboard(scribe: Scribe) -> None:
    for key in (Key.Key_P, Key.Key_E, Key.Key_X, Key.Key_V, Key.Key_I, Key.Key_H):
        scribe.window.board_view.setFocus()
        scribe.key(key, ALT)
        popup = QApplication.activePopupWidget()
        assert popup is not None
        popup.close()


def test_every_key_belongs_to_one_action(scribe: Scribe) -> None:
    used: dict[str, str] = {}
    for name, action in scribe.window.actions_by.by_name.items():
        for keys in action.shortcuts():
            assert keys.toString() not in used, (name, used[keys.toString()])
            used[keys.toString()] = name


def test_what_can_be_reached_has_a_name_for_screen_readers(scribe: Scribe) -> None:
    own = [*scribe.window.fields.findChildren(QSpinBox), scribe.window.board_view]
    for bar in ("sandbox_position", "sandbox_palette"):
        own += scribe.window.findChild(QWidget, bar).findChildren(QAbstractButton)
    named = 0
    for widget in own:
        if widget.objectName().startswith("qt_"):
            continue
        reader = QAccessible.queryAccessibleInterface(widget)
        assert reader.text(QAccessible.Text.Name), widget
        named += 1
    assert named > 20
    buttons = scribe.window.findChild(QWidget, "sandbox_palette").findChildren(QAbstractButton)
    assert any(button.accessibleName() == "Brush: Clue 3" for button in buttons)
    assert all(button.accessibleDescription() for button in buttons if button.accessibleName().startswith("Brush"))
