"""The look of a cell: its face, mark and chance, and the overlays that select among them. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.gui.presentation.chances import Chance
from minesweeper_qt.model import Cell, Minesweeper, Reasoning, State
from minesweeper_qt.model.text.number_text import counted_or_no
from minesweeper_qt.model.watch.knowledge_comparison import RowKind


class Face(Enum):
    """The state of a cell as the player sees it; the value is its name in words."""

    COVERED = "covered"
    FLAGGED = "flagged"
    QUESTIONED = "covered, with a question mark"
    REVEALED = "revealed"
    MINE = "mine"
    """A mine that is shown after a loss."""
    EXPLODED = "exploded mine"
    WRONG_FLAG = "wrong flag"
    CLEARED = "flagged mine"
    """A mine after a win, which has its flag."""

    # Looks are looked up thousands of times in one painting; Enum's own hash is a function in Python.
    __hash__ = object.__hash__

    @property
    def is_closed(self) -> bool:
        """True for a cell that is not revealed, and of which nothing is laid open."""
        return self in _CLOSED


_CLOSED = (Face.COVERED, Face.FLAGGED, Face.QUESTIONED)


class Mark(Enum):
    """The verdict that the overlay shows on a covered cell; the value is its name in words."""

    NONE = ""
    SAFE = "known to be safe"
    MINE = "known to be a mine"

    __hash__ = object.__hash__


class Overlay(Enum):
    """The information that is laid over the board; the value is its name in the preferences."""

    OFF = "off"
    KNOWLEDGE = "knowledge"
    """The cells that the agent knows to be safe or mines."""
    CHANCES = "chances"
    """The chance of each covered cell to be a mine, and the cells that the agent knows to be safe or mines."""
    LEVELS = "levels"
    """The cells that can be proved safe or mines, and the reasoning level that each proof takes."""


@dataclass(frozen=True, slots=True)
class Look:
    """All values that decide how a cell is drawn.

    ``face``: its state. ``clue``: -1 unless revealed. ``mark``: the verdict that the agent knows. ``chance``: its
    chance to be a mine, if known. ``is_stale``: the chance is that of an earlier position. ``level``: the reasoning
    level that it takes to settle the cell, ``None`` if none does. ``proved``: the verdict proved at that level.
    ``difference``: how the mark stands in the student's agent and in the reference, ``None`` without a student's
    agent; only then has a cell that is not covered a mark.
    """

    face: Face
    clue: int = -1
    mark: Mark = Mark.NONE
    chance: Chance | None = None
    is_stale: bool = False
    level: Reasoning | None = None
    proved: Mark = Mark.NONE
    difference: RowKind | None = None

    @property
    def differs(self) -> bool:
        """True for a mark that the student's agent and the reference do not both have."""
        return self.mark is not Mark.NONE and self.difference not in (None, RowKind.SAME)

    @property
    def difference_text(self) -> str:
        """How the student's agent differs here from the reference, in words; empty if it does not."""
        if not self.differs:
            return ""
        assert self.difference is not None
        return f"your agent {_DIFFERENCES[self.difference].format(_verdict(self.mark))}"

    def in_words(self) -> str:
        """Return the look in words for a screen reader.

        >>> Look(Face.REVEALED, 2).in_words()
        'revealed, 2 mines around'
        >>> Look(Face.COVERED, mark=Mark.SAFE).in_words()
        'covered, known to be safe'
        >>> Look(Face.COVERED, chance=Chance(23)).in_words()
        'covered, 23 % mine'
        >>> Look(Face.COVERED, level=Reasoning.SUBSET, proved=Mark.SAFE).in_words()
        'covered, safe by subset'
        >>> Look(Face.COVERED, mark=Mark.SAFE, difference=RowKind.MISSING).in_words()
        'covered, your agent misses that it is safe'
        """
        word: str = self.face.value
        if self.face is Face.REVEALED:
            word = f"revealed, {counted_or_no(self.clue, 'mine')} around"
        if self.level is not None:
            return f"{word}, {_verdict(self.proved)} by {self.level}"
        if self.differs:
            return f"{word}, {self.difference_text}"
        if self.mark is not Mark.NONE and self.face.is_closed:
            return f"{word}, {self.mark.value}"
        if self.chance is not None and not self.is_stale:
            return f"{word}, {self.chance.in_words()}"
        return word

    def under(self, overlay: Overlay, fades: bool = True) -> Look:
        """Return the look restricted to what this overlay shows.

        What is certain appears as a mark, never as a number. Unless ``fades``, a stale chance looks like a new one.

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
            return Look(self.face, self.clue, self.mark, difference=self.difference)
        # A certain chance stays certain even when it is stale: later clues can't change it.
        if self.chance is not None and self.chance.is_certain:
            return Look(self.face, self.clue, Mark.MINE if self.chance.percent else Mark.SAFE)
        return Look(self.face, self.clue, chance=self.chance, is_stale=self.is_stale and fades)


_DIFFERENCES = {
    RowKind.WRONG: "calls it {}, which is wrong",
    RowKind.MISSING: "misses that it is {}",
    RowKind.FURTHER: "knows that it is {}, not by the three rules",
}


def _verdict(mark: Mark) -> str:
    return "safe" if mark is Mark.SAFE else "a mine"


def face_of(game: Minesweeper, cell: Cell) -> Face:
    """Return the face of ``cell``; mines and wrong flags are shown only after a loss."""
    if cell in game.clues:
        return Face.REVEALED
    flagged = cell in game.mines_found
    if not game.exploded:
        if not flagged:
            return Face.COVERED
        return Face.CLEARED if game.state is State.WON else Face.FLAGGED
    if cell in game.exploded:
        return Face.EXPLODED
    if game.is_mine(cell):
        return Face.FLAGGED if flagged else Face.MINE
    return Face.WRONG_FLAG if flagged else Face.COVERED


def mark_of(cell: Cell, face: Face, safes: Collection[Cell], mines: Collection[Cell]) -> Mark:
    """Return the mark of ``cell``: the verdict known of it while it is covered or flagged, else ``Mark.NONE``."""
    if not face.is_closed:
        return Mark.NONE
    if cell in safes:
        return Mark.SAFE
    return Mark.MINE if cell in mines else Mark.NONE
