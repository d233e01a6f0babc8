"""Tests of the page of Practise: answers by mouse, keys and ear, what becomes of them, and what the topics show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.practice.practice_page import PracticePage
from minesweeper_qt.gui.practice.practice_session import PracticeSession
from minesweeper_qt.gui.widgets.speech import pronounced
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import Cell, Proof, Reasoning, mine_probabilities, reasoning_levels, short_proof
from minesweeper_qt.model.practice.practice_memory import PracticeMemory
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic
from tests.gui.support.heard import Heard
from tests.gui.support.shown import shown
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import LEFT, RIGHT, Key

pytestmark = pytest.mark.slow


class Practising:
    """A shown page with real mouse and key events on it. Attribute: ``day``, which is today."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.day = date(2026, 11, 26)
        self.qtbot = qtbot
        self.memory = PracticeMemory(folder / "statistics.sqlite", lambda: self.day)
        self.page = shown(qtbot, PracticePage(PracticeSession(self.memory), lambda position: None), 1000, 700)
        # In the window it stands in the tool bar.
        self.page.chooser.setParent(self.page)
        self.page.chooser.show()
        self.page.begin()
        self.wait()

    @property
    def position(self) -> PracticePosition:
        position = self.page.session.position
        assert position is not None
        return position

    @property
    def undecided(self) -> set[Cell]:
        """The covered cells of which nothing is certain."""
        position = self.position
        covered = set(position.position.board.cells) - position.position.clues.keys()
        return covered - position.safe - position.certain_mines

    @property
    def card(self) -> tuple[str, str]:
        """The title and all of the detail of the card; empty while it is not shown."""
        card = self.page.card
        return (card.title.toolTip(), card.detail.toolTip()) if card.isVisible() else ("", "")

    @property
    def score(self) -> str:
        return self.page.score.text()

    @property
    def status(self) -> str:
        return self.page.footer.status.text()

    def wait(self) -> None:
        """Wait until all is computed and laid out."""
        self.qtbot.waitUntil(lambda: not self.page.session.worker.is_computing, timeout=30_000)
        QApplication.processEvents()

    def click(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        view = self.page.board_view
        QTest.mouseClick(view.viewport(), button, pos=view.visualRect(view.model().index(*cell)).center())
        self.wait()

    def press(self, button: QPushButton) -> None:
        QTest.mouseClick(button, LEFT)
        self.wait()

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.page.focusWidget(), key)
        self.wait()

    def go_to(self, cell: Cell) -> None:
        """Move the cursor to ``cell`` by the arrow keys."""
        (row, column), view = cell, self.page.board_view
        view.setFocus()
        while (now := view.cursor_cell) != cell:
            down, right = row - now[0], column - now[1]
            vertical, across = Key.Key_Down if down > 0 else Key.Key_Up, Key.Key_Right if right > 0 else Key.Key_Left
            self.key(vertical if down else across)

    def ask(self, asked: str) -> None:
        for key in (Key.Key_Home, *[Key.Key_Down] * self.page.chooser.findText(asked)):
            QTest.keyClick(self.page.chooser, key)
            self.wait()

    def choose(self, topic: Topic) -> None:
        self.page.session.set_topic(topic)
        self.wait()


@pytest.fixture
def practising(qtbot: QtBot, tmp_path: Path) -> Iterator[Practising]:
    made = Practising(qtbot, tmp_path)
    yield made
    made.page.session.shut_down()


def test_a_right_answer_lights_its_proof_and_the_next_position_comes_by_one_key(practising: Practising) -> None:
    page, position = practising.page, practising.position
    assert page.question.toolTip() == "Find a cell that is certainly safe."
    assert practising.status.startswith(f"{position.position.mines} mine")
    cell = min(position.safe)
    practising.click(cell)
    assert practising.card == (f"Right: {cell} is safe", "It comes again tomorrow.")
    assert (practising.score, page.card.show_me.isVisible()) == ("1 of 1", False)
    proof = short_proof(position.position, cell)
    assert isinstance(proof, Proof)
    assert cell in page.board_view.highlight.safes
    assert page.board_view.highlight.clues <= set(position.position.clues)
    assert page.why_panel.isVisible()
    assert page.why_panel.heading.text().startswith(str(cell).replace(" ", "\N{NO-BREAK SPACE}"))
    assert page.card.main.hasFocus()
    practising.key(Key.Key_Return)
    assert practising.position != position
    assert (practising.card, page.why_panel.isVisible(), page.board_view.hasFocus()) == (("", ""), False, True)
    assert not page.board_view.highlight.all_cells


def test_space_answers_for_the_cell_under_the_mouse_if_that_moved_last(practising: Practising) -> None:
    view, cell = practising.page.board_view, max(practising.position.safe)
    place = view.visualRect(view.model().index(*cell)).center()
    for step in (QPoint(1, 1), QPoint()):  # Qt sends nothing if the mouse is there already
        practising.qtbot.mouseMove(view.viewport(), place + step)
    practising.qtbot.waitUntil(lambda: view.hovered_cell == cell)
    practising.key(Key.Key_Space)
    assert practising.card[0] == f"Right: {cell} is safe"


def test_a_cell_that_is_not_certain_has_its_chance_and_the_layout_first_in_which_it_is_not_so(
    practising: Practising,
) -> None:
    page = practising.page
    while not practising.undecided:
        practising.click(min(practising.position.safe))
        practising.key(Key.Key_Return)
    for asked, button, first in (("Safe cells", LEFT, 0), ("Mines", RIGHT, 1)):
        practising.ask(asked)
        cell, position = min(practising.undecided), practising.position.position
        practising.click(cell, button)
        percent = mine_probabilities(position).probability[cell] * 100
        title, detail = practising.card
        assert title.startswith("Not certain: ")
        assert abs(Fraction(title.split()[2]) - percent) <= Fraction(1, 2)
        assert detail == "It can be either: see the two layouts. It comes again tomorrow."
        assert page.answer_title.text() == "What could be there"
        undecided = page.why_panel.undecided
        leftmost = min(undecided.pictures, key=lambda picture: picture.x())
        assert leftmost is undecided.pictures[first], "this contradicts the answer"
        assert not undecided.advice.isVisible(), "it names the cells that are looked for"
        practising.press(page.card.show_me)
    assert practising.score == "0 of 2"


def test_only_the_first_answer_counts_and_who_gives_up_is_shown_a_cell(practising: Practising) -> None:
    page, position = practising.page, practising.position
    mine = min(position.certain_mines)
    practising.click(mine)
    assert practising.card == (f"Wrong: {mine} is a mine", "The lit numbers prove it. It comes again tomorrow.")
    assert mine in page.board_view.highlight.mines
    assert page.card.main.text() == "&Try Again"
    practising.key(Key.Key_Return)
    assert (practising.card, practising.position) == (("", ""), position)
    safe = min(position.safe)
    practising.click(safe)
    assert practising.card == (f"Right: {safe} is safe", "Your first answer counts.")
    practising.key(Key.Key_Return)
    practising.click(min(practising.position.certain_mines))
    practising.press(page.card.show_me)
    (shown_cell,) = page.board_view.highlight.safes
    assert shown_cell in practising.position.safe
    assert practising.card[1].startswith(f"{shown_cell} is safe: the lit numbers prove it.")
    assert page.card.main.text() == "Next &Position", "Next alone is a step of the proof"
    summary = practising.memory.summaries()[Topic.CLUE]
    assert (summary.answered, summary.right, practising.score) == (2, 0, "0 of 2")


def test_an_answer_after_help_counts_as_not_known_and_a_hint_shows_numbers_alone(practising: Practising) -> None:
    page = practising.page
    for name in ("hint", "why"):
        position = practising.position
        practising.go_to(min(position.safe))
        practising.key(Qt.Key[f"Key_{name[0].upper()}"])
        assert practising.status.endswith("After this help, an answer counts as not known.")
        lit = page.board_view.highlight
        assert lit.clues <= set(position.position.clues)
        assert bool(lit.safes) is (name == "why")
        practising.key(Key.Key_Space)
        assert practising.card[0].startswith("Right: ")
        assert practising.card[1] == "With help it counts as not known. It comes again tomorrow."
        practising.key(Key.Key_Return)
    summary = practising.memory.summaries()[Topic.CLUE]
    assert (summary.answered, summary.right, practising.score) == (2, 0, "0 of 2")


def test_everything_goes_by_keys_and_only_what_is_asked_for_is_an_answer(practising: Practising) -> None:
    page = practising.page
    for asked, key, other, cells in (
        ("Mines", Key.Key_F, Key.Key_Space, lambda: practising.position.certain_mines),
        ("Either", Key.Key_Space, None, lambda: practising.position.safe),
        ("Either", Key.Key_F, None, lambda: practising.position.certain_mines),
        ("Safe cells", Key.Key_Space, Key.Key_F, lambda: practising.position.safe),
    ):
        practising.ask(asked)
        practising.go_to(min(cells()))
        if other is not None:
            practising.key(other)
            assert practising.card == ("", "")
            assert practising.status.startswith(f"Find {asked.lower()} here.")
        practising.key(key)
        assert practising.card[0].startswith("Right: ")
        practising.key(Key.Key_N)
        assert practising.card == ("", "")
    practising.key(Key.Key_T)
    practising.key(Key.Key_Down)
    assert (practising.position.topic, page.topics.hasFocus()) == (Topic.SUBSET, True)
    for _ in range(2):
        practising.key(Key.Key_Up)
    assert page.empty.isVisible()
    assert page.empty.accessibleName().startswith("Moves that you miss in games come here.")
    assert not page.board_view.isVisible()
    practising.key(Key.Key_Down)
    assert page.board_view.isVisible()


def test_mines_that_are_easier_than_the_topic_have_a_flag_and_are_no_answer(practising: Practising) -> None:
    page = practising.page
    practising.choose(Topic.OVERLAP)
    for asked in ("Mines", "Either"):
        practising.ask(asked)
        position, mines = practising.position, practising.position.certain_mines
        levels = reasoning_levels(position.position)
        easy = {cell for cell in mines if levels[cell] < Reasoning.OVERLAP}
        assert easy, "another seed?"
        assert easy < mines
        spoken = {cell: page.board_view.model().index(*cell).data(Qt.ItemDataRole.AccessibleTextRole) for cell in mines}
        assert {cell for cell, text in spoken.items() if text.startswith("flagged")} == easy
        practising.click(min(easy), RIGHT)
        assert practising.card == ("", "")
        assert practising.status == "The flags are right; find another cell."
        practising.click(min(mines - easy), RIGHT)
        assert practising.card[0].startswith("Right: ")
    practising.ask("Safe cells")
    assert not page.session.view.position.flags


def test_esc_leads_to_the_board_and_comma_and_full_stop_through_the_proof(practising: Practising) -> None:
    page = practising.page
    practising.choose(Topic.OVERLAP)
    practising.click(min(practising.position.safe))
    lit = [page.board_view.highlight]
    for key in (Key.Key_Period, Key.Key_Period, Key.Key_Comma):
        practising.key(key)
        lit.append(page.board_view.highlight)
    assert lit[1] == lit[3] != lit[2]
    assert page.card.main.hasFocus()
    for elsewhere in (page.card.main, page.topics, page.why_panel.steps):
        elsewhere.setFocus()
        practising.key(Key.Key_Escape)
        assert page.board_view.hasFocus()


def test_the_question_the_cells_and_the_verdict_with_its_reason_are_spoken(
    practising: Practising, heard: Heard
) -> None:
    page = practising.page
    practising.ask("Mines")
    mines = practising.position.position.mines
    assert heard.take()[0].startswith(f"Find a cell that is certainly a mine. {mines} mines in all")
    cell = min(practising.position.certain_mines)
    practising.go_to(cell)
    assert heard.take()[-1] == f"covered, row {cell[0]}, column {cell[1]}"
    practising.key(Key.Key_F)
    spoken = " ".join(heard.take())
    assert pronounced(f"Right: {cell} is a mine") in spoken
    assert "It comes again tomorrow" in spoken
    assert pronounced(f"{cell} is a mine. Level") in spoken, "its reason"
    assert page.card.main.accessibleDescription() == f"Right: {cell} is a mine. It comes again tomorrow."
    practising.key(Key.Key_Return)
    assert any(text.startswith("Find a cell that is certainly a mine") for text in heard.take())


def test_no_key_is_silent_and_what_is_lit_is_named(practising: Practising, heard: Heard) -> None:
    page = practising.page
    clue = min(practising.position.position.clues)
    practising.go_to(clue)
    heard.take()
    practising.key(Key.Key_Space)
    assert heard.take() == ["The cell is open; find a covered one"]
    practising.key(Key.Key_Escape)
    assert heard.take()[0].endswith(f", row {clue[0]}, column {clue[1]}")
    practising.key(Key.Key_H)
    practising.wait()
    (hint,) = heard.take()
    assert all(f"row {row}, column {column}" in hint for row, column in page.board_view.highlight.clues)
    wrong = min(practising.position.certain_mines)
    practising.click(wrong)
    practising.wait()
    assert pronounced(f"Wrong: {wrong} is a mine") in (spoken := " ".join(heard.take()))
    assert "lit" not in f"{hint} {spoken} {page.card.main.accessibleDescription()}".split()
    page.topics.setFocus()
    heard.take()
    practising.key(Key.Key_Down)
    practising.wait()
    assert heard.take()[-1].startswith(f"{page.topics.spoken()}. Find a cell")
    assert page.topics.spoken().startswith("subset, one clue within another")


def test_thirty_answers_over_five_days(practising: Practising, time: WaitingSchedule) -> None:
    """Each day one is wrong; the seconds are those from the position to a right answer."""
    known: dict[str, int] = {}
    due: dict[str, date] = {}
    practising.choose(Topic.SUBSET)
    for day in range(5):
        practising.day = date(2026, 11, 26) + timedelta(days=day)
        for number in range(6):
            practising.page.session.show_next()
            practising.wait()
            if practising.page.session.is_round_over:
                practising.page.session.show_next()
                practising.wait()
            position = practising.position
            waiting = {key for key, when in due.items() if when <= practising.day}
            assert not waiting or position.key in waiting, "what is due comes first"
            is_right = number != 2
            time.wait(1000 * (4 if is_right else 60))
            practising.click(min(position.safe if is_right else position.certain_mines))
            known[position.key] = known.get(position.key, 0) + 1 if is_right else 0
            days = (1, 1, 3, 7, 16)[min(known[position.key], 4)]
            due[position.key] = practising.day + timedelta(days=days)
            assert practising.card[1].endswith("tomorrow." if days == 1 else f"in {days} days.")
    summary = practising.memory.summaries()[Topic.SUBSET]
    assert (summary.answered, summary.right, summary.median_seconds) == (30, 25, 4)
    assert summary.due == sum(when <= practising.day for when in due.values())
    item = practising.page.topics.currentItem()
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole).startswith("subset, one clue within another, 83 % right")
    assert item.text(0) == "subset"
    practising.page.session.kept.summaries[Topic.SUBSET] = replace(summary, is_done=True)
    practising.page.topics.refresh()
    assert item.text(0) == "subset ✓"
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole).startswith("subset, done, one clue within another")
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole).endswith("median 4.0 s")
    assert practising.score == "8 of 10"


def test_a_round_of_ten_ends_with_its_result_and_what_to_practise(
    practising: Practising, time: WaitingSchedule, heard: Heard
) -> None:
    page = practising.page
    for known, best in ((7, 7), (6, 7)):
        for number in range(10):
            assert page.board_view.hasFocus()
            time.wait(1000 * (number + 1))
            practising.click(min(practising.position.safe if number < known else practising.position.certain_mines))
            if number >= known:
                practising.press(page.card.show_me)
            heard.take()
            practising.key(Key.Key_N)
        assert (page.board_view.isVisible(), practising.score) == (False, f"{known} of 10")
        dot, parts = " \N{MIDDLE DOT} ", ("median 5.5 s", f"best round {best} of 10", "practise most: clue")
        assert page.empty.accessibleName() == f"{known} of 10 known {dot.join(parts)}"
        assert any(f"{known} of 10 known" in text for text in heard.take())
        assert page.next_round.hasFocus()
        practising.key(Key.Key_Space)
    assert (page.empty.isVisible(), practising.score, page.board_view.hasFocus()) == (False, "", True)


def test_no_board_is_seen_before_the_first_position(qtbot: QtBot) -> None:
    page = shown(qtbot, PracticePage(PracticeSession(None), lambda position: None), 1000, 700)
    page.begin()
    assert not page.board_view.isVisible()
    qtbot.waitUntil(page.board_view.isVisible)
    assert page.session.position is not None
    assert page.board_view.hasFocus()
    page.session.shut_down()


def test_a_memory_that_can_not_be_used_is_named_and_practising_goes_on(practising: Practising, tmp_path: Path) -> None:
    file = tmp_path / "statistics.sqlite"
    file.unlink()
    file.mkdir()
    for _ in range(2):
        practising.click(min(practising.position.safe))
        assert practising.card[0].startswith("Right: ")
        assert practising.card[1].startswith(f"Your answers are not kept: the statistics in {file} can't be used")
        before = practising.position
        practising.key(Key.Key_Return)
        assert practising.position != before
    file.rmdir()
    practising.click(min(practising.position.safe))
    assert practising.card[1] == "It comes again tomorrow."


def test_answers_are_deleted_after_a_question(practising: Practising, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = [True, True, False]

    def answer(box: QMessageBox, *_: object, **__: object) -> bool:
        asked.append(box.text())
        return answers.pop()

    monkeypatch.setattr(dialogs, "is_accepted", answer)
    for topic in (Topic.CLUE, Topic.SUBSET):
        practising.choose(topic)
        practising.click(min(practising.position.safe))
    for name, left in (("forget_topic", 2), ("forget_topic", 1), ("forget_all", 0)):
        practising.page.actions_by[name].trigger()
        practising.wait()
        assert sum(summary.answered for summary in practising.memory.summaries().values()) == left
    assert asked[0] == asked[1] == "Delete what you answered about the topic “subset”? Its positions start again."
    assert asked[2] == "Delete what you answered about all topics? Its positions start again."
    assert practising.page.topics.currentItem().data(0, Qt.ItemDataRole.AccessibleTextRole).endswith("new")


def test_in_a_narrow_window_an_answer_takes_the_place_of_the_topics(practising: Practising) -> None:
    page = practising.page
    page.resize(640, 480)
    practising.wait()
    assert page.topics.isVisible()
    practising.click(min(practising.position.safe))
    assert (page.why_panel.isVisible(), page.topics.isVisible()) == (True, False)
    practising.press(page.topics_button)
    assert (page.why_panel.isVisible(), page.topics.isVisible(), page.topics.hasFocus()) == (False, True, True)
    page.resize(1000, 700)
    practising.key(Key.Key_Down)
    practising.click(min(practising.position.safe))
    assert (page.why_panel.isVisible(), page.topics.isVisible()) == (True, True)
