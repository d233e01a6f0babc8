"""Tests of the search for case splits and for short derivations, apart from whole proofs."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Position, Reasoning, Rule
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.proof_step import Split
from minesweeper_qt.model.explain.case_search import by_split
from minesweeper_qt.model.explain.rule_closure import shortest
from minesweeper_qt.model.explain.search_facts import Fact, Ground


def ends(split: Split) -> int:
    return sum(1 if case.split is None else ends(case.split) for case in split.cases)


def test_fewer_cases_go_before_fewer_lines() -> None:
    """A split over the second sentence has as many lines and one more case."""
    pairs = [(0b100100, 1), (0b001111, 2), (0b001011, 2)]
    premises = [Fact(cells, count, Rule.CLUE) for cells, count in pairs]
    split = by_split(Ground(Position(3, 4, 1)), premises, 0b000100, False, lambda: None).split
    assert split is not None
    assert ends(split) == 3


def test_the_search_for_few_steps_can_be_stopped() -> None:
    ground = Ground(Position.from_text("3x3x2\nHHH\n121\n000"))

    def stop() -> None:
        raise Stopped("enough")

    assert shortest(ground, ground.clues, 0b010, Reasoning.SUBSET) is not None
    with pytest.raises(Stopped):
        shortest(ground, ground.clues, 0b010, Reasoning.SUBSET, stop)
