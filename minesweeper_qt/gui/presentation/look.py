"""What the board shows of a cell, as values: pure functions from game and knowledge."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.gui.presentation.chances import Chance
from minesweeper_qt.model import Cell, FirstClick, Minesweeper, Reasoning


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


class Overlay(Enum):
    """What is laid over the board; the value is what the preferences call it."""

    OFF = "off"
    KNOWLEDGE = "knowledge"
    """What the agent knows."""
    CHANCES = "chances"
    """The chance of each covered cell to be a mine, and what the agent knows besides."""
    LEVELS = "levels"
    """What can be known of each covered cell, and the level of reasoning that it takes."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that decides how a cell is drawn: its face, its clue (-1 unless revealed), its mark and its chance.

    ``is_stale``: the chance is that of an earlier position. ``proved``: what can be proved of it, by whoever reasons
    as far as ``level``; the mark is what the agent knows.
    """

    face: Face
    clue: int = -1
    mark: Mark = Mark.NONE
    chance: Chance | None = None
    is_stale: bool = False
    level: Reasoning | None = None
    proved: Mark = Mark.NONE

    def in_words(self) -> str:
        """Say it for a screen reader.

        >>> Look(Face.REVEALED, 2).in_words()
        'revealed, 2 mines around'
        >>> Look(Face.COVERED, mark=Mark.SAFE).in_words()
        'covered, known to be safe'
        >>> Look(Face.COVERED, chance=Chance(23)).in_words()
        'covered, 23 % mine'
        >>> Look(Face.COVERED, level=Reasoning.SUBSET, proved=Mark.SAFE).in_words()
        'covered, safe by subset'
        """
        word: str = self.face.value
        if self.face is Face.REVEALED:
            return f"revealed, {self.clue or 'no'} mine{'' if self.clue == 1 else 's'} around"
        if self.level is not None:
            return f"{word}, {'safe' if self.proved is Mark.SAFE else 'a mine'} by {self.level}"
        if self.mark is not Mark.NONE:
            return f"{word}, {self.mark.value}"
        if self.chance is not None and not self.is_stale:
            return f"{word}, {self.chance.in_words()}"
        return word

    def under(self, overlay: Overlay, fades: bool = True) -> Look:
        """Return what is left of the look with this overlay: what is certain shows as a mark, never as a number.

        Unless it ``fades`` a stale chance still looks like new.

        >>> Look(Face.COVERED, mark=Mark.SAFE, chance=Chance(0, is_certain=True)).under(Overlay.OFF).in_words()
        'covered'
        """
        if self.mark is Mark.NONE and self.chance is None and self.level is None:
            return self
        if overlay is Overlay.OFF:
            return Look(self.face, self.clue)
        if overlay is Overlay.LEVELS:
            return Look(self.face, self.clue, self.proved, level=self.level)
        if overlay is Overlay.KNOWLEDGE or self.mark is not Mark.NONE:
            return Look(self.face, self.clue, self.mark)
        # What was certain stays so, whatever is revealed later.
        if self.chance is not None and self.chance.is_certain:
            return Look(self.face, self.clue, Mark.MINE if self.chance.percent else Mark.SAFE)
        return Look(self.face, self.clue, chance=self.chance, is_stale=self.is_stale and fades)


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


def is_protected(game: Minesweeper) -> bool:
    """Return whether the next click moves the mines away from it, so that no chance holds for it."""
    return not game.clues and game.start is None and game.rules.first_click is not FirstClick.ANYTHING
