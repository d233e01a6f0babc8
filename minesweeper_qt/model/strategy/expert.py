"""The strongest play known: chooses the cell to open when no covered cell is provably safe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from functools import lru_cache

from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import Poll, TooHard, never_interrupt
from minesweeper_qt.model.exact.frontier import COVERED, MINE, Frontier, neighbour_table
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.endgame import NODES, EndGame, list_layouts
from minesweeper_qt.model.strategy.look_ahead import LookAhead

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

WORTH_COUNTING = 0.004
"""The chance below which a 50/50 pair or block is left out, estimated from the chances of the cells around it."""

HARDLY_AVOIDABLE = 2 / 3 + 1e-9
"""A guess is said to be hardly avoidable later above this chance; one of 2/3, however it is rounded, is not above."""

_POLL_INTERVAL = 100
"""The number of cells between two calls of ``poll``: some milliseconds of work."""


def best_guess(engine: Engine, found: Probabilities, excluded: Container[int]) -> tuple[int, ChoiceReason] | None:
    """Return the cell to guess, by number, and the reason; ``None`` when no cell is left to guess.

    ``found`` is what ``engine`` returned for the position that it solved last, in which no covered cell is safe. A cell
    in ``excluded`` is never returned.

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


def _end_game(frontier: Frontier, found: Probabilities, poll: Poll) -> tuple[int, ChoiceReason] | None:
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
    try:
        shares = fifty_fifty_shares(found.position, look_ahead, risk, engine.counter.poll)
    except TooHard:
        shares = {}
    # The chance to survive a cell counts more where it also decides a pair or block that would cost half a game later.
    worth = {cell: (1 - chance) / (1 - min(shares.get(cell, 0.0), 1.0) / 2) for cell, chance in risk.items()}
    free = [cell for cell in worth if cell not in excluded]
    near = [cell for cell in free if cell in frontier.clues_of]
    away = [
        (sum([not frontier.known[other] for other in frontier.around(cell)]), cell)
        for cell in free
        if cell not in frontier.clues_of
    ]
    candidates = [cell for cell in (*near, *(cell for _, cell in sorted(away)[:_MAX_AWAY])) if worth[cell]]
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
    if shares.get(cell, 0.0) > HARDLY_AVOIDABLE:
        return cell, ChoiceReason(ChoiceReasonKind.UNAVOIDABLE)
    return cell, ChoiceReason(ChoiceReasonKind.LOWEST_RISK if risk[cell] == lowest else ChoiceReasonKind.BETTER_NEXT)


def _prospect(look_ahead: LookAhead, cell: int) -> tuple[bool, float]:
    """Return whether opening ``cell`` is informative, and the average value of the next move over all its clues."""
    outcomes = look_ahead.outcomes(cell)
    total = good = 0.0
    for outcome in outcomes:
        first, second = outcome.risks
        total += outcome.chance
        value = 1 - (1 - SECOND_BEST_WEIGHT) * first - SECOND_BEST_WEIGHT * second
        good += outcome.chance * NO_PROGRESS_FACTOR * value if first > 0 else outcome.chance
    if not total:  # the cell is safe too rarely for floats
        return False, 0.0
    return len(outcomes) > 1 or outcomes[0].risks[0] <= 0, good / total


def fifty_fifty_shares(
    position: Position, look_ahead: LookAhead, risk: Mapping[int, float], poll: Poll = never_interrupt
) -> dict[int, float]:
    """Return for cells, by number, the share of layouts with a 50/50 pair or block that a safe outcome would remove.

    Two neighbouring cells, one of them a mine, touch almost the same cells. If the few cells that only one of them
    touches are all mines (or off the board), no clue can ever show which of the two is the mine. The same holds for two
    mines on either diagonal of a 2x2 block, if the cells at its outer corners are mines. Half of all such layouts are
    lost, whatever else is played. So the real risk is lower than the chance of a mine for a cell that must be a mine
    for the pair to be real, and for the cells of the pair itself: these cells are in the result. The share is from 0 to
    1 for each pair or block, and added up over all of them.

    ``look_ahead`` is that of ``position``; ``risk`` is the chance of each undetermined cell to be a mine. Raises
    ``TooHard`` as counting does, and whatever ``poll`` raises, which is called every few milliseconds.

    >>> engine, position = Engine(), Position(1, 2, 1)
    >>> risk = {cell: mines / ways for cells, mines, ways in engine.solve(position).groups for cell in cells}
    >>> fifty_fifty_shares(position, LookAhead(engine.frontier, 1, engine.counter.count), risk)
    {0: 1.0, 1: 1.0}
    """
    known = look_ahead.frontier.known
    found: dict[int, float] = {}
    for place, cell in enumerate(risk):
        if not place % _POLL_INTERVAL:
            poll()
        for distinguishing, one, other in _pairs_and_block(position.height, position.width, cell):
            walls = _walls(distinguishing, known, risk)
            if walls is None or any(known[inside] for inside in (*one, *other)):
                continue
            share = 0.0
            for mines, free in ((one, other), (other, one)):
                share += look_ahead.share({**dict.fromkeys((*walls, *mines), 1), **dict.fromkeys(free, 0)})
            if share:
                for concerned in (*walls, *one, *other):
                    found[concerned] = found.get(concerned, 0.0) + share
    return found


def _walls(distinguishing: list[int], known: bytearray, risk: Mapping[int, float]) -> list[int] | None:
    """Return the undetermined ones of the cells that must be mines; ``None`` if that is not possible, or too rare."""
    walls = []
    chance = 1.0
    for wall in distinguishing:
        if known[wall] == COVERED:
            chance *= risk[wall]
            if chance < WORTH_COUNTING:
                return None
            walls.append(wall)
        elif known[wall] != MINE:
            return None
    return walls


@lru_cache(maxsize=100_000)
def _pairs_and_block(height: int, width: int, cell: int) -> list[tuple[list[int], tuple[int, ...], tuple[int, ...]]]:
    """Return the pairs and the block that extend from ``cell`` to the right and down.

    Each comes as the cells outside that distinguish its two ways, and the cells that are mines in each of the two.
    """
    around = neighbour_table(height, width)
    right, below = cell + 1, cell + width
    has_right, has_below = right % width > 0, below < height * width
    shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    if has_right:
        shapes.append(((cell,), (right,)))
    if has_below:
        shapes.append(((cell,), (below,)))
    if has_right and has_below:
        shapes.append(((cell, below + 1), (right, below)))
    found = []
    for one, other in shapes:
        # The clue of a cell differs if it touches more cells of one way than of the other.
        seen = Counter([place for inside in one for place in around(inside)])
        seen.subtract([place for inside in other for place in around(inside)])
        found.append(([place for place in seen if seen[place] and place not in one + other], one, other))
    return found
