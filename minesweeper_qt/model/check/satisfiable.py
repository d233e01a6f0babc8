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
    distinct = {(frozenset(cells), count) for cells, count in statements}
    widest, *others = sorted(distinct, key=lambda one: (-len(one[0]), one[1], sorted(one[0])))
    members: dict[Cell, list[int]] = {}
    for number, (cells, _) in enumerate(others):
        for cell in cells:
            members.setdefault(cell, []).append(number)
    left = [len(cells) for cells, _ in others]
    # The statements that are begun and not finished. A key of states holds what each of them still needs, in their
    # order. In the value, bit n is set when that can happen with n mines among the cells of the widest statement that
    # are assigned so far.
    begun: list[int] = []
    states: dict[tuple[int, ...], int] = {(): 1}
    steps = 0
    for cell in _order([cells for cells, _ in others], members):
        touched = members[cell]
        new = [number for number in touched if number not in begun]
        begun += new
        counts = tuple([others[number][1] for number in new])
        for number in touched:
            left[number] -= 1
        limits = [(begun.index(number), left[number]) for number in touched]
        kept = [(place, int(number in touched)) for place, number in enumerate(begun) if left[number]]
        begun = [number for number in begun if left[number]]
        inside = int(cell in widest[0])
        after: dict[tuple[int, ...], int] = {}
        for state, totals in states.items():
            needs = state + counts
            for mine in (0, 1):
                if all(mine <= needs[place] <= most + mine for place, most in limits):
                    rest = tuple([needs[place] - mine * touches for place, touches in kept])
                    after[rest] = after.get(rest, 0) | totals << mine * inside
        steps += len(after)
        if steps > budget:
            raise TooHard(f"{len(others) + 1} sentences take more than {budget} steps to check")
        if not after:
            return False
        states = after
    free = len(widest[0]) - len(widest[0] & set().union(*(cells for cells, _ in others)))
    return any(states.get((), 0) >> (widest[1] - more) & 1 for more in range(min(free, widest[1]) + 1))


def _order(statements: list[frozenset[Cell]], members: dict[Cell, list[int]]) -> list[Cell]:
    """Return the cells of the statements in an order that keeps few statements begun and unfinished at a time."""
    order: dict[Cell, None] = {}
    left = [len(cells) for cells in statements]
    waiting = dict(enumerate(statements))
    begun: set[int] = set()
    while waiting:
        number = min(begun or waiting, key=lambda number: (left[number], number))
        for cell in sorted(waiting.pop(number) - order.keys()):
            order[cell] = None
            for other in members[cell]:
                left[other] -= 1
                if other in waiting:
                    begun.add(other)
        begun.discard(number)
    return list(order)
