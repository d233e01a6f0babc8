"""The strongest play known: what to open when nothing is certain."""

from __future__ import annotations

from collections.abc import Container

from minesweeper_qt.model.endgame import NODES, EndGame
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.frontier import Frontier
from minesweeper_qt.model.listing import list_layouts
from minesweeper_qt.model.outlook import Outlook
from minesweeper_qt.model.probability import Engine, Probabilities

END_GAME = 400
"""The end game begins when so many layouts are left."""

NEAR_BEST = 0.9
"""Cells are looked at whose chance to survive is at least this part of the best."""

SECOND_BEST = 0.2
"""Weight of the second best survival after a move: what is left when the best cell turns out to be of no use."""

_AWAY = 4
"""Cells away from the frontier differ little: so many are looked at, those with the fewest covered neighbours."""


def best_guess(engine: Engine, found: Probabilities, out: Container[int]) -> tuple[int, str] | None:
    """Return the cell to guess, by number, and why; never one in ``out``. ``None`` when there is none to guess.

    ``engine`` has just ``found`` that no covered cell is safe.
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
    """The cell with the best chance to survive it and the move after it."""
    groups = sorted(
        (
            (1 - mines / layouts, min(free), free)
            for cells, mines, layouts in found.groups
            if mines < layouts and (free := [cell for cell in cells if cell not in out])
        ),
        key=lambda group: (-group[0], group[1]),
    )
    if not groups:
        return None
    least = groups[0][0] * NEAR_BEST
    outlook = Outlook(frontier, found.position.mines, engine.counter.count)
    best, choice, why = -1.0, groups[0][1], "the lowest risk"
    for survival, first, cells in groups:
        if survival < least:
            break
        away = first not in frontier.clues_of
        for cell in _fewest_neighbours(frontier, cells) if away else sorted(cells):
            engine.counter.begin()
            try:
                score = round(survival * _prospect(outlook, cell), 9)
            except TooHard:
                continue
            if score > best:
                best, choice = score, cell
                why = f"best chance to survive this move and the next: {100 * score:.1f} %"
    return choice, why


def _prospect(outlook: Outlook, cell: int) -> float:
    """How likely the best move after ``cell`` survives, over all clues that it may show."""
    total = prospect = 0.0
    for after in outlook.after(cell):
        first, second = after.risks
        total += after.chance
        prospect += after.chance * (1 - (1 - SECOND_BEST) * first - SECOND_BEST * second)
    return prospect / total if total else 0.0


def _fewest_neighbours(frontier: Frontier, cells: list[int]) -> list[int]:
    def covered(cell: int) -> tuple[int, int]:
        return sum([not frontier.known[other] for other in frontier.around(cell)]), cell

    return sorted(cells, key=covered)[:_AWAY]
