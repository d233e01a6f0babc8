"""Holds the chances of a position as the board shows them: rounded, with those of the best cells marked. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from minesweeper_qt.model import Cell, Probabilities
from minesweeper_qt.model.text.chance_text import in_words, percent_number, whole_percent


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that a covered cell is a mine, rounded to whole percent.

    ``percent``: 0 to 100. ``is_certain``: the chance is exactly 0 or exactly 1. ``is_best``: no covered cell has a
    lower chance, and this one is not certain.

    >>> Chance.of(Fraction(1, 1000)).text, Chance.of(Fraction(999, 1000)).text, Chance.of(Fraction(0)).text
    ('<1', '>99', '0')
    """

    percent: int
    is_certain: bool = False
    is_best: bool = False

    @classmethod
    def of(cls, exact: Fraction | float, is_best: bool = False) -> Chance:
        """Return ``exact``, from 0 to 1, rounded; ``is_best`` has no effect if it is certain."""
        return cls(whole_percent(exact), exact in (0, 1), is_best and exact not in (0, 1))

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
        return f"{in_words(self.text)} % mine{', lowest risk' if self.is_best else ''}"


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of all covered cells of one position to be mines: ``exact``, and ``rounded`` for the board.

    ``least``: the lowest chance of a covered cell; 1 when no cell is covered.
    """

    exact: Mapping[Cell, Fraction]
    rounded: Mapping[Cell, Chance]
    least: Fraction

    @classmethod
    def of(cls, found: Probabilities) -> Chances:
        """Return the chances that the engine found, with the rounded ones.

        The cells with the lowest chance are marked as best, unless a cell is safe or all chances are equal.
        """
        width = found.position.width
        groups = [(cells, Fraction(mines, layouts)) for cells, mines, layouts in found.groups]
        distinct = {chance for _, chance in groups}
        least = min(distinct, default=Fraction(1))
        rounded: dict[Cell, Chance] = {}
        for cells, chance in groups:
            shown = Chance.of(chance, is_best=chance == least and len(distinct) > 1)
            rounded.update((divmod(cell, width), shown) for cell in cells)
        return cls(found.probability, rounded, least)
