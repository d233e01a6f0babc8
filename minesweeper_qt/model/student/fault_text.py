"""Words a fault for the student: a title, where in the game it is, what follows from what, and why it is wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import AgentError
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import OFF_BOARD, Fault, MissingStep, StatedKnowledge, StepPremise
from minesweeper_qt.model.student.finding import MISSED, WRONG, Case, Severity, Symptom
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine, StudentFailure, StudentState
from minesweeper_qt.model.words import capitalized, joined, listed, plural, short_sentence, verdict_text

_TITLE_CELLS = 3
"""The most cells that a title names."""


def title(fault: Fault, who: str = "Your agent ") -> str:
    """Return the fault as a sentence without a full stop; ``who`` is what it begins with where it can.

    An empty ``who`` leaves out the agent, and a capital begins what is left.

    >>> from minesweeper_qt.model.student.fault import FaultKey
    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> key = FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, Rule.SUBSET)
    >>> title(Fault(key, Symptom.MISSING_SAFE, Call.ADD_KNOWLEDGE, cells=((0, 12),)))
    'Your agent does not know that (0, 12) is safe'
    """
    if fault.symptom in MISSED:
        text = f"does not know that {_verdict(fault.cells, fault, _TITLE_CELLS)}"
    elif fault.symptom in WRONG:
        text = f"calls {_wrong_verdict(fault, _TITLE_CELLS)}"
    elif fault.symptom is not None and fault.symptom.kind is None:
        text = f"failed: {fault.text}"
    elif fault.headline:
        text = fault.headline
    else:
        return f"Your agent's {fault.text}" if fault.symptom is not None else f"In your agent, {fault.text}"
    return f"{who}{text}" if who else capitalized(text)


def reason(fault: Fault, turn: int) -> str:
    """Return where in the game the fault is, and what is wrong there or what the missing cells follow from.

    ``turn`` is the number of the move with which the agent was given the last observation; 0 before the first.

    >>> from minesweeper_qt.model.student.fault import FaultKey
    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> key = FaultKey(FindingKind.UNSOUND, Severity.ERROR, Symptom.WRONG_SAFE)
    >>> text = "(0, 12) is in safes, but is a mine"
    >>> reason(Fault(key, Symptom.WRONG_SAFE, Call.SAFE_MOVE, learned=2, cells=((0, 12),), text=text), 2)
    'After move 2: (0, 12) is in safes, but is a mine.'
    """
    where = _place(fault, turn)
    if fault.symptom in MISSED:
        return f"{where}: your agent misses that {_verdict(fault.cells, fault)}. {missing_text(fault)}"
    if fault.trace:
        own = running_line(fault.trace, fault.key.kind)
        return f"{where}: {fault.text}, in line {own.line} of {own.file}: {own.text}"
    text = f"{where}: {fault.text}."
    if _is_luck(fault):
        text += f" {plural(len(fault.cells), 'It is', 'They are')} right by luck."
    return text


def running_line(trace: Sequence[SourceLine], kind: FindingKind) -> SourceLine:
    """Return the line that says most of what was running: of a hang the outermost, for the innermost is chance.

    >>> lines = [SourceLine("minesweeper.py", line, "f", "") for line in (3, 5)]
    >>> running_line(lines, FindingKind.TIMEOUT).line, running_line(lines, FindingKind.EXCEPTION).line
    (3, 5)
    """
    return trace[0 if kind is FindingKind.TIMEOUT else -1]


def agent_error_line(failed: AgentError) -> str:
    """Return a failure as one line that ends with the student's line in square brackets.

    >>> agent_error_line(AgentError("the agent's mine (9, 9) is off the board"))
    "the agent's mine (9, 9) is off the board"
    """
    trace = failed.trace if isinstance(failed, StudentFailure) else ()
    return f"{failed} [{trace[-1]}]" if trace else str(failed)


def import_text(failure: StudentFailure) -> str:
    """Return why a file can't be loaded: the line, what is wrong there, and what to do about a module that is missing.

    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> text = "No module named 'numpy'"
    >>> error = "ModuleNotFoundError"
    >>> import_text(StudentFailure(FindingKind.EXCEPTION, "", error=error, detail=text, missing_module="numpy"))
    "No module named 'numpy'; install numpy, or name a Python that has it by --python"
    """
    text, module = str(failure), failure.missing_module
    if module or failure.error in ("SyntaxError", "IndentationError", "TabError"):
        text = failure.detail
    elif failure.error:
        text = f"{failure.error}: {failure.detail}"
    line = f"line {failure.trace[-1].line}: " if failure.trace else ""
    advice = f"; install {module}, or name a Python that has it by --python" if module else ""
    return f"{line}{text}{advice}"


def _place(fault: Fault, turn: int) -> str:
    seen = fault.observation
    if seen is not None:
        return f"Move {turn}, clue {seen.clue} at {seen.cell}"
    if fault.call is Call.CREATE or not turn:
        return "Before the first move"
    return f"After move {turn}"


def _is_luck(fault: Fault) -> bool:
    """Return whether the verdict is right although nothing says so."""
    return fault.symptom in WRONG and fault.key.severity is Severity.NOTE


# -- verdicts


def _verdict(cells: Collection[Cell], fault: Fault, most: int = 8) -> str:
    """Return that ``cells`` are safe or mines, as the fault says."""
    return verdict_text(cells, fault.symptom is Symptom.MISSING_MINE, most)


def _wrong_verdict(fault: Fault, most: int) -> str:
    """Return what the agent calls some cells, and what they are."""
    cells = fault.cells
    is_mine = fault.symptom is Symptom.WRONG_MINE
    called = f"{listed(cells, most)} {plural(len(cells), 'a mine', 'mines') if is_mine else 'safe'}"
    if _is_luck(fault):
        return f"{called} before anything says so"
    if fault.key.form in OFF_BOARD:
        return f"{called}, which {plural(len(cells), 'is', 'are')} not on the board"
    truth = "safe" if is_mine else plural(len(cells), "a mine", "mines")
    return f"{called}, but {plural(len(cells), 'it is', 'they are')} {truth}"


_NAMED = 3
"""The most cells that are named as the subject of a sentence."""


def missing_text(fault: Fault) -> str:
    """Return what the missing verdicts of ``fault`` follow from, as far as the agent has it, in two to four sentences.

    They lack a step by the same rule. The first step is worded, if possible one that gives some of the verdicts itself.

    >>> from minesweeper_qt.model.student.student_state import StatedSentence
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> knowledge = StatedKnowledge(StudentState(sentences=(StatedSentence(frozenset({(0, 1)}), 1),)))
    >>> step = MissingStep.of(ai.derivation((0, 1)), knowledge)
    >>> from minesweeper_qt.model.student.fault import FaultKey
    >>> from minesweeper_qt.model.student.student_state import FindingKind
    >>> key = FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, Rule.ALL_MINES)
    >>> missing_text(Fault(key, Symptom.MISSING_MINE, Call.ADD_KNOWLEDGE, cells=((0, 1),), steps=(step,)))
    'It follows from {(0, 1)} = 1, which is in your knowledge and counts as many mines as cells.'
    """
    steps = dict(zip(fault.cells, fault.steps, strict=False))
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
        stand = "both are in your knowledge" if is_stated else "both follow from your sentences"
        return f"{follows} by the subset rule from {_sentence(larger)} and {_sentence(smaller)}, and {stand}."
    (premise,) = step.premises
    stands = "is in your knowledge" if premise.stated is not None else "follows from your sentences"
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


# -- why it follows, or not


_MOST_LINES = 14
"""A derivation of more lines is shown without its beginning: people don't read longer ones."""


def reason_lines(case: Case, symptom: Symptom, state: StudentState) -> list[str]:
    """Return why the agent errs after the observations of ``case``, where it stated ``state``; empty without a reason.

    For a missing verdict that is its derivation, with what the agent has of it. For a wrong verdict it is a board that
    agrees with all clues and contradicts the verdict.
    """
    if symptom in MISSED:
        return _missing(case, state)
    if symptom in WRONG:
        return _wrong(case, symptom)
    return []


def _missing(case: Case, state: StudentState) -> list[str]:
    reference = MinesweeperAI(case.height, case.width)
    for cell, clue in case.observations:
        reference.add_knowledge(cell, clue)
    verdict = reference.derivation(case.cells[0]) if case.cells else None
    if verdict is None:
        return []
    return ["Why it follows there, and what the agent has of it:", *derivation_lines(verdict, StatedKnowledge(state))]


def _wrong(case: Case, symptom: Symptom) -> list[str]:
    clues = dict(case.observations)
    inside = [cell for cell in case.cells if 0 <= cell[0] < case.height and 0 <= cell[1] < case.width]
    if not inside or inside[0] in clues:
        return []
    cell, is_mine = inside[0], symptom is Symptom.WRONG_SAFE
    if (cell in case.mines) is not is_mine:
        return []
    where = (
        f"with {plural(len(case.mines), 'a mine', 'mines')} at {listed(case.mines)}"
        if case.mines
        else "without any mine"
    )
    verdict = "" if is_mine or not case.mines else f", and {cell} is safe"
    return [f"Why it does not follow there: all these clues are right {where}{verdict}."]


def derivation_lines(derivation: Derivation, knowledge: StatedKnowledge) -> list[str]:
    """Return a derivation in numbered lines, premises first, each with how it stands in the agent's knowledge.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(1, 3)
    >>> change = ai.add_knowledge((0, 0), 1)
    >>> print(*derivation_lines(ai.derivation((0, 1)), StatedKnowledge(StudentState())), sep="\\n")
    1. {(0, 1)} = 1: clue 1 at (0, 0) [missing]
    2. (0, 1) is a mine: all mines in line 1 [missing]
    """
    steps = _steps(derivation)
    numbers = {step.number: place for place, step in enumerate(steps, 1)}
    lines = [
        f"{numbers[step.number]}. {step.conclusion}: {_reason(step, numbers)} [{knowledge.standing(step).value}]"
        for step in steps
    ]
    left_out = len(lines) - _MOST_LINES
    return lines if left_out <= 0 else [f"(lines 1 to {left_out} are left out)", *lines[left_out:]]


def _steps(derivation: Derivation) -> list[Derivation]:
    """Return the steps that are shown, premises first: none that only says that an observed cell is safe."""
    seen: dict[int, Derivation] = {}
    todo = [derivation]
    while todo:
        step = todo.pop()
        if step.number not in seen:
            seen[step.number] = step
            todo += [other for other in (*step.origin.premises, *step.taken_out) if other.rule is not Rule.REVEALED]
    return [seen[number] for number in sorted(seen)]


def _reason(step: Derivation, numbers: dict[int, int]) -> str:
    """Return the reason with the lines of the premises by their ``numbers``, and the cells that were taken out."""
    words = step.origin.reason(lambda premise: f"line {numbers[premise.number]}")
    verdicts = step.taken_out
    safes = [str(cell) for verdict in verdicts if not verdict.count for cell in verdict.cells]
    mines = [f"the mine {cell} (line {numbers[mine.number]})" for mine in verdicts if mine.count for cell in mine.cells]
    return f"{words}, without {joined([*sorted(safes), *mines])}" if verdicts else words
