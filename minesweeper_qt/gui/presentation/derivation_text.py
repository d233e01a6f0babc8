"""The texts of the derivation panel, and the cells that the board highlights for a derivation. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.presentation.sentence_text import MINUS, full_text, screen_reader_text, short_text
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.text.number_text import counted

MoveOf: TypeAlias = Callable[[Derivation], int]
"""A function that returns the number of the move with which a derivation was added."""


def conclusion_text(derivation: Derivation, in_full: bool = False) -> str:
    """Return the sentence or verdict of a derivation; the middle of a long sentence is left out unless ``in_full``."""
    if derivation.is_verdict:
        (cell,) = derivation.cells
        return f"{cell} is {'a mine' if derivation.count else 'safe'}"
    return full_text(derivation) if in_full else short_text(derivation)


def screen_reader_conclusion(derivation: Derivation) -> str:
    """Return the sentence or verdict of a derivation for a screen reader."""
    return conclusion_text(derivation) if derivation.is_verdict else screen_reader_text(derivation)


_WORDS = {
    Rule.REVEALED: "it was revealed",
    Rule.MARKED: "it was marked from outside",
    Rule.ALL_SAFE: "no mine in the sentence: all safe",
    Rule.ALL_MINES: "as many mines as cells: all mines",
    Rule.SUBSET: "one sentence minus the other",
    Rule.STATED: "the agent gives no derivation",
    Rule.CLAIMED: "the agent gives no derivation",
}


def rule_in_words(derivation: Derivation) -> str:
    """Explain in a few words how a derivation follows from its premises."""
    if derivation.rule in _WORDS:
        return _WORDS[derivation.rule]
    match derivation.rule:
        case Rule.CLUE:
            return f"the clue {derivation.count} at {derivation.clue}"
        case Rule.MINE_COUNT:
            return f"the board holds {counted(derivation.count, 'mine')}"
        case Rule.SETTLED:
            settled = len(derivation.premises) - 1
            return f"{counted(settled, 'settled cell')} taken out"
        case Rule.OVERLAP:
            return f"the shared cells: {_bounds(derivation)}"
    return f"the same in all layouts of {counted(len(derivation.premises), 'sentence')}"


def reason_in_words(derivation: Derivation) -> str:
    """Return the reason of a derivation with its premises, and the bounds of the mines in the cells that they share."""
    if derivation.rule is Rule.OVERLAP:
        return f"{derivation.reason()}: {_bounds(derivation)}"
    return derivation.reason()


def _bounds(derivation: Derivation) -> str:
    """Return the bounds of the mines in the shared cells of an overlap, each with the premise that sets it."""
    first, second = derivation.premises
    fewer, more = ("first", "second") if first.count < second.count else ("second", "first")
    premise = max(first, second, key=lambda premise: premise.count)
    outside = len(premise.cells - derivation.cells)
    return (
        f"at most {counted(derivation.count, 'mine')} by the {fewer} sentence, "
        f"at least {premise.count} {MINUS} {outside} = {derivation.count} by the {more}"
    )


def short_rule(derivation: Derivation) -> str:
    """Return the name of the derivation's rule in a few words, for a narrow column."""
    match derivation.rule:
        case Rule.CLUE:
            return f"clue {derivation.count} at {derivation.clue}"
        case Rule.MINE_COUNT:
            return f"{counted(derivation.count, 'mine')} in all"
        case Rule.SETTLED:
            return f"less {len(derivation.premises) - 1} settled"
        case Rule.SUBSET:
            return "difference"
        case Rule.CASES:
            return "all layouts"
        case Rule.STATED | Rule.CLAIMED:
            return "by the agent"
    name: str = derivation.rule.value
    return name


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
