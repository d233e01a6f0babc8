"""The strongest play known: chooses the cell to open when no covered cell is provably safe."""

from __future__ import annotations

from collections.abc import Container

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.frontier import Frontier
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.layout_enumeration import list_layouts
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.strategy.endgame import NODES, EndGame
from minesweeper_qt.model.strategy.fifty_fifty import ShapeTable, fifty_fifty_shares, shape_table
from minesweeper_qt.model.strategy.look_ahead import LookAhead
from minesweeper_qt.model.text.reason_text import ChoiceReason, ChoiceReasonKind

END_GAME_LAYOUTS = 400
"""The end game begins when at most this number of layouts is left."""

NEAR_BEST = 0.9
"""A cell is a candidate if the chance to survive opening it is at least this fraction of the best one."""

SECOND_BEST_WEIGHT = 0.2
"""The weight of the second best chance to survive the next move: it counts if the best cell turns out to be useless."""

NO_PROGRESS_FACTOR = 0.95
"""The value of a position without a safe cell relative to one with a safe cell, apart from its lowest risk."""

_MAX_AWAY = 4
"""The number of candidates away from the frontier, which differ little: those with the fewest covered neighbours."""


def best_guess(engine: Engine, found: Probabilities, excluded: Container[int]) -> tuple[int, ChoiceReason] | None:
    """Return the cell to guess, by number, and the reason; ``None`` when no cell is left to guess.

    ``found`` is what ``engine`` returned for the position that it solved last, in which no covered cell is safe. A cell
    in ``excluded`` is never returned.

    >>> from minesweeper_qt.model.board.position import Position
    >>> engine = Engine()
    >>> found = engine.solve(Position.from_text("3x1x1\\nH1H"))
    >>> cell, reason = best_guess(engine, found, excluded=())
    >>> cell, str(reason)
    (0, 'wins 1 of the 2 possible layouts of mines')

    Source: the chance to survive this move and the next one, after D. Hill's solver; for the end game see ``endgame``.
    """
    frontier = engine.frontier
    assert frontier is not None
    if all(mines == layouts for _, mines, layouts in found.groups):
        return None
    if found.layouts <= END_GAME_LAYOUTS:
        won = _end_game(frontier, found, engine.counter.poll)
        if won is not None and won[0] not in excluded:
            return won
    return _look_ahead(engine, frontier, found, excluded)


def _end_game(frontier: Frontier, found: Probabilities, poll: Poll | None) -> tuple[int, ChoiceReason] | None:
    """Return the move that wins most of the layouts left, and the reason; ``None`` if the search is too long."""
    try:
        cells, layouts = list_layouts(frontier, found.position.mines, END_GAME_LAYOUTS)
        index = {cell: n for n, cell in enumerate(cells)}
        near = [sum([1 << index[other] for other in frontier.around(cell) if other in index]) for cell in cells]
        best = EndGame(len(cells), layouts, lambda cell, layout: (layout & near[cell]).bit_count(), NODES, poll).best()
    except TooHard:
        return None
    return cells[best.cell], ChoiceReason(ChoiceReasonKind.MOST_WINS, layouts=best.layouts, wins=best.wins)


def _look_ahead(
    engine: Engine, frontier: Frontier, found: Probabilities, excluded: Container[int]
) -> tuple[int, ChoiceReason] | None:
    """Return the cell with the best chance to survive this move and the next one, and the reason.

    All candidates share one budget. If it is used up, the chance to survive this move decides alone.
    """
    engine.counter.begin()
    risk = {
        cell: mines / layouts for cells, mines, layouts in found.groups for cell in cells if not frontier.known[cell]
    }
    look_ahead = LookAhead(frontier, found.position.mines, engine.counter.count)
    worth = _worth(
        look_ahead, frontier, shape_table(found.position.height, found.position.width), risk, engine.counter.poll
    )
    away = [cell for cell in worth if cell not in frontier.clues_of and cell not in excluded]
    near = [cell for cell in worth if cell in frontier.clues_of and cell not in excluded]
    candidates = [cell for cell in (*near, *_fewest_neighbours(frontier, away)) if worth[cell]]
    least = NEAR_BEST * max([worth[cell] for cell in candidates], default=0)
    choices: list[tuple[bool, float, int]] = []
    try:
        for cell in candidates:
            if worth[cell] >= least:
                is_informative, prospect = _prospect(look_ahead, cell)
                choices.append((is_informative, round(worth[cell] * prospect, 9), -cell))
    except TooHard:
        choices = [(True, worth[cell], -cell) for cell in candidates]
    if not choices:
        return None
    cell = -max(choices)[2]
    lowest = min([risk[cell] for cell in candidates])
    if worth[cell] > 1.5 * (1 - risk[cell]):
        return cell, ChoiceReason(ChoiceReasonKind.UNAVOIDABLE)
    return cell, ChoiceReason(ChoiceReasonKind.LOWEST_RISK if risk[cell] == lowest else ChoiceReasonKind.BETTER_NEXT)


def _worth(
    look_ahead: LookAhead, frontier: Frontier, shapes: ShapeTable, risk: dict[int, float], poll: Poll | None
) -> dict[int, float]:
    """Return the value of each cell: the chance to survive it, raised where it also decides a 50/50 pair or block.

    Such a pair or block would cost half a game later.
    """
    try:
        shares = fifty_fifty_shares(frontier, shapes, look_ahead, risk, poll)
    except TooHard:
        shares = {}
    return {cell: (1 - chance) / (1 - min(shares.get(cell, 0.0), 1.0) / 2) for cell, chance in risk.items()}


def _prospect(look_ahead: LookAhead, cell: int) -> tuple[bool, float]:
    """Return whether opening ``cell`` is informative, and the average value of the next move over all its clues."""
    outcomes = look_ahead.outcomes(cell)
    total = good = 0.0
    for outcome in outcomes:
        first, second = outcome.risks
        total += outcome.chance
        if first > 0:
            good += (
                outcome.chance
                * NO_PROGRESS_FACTOR
                * (1 - (1 - SECOND_BEST_WEIGHT) * first - SECOND_BEST_WEIGHT * second)
            )
        else:
            good += outcome.chance
    if not total:  # the cell is safe too rarely for floats
        return False, 0.0
    return len(outcomes) > 1 or outcomes[0].risks[0] <= 0, good / total


def _fewest_neighbours(frontier: Frontier, cells: list[int]) -> list[int]:
    """Return the ``cells`` with the fewest covered neighbours, at most ``_MAX_AWAY`` of them."""

    def covered(cell: int) -> tuple[int, int]:
        return sum([not frontier.known[other] for other in frontier.around(cell)]), cell

    return sorted(cells, key=covered)[:_MAX_AWAY]
