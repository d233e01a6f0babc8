"""The frontier of a position, updated clue by clue: the cells that single clues settle, and the fronts that remain.

Cells are numbers here, ``row * width + column``, for speed: every strategy runs this code in its inner loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TypeAlias

from minesweeper_qt.model.errors import InconsistentPosition
from minesweeper_qt.model.exact.front_count import SentenceGroup, connect

COVERED, MINE, SAFE, REVEALED = range(4)
"""The status of a cell: nothing is known of it, it is a mine, it is safe but not revealed, or its clue is known."""


Front: TypeAlias = SentenceGroup[int, int]
"""A connected component of the frontier: cells that single clues leave undetermined; its clues are cells too."""


class Frontier:
    """The knowledge of a board of ``height`` x ``width`` cells that follows from single clues, updated with each clue.

    ``known``: the status of each cell, ``COVERED`` to ``REVEALED``. ``undetermined``: the number of ``COVERED`` cells.
    ``mines``: the number of cells known to be mines.

    >>> frontier = Frontier(1, 3)
    >>> frontier.add([(0, 1)])
    >>> frontier.known[1] == MINE, frontier.fronts
    (True, {})
    """

    def __init__(self, height: int, width: int) -> None:
        self.around = neighbour_table(height, width)
        self.known = bytearray(height * width)
        self.undetermined = height * width
        self.mines = 0
        self.cells_of: dict[int, set[int]] = {}
        """The undetermined cells around each clue that has any."""
        self.need: dict[int, int] = {}
        """The number of mines among the undetermined cells around each of these clues."""
        self.clues_of: dict[int, list[int]] = {}
        """The clues around each undetermined cell of the frontier, in the order in which they were added."""
        self._fronts: dict[Front, None] = {}
        self._front_of: dict[int, Front] = {}
        self._changed: dict[int, None] = {}
        self._todo: list[int] = []

    @property
    def fronts(self) -> Mapping[Front, None]:
        """The fronts of the remaining frontier, as keys, in the order in which they were made."""
        if self._changed:
            self._regroup()
        return self._fronts

    def take(self, cells: Iterable[int], verdict: int = MINE) -> None:
        """Assume that covered ``cells`` are mines, or ``SAFE``; raise ``InconsistentPosition`` if one can't be."""
        for cell in cells:
            self._settle(cell, verdict)
        self._propagate()

    def add(self, observations: Iterable[tuple[int, int]]) -> None:
        """Learn clues, pairs of a cell and its clue; raise ``InconsistentPosition`` when single clues contradict."""
        known = self.known
        observations = list(observations)
        for cell, _ in observations:
            if known[cell] == COVERED:
                self._settle(cell, SAFE)
            elif known[cell] == MINE:
                raise _contradiction()
            known[cell] = REVEALED
        for cell, clue in observations:
            self._add_clue(cell, clue)
        self._propagate()

    def _add_clue(self, cell: int, clue: int) -> None:
        """Store the undetermined neighbours of a clue, and how many of them are mines."""
        known, clues_of = self.known, self.clues_of
        cells = set()
        need = clue
        for other in self.around(cell):
            status = known[other]
            if status == COVERED:
                cells.add(other)
            elif status == MINE:
                need -= 1
        if not cells:
            if need:
                raise _contradiction()
            return
        self.cells_of[cell] = cells
        self.need[cell] = need
        self._changed[cell] = None
        for other in cells:
            if other in clues_of:
                clues_of[other].append(cell)
            else:
                clues_of[other] = [cell]
        if need <= 0 or need >= len(cells):
            self._todo.append(cell)

    def _settle(self, cell: int, verdict: int) -> None:
        """Set the verdict on an undetermined cell and remove the cell from its clues."""
        known = self.known[cell]
        if known:
            if known != verdict:
                raise _contradiction()
            return
        self.known[cell] = verdict
        self.undetermined -= 1
        if verdict == MINE:
            self.mines += 1
        for clue in self.clues_of.pop(cell, ()):
            cells = self.cells_of[clue]
            cells.remove(cell)
            if verdict == MINE:
                self.need[clue] -= 1
            need = self.need[clue]
            self._changed[clue] = None
            if need <= 0 or need >= len(cells):
                self._todo.append(clue)

    def _propagate(self) -> None:
        """Settle the cells of every clue around which no undetermined cell, or every one, is a mine."""
        todo, cells_of = self._todo, self.cells_of
        while todo:
            clue = todo.pop()
            cells = cells_of.get(clue)
            if cells is None:
                continue
            need = self.need[clue]
            if not 0 <= need <= len(cells):
                raise _contradiction()
            if need == 0 or need == len(cells):
                verdict = MINE if need else SAFE
                for cell in sorted(cells):
                    self._settle(cell, verdict)
                del cells_of[clue], self.need[clue]

    def _regroup(self) -> None:
        """Rebuild the fronts that contain a changed clue."""
        pending: dict[int, None] = {}
        for clue in self._changed:
            self._dissolve(clue, pending)
        self._changed = {}
        # A new clue may touch fronts in which nothing else has changed.
        for clue in list(pending):
            for cell in self.cells_of.get(clue, ()):
                for other in self.clues_of[cell]:
                    if other not in pending:
                        self._dissolve(other, pending)
        clues = [clue for clue in pending if clue in self.cells_of]
        for front in connect(self.cells_of, self.need, self.clues_of, clues):
            self._fronts[front] = None
            for clue in front.clues:
                self._front_of[clue] = front

    def _dissolve(self, clue: int, pending: dict[int, None]) -> None:
        """Remove the front of ``clue``, if it has one, and add the clues of this front to ``pending``."""
        front = self._front_of.get(clue)
        if front is None:
            pending[clue] = None
            return
        del self._fronts[front]
        for member in front.clues:
            del self._front_of[member]
            pending[member] = None


def _contradiction() -> InconsistentPosition:
    return InconsistentPosition("no layout agrees with this position: clues next to each other contradict")


@lru_cache(maxsize=16)
def neighbour_table(height: int, width: int) -> Callable[[int], tuple[int, ...]]:
    """Return a function that returns the cells around a cell of such a board, all as numbers, in reading order.

    >>> neighbour_table(2, 3)(0)
    (1, 3, 4)
    """

    @cache
    def around(cell: int) -> tuple[int, ...]:
        i, j = divmod(cell, width)
        return tuple(
            row * width + column
            for row in range(max(i - 1, 0), min(i + 2, height))
            for column in range(max(j - 1, 0), min(j + 2, width))
            if (row, column) != (i, j)
        )

    return around
