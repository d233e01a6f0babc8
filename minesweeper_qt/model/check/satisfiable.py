"""Can these sentences all be true? A complete answer for the checker, which shares no code with the inference."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import TooHard

CHECK_STEPS = 200_000
"""Bound on one answer, in states of the sentences that were begun and are not done."""

Statement = tuple[frozenset[Cell], int]


def is_satisfiable(statements: Iterable[Statement], budget: int = CHECK_STEPS) -> bool:
    """Whether some set of mines agrees with all ``statements``, each ``count`` mines among ``cells``.

    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 1), (0, 2)}), 2)])
    True
    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 0), (0, 1), (0, 2)}), 3)])
    False

    Cell by cell, all ways at once: what the statements still need is the state, and equal states are one. The widest
    statement is left out of it, since it mentions nearly every cell: beside each state stands which numbers of its
    mines lead there. Raises ``TooHard`` after ``budget`` states.
    """
    widest, *others = sorted({(frozenset(cells), count) for cells, count in statements}, key=_by_width)
    members: dict[Cell, list[int]] = {cell: [] for cell in widest[0]}
    for number, (cells, _) in enumerate(others):
        for cell in cells:
            members.setdefault(cell, []).append(number)
    left = [len(cells) for cells, _ in others]
    # What each statement begun still needs, and as bit n that it goes with n mines among the cells of the widest.
    states: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    steps = 0
    for cell in _order([cells for cells, _ in others], members):
        inside = int(cell in widest[0])
        after: dict[tuple[tuple[int, int], ...], int] = {}
        for number in members[cell]:
            left[number] -= 1
        for state, totals in states.items():
            begun = dict(state)
            for number in members[cell]:
                begun.setdefault(number, others[number][1])
            for is_mine in (0, 1):
                needs = {number: need - (is_mine and number in members[cell]) for number, need in begun.items()}
                if all(0 <= needs[number] <= left[number] for number in members[cell]):
                    rest = tuple(sorted((number, need) for number, need in needs.items() if left[number]))
                    after[rest] = after.get(rest, 0) | totals << (is_mine and inside)
        steps += len(after)
        if steps > budget:
            raise TooHard(f"{len(others) + 1} sentences take more than {budget} steps to check")
        states = after
    free = len(widest[0]) - len(widest[0] & set().union(*(cells for cells, _ in others)))
    return any(states.get((), 0) >> (widest[1] - more) & 1 for more in range(min(free, widest[1]) + 1))


def _by_width(statement: Statement) -> tuple[int, int, list[Cell]]:
    return (-len(statement[0]), statement[1], sorted(statement[0]))


def _order(statements: list[frozenset[Cell]], members: dict[Cell, list[int]]) -> list[Cell]:
    """The cells of the statements, so that few statements are begun and not done at a time."""
    order: dict[Cell, None] = {}
    waiting = dict(enumerate(statements))
    begun: set[int] = set()
    while waiting:
        number = min(begun or waiting, key=lambda number: (len(waiting[number] - order.keys()), number))
        for cell in sorted(waiting.pop(number) - order.keys()):
            order[cell] = None
            begun.update(other for other in members[cell] if other in waiting)
        begun.discard(number)
    return list(order)
