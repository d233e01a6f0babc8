"""The smallest part of some items that is enough for something: of clues, to settle a cell.

More items must never be enough less: a set with a part that is enough is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Enough = Callable[[list[int]], bool]


def irredundant(enough: Enough, items: Sequence[int]) -> list[int]:
    """Return some of ``items``, which are enough, of which none can be spared: each is left out in turn, the last first.

    >>> irredundant(lambda some: sum(some) >= 10, [8, 7, 2, 1])
    [8, 7]
    """
    left = list(items)
    for item in reversed(items):
        others = [other for other in left if other != item]
        if enough(others):
            left = others
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
    left = tries

    def is_enough(chosen: int) -> bool:
        nonlocal left
        left -= 1
        return enough([item for place, item in enumerate(items) if chosen >> place & 1])

    everything = (1 << len(items)) - 1
    if len(best) < 2 or not is_enough(everything):
        return best
    needs: list[int] = []
    size = 1
    while left > 0:
        chosen = None
        while size < len(best):
            chosen = _hitting(needs, size)
            if chosen is not None:
                break
            size += 1
        if chosen is None:
            return best
        if is_enough(chosen):
            return [item for place, item in enumerate(items) if chosen >> place & 1]
        # First what earlier needs name, so that this one names something else.
        named = 0
        for need in needs:
            named |= need
        stack = [everything & ~chosen & ~named, named & ~chosen]
        while stack and left > 0:
            more = stack.pop()
            if not more:
                continue
            if not is_enough(chosen | more):
                chosen |= more
            elif more.bit_count() > 1:
                half = _lower_half(more)
                stack += [half, more & ~half]
        if left > 0:
            needs.append(everything & ~chosen)
    return best


def _lower_half(places: int) -> int:
    half = 0
    for _ in range(places.bit_count() // 2):
        half |= places & -places
        places &= places - 1
    return half


def _hitting(needs: list[int], size: int) -> int | None:
    """At most ``size`` places, at least one of each of ``needs``; ``None`` if there are none."""
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
