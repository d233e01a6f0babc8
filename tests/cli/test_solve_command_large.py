"""Tests of the command `solve` with large positions: its work grows little faster than their size.

Each large position is compared with its middle, which has a ninth of its cells. Calls are counted, which are the same
in every run: their ratio is about 9 for work in proportion to the number of cells, and 81 for one to its square.
"""

from __future__ import annotations

import random
from functools import cache, partial

import pytest

from minesweeper_qt.cli.solve_command import best_move
from minesweeper_qt.model import STRATEGIES, Cell, KnowledgeBase, Position, ReasoningLevels, reasoning_levels
from tests.model.support.oracles import around
from tests.model.support.work import count_calls

# Tests that take the same large position, which is solved once, run in one process.
pytestmark = pytest.mark.xdist_group("large positions")

SIZE = 105
WHOLE, MIDDLE = range(SIZE), range(SIZE // 3, 2 * SIZE // 3)


def large_position(size: int, lines: range, wrong: Cell | None = None) -> Position:
    """Return a square position with 90 % of the clues of a random layout in which one cell in seven is a mine.

    Only the rows and columns ``lines`` are the board. The clue of the cell ``wrong`` is one too many.
    """
    chance = random.Random(1)
    cells = [(i, j) for i in range(size) for j in range(size)]
    mines = set(chance.sample(cells, size * size // 7))
    shown = [cell for cell in cells if cell not in mines and chance.random() < 0.9]
    mines = {(i, j) for i, j in mines if i in lines and j in lines}
    near = {(i, j): len(around(size, size, (i, j)) & mines) for i, j in shown if i in lines and j in lines}
    clues = {(i - lines.start, j - lines.start): near[i, j] + ((i, j) == wrong) for i, j in near}
    return Position(len(lines), len(lines), len(mines), clues)


@cache
def solved() -> tuple[Position, ReasoningLevels]:
    """Return the middle of a large position, and the levels of its cells."""
    position = large_position(SIZE, MIDDLE)
    return position, reasoning_levels(position)


@pytest.mark.slow
def test_the_levels_of_a_large_position_take_little_work() -> None:
    small, large = (count_calls(partial(reasoning_levels, large_position(SIZE, lines))) for lines in (MIDDLE, WHOLE))
    assert large < 12 * small


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_large_position_is_solved_with_little_work(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent does not learn the position's clues one after the other, which would take too long."""
    position, levels = solved()
    learned: list[object] = []
    learn = KnowledgeBase.learn
    monkeypatch.setattr(KnowledgeBase, "learn", lambda *what: learned.append(what) or learn(*what))
    assert best_move(position, levels, strategy) is not None
    assert not learned
