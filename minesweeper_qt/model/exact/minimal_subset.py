"""The smallest part of some items that is enough for something: of clues, to settle a cell.

More items must never be enough less: a set with a part that is enough is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Enough = Callable[[list[int]], bool]


def irredundant(enough: Enough, items: Sequence[int]) -> list[int]:
    """Return some of ``items``, which are enough, of which none can be spared.

    Left out in turn are halves, then quarters and so on to single items, the last first.

    >>> irredundant(lambda some: sum(some) >= 10, [8, 7, 2, 1])
    [8, 7]
    """
    left = list(items)
    size = max(len(left), 2)
    while size > 1:
        size = (size + 1) // 2
        end = len(left)
        while end > 0:
            others = left[: max(end - size, 0)] + left[end:]
            if enough(others):
                left = others
            end -= size
    return left


def smallest(enough: Enough, items: Sequence[int], best: list[int], tries: int) -> list[int]:
    """Return fewer of ``items`` than ``best`` that are enough, the fewest possible; or ``best``.

    ``best`` is also the answer after asking ``enough`` so many ``tries``.

    >>> smallest(lambda some: sum(some) >= 10, [4, 4, 5, 3, 6, 2], [2, 4, 4], tries=100)
    [4, 6]

    A set that is not enough shows that one of the items outside it is needed; the fewest items that meet all such needs
    are either enough, or show another one. Source: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS
    extraction with minimal hitting set dualization, CP 2015.
    """
    search = _Search(enough, items, tries)
    if len(best) < 2 or not search.is_enough(search.everything):
        return best
    size = 1
    while search.tries > 0:
        chosen = _hitting(search.needs, size)
        if chosen is None:
            size += 1
            if size == len(best):
                return best
        elif search.is_enough(chosen):
            return search.chosen(chosen)
        else:
            search.find_need(chosen)
    return best


class _Search:
    """Asks about sets of items, with bit n for the one at place n; ``needs`` are sets of which one is needed."""

    def __init__(self, enough: Enough, items: Sequence[int], tries: int) -> None:
        self._enough = enough
        self._items = items
        self.tries = tries
        self.everything = (1 << len(items)) - 1
        self.needs: list[int] = []

    def chosen(self, places: int) -> list[int]:
        """Return the items at these places."""
        return [item for place, item in enumerate(self._items) if places >> place & 1]

    def is_enough(self, places: int) -> bool:
        """Ask; that is one try."""
        self.tries -= 1
        return self._enough(self.chosen(places))

    def find_need(self, places: int) -> None:
        """Grow a set that is not enough, as long as it is not: what is then outside is a need."""
        named = 0
        for need in self.needs:
            named |= need
        # What earlier needs name goes in first, so that this one names something else.
        stack = [self.everything & ~places & ~named, named & ~places]
        while stack and self.tries > 0:
            more = stack.pop()
            if not more:
                continue
            if not self.is_enough(places | more):
                places |= more
            elif more.bit_count() > 1:
                half = _lower_half(more)
                stack += [half, more & ~half]
        self.needs.append(self.everything & ~places)


def _lower_half(places: int) -> int:
    half = 0
    for _ in range(places.bit_count() // 2):
        half |= places & -places
        places &= places - 1
    return half


def _hitting(needs: list[int], size: int) -> int | None:
    """Return at most ``size`` places, at least one of each of ``needs``; ``None`` if there are no such."""
    stack = [(0, 0, size)]
    while stack:
        chosen, barred, left = stack.pop()
        unmet = [need & ~barred for need in needs if not need & chosen]
        if not unmet:
            return chosen
        if left and left >= _disjoint(unmet):
            need = min(unmet, key=int.bit_count)
            while need:
                place = need & -need
                need ^= place
                # What was tried at this point needs no second try below it.
                stack.append((chosen | place, barred, left - 1))
                barred |= place
    return None


def _disjoint(needs: list[int]) -> int:
    """A number of needs that share nothing: so many places it takes at least."""
    seen = count = 0
    for need in needs:
        if not need & seen:
            seen |= need
            count += 1
    return count
