"""Computes the reasoning level of each certain cell: the weakest level of reasoning that proves it safe or a mine.

Each level includes the conclusions of all levels below it, and is a fixpoint: its conclusions are used to draw more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import InconsistentPosition, Stopped, TooHard
from minesweeper_qt.model.evidence.derivation import Derivation, InconsistentKnowledge
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.frontier import MINE, SAFE, Frontier
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase

Report = Callable[[int, int], None]
"""A function that is called with the number of clues learned so far and the number of all clues."""


class ReasoningLevels(Mapping[Cell, Reasoning]):
    """A mapping from each certain cell to its reasoning level, in reading order.

    >>> levels = reasoning_levels(Position(1, 3, 1, {(0, 0): 1}))
    >>> sorted(levels.safe), sorted(levels.mines), str(levels[0, 2])
    ([(0, 2)], [(0, 1)], 'count')

    ``safe`` and ``mines`` are the certain cells. ``probabilities`` is the result of the exact engine, or ``None`` when
    the position is too hard for it: then only the cells count as certain that the three rules and the number of mines
    settle. Raises ``KeyError`` for a cell that is not certain.
    """

    def __init__(self, found: Mapping[Cell, tuple[int, Reasoning]], probabilities: Probabilities | None) -> None:
        self._levels = {cell: found[cell][1] for cell in sorted(found)}
        self.safe = frozenset(cell for cell, (is_mine, _) in found.items() if not is_mine)
        self.mines = frozenset(found) - self.safe
        self.probabilities = probabilities

    def __getitem__(self, cell: Cell) -> Reasoning:
        return self._levels[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._levels)

    def __len__(self) -> int:
        return len(self._levels)


def reasoning_levels(
    position: Position,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
    report: Report | None = None,
) -> ReasoningLevels:
    """Return the weakest level of reasoning that proves each covered cell that is certainly safe or a mine.

    >>> position = Position.from_text("5x2x2\\n1HHH1\\nHHHHH")
    >>> for cell, level in reasoning_levels(position).items():
    ...     print(cell, level)
    (0, 2) count
    (1, 2) count

    Cells that ``position.taken`` takes for mines are at the lowest level: they need no proof. ``engine`` is used in
    place of a new one. After the layouts are counted, ``report`` is called before each clue is learned, with the number
    of clues learned and that of all clues. Raises ``InconsistentPosition`` when no layout agrees with the position, and
    ``Stopped`` soon after ``should_stop`` has returned True.
    """
    probabilities: Probabilities | None
    try:
        probabilities = (engine or Engine()).solve(position)
    except TooHard:
        probabilities = None
    found: dict[Cell, tuple[int, Reasoning]] = {}
    if probabilities is not None:
        found |= dict.fromkeys(probabilities.safe, (0, Reasoning.CASES))
        found |= dict.fromkeys(probabilities.mines, (1, Reasoning.CASES))
    # From the strongest to the weakest, each in place of those before it.
    found |= _by_sentences(position, should_stop, report)
    found |= _by_single_clues(position)
    return ReasoningLevels(found, probabilities)


def knowledge_of(
    position: Position, should_stop: Callable[[], bool] | None = None, report: Report | None = None
) -> KnowledgeBase:
    """Return a new knowledge base that has learned the clues of ``position``, and its cells taken for mines.

    >>> [derivation.text for derivation in knowledge_of(Position(1, 3, 1, {(0, 1): 1}))]
    ['{(0, 0), (0, 2)} = 1']

    Raises ``InconsistentKnowledge`` with the sentences that contradict each other, and ``Stopped`` when ``should_stop``
    returns True.
    """
    base = KnowledgeBase(position.board)
    for cell in sorted(position.taken):
        base.mark(cell, 1)
    for learned, (cell, clue) in enumerate(position.clues.items()):
        if should_stop is not None and should_stop():
            raise Stopped("what follows from the clues is no longer wanted")
        if report is not None:
            report(learned, len(position.clues))
        base.learn(cell, clue)
    return base


def _by_sentences(
    position: Position, should_stop: Callable[[], bool] | None, report: Report | None
) -> dict[Cell, tuple[int, Reasoning]]:
    """Return the cells that the three rules settle, and those that the number of mines adds, with their levels."""
    try:
        base = knowledge_of(position, should_stop, report)
        by_rules = dict(base.settled)
        base.learn_mine_count(position.mines)
    except InconsistentKnowledge as wrong:
        # The engine would have found this contradiction, but the position was too hard for it.
        raise InconsistentPosition(str(wrong)) from wrong

    def level(cell: Cell, verdict: Derivation) -> tuple[int, Reasoning]:
        return verdict.count, Reasoning.SUBSET if cell in by_rules else Reasoning.COUNT

    return {cell: level(cell, verdict) for cell, verdict in base.settled.items() if cell not in position.clues}


def _by_single_clues(position: Position) -> dict[Cell, tuple[int, Reasoning]]:
    """Return the cells that single clues settle, with their level."""
    width = position.width
    frontier = Frontier(position.height, width)
    frontier.take([i * width + j for i, j in sorted(position.taken)])
    frontier.add([(i * width + j, clue) for (i, j), clue in position.clues.items()])
    return {
        divmod(cell, width): (int(status == MINE), Reasoning.CLUE)
        for cell, status in enumerate(frontier.known)
        if status in (MINE, SAFE)
    }
