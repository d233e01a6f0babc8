"""Tests of the 50/50 pairs and blocks, against all layouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import nextafter

import pytest
from hypothesis import example, given, settings

from minesweeper_qt.model import Cell, ChoiceReasonKind, Engine, Minesweeper, MinesweeperAI, Position, make_strategy
from minesweeper_qt.model.strategy import expert as module
from minesweeper_qt.model.strategy.expert import fifty_fifty_shares
from minesweeper_qt.model.strategy.look_ahead import LookAhead
from tests.model.support.oracles import around
from tests.model.support.positions import all_layouts, tiny_positions

Shape = tuple[set[Cell], set[Cell]]


def shapes(position: Position) -> Iterator[Shape]:
    for i in range(position.height):
        for j in range(position.width):
            yield {(i, j)}, {(i, j + 1)}
            yield {(i, j)}, {(i + 1, j)}
            yield {(i, j), (i + 1, j + 1)}, {(i, j + 1), (i + 1, j)}


def by_trying(position: Position, layouts: list[frozenset[Cell]], mines: set[Cell]) -> dict[Cell, float]:
    """Return the shares by the definition, counted in all layouts.

    The cells that distinguish the two ways are all mines, and the mines in the pair or block are those of one way.
    """
    undetermined = position.covered - mines
    found: dict[Cell, float] = {}
    for one, other in shapes(position):
        if not one | other <= undetermined:
            continue
        near = {
            cell
            for inside in one | other
            for cell in around(position.height, position.width, inside) - one - other
            if len(around(position.height, position.width, cell) & one)
            != len(around(position.height, position.width, cell) & other)
        }
        if near & position.clues.keys():
            continue
        real = sum(near <= layout and (layout & (one | other)) in (one, other) for layout in layouts) / len(layouts)
        if real:
            for cell in (near - mines) | one | other:
                found[cell] = found.get(cell, 0.0) + real
    return found


@pytest.mark.slow
@settings(max_examples=50)
@example(Position(2, 3, 2, {(0, 2): 1, (1, 2): 1}))
@given(tiny_positions())
def test_the_shares_are_those_of_layouts_with_such_a_pair_or_block(position: Position) -> None:
    position = Position(position.height, position.width, position.mines, position.clues)
    layouts = all_layouts(position)
    if not layouts or not frozenset.intersection(*(position.covered - layout for layout in layouts)) <= frozenset():
        return
    engine = Engine()
    found = engine.solve(position)
    frontier = engine.frontier
    risk = {cell: mines / whole for cells, mines, whole in found.groups for cell in cells if not frontier.known[cell]}
    look_ahead = LookAhead(frontier, position.mines, engine.counter.count)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WORTH_COUNTING", 0.0)
        shares = fifty_fifty_shares(position, look_ahead, risk)
    mines = {cell for cell in position.covered if frontier.known[cell[0] * position.width + cell[1]]}
    expected = by_trying(position, layouts, mines)
    assert {divmod(cell, position.width): share for cell, share in shares.items()} == pytest.approx(expected, abs=1e-9)


def test_a_pair_in_a_corner_behind_two_mines() -> None:
    """No clue can distinguish (0, 0) from (0, 1): every cell that touches only one of them is a mine."""
    seen = 0
    for seed in range(40):
        right = [(i, j) for i in range(4) for j in range(4, 14)]
        mines = {(0, 0), (0, 2), (1, 2), (1, 3), *random.Random(seed).sample(right, 10)}
        game = Minesweeper(4, 14, len(mines), layout_mines=mines)
        shown = [(1, 0), (1, 1), *((i, j) for i in (2, 3) for j in range(4))]
        position = Position(4, 14, len(mines), {cell: game.nearby_mines(cell) for cell in shown})
        engine = Engine()
        found = engine.solve(position)
        if found.safe:
            continue
        seen += 1
        known = engine.frontier.known
        risk = {cell: mines / whole for cells, mines, whole in found.groups for cell in cells if not known[cell]}
        look_ahead = LookAhead(engine.frontier, position.mines, engine.counter.count)
        shares = fifty_fifty_shares(position, look_ahead, risk)
        assert shares[0] == shares[1] == pytest.approx(1)
        assert risk[0] == risk[1] == 0.5 > min(risk.values())
        # The pair costs half a game now or later, so it is guessed at once, although other cells have a lower risk.
        choice = make_strategy("expert").choose(position, MinesweeperAI(4, 14))
        assert choice.cell in {(0, 0), (0, 1)}
        assert choice.reason.kind is ChoiceReasonKind.UNAVOIDABLE
    assert seen


@pytest.mark.parametrize(
    "share, kind",
    [
        (nextafter(2 / 3, 0), ChoiceReasonKind.BETTER_NEXT),
        (nextafter(2 / 3, 1), ChoiceReasonKind.BETTER_NEXT),
        (0.667, ChoiceReasonKind.UNAVOIDABLE),
    ],
)
def test_the_reason_does_not_depend_on_how_a_share_is_rounded(share: float, kind, monkeypatch) -> None:
    position = Position.from_text("25x2x10\nHHHHHHHH1000001HHH2H11HHH\n1HHHHHHH1000001HHHHHHHHHH\n")
    monkeypatch.setattr(module, "fifty_fifty_shares", lambda *_: {0: share, 1: share})
    choice = make_strategy("expert").choose(position, MinesweeperAI(2, 25))
    assert (choice.cell, choice.reason.kind) == ((0, 1), kind)
