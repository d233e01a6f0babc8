"""The texts of the proof panel other than the lines of the proof itself, and the highlights of those lines. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from minesweeper_qt import model
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.text.cell_text import MOST_LISTED, listed, sentence_text
from minesweeper_qt.model.text.chance_text import exact_text
from minesweeper_qt.model.text.number_text import counted, counted_or_no
from minesweeper_qt.model.watch.knowledge_comparison import ComparedVerdict, RowKind

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, ProofLine, Undecided
    from minesweeper_qt.model.explain.why_not import WhyNot

NOTHING_ASKED = (
    "Ask why a cell is safe or a mine: with Why? while the cursor is on it, or with a click while Inspect by Click "
    "is on. Or ask why a sentence of the table holds."
)
EMPTY = ("Ask why.", "Click a cell with Inspect by Click on (I), or press W on it or on a sentence.")
"""What an empty panel shows: a sentence, and what to do."""
NOT_YET_KNOWN = "It is not yet known here."
SEARCHING = "Looking for a proof… Esc or Stop cancels."
STOPPED = "Stopped looking for a proof. Ask again to go on."
REVEALED_SINCE = "The cell has been revealed since: this is about the position before."
EARLIER = "This is about an earlier position."
SEARCHING_ANEW = "The position has changed: looking for a proof anew… Esc or Stop cancels."
LAID_OPEN = "This uses every number on the board, but not the mines that the loss showed."
_NO_BREAK = "\N{NO-BREAK SPACE}"


def with_unbroken_cells(text: str) -> str:
    """Replace the space in each cell by a no-break space, so that a line never breaks within a cell.

    >>> with_unbroken_cells("(2, 3)") == "(2,\\N{NO-BREAK SPACE}3)"
    True
    """
    return re.sub(r"\((\d+), (\d+)\)", rf"(\1,{_NO_BREAK}\2)", text)


def linked(text: str, words: str, target: str, ink: str) -> str:
    """Return ``text`` as HTML in which ``words`` are a link to ``target``, in the colour ``ink``.

    >>> linked("A 1-2 pattern.", "1-2 pattern", "patterns", "#000")
    'A <a style="color: #000" href="patterns">1-2 pattern</a>.'
    """
    shown = escape(words, quote=False)
    link = f'<a style="color: {ink}" href="{target}">{shown}</a>'
    return escape(text, quote=False).replace(shown, link, 1).replace("\n", "<br>")


# -- proofs


def heading_and_lines(proof: Proof, from_clues: bool) -> tuple[str, tuple[ProofLine, ...]]:
    """Return the text of a proof: numbered lines for one from the clues, else short lines."""
    from minesweeper_qt.model.evidence.proof import proof_heading
    from minesweeper_qt.model.evidence.short_text import short_heading

    if from_clues:
        return proof_heading(proof), model.proof_lines(proof)
    return short_heading(proof), model.short_lines(proof)


def proof_highlight(proof: Proof) -> Highlight:
    """Return the highlight of a proof as a whole: its clues and its verdict on the cell."""
    cell = frozenset((proof.cell,))
    nothing = frozenset[Cell]()
    return Highlight(
        clues=frozenset(proof.clues), mines=cell if proof.is_mine else nothing, safes=nothing if proof.is_mine else cell
    )


def line_highlight(lines: Sequence[ProofLine], row: int) -> Highlight:
    """Return the highlight of line ``row``: its clues and cells, and those supposed in the cases that enclose it."""
    line = lines[row]
    mines, safes = frozenset[Cell](), frozenset[Cell]()
    depth = line.depth
    for before in reversed(lines[:row]):
        if not depth:
            break  # no case encloses the lines above
        # Take the lines that enclose this one, and the earlier ones of the same case. An assumption of equal depth
        # begins another case.
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


def highlight_text(highlight: Highlight) -> str:
    """Return the highlighted cells by role in words, for a screen reader.

    >>> highlight_text(Highlight(clues=frozenset({(0, 0)}), mines=frozenset({(0, 1), (1, 1)})))
    'clues read: (0, 0); concluded mines: (0, 1) and (1, 1)'
    """
    verb = "assumed" if highlight.is_assumption else "concluded"
    parts = (
        ("clues read", highlight.clues),
        ("not settled", highlight.undecided),
        ("cells of the sentence", highlight.cells),
        (f"{verb} mines", highlight.mines),
        (f"{verb} safe", highlight.safes),
        ("mines in this case", highlight.supposed_mines),
        ("safe in this case", highlight.supposed_safes),
    )
    return "; ".join(f"{name}: {listed(cells, MOST_LISTED)}" for name, cells in parts if cells)


def not_settled_text(why_not: WhyNot | None) -> str:
    """Return why the agent has not settled a cell that could be known; empty for ``None``.

    >>> from minesweeper_qt.model.explain.why_not import WhyNot, WhyNotKind
    >>> print(not_settled_text(WhyNot(WhyNotKind.COUNT)))
    The AI's rules don't reach it. The proof takes the number of mines, which the agent is not told.
    """
    from minesweeper_qt.model.explain.why_not import WhyNotKind, why_not_text

    if why_not is None:
        return ""
    what = "AI has not settled" if why_not.kind is WhyNotKind.CONCLUSION else "AI's rules don't reach"
    return f"The {what} it. {why_not_text(why_not)}"


# -- clues


def clue_heading(position: Position, cell: Cell) -> str:
    """Return the heading for a revealed cell: its clue."""
    clue = position.clues[cell]
    return f"{cell} is revealed: {counted_or_no(clue, 'mine')} around."


def clue_lines(position: Position, cell: Cell) -> tuple[ProofLine, ...]:
    """Return the lines that explain what the clue of a revealed cell states about its covered neighbours."""
    around = position.board.neighbours(cell)
    covered = frozenset(around - position.clues.keys())
    clue = position.clues[cell]
    clues = frozenset((cell,))
    if not covered:
        return (model.ProofLine("Its clue states nothing more: no neighbour is covered.", clues=clues),)
    line = model.ProofLine(
        f"{sentence_text(covered, clue)} because the {clue} at {cell} counts the mines among its covered neighbours.",
        clues=clues,
        cells=covered,
    )
    if clue not in (0, len(covered)):
        return (line,)
    if clue:
        return (line, model.ProofLine(f"So all of them are mines: {listed(covered)}.", cells=covered, mines=covered))
    return (line, model.ProofLine(f"So all of them are safe: {listed(covered)}.", cells=covered, safes=covered))


# -- what a student's agent states


def agent_text(cell: Cell, verdict: ComparedVerdict, found: Proof | Undecided | None) -> str:
    """Return how the verdict of a student's agent on ``cell`` stands to what was found; empty if it has the same.

    ``found`` is ``None`` for a revealed cell, which is safe.

    >>> print(agent_text((0, 1), ComparedVerdict(RowKind.WRONG, is_mine=True), None))
    Your agent calls (0, 1) a mine. It is wrong: the cell is revealed.
    """
    if verdict.kind is RowKind.SAME:
        return ""
    if verdict.kind is RowKind.MISSING:
        return f"Your agent does not know that {cell} is {_word(verdict.is_mine)}."
    called = f"Your agent calls {cell} {_word(verdict.is_mine)}."
    if found is None:
        return f"{called} It is wrong: the cell is revealed."
    if isinstance(found, model.Proof):
        if found.is_mine == verdict.is_mine:
            return f"{called} It follows, but not by the three rules."
        return f"{called} It is wrong: the proof shows that it is {_word(found.is_mine)}."
    layout = "second" if verdict.is_mine else "first"
    end = "It is right by luck." if verdict.kind is RowKind.FURTHER else "On this board it is wrong."
    return f"{called} Nothing seen says so: in the {layout} layout it is {_word(not verdict.is_mine)}. {end}"


def _word(is_mine: bool) -> str:
    return "a mine" if is_mine else "safe"


# -- what can't be proved


def layouts_text(found: Undecided) -> str:
    """Explain the marks in the pictures of the two layouts."""
    apart = len(found.with_mine ^ found.without) - 1
    also = f" In frames: what else differs, {counted(apart, 'cell')} of the board." if apart else ""
    return f"In brackets: {found.cell}.{also}"


def safest_cells_text(found: Undecided) -> tuple[str, tuple[Cell, ...]]:
    """Return the text before the list of the best cells to open, and these cells.

    They are the provably safe cells or, if there are none, the cells with the least risk.
    """
    if found.safe:
        return "Provably safe here:", tuple(sorted(found.safe))
    return f"No covered cell is provably safe; the least risk is {exact_text(found.least)} at", found.least_cells


def failure_text(cell: Cell, error: Exception, problem: str = "") -> str:
    """Return the message for a cell that could not be explained because of ``error``.

    ``problem`` describes the contradiction in the position, if it is known.
    """
    if isinstance(error, InconsistentPosition):
        return f"Nothing can be said of {cell}: the position contradicts itself.\n{problem or error}"
    if isinstance(error, TooHard):
        return f"{cell} is too hard to decide here: {error}"
    return f"No proof for {cell}: {error}"
