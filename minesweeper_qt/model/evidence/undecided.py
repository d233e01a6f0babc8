"""The explanation of an undecided cell: two layouts that agree with everything seen, and the chance of a mine."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import zip_longest

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.words import MEANINGLESS, as_lists, count_text, exact_text, listed, plural, verdict_text

_MOST = 16
"""The most rows and columns of a layout that are drawn, so that two layouts fit a terminal of 80 columns."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """The reason why ``cell`` is undecided: two consistent layouts that differ there.

    ``with_mine`` are the mines of a consistent layout that has a mine at ``cell``, and ``without`` those of one without
    a mine there; they differ in as few cells as possible. ``chance`` is the exact chance of a mine at the cell,
    and ``layouts`` the number of consistent layouts. The other attributes describe the whole position: ``safe`` are the
    covered cells that are certainly safe, ``least`` is the least chance of a mine at any covered cell, and
    ``least_cells`` are the cells that have it, in reading order.

    >>> from minesweeper_qt.model import explain
    >>> print(explain(Position.from_text("3x2x1\\n1HH\\n1HH"), (0, 1)))
    (0, 1) is not settled: it is a mine in 1 of the 2 layouts that agree with everything seen.
    Both can be: if (0, 1) is a mine, (1, 1) is safe, and the other way round.
    The two layouts (* mine, . safe):
    <BLANKLINE>
    a mine at (0, 1)   none there
      1[*].              1[.].
      1 . .              1 * .
    <BLANKLINE>
    The position: (0, 2) and 1 more are provably safe.
    """

    position: Position
    cell: Cell
    chance: Fraction
    layouts: int
    with_mine: frozenset[Cell]
    without: frozenset[Cell]
    safe: frozenset[Cell]
    least: Fraction
    least_cells: tuple[Cell, ...]

    @property
    def marks(self) -> BoardMarks:
        """What a picture marks: the cell, and its chance of a mine."""
        return BoardMarks(asked=frozenset({self.cell}), chances={self.cell: self.chance})

    def _repr_html_(self) -> str:
        """Return a picture of the board, and why the cell is undecided, which notebooks show."""
        return f"{board_svg(self.position, marks=self.marks)}<p>{escape(f'{self.reason} {self.difference}')}</p>"

    def __str__(self) -> str:
        return "\n".join([self.reason, *self._drawn(), "", f"The position: {self.position_now}."])

    @property
    def reason(self) -> str:
        """A sentence that states in how many layouts the cell is a mine or, of very many, with what chance."""
        if self.layouts < MEANINGLESS:
            mines = int(self.chance * self.layouts)
            share = f"in {count_text(mines)} of the {count_text(self.layouts)} layouts that agree with everything seen"
        else:
            share = f"with a chance of {exact_text(self.chance)}"
        return f"{self.cell} is not settled: it is a mine {share}."

    @property
    def difference(self) -> str:
        """Sentences that name the cells at which the two layouts differ, and those that no clue links to the cell."""
        verdicts = ((self.without - self.with_mine, False), (self.with_mine - self.without - {self.cell}, True))
        is_pair = len(self.with_mine ^ self.without) == 2
        reverse = ", and the other way round" if is_pair else "; if it is safe, each of these is the opposite"
        others = ", and ".join([verdict_text(cells, is_mine) for cells, is_mine in verdicts if cells])
        text = f"Both can be: if {self.cell} is a mine, {others}{reverse}."
        around, clues = self.position.board.neighbours, self.position.clues.keys()
        linked = {self.cell}
        elsewhere = (self.with_mine ^ self.without) - linked
        while near := {one for one in elsewhere if any(around(one) & around(other) & clues for other in linked)}:
            linked |= near
            elsewhere -= near
        if not elsewhere:
            return text
        return f"{text} Only the number of mines forces the difference at {listed(elsewhere)}."

    @property
    def layouts_text(self) -> str:
        """A sentence with the number of layouts, which ``reason`` leaves out when it is very high."""
        return f"{count_text(self.layouts)} layouts agree with everything seen."

    @property
    def position_now(self) -> str:
        """The safe cells of the whole position or, if there are none, its least risk, as text."""
        return what_is_certain(self.safe, self.least, self.least_cells)

    @property
    def layout_pair(self) -> tuple[tuple[str, frozenset[Cell]], ...]:
        """The titles and the mines of the two layouts."""
        return (f"a mine at {self.cell}", self.with_mine), ("none there", self.without)

    def _drawn(self) -> list[str]:
        """Return the lines that draw the two layouts side by side, or the part of them around the cell that fits."""
        (i, j), position = self.cell, self.position
        rows, columns = _window(i, position.height), _window(j, position.width)
        whole = len(rows) == position.height and len(columns) == position.width
        part = "" if whole else f", in rows {rows[0]} to {rows[-1]} and columns {columns[0]} to {columns[-1]}"
        left, right = (
            [title, *_picture(position, mines, self.cell, rows, columns)] for title, mines in self.layout_pair
        )
        width = max(map(len, left)) + 3
        lines = [f"{one:{width}}{other}".rstrip() for one, other in zip_longest(left, right)]
        return [self.difference, f"The two layouts{part} (* mine, . safe):", "", *lines]


def what_is_certain(safe: Set[Cell], least: Fraction, least_cells: Sequence[Cell]) -> str:
    """State which covered cells are provably safe or, if none is, where the ``least`` chance of a mine is.

    >>> what_is_certain({(0, 4), (1, 4)}, Fraction(0), [(0, 4), (1, 4)])
    '(0, 4) and 1 more are provably safe'
    >>> what_is_certain(frozenset(), Fraction(1, 6), [(2, 3)])
    'no covered cell is provably safe; the least risk is 1/6 = 17 % at (2, 3)'
    """
    if safe:
        return f"{listed(safe, 1)} {plural(len(safe), 'is', 'are')} provably safe"
    if not least_cells:
        return "no cell is covered"
    if least == 1:
        return "every covered cell is a mine"
    risk = f"the least risk is {exact_text(least)} at {listed(least_cells, 1)}"
    return f"no covered cell is provably safe; {risk}"


def undecided_dict(undecided: Undecided) -> dict[str, object]:
    """Return ``undecided`` as a JSON object.

    Cells are ``[row, column]`` in reading order; chances are exact fractions as text, and so is the number of layouts.

    >>> from minesweeper_qt.model import explain
    >>> found = undecided_dict(explain(Position.from_text("3x2x1\\n1HH\\n1HH"), (0, 1)))
    >>> found["verdict"], found["probability"], found["with_mine"], found["without"]
    ('unknown', '1/2', [[0, 1]], [[1, 1]])
    """
    return {
        "cell": list(undecided.cell),
        "verdict": "unknown",
        "level": None,
        "text": undecided.reason,
        "probability": _exactly(undecided.chance),
        "layouts": str(undecided.layouts),
        "with_mine": as_lists(undecided.with_mine),
        "without": as_lists(undecided.without),
        "safe": as_lists(undecided.safe),
        "least": _exactly(undecided.least),
        "least_cells": as_lists(undecided.least_cells),
        "position": undecided.position_now,
    }


def _window(middle: int, size: int) -> range:
    """Return the rows or columns to draw: at most ``_MOST`` of ``size``, around ``middle`` where possible."""
    first = max(min(middle - _MOST // 2, size - _MOST), 0)
    return range(first, min(first + _MOST, size))


def _picture(position: Position, mines: Set[Cell], cell: Cell, rows: range, columns: range) -> list[str]:
    """Return the drawn rows of a layout, with ``cell`` in brackets."""

    def drawn(i: int, j: int) -> str:
        gap = {cell: "[", (cell[0], cell[1] + 1): "]"}.get((i, j), " ")
        return f"{gap}{position.clues.get((i, j), '*' if (i, j) in mines else '.')}"

    last = "]" if cell[1] == columns[-1] else ""
    return [f" {''.join([drawn(i, j) for j in columns])}{last if i == cell[0] else ''}" for i in rows]


def _exactly(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
