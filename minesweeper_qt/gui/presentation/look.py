"""The look of a cell: its face, mark and chance, the overlays that select among them, and the highlights. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from minesweeper_qt.model import Cell, Minesweeper, Probabilities, Reasoning, State
from minesweeper_qt.model.student.knowledge_comparison import RowKind
from minesweeper_qt.model.words import percent_number, whole_percent


class Chance(NamedTuple):
    """The chance that a covered cell is a mine, rounded to whole percent.

    ``percent``: 0 to 100. ``is_certain``: the chance is exactly 0 or exactly 1. ``is_best``: no covered cell has a
    lower chance, and this one is not certain. ``is_elsewhere``: the cell touches no clue; all such cells have one
    chance, which the legend has and the board leaves out.

    >>> Chance.of(Fraction(1, 1000)).text, Chance.of(Fraction(999, 1000)).text, Chance.of(Fraction(0)).text
    ('<1', '>99', '0')
    """

    percent: int
    is_certain: bool = False
    is_best: bool = False
    is_elsewhere: bool = False

    @classmethod
    def of(cls, exact: Fraction | float, is_best: bool = False, is_elsewhere: bool = False) -> Chance:
        """Return ``exact``, from 0 to 1, rounded; the rest has no effect if it is certain."""
        is_certain = exact in (0, 1)
        return cls(whole_percent(exact), is_certain, is_best and not is_certain, is_elsewhere and not is_certain)

    @property
    def text(self) -> str:
        """The percentage without the percent sign: ``17``, ``<1``, ``>99``; ``0`` and ``100`` only if certain."""
        return percent_number(self.percent, self.is_certain)

    def in_words(self) -> str:
        """Return the chance in words for a screen reader.

        >>> Chance.of(Fraction(1, 1000)).in_words()
        'less than 1 % mine'
        """
        if self.is_certain:
            return "certainly a mine" if self.percent else "certainly safe"
        number = {0: "less than 1", 100: "more than 99"}.get(self.percent, self.percent)
        return f"{number} % mine{', lowest risk' if self.is_best else ''}"


class Chances(NamedTuple):
    """The chances of all covered cells of one position to be mines: ``exact``, and ``rounded`` for the board.

    ``least``: the lowest chance of a covered cell; 1 when no cell is covered. ``elsewhere``: that of the cells that
    touch no clue; ``None`` if there are none, or they are certain.
    """

    exact: Mapping[Cell, Fraction]
    rounded: Mapping[Cell, Chance]
    least: Fraction
    elsewhere: Chance | None

    @classmethod
    def of(cls, found: Probabilities) -> Chances:
        """Return the chances that the engine found, with the rounded ones.

        The cells with the lowest chance are marked as best, unless a cell is safe or all chances are equal.
        """
        width, clues, around = found.position.width, found.position.clues.keys(), found.position.board.neighbours
        groups = [(cells, Fraction(mines, layouts)) for cells, mines, layouts in found.groups]
        distinct = {chance for _, chance in groups}
        least = min(distinct, default=Fraction(1))
        rounded: dict[Cell, Chance] = {}
        for cells, chance in groups:
            # The engine has the cells that touch no clue in a group of their own.
            is_elsewhere = clues.isdisjoint(around(divmod(cells[0], width)))
            shown = Chance.of(chance, chance == least and len(distinct) > 1, is_elsewhere)
            rounded.update((divmod(cell, width), shown) for cell in cells)
        return cls(found.probability, rounded, least, next((one for one in rounded.values() if one.is_elsewhere), None))


_NONE: frozenset[Cell] = frozenset()


class Announcement(NamedTuple):
    """A move that the AI makes in ``milliseconds``: the cell, what the board marks, and the risk if it is a guess."""

    cell: Cell
    highlight: Highlight
    risk: Fraction | float | None
    milliseconds: int


class Highlight(NamedTuple):
    """The cells to highlight, by role; a cell may have several roles.

    ``clues``: the clues that are read. ``cells``: the cells that a sentence mentions. ``mines``, ``safes``: the cells
    that are concluded to be mines or safe; if ``is_assumption``, they are only supposed to be, within a case.
    ``supposed_mines``, ``supposed_safes``: the cells that were supposed earlier in the same case to be mines or safe,
    and those that followed from that. ``undecided``: the cells asked about that are not settled.
    """

    clues: frozenset[Cell] = _NONE
    cells: frozenset[Cell] = _NONE
    mines: frozenset[Cell] = _NONE
    safes: frozenset[Cell] = _NONE
    is_assumption: bool = False
    supposed_mines: frozenset[Cell] = _NONE
    supposed_safes: frozenset[Cell] = _NONE
    undecided: frozenset[Cell] = _NONE

    @property
    def all_cells(self) -> frozenset[Cell]:
        """All cells that are highlighted, in any role."""
        supposed = self.supposed_mines | self.supposed_safes
        return self.clues | self.cells | self.mines | self.safes | supposed | self.undecided

    def in_words(self, cell: Cell) -> str:
        """Return the role of ``cell`` in words, for a screen reader; empty if it is not highlighted.

        If it has several roles, the conclusion comes first.

        >>> Highlight(cells=frozenset({(0, 1)}), mines=frozenset({(0, 1)})).in_words((0, 1))
        'concluded to be a mine'
        """
        verb = "supposed" if self.is_assumption else "concluded"
        for cells, words in (
            (self.mines, f"{verb} to be a mine"),
            (self.safes, f"{verb} to be safe"),
            (self.supposed_mines, "a mine in this case"),
            (self.supposed_safes, "safe in this case"),
            (self.clues, "clue that is read"),
            (self.undecided, "not settled"),
            (self.cells, "cell of the sentence"),
        ):
            if cell in cells:
                return words
        return ""


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


class Look(NamedTuple):
    """All values that decide how a cell is drawn.

    ``face``: its state. ``clue``: -1 unless revealed. ``mark``: the verdict that the agent knows. ``chance``: its
    chance to be a mine, if known; of an exploded mine, the risk of the move that opened it. ``level``: the reasoning
    level that it takes to settle the cell, ``None`` if none does. ``proved``: the verdict proved at that level.
    ``difference``: how the mark stands in the student's agent and in the reference, ``None`` without a student's
    agent; only then has a cell that is not covered a mark.
    """

    face: Face
    clue: int = -1
    mark: Mark = Mark.NONE
    chance: Chance | None = None
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

        >>> Look(Face.REVEALED, 2).in_words(), Look(Face.REVEALED, 0).in_words()
        ('2', 'empty')
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
            word = str(self.clue) if self.clue else "empty"
        if self.level is not None:
            return f"{word}, {_verdict(self.proved)} by {self.level}"
        if self.differs:
            return f"{word}, {self.difference_text}"
        if self.mark is not Mark.NONE and self.face.is_closed:
            return f"{word}, {self.mark.value}"
        if self.chance is not None:
            return f"{word}, {self.chance.in_words()}" if self.face.is_closed else f"{word}, risk {self.chance.text} %"
        return word

    def under(self, overlay: Overlay) -> Look:
        """Return the look restricted to what this overlay shows.

        What is certain appears as a mark, never as a number. The risk of an exploded mine is shown under any overlay.

        >>> Look(Face.COVERED, mark=Mark.SAFE, chance=Chance(0, is_certain=True)).under(Overlay.OFF).in_words()
        'covered'
        """
        if self.mark is Mark.NONE and self.chance is None and self.level is None:
            return self
        risk = self.chance if self.face is Face.EXPLODED else None
        if overlay is Overlay.OFF:
            return Look(self.face, self.clue, chance=risk)
        if overlay is Overlay.LEVELS:
            return Look(self.face, self.clue, self.proved, risk, level=self.level, proved=self.proved)
        if overlay is Overlay.KNOWLEDGE or self.mark is not Mark.NONE or risk is not None:
            return Look(self.face, self.clue, self.mark, risk, difference=self.difference)
        if self.chance is not None and self.chance.is_certain:
            return Look(self.face, self.clue, Mark.MINE if self.chance.percent else Mark.SAFE)
        return Look(self.face, self.clue, chance=self.chance)


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
