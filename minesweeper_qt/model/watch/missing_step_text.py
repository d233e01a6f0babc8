"""Words the step that a student's agent did not take: what follows, by which rule, and from what it has."""

from __future__ import annotations

from collections.abc import Collection

from minesweeper_qt.model.audit.missing_step import MissingStep, StepPremise
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import plural

_NAMED = 3
"""The most cells that are named as the subject of a sentence."""


def missing_step_text(step: MissingStep, cells: Collection[Cell], is_named: bool = False) -> str:
    """Return why the missing ``cells`` follow, or what is missing first on the way to them, in one or two sentences.

    ``is_named``: the text names the cells, since others are missing too.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> from minesweeper_qt.model.audit.missing_step import StatedKnowledge
    >>> from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> knowledge = StatedKnowledge(StudentState(sentences=(StatedSentence(frozenset({(0, 1)}), 1),)))
    >>> missing_step_text(MissingStep.of(ai.derivation((0, 1)), knowledge), [(0, 1)])
    'It follows from {(0, 1)} = 1, which stands in your knowledge: it counts as many mines as cells.'
    """
    kept = [premise for premise in step.premises if _has_known_cells(premise)]
    if kept:
        return _kept_text(step, kept[0])
    subject = _subject(cells, is_named)
    match step.conclusion_rule:
        case Rule.REVEALED:
            return _revealed_text(step, cells)
        case Rule.CLUE:
            return f"The sentence of that clue is missing in your knowledge: {_sentence(step)}."
        case Rule.SUBSET:
            return _subset_text(step, cells, subject)
        case _:
            return _verdict_text(step, cells, subject)


def _subject(cells: Collection[Cell], is_named: bool) -> str:
    if is_named:
        return f"{listed(cells, _NAMED)} {plural(len(cells), 'follows', 'follow')}"
    return plural(len(cells), "It follows", "They follow")


def _sentence(part: MissingStep | StepPremise) -> str:
    return short_sentence(part.cells, part.count)


def _has_known_cells(premise: StepPremise) -> bool:
    """Return whether the agent has the premise only with known cells left in it."""
    return premise.stated is not None and premise.stated.cells != premise.cells


def _revealed_text(step: MissingStep, cells: Collection[Cell]) -> str:
    if step.cells <= frozenset(cells):
        return "A cell that was revealed is safe."
    return f"First it must know that {verdict_text(step.cells, False)}, since it was revealed."


def _kept_text(step: MissingStep, premise: StepPremise) -> str:
    """Return the text for a premise that has known cells left in it."""
    assert premise.stated is not None
    known = premise.stated.cells - premise.cells
    stated = short_sentence(premise.stated.cells, premise.stated.count)
    text = (
        f"Your sentence {stated} still has {listed(known, _NAMED)}, "
        f"which your agent knows already. Without {plural(len(known), 'it', 'them')}, {_sentence(premise)} is left"
    )
    if step.conclusion_rule is Rule.ALL_SAFE:
        return f"{text}, which counts no mine."
    if step.conclusion_rule is Rule.ALL_MINES:
        return f"{text}, which counts as many mines as cells."
    others = [_sentence(other) for other in step.premises if other is not premise]
    return f"{text}; with {joined(others)}, the subset rule then gives {_sentence(step)}."


def _subset_text(step: MissingStep, cells: Collection[Cell], subject: str) -> str:
    larger, smaller = step.premises
    stand = "both stand in your knowledge"
    if larger.stated is None or smaller.stated is None:
        stand = "both follow from your knowledge"
    premises = f"from {_sentence(larger)} and {_sentence(smaller)}, and {stand}"
    is_direct = frozenset(cells) <= step.cells and step.count in (0, len(step.cells))
    if is_direct:
        return f"{subject} by the subset rule {premises}."
    return f"What is missing first is {_sentence(step)}. It follows by the subset rule {premises}."


def _verdict_text(step: MissingStep, cells: Collection[Cell], subject: str) -> str:
    (premise,) = step.premises
    counts = "counts no mine" if step.conclusion_rule is Rule.ALL_SAFE else "counts as many mines as cells"
    stands = "which stands in your knowledge" if premise.stated is not None else "which is the sum of your sentences"
    source = f"from {_sentence(premise)}, {stands}: it {counts}"
    if step.cells <= frozenset(cells):
        return f"{subject} {source}."
    return f"What is missing first is that {verdict_text(step.cells, bool(step.count))}. It follows {source}."
