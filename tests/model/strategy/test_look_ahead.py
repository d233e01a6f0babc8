"""Tests of looking one move ahead: the predicted outcomes against the positions solved after the move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, Engine, InconsistentPosition, Position, Probabilities, mine_probabilities
from minesweeper_qt.model.strategy.look_ahead import LookAhead
from tests.model.support.positions import seen_in_game, tiny_positions

pytestmark = pytest.mark.slow


def predicted(position: Position, cells: int) -> list[tuple[int, int, float, float, float]]:
    """Return rows of cell, clue, the chance of this clue if the cell is safe, and the two lowest risks after it."""
    engine = Engine()
    found = engine.solve(position)
    assert engine.frontier is not None
    look_ahead = LookAhead(engine.frontier, position.mines, engine.counter.count)
    rows = []
    for cell in uncertain(found)[:cells]:
        number = cell[0] * position.width + cell[1]
        after = look_ahead.outcomes(number)
        total = sum(clue.chance for clue in after)
        rows += [(number, clue.clue, clue.chance / total, *clue.risks) for clue in after]
    return rows


def uncertain(found: Probabilities) -> list[Cell]:
    return [cell for cell, risk in found.probability.items() if 0 < risk < 1]


def solved(position: Position, cells: int) -> list[tuple[int, int, float, float, float]]:
    found = mine_probabilities(position)
    rows = []
    for cell in uncertain(found)[:cells]:
        survived = found.layouts * (1 - found.probability[cell])
        for clue in range(9):
            clues = {**position.clues, cell: clue}
            try:
                after = mine_probabilities(
                    Position(position.height, position.width, position.mines, clues, taken=position.taken)
                )
            except InconsistentPosition:
                continue
            lowest = [*sorted(after.chances().values()), 1.0, 1.0]
            number = cell[0] * position.width + cell[1]
            rows.append((number, clue, float(after.layouts / survived), lowest[0], lowest[1]))
    return rows


def check(position: Position, cells: int) -> bool:
    rows = solved(position, cells)
    got = predicted(position, cells)
    assert [row[:2] for row in got] == [row[:2] for row in rows]
    for one, other in zip(got, rows, strict=True):
        assert one[2:] == pytest.approx(other[2:], abs=1e-9)
    return bool(rows)


@given(tiny_positions())
def test_all_cells_of_tiny_positions(position: Position) -> None:
    position = Position(position.height, position.width, position.mines, position.clues, taken=position.taken)
    try:
        safe = mine_probabilities(position).safe
    except InconsistentPosition:
        return
    if not safe:  # looking ahead is for positions without a safe cell
        check(position, cells=16)


@given(st.integers(0, 10_000), st.sampled_from([(9, 9, 10), (8, 13, 25), (16, 16, 40)]), st.floats(0.1, 0.9))
def test_positions_of_games(seed: int, board: tuple[int, int, int], share: float) -> None:
    position = seen_in_game(*board, seed, share)
    if not mine_probabilities(position).safe:
        check(position, cells=6)


def test_nothing_overflows_on_a_big_board() -> None:
    # 225 isolated clues: their fronts, and the cells away from them, have more ways than a float can hold.
    clues = {(i, j): 2 for i in range(1, 45, 3) for j in range(1, 45, 3)}
    assert check(Position(45, 60, 700, clues), cells=2)
