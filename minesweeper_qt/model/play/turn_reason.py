"""The reason of a turn as data: why it was made, or what proved it safe."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.text.reason_text import ChoiceReason


class TurnReasonKind(Enum):
    """The kinds of reasons of turns.

    >>> TurnReasonKind("proved")
    <TurnReasonKind.PROVED: 'proved'>

    Raises ``ValueError`` for another value.
    """

    FIRST_CELL = "first cell"
    """It opened the first cell, which the rules protect."""
    PROVED = "proved"
    """The opened cell is proved safe by ``derivation``; ``None`` for a verdict without one."""
    ALL_PROVED = "all proved"
    """All opened cells are proved safe."""
    NOT_PROVED = "not proved"
    """The opened ``cells`` are not proved safe."""
    WRONG_FLAG = "wrong flag"
    """A chord rested on flags of which ``cells`` are wrong, so that it opened a mine."""
    FLAG = "flag"
    """A flag was put on a cell, or taken off, that ``derivation`` settles; ``None`` if the cell is not settled."""
    SAFE_CHOICE = "safe choice"
    """The strategy chose a safe cell, for the reason ``choice``."""
    GUESS = "guess"
    """The strategy guessed, for the reason ``choice``."""
    RANDOM = "random"
    """The agent made its random move."""
    CLAIMED = "claimed"
    """A student's agent called the cell safe, which is not proved."""
    LAST = "last"
    """The agent made its last step."""


@dataclass(frozen=True, slots=True)
class TurnReason:
    """Why a turn was made, or what proved it safe.

    ``derivation``, ``cells`` and ``choice`` belong to the kinds that name them.

    >>> reason = TurnReason(TurnReasonKind.NOT_PROVED, cells=((0, 1), (0, 2)))
    >>> reason.kind.value, reason.cells
    ('not proved', ((0, 1), (0, 2)))
    """

    kind: TurnReasonKind
    derivation: Derivation | None = None
    cells: tuple[Cell, ...] = ()
    choice: ChoiceReason | None = None
