"""The update: all that changed in a game and in its agent's knowledge since the last one."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation


@dataclass(frozen=True, slots=True)
class Update:
    """The changes since the last update.

    ``cells``: the cells whose look may have changed. ``added``, ``removed``: the sentences that came into force and
    those that are no longer in force. ``ai_cell``: the last cell that the agent opened, if it opened one.

    >>> Update().cells
    frozenset()
    """

    cells: frozenset[Cell] = frozenset()
    added: tuple[Derivation, ...] = ()
    removed: tuple[Derivation, ...] = ()
    ai_cell: Cell | None = None
