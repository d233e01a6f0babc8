"""The texts of sentences and verdicts, the keys by which tables sort and search them, and what the board highlights.

No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import nsmallest
from typing import TypeAlias

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.words import MOST_NAMED, counted, listed

MoveOf: TypeAlias = Callable[[Derivation], int]
"""A function that returns the number of the move with which a derivation was added."""

TOOLTIP_LINES = 12
MORE = "\N{HORIZONTAL ELLIPSIS}"
MINUS = "\N{MINUS SIGN}"


# -- what is concluded


def cut_texts(derivation: Derivation) -> Iterator[str]:
    """Yield the sentence with fewer and fewer of its cells named; the number of its mines is never left out.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> change = MinesweeperAI(1, 3).add_knowledge((0, 1), 1)
    >>> list(cut_texts(change.added[0]))
    ['{(0, 0), …} = 1', '{…} = 1']
    """
    if derivation.is_verdict:
        return
    cells = [str(cell) for cell in nsmallest(MOST_NAMED, derivation.cells)]
    for number in range(min(len(cells), len(derivation.cells) - 1), -1, -1):
        yield f"{{{', '.join([*cells[:number], MORE])}}} = {derivation.count}"


def screen_reader_text(derivation: Derivation) -> str:
    """Format the sentence or verdict for a screen reader: without braces, which it would read out."""
    cells = derivation.cells
    if derivation.is_verdict:
        return derivation.conclusion
    if not cells:
        return f"{derivation.count} of no cells are mines"
    return f"{derivation.count} of {len(cells)} cells are mines: {listed(cells)}"


def sentence_key(derivation: Derivation) -> tuple[Cell, int, int]:
    """Return the sort key of a sentence: its first cell, its number of cells, of mines; one without cells is first."""
    return min(derivation.cells, default=(-1, -1)), len(derivation.cells), derivation.count


def normalize_for_search(text: str) -> str:
    """Return the text as a search compares it: without spaces, in lower case, with ``-`` for the minus sign."""
    return text.replace(" ", "").replace(MINUS, "-").casefold()


# -- why


def rule_word(rule: Rule) -> str:
    """Return the name of a rule by what it gives: a difference comes of comparing a sentence with a subset."""
    return "difference" if rule is Rule.SUBSET else rule.value


def rule_text(derivation: Derivation) -> str:
    """Return in a few words how the sentence was derived, and how many of its cells were settled since."""
    origin = derivation.origin
    words: str = origin.reason() if origin.rule is Rule.CLUE else rule_word(origin.rule)
    return words if derivation is origin else f"{words}, {len(origin.cells) - len(derivation.cells)} settled"


def reason_in_words(derivation: Derivation) -> str:
    """Return the reason of a derivation, and the bounds of the mines in the cells that the premises share."""
    reason = derivation.reason()
    if derivation.rule is not Rule.OVERLAP:
        return reason
    first, second = derivation.premises
    fewer, more = ("first", "second") if first.count < second.count else ("second", "first")
    premise = max(first, second, key=lambda premise: premise.count)
    outside = len(premise.cells - derivation.cells)
    return (
        f"{reason}: at most {counted(derivation.count, 'mine')} by the {fewer} sentence, "
        f"at least {premise.count} {MINUS} {outside} = {derivation.count} by the {more}"
    )


def tooltip_text(derivation: Derivation) -> str:
    """Format the sentence or verdict in lines short enough for a tool tip, followed by its reason."""
    if derivation.is_verdict:
        return f"{derivation.conclusion}\n{derivation.reason()}"
    cells = sorted(derivation.cells)
    lines = [", ".join(map(str, cells[i : i + MOST_NAMED])) for i in range(0, len(cells), MOST_NAMED)]
    left_out = len(cells) - MOST_NAMED * TOOLTIP_LINES
    if left_out > 0:
        lines[TOOLTIP_LINES:] = [f"... {left_out} more"]
    sentence = ",\n ".join(lines)
    return f"{{{sentence}}} = {derivation.count}\n{derivation.reason()}"


def highlight_of(derivation: Derivation) -> Highlight:
    """Return the highlight for a derivation.

    Its clues are those that the derivation or its premises state. For a sentence, its cells are highlighted too; for a
    verdict, the cells of its premises, and its own cell as a mine or as safe.
    """
    sources = (derivation, *derivation.premises)
    clues = frozenset(other.clue for other in sources if other.clue is not None)
    if not derivation.is_verdict:
        return Highlight(clues, derivation.cells)
    cells = frozenset[Cell]().union(*(premise.cells for premise in derivation.premises))
    if derivation.count:
        return Highlight(clues, cells, mines=derivation.cells)
    return Highlight(clues, cells, safes=derivation.cells)
