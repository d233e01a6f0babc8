"""Tests of the end game: perfect play against known optima and against a plain search without any pruning."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, Engine, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.strategy.endgame import EndGame, list_layouts
from tests.model.support.oracles import around
from tests.model.support.positions import all_layouts, tiny_positions
from tests.model.support.work import Calls

Layouts = Iterable[frozenset[Cell]]


@cache
def near_masks(height: int, width: int) -> list[int]:
    """Return for each cell a whole number with a bit set for each of its neighbours; cells are counted row by row."""
    return [sum(1 << i * width + j for i, j in around(height, width, divmod(n, width))) for n in range(height * width)]


@lru_cache
def masks_of(width: int, layouts: tuple[frozenset[Cell], ...]) -> tuple[int, ...]:
    """Return each layout as a whole number with a bit set for each mine."""
    return tuple(sum(1 << i * width + j for i, j in layout) for layout in layouts)


def end_game(height: int, width: int, layouts: Layouts, nodes: int = 10**6) -> EndGame:
    near = near_masks(height, width)
    masks = masks_of(width, tuple(layouts))
    return EndGame(height * width, masks, lambda cell, layout: (layout & near[cell]).bit_count(), nodes)


@cache
def whole_board(height: int, width: int, mines: int) -> tuple[frozenset[Cell], ...]:
    cells = [(i, j) for i in range(height) for j in range(width)]
    return tuple(frozenset(chosen) for chosen in combinations(cells, mines))


def wins(height: int, width: int, layouts: Layouts, opened: Iterable[Cell]) -> int:
    """Return the layouts won by perfect play: tries every covered cell, safe or not, to the end of the game.

    A position that other orders of the same moves lead to as well is searched once; no move is left out.
    """
    near = near_masks(height, width)

    @cache
    def won(left: tuple[int, ...], covered: int) -> int:
        if covered in left:  # nothing but mines is covered
            return len(left)
        best = 0
        for cell in range(height * width):
            if not covered >> cell & 1:
                continue
            parts: dict[int, list[int]] = {}
            for layout in left:
                if not layout >> cell & 1:
                    parts.setdefault((layout & near[cell]).bit_count(), []).append(layout)
            best = max(best, sum(won(tuple(part), covered & ~(1 << cell)) for part in parts.values()))
        return best

    (is_open,) = masks_of(width, (frozenset(opened),))
    return won(masks_of(width, tuple(layouts)), (1 << height * width) - 1 & ~is_open)


@pytest.mark.slow
def test_the_known_optimum_of_4x4_with_4_mines() -> None:
    """961 of 1820 boards, when the first cell may be a mine (known from exhaustive searches)."""
    best = end_game(4, 4, whole_board(4, 4, 4)).best()
    assert (best.wins, best.layouts) == (961, 1820)


@pytest.mark.slow
@pytest.mark.parametrize(
    "height, width, mines", [(1, 4, 1), (2, 2, 1), (2, 3, 2), (3, 2, 3), (1, 7, 3), (2, 4, 2), (3, 3, 2)]
)
def test_whole_boards_against_plain_search(height: int, width: int, mines: int) -> None:
    layouts = whole_board(height, width, mines)
    assert end_game(height, width, layouts).best().wins == wins(height, width, layouts, ())


@pytest.mark.slow
@given(tiny_positions(max_cells=9))
def test_positions_against_plain_search(position: Position) -> None:
    layouts = all_layouts(position)
    if not layouts or len(position.covered) > 7:
        return
    best = end_game(position.height, position.width, layouts).best()
    assert best.wins == wins(position.height, position.width, layouts, position.clues)
    assert best.layouts == len(layouts)


@pytest.mark.slow
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
    places = [divmod(cell, position.width) for cell in cells]
    listed = [settled | {place for n, place in enumerate(places) if layout >> n & 1} for layout in layouts]
    assert sorted(map(sorted, listed)) == sorted(map(sorted, all_layouts(position)))


@pytest.mark.long
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


def test_the_search_ends_when_poll_raises() -> None:
    layouts = tuple(sum(1 << n for n in mines) for mines in combinations(range(16), 3))
    near, poll = near_masks(4, 4), Calls(3)
    game = EndGame(16, layouts, lambda cell, layout: (layout & near[cell]).bit_count(), poll=poll)
    with pytest.raises(Stopped):
        game.best()
    assert poll.number == 3
