"""What the proof panel says around the lines of a proof. No Qt in here."""

from __future__ import annotations

import re
from collections.abc import Iterable

from minesweeper_qt.gui.chances import exactly, percent
from minesweeper_qt.gui.spotlight import Spotlight
from minesweeper_qt.model import Cell, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.proof_step import Proof, ProofRule
from minesweeper_qt.model.proof_text import Line
from minesweeper_qt.model.sentence import sentence_text
from minesweeper_qt.model.undecided import Undecided

NOT_ASKED = "Ask why a cell is safe or a mine: select it, then choose Why? in the menu; or inspect by click."
SEARCHING = "Looking for a proof… Esc or Stop cancels."
STOPPED = "Stopped looking for a proof. Ask again to go on."
REVEALED_SINCE = "The cell has been revealed since: this is about the position before."
EARLIER = "This is about an earlier position."
SEARCHING_ANEW = "The position has changed: looking for a proof anew… Esc or Stop cancels."
_SHOWN_CELLS = 12
_NO_BREAK = "\N{NO-BREAK SPACE}"


def together(text: str) -> str:
    """Keep each cell on one line.

    >>> together("(2, 3)") == "(2,\\N{NO-BREAK SPACE}3)"
    True
    """
    return re.sub(r"\((\d+), (\d+)\)", rf"(\1,{_NO_BREAK}\2)", text)


def some(cells: Iterable[Cell]) -> str:
    """Name the cells in reading order, not too many of them.

    >>> some({(0, 1), (0, 0)})
    '(0, 0), (0, 1)'
    """
    listed = sorted(cells)
    more = len(listed) - _SHOWN_CELLS
    named = ", ".join(map(str, listed[:_SHOWN_CELLS]))
    return f"{named} and {more} more" if more > 0 else named


# -- proofs


def proved(proof: Proof) -> str:
    """Say what is proved, and what it takes."""
    what = "a mine" if proof.is_mine else "safe"
    if proof.steps[-1].rule is ProofRule.TAKEN:
        return f"{proof.cell} is {what}: the position takes it for one"
    means = [f"{len(proof.clues)} clue{'' if len(proof.clues) == 1 else 's'}"] if proof.clues else []
    if any(step.rule is ProofRule.MINE_COUNT for step in proof.steps):
        means.append("the number of mines")
    return f"{proof.cell} is {what}: proved with {' and '.join(means)} ({proof.level})"


def overview(proof: Proof) -> Spotlight:
    """Return the lights of the proof as a whole: its clues and what it concludes."""
    cell = frozenset((proof.cell,))
    nothing = frozenset[Cell]()
    return Spotlight(
        clues=frozenset(proof.clues), mines=cell if proof.is_mine else nothing, safes=nothing if proof.is_mine else cell
    )


def spotlight(line: Line) -> Spotlight:
    """Return what the board lights up for a line."""
    return Spotlight(line.clues, line.cells, line.mines, line.safes, line.is_assumption)


def lights_text(line: Line) -> str:
    """Say what the board lights up for a line, for those who don't see it."""
    verb = "assumed" if line.is_assumption else "concluded"
    parts = (
        ("clues read", line.clues),
        ("cells of the sentence", line.cells),
        (f"{verb} mines", line.mines),
        (f"{verb} safe", line.safes),
    )
    return "; ".join(f"{name}: {some(cells)}" for name, cells in parts if cells)


# -- clues


def clue_heading(position: Position, cell: Cell) -> str:
    """Say what a revealed cell shows."""
    clue = position.clues[cell]
    return f"{cell} is revealed: {clue or 'no'} mine{'' if clue == 1 else 's'} around"


def clue_lines(position: Position, cell: Cell) -> tuple[Line, ...]:
    """Say what the clue of a revealed cell states about its covered neighbours."""
    around = position.board.neighbours(cell)
    covered = frozenset(around - position.clues.keys())
    clue = position.clues[cell]
    clues = frozenset((cell,))
    if not covered:
        return (Line("Its clue states nothing more: no neighbour is covered.", 1, clues=clues),)
    line = Line(
        f"{sentence_text(covered, clue)} because the {clue} at {cell} counts the mines among its covered neighbours",
        1,
        clues=clues,
        cells=covered,
    )
    if clue not in (0, len(covered)):
        return (line,)
    if clue:
        return (line, Line(f"So all of them are mines: {some(covered)}.", 2, cells=covered, mines=covered))
    return (line, Line(f"So all of them are safe: {some(covered)}.", 2, cells=covered, safes=covered))


# -- what can't be proved


def undecided_heading(found: Undecided) -> str:
    """Say that nothing is certain of a cell, and how likely a mine is."""
    return f"Nothing is certain of {found.cell}: it is a mine with probability {exactly(found.chance)}"


def layouts_text(found: Undecided) -> str:
    """Say what the two layouts show."""
    digits = str(found.layouts)
    # There can be more layouts than atoms.
    count = digits if len(digits) < 8 else f"about {digits[0]}.{digits[1]}×10^{len(digits) - 1}"
    apart = len(found.with_mine ^ found.without)
    return (
        f"Both layouts agree with everything seen; {count} layouts do. "
        f"Framed: the {apart} cell{'' if apart == 1 else 's'} where the two differ; in brackets: {found.cell}."
    )


def least_risk(found: Undecided) -> tuple[str, tuple[Cell, ...]]:
    """Say what else there is to open in the position; with the cells, to which the text leads."""
    if found.safe:
        return "Provably safe here:", tuple(sorted(found.safe))
    risk = found.least if found.least.denominator <= 1000 else percent(found.least)
    return f"No covered cell is provably safe; the least risk is {risk} at", found.least_cells


def undecided_text(found: Undecided) -> str:
    """Write all that is said of a cell that is not settled, with the layouts, as text."""
    words, cells = least_risk(found)
    parts = [undecided_heading(found), layouts_text(found)]
    for title, mines in (("With a mine there:", found.with_mine), ("Without:", found.without)):
        parts += [title, layout_text(found.position, mines)]
    return "\n".join((*parts, f"{words} {some(cells)}."))


def layout_text(position: Position, mines: frozenset[Cell]) -> str:
    """Draw a layout: clues as digits, ``*`` for mines, ``.`` for covered cells without.

    >>> print(layout_text(Position(1, 3, 1, {(0, 1): 1}), frozenset({(0, 0)})))
    *1.
    """

    def sign(cell: Cell) -> str:
        return str(position.clues[cell]) if cell in position.clues else "*" if cell in mines else "."

    return "\n".join("".join(sign((i, j)) for j in range(position.width)) for i in range(position.height))


def failed(cell: Cell, error: Exception) -> str:
    """Say why there is neither a proof nor two layouts."""
    if isinstance(error, InconsistentPosition):
        return f"Nothing can be said of {cell}: the position contradicts itself.\n{error}"
    if isinstance(error, TooHard):
        return f"{cell} is too hard to decide here: {error}"
    return f"No proof for {cell}: {error}"
