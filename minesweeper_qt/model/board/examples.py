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

import json
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.resources import resource


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


def _example(given: Mapping[str, Any]) -> Example:
    """Return an example; the covered cells in the columns ``lettered`` get the letters from A on, in reading order."""
    position = Position.from_text("\n".join(given["position"]))
    cells = (cell for cell in sorted(position.covered) if cell[1] in given.get("lettered", ()))
    letters = MappingProxyType(dict(zip(cells, ascii_uppercase, strict=False)))
    return Example(given["name"], given["title"], given["description"], position, letters)


_GIVEN = json.loads(resource("examples.json"))

COURSE = tuple(map(_example, _GIVEN["course"]))
"""The pictures of CS50 AI's project page, with its letters.

``course-difference`` has one more column on each side than its picture: on the 3x3 board, any possible clues in the
upper corners would settle A, B and C, and the sentence ``{A, B, C} = 1`` would be gone (see ``course-picture``).
"""

PATTERNS = tuple(map(_example, _GIVEN["patterns"]))
"""Patterns that players know or often get wrong, and one position that contradicts itself."""

EXAMPLES = (*COURSE, *PATTERNS)
"""All examples, in the order of the menu."""


def example_named(name: str) -> Example:
    """Return the example of that name; raise ``KeyError`` when there is none."""
    return {example.name: example for example in EXAMPLES}[name]
