"""The words of the derivation view, and what the board lights up for a record. No Qt in here."""

from __future__ import annotations

from minesweeper_qt.gui.presentation.highlight import Spotlight
from minesweeper_qt.gui.presentation.sentence_text import full_text, short_text, spoken_text
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation, Rule


def conclusion_text(record: Derivation, in_full: bool = False) -> str:
    """Write what a record says: a sentence, in the middle cut short when it is long, or a verdict."""
    if record.is_verdict:
        (cell,) = record.cells
        return f"{cell} is {'a mine' if record.count else 'safe'}"
    return full_text(record) if in_full else short_text(record)


def spoken_conclusion(record: Derivation) -> str:
    """Say it for a screen reader."""
    return conclusion_text(record) if record.is_verdict else spoken_text(record)


def rule_in_words(record: Derivation) -> str:
    """Say how a record follows from its own premises, in a few words."""
    match record.rule:
        case Rule.REVEALED:
            return "it was revealed"
        case Rule.CLUE:
            return f"the clue {record.count} at {record.clue}"
        case Rule.MARKED:
            return "it was marked from outside"
        case Rule.MINE_COUNT:
            return f"the board holds {record.count} mines"
        case Rule.SETTLED:
            settled = len(record.premises) - 1
            return f"{settled} settled cell{'' if settled == 1 else 's'} taken out"
        case Rule.ALL_SAFE:
            return "no mine in the sentence: all safe"
        case Rule.ALL_MINES:
            return "as many mines as cells: all mines"
        case Rule.SUBSET:
            return "one sentence minus the other"
        case Rule.CASES:
            return f"the same in all layouts of {len(record.premises)} sentences"


def short_rule(record: Derivation) -> str:
    """Name the rule in a word or two, for a narrow column."""
    match record.rule:
        case Rule.CLUE:
            return f"clue {record.count} at {record.clue}"
        case Rule.MINE_COUNT:
            return f"{record.count} mines in all"
        case Rule.SETTLED:
            return f"less {len(record.premises) - 1} settled"
        case Rule.SUBSET:
            return "difference"
        case Rule.CASES:
            return "all layouts"
    name: str = record.rule.value
    return name


def lights_of(record: Derivation) -> Spotlight:
    """Return what the board lights up: the clues that the record or its premises state, its cells, its verdict."""
    stated = (record, *record.premises)
    clues = frozenset(other.clue for other in stated if other.clue is not None)
    if not record.is_verdict:
        return Spotlight(clues, record.cells)
    cells = frozenset[Cell]().union(*(premise.cells for premise in record.premises))
    if record.count:
        return Spotlight(clues, cells, mines=record.cells)
    return Spotlight(clues, cells, safes=record.cells)
