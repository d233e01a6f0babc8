"""Lists all layouts that agree with a position: for positions that have few of them."""

from __future__ import annotations

from itertools import combinations
from math import comb

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.front_count import Form
from minesweeper_qt.model.exact.frontier import Front, Frontier

_SLACK = 50
"""The limit on partial layouts in the course of a listing, as a multiple of the limit on complete layouts."""


def list_layouts(frontier: Frontier, mines: int, most: int) -> tuple[list[int], list[int]]:
    """Return the undetermined cells of ``frontier`` and the layouts over them, for a board with ``mines`` mines.

    A layout is a whole number with bit ``n`` set when the cell at index ``n`` of the first list is a mine.

    >>> frontier = Frontier(1, 3)
    >>> frontier.add([(1, 1)])
    >>> list_layouts(frontier, mines=1, most=10)
    ([0, 2], [1, 2])

    Raises ``TooHard`` when there are more than ``most`` layouts, or too many partial layouts on the way to them.
    """
    left = mines - frontier.mines
    cells: list[int] = []
    found = [(0, 0)]
    for front in frontier.fronts:
        first = len(cells)
        ways = _fillings(front, most * _SLACK)
        cells += [cell for box in front.boxes for cell in box]
        if len(found) * len(ways) > most * _SLACK:
            raise TooHard(f"more than {most * _SLACK} beginnings of layouts")
        found = [(mask | way << first, n + more) for mask, n in found for way, more in ways if n + more <= left]
    first = len(cells)
    away = [cell for cell, status in enumerate(frontier.known) if not status and cell not in frontier.clues_of]
    cells += away
    layouts: list[int] = []
    for mask, n in found:
        if len(layouts) + comb(len(away), left - n) > most:
            raise TooHard(f"more than {most} layouts")
        layouts += [
            mask | sum([1 << index for index in chosen]) for chosen in combinations(range(first, len(cells)), left - n)
        ]
    return cells, layouts


def _fillings(front: Front, most: int) -> list[tuple[int, int]]:
    """Return the ways to fill a front: each as a bit mask over its cells, box after box, and its number of mines."""
    form = front.form
    first = [sum(form.sizes[:box]) for box in range(len(form.sizes))]
    found: list[tuple[tuple[int, ...], int, int]] = [(form.needs, 0, 0)]
    room = [sum([form.sizes[box] for box in row]) for row in form.rows]
    for box in _boxes_by_clue(form):
        size = form.sizes[box]
        rows = [row for row, members in enumerate(form.rows) if box in members]
        for row in rows:
            room[row] -= size
        longer = []
        for needs, mask, mines in found:
            for n in range(size + 1):
                if all(0 <= needs[row] - n <= room[row] for row in rows):
                    after = tuple([need - n if row in rows else need for row, need in enumerate(needs)])
                    longer += [
                        (after, mask | sum([1 << index for index in chosen]), mines + n)
                        for chosen in combinations(range(first[box], first[box] + size), n)
                    ]
        found = longer
        if len(found) > most:
            raise TooHard(f"more than {most} beginnings of layouts")
    return [(mask, mines) for _, mask, mines in found]


def _boxes_by_clue(form: Form) -> list[int]:
    """Return the boxes clue by clue, so that each clue is complete early and wrong partial layouts end early."""
    return list(dict.fromkeys(box for row in form.rows for box in row))
