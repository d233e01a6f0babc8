"""Computes the reasoning level of each certain cell: the weakest level of reasoning that proves it safe or a mine.

Each level includes the conclusions of all levels below it, and is a fixpoint: its conclusions are used to draw more.
The search for conclusions from the number of mines has a bound, see ``mine_count``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import InconsistentPosition, Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import InconsistentKnowledge, Reasoning
from minesweeper_qt.model.exact.frontier import COVERED, MINE, SAFE, Front, Frontier
from minesweeper_qt.model.exact.probability import Engine, Probabilities
from minesweeper_qt.model.knowledge.bit_closure import Closed, Pair, bits, close, close_with_count
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase


class ReasoningLevels(Mapping[Cell, Reasoning]):
    """A mapping from each certain cell to its reasoning level, in reading order.

    >>> levels = reasoning_levels(Position(1, 3, 1, {(0, 0): 1}))
    >>> sorted(levels.safe), sorted(levels.mines), str(levels[0, 2])
    ([(0, 2)], [(0, 1)], 'count')

    ``safe`` and ``mines`` are the certain cells. ``probabilities`` is the result of the exact engine, or ``None`` when
    the position is too hard for it: then only the cells count as certain that the four rules and the number of mines
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


def reasoning_levels(position: Position, engine: Engine | None = None, poll: Poll = never_interrupt) -> ReasoningLevels:
    """Return the weakest level of reasoning that proves each covered cell that is certainly safe or a mine.

    >>> position = Position.from_text("5x2x2\\n1HHH1\\nHHHHH")
    >>> for cell, level in reasoning_levels(position).items():
    ...     print(cell, level)
    (0, 2) count
    (1, 2) count

    Cells that ``position.taken`` takes for mines are at the lowest level: they need no proof. ``engine`` is used in
    place of a new one. Raises ``InconsistentPosition`` when no layout agrees with the position, and what ``poll``
    raises.
    """
    probabilities: Probabilities | None
    try:
        probabilities = (engine or Engine()).solve(position)
    except TooHard:
        probabilities = None
        _check_rules(position, poll)
    search = _LevelSearch(position, None if probabilities is None else probabilities.safe | probabilities.mines, poll)
    search.examine_fronts()
    search.use_mine_count()
    found = dict(search.found)
    if probabilities is not None:
        for cells, is_mine in ((probabilities.safe, 0), (probabilities.mines, 1)):
            for cell in cells:
                found.setdefault(cell, (is_mine, Reasoning.CASES))
    return ReasoningLevels(found, probabilities)


def knowledge_of(position: Position, poll: Poll = never_interrupt) -> KnowledgeBase:
    """Return a new knowledge base that has learned the clues of ``position``, and its cells taken for mines.

    >>> [derivation.text for derivation in knowledge_of(Position(1, 3, 1, {(0, 1): 1}))]
    ['{(0, 0), (0, 2)} = 1']

    Raises ``InconsistentKnowledge`` with the sentences that contradict each other, and what ``poll`` raises.
    """
    base = KnowledgeBase(position.board)
    for cell in sorted(position.taken):
        base.mark(cell, 1)
    for cell, clue in position.clues.items():
        poll()
        base.learn(cell, clue)
    return base


def _check_rules(position: Position, poll: Poll) -> None:
    """Raise ``InconsistentPosition`` for a contradiction that a knowledge base finds, where the engine can't count."""
    try:
        knowledge_of(position, poll).learn_mine_count(position.mines)
    except InconsistentKnowledge as wrong:
        raise InconsistentPosition(str(wrong)) from wrong


def front_sentences(frontier: Frontier, front: Front, cells: Sequence[int]) -> list[Pair]:
    """Return the sentences of ``front``; bit n stands for cell n of ``cells``, which are those of the front.

    >>> frontier = Frontier(2, 3)
    >>> frontier.add([(0, 1), (3, 1)])
    >>> front_sentences(frontier, *frontier.fronts, cells=[1, 4])
    [(3, 1), (3, 1)]
    """
    place = {cell: bit for bit, cell in enumerate(cells)}
    return [(sum([1 << place[cell] for cell in frontier.cells_of[clue]]), frontier.need[clue]) for clue in front.clues]


def settled_with_count(frontier: Frontier, mines: int, goal: int, poll: Poll = never_interrupt) -> Closed:
    """Return what the four rules settle with the number of ``mines``, as far as the cells of ``goal`` need it.

    The bits are the numbers of the cells.

    >>> frontier = Frontier(1, 5)
    >>> frontier.add([(1, 1)])
    >>> bin(settled_with_count(frontier, 1, goal=0b10000).known)
    '0b11000'
    """
    open_cells = [cell for cell, status in enumerate(frontier.known) if status == COVERED]
    sentences = [(_union(near), frontier.need[clue]) for clue, near in frontier.cells_of.items()]
    return close_with_count(sentences, (_union(open_cells), mines - frontier.mines), goal, poll=poll)


class _LevelSearch:
    """Searches for the levels of the cells of a position that the rules settle, the weakest levels first.

    ``certain`` are the cells to be settled, ``None`` if that is not known: a search ends when it has settled them.
    ``found``: the settled cells, each with 1 for a mine or 0 for safe and with its level.
    """

    def __init__(self, position: Position, certain: frozenset[Cell] | None, poll: Poll) -> None:
        self._position = position
        self._poll = poll
        width = self._width = position.width
        self._frontier = frontier = Frontier(position.height, width)
        frontier.take([i * width + j for i, j in sorted(position.taken)])
        frontier.add([(i * width + j, clue) for (i, j), clue in position.clues.items()])
        self.found: dict[Cell, tuple[int, Reasoning]] = {
            divmod(cell, width): (int(status == MINE), Reasoning.CLUE)
            for cell, status in enumerate(frontier.known)
            if status in (MINE, SAFE)
        }
        self._rest = None if certain is None else {i * width + j for i, j in certain - self.found.keys()}

    def examine_fronts(self) -> None:
        """Find the cells that the subset rule and the overlap rule settle, in one front after the other."""
        for front in self._frontier.fronts:
            self._poll()
            cells = sorted([cell for box in front.boxes for cell in box])
            # Where no cell is left that may be certain, nothing is to be found.
            if self._rest is None or not self._rest.isdisjoint(cells):
                self._examine(front, cells)

    def _examine(self, front: Front, cells: list[int]) -> None:
        """Find the cells of one front that the rules settle."""
        sentences: Iterable[Pair] = front_sentences(self._frontier, front, cells)
        closed = Closed(0, 0, {})
        for level in (Reasoning.SUBSET, Reasoning.OVERLAP):
            before = closed.known
            closed = close(sentences, level, closed.known, closed.mines)
            self._add([(cells[bit], closed.mines >> bit & 1) for bit in bits(closed.known & ~before)], level)
            sentences = closed.in_force.items()

    def use_mine_count(self) -> None:
        """Find the cells that the four rules settle with the number of mines."""
        frontier = self._frontier
        if self._rest is None:
            goal = _union([cell for cell, status in enumerate(frontier.known) if status == COVERED])
        else:
            goal = _union(self._rest)
        if not goal:
            return
        closed = settled_with_count(frontier, self._position.mines, goal, self._poll)
        new = [cell for cell in bits(closed.known) if divmod(cell, self._width) not in self.found]
        self._add([(cell, closed.mines >> cell & 1) for cell in new], Reasoning.COUNT)

    def _add(self, cells: Iterable[tuple[int, int]], level: Reasoning) -> None:
        """Add cells that are settled at ``level``, each with 1 for a mine or 0 for safe."""
        for cell, is_mine in cells:
            self.found[divmod(cell, self._width)] = is_mine, level
            if self._rest is not None:
                self._rest.discard(cell)


def _union(cells: Iterable[int]) -> int:
    """Return ``cells`` as bits."""
    return sum([1 << cell for cell in cells])
