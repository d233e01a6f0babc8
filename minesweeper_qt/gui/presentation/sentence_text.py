"""The texts of the table of sentences, and the keys by which it searches and sorts. No Qt."""

from __future__ import annotations

from functools import lru_cache
from heapq import nsmallest

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule

SHOWN_CELLS = 8
"""The most cells of a sentence shown in the table. A clue has at most 8 neighbours, so mainly the mine count is cut."""
TOOLTIP_LINES = 12
MINUS = "\N{MINUS SIGN}"


# Cached because a cell occurs in many sentences, and a search formats all of them at once.
_cell_text = lru_cache(maxsize=2**16)(str)


def full_text(derivation: Derivation) -> str:
    """Format the sentence, as ``Derivation.text`` does but faster."""
    return f"{{{', '.join(map(_cell_text, sorted(derivation.cells)))}}} = {derivation.count}"


def short_text(derivation: Derivation) -> str:
    """Format the sentence; if it has more than ``SHOWN_CELLS`` cells, only the first two are listed."""
    size = len(derivation.cells)
    if size <= SHOWN_CELLS:
        return full_text(derivation)
    first, second = nsmallest(2, derivation.cells)
    return f"{{{first}, {second}, ... {size - 2} more}} = {derivation.count}"


def kind_text(derivation: Derivation) -> str:
    """Return the kind of the sentence: ``Clue``, ``Mine count`` or ``Inferred``."""
    if derivation.origin.rule is Rule.MINE_COUNT:
        return "Mine count"
    return "Inferred" if derivation.clue is None else "Clue"


def rule_text(derivation: Derivation) -> str:
    """Return in a few words how the sentence was derived, and how many of its cells were settled since."""
    origin = derivation.origin
    words = f"clue {origin.count} at {origin.clue}" if origin.rule is Rule.CLUE else origin.rule.value
    return words if derivation is origin else f"{words}, {len(origin.cells) - len(derivation.cells)} settled"


def premises_text(derivation: Derivation) -> str:
    """Format the premises of the sentence as it was before any of its cells were settled; empty for a clue."""
    return f" {MINUS} ".join(short_text(premise) for premise in derivation.origin.premises)


def tooltip_text(derivation: Derivation) -> str:
    """Format the sentence in lines short enough for a tool tip, followed by its reason."""
    cells = sorted(derivation.cells)
    lines = [", ".join(map(str, cells[i : i + SHOWN_CELLS])) for i in range(0, len(cells), SHOWN_CELLS)]
    left_out = len(cells) - SHOWN_CELLS * TOOLTIP_LINES
    if left_out > 0:
        lines[TOOLTIP_LINES:] = [f"... {left_out} more"]
    sentence = ",\n ".join(lines)
    return f"{{{sentence}}} = {derivation.count}\n{derivation.reason()}"


def screen_reader_text(derivation: Derivation) -> str:
    """Format the sentence for a screen reader: without the braces, which it would read out."""
    cells = sorted(derivation.cells)
    named = ", ".join(map(str, cells[:SHOWN_CELLS]))
    more = f" and {len(cells) - SHOWN_CELLS} more" if len(cells) > SHOWN_CELLS else ""
    return f"{derivation.count} of {len(cells)} cells are mines: {named}{more}"


def sentence_key(derivation: Derivation) -> tuple[Cell, int, int]:
    """Return the sort key of a sentence: its first cell, number of cells, number of mines."""
    return min(derivation.cells), len(derivation.cells), derivation.count


def normalize_for_search(text: str) -> str:
    """Return the text as a search compares it: without spaces, in lower case, with ``-`` for the minus sign."""
    return text.replace(" ", "").replace(MINUS, "-").casefold()
