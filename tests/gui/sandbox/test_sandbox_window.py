"""Tests of the sandbox window: fields, text and files, examples, panels, and saved settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.sandbox.sandbox_bars import EmptyBoardDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import Position
from minesweeper_qt.model.board.examples import EXAMPLES, example_named
from tests.gui.support.board_views import select
from tests.gui.support.sandboxes import SandboxDriver, conclusions, expected_conclusions
from tests.gui.support.windows import CTRL, RIGHT, SHIFT, Key

# The offscreen platform warns about menus and about raising a window, which is not a fault of the window.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")


@pytest.fixture
def sandbox(qtbot: QtBot, tmp_path: Path) -> SandboxDriver:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    sandbox.wait_until_found()
    return sandbox


def rows(sandbox: SandboxDriver) -> list[str]:
    model = sandbox.window.inspector.knowledge_model
    return [sentence.text for sentence in model.sentences]


@pytest.mark.slow
def test_the_legend_has_the_risk_of_the_cells_that_touch_no_clue(sandbox: SandboxDriver) -> None:
    legend = sandbox.window.footer.legends.elsewhere
    sandbox.action("risks").trigger()
    shown = []
    for text in ("5x1x2\nHHHHH", "5x1x2\n1HHHH", "5x1x1\n1HHHH", "5x1x2\nMHHHH"):
        sandbox.session.editor.set_position(Position.from_text(text))
        sandbox.wait_until_found()
        shown.append(legend.words[0].text() if legend.isVisible() else "")
    assert shown == ["every cell 40 %", "elsewhere 33 %", "", "elsewhere 25 %"]


# -- size and mines


@pytest.mark.slow
def test_the_fields_show_the_position_apply_at_once_and_name_their_limits(sandbox: SandboxDriver) -> None:
    fields = sandbox.window.fields
    assert [fields.rows.value(), fields.columns.value(), fields.mines.value()] == [3, 3, 1]
    fields.rows.setFocus()
    sandbox.key(Key.Key_Up)
    assert sandbox.text == "3x4x1/HHH/H1H/HHH/HHH"
    fields.columns.setFocus()
    fields.columns.selectAll()
    QTest.keyClicks(fields.columns, "12")
    assert sandbox.session.view.board.width == 3
    sandbox.key(Key.Key_Return)
    assert sandbox.session.view.board.width == 12
    fields.mines.setFocus()
    fields.mines.selectAll()
    QTest.keyClicks(fields.mines, "48")
    sandbox.key(Key.Key_Return)
    assert sandbox.session.view.position.mines == 48
    assert sandbox.window.board_model.columnCount() == 12
    for _ in range(3):
        sandbox.action("undo").trigger()
    assert [fields.rows.value(), fields.columns.value(), fields.mines.value()] == [3, 3, 1]
    for field, most in ((fields.rows, 100), (fields.columns, 100), (fields.mines, 9)):
        assert f"to {most}" in field.accessibleDescription()
        assert field.maximum() == most
    fields.mines.setValue(9)
    fields.rows.setValue(2)
    assert sandbox.session.view.position.mines == 6
    assert fields.mines.maximum() == 6


# -- text


@pytest.mark.slow
def test_copy_and_paste(sandbox: SandboxDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.key(Key.Key_C, CTRL)
    text = QGuiApplication.clipboard().text()
    assert text == "3x3x1\nHHH\nH1H\nHHH\n"
    assert sandbox.note == "Copied the position as text."
    sandbox.paste("2x2x1\r\n1H\r\nHF\r\n")
    assert sandbox.text == "2x2x1/1H/HF"
    assert sandbox.note == "Pasted."
    asked = []
    monkeypatch.setattr(QInputDialog, "getInt", lambda *arguments: asked.append(arguments[2:]) or (asked_for, is_told))
    asked_for, is_told = 3, True
    sandbox.paste("\n 1 H F\r\n H H M\r\n")
    assert sandbox.text == "3x2x3/1HF/HHM", "rows alone have the number of mines that was asked for"
    about = "The text has no number of mines. How many are on the whole board (1 to 5)?"
    assert asked == [(about, 1, 1, 5)]
    is_told = False
    sandbox.paste("1 H\n1 1")
    assert sandbox.text == "3x2x3/1HF/HHM", "without an answer none is made up"
    assert sandbox.note == "Not pasted: nothing tells the number of mines."
    for _ in range(2):
        sandbox.key(Key.Key_Z, CTRL)
    assert sandbox.session.view.position.to_text() == text


NO_POSITIONS = {
    "2x2x1\n1H\nHX": "line 3, column 2: 'X'; allowed are 0-8, H (covered), F (flag), ? and M (known mines)",
    "01.": "line 1, column 3: '.'; allowed are 0-8, H (covered)",
    "01?\n01?": "line 1, column 3: ? is a known mine here, H a covered cell",
    "2x2\n1H\nHH": "expected WIDTHxHEIGHTxMINES",
    "101x1x0\n" + "H" * 101: "the position is 101×1; allowed are up to 100×100",
}
"""Texts that are no positions, and why."""


@pytest.mark.slow
def test_text_that_is_no_position_is_explained_and_changes_nothing_until_the_next_edit(sandbox: SandboxDriver) -> None:
    before = sandbox.session.view.position
    for text, where in NO_POSITIONS.items():
        sandbox.paste(text)
        assert where in sandbox.note
        assert sandbox.session.view.position is before
        assert not sandbox.action("undo").isEnabled()
        assert sandbox.window.fields.rows.value() == 3
    sandbox.click((0, 0))
    assert sandbox.note == ""


# -- files


NO_FILES = {
    None: "No such file",
    b"2x1x1\n1X\n": "line 2, column 2: 'X'",
    b"2x1x1\n\xff\xff\n": "line 2, column 1: '\N{REPLACEMENT CHARACTER}'",
    b"x" * 5_000_000: "expected WIDTHxHEIGHTxMINES",
}
"""Contents of files that can't be opened, ``None`` for a file that is not there, and why."""


@pytest.mark.slow
def test_save_and_open_also_what_can_not_be_opened_or_saved(
    sandbox: SandboxDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "position.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    sandbox.key(Key.Key_S, CTRL)
    assert path.read_text() == "3x3x1\nHHH\nH1H\nHHH\n"
    path.write_text("2x1x1\n1H\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    sandbox.key(Key.Key_O, CTRL)
    assert sandbox.text == "2x1x1/1H"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    sandbox.key(Key.Key_O, CTRL)
    assert sandbox.text == "2x1x1/1H"
    path.unlink()
    warnings: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: warnings.append(text))
    before = sandbox.session.view.position
    for content, why in NO_FILES.items():
        if content is not None:
            path.write_bytes(content)
        sandbox.action("open").trigger()
        assert why in warnings.pop()
        assert not warnings
        assert sandbox.session.view.position is before
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "such"), ""))
    sandbox.action("save").trigger()
    assert len(warnings) == 1


# -- an empty board


@pytest.mark.slow
def test_a_new_empty_board(sandbox: SandboxDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmptyBoardDialog, "ask", lambda start, parent: Position(4, 5, 6))
    sandbox.key(Key.Key_N, CTRL)
    assert sandbox.session.view.position == Position(4, 5, 6)
    monkeypatch.setattr(EmptyBoardDialog, "ask", lambda start, parent: None)
    sandbox.key(Key.Key_N, CTRL)
    assert sandbox.session.view.position == Position(4, 5, 6)


def test_the_dialog_allows_only_possible_boards(qtbot: QtBot) -> None:
    dialog = EmptyBoardDialog(Position(4, 5, 20))
    qtbot.addWidget(dialog)
    assert dialog.board == (4, 5, 20)
    dialog.height_box.setValue(1)
    dialog.width_box.setValue(1)
    assert dialog.board == (1, 1, 1)
    dialog.mines_box.setValue(-5)
    assert dialog.board == (1, 1, 0)


# -- examples, findings, panels


@pytest.mark.slow
def test_examples_show_their_description_and_how_many_layouts_agree(sandbox: SandboxDriver) -> None:
    for example in EXAMPLES:
        sandbox.action(example.name).trigger()
        assert sandbox.session.view.position == example.position
        assert sandbox.note == f"{example.title}: {example.description}"
        sandbox.wait_until_found()
        agree = "No layout agrees" if example.name == "pattern-contradiction" else "agree"
        assert agree in sandbox.status
        assert set(rows(sandbox)) == conclusions(sandbox.session)[0]
    sandbox.show("3x3x2", "1HH", "HHH", "HHH")
    assert "15 layouts agree." in sandbox.status
    sandbox.show("9x9x20", "1HHHHHHHH", *["HHHHHHHHH"] * 8)
    assert "layouts agree" not in sandbox.status
    assert sandbox.status.startswith("No covered cell is provably safe; the least risk is ")
    assert "\N{MULTIPLICATION SIGN}10^" in sandbox.window.footer.status.toolTip()
    assert sandbox.status in sandbox.window.footer.status.toolTip()


@pytest.mark.slow
def test_the_table_follows_the_edits_and_keeps_its_selection(sandbox: SandboxDriver) -> None:
    sandbox.trigger("course-difference")
    table = sandbox.window.inspector.knowledge_panel.table
    table.setFocus()
    table.selectRow(2)
    chosen = rows(sandbox)[2]
    assert chosen == "{(1, 1), (1, 2), (1, 3)} = 1"
    sandbox.action("2").trigger()
    sandbox.click((2, 4))
    assert set(rows(sandbox)) == expected_conclusions(sandbox.session.view.position)[0]
    (index,) = table.selectionModel().selectedRows()
    proxy = sandbox.window.inspector.knowledge_panel.proxy
    assert rows(sandbox)[proxy.mapToSource(index).row()] == chosen


@pytest.mark.slow
def test_the_table_marks_the_sentences_of_the_last_edit(sandbox: SandboxDriver) -> None:
    model = sandbox.window.inspector.knowledge_model

    def added() -> list[str]:
        return [row.derivation.text for row in model.rows if row.trace and not row.is_removed]

    sandbox.click((0, 0))
    assert added() == ["{(0, 1), (1, 0)} = 1"]
    sandbox.trigger("undo")
    assert added() == rows(sandbox)
    sandbox.trigger("undo")
    sandbox.click((2, 2), RIGHT)
    assert added() == []


@pytest.mark.slow
def test_undo_names_the_edit_it_reverts(sandbox: SandboxDriver) -> None:
    assert sandbox.action("undo").text() == "&Undo"
    sandbox.click((0, 0))
    assert sandbox.action("undo").text() == "&Undo 1 at (0, 0)"
    sandbox.key(Key.Key_Z, CTRL)
    assert sandbox.action("redo").text() == "&Redo 1 at (0, 0)"
    sandbox.key(Key.Key_Z, CTRL | SHIFT)
    assert sandbox.text == "3x3x1/1HH/H1H/HHH"
    sandbox.action("clear").trigger()
    assert sandbox.text == "3x3x1/HHH/HHH/HHH"
    assert not sandbox.action("clear").isEnabled()


# -- the window


def test_it_fits_a_small_screen(sandbox: SandboxDriver) -> None:
    assert sandbox.window.windowTitle() == "Minesweeper - Sandbox"
    least = sandbox.window.minimumSizeHint()
    assert least.boundedTo(QSize(1366, 700)) == least
    sandbox.window.resize(1180, 700)
    assert sandbox.window.size() == QSize(1180, 700)


@pytest.mark.slow
def test_a_position_of_the_game_can_be_undone_and_closed_and_shown_again_it_goes_on(sandbox: SandboxDriver) -> None:
    sandbox.window.show_position(Position(2, 2, 1, {(0, 0): 1}))
    assert sandbox.text == "2x2x1/1H/HH"
    sandbox.action("undo").trigger()
    assert sandbox.session.view.position == example_named("course-one-of-eight").position
    select(sandbox.window.board_view, (0, 0))
    sandbox.key(Key.Key_1)
    sandbox.key(Key.Key_W, CTRL)
    assert sandbox.window.isHidden()
    sandbox.window.show()
    sandbox.wait_until_found()
    assert sandbox.text == "3x3x1/1HH/H1H/HHH"
    assert "agree" in sandbox.status


@pytest.mark.slow
def test_its_settings_are_saved(qtbot: QtBot, tmp_path: Path) -> None:
    first = SandboxDriver(qtbot, tmp_path / "settings.ini")
    first.window.resize(700, 640)
    first.action("risks").trigger()
    first.action("coordinates").trigger()
    size = first.window.size()
    first.window.close()
    second = SandboxDriver(qtbot, tmp_path / "settings.ini")
    assert second.window.size() == size
    assert second.action("risks").isChecked()
    assert not second.action("coordinates").isChecked()
    assert second.window.board_view.horizontalHeader().isHidden()
    second.window.close()


def test_every_key_belongs_to_one_action(sandbox: SandboxDriver) -> None:
    used: dict[str, str] = {}
    for name, action in sandbox.window.actions_by.by_name.items():
        for keys in action.shortcuts():
            assert keys.toString() not in used, (name, used[keys.toString()])
            used[keys.toString()] = name
