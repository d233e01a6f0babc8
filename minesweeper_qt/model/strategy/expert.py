"""The strongest play known: what to open when nothing is certain."""

from __future__ import annotations

from collections.abc import Container

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.frontier import Frontier
from minesweeper_qt.model.exact.layout_enumeration import list_layouts
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.strategy.endgame import NODES, EndGame
from minesweeper_qt.model.strategy.fifty_fifty import ShapeTable, shape_table, stakes
from minesweeper_qt.model.strategy.look_ahead import LookAhead

LOWEST = "the lowest risk"
"""The reason of a guess that no other has less risk than."""

END_GAME = 400
"""The end game begins when so many layouts are left."""

NEAR_BEST = 0.9
"""Cells are looked at whose chance to survive is at least this part of the best."""

SECOND_BEST = 0.2
"""Weight of the second best survival after a move: what is left when the best cell turns out to be of no use."""

NO_PROGRESS = 0.95
"""What a position without a safe cell is worth beside one that has one, apart from its lowest risk."""

_AWAY = 4
"""Cells away from the frontier differ little: so many are looked at, those with the fewest covered neighbours."""


def best_guess(engine: Engine, found: Probabilities, out: Container[int]) -> tuple[int, str] | None:
    """Return the cell to guess, by number, and why; never one in ``out``. ``None`` when there is none to guess.

    ``engine`` has just ``found`` that no covered cell is safe.

    >>> from minesweeper_qt.model.board.position import Position
    >>> engine = Engine()
    >>> found = engine.solve(Position.from_text("3x1x1\\nH1H"))
    >>> best_guess(engine, found, out=())
    (0, 'wins 1 of the 2 layouts left')

    Source: survival of this move and the next after D. Hill's solver; for the end game see ``endgame``.
    """
    frontier = engine.frontier
    assert frontier is not None
    if all(mines == layouts for _, mines, layouts in found.groups):
        return None
    if found.layouts <= END_GAME:
        won = _end_game(frontier, found)
        if won is not None and won[0] not in out:
            return won
    return _look_ahead(engine, frontier, found, out)


def _end_game(frontier: Frontier, found: Probabilities) -> tuple[int, str] | None:
    """The move that wins most of the layouts left, if the search is not too long."""
    try:
        cells, layouts = list_layouts(frontier, found.position.mines, END_GAME)
        index = {cell: n for n, cell in enumerate(cells)}
        near = [sum([1 << index[other] for other in frontier.around(cell) if other in index]) for cell in cells]
        best = EndGame(len(cells), layouts, lambda cell, layout: (layout & near[cell]).bit_count(), NODES).best()
    except TooHard:
        return None
    return cells[best.cell], f"wins {best.wins} of the {best.layouts} layouts left"


def _look_ahead(
    engine: Engine, frontier: Frontier, found: Probabilities, out: Container[int]
) -> tuple[int, str] | None:
    """The cell with the best chance to survive it and the move after it.

    One budget for all of it: where that does not last, survival alone decides.
    """
    engine.counter.begin()
    risk = {
        cell: mines / layouts for cells, mines, layouts in found.groups for cell in cells if not frontier.known[cell]
    }
    look_ahead = LookAhead(frontier, found.position.mines, engine.counter.count)
    worth = _worth(look_ahead, frontier, shape_table(found.position.height, found.position.width), risk)
    away = [cell for cell in worth if cell not in frontier.clues_of and cell not in out]
    near = [cell for cell in worth if cell in frontier.clues_of and cell not in out]
    candidates = [cell for cell in (*near, *_fewest_neighbours(frontier, away)) if worth[cell]]
    least = NEAR_BEST * max([worth[cell] for cell in candidates], default=0)
    choices: list[tuple[bool, float, int]] = []
    try:
        for cell in candidates:
            if worth[cell] >= least:
                tells, prospect = _prospect(look_ahead, cell)
                choices.append((tells, round(worth[cell] * prospect, 9), -cell))
    except TooHard:
        choices = [(True, worth[cell], -cell) for cell in candidates]
    if not choices:
        return None
    cell = -max(choices)[2]
    lowest = min([risk[cell] for cell in candidates])
    if worth[cell] > 1.5 * (1 - risk[cell]):
        return cell, "a guess that can hardly be avoided later"
    return cell, LOWEST if risk[cell] == lowest else "better for the next move than the lowest risk"


def _worth(look_ahead: LookAhead, frontier: Frontier, shapes: ShapeTable, risk: dict[int, float]) -> dict[int, float]:
    """The chance to survive each cell, more where it also decides a pair that would cost half a game later."""
    try:
        stake = stakes(frontier, shapes, look_ahead, risk)
    except TooHard:
        stake = {}
    return {cell: (1 - chance) / (1 - min(stake.get(cell, 0.0), 1.0) / 2) for cell, chance in risk.items()}


def _prospect(look_ahead: LookAhead, cell: int) -> tuple[bool, float]:
    """Whether ``cell`` tells anything, and how good the next move is after it, over all clues that it may show."""
    clues = look_ahead.after(cell)
    total = good = 0.0
    for after in clues:
        first, second = after.risks
        total += after.chance
        if first > 0:
            good += after.chance * NO_PROGRESS * (1 - (1 - SECOND_BEST) * first - SECOND_BEST * second)
        else:
            good += after.chance
    if not total:  # the cell survives too seldom for floats
        return False, 0.0
    return len(clues) > 1 or clues[0].risks[0] <= 0, good / total


def _fewest_neighbours(frontier: Frontier, cells: list[int]) -> list[int]:
    def covered(cell: int) -> tuple[int, int]:
        return sum([not frontier.known[other] for other in frontier.around(cell)]), cell

    return sorted(cells, key=covered)[:_AWAY]
