"""The update: the value that a session sends to its views after a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from minesweeper_qt.model import Cell, Derivation

MoveOf: TypeAlias = Callable[[Derivation], int]
"""A function that returns the number of the move with which a derivation was added."""


@dataclass(frozen=True, slots=True)
class Update:
    """The changes since the last signal.

    ``cells``: the cells whose look may have changed. ``added``, ``removed``: the sentences that came into force and
    those that are no longer in force. ``ai_cell``: the last cell that the agent opened, if it opened one.
    """

    cells: frozenset[Cell]
    added: tuple[Derivation, ...]
    removed: tuple[Derivation, ...]
    ai_cell: Cell | None = None
