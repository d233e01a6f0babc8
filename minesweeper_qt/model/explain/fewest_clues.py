"""Finds the fewest clues near a cell that are enough to settle it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from minesweeper_qt.model.exact.minimal_subset import Enough, minimal_subset, smallest_subset
from minesweeper_qt.model.explain.search_facts import Ground

MOST_CLUES = 40
"""A set with fewer clues than the first one found is searched for among this number of clues, the nearest ones."""

TRIES = 150
"""The number of sets of clues that may be tried in that search."""


def fewest_clues(
    ground: Ground,
    number: int,
    enough: Enough,
    part: Callable[[list[int]], list[int]] = lambda near: near,
    tries: Callable[[], int] = lambda: TRIES,
) -> list[int]:
    """Return the fewest clues found that are ``enough`` to settle the cell with this ``number``.

    All clues that reach the cell must be enough. ``part`` may make a first choice among clues that are enough, and
    ``tries`` returns the number of sets that are tried after that. No smaller set is missed unless that number or
    ``MOST_CLUES`` is too low.
    """
    rings: list[list[int]] = []
    coming = ground.rings(number)
    for ring in coming:
        rings.append(ring)
        if enough([clue for near in rings for clue in near]):
            break
    best = minimal_subset(enough, part([clue for near in rings for clue in near]))
    # A smaller set is connected, so it reaches no further than this number of rings.
    rings += islice(coming, max(len(best) - 1 - len(rings), 0))
    reach = [clue for ring in rings[: len(best) - 1] for clue in ring]
    return smallest_subset(enough, reach[:MOST_CLUES], best, tries())
