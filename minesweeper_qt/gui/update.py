"""What the session tells the views."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model import Cell, Derivation


@dataclass(frozen=True, slots=True)
class Update:
    """What changed since the last signal: cells that look different, and sentences that came and went.

    ``ai_cell`` is the last cell that the agent opened, if it opened one.
    """

    cells: frozenset[Cell]
    added: tuple[Derivation, ...]
    removed: tuple[Derivation, ...]
    ai_cell: Cell | None = None
