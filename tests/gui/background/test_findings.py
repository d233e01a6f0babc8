"""Tests of the findings about an edited position: layouts, chances and contradictions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from minesweeper_qt.gui.background import findings
from minesweeper_qt.gui.background.findings import Findings, find
from minesweeper_qt.model import Engine, Position, TooHard
from minesweeper_qt.model.board.examples import example_named
from minesweeper_qt.model.errors import Stopped

CONTRADICTION = example_named("pattern-contradiction").position


def found(*lines: str) -> Findings:
    return find(Position.from_text("\n".join(lines)), Engine(), lambda: False)


def test_all_layouts() -> None:
    result = found("3x3x1", "HHH", "H1H", "HHH")
    assert result.layouts == 8
    assert result.chances is not None
    assert result.chances.exact[0, 0] == Fraction(1, 8)
    assert (result.problem, result.clash) == ("", frozenset())


def test_a_contradiction_is_explained() -> None:
    result = find(CONTRADICTION, Engine(), lambda: False)
    assert result.position is CONTRADICTION
    assert (result.chances, result.layouts) == (None, 0)
    assert result.clash == {(0, 4), (1, 4)}
    assert result.problem == "No layout agrees: the clues 1 at (0, 4) and 0 at (1, 4) contradict each other."


def test_a_contradiction_with_the_number_of_mines() -> None:
    result = found("3x3x4", "HHH", "H1H", "HHH")
    assert result.problem == "No layout agrees: the clue 1 at (1, 1) and 4 mines in all do not go together."
    assert result.clash == {(1, 1)}


def test_more_cells_taken_for_mines_than_mines() -> None:
    result = found("2x2x1", "MM", "HH")
    assert result.clash == frozenset()
    assert result.problem == "No layout agrees: its cells taken for mines and 1 mine in all do not go together."


def test_an_impossible_clue() -> None:
    result = found("3x3x1", "8HH", "HHH", "HHH")
    assert result.clash == {(0, 0)}
    assert result.problem == "No layout agrees: the clue 8 at (0, 0) can't be."


def test_too_hard_to_count() -> None:
    with pytest.raises(TooHard):
        find(Position(3, 3, 1, {(1, 1): 1}), Engine(budget=0), lambda: False)


def test_a_clash_that_is_too_hard_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "CONTRADICTION_BUDGET", 1)
    result = find(CONTRADICTION, Engine(), lambda: False)
    assert result.problem == "No layout agrees; which clues clash is too hard to find."
    assert result.clash == frozenset()


@pytest.mark.parametrize("error", [ZeroDivisionError("a mistake"), Stopped("for a test")])
def test_other_errors_of_the_search_for_a_clash_are_raised(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(position: Position, budget: int, should_stop: Callable[[], bool]) -> None:
        raise error

    monkeypatch.setattr(findings, "contradicting_clues", fail)
    with pytest.raises(type(error)):
        find(CONTRADICTION, Engine(), lambda: False)


def test_the_search_for_a_clash_can_be_stopped() -> None:
    with pytest.raises(Stopped):
        find(CONTRADICTION, Engine(), lambda: True)
