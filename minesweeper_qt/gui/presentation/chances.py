"""Chances as people read them: percentages that never round to what is not certain. Pure functions, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from minesweeper_qt.model import Cell, Probabilities

_LONGEST_FRACTION = 100_000
"""A denominator beyond this says nothing to a reader."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that a covered cell is a mine, rounded to whole percent.

    ``is_certain``: exactly 0 or exactly 1. ``is_best``: no covered cell has less, and this one is not certain.

    >>> Chance.of(Fraction(1, 1000)).text, Chance.of(Fraction(999, 1000)).text, Chance.of(Fraction(0)).text
    ('<1', '>99', '0')
    """

    percent: int
    is_certain: bool = False
    is_best: bool = False

    @classmethod
    def of(cls, exact: Fraction | float, is_best: bool = False) -> Chance:
        """Round ``exact``, which is from 0 to 1."""
        return cls(round(exact * 100), exact in (0, 1), is_best and exact not in (0, 1))

    @property
    def text(self) -> str:
        """The number without its sign: ``17``, ``<1``, ``>99``; ``0`` and ``100`` only if that is certain."""
        if not self.is_certain and self.percent in (0, 100):
            return ">99" if self.percent else "<1"
        return str(self.percent)

    def in_words(self) -> str:
        """Say it for a screen reader.

        >>> Chance.of(Fraction(1, 1000)).in_words()
        'less than 1 % mine'
        """
        if self.is_certain:
            return "certainly a mine" if self.percent else "certainly safe"
        spoken = self.text.replace("<", "less than ").replace(">", "more than ")
        return f"{spoken} % mine{', lowest risk' if self.is_best else ''}"


def percent(chance: Fraction | float) -> str:
    """Write a chance with its sign.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 5000)), percent(0.9999), percent(1.0)
    ('17 %', '<1 %', '>99 %', '100 %')
    """
    return f"{Chance.of(chance).text} %"


def exactly(chance: Fraction) -> str:
    """Write a chance as a fraction, unless that is very long, and in hundredths of a percent.

    >>> exactly(Fraction(4, 23)), exactly(Fraction(1, 10**6)), exactly(Fraction(1))
    ('4/23 = 17.39 %', '<0.01 %', '100 %')
    """
    if chance in (0, 1):
        return percent(chance)
    hundredths = round(chance * 10_000)
    rounded = "<0.01" if not hundredths else ">99.99" if hundredths == 10_000 else f"{hundredths / 100:.2f}"
    return f"{chance} = {rounded} %" if chance.denominator <= _LONGEST_FRACTION else f"{rounded} %"


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of all covered cells of one position: ``exact``, and ``rounded`` for the board.

    ``least``: the lowest of all covered cells, 1 when none is left.
    """

    exact: Mapping[Cell, Fraction]
    rounded: Mapping[Cell, Chance]
    least: Fraction

    @classmethod
    def of(cls, found: Probabilities) -> Chances:
        """Round what the engine found.

        The best cells are marked where there is a choice: where no cell is safe, and not all are alike.
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
