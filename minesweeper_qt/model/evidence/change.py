"""What one observation changed."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


@dataclass(frozen=True, slots=True)
class Change:
    """What one observation did to a knowledge base.

    ``added`` and ``removed`` are sentences that came into force or left it; ``safes`` and ``mines`` are the verdicts on
    cells that were settled. What came and went within the same observation is in neither.
    """

    cell: Cell
    clue: int
    move: int
    added: tuple[Derivation, ...] = ()
    removed: tuple[Derivation, ...] = ()
    safes: tuple[Derivation, ...] = ()
    mines: tuple[Derivation, ...] = ()
