"""Finds minimal and smallest subsets that are enough for a purpose, for example the fewest clues that settle a cell.

The test must be monotone: a set that contains a subset that is enough must be enough itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Enough = Callable[[list[int]], bool]
"""A test of whether a list of items is enough."""


def minimal_subset(enough: Enough, items: Sequence[int]) -> list[int]:
    """Return a minimal subset of ``items``: it is enough, and no longer so without any one of its items.

    ``items`` themselves must be enough. The method is deletion: it leaves out halves in turn, then quarters and so on
    down to single items, the last ones first.

    >>> minimal_subset(lambda some: sum(some) >= 10, [8, 7, 2, 1])
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


def smallest_subset(enough: Enough, items: Sequence[int], best: list[int], tries: int) -> list[int]:
    """Return a smallest subset of ``items`` that is enough, or ``best`` if none is smaller.

    ``best`` is a subset that is known to be enough. It is also returned when ``enough`` has been called ``tries`` times
    without a result.

    >>> smallest_subset(lambda some: sum(some) >= 10, [4, 4, 5, 3, 6, 2], [2, 4, 4], tries=100)
    [4, 6]

    A set that is not enough proves that at least one of the items outside it is needed. The fewest items that meet all
    needs found so far are either enough, or they lead to another need.
    Source: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
    CP 2015.
    """
    search = _SubsetSearch(enough, items, tries)
    if len(best) < 2 or not search.is_enough(search.everything):
        return best
    size = 1
    while search.tries > 0:
        chosen = _hitting_set(search.needs, size)
        if chosen is None:
            size += 1
            if size == len(best):
                return best
        elif search.is_enough(chosen):
            return search.chosen(chosen)
        else:
            search.find_need(chosen)
    return best


class _SubsetSearch:
    """Tests sets of items, which are bit masks here: bit n stands for the item at place n.

    ``tries``: the number of tests left. ``everything``: the set of all items. ``needs``: sets of items of which at
    least one is needed.
    """

    def __init__(self, enough: Enough, items: Sequence[int], tries: int) -> None:
        self._enough = enough
        self._items = items
        self.tries = tries
        self.everything = (1 << len(items)) - 1
        self.needs: list[int] = []

    def chosen(self, places: int) -> list[int]:
        """Return the items at ``places``."""
        return [item for place, item in enumerate(self._items) if places >> place & 1]

    def is_enough(self, places: int) -> bool:
        """Return whether the items at ``places`` are enough; uses up one try."""
        self.tries -= 1
        return self._enough(self.chosen(places))

    def find_need(self, places: int) -> None:
        """Enlarge a set that is not enough as far as it stays so, and add the items outside it as a need."""
        in_needs = 0
        for need in self.needs:
            in_needs |= need
        # The items of earlier needs are added first, so that the new need consists of other items where possible.
        stack = [self.everything & ~places & ~in_needs, in_needs & ~places]
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


def _hitting_set(needs: list[int], size: int) -> int | None:
    """Return at most ``size`` places that include one of each of ``needs``; ``None`` if that is impossible."""
    stack = [(0, 0, size)]
    while stack:
        chosen, excluded, left = stack.pop()
        unmet = [need & ~excluded for need in needs if not need & chosen]
        if not unmet:
            return chosen
        if left and left >= _count_disjoint(unmet):
            need = min(unmet, key=int.bit_count)
            while need:
                place = need & -need
                need ^= place
                # A place tried here need not be tried again in the branches that follow.
                stack.append((chosen | place, excluded, left - 1))
                excluded |= place
    return None


def _count_disjoint(needs: list[int]) -> int:
    """Return the number of needs in a set of disjoint ones, found greedily: a lower bound on the places needed."""
    seen = count = 0
    for need in needs:
        if not need & seen:
            seen |= need
            count += 1
    return count
