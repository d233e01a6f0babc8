"""The words that the table of sentences shows, finds and sorts by. No Qt in here."""

from __future__ import annotations

from functools import lru_cache
from heapq import nsmallest

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule

SHOWN_CELLS = 8
"""Longer sentences are cut short in the table: a clue has no more neighbours, so only the mine count is longer."""
TOOLTIP_LINES = 12
MINUS = "\N{MINUS SIGN}"


# A cell stands in many sentences, and a search writes them all at once.
_cell_text = lru_cache(maxsize=2**16)(str)


def full_text(derivation: Derivation) -> str:
    """Write the sentence, as ``Derivation.text`` does but faster."""
    return f"{{{', '.join(map(_cell_text, sorted(derivation.cells)))}}} = {derivation.count}"


def short_text(derivation: Derivation) -> str:
    """Write the sentence, in the middle cut short when it mentions very many cells."""
    size = len(derivation.cells)
    if size <= SHOWN_CELLS:
        return full_text(derivation)
    first, second = nsmallest(2, derivation.cells)
    return f"{{{first}, {second}, ... {size - 2} more}} = {derivation.count}"


def kind_text(derivation: Derivation) -> str:
    """Say what kind of sentence it is."""
    if derivation.origin.rule is Rule.MINE_COUNT:
        return "Mine count"
    return "Inferred" if derivation.clue is None else "Clue"


def rule_text(derivation: Derivation) -> str:
    """Say in a few words how the sentence came about."""
    origin = derivation.origin
    words = f"clue {origin.count} at {origin.clue}" if origin.rule is Rule.CLUE else origin.rule.value
    return words if derivation is origin else f"{words}, {len(origin.cells) - len(derivation.cells)} settled"


def premises_text(derivation: Derivation) -> str:
    """Write the premises of the sentence as it was before cells of it were settled; nothing for a clue."""
    return f" {MINUS} ".join(short_text(premise) for premise in derivation.origin.premises)


def tooltip_text(derivation: Derivation) -> str:
    """Write the sentence in lines that fit a screen, and why it holds."""
    cells = sorted(derivation.cells)
    lines = [", ".join(map(str, cells[i : i + SHOWN_CELLS])) for i in range(0, len(cells), SHOWN_CELLS)]
    left_out = len(cells) - SHOWN_CELLS * TOOLTIP_LINES
    if left_out > 0:
        lines[TOOLTIP_LINES:] = [f"... {left_out} more"]
    sentence = ",\n ".join(lines)
    return f"{{{sentence}}} = {derivation.count}\n{derivation.reason()}"


def spoken_text(derivation: Derivation) -> str:
    """Write the sentence for a screen reader, which would read out every brace."""
    cells = sorted(derivation.cells)
    named = ", ".join(map(str, cells[:SHOWN_CELLS]))
    more = f" and {len(cells) - SHOWN_CELLS} more" if len(cells) > SHOWN_CELLS else ""
    return f"{derivation.count} of {len(cells)} cells are mines: {named}{more}"


def sentence_key(derivation: Derivation) -> tuple[Cell, int, int]:
    """Return what sentences are sorted by: first cell, size, count."""
    return min(derivation.cells), len(derivation.cells), derivation.count


def squeezed(text: str) -> str:
    """Leave out what a search forgives: spaces, capitals and which minus sign it is."""
    return text.replace(" ", "").replace(MINUS, "-").casefold()
