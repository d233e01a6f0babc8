"""Proofs and levels of reasoning, found in a thread of their own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.model import Cell, Levels, Position
from minesweeper_qt.model.proof_step import Proof
from minesweeper_qt.model.undecided import Undecided


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was found about ``cell`` in ``position``: ``found``, or the ``error`` that came instead."""

    position: Position
    cell: Cell
    found: Proof | Undecided | None = None
    error: Exception | None = None


class Investigator(QObject):
    """Explains cells and sorts them by level, for one position at a time; late answers are dropped.

    Signals: ``explained(Explanation)``; ``levels_changed``; ``tried_patience`` when an explanation takes long.
    """

    explained = Signal(object)
    levels_changed = Signal()
    tried_patience = Signal()

    def explain(self, position: Position, cell: Cell) -> None:
        """Find a proof for ``cell``, in place of what was asked for before."""
        raise NotImplementedError

    def stop(self) -> None:
        """Want no explanation any more; one that is being found ends soon."""
        raise NotImplementedError

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is on its way."""
        raise NotImplementedError

    def follow(self, position: Position) -> None:
        """Find the levels of ``position``, unless they are known or asked for."""
        raise NotImplementedError

    def levels_of(self, position: Position) -> Levels | None:
        """Return the levels of ``position`` if they have been found."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop for good; returns when the thread has ended."""
