"""Checks seeds, the numbers that make random layouts and moves repeatable.

A seed is limited to 64 bits so that it fits into a file, a message and a dialog.
"""

from __future__ import annotations

from minesweeper_qt.model.board.board import is_whole
from minesweeper_qt.model.errors import SeedError


def check_seed(seed: int) -> int:
    """Return ``seed``; raise ``SeedError`` unless it is a whole number of 64 bits.

    >>> check_seed(1.5)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.SeedError: seed is 1.5; allowed are whole numbers from -2**63 to 2**63 - 1
    """
    if not is_whole(seed) or not -(2**63) <= seed < 2**63:
        shown = f"{seed!r}" if not is_whole(seed) else f"a number of {seed.bit_length()} bits"
        raise SeedError(f"seed is {shown}; allowed are whole numbers from -2**63 to 2**63 - 1")
    return seed
