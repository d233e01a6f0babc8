"""Groups sentences that share cells, with the form of each group, and adds numbers of mines: the basis of all counts.

The frontier, the exact agent, the search for proofs and that for contradictions all count by ``front_count``. What they
count comes from here, whatever their sentences and cells are: numbers, bits or pairs of row and column.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from minesweeper_qt.model.exact.front_count import Form, FrontCount

Clue = TypeVar("Clue", bound=Hashable)
"""The key of a sentence."""

Item = TypeVar("Item", bound=Hashable)
"""A cell."""


class SentenceGroup(Generic[Clue, Item]):
    """Sentences that share cells, directly or through others.

    ``clues``: the keys of the sentences. ``boxes``: their cells, grouped so that all cells of a box are mentioned by
    the same sentences. ``form``: the shape, without the place. ``size``: the number of the cells. ``count``: the ways
    to fill it, ``None`` until they have been counted.
    """

    __slots__ = ("boxes", "clues", "count", "form", "size")

    def __init__(self, clues: list[Clue], boxes: list[list[Item]], form: Form) -> None:
        self.clues = clues
        self.boxes = boxes
        self.form = form
        self.size = sum(form.sizes)
        self.count: FrontCount | None = None


def connect(
    cells_of: Mapping[Clue, Iterable[Item]],
    need: Mapping[Clue, int],
    clues_of: Mapping[Item, Sequence[Clue]],
    clues: Iterable[Clue],
) -> list[SentenceGroup[Clue, Item]]:
    """Return the groups that ``clues`` belong to.

    ``cells_of``: the cells of each sentence. ``need``: the number of mines among them. ``clues_of``: the sentences that
    mention each cell, always in the same order.

    >>> cells_of = {"a": [1, 2], "b": [2, 3, 4], "c": [8]}
    >>> one, other = connect(cells_of, {"a": 1, "b": 2, "c": 1}, mentions(cells_of), "abc")
    >>> one.clues, one.boxes, one.form
    (['a', 'b'], [[1], [2], [3, 4]], Form(sizes=(1, 1, 2), needs=(1, 2), rows=((0, 1), (1, 2))))
    """
    groups = []
    number: dict[Clue, int] = {}
    for first in clues:
        if first in number:
            continue
        number[first] = 0
        queue = [first]
        members: dict[tuple[Clue, ...], list[Item]] = {}
        seen: set[Item] = set()
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
        groups.append(_make_group(queue, members, number, need))
    return groups


def _make_group(
    clues: list[Clue], members: dict[tuple[Clue, ...], list[Item]], number: dict[Clue, int], need: Mapping[Clue, int]
) -> SentenceGroup[Clue, Item]:
    rows: list[list[int]] = [[] for _ in clues]
    for index, key in enumerate(members):
        for clue in key:
            rows[number[clue]].append(index)
    boxes = list(members.values())
    return SentenceGroup(
        clues, boxes, Form(tuple(map(len, boxes)), tuple([need[clue] for clue in clues]), tuple(map(tuple, rows)))
    )


def mentions(cells_of: Mapping[Clue, Iterable[Item]]) -> dict[Item, list[Clue]]:
    """Return the sentences that mention each cell, in their order.

    >>> mentions({"a": [1, 2], "b": [2]})
    {1: ['a'], 2: ['a', 'b']}
    """
    found: dict[Item, list[Clue]] = {}
    for clue, cells in cells_of.items():
        for cell in cells:
            found.setdefault(cell, []).append(clue)
    return found


def numbers_of_mines(least: int, ways: Iterable[int]) -> int:
    """Return the numbers of mines that have a way, as a bit mask: bit n is set when n mines have one.

    ``ways``: the numbers of ways with ``least`` mines, one more, and so on.

    >>> bin(numbers_of_mines(1, [3, 0, 2]))
    '0b1010'
    """
    return sum([1 << n for n, number in enumerate(ways, least) if number])


def sums(one: int, other: int) -> int:
    """Return all sums of one number from each bit mask, as a bit mask: bit n stands for the number n.

    >>> bin(sums(0b110, 0b1001))
    '0b110110'
    """
    if one.bit_count() > other.bit_count():
        one, other = other, one
    found = 0
    while one:
        lowest = one & -one
        found |= other * lowest
        one ^= lowest
    return found


def possible_numbers(parts: Sequence[int], total: int) -> list[int]:
    """Return those numbers of mines of each part that the other parts complete to ``total``, all as bit masks.

    All are 0 when the parts together can't have ``total`` mines.

    >>> list(map(bin, possible_numbers([0b110, 0b101], 3)))
    ['0b10', '0b100']
    """
    before = [1]
    for part in parts:
        before.append(sums(before[-1], part))
    found: list[int] = []
    after = 1
    for part, others in zip(reversed(parts), reversed(before[:-1]), strict=True):
        rest = sums(others, after)
        numbers = range(min(part.bit_length(), total + 1))
        found.append(sum([1 << n for n in numbers if part >> n & rest >> (total - n) & 1]))
        after = sums(after, part)
    return found[::-1]
