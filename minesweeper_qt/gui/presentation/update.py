"""The updates that a session sends to its views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from minesweeper_qt.model import Cell, Derivation

MoveOf: TypeAlias = Callable[[Derivation], int]
"""Returns the number of the move of the game that a derivation came with."""


@dataclass(frozen=True, slots=True)
class Update:
    """What changed since the last signal: cells that look different, and sentences that came and went.

    ``ai_cell`` is the last cell that the agent opened, if it opened one.
    """

    cells: frozenset[Cell]
    added: tuple[Derivation, ...]
    removed: tuple[Derivation, ...]
    ai_cell: Cell | None = None
