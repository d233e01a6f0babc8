"""Words the findings of an audit: what is wrong, where it first occurs, and why a case shows it."""

from __future__ import annotations

from minesweeper_qt.model.audit.case import Case
from minesweeper_qt.model.audit.case_layouts import layout_of
from minesweeper_qt.model.audit.fault_group import FaultGroup
from minesweeper_qt.model.audit.fault_headlines import HEADLINES
from minesweeper_qt.model.audit.finding import Cause
from minesweeper_qt.model.audit.finding_kind import FindingKind
from minesweeper_qt.model.audit.missing_step import StatedKnowledge, derivation_lines
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.student_state import StudentState
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.number_text import counted, plural

_MISSED = "misses a cell that the three rules settle"

_MISSING_STEPS = {
    Rule.REVEALED.value: "the revealed cell itself is not put into safes",
    Rule.CLUE.value: "the sentence of a clue",
    Rule.ALL_SAFE.value: "a sentence counts no mine, but its cells are not put into safes",
    Rule.ALL_MINES.value: "a sentence counts as many mines as cells, but these are not put into mines",
    Rule.SUBSET.value: "one sentence is within another, but their difference is not concluded",
    Rule.SETTLED.value: "known cells are left in a sentence, so that nothing follows from it",
}
"""What is missing first, by the place of the key of an incomplete verdict: the end of "What is missing first: "."""

CAUSE_WORDS = {
    Cause.INFERS_ONCE: "it draws conclusions in one pass. A new conclusion can make others possible: repeat the pass "
    "until nothing changes",
    Cause.NO_SUBSET_RULE: "the subset rule is missing: where all cells of one sentence are in another one, the rest of "
    "the larger one holds the difference of the two counts",
    Cause.NEWEST_SUBSETS_ONLY: "the subset rule compares the newest sentence alone with the others. Sentences become "
    "shorter when cells get known: compare all pairs",
    Cause.MINES_NOT_SUBTRACTED: "a new sentence leaves out known mines, but its count still includes them: subtract 1 "
    "for each",
    Cause.KNOWN_CELLS_KEPT: "a new sentence contains cells that are known already: leave out those in safes and mines",
    Cause.BEYOND_EDGE: "a new sentence contains neighbours beyond the edge: rows end at height - 1, columns at "
    "width - 1",
    Cause.CELL_ITSELF: "a new sentence contains the revealed cell itself, which is no neighbour of itself",
    Cause.CHANGED_WHILE_ITERATED: "a list or set is changed in the loop that goes through it, which skips items or "
    "raises RuntimeError: go through a copy",
    Cause.SHARED_SETS: "sentences share one set of cells, so that a change of one changes the other: make a copy for "
    "each",
    Cause.MARKS_NOT_PASSED_ON: "marking a cell does not reach all sentences: call mark_mine or mark_safe of each",
}
"""The causes in words: the end of "Likely cause: "."""


def finding_text(group: FaultGroup) -> str:
    """Return the text of a finding: what is wrong, where it first occurs, and what is missing first.

    >>> from minesweeper_qt.model.audit.fault import Fault
    >>> from minesweeper_qt.model.audit.finding_kind import Severity
    >>> fault = Fault.of(Symptom.SENTENCE_EMPTY, Severity.WEAKNESS, 0, 4, (), "2 sentences in knowledge without cells")
    >>> print(finding_text(FaultGroup(fault.key, (fault,))))
    The agent keeps sentences without cells.
    First in game 1, after 4 observations: 2 sentences in knowledge without cells.
    """
    first = group.first
    is_missing = first.key.kind is FindingKind.INCOMPLETE
    headline = _MISSED if is_missing else HEADLINES.get(first.key.place)
    when = f"after {counted(first.learned, 'observation')}" if first.learned else "before the first observation"
    if headline is None:
        lines = [first.text if first.trace else f"{first.text}.", f"First in game {first.game + 1}, {when}."]
    else:
        lines = [f"The agent {headline}.", f"First in game {first.game + 1}, {when}: {first.text}."]
    if is_missing and group.cause is None:
        lines.append(f"What is missing first: {_MISSING_STEPS[first.key.place]}.")
    return "\n".join(lines)


def reason_lines(case: Case, symptom: Symptom, state: StudentState) -> list[str]:
    """Return why the agent errs after the observations of ``case``, where it stated ``state``; empty without a reason.

    For a missing verdict that is its derivation, with what the agent has of it. For a wrong verdict it is a board that
    agrees with all clues and contradicts the verdict.
    """
    if symptom in (Symptom.MISSING_SAFE, Symptom.MISSING_MINE):
        return _missing(case, state)
    if symptom in (Symptom.WRONG_SAFE, Symptom.WRONG_MINE):
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
    mines = layout_of(case, [(frozenset({cell}), int(is_mine))])
    if mines is None:
        return []
    verdict = f"{cell} is {'a mine' if is_mine else 'safe'}"
    if not mines:
        return [f"Why it does not follow there: without any mine all these clues are right, and {verdict}."]
    where = f"{plural(len(mines), 'a mine', 'mines')} at {listed(mines)}"
    return [f"Why it does not follow there: with {where} all these clues are right, and {verdict}."]


def failed_check_text(name: str, message: str) -> str:
    """Return the text of the finding that a check of the course fails.

    >>> failed_check_text("make_safe_move 3: None", "it returned (0, 0)")
    'The check "make_safe_move 3: None" of the course fails: it returned (0, 0)'
    """
    return f'The check "{name}" of the course fails: {message}'


def unplayed_text(games: int, planned: int) -> str:
    """Return the text of the note that ``games`` of the games planned were not played.

    >>> unplayed_text(95, 100)
    '95 of 100 games were not played: too many calls did not end or exceeded a limit.'
    """
    return f"{games} of {planned} games were not played: too many calls did not end or exceeded a limit."
