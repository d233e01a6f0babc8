"""Tests of the command `solve` with large positions: its time grows no faster than their size."""

from __future__ import annotations

import random
import time

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.cli.solve_command import best_move
from minesweeper_qt.model import STRATEGIES, Position, reasoning_levels


def large_position(size: int) -> Position:
    """Return a square position with 90 % of the clues of a random layout in which one cell in seven is a mine."""
    chance = random.Random(1)
    cells = [(i, j) for i in range(size) for j in range(size)]
    mines = set(chance.sample(cells, size * size // 7))
    clues = {
        (i, j): sum((i + down, j + right) in mines for down in (-1, 0, 1) for right in (-1, 0, 1))
        for i, j in cells
        if (i, j) not in mines and chance.random() < 0.9
    }
    return Position(size, size, len(mines), clues)


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_large_position_is_solved_soon(strategy: str) -> None:
    """The agent does not learn the position's 16,000 clues one after the other, which would take too long."""
    game = large_position(150)
    began = time.process_time()
    best = best_move(game, reasoning_levels(game), strategy)
    assert time.process_time() - began < 6
    assert best is not None


def test_contradicting_clues_in_a_large_position_are_found_soon(tmp_path, capsys) -> None:
    game = large_position(100)
    clues = dict(game.clues)
    clues[50, 50] += 1
    began = time.process_time()
    path = tmp_path / "board.txt"
    path.write_text(Position(100, 100, game.mines, clues).to_text())
    with pytest.raises(SystemExit) as end:
        program.main(["solve", str(path)])
    assert time.process_time() - began < 4
    assert end.value.code == 2
    assert "contradict each other" in capsys.readouterr().err
