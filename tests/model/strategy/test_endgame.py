"""Tests of the end game: perfect play against known optima and against a plain search without any pruning."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Engine, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.exact.layout_enumeration import list_layouts
from minesweeper_qt.model.strategy.endgame import EndGame
from tests.model.support.oracles import around
from tests.model.support.positions import all_layouts, tiny_positions


def end_game(height: int, width: int, layouts: Sequence[frozenset[tuple[int, int]]], nodes: int = 10**6) -> EndGame:
    cells = [(i, j) for i in range(height) for j in range(width)]
    index = {cell: n for n, cell in enumerate(cells)}
    near = [sum(1 << index[other] for other in around(height, width, cell)) for cell in cells]
    masks = [sum(1 << index[cell] for cell in layout) for layout in layouts]
    return EndGame(len(cells), masks, lambda cell, layout: (layout & near[cell]).bit_count(), nodes)


def whole_board(height: int, width: int, mines: int) -> list[frozenset[tuple[int, int]]]:
    cells = [(i, j) for i in range(height) for j in range(width)]
    return [frozenset(chosen) for chosen in combinations(cells, mines)]


def wins(
    height: int, width: int, layouts: Sequence[frozenset[tuple[int, int]]], opened: frozenset[tuple[int, int]]
) -> int:
    """Return the layouts won by perfect play: tries every covered cell, safe or not, to the end of the game."""
    cells = [(i, j) for i in range(height) for j in range(width) if (i, j) not in opened]
    if any(len(layout) == len(cells) for layout in layouts):
        return len(layouts)
    best = 0
    for cell in cells:
        parts: dict[int, list[frozenset[tuple[int, int]]]] = {}
        for layout in layouts:
            if cell not in layout:
                parts.setdefault(len(around(height, width, cell) & layout), []).append(layout)
        best = max(best, sum(wins(height, width, part, opened | {cell}) for part in parts.values()))
    return best


def test_the_known_optimum_of_4x4_with_4_mines() -> None:
    """961 of 1820 boards, when the first cell may be a mine (known from exhaustive searches)."""
    best = end_game(4, 4, whole_board(4, 4, 4)).best()
    assert (best.wins, best.layouts) == (961, 1820)


@pytest.mark.parametrize(
    "height, width, mines", [(1, 4, 1), (2, 2, 1), (2, 3, 2), (3, 2, 3), (1, 7, 3), (2, 4, 2), (3, 3, 2)]
)
def test_whole_boards_against_plain_search(height: int, width: int, mines: int) -> None:
    layouts = whole_board(height, width, mines)
    assert end_game(height, width, layouts).best().wins == wins(height, width, layouts, frozenset())


@given(tiny_positions(max_cells=9))
def test_positions_against_plain_search(position: Position) -> None:
    layouts = all_layouts(position)
    if not layouts or len(position.covered) > 7:
        return
    best = end_game(position.height, position.width, layouts).best()
    assert best.wins == wins(position.height, position.width, layouts, frozenset(position.clues))
    assert best.layouts == len(layouts)


@given(tiny_positions())
def test_the_list_of_layouts_is_complete(position: Position) -> None:
    engine = Engine()
    try:
        found = engine.solve(position)
    except InconsistentPosition:
        return
    assert engine.frontier is not None
    cells, layouts = list_layouts(engine.frontier, position.mines, most=20_000)
    settled = frozenset(found.mines) - {divmod(cell, position.width) for cell in cells}
    listed = [
        settled | {divmod(cell, position.width) for n, cell in enumerate(cells) if layout >> n & 1}
        for layout in layouts
    ]
    assert sorted(map(sorted, listed)) == sorted(map(sorted, all_layouts(position)))


@given(st.integers(1, 200))
def test_too_many_layouts_or_nodes_are_too_hard(limit: int) -> None:
    engine = Engine()
    position = Position(4, 4, 4, {(0, 0): 1})
    layouts = engine.solve(position).layouts
    assert engine.frontier is not None
    if layouts > limit:
        with pytest.raises(TooHard):
            list_layouts(engine.frontier, position.mines, most=limit)
    with pytest.raises(TooHard):
        end_game(4, 4, whole_board(4, 4, 4), nodes=limit).best()
