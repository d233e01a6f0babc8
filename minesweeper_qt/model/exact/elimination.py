"""The order in which the boxes of a front are eliminated, chosen so that few clues are open at the same time.

A clue is open from the first of its boxes to the last. A state of the dynamic program in ``front_count`` consists of
what each open clue still needs. So the work grows with the product of those needs, and depends heavily on the order.
"""

from __future__ import annotations

from collections.abc import Sequence

_ACCEPTABLE_STATES = 300.0
"""At this number of expected states or fewer, the search for a better order would cost more than it saves."""


def elimination_order(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """Return the boxes in a good order for their elimination.

    ``rows[r]`` are the boxes of clue ``r``, ``boxes[b]`` the clues of box ``b``, ``sizes[b]`` is its number of cells.

    >>> elimination_order([(0, 1), (1, 2)], [(0,), (0, 1), (1,)], [1, 1, 1])
    [0, 1, 2]

    Source: greedy minimum degree; and Cuthill and McKee's breadth-first numbering from a peripheral node (Proc. 24th
    ACM Conf., 1969) where fewer states are expected from it.
    """
    if len(boxes) <= 2:
        return list(range(len(boxes)))
    best = _close_cheapest_first(rows, boxes, 0)
    if len(rows) < 6:
        return best
    least = _expected_states(best, rows, boxes, sizes)
    if least > _ACCEPTABLE_STATES:
        first, last = _distant_clues(rows, boxes)
        for start in (first, last):
            for order_from in (_close_cheapest_first, _breadth_first):
                order = order_from(rows, boxes, start)
                expected = _expected_states(order, rows, boxes, sizes)
                if expected < least:
                    best, least = order, expected
    return best


def _close_cheapest_first(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the order that takes all boxes of the open clue with the fewest boxes left, again and again.

    It begins with the clue ``start``. Among clues with equally few boxes left, the one that has been open longest comes
    first.
    """
    left = [len(row) for row in rows]
    taken = [False] * len(boxes)
    order: list[int] = []
    open_rows: dict[int, None] = {start: None}
    while open_rows:
        row = min(open_rows, key=left.__getitem__)
        for box in rows[row]:
            if not taken[box]:
                taken[box] = True
                order.append(box)
                for other in boxes[box]:
                    left[other] -= 1
                    open_rows[other] = None
        del open_rows[row]
        for other in [other for other in open_rows if not left[other]]:
            del open_rows[other]
    return order


def _breadth_first(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the order by a breadth-first numbering of the clues from ``start``.

    The boxes are sorted by the numbers of their clues.
    """
    number = {start: 0}
    queue = [start]
    for row in queue:
        reach = {other for box in rows[row] for other in boxes[box] if other not in number}
        for other in sorted(reach, key=lambda other: (len(rows[other]), other)):
            number[other] = len(number)
            queue.append(other)
    return sorted(range(len(boxes)), key=lambda box: sorted(number[row] for row in boxes[box]))


def _distant_clues(rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return two clues that are far from each other."""
    first = last = 0
    for _ in range(2):
        seen = {last}
        queue = [last]
        for row in queue:
            for box in rows[row]:
                for other in boxes[box]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
        first, last = last, queue[-1]
    return first, last


def _expected_states(
    order: Sequence[int], rows: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], sizes: Sequence[int]
) -> float:
    """Return an upper bound on the number of states that the order leads to, summed over all steps.

    The bound for one step is a product over all open clues: how many different numbers of mines each may have used.
    """
    cells = [sum(sizes[box] for box in row) for row in rows]
    used = [0] * len(rows)
    states, expected = 1.0, 0.0
    for box in order:
        for row in boxes[box]:
            states /= min(used[row], cells[row] - used[row]) + 1
            used[row] += sizes[box]
            states *= min(used[row], cells[row] - used[row]) + 1
        expected += states
    return expected
