"""Texts in which cells are values until a view writes them: with coordinates, or as the cells that a board marks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.words import listed


class CellRole(Enum):
    """The way in which the board marks a cell that a text without coordinates speaks of."""

    FRAMED = auto()
    RINGED = auto()
    LIT = auto()
    MARKED = auto()


@dataclass(frozen=True, slots=True)
class Named:
    """Words about ``cells``: ``words`` with their names in place of ``{}``, or ``plain`` ones without coordinates.

    ``spoken``: what screen readers speak, if that is something else than the words with the names of the cells.
    """

    cells: tuple[Cell, ...]
    plain: str
    words: str = "{}"
    role: CellRole = CellRole.FRAMED
    spoken: str | None = None


class KeyHint(str):
    """Words on what a key shows, which are left out where the key does nothing."""

    __slots__ = ()


class CellText(NamedTuple):
    r"""A text in which cells are values until a view writes it; as a string, with their coordinates.

    >>> text = CellText.of("Lost after 0:47. ", (9, 7), " is a mine.")
    >>> print(text, text.written(has_coordinates=False), text.marked(CellRole.FRAMED), sep="\n")
    Lost after 0:47. (9, 7) is a mine.
    Lost after 0:47. That cell is a mine.
    frozenset({(9, 7)})
    """

    parts: tuple[str | Named, ...] = ()

    @classmethod
    def of(cls, *parts: str | Cell | Named | CellText) -> CellText:
        """Return the text made of ``parts``; a cell that is named by itself is called "that cell"."""
        flat: list[str | Named] = []
        for part in parts:
            if isinstance(part, CellText):
                flat += part.parts
            else:
                flat.append(Named((part,), "that cell") if isinstance(part, tuple) else part)
        return cls(tuple(flat))

    @classmethod
    def sentences(cls, *texts: str | CellText) -> CellText:
        """Return the texts that are not empty, with a space between them."""
        parts = [part for text in texts if text not in ("", CellText()) for part in (" ", text)]
        return cls.of(*parts[1:])

    def plain(self) -> CellText:
        """Return the text without its hints at keys, for Play."""
        return CellText(tuple(part for part in self.parts if not isinstance(part, KeyHint)))

    def written(self, *, has_coordinates: bool) -> str:
        """Return the text with the coordinates of cells, or without."""
        text = ""
        for part in self.parts:
            said = _written(part, has_coordinates=has_coordinates)
            begins = not isinstance(part, str) and (not text or text.endswith(". "))
            text += said[:1].upper() + said[1:] if begins else said
        return text.strip()

    @property
    def clause(self) -> str:
        """The text with coordinates, as it stands within a sentence."""
        return "".join(_written(part, has_coordinates=True) for part in self.parts)

    def __str__(self) -> str:
        return self.written(has_coordinates=True)

    @property
    def spoken(self) -> str:
        """What screen readers speak: who can't see the board needs the coordinates, and what an action did first."""
        said = (part if isinstance(part, str) or part.spoken is None else part.spoken for part in self.parts)
        return str(CellText(tuple(said)))

    def marked(self, role: CellRole) -> frozenset[Cell]:
        """Return the cells that the board marks in this way for the text without coordinates."""
        named = (part for part in self.parts if isinstance(part, Named) and part.plain)
        return frozenset(cell for part in named if part.role is role for cell in part.cells)


def _written(part: str | Named, *, has_coordinates: bool) -> str:
    if isinstance(part, str):
        return part
    return part.words.format(listed(part.cells)) if has_coordinates else part.plain
