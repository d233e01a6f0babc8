"""Finds boards that can be solved without a guess, by trying seeds, and says what the hardest step of a board takes.

So all such boards with the same first click are equally likely, and a seed and that click are all of a board. What
makes it fast: before the costly search with the number of mines, the exact engine says whether any cell is safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from minesweeper_qt.model.board.board import Board, Cell, check_seed
from minesweeper_qt.model.board.rules import Rules
from minesweeper_qt.model.errors import MineCountError, MinesweeperError, Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.exact.front_count import FrontCounter
from minesweeper_qt.model.exact.frontier import REVEALED, SAFE, Front, Frontier, neighbour_table
from minesweeper_qt.model.exact.probability import COUNT_BUDGET, chance_groups
from minesweeper_qt.model.game.minesweeper import Layout, protected_cells
from minesweeper_qt.model.knowledge.bit_closure import bits, close
from minesweeper_qt.model.knowledge.reasoning_levels import front_sentences, settled_with_count
from minesweeper_qt.model.words import counted, size_text

MOST_TRIED = 1_000_000
"""The limit on one search, in boards: on Expert some ten minutes, where one of 2,000 is solvable by single clues."""

_SEEDS = 10**18
"""The seeds are below this number, as in the window and on the command line; 0 follows the last one."""

_SAFE = re.compile(bytes([SAFE]))


@dataclass(frozen=True, slots=True)
class HardestStep:
    """What the hardest step of a board may take: at most ``level``, or exactly that.

    >>> str(HardestStep(Reasoning.SUBSET)), str(HardestStep(Reasoning.CASES, is_exact=True))
    ('at most subset', 'exactly cases')
    >>> HardestStep(Reasoning.SUBSET).allows(Reasoning.CLUE)
    True
    """

    level: Reasoning
    is_exact: bool = False

    def __str__(self) -> str:
        return f"{'exactly' if self.is_exact else 'at most'} {self.level}"

    def allows(self, level: Reasoning) -> bool:
        """Return whether the hardest step may take ``level``."""
        return level == self.level or (level < self.level and not self.is_exact)


class FoundBoard(NamedTuple):
    """The seed of a board, the level that its ``hardest`` step takes, and the number of boards ``tried`` for it.

    >>> FoundBoard(seed=7, hardest=Reasoning.CLUE, tried=3).tried
    3
    """

    seed: int
    hardest: Reasoning
    tried: int


def find_board(
    height: int,
    width: int,
    mines: int,
    rules: Rules,
    start: Cell,
    asked: HardestStep,
    seed: int,
    *,
    poll: Poll = never_interrupt,
    progress: Callable[[int], None] | None = None,
) -> FoundBoard:
    """Return the first board from ``seed`` on that can be solved from ``start`` without a guess, as ``asked``.

    ``Minesweeper`` with these ``rules`` and the seed that was found has this board when ``start`` is revealed first.
    Boards that are too hard for the exact engine are left out. ``progress`` is called with the number of boards tried.

    >>> from minesweeper_qt.model.board.rules import CLASSIC_RULES
    >>> find_board(9, 9, 10, CLASSIC_RULES, (4, 4), HardestStep(Reasoning.SUBSET, is_exact=True), seed=1)
    FoundBoard(seed=8, hardest=<Reasoning.SUBSET: 2>, tried=8)

    Raises ``BoardSizeError``, ``CellError``, ``SeedError``; ``MineCountError`` where 9 cells can't stay free of mines,
    which a first click that opens cells takes; ``MinesweeperError`` after ``MOST_TRIED`` boards; what ``poll`` raises.
    """
    board = Board(height, width)
    start = board.cell(start)
    check_seed(seed)
    check_room(height, width, mines)
    clear = protected_cells(board, mines, rules, start)
    counter = FrontCounter(COUNT_BUDGET, poll)
    for tried in range(1, MOST_TRIED + 1):
        poll()
        dealt = (seed + tried - 1) % _SEEDS
        layout = Layout.random(board, mines, dealt, clear)
        try:
            hardest = hardest_step(layout, start, asked.level, counter)
        except TooHard:
            hardest = None
        if hardest is not None and asked.allows(hardest):
            return FoundBoard(dealt, hardest, tried)
        if progress is not None:
            progress(tried)
    raise MinesweeperError(f"none of {MOST_TRIED:,} boards can be solved without a guess, hardest step {asked}")


def check_room(height: int, width: int, mines: int) -> None:
    """Raise ``MineCountError`` unless the first click can be an opening, as a board without a guess needs it.

    >>> check_room(9, 9, 72)
    """
    if not 0 <= mines <= height * width - 9:
        what = f"{counted(mines, 'mine')} on a board of {size_text(height, width)}"
        raise MineCountError(f"{what}; a board without a guess has 9 cells without mines around its first click")


def hardest_step(
    layout: Layout, start: Cell, most: Reasoning = Reasoning.CASES, counter: FrontCounter | None = None
) -> Reasoning | None:
    """Return the level that the hardest step takes when ``start`` is opened first; ``None`` if that is above ``most``.

    Each step opens what is certainly safe at the least level, as ``reasoning_levels`` gives it. ``None`` also stands
    for a board that needs a guess. It is the same with and without cascades, which open what single clues prove safe.
    ``counter`` is used in place of a new one.

    >>> hardest_step(Layout(Board(1, 4), frozenset({(0, 1)})), (0, 0))
    <Reasoning.COUNT: 4>
    >>> hardest_step(Layout(Board(1, 4), frozenset({(0, 1)})), (0, 0), most=Reasoning.OVERLAP) is None
    True

    Raises ``TooHard``, and what the ``poll`` of ``counter`` raises.
    """
    width = layout.board.width
    mines = {i * width + j for i, j in layout.mines}
    first = start[0] * width + start[1]
    if first in mines:
        return None
    solver = _Solver(layout.board, mines, counter or FrontCounter(COUNT_BUDGET))
    hardest, safe = Reasoning.CLUE, [first]
    while True:
        solver.open(safe)
        if not solver.left:
            return hardest
        hardest, safe = solver.next_step(hardest, most)
        if not safe:
            return None


class _Solver:
    """Opens cells of a board, and finds which are certainly safe; cells are numbers. ``left``: how many are to open."""

    def __init__(self, board: Board, mines: set[int], counter: FrontCounter) -> None:
        self._mines = mines
        self._counter = counter
        self._around = neighbour_table(board.height, board.width)
        self._frontier = Frontier(board.height, board.width)
        self._examined: dict[Front, Reasoning] = {}
        """The level at which each front was found to have no safe cell."""
        self.left = len(board.cells) - len(mines)

    def open(self, cells: list[int]) -> None:
        """Open safe covered ``cells``, and those that a cascade opens."""
        found = set(cells)
        clues = []
        for cell in cells:  # which grows
            around = self._around(cell)
            clue = len(self._mines.intersection(around))
            clues.append((cell, clue))
            if not clue:
                new = [near for near in around if near not in found and self._frontier.known[near] != REVEALED]
                found.update(new)
                cells += new
        self._frontier.add(clues)
        self.left -= len(cells)

    def next_step(self, least: Reasoning, most: Reasoning) -> tuple[Reasoning, list[int]]:
        """Return the least level that settles a safe cell, from ``least`` to ``most``, and safe cells; none if stuck.

        A level settles what all levels below it do, so those below ``least`` are left out but for single clues.
        """
        known = self._frontier.known
        if SAFE in known:
            return least, [place.start() for place in _SAFE.finditer(known)]
        for level in (Reasoning.SUBSET, Reasoning.OVERLAP):
            if min(least, Reasoning.OVERLAP) <= level <= most and (safe := self._safe_by_rules(level)):
                return max(least, level), safe
        if most <= Reasoning.OVERLAP:
            return most, []
        _, groups = chance_groups(len(self._mines), self._frontier, self._counter)
        safe = [cell for cells, mines, _ in groups if not mines for cell in cells]
        if safe and least < Reasoning.CASES:
            goal = sum([1 << cell for cell in safe])
            closed = settled_with_count(self._frontier, len(self._mines), goal, self._counter.poll)
            if closed.known & goal:
                return Reasoning.COUNT, list(bits(closed.known & goal))
        return Reasoning.CASES, safe if most is Reasoning.CASES else []

    def _safe_by_rules(self, level: Reasoning) -> list[int]:
        """Return the safe cells that the rules of ``level`` find in the first front that has any."""
        for front in self._frontier.fronts:
            if self._examined.get(front, Reasoning.CLUE) < level:
                cells = [cell for box in front.boxes for cell in box]
                closed = close(front_sentences(self._frontier, front, cells), level)
                if safe := closed.known & ~closed.mines:
                    return [cells[bit] for bit in bits(safe)]
                self._examined[front] = level
        return []
