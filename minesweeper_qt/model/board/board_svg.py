"""Draws a position as SVG, in the colours of the window's themes, with a name for each cell.

A picture needs no other file. It is light or dark as its reader's screen is, and can be part of a page of HTML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from functools import cache
from html import escape
from math import cos, pi, sin
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.resources import resource
from minesweeper_qt.model.words import percent, percent_number, size_text, whole_percent

_SIDE = 20
"""The side of a cell, in the unit of the picture."""
_PIXELS = 1.5
"""The pixels of this unit, unless the reader asks for another size."""

_NONE: frozenset[Cell] = frozenset()


class BoardMarks(NamedTuple):
    """The cells that a picture marks, by the shapes and hues of the window.

    ``safe``, ``mines``: covered cells that are certain: a ring or a diamond on a tinted tile. ``chances``: the chances
    of covered cells to be mines: a hue and whole percent. ``clues``: those that a proof reads: a double ring.
    ``asked``: the cells in question: a dashed frame. ``opened``: the cell of a move: a thin frame. ``exploded``: the
    mine that a move opened: a star, with its chance. ``best``: the best cell to open: brackets.
    """

    safe: Set[Cell] = _NONE
    mines: Set[Cell] = _NONE
    chances: Mapping[Cell, Fraction | float] = MappingProxyType({})
    clues: Set[Cell] = _NONE
    asked: Set[Cell] = _NONE
    opened: Cell | None = None
    exploded: Cell | None = None
    best: Cell | None = None


_UNMARKED = BoardMarks()


_FEW = 12
"""The most rows or columns that a phone shows well."""


def part_around(board: Board, cells: Iterable[Cell]) -> tuple[range, range]:
    """Return the rows and columns of ``board`` to draw so that ``cells`` are seen; all of a side that has few.

    >>> part_around(Board(9, 30), [(1, 3), (2, 7)])
    (range(0, 9), range(1, 10))
    """
    sides = zip(zip(*cells, strict=True), (board.height, board.width), strict=True)
    rows, columns = [
        range(size) if size <= _FEW else range(max(0, min(numbers) - 2), min(size, max(numbers) + 3))
        for numbers, size in sides
    ]
    return rows, columns


class _Seen(Protocol):
    """What is drawn of a ``Position``, whose module imports this one."""

    board: Board
    clues: Mapping[Cell, int]
    flags: frozenset[Cell]
    taken: frozenset[Cell]


def board_svg(
    position: _Seen, *, marks: BoardMarks = _UNMARKED, has_numbers: bool = True, part: tuple[range, range] | None = None
) -> str:
    """Return a picture of ``position`` with these marks, as an element of SVG.

    With ``has_numbers``, rows and columns have their numbers, from 0. ``part``: the rows and columns to draw; without
    it all of them.

    >>> from minesweeper_qt.model import Position
    >>> picture = board_svg(Position.from_text("2x1x1\\n1H"), marks=BoardMarks(mines={(0, 1)}))
    >>> picture.count("<title>"), "<title>row 0, column 1: covered, certainly a mine</title>" in picture
    (2, True)
    """
    rows, columns = part or (range(position.board.height), range(position.board.width))
    margin = _SIDE if has_numbers else 0
    height, width = (len(side) * _SIDE + margin for side in (rows, columns))
    top, left = (side.start * _SIDE for side in (rows, columns))
    cells = "\n".join(
        f'<g transform="translate(0 {i * _SIDE})">{"".join([_cell(position, marks, (i, j)) for j in columns])}</g>'
        for i in rows
    )
    numbers = [f'<text x="{j * _SIDE + 10}" y="{top - 6}">{j}</text>' for j in columns if has_numbers]
    numbers += [f'<text x="{left - 10}" y="{i * _SIDE + 13}">{i}</text>' for i in rows if has_numbers]
    shapes = [f'<g id="ms-{name}">{shape}</g>' for name, shape in _SHAPES.items() if f'"#ms-{name}"' in cells]
    ground = _path("page", f"M{left - margin} {top - margin}h{width}v{height}h-{width}z")
    ground += _path("groove", f"M{left} {top}h{width - margin}v{height - margin}H{left}z")
    drawn = (
        f"<defs>{''.join(shapes)}</defs>\n{ground}\n"
        f'<g class="ms-muted" fill="currentColor" font-size="9" aria-hidden="true">{"".join(numbers)}</g>\n'
        f'<g font-weight="bold">\n{cells}\n</g>'
    )
    light, dark = (
        "".join([f".ms-{name}{{color:{colour}}}" for name, colour in _colours(theme) if f'class="ms-{name}"' in drawn])
        for theme in ("light", "dark")
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - margin} {top - margin} {width} {height}" '
        f'width="{width * _PIXELS:g}" height="{height * _PIXELS:g}" style="max-width:100%;height:auto" role="group" '
        f'aria-label="Board of {size_text(len(rows), len(columns))}" '
        f'font-family="system-ui,sans-serif" font-size="12" text-anchor="middle">\n'
        f"<style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>\n{drawn}</svg>\n"
    )


def _cell(position: _Seen, marks: BoardMarks, cell: Cell) -> str:
    """Return what is drawn of ``cell`` in its row, and its name."""
    clue, chance, left = position.clues.get(cell), marks.chances.get(cell), cell[1] * _SIDE
    text = ""
    if cell == marks.exploded:
        shapes, words = ["exploded"], ["exploded mine"]
        if chance is not None:
            shapes, words = ["exploded", "plate"], [f"exploded mine, risk {percent(chance)}"]
            text = _number(chance, "plate_ink", left, 17.4)
    elif clue is not None:
        shapes, words = [f"clue{clue}"], [str(clue or "empty")]
    elif cell in position.taken:
        shapes, words = ["taken"], ["mine"]
    else:
        is_flagged = cell in position.flags
        shapes, words = ["covered"], ["flagged" if is_flagged else "covered"]
        verdict = "safe" if cell in marks.safe else "mine" if cell in marks.mines else ""
        if verdict:
            shapes = [f"{verdict}_tile", f"{verdict}{'_small' * is_flagged}"]
            words.append("certainly safe" if verdict == "safe" else "certainly a mine")
        elif chance is not None:
            stop = round(5 * chance)
            shapes, text = [f"heat{stop}"], "" if is_flagged else _number(chance, f"ink{stop}", left, 12.1)
            words.append(f"{percent(chance)} mine")
        shapes += ["flag"] * is_flagged
    roles = {
        "read": (cell in marks.clues, "clue that is read"),
        "asked": (cell in marks.asked, "in question"),
        "opened": (cell == marks.opened, "opened by the move"),
        "best": (cell == marks.best, "best to open"),
    }
    shapes += [name for name, (is_marked, _) in roles.items() if is_marked]
    words += [role for is_marked, role in roles.values() if is_marked]
    drawn = "".join([f'<use href="#ms-{shape}" x="{left}"/>' for shape in shapes])
    return f'<g role="img"><title>row {cell[0]}, column {cell[1]}: {escape(", ".join(words))}</title>{drawn}{text}</g>'


def _number(chance: Fraction | float, ink: str, left: int, bottom: float) -> str:
    """Return a chance as whole percent in the cell that begins at ``left``."""
    text = escape(percent_number(whole_percent(chance), chance in (0, 1)))
    return f'<text class="ms-{ink}" fill="currentColor" x="{left + 10}" y="{bottom}" font-size="8">{text}</text>'


# -- the shapes, drawn in the cell (0, 0), and their colours


def _path(colour: str, path: str, width: float = 0, more: str = "") -> str:
    """Return a filled path or, with a ``width``, its line; ``colour`` is its name in the themes."""
    # Qt's readers of SVG know no inherited current colour.
    paint = f'fill="none" stroke="currentColor" stroke-width="{width}"' if width else 'fill="currentColor"'
    return f'<path class="ms-{colour}" {paint}{more} d="{path}"/>'


def _circle(x: float, y: float, radius: float) -> str:
    return f"M{x - radius:g} {y}a{radius} {radius} 0 1 1 0 .01z"


_ROUND = ' stroke-linecap="round" stroke-linejoin="round"'
_ALL = "M0 0h20v20H0z"
_TILE = (
    "M3.3.5h13.4a2.8 2.8 0 0 1 2.8 2.8v13.4a2.8 2.8 0 0 1-2.8 2.8H3.3A2.8 2.8 0 0 1 .5 16.7V3.3A2.8 2.8 0 0 1 3.3.5z"
)
_EDGE = "M.5 15.1a2.8 2.8 0 0 0 2.8 2.8h13.4a2.8 2.8 0 0 0 2.8-2.8v1.6a2.8 2.8 0 0 1-2.8 2.8H3.3a2.8 2.8 0 0 1-2.8-2.8z"
_STAFF, _CLOTH = "M7.4 2.2v13.6M4.6 16H11", "M7.4 2.2l9 4-9 4z"
_SPIKES = "M3.4 10h13.2M10 3.4v13.2M5.3 5.3l9.4 9.4M5.3 14.7l9.4-9.4"
_CORNERS = "M1.6 6.6v-5h5M13.4 1.6h5v5M18.4 13.4v5h-5M6.6 18.4h-5v-5"
_RINGS = _circle(10, 10, 9) + _circle(10, 10, 7.2)
_DASHED, _OUTER, _INNER = "M1.6 1.6h16.8v16.8H1.6z", "M.5.5h19v19H.5z", "M1.5 1.5h17v17h-17z"
_STAR = "L".join(
    f"{10 + reach * sin(pi / 12 * tip):.1f} {10 - reach * cos(pi / 12 * tip):.1f}"
    for tip, reach in enumerate((9.2, 6.8) * 12)
)


def _mine(ink: str, shine: str) -> str:
    ball = _path(ink, _circle(10, 10, 4.6)) + _path(shine, _circle(8.4, 8.4, 1.1))
    return _path(ink, _SPIKES, 1.5, _ROUND) + ball


_OPEN = _path("revealed", _ALL) + _path("hairline", "M19.3 0h.7v20H0v-.7h19.3z")
_TILES = ("covered", "safe_tile", "mine_tile", *[f"heat{stop}" for stop in range(6)])
_MARKS = {
    "safe": _path("safe_mark", _circle(10, 9.2, 4), 1.9),
    "mine": _path("mine_mark", "M10 4.6l4.6 4.6-4.6 4.6-4.6-4.6z"),
}
_SHAPES = {
    "clue0": _OPEN,
    **{
        f"clue{clue}": f'{_OPEN}<text class="ms-clue{clue}" fill="currentColor" x="10" y="14.3">{clue}</text>'
        for clue in range(1, 9)
    },
    **{tile: f'{_path(tile, _TILE)}<path fill-opacity=".27" d="{_EDGE}"/>' for tile in _TILES},
    **_MARKS,
    # In the corner, beside the flag.
    **{f"{name}_small": f'<g transform="translate(9.9 -2) scale(.61)">{mark}</g>' for name, mark in _MARKS.items()},
    "flag": _path("flag_casing", _STAFF, 3.7, _ROUND)
    + _path("flag_casing", _CLOTH, 2.2, _ROUND)
    + _path("flag", _CLOTH)
    + _path("flag_staff", _STAFF, 1.5, _ROUND),
    "taken": _OPEN + _mine("mine", "revealed"),
    "exploded": _path("exploded", _ALL)
    + _path("star", f"M{_STAR}z")
    + f'<g transform="translate(2.8 2.8) scale(.72)">{_mine("star_mine", "star")}</g>',
    "plate": _path("plate", "M4 10.5h12a1.6 1.6 0 0 1 1.6 1.6V17a1.6 1.6 0 0 1-1.6 1.6H4A1.6 1.6 0 0 1 2.4 17v-4.9z"),
    "read": _path("outline_casing", _RINGS, 2.4) + _path("outline", _RINGS, 1),
    "asked": _path("outline_casing", _DASHED, 2.7)
    + _path("outline", _DASHED, 1.6, ' stroke-dasharray="2.8" stroke-dashoffset="1.4"'),
    "opened": _path("cursor", _OUTER, 1) + _path("cursor_inner", _INNER, 1),
    "best": _path("hint_casing", _CORNERS, 3.2, ' stroke-linecap="square"')
    + _path("hint", _CORNERS, 1.6, ' stroke-linecap="square"'),
}


@cache
def _colours(theme: str) -> tuple[tuple[str, str], ...]:
    """Return the names of what is painted, each with its colour in a theme of the window."""
    groups: dict[str, Any] = json.loads(resource(f"themes/{theme}.json"))
    colours = groups["controls"] | groups["board"] | groups["highlights"]
    colours |= {f"clue{number}": colour for number, colour in enumerate(groups["numbers"]["classic"], 1)}
    for stop, heat in enumerate(colours["heat"]):
        # Low risks are deep in both themes, high ones bright in the dark one.
        colours |= {f"heat{stop}": heat, f"ink{stop}": "#fff" if theme == "light" or stop < 2 else "#000"}
    return tuple(colours.items())
