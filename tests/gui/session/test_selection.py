"""Tests of the selection: it signals changes only, and another game clears it."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell, Derivation, Position
from tests.gui.support.inspected import POSITION, FixedBoardSource


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def selection(source: FixedBoardSource) -> Selection:
    return Selection(source)


@pytest.fixture
def asked(selection: Selection) -> list[Cell | Derivation | None]:
    """What was asked about, as the selection gives it while it signals."""
    questions: list[Cell | Derivation | None] = []
    selection.asked.connect(lambda question: questions.append(selection.question))
    return questions


def test_another_cell_is_signalled_once(selection: Selection) -> None:
    received: list[Cell | None] = []
    selection.cell_changed.connect(lambda cell: received.append(selection.cell))
    for cell in (None, (0, 1), (0, 1), (3, 2), None, None):
        selection.select_cell(cell)
        assert selection.cell == cell
    assert received == [(0, 1), (3, 2), None]


def test_to_ask_selects_the_cell_and_to_select_asks_nothing(
    selection: Selection, asked: list[Cell | Derivation | None]
) -> None:
    selection.select_cell((0, 1))
    assert selection.question is None
    for _ in range(2):
        selection.ask((3, 2))
        assert selection.cell == selection.question == (3, 2)
    selection.select_cell((0, 1))
    assert selection.question == (3, 2)
    for _ in range(2):
        selection.withdraw_question()
        assert (selection.cell, selection.question) == ((0, 1), None)
    assert asked == [(3, 2), (3, 2), None]


def test_to_ask_about_a_sentence_leaves_the_cell(
    selection: Selection, source: FixedBoardSource, asked: list[Cell | Derivation | None]
) -> None:
    sentence = source.view.sentences[0]
    selection.ask((3, 2))
    selection.ask_about_sentence(sentence)
    assert (selection.cell, selection.question) == ((3, 2), sentence)
    selection.ask((3, 2))
    assert asked == [(3, 2), sentence, (3, 2)]


@pytest.mark.parametrize("how", ["clear", "another game"])
def test_it_is_cleared(selection: Selection, source: FixedBoardSource, how: str) -> None:
    for question in ((0, 1), source.view.sentences[0]):
        selection.ask((0, 1))
        if isinstance(question, Derivation):
            selection.ask_about_sentence(question)
        if how == "clear":
            selection.clear()
        else:
            source.start_game(Position(2, 2, 1))
        assert (selection.cell, selection.question) == (None, None)


def test_moves_leave_it_and_another_agent_clears_a_sentence_alone(
    selection: Selection, source: FixedBoardSource
) -> None:
    selection.ask((0, 1))
    source.set_position(POSITION)
    source.replace_agent()
    assert (selection.cell, selection.question) == ((0, 1), (0, 1))
    sentence = source.view.sentences[0]
    selection.ask_about_sentence(sentence)
    source.set_position(POSITION)
    assert selection.question is sentence
    source.replace_agent()
    assert (selection.cell, selection.question) == ((0, 1), None)
