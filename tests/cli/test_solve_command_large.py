"""Tests of the command `solve` with large positions: its time grows no faster than their size.

Each large position is compared with its middle, which has a ninth of its cells. Two times of the same run are compared,
so that the result does not depend on how busy the machine is: their ratio is about 9 for a time that is proportional to
the number of cells, and 81 for one that is proportional to its square.
"""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.solve_command import best_move
from minesweeper_qt.model import STRATEGIES, Cell, KnowledgeBase, Position, ReasoningLevels, reasoning_levels

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
    clues = {
        (i - lines.start, j - lines.start): sum(
            (i + down, j + right) in mines for down in (-1, 0, 1) for right in (-1, 0, 1)
        )
        + ((i, j) == wrong)
        for i, j in shown
        if i in lines and j in lines
    }
    return Position(len(lines), len(lines), len(mines), clues)


@cache
def solved(lines: range) -> tuple[Position, ReasoningLevels, float]:
    """Return these rows and columns of a large position, the levels of its cells, and the seconds they took."""
    position = large_position(SIZE, lines)
    began = time.process_time()
    levels = reasoning_levels(position)
    return position, levels, time.process_time() - began


@pytest.mark.slow
def test_the_levels_of_a_large_position_are_found_soon() -> None:
    small, large = (solved(lines)[2] for lines in (MIDDLE, WHOLE))
    assert large < 40 * small  # usually 15 to 18


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_large_position_is_solved_soon(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent does not learn the position's clues one after the other, which would take too long."""
    position, levels, _ = solved(MIDDLE)
    learned: list[object] = []
    learn = KnowledgeBase.learn
    monkeypatch.setattr(KnowledgeBase, "learn", lambda *what: learned.append(what) or learn(*what))
    assert best_move(position, levels, strategy) is not None
    assert not learned


@pytest.mark.slow
def test_contradicting_clues_in_a_large_position_are_found_soon(tmp_path: Path, capsys) -> None:
    def seconds_to_refuse(lines: range) -> float:
        path = tmp_path / "board.txt"
        path.write_text(large_position(72, lines, wrong=(36, 36)).to_text())
        began = time.process_time()
        with pytest.raises(SystemExit) as end:
            program.main(["solve", str(path)])
        assert end.value.code == 2
        assert "contradict each other" in capsys.readouterr().err
        return time.process_time() - began

    small, large = seconds_to_refuse(range(24, 48)), seconds_to_refuse(range(72))
    assert large < 15 * small  # usually 3 to 5
