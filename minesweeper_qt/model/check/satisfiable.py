"""Decides for the checkers whether sentences can all be true, without any code of the inference."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import TooHard

CHECK_STEPS = 200_000
"""Bound on the work for one answer, in states (see ``is_satisfiable``)."""

Statement = tuple[frozenset[Cell], int]
"""A sentence: a set of cells and the number of mines among them."""


def is_satisfiable(statements: Iterable[Statement], budget: int = CHECK_STEPS) -> bool:
    """Return true when some set of mines agrees with all ``statements``, each a pair ``(cells, count)``.

    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 1), (0, 2)}), 2)])
    True
    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 0), (0, 1), (0, 2)}), 3)])
    False

    The search is complete. It assigns the cells one by one and follows all assignments at the same time: a state is the
    number of mines that each begun statement still needs, and equal states are merged. The statement with the most
    cells is not part of the state, since it mentions nearly every cell: stored with each state is the set of numbers of
    its mines that lead there, as bits. Raises ``TooHard`` after ``budget`` states.
    """
    widest, *others = sorted({(frozenset(cells), count) for cells, count in statements}, key=_by_width)
    members: dict[Cell, list[int]] = {cell: [] for cell in widest[0]}
    for number, (cells, _) in enumerate(others):
        for cell in cells:
            members.setdefault(cell, []).append(number)
    left = [len(cells) for cells, _ in others]
    # The keys are what each begun statement still needs. In the values, bit n is set when that can happen with n mines
    # among the cells of the widest statement that are assigned so far.
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
    """Return the sort key that puts the statement with the most cells first."""
    return (-len(statement[0]), statement[1], sorted(statement[0]))


def _order(statements: list[frozenset[Cell]], members: dict[Cell, list[int]]) -> list[Cell]:
    """Return the cells of the statements in an order that keeps few statements begun and unfinished at a time."""
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
