"""What the proof panel says around the lines of a proof. No Qt in here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.model import Cell, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.evidence.proof import Proof, ProofLine
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.text.cell_text import sentence_text
from minesweeper_qt.model.text.number_text import chance_text

NOT_ASKED = (
    "Select a cell to see why it is safe or a mine: with the arrow keys, with Ctrl+click, or with a click while "
    "Inspect by Click is on."
)
SEARCHING = "Looking for a proof… Esc or Stop cancels."
STOPPED = "Stopped looking for a proof. Ask again to go on."
REVEALED_SINCE = "The cell has been revealed since: this is about the position before."
EARLIER = "This is about an earlier position."
SEARCHING_ANEW = "The position has changed: looking for a proof anew… Esc or Stop cancels."
LAID_OPEN = "With all clues, that is: the mines that the loss laid open don't count."
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


def overview(proof: Proof) -> Highlight:
    """Return the lights of the proof as a whole: its clues and what it concludes."""
    cell = frozenset((proof.cell,))
    nothing = frozenset[Cell]()
    return Highlight(
        clues=frozenset(proof.clues), mines=cell if proof.is_mine else nothing, safes=nothing if proof.is_mine else cell
    )


def highlight(lines: Sequence[ProofLine], row: int) -> Highlight:
    """Return what the board lights up for a line: what it says, and what is supposed in the case it stands in."""
    line = lines[row]
    mines, safes = frozenset[Cell](), frozenset[Cell]()
    depth = line.depth
    for before in reversed(lines[:row]):
        if not depth:
            break  # this line begins the step
        # What encloses the line, and what follows in the same case; an assumption at its side opens another case.
        if before.depth < depth or (before.depth == depth and not before.is_assumption):
            depth = before.depth
            mines, safes = mines | before.mines, safes | before.safes
    return Highlight(
        line.clues,
        line.cells,
        line.mines,
        line.safes,
        line.is_assumption,
        supposed_mines=mines - line.mines,
        supposed_safes=safes - line.safes,
    )


def highlight_text(light: Highlight) -> str:
    """Say what the board lights up, for those who don't see it.

    >>> highlight_text(Highlight(clues=frozenset({(0, 0)}), mines=frozenset({(0, 1), (1, 1)})))
    'clues read: (0, 0); concluded mines: (0, 1), (1, 1)'
    """
    verb = "assumed" if light.is_assumption else "concluded"
    parts = (
        ("clues read", light.clues),
        ("cells of the sentence", light.cells),
        (f"{verb} mines", light.mines),
        (f"{verb} safe", light.safes),
        ("mines in this case", light.supposed_mines),
        ("safe in this case", light.supposed_safes),
    )
    return "; ".join(f"{name}: {some(cells)}" for name, cells in parts if cells)


# -- clues


def clue_heading(position: Position, cell: Cell) -> str:
    """Say what a revealed cell shows."""
    clue = position.clues[cell]
    return f"{cell} is revealed: {clue or 'no'} mine{'' if clue == 1 else 's'} around."


def clue_lines(position: Position, cell: Cell) -> tuple[ProofLine, ...]:
    """Say what the clue of a revealed cell states about its covered neighbours."""
    around = position.board.neighbours(cell)
    covered = frozenset(around - position.clues.keys())
    clue = position.clues[cell]
    clues = frozenset((cell,))
    if not covered:
        return (ProofLine("Its clue states nothing more: no neighbour is covered.", 1, clues=clues),)
    line = ProofLine(
        f"{sentence_text(covered, clue)} because the {clue} at {cell} counts the mines among its covered neighbours.",
        1,
        clues=clues,
        cells=covered,
    )
    if clue not in (0, len(covered)):
        return (line,)
    if clue:
        return (line, ProofLine(f"So all of them are mines: {some(covered)}.", 2, cells=covered, mines=covered))
    return (line, ProofLine(f"So all of them are safe: {some(covered)}.", 2, cells=covered, safes=covered))


# -- what can't be proved


def layouts_text(found: Undecided) -> str:
    """Say how to read the two layouts."""
    apart = len(found.with_mine ^ found.without) - 1
    also = f" In frames: what else differs, {apart} cell{'' if apart == 1 else 's'} of the board." if apart else ""
    return f"In brackets: {found.cell}.{also}"


def least_risk(found: Undecided) -> tuple[str, tuple[Cell, ...]]:
    """Say what else there is to open in the position; with the cells, to which the text leads."""
    if found.safe:
        return "Provably safe here:", tuple(sorted(found.safe))
    return f"No covered cell is provably safe; the least risk is {chance_text(found.least)} at", found.least_cells


def failed(cell: Cell, error: Exception, problem: str = "") -> str:
    """Say why there is neither a proof nor two layouts; with what is wrong with the position, if somebody knows."""
    if isinstance(error, InconsistentPosition):
        return f"Nothing can be said of {cell}: the position contradicts itself.\n{problem or error}"
    if isinstance(error, TooHard):
        return f"{cell} is too hard to decide here: {error}"
    return f"No proof for {cell}: {error}"
