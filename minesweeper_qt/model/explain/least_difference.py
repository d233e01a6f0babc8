"""Finds two layouts that agree with a position and differ in as few cells as possible, one of them a given cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from contextlib import suppress
from heapq import heappop, heappush
from itertools import chain, count
from math import dist
from random import Random

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import InconsistentPosition
from minesweeper_qt.model.exact.constraints import mentions
from minesweeper_qt.model.exact.interruption import Poll, never_interrupt
from minesweeper_qt.model.exact.layout_sampling import draw_layout

MOST_STEPS = 2_000
"""The limit on the differences that the search looks at: about a tenth of a second."""

MOST_DRAWS = 10
"""The limit on the complete differences for which it looks for layouts."""

_BOARD = (-1, -1)
"""The key of the sentence that states the number of mines; those of the others are the cells of their clues."""


def least_difference(
    position: Position, cell: Cell, mines: Set[Cell], open_cells: Iterable[Cell], poll: Poll | None = None
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the mines of two layouts that differ in as few cells as possible: the first has a mine at ``cell``.

    ``mines`` are the cells that are certainly mines, ``open_cells`` those that are neither certain mines nor safe.

    >>> position = Position.from_text("4x2x1\\n1HHH\\nHHHH")
    >>> least_difference(position, (0, 1), frozenset(), [(0, 1), (1, 0), (1, 1)])
    (frozenset({(0, 1)}), frozenset({(1, 1)}))

    Of the least differences it prefers one with few cells that only the number of mines makes differ. After too many
    steps it returns two layouts that were drawn at random. Raises ``TooHard`` and what ``poll`` raises.

    Method: A* search over differences, sets of cells that are mines in one layout only. A clue that has more of them in
    one layout than in the other takes another cell; where no clue has, any layout with these cells is one of the two.
    """
    search = _Search(position, cell, mines, open_cells)
    serial = count()
    todo = [(1, 0, 0, next(serial), frozenset([cell]), frozenset[Cell]())]
    seen = set()
    draws = 0
    for _ in range(MOST_STEPS):
        (poll or never_interrupt)()
        _, elsewhere, _, _, added, removed = heappop(todo)
        more, less = search.tally(added), search.tally(removed)
        unequal = [clue for clue in more | less if more[clue] != less[clue]]
        if unequal:
            clue, is_added, free = search.narrowest(unequal, more, less, added | removed)
            elsewhere += clue == _BOARD or elsewhere > 0
            for after in [(added | {each}, removed) if is_added else (added, removed | {each}) for each in free]:
                if after not in seen:
                    seen.add(after)
                    size = len(after[0]) + len(after[1])
                    more, less = map(search.tally, after)
                    lack = max([abs(more[other] - less[other]) for other in more | less])
                    heappush(todo, (size + lack, elsewhere, -size, next(serial), *after))
        elif draws == MOST_DRAWS:
            break
        else:
            draws += 1
            with suppress(InconsistentPosition):
                mined = draw_layout(position, Random(0), dict.fromkeys(added, 1) | dict.fromkeys(removed, 0), poll)
                return mined, mined - added | removed
    rng = Random(0)
    return draw_layout(position, rng, {cell: 1}, poll), draw_layout(position, rng, {cell: 0}, poll)


class _Search:
    """The sentences of a position, its clues and its number of mines, without the cells that are certain."""

    def __init__(self, position: Position, cell: Cell, mines: Set[Cell], open_cells: Iterable[Cell]) -> None:
        around = position.board.neighbours
        cells_of = {_BOARD: frozenset(open_cells)}
        need = {_BOARD: position.mines - len(mines)}
        for clue, number in position.clues.items():
            if near := around(clue) & cells_of[_BOARD]:
                cells_of[clue], need[clue] = near, number - len(around(clue) & mines)
        self._clues_of = mentions(cells_of)
        # With more cells of one kind a layout would have too many mines at the clue, or too few.
        self._most = {clue: min(need[clue], len(cells) - need[clue]) for clue, cells in cells_of.items()}
        # Cells with the same clues are interchangeable, so only the nearest of them that is left is tried.
        self._boxes: dict[tuple[Cell, ...], list[Cell]] = {}
        for other in sorted(cells_of[_BOARD] - {cell}, key=lambda other: (dist(cell, other), other)):
            self._boxes.setdefault(tuple(self._clues_of[other]), []).append(other)
        self._boxes_of = mentions({box: box for box in self._boxes})

    def tally(self, cells: Set[Cell]) -> Counter[Cell]:
        """Return for each sentence how many of the ``cells`` it mentions."""
        return Counter([clue for cell in cells for clue in self._clues_of[cell]])

    def narrowest(
        self, unequal: list[Cell], more: Counter[Cell], less: Counter[Cell], changed: Set[Cell]
    ) -> tuple[Cell, bool, list[Cell]]:
        """Return the unequal sentence with the least choice of a next cell, the number of mines last.

        Also returns whether the next cell is to be a mine in the first layout, and the choice.
        """
        found: list[tuple[Cell, bool, list[Cell]]] = []
        for clue in [clue for clue in unequal if clue != _BOARD] or unequal:
            is_added = more[clue] < less[clue]
            boxes = [
                [each for each in self._boxes[box] if each not in changed][:1]
                for box in self._boxes_of.get(clue, ())
                if all((more if is_added else less)[other] < self._most[other] for other in box)
            ]
            found.append((clue, is_added, list(chain.from_iterable(boxes))))
        return min(found, key=lambda choice: len(choice[2]))
