"""Words a difference for the student: a title, and where in the game it is and what it follows from."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.student.difference import Difference
from minesweeper_qt.model.student.fault import Fault, MissingStep, StepPremise
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.finding_text import HEADLINES
from minesweeper_qt.model.student.game_trace import Call
from minesweeper_qt.model.text.cell_text import joined, listed, short_sentence, verdict_text
from minesweeper_qt.model.text.number_text import plural

_TITLE_CELLS = 3
"""The most cells that a title names."""

_MISSED = (Symptom.MISSING_SAFE, Symptom.MISSING_MINE)
_WRONG = (Symptom.WRONG_SAFE, Symptom.WRONG_MINE)
_FAILS = (Symptom.LEARNING_FAILS, Symptom.SAFE_MOVE_FAILS, Symptom.RANDOM_MOVE_FAILS)


def title(difference: Difference, who: str = "Your agent ") -> str:
    """Return the difference as a sentence without a full stop; ``who`` is what it begins with where it can.

    >>> fault = Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 2, ((0, 12),), "(0, 12) is safe", "subset")
    >>> title(Difference((fault,), Call.ADD_KNOWLEDGE))
    'Your agent does not know that (0, 12) is safe'
    """
    fault = difference.fault
    if fault.symptom in _MISSED:
        return f"{who}does not know that {_verdict(difference.cells, fault, _TITLE_CELLS)}"
    if fault.symptom in _WRONG:
        return f"{who}calls {_wrong_verdict(difference, _TITLE_CELLS)}"
    if fault.symptom in _FAILS:
        return f"{who}failed: {_without_line(fault)}"
    headline = HEADLINES.get(fault.key.place)
    if headline is not None:
        return f"{who}{headline}"
    return f"Your agent's {fault.text}" if fault.symptom is not None else f"In your agent, {fault.text}"


def reason(difference: Difference, turn: int) -> str:
    """Return where in the game the difference is, and what is wrong there or what the missing cells follow from.

    ``turn`` is the number of the move with which the agent was given the last observation; 0 before the first.

    >>> fault = Fault.of(Symptom.WRONG_SAFE, Severity.ERROR, 0, 2, ((0, 12),), "(0, 12) is in safes, but is a mine")
    >>> reason(Difference((fault,), Call.SAFE_MOVE), 2)
    'After move 2: (0, 12) is in safes, but is a mine.'
    """
    fault = difference.fault
    where = _place(difference, turn)
    if fault.symptom in _MISSED:
        return f"{where}: your agent misses that {_verdict(difference.cells, fault)}. {missing_text(difference.faults)}"
    if fault.trace and _without_line(fault) == fault.text:
        own = fault.trace[-1]
        return f"{where}: {fault.text}, in line {own.line} of {own.file}: {own.text}"
    text = f"{where}: {'; '.join(dict.fromkeys(each.text for each in difference.faults))}."
    if _is_luck(fault):
        text += f" {plural(len(difference.cells), 'It is', 'They are')} right by luck."
    return text


def _place(difference: Difference, turn: int) -> str:
    seen = difference.observation
    if seen is not None:
        return f"Move {turn}, clue {seen.clue} at {seen.cell}"
    if difference.call is Call.CREATE or not turn:
        return "Before the first move"
    return f"After move {turn}"


def _is_luck(fault: Fault) -> bool:
    """Return whether the verdict is right although nothing says so."""
    return fault.symptom in _WRONG and fault.key.severity is Severity.NOTE


def _without_line(fault: Fault) -> str:
    """Return the text of a failure; for that of an import without the line, which it names."""
    return fault.text.split(f" in {fault.trace[-1].file}:")[0] if fault.trace else fault.text


# -- verdicts


def _verdict(cells: Sequence[Cell], fault: Fault, most: int = 8) -> str:
    """Return that ``cells`` are safe or mines, as the fault says."""
    is_mine = fault.symptom in (Symptom.MISSING_MINE, Symptom.WRONG_MINE)
    return f"{listed(cells, most)}{verdict_text(cells, is_mine).removeprefix(listed(cells))}"


def _wrong_verdict(difference: Difference, most: int) -> str:
    """Return what the agent calls some cells, and what they are."""
    fault, cells = difference.fault, difference.cells
    is_mine = fault.symptom is Symptom.WRONG_MINE
    called = f"{listed(cells, most)} {plural(len(cells), 'a mine', 'mines') if is_mine else 'safe'}"
    if _is_luck(fault):
        return f"{called} before anything says so"
    if fault.key.place.endswith("off the board"):
        return f"{called}, which {plural(len(cells), 'is', 'are')} not on the board"
    truth = "safe" if is_mine else plural(len(cells), "a mine", "mines")
    return f"{called}, but {plural(len(cells), 'it is', 'they are')} {truth}"


_NAMED = 3
"""The most cells that are named as the subject of a sentence."""


def missing_text(faults: Sequence[Fault]) -> str:
    """Return what the missing verdicts ``faults`` follow from, as far as the agent has it, in two to four sentences.

    They lack a step by the same rule. The first step is worded, if possible one that gives some of the verdicts itself.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> from minesweeper_qt.model.student.finding import Severity
    >>> from minesweeper_qt.model.student.fault import StatedKnowledge
    >>> from minesweeper_qt.model.student.finding import Symptom
    >>> from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> knowledge = StatedKnowledge(StudentState(sentences=(StatedSentence(frozenset({(0, 1)}), 1),)))
    >>> step = MissingStep.of(ai.derivation((0, 1)), knowledge)
    >>> missing_text([Fault.of(Symptom.MISSING_MINE, Severity.WEAKNESS, 0, 1, ((0, 1),), "", "all mines", step)])
    'It follows from {(0, 1)} = 1, which stands in your knowledge and counts as many mines as cells.'
    """
    steps = {fault.cells[0]: fault.step for fault in faults if fault.step is not None}
    if not steps:
        return ""
    chosen = next((step for cell, step in steps.items() if _gives(step, cell)), next(iter(steps.values())))
    alike = [cell for cell, step in steps.items() if _source(step) == _source(chosen)]
    given = [cell for cell in alike if _gives(steps[cell], cell)]
    sentences = [_step_text(chosen, given, is_named=len(given) < len(steps))]
    dependent = [cell for cell in alike if cell not in given]
    if given and dependent:
        sentences.append(f"Therefore it does not get to {listed(dependent, _NAMED)}, either.")
    others = [cell for cell in steps if cell not in alike]
    if others:
        sentences.append(f"For {listed(others, _NAMED)}, another step of the same kind is missing.")
    return " ".join(sentences)


def _source(step: MissingStep) -> object:
    """Return what is equal for steps that come from the same premises."""
    return (step.premises, step.conclusion_rule) if step.premises else step


def _gives(step: MissingStep, cell: Cell) -> bool:
    """Return whether the missing step settles ``cell``, at once or by its count."""
    if cell not in step.cells:
        return False
    return step.is_verdict or (bool(step.premises) and step.count in (0, len(step.cells)))


def _step_text(step: MissingStep, given: Collection[Cell], is_named: bool) -> str:
    """Return the step, which gives the verdicts on the cells ``given``, or is the first of several if it gives none.

    ``is_named``: the text names these cells, since others are missing too.
    """
    if not step.premises:
        return _clue_text(step, given)
    if not given:
        conclusion = f"that {verdict_text(step.cells, bool(step.count))}" if step.is_verdict else _sentence(step)
        return f"What is missing first is {conclusion}. {_source_text(step, 'It follows')}"
    if is_named:
        return _source_text(step, f"{listed(given, _NAMED)} {plural(len(given), 'follows', 'follow')}")
    return _source_text(step, plural(len(given), "It follows", "They follow"))


def _clue_text(step: MissingStep, given: Collection[Cell]) -> str:
    if step.clue is not None:
        return (
            f"What is missing first is the sentence of the clue at {step.clue}: {_sentence(step)} without known cells."
        )
    if given:
        return f"{listed(given, _NAMED)} was revealed, so it is safe."
    return f"What is missing first is that {verdict_text(step.cells, False)}, since it was revealed."


def _source_text(step: MissingStep, follows: str) -> str:
    """Return from which premises the step follows, and how they stand in the agent's knowledge."""
    kept = [premise for premise in step.premises if _has_known_cells(premise)]
    if kept:
        return _kept_text(step, kept[0])
    if step.conclusion_rule is Rule.SUBSET:
        larger, smaller = step.premises
        is_stated = larger.stated is not None and smaller.stated is not None
        stand = "both stand in your knowledge" if is_stated else "both follow from your sentences"
        return f"{follows} by the subset rule from {_sentence(larger)} and {_sentence(smaller)}, and {stand}."
    (premise,) = step.premises
    stands = "stands in your knowledge" if premise.stated is not None else "follows from your sentences"
    return f"{follows} from {_sentence(premise)}, which {stands} and {_counts(step)}."


def _kept_text(step: MissingStep, premise: StepPremise) -> str:
    """Return the text for a premise that the agent has only with known cells left in it."""
    assert premise.stated is not None
    known = premise.stated.cells - premise.cells
    mines = premise.stated.count - premise.count
    stated = short_sentence(premise.stated.cells, premise.stated.count)
    text = f"Your sentence {stated} still has {listed(known, _NAMED)}, {_known(len(known), mines)}. "
    text += f"Without {plural(len(known), 'it', 'them')}, {_sentence(premise)} is left"
    if step.conclusion_rule is Rule.SUBSET:
        others = [_sentence(other) for other in step.premises if other is not premise]
        return f"{text}. From that and {joined(others)}, the subset rule gives {_sentence(step)}."
    return f"{text}, which {_counts(step)}."


def _known(cells: int, mines: int) -> str:
    """Return what known cells are, as far as their numbers show it."""
    if mines == 0:
        return "which your agent knows to be safe"
    if mines == cells:
        return plural(cells, "which your agent knows to be a mine", "which your agent knows to be mines")
    return "which your agent knows already"


def _counts(step: MissingStep) -> str:
    return "counts no mine" if step.conclusion_rule is Rule.ALL_SAFE else "counts as many mines as cells"


def _sentence(part: MissingStep | StepPremise) -> str:
    return short_sentence(part.cells, part.count)


def _has_known_cells(premise: StepPremise) -> bool:
    return premise.stated is not None and premise.stated.cells != premise.cells
