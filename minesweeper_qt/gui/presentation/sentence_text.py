"""The texts of the table of sentences, and the keys by which it searches and sorts. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import nsmallest

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.text.cell_text import MOST_NAMED, listed, short_sentence, verdict_text

TOOLTIP_LINES = 12
MORE = "\N{HORIZONTAL ELLIPSIS}"
MINUS = "\N{MINUS SIGN}"


# Cached because a cell occurs in many sentences, and a search formats all of them at once.
_cell_text = lru_cache(maxsize=2**16)(str)

# Cached because many rows have the sentence of the mine count as a premise, which mentions thousands of cells.
_short_sentence = lru_cache(maxsize=4)(short_sentence)


def full_text(derivation: Derivation) -> str:
    """Format the sentence, as ``Derivation.text`` does but faster."""
    return f"{{{', '.join(map(_cell_text, sorted(derivation.cells)))}}} = {derivation.count}"


def short_text(derivation: Derivation) -> str:
    """Format the sentence or verdict; if it has more than ``MOST_NAMED`` cells, only the first two are named.

    A verdict is written otherwise than the sentence with the same cell, which an agent may have without the verdict.
    """
    if derivation.is_verdict:
        return verdict_text(derivation.cells, bool(derivation.count))
    if len(derivation.cells) <= MOST_NAMED:
        return full_text(derivation)
    return _short_sentence(derivation.cells, derivation.count)


def cut_texts(derivation: Derivation) -> Iterator[str]:
    """Yield the sentence with fewer and fewer of its cells named; the number of its mines is never left out.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> change = MinesweeperAI(1, 3).add_knowledge((0, 1), 1)
    >>> list(cut_texts(change.added[0]))
    ['{(0, 0), …} = 1', '{…} = 1']
    """
    if derivation.is_verdict:
        return
    named = [_cell_text(cell) for cell in nsmallest(MOST_NAMED, derivation.cells)]
    for number in range(min(len(named), len(derivation.cells) - 1), -1, -1):
        yield f"{{{', '.join([*named[:number], MORE])}}} = {derivation.count}"


def cut_premises_texts(derivation: Derivation) -> Iterator[str]:
    """Yield the premises with fewer and fewer of their cells named; the numbers of mines are never left out."""
    premises = derivation.origin.premises
    texts = [[short_text(premise), *cut_texts(premise)] for premise in premises]
    while any(len(shorter) > 1 for shorter in texts):
        max(texts, key=lambda shorter: len(shorter[0]) if len(shorter) > 1 else 0).pop(0)
        yield _joint(derivation).join(shorter[0] for shorter in texts)


def kind_text(derivation: Derivation) -> str:
    """Return the kind of the sentence: ``Clue``, ``Mine count``, ``Stated`` or ``Inferred``; ``Verdict`` for that."""
    if derivation.is_verdict:
        return "Verdict"
    match derivation.origin.rule:
        case Rule.MINE_COUNT:
            return "Mine count"
        case Rule.STATED:
            return "Stated"
    return "Inferred" if derivation.clue is None else "Clue"


def rule_text(derivation: Derivation) -> str:
    """Return in a few words how the sentence was derived, and how many of its cells were settled since."""
    origin = derivation.origin
    words = f"clue {origin.count} at {origin.clue}" if origin.rule is Rule.CLUE else origin.rule.value
    return words if derivation is origin else f"{words}, {len(origin.cells) - len(derivation.cells)} settled"


def premises_text(derivation: Derivation) -> str:
    """Format the premises of the sentence as it was before any of its cells were settled; empty for a clue."""
    return _joint(derivation).join(short_text(premise) for premise in derivation.origin.premises)


def _joint(derivation: Derivation) -> str:
    """Return what stands between the premises: a difference is taken, or else both are used alike."""
    return f" {MINUS} " if derivation.origin.rule is Rule.SUBSET else "; "


def tooltip_text(derivation: Derivation) -> str:
    """Format the sentence or verdict in lines short enough for a tool tip, followed by its reason."""
    if derivation.is_verdict:
        return f"{verdict_text(derivation.cells, bool(derivation.count))}\n{derivation.reason()}"
    cells = sorted(derivation.cells)
    lines = [", ".join(map(str, cells[i : i + MOST_NAMED])) for i in range(0, len(cells), MOST_NAMED)]
    left_out = len(cells) - MOST_NAMED * TOOLTIP_LINES
    if left_out > 0:
        lines[TOOLTIP_LINES:] = [f"... {left_out} more"]
    sentence = ",\n ".join(lines)
    return f"{{{sentence}}} = {derivation.count}\n{derivation.reason()}"


def screen_reader_text(derivation: Derivation) -> str:
    """Format the sentence for a screen reader: without the braces, which it would read out."""
    cells = derivation.cells
    if not cells:
        return f"{derivation.count} of no cells are mines"
    return f"{derivation.count} of {len(cells)} cells are mines: {listed(cells)}"


def sentence_key(derivation: Derivation) -> tuple[Cell, int, int]:
    """Return the sort key of a sentence: its first cell, its number of cells, of mines; one without cells is first."""
    return min(derivation.cells, default=(-1, -1)), len(derivation.cells), derivation.count


def normalize_for_search(text: str) -> str:
    """Return the text as a search compares it: without spaces, in lower case, with ``-`` for the minus sign."""
    return text.replace(" ", "").replace(MINUS, "-").casefold()
