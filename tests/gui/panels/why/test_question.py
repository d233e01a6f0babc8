"""Tests of the question of the proof panel: what it requests from what the agent knows, and when it asks anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy

from minesweeper_qt.gui.panels.why.question import Basis, Question
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.model import AgentSnapshot, Position
from tests.gui.support.inspected import CELL, POSITION, FixedBoardSource, FixedView, proof

MORE = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHH\n1HHHH\n")


class LearningSource(FixedBoardSource):
    """A source whose agent has learned nothing of the position before ``learn`` is called.

    ``revision`` grows with each call of ``forget`` and ``learn``.
    """

    def __init__(self, position: Position) -> None:
        self.revision = 0
        self.has_learned = False
        super().__init__(position)

    @property
    def is_learning(self) -> bool:
        return not self.has_learned

    def _make_view(self) -> PositionView:
        clues = self._position.clues if self.has_learned else ()
        snapshot = AgentSnapshot.of(self.revision, self.knowledge, {}, clues)
        return FixedView(self._position, snapshot, agent=self.agent)

    def learn(self) -> None:
        self.revision += 1
        self.has_learned = True
        self.touch()

    def forget(self) -> None:
        """Replace the agent by a new one."""
        self.revision += 1
        self.has_learned = False
        self.replace_agent()


@pytest.fixture
def source(qapp: object) -> LearningSource:
    return LearningSource(POSITION)


@pytest.fixture
def question(source: LearningSource) -> Question:
    made = Question(source, source.selection, QObject(source))
    made.set_active(True)
    return made


def known(source: LearningSource) -> list[int | None]:
    """Return the revisions of what the proofs that were requested start from."""
    return [None if snapshot is None else snapshot.revision for snapshot in source.worker.known]


def test_it_starts_from_what_the_agent_knows(source: LearningSource, question: Question) -> None:
    source.learn()
    source.selection.ask(CELL)
    assert known(source) == [1]
    assert source.worker.known[0] == source.view.snapshot


def test_while_the_agent_is_learning_it_asks_at_once_and_again_when_it_has_learned(
    source: LearningSource, question: Question
) -> None:
    source.selection.ask(CELL)
    assert known(source) == [None]
    source.touch()
    assert known(source) == [None]
    source.worker.answer(proof())
    source.learn()
    assert known(source) == [None, 1]
    source.worker.answer(proof())
    source.touch()
    assert known(source) == [None, 1]


def test_another_agent_changes_the_answer_only_when_it_has_learned(source: LearningSource, question: Question) -> None:
    source.learn()
    source.selection.ask(CELL)
    source.worker.answer(proof())
    source.forget()
    assert known(source) == [1]
    source.learn()
    assert known(source) == [1, 3]


def test_from_the_clues_alone_the_agent_does_not_matter(source: LearningSource, question: Question) -> None:
    question.set_from_clues(True)
    source.selection.ask(CELL)
    source.worker.answer(proof())
    source.learn()
    source.forget()
    assert source.worker.requests == [(POSITION, CELL)]
    assert known(source) == []
    question.set_from_clues(False)
    assert known(source) == [None]
    question.set_from_clues(False)
    assert len(source.worker.requests) == 2


def test_what_the_user_stopped_stays_so_while_the_agent_learns(source: LearningSource, question: Question) -> None:
    source.selection.ask(CELL)
    question.stop()
    source.learn()
    assert known(source) == [None]
    source.set_position(MORE)
    assert len(known(source)) == 2
    question.stop()
    source.selection.ask(CELL)
    assert len(known(source)) == 3


def test_a_revealed_cell_needs_nothing_that_is_known(source: LearningSource, question: Question) -> None:
    read = QSignalSpy(question.clue_read)
    source.selection.ask((0, 0))
    source.learn()
    source.forget()
    assert read.count() == 1
    assert known(source) == []


def test_it_is_open_from_the_question_to_the_answer(source: LearningSource, question: Question) -> None:
    open_at_answers: list[bool] = []
    question.answered.connect(lambda _: open_at_answers.append(question.is_open))
    assert not question.is_open
    source.selection.ask(CELL)
    assert question.is_open
    source.worker.answer(proof())
    assert not question.is_open
    source.set_position(MORE)
    source.worker.answer(proof(MORE))
    assert open_at_answers == [True, False]
    question.set_from_clues(True)
    assert question.is_open
    source.selection.withdraw_question()
    assert not question.is_open


def test_an_inactive_question_asks_nothing_and_ends_its_request(source: LearningSource, question: Question) -> None:
    source.learn()
    source.selection.ask(CELL)
    assert question.is_waiting
    question.set_active(False)
    assert not question.is_waiting
    source.set_position(MORE)
    source.selection.ask((3, 3))
    assert len(known(source)) == 1
    question.set_active(True)
    assert source.worker.requests[-1] == (MORE, (3, 3))


def test_a_basis_is_met_by_one_with_as_much_knowledge() -> None:
    learned, learning = Basis(POSITION, False, 3), Basis(POSITION, False)
    assert learned.is_met_by(learned)
    assert learning.is_met_by(learned)
    assert not learned.is_met_by(learning)
    assert not learned.is_met_by(Basis(POSITION, False, 4))
    assert not learned.is_met_by(Basis(MORE, False, 3))
    assert not learned.is_met_by(Basis(POSITION, True))
    assert not learned.is_met_by(None)
