"""What the board shows of a cell, as values: pure functions from game and knowledge."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model import Cell, Minesweeper


class Face(Enum):
    """What the player sees of a cell; the value is the word for it."""

    COVERED = "covered"
    FLAGGED = "flagged"
    REVEALED = "revealed"
    MINE = "mine"
    """A mine that is shown after a loss."""
    EXPLODED = "exploded mine"
    WRONG_FLAG = "wrong flag"


class Mark(Enum):
    """What the overlay says of a covered cell; the value is the word for it."""

    NONE = ""
    SAFE = "known to be safe"
    MINE = "known to be a mine"


@dataclass(frozen=True, slots=True)
class Look:
    """All that decides how a cell is drawn: its face, its clue (-1 unless revealed) and its mark."""

    face: Face
    clue: int = -1
    mark: Mark = Mark.NONE

    def in_words(self) -> str:
        """Say it for a screen reader.

        >>> Look(Face.REVEALED, 2).in_words()
        'revealed, 2 mines around'
        >>> Look(Face.COVERED, mark=Mark.SAFE).in_words()
        'covered, known to be safe'
        """
        if self.face is Face.REVEALED:
            return f"revealed, {self.clue or 'no'} mine{'' if self.clue == 1 else 's'} around"
        return f"{self.face.value}, {self.mark.value}" if self.mark is not Mark.NONE else self.face.value


def face_of(game: Minesweeper, cell: Cell) -> Face:
    """Return what the player sees of ``cell``. After a loss mines and wrong flags are shown, before it never."""
    if cell in game.clues:
        return Face.REVEALED
    flagged = cell in game.mines_found
    if not game.exploded:
        return Face.FLAGGED if flagged else Face.COVERED
    if cell in game.exploded:
        return Face.EXPLODED
    if game.is_mine(cell):
        return Face.FLAGGED if flagged else Face.MINE
    return Face.WRONG_FLAG if flagged else Face.COVERED


def mark_of(cell: Cell, face: Face, safes: Collection[Cell], mines: Collection[Cell]) -> Mark:
    """Return what the overlay shows on ``cell``: what is known of it while it is covered or flagged."""
    if face not in (Face.COVERED, Face.FLAGGED):
        return Mark.NONE
    if cell in safes:
        return Mark.SAFE
    return Mark.MINE if cell in mines else Mark.NONE
