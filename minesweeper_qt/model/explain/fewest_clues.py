"""The fewest clues near a cell that are enough to settle it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from minesweeper_qt.model.exact.minimal_subset import Enough, irredundant, smallest
from minesweeper_qt.model.explain.search_facts import Ground

MOST_CLUES = 40
"""Fewer clues than the first found are looked for among so many, the nearest ones."""

TRIES = 150
"""How many sets of clues may be tried for that."""


def fewest_clues(
    ground: Ground,
    number: int,
    enough: Enough,
    part: Callable[[list[int]], list[int]] = lambda near: near,
    tries: Callable[[], int] = lambda: TRIES,
) -> list[int]:
    """Return the fewest clues found that are ``enough`` for the cell of this number.

    All that reach it must be enough. ``part`` may make a first choice among some that are, and ``tries`` says how many
    sets are tried after that. No smaller set is missed unless these or ``MOST_CLUES`` are too few.
    """
    rings: list[list[int]] = []
    coming = ground.rings(number)
    for ring in coming:
        rings.append(ring)
        if enough([clue for near in rings for clue in near]):
            break
    best = irredundant(enough, part([clue for near in rings for clue in near]))
    # Fewer than these are connected, so they reach no further than this.
    rings += islice(coming, max(len(best) - 1 - len(rings), 0))
    reach = [clue for ring in rings[: len(best) - 1] for clue in ring]
    return smallest(enough, reach[:MOST_CLUES], best, tries())
