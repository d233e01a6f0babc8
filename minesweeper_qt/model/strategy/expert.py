"""The strongest play known: chooses the cell to open when no covered cell is provably safe."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.frontier import COVERED, MINE, Frontier, neighbour_table
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.strategy.endgame import NODES, EndGame, list_layouts
from minesweeper_qt.model.strategy.look_ahead import LookAhead
from minesweeper_qt.model.text.reason_text import ChoiceReason, ChoiceReasonKind

_WORTH_COUNTING = 0.004
"""The chance below which a pair or block is left out, estimated from the chances of the cells around it."""

_POLL_INTERVAL = 100
"""The number of cells between two calls of ``poll``: some milliseconds of work."""

Structure = tuple[list[int], tuple[int, ...], tuple[int, ...]]
"""The cells that must be mines, then two sets of cells: all cells of one are mines, and none of the other."""


def fifty_fifty_shares(
    frontier: Frontier,
    shapes: ShapeTable,
    look_ahead: LookAhead,
    risk: Mapping[int, float],
    poll: Poll | None = None,
) -> dict[int, float]:
    """Return for cells, by number, the share of layouts with a 50/50 pair or block that a safe outcome would remove.

    These are the cells of the pair or block, which a safe outcome decides, and the cells that must be mines for it,
    where a safe outcome rules it out. The share is from 0 to 1 for each pair or block, and added up over all of them.
    ``shapes`` is the table for this size of board; ``risk`` is the chance of each undetermined cell to be a mine.
    Raises ``TooHard`` as counting does, and whatever ``poll`` raises, which is called every few milliseconds.

    >>> from minesweeper_qt.model.exact.probability import Engine
    >>> from minesweeper_qt.model.board.position import Position
    >>> engine = Engine()
    >>> risk = {cell: mines / ways for cells, mines, ways in engine.solve(Position(1, 2, 1)).groups for cell in cells}
    >>> look_ahead = LookAhead(engine.frontier, 1, engine.counter.count)
    >>> fifty_fifty_shares(engine.frontier, shape_table(1, 2), look_ahead, risk)
    {0: 1.0, 1: 1.0}
    """
    found: dict[int, float] = {}
    for walls, one, other in _structures(frontier, shapes, risk, poll):
        forced = dict.fromkeys(walls, 1)
        share = 0.0
        for mines, free in ((one, other), (other, one)):
            share += look_ahead.share({**forced, **dict.fromkeys(mines, 1), **dict.fromkeys(free, 0)})
        if share:
            for cell in (*walls, *one, *other):
                found[cell] = found.get(cell, 0.0) + share
    return found


def _structures(
    frontier: Frontier, shapes: ShapeTable, risk: Mapping[int, float], poll: Poll | None
) -> Iterator[Structure]:
    """Yield the pairs and blocks that are possible in this position, and likely enough to be counted."""
    known = frontier.known
    for place, cell in enumerate(risk):
        if poll is not None and not place % _POLL_INTERVAL:
            poll()
        for distinguishing, one, other in shapes(cell):
            walls = []
            chance = 1.0
            for wall in distinguishing:
                if known[wall] == COVERED:
                    chance *= risk[wall]
                    if chance < _WORTH_COUNTING:
                        break
                    walls.append(wall)
                elif known[wall] != MINE:
                    break
            else:
                if not any(known[place] for place in (*one, *other)):
                    yield walls, one, other


class ShapeTable:
    """The pairs and the block that begin at each cell of a board, each with the cells that distinguish its two ways."""

    def __init__(self, height: int, width: int) -> None:
        self._around = neighbour_table(height, width)
        self._width = width
        self._found: list[tuple[Structure, ...] | None] = [None] * (height * width)

    def __call__(self, cell: int) -> tuple[Structure, ...]:
        """Return the pairs and the block that extend from ``cell`` to the right and down."""
        found = self._found[cell]
        if found is None:
            right, below = cell + 1, cell + self._width
            has_right = right % self._width > 0
            has_below = below < len(self._found)
            shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
            if has_right:
                shapes.append(((cell,), (right,)))
            if has_below:
                shapes.append(((cell,), (below,)))
            if has_right and has_below:
                shapes.append(((cell, below + 1), (right, below)))
            found = self._found[cell] = tuple((self._distinguishing(one, other), one, other) for one, other in shapes)
        return found

    def _distinguishing(self, one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
        """Return the cells outside whose clue would differ between mines in ``one`` and mines in ``other``."""
        seen: dict[int, int] = {}
        for cells, way in ((one, 1), (other, -1)):
            for cell in cells:
                for place in self._around(cell):
                    seen[place] = seen.get(place, 0) + way
        return [place for place, difference in seen.items() if difference and place not in one and place not in other]


@lru_cache(maxsize=16)
def shape_table(height: int, width: int) -> ShapeTable:
    """Return the table of shapes for a board of ``height`` x ``width`` cells; boards of the same size share it."""
    return ShapeTable(height, width)


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
