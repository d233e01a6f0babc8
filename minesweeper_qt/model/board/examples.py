"""Example positions: the small boards of CS50 AI's project page, and patterns that players know.

>>> for example in COURSE[:2]:
...     print(example.title)
...     print(example.position.to_text(), end="")
One of Eight
3x3x1
HHH
H1H
HHH
All Safe
3x3x1
HHH
HHH
HH0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from types import MappingProxyType

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position


@dataclass(frozen=True, slots=True)
class Example:
    """A position that shows one idea.

    ``name`` identifies it in programs, ``title`` is its name for people, and ``description`` states in a sentence what
    it shows. ``letters`` maps cells to their letters in the pictures of the course; other positions have no letters.

    >>> example_named("pattern-1-1").description
    'The 1 beside the wall fits into its neighbour, so the third cell is safe: one difference.'
    >>> example_named("course-picture").letters[2, 2]
    'E'
    """

    name: str
    title: str
    description: str
    position: Position
    letters: Mapping[Cell, str]


def _example(name: str, title: str, description: str, *lines: str, lettered: Iterable[int] = ()) -> Example:
    """Return an example; the covered cells in the columns ``lettered`` get the letters from A on, in reading order."""
    position = Position.from_text("\n".join(lines))
    columns = set(lettered)
    cells = (cell for cell in sorted(position.covered) if cell[1] in columns)
    return Example(
        name, title, description, position, MappingProxyType(dict(zip(cells, ascii_uppercase, strict=False)))
    )


COURSE = (
    _example(
        "course-one-of-eight",
        "One of Eight",
        "The 1 says {A, B, C, D, E, F, G, H} = 1, and no more can be known.",
        "3x3x1",
        "HHH",
        "H1H",
        "HHH",
        lettered=range(3),
    ),
    _example(
        "course-all-safe",
        "All Safe",
        "The 0 says {E, F, H} = 0, so all three are safe: the first rule.",
        "3x3x1",
        "HHH",
        "HHH",
        "HH0",
        lettered=range(3),
    ),
    _example(
        "course-all-mines",
        "All Mines",
        "The 3 says {E, F, H} = 3, so all three are mines: the second rule.",
        "3x3x4",
        "HHH",
        "HHH",
        "HH3",
        lettered=range(3),
    ),
    _example(
        "course-difference",
        "The Difference",
        "{A, B, C} = 1 lies within {A, B, C, D, E} = 2, hence {D, E} = 1: the third rule.",
        "5x3x4",
        "H111H",
        "HHHHH",
        "HH2HH",
        lettered=range(1, 4),
    ),
    _example(
        "course-picture",
        "The Picture Alone",
        "The same 3x3 with all its clues: its corners settle more than the two sentences of the course's page.",
        "3x3x2",
        "111",
        "HHH",
        "H2H",
        lettered=range(3),
    ),
)
"""The pictures of CS50 AI's project page, with its letters.

``course-difference`` has one more column on each side than its picture: on the 3x3 board, any possible clues in the
upper corners would settle A, B and C, and the sentence ``{A, B, C} = 1`` would be gone (see ``course-picture``).
"""

PATTERNS = (
    _example(
        "pattern-1-1",
        "1-1 at the Wall",
        "The 1 beside the wall fits into its neighbour, so the third cell is safe: one difference.",
        "5x2x2",
        "HHHHH",
        "11111",
    ),
    _example(
        "pattern-1-1-reduced",
        "1-1, Reduced",
        "The known mine leaves a 1 of each 2, so the third cell is safe as in a 1-1: one difference.",
        "5x3x3",
        "HHHHH",
        "22111",
        "M1000",
    ),
    _example(
        "pattern-1-2",
        "1-2",
        "The 1 allows one mine in the cells that it shares with the 2, so one is above the 3: one overlap.",
        "6x3x5",
        "HHHHHH",
        "HHHHHH",
        "H123HH",
    ),
    _example(
        "pattern-1-2-wall",
        "1-2 at the Wall",
        "All cells of the 1 are cells of the 2, so the 2 has a mine in the third: one difference.",
        "5x3x5",
        "HHHHH",
        "HHHHH",
        "HH321",
    ),
    _example(
        "pattern-1-2-reduced",
        "1-2, Reduced",
        "The known mine leaves a 1 of the 2 and a 2 of the first 3, so a mine is above the other 3 as in a 1-2.",
        "6x4x5",
        "HHHHHH",
        "HHHHHH",
        "H233HH",
        "HM11HH",
    ),
    _example(
        "pattern-1-2-1",
        "1-2-1",
        "Mines above both 1s and none above the 2: a 1-2 from each end, so two overlaps.",
        "5x3x4",
        "HHHHH",
        "HHHHH",
        "H121H",
    ),
    _example(
        "pattern-1-2-1-wall",
        "1-2-1 at the Wall",
        "Mines above both 1s, as away from a wall; here differences are enough.",
        "4x3x3",
        "HHHH",
        "HHHH",
        "H121",
    ),
    _example(
        "pattern-1-2-1-reduced",
        "1-2-1, Reduced",
        "The known mine leaves a 1-2-1 of the 2-3-2, so there are mines above both 2s.",
        "5x4x4",
        "HHHHH",
        "HHHHH",
        "H232H",
        "H1M1H",
    ),
    _example(
        "pattern-1-2-2-1",
        "1-2-2-1",
        "Mines above both 2s and none above the 1s: a 1-2 from each end, so two overlaps.",
        "6x3x4",
        "HHHHHH",
        "HHHHHH",
        "H1221H",
    ),
    _example(
        "pattern-1-2-2-1-wall",
        "1-2-2-1 at the Wall",
        "Mines above both 2s, as away from a wall; here differences are enough.",
        "5x3x4",
        "HHHHH",
        "HHHHH",
        "H1221",
    ),
    _example(
        "pattern-1-2-2-1-reduced",
        "1-2-2-1, Reduced",
        "The known mine leaves a 1-2-2-1 of the 2-3-3-1, so there are mines above both 3s.",
        "6x4x5",
        "HHHHHH",
        "HHHHHH",
        "H2331H",
        "H1M10H",
    ),
    _example(
        "pattern-mine-count",
        "The Number of Mines",
        "Two 1s need two mines and there are no more, so the cells between are safe: only the number of mines tells.",
        "5x2x2",
        "1HHH1",
        "HHHHH",
    ),
    _example(
        "pattern-cases",
        "Cases",
        "A mine beside the upper and the lower 1 would leave none for the 1 at the left: only cases tell.",
        "4x3x3",
        "H1HH",
        "1HHH",
        "H1HH",
    ),
    _example(
        "pattern-50-50",
        "50/50",
        "One of two cells is the mine and every clue touches both: nothing but a guess is left.",
        "3x2x1",
        "H10",
        "H10",
    ),
    _example(
        "pattern-contradiction",
        "A Contradiction",
        "The 0 makes safe what the 1 above it needs a mine in: no layout agrees with both.",
        "5x2x3",
        "1H3H1",
        "HHHH0",
    ),
)
"""Patterns that players know or often get wrong, and one position that contradicts itself."""

EXAMPLES = (*COURSE, *PATTERNS)
"""All examples, in the order of the menu."""


def example_named(name: str) -> Example:
    """Return the example of that name; raise ``KeyError`` when there is none."""
    return {example.name: example for example in EXAMPLES}[name]
