"""Tests of the dialogs: the values that they accept, and their results."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt import __version__
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.dialogs import SEED_DIGITS, CustomDialog, EnterCodeDialog
from minesweeper_qt.model import DIFFICULTIES, BoardCode, Difficulty, Guesses, Minesweeper
from minesweeper_qt.model.replay.board_formats import read_board
from tests.gui.support.heard import Heard
from tests.gui.support.windows import Key, Player


@pytest.fixture
def dialog(qtbot: QtBot) -> CustomDialog:
    made = CustomDialog(DIFFICULTIES["expert"])
    qtbot.addWidget(made)
    return made


def when_shown(act: Callable[[QDialog], None]) -> None:
    """Call ``act`` with the next modal dialog once it is shown."""

    def look() -> None:
        shown = QApplication.activeModalWidget()
        if shown is None:
            QTimer.singleShot(5, look)
        else:
            act(shown)

    QTimer.singleShot(0, look)


def test_the_most_mines_follow_the_size_and_no_value_makes_an_impossible_board(dialog: CustomDialog) -> None:
    chosen = dialog.chosen()
    assert chosen.difficulty == Difficulty.custom(16, 30, 99)
    assert chosen.seed is None
    dialog.height_box.setValue(2)
    dialog.width_box.setValue(2)
    assert dialog.mines_box.value() == 3
    assert dialog.share.text() == "No more fit 2×2: 1 to 3; 75% of the cells are mines"
    dialog.mines_box.setValue(2)
    assert dialog.share.text() == "1 to 3; 50% of the cells are mines"
    for value, box in (*product((2, 100), (dialog.height_box, dialog.width_box)), (3, dialog.height_box)):
        box.setValue(value)
        most = dialog.height_box.value() * dialog.width_box.value() - 1
        assert dialog.mines_box.maximum() == most
        assert dialog.mines_box.minimum() == 1
        assert f"1 to {most}" in dialog.share.text()
    # No value makes an impossible board.
    sides = (-5, 1, 2, 3, 100, 101, 9999)
    for height, width, mines in product(sides, (1, 2, 100, 101), (-1, 0, 1, 3, 500, 9999, 10_000, 99_999)):
        for box, value in ((dialog.height_box, height), (dialog.width_box, width), (dialog.mines_box, mines)):
            box.setValue(value)
        difficulty = dialog.chosen().difficulty
        assert 2 <= difficulty.height <= 100
        assert 2 <= difficulty.width <= 100
        assert 1 <= difficulty.mines < difficulty.height * difficulty.width
    # Made from the plain numbers, so that the limits of the model are checked: the largest board with the most mines.
    made = Minesweeper.at_difficulty(Difficulty.custom(difficulty.height, difficulty.width, difficulty.mines))
    assert (made.height, made.width, made.mine_total) == (100, 100, 9999)


def test_typed_values_are_bounded_and_a_number_that_is_cut_is_said(
    dialog: CustomDialog, qtbot: QtBot, heard: Heard
) -> None:
    for box, typed in ((dialog.height_box, "999"), (dialog.width_box, "1"), (dialog.mines_box, "77777")):
        box.selectAll()
        QTest.keyClicks(box, typed)
        box.interpretText()
    assert dialog.chosen().difficulty == Difficulty.custom(99, 30, 777)
    # A typed number that is cut is said.
    dialog.height_box.setValue(2)
    dialog.show()
    dialog.mines_box.setFocus()
    dialog.mines_box.selectAll()
    QTest.keyClicks(dialog.mines_box, "999")
    assert dialog.mines_box.value() == 9
    assert dialog.share.text() == "No more fit 30×2: 1 to 59; 15% of the cells are mines"
    assert dialog.share.text() in heard.take()


def test_every_field_is_described_and_a_seed_is_of_digits_alone(dialog: CustomDialog) -> None:
    labels = {
        label.buddy(): label.text() for label in dialog.findChildren(type(dialog.share)) if label.buddy() is not None
    }
    assert set(labels) == {dialog.height_box, dialog.width_box, dialog.mines_box, dialog.seed_edit}
    for box in (dialog.height_box, dialog.width_box, dialog.mines_box):
        assert box.accessibleDescription()
    longest = "9" * SEED_DIGITS
    cases = {"0": "0", "42": "42", longest: longest, "": "", "9" * 30: longest}
    cases |= {"abc": "", "-1": "1", "1.5": "15", " 7 ": "7"}
    for typed, left in cases.items():
        dialog.seed_edit.clear()
        QTest.keyClicks(dialog.seed_edit, typed)
        assert dialog.seed_edit.text() == left, typed
        seed = dialog.chosen().seed
        assert seed == (int(left) if left else None), typed
        Minesweeper.at_difficulty(dialog.chosen().difficulty, seed=seed)


def test_ask_returns_what_was_chosen_and_nothing_after_esc(qtbot: QtBot) -> None:
    def fill(shown: QDialog) -> None:
        assert isinstance(shown, CustomDialog)
        shown.height_box.setValue(7)
        shown.seed_edit.setText("5")
        shown.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()

    window = QWidget()
    qtbot.addWidget(window)
    when_shown(fill)
    chosen = CustomDialog.ask(DIFFICULTIES["beginner"], window)
    assert chosen is not None
    assert (chosen.difficulty, chosen.seed) == (Difficulty.custom(7, 9, 10), 5)
    when_shown(lambda shown: QTest.keyClick(shown, Key.Key_Escape))
    assert CustomDialog.ask(DIFFICULTIES["beginner"], window) is None


def test_a_typed_number_replaces_the_one_before(dialog: CustomDialog, qtbot: QtBot) -> None:
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.height_box.hasFocus()
    QTest.keyClicks(dialog.height_box, "20")
    QTest.keyClick(dialog.height_box, Key.Key_Tab)
    QTest.keyClicks(dialog.width_box, "25")
    QTest.mouseClick(dialog.mines_box.lineEdit(), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.mines_box.lineEdit().hasSelectedText())
    QTest.keyClicks(dialog.mines_box, "50")
    assert dialog.chosen().difficulty == Difficulty.custom(20, 25, 50)


# -- codes

GAME_ID = "9x9:4,4,m00b7d48a3e0231c419200"
EXPERT = BoardCode(DIFFICULTIES["expert"].with_guesses(Guesses.FAIR), 2026, (7, 14))


@pytest.fixture
def entry(qtbot: QtBot, heard: Heard) -> EnterCodeDialog:
    QGuiApplication.clipboard().setText("no code")
    made = EnterCodeDialog()
    qtbot.addWidget(made)
    made.show()
    heard.take()
    return made


def test_what_a_code_means_is_said_and_only_a_right_one_starts_a_game(entry: EnterCodeDialog, heard: Heard) -> None:
    QTest.keyClicks(entry.edit, EXPERT.to_text()[:-1])
    assert heard.take() == []
    QTest.keyClick(entry.edit, Key.Key_Return)
    assert heard.take() == [entry.meaning.text()]
    QTest.keyClicks(entry.edit, EXPERT.to_text()[-1])
    assert heard.take() == ["Expert: 30×16, 99 mines, fair guesses"]
    text = EXPERT.to_text()
    cases = {
        "": "There is no code yet",
        text[:-1]: "The number of characters is 11",
        text[:-2] + "O" + text[-1]: "No code has 'O'",
        text[:3] + "3" + text[4:]: "A character is wrong",
        "2" + text[1:]: "A character is wrong",
        "3x3:z": "'3x3:z' is no board; allowed are board codes, game IDs",
        "3x3:u8": "1 digits are not a board of 3×3",
        "101x1:u8" + 25 * "0": "Width is 101; allowed are 2 to 100",
        text: "Expert: 30×16, 99 mines, fair guesses",
        text.lower().replace("-", " "): "Expert: 30×16, 99 mines, fair guesses",
    }
    for typed, said in cases.items():
        entry.edit.clear()
        QTest.keyClicks(entry.edit, typed)
        assert entry.meaning.text().startswith(said), typed
        assert entry.edit.accessibleDescription() == entry.meaning.text()
        is_right = said.startswith("Expert")
        assert (entry.code == EXPERT, entry.start.isEnabled()) == (is_right, is_right)
        QTest.keyClick(entry.edit, Key.Key_Return)
        assert entry.isVisible() != is_right
        entry.show()


def test_the_code_in_the_clipboard_is_offered_and_enter_takes_it(qtbot: QtBot) -> None:
    def leave(key: Key, shown: QDialog) -> None:
        assert isinstance(shown, EnterCodeDialog)
        offered.append(shown.edit.text())
        QTest.keyClick(shown.edit, key)

    window, offered = QWidget(), list[str]()
    qtbot.addWidget(window)
    for copied, key, chosen in (
        (f" {EXPERT.to_text().lower()}\n", Key.Key_Return, EXPERT),
        (EXPERT.to_text(), Key.Key_Escape, None),
        ("9" * 100_000, Key.Key_Escape, None),
        (f"https://example.org/mines.html#{GAME_ID}\n", Key.Key_Return, read_board(GAME_ID)),
    ):
        QGuiApplication.clipboard().setText(copied)
        when_shown(partial(leave, key))
        assert EnterCodeDialog.ask(window) == chosen
    assert offered == [EXPERT.to_text(), EXPERT.to_text(), "", f"https://example.org/mines.html#{GAME_ID}"]


@pytest.mark.slow
def test_enter_plays_and_the_custom_board_of_last_time_is_offered_again(player: Player) -> None:
    when_shown(lambda shown: QTest.keyClick(shown, Key.Key_Return))
    player.window.actions_by.difficulties["custom"].trigger()
    assert player.session.difficulty == Difficulty.custom(9, 9, 10)
    offered = []

    def fill(shown: QDialog) -> None:
        assert isinstance(shown, CustomDialog)
        offered.append(shown.chosen().difficulty)
        shown.width_box.setValue(12)
        shown.accept()

    for _ in range(2):
        player.window.actions_by.difficulties["expert"].trigger()
        when_shown(fill)
        player.window.actions_by.difficulties["custom"].trigger()
    assert offered == [Difficulty.custom(9, 9, 10), Difficulty.custom(9, 12, 10)]


def test_the_program_is_explained(qtbot: QtBot) -> None:
    seen = []

    def read(shown: QDialog) -> None:
        assert isinstance(shown, QMessageBox)
        seen.append(shown.text() + shown.informativeText())
        shown.reject()

    window = QWidget()
    qtbot.addWidget(window)
    when_shown(read)
    dialogs.show_about(window)
    assert __version__ in seen[0]
    assert f"Qt {qVersion()} and PySide6, under the LGPL 3" in seen[0]
    assert "{cells} = count" in seen[0]


# -- saving


def save(monkeypatch: pytest.MonkeyPatch, path: str, text: str = "new") -> list[str]:
    """Save ``text`` to the file that the user chooses, and return the warnings."""
    warnings: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, ""))
    monkeypatch.setattr(dialogs, "warn", lambda parent, title, text: warnings.append(text))
    dialogs.save_text(None, "Save", "name.txt", "Text (*.txt)", text)
    return warnings


@pytest.mark.skipif(sys.platform != "linux", reason="needs the kinds of files of Linux")
@pytest.mark.parametrize(
    "kind, cause",
    [("pipe", "No such device or address"), ("folder", "it is a folder"), ("no folder", "there is no folder")],
)
def test_saving_to_what_is_no_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, cause: str
) -> None:
    target = tmp_path / "target"
    if kind == "pipe":
        os.mkfifo(target)
    elif kind == "folder":
        target.mkdir()
    path = target / "file.txt" if kind == "no folder" else target
    before = [(entry, os.lstat(entry).st_ino) for entry in tmp_path.iterdir()]
    (problem,) = save(monkeypatch, str(path))
    assert problem.startswith(f"{path} can't be written: {cause}")
    assert problem.endswith(". Allowed is a file in a folder that can be written to and has space.")
    assert [(entry, os.lstat(entry).st_ino) for entry in tmp_path.iterdir()] == before


def test_a_user_who_cancels_saves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert save(monkeypatch, "") == []
    assert list(tmp_path.iterdir()) == []
