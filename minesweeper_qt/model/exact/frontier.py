"""The frontier of a position, kept up to date from clue to clue: what single clues settle, and the fronts that remain.

Cells are numbers here, ``row * width + column``: this is the inner loop of everything that plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from minesweeper_qt.model.errors import InconsistentPosition
from minesweeper_qt.model.exact.front_count import Form, FrontCount

COVERED, MINE, SAFE, REVEALED = range(4)
"""What is known of a cell: nothing, that it is a mine, that it is safe but not revealed, or its clue."""


class Front:
    """A connected part of the frontier whose cells single clues leave undetermined.

    ``clues``: the clues it connects. ``boxes``: its cells, those with the same clues together. ``form``: its shape.
    ``count``: the ways to fill it, once they have been counted.
    """

    __slots__ = ("boxes", "clues", "count", "form", "size")

    def __init__(self, clues: list[int], boxes: list[list[int]], form: Form) -> None:
        self.clues = clues
        self.boxes = boxes
        self.form = form
        self.size = sum(form.sizes)
        self.count: FrontCount | None = None


class Frontier:
    """What is known of a board of ``height`` x ``width`` cells from its clues, one at a time.

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
        """How many of those are mines."""
        self.clues_of: dict[int, list[int]] = {}
        """The clues around each undetermined cell of the frontier, in the order in which they came."""
        self.fronts: dict[Front, None] = {}
        self._front_of: dict[int, Front] = {}
        self._changed: dict[int, None] = {}
        self._todo: list[int] = []

    def take(self, cells: Iterable[int], verdict: int = MINE) -> None:
        """Take covered ``cells`` for mines, or for ``SAFE``; raise ``InconsistentPosition`` where they are not."""
        for cell in cells:
            self._settle(cell, verdict)
        self._propagate()
        self._regroup()

    def add(self, observations: Iterable[tuple[int, int]]) -> None:
        """Learn clues, each a cell and its number; raise ``InconsistentPosition`` when single clues contradict."""
        known = self.known
        observations = list(observations)
        for cell, _ in observations:
            if known[cell] == COVERED:
                self._settle(cell, SAFE)
            elif known[cell] == MINE:
                raise _contradiction()
            known[cell] = REVEALED
        for cell, clue in observations:
            self._state(cell, clue)
        self._propagate()
        self._regroup()

    def _state(self, cell: int, clue: int) -> None:
        """Note what a clue says of its undetermined neighbours."""
        known, clues_of = self.known, self.clues_of
        cells = set()
        need = clue
        for other in self.around(cell):
            what = known[other]
            if what == COVERED:
                cells.add(other)
            elif what == MINE:
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
        """Give an undetermined cell its verdict and take it out of its clues."""
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
        """Settle what single clues settle: none of the cells, or all of them, are mines."""
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
        """Make the fronts anew that a changed clue belongs to."""
        if not self._changed:
            return
        pending: dict[int, None] = {}
        for clue in self._changed:
            self._dissolve(clue, pending)
        self._changed = {}
        # A new clue may touch fronts that did not change otherwise.
        for clue in list(pending):
            for cell in self.cells_of.get(clue, ()):
                for other in self.clues_of[cell]:
                    if other not in pending:
                        self._dissolve(other, pending)
        clues = [clue for clue in pending if clue in self.cells_of]
        for front in connect(self.cells_of, self.need, self.clues_of, clues):
            self.fronts[front] = None
            for clue in front.clues:
                self._front_of[clue] = front

    def _dissolve(self, clue: int, pending: dict[int, None]) -> None:
        """Take apart the front that ``clue`` belongs to, if any; its clues go to ``pending``."""
        front = self._front_of.get(clue)
        if front is None:
            pending[clue] = None
            return
        del self.fronts[front]
        for member in front.clues:
            del self._front_of[member]
            pending[member] = None


def connect(
    cells_of: Mapping[int, Iterable[int]], need: Mapping[int, int], clues_of: Mapping[int, list[int]], clues: list[int]
) -> list[Front]:
    """Return the fronts that ``clues`` make up, which no other clue touches."""
    fronts = []
    number: dict[int, int] = {}
    for first in clues:
        if first in number:
            continue
        number[first] = 0
        queue = [first]
        members: dict[tuple[int, ...], list[int]] = {}
        seen: set[int] = set()
        for clue in queue:
            for cell in cells_of[clue]:
                if cell not in seen:
                    seen.add(cell)
                    key = tuple(clues_of[cell])
                    box = members.get(key)
                    if box is not None:
                        box.append(cell)
                        continue
                    members[key] = [cell]
                    for other in key:
                        if other not in number:
                            number[other] = len(queue)
                            queue.append(other)
        fronts.append(_front(queue, members, number, need))
    return fronts


def _front(
    clues: list[int], members: dict[tuple[int, ...], list[int]], number: dict[int, int], need: Mapping[int, int]
) -> Front:
    rows: list[list[int]] = [[] for _ in clues]
    for index, key in enumerate(members):
        for clue in key:
            rows[number[clue]].append(index)
    boxes = list(members.values())
    return Front(
        clues, boxes, Form(tuple(map(len, boxes)), tuple([need[clue] for clue in clues]), tuple(map(tuple, rows)))
    )


def _contradiction() -> InconsistentPosition:
    return InconsistentPosition("no layout agrees with this position: clues next to each other contradict")


class NeighbourTable:
    """The neighbours of each cell by number, worked out when they are first asked for."""

    def __init__(self, height: int, width: int) -> None:
        self._height = height
        self._width = width
        self._found: list[tuple[int, ...] | None] = [None] * (height * width)

    def __call__(self, cell: int) -> tuple[int, ...]:
        """Return the neighbours of ``cell``, in reading order."""
        found = self._found[cell]
        if found is None:
            i, j = divmod(cell, self._width)
            found = self._found[cell] = tuple(
                row * self._width + column
                for row in range(max(i - 1, 0), min(i + 2, self._height))
                for column in range(max(j - 1, 0), min(j + 2, self._width))
                if (row, column) != (i, j)
            )
        return found


@lru_cache(maxsize=16)
def neighbour_table(height: int, width: int) -> NeighbourTable:
    """Return the neighbours of a board of this size."""
    return NeighbourTable(height, width)
