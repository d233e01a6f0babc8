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
def received(selection: Selection) -> list[Cell | Derivation | None]:
    """What the signals have sent."""
    values: list[Cell | Derivation | None] = []
    selection.cell_changed.connect(values.append)
    selection.derivation_changed.connect(values.append)
    return values


def test_at_first_nothing_is_in_question(selection: Selection) -> None:
    assert (selection.cell, selection.derivation) == (None, None)


def test_it_signals_changes_only(
    selection: Selection, source: FixedBoardSource, received: list[Cell | Derivation | None]
) -> None:
    first, second = source.view.sentences[:2]
    selection.select_cell(None)
    selection.select_derivation(None)
    assert received == []
    for cell in ((0, 1), (0, 1), (3, 2), None, None):
        selection.select_cell(cell)
        assert selection.cell == cell
    assert received == [(0, 1), (3, 2), None]
    received.clear()
    for derivation in (first, first, second, None, None):
        selection.select_derivation(derivation)
        assert selection.derivation is derivation
    assert received == [first, second, None]


def test_cell_and_derivation_leave_each_other_alone(selection: Selection, source: FixedBoardSource) -> None:
    derivation = source.view.sentences[0]
    selection.select_cell((0, 1))
    selection.select_derivation(derivation)
    selection.select_cell((3, 2))
    assert selection.derivation is derivation
    selection.select_derivation(None)
    assert selection.cell == (3, 2)


def test_receivers_read_the_new_value(selection: Selection, source: FixedBoardSource) -> None:
    derivation, read = source.view.sentences[0], []
    selection.cell_changed.connect(lambda _: read.append(selection.cell))
    selection.derivation_changed.connect(lambda _: read.append(selection.derivation))
    selection.select_cell((0, 1))
    selection.select_derivation(derivation)
    selection.clear()
    assert read == [(0, 1), derivation, None, None]


def test_to_ask_selects_the_cell_and_to_select_asks_nothing(selection: Selection, source: FixedBoardSource) -> None:
    asked: list[Cell | None] = []
    selection.asked.connect(asked.append)
    selection.select_cell((0, 1))
    assert selection.asked_cell is None
    for _ in range(2):
        selection.ask((3, 2))
        assert selection.cell == selection.asked_cell == (3, 2)
    assert asked == [(3, 2), (3, 2)]
    selection.select_cell((0, 1))
    assert selection.asked_cell == (3, 2)
    for _ in range(2):
        selection.withdraw_question()
        assert (selection.cell, selection.asked_cell) == ((0, 1), None)
    assert asked[2:] == [None]
    selection.ask((3, 2))
    source.start_game(Position(2, 2, 1))
    assert (selection.cell, selection.asked_cell) == (None, None)


@pytest.mark.parametrize("how", ["clear", "another game"])
def test_it_is_cleared(
    selection: Selection, source: FixedBoardSource, received: list[Cell | Derivation | None], how: str
) -> None:
    selection.select_cell((0, 1))
    selection.select_derivation(source.view.sentences[0])
    received.clear()
    for _ in range(2):
        if how == "clear":
            selection.clear()
        else:
            source.start_game(Position(2, 2, 1))
        assert (selection.cell, selection.derivation) == (None, None)
    assert received == [None, None]


def test_moves_and_new_knowledge_leave_it(selection: Selection, source: FixedBoardSource) -> None:
    derivation = source.view.sentences[0]
    selection.select_cell((0, 1))
    selection.select_derivation(derivation)
    source.set_position(POSITION)
    source.knowledge_reset.emit()
    assert (selection.cell, selection.derivation) == ((0, 1), derivation)
