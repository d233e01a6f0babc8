"""Groups the faults of many games into findings, and words these: what is wrong, where first, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.case_layouts import layout_of
from minesweeper_qt.model.student.comparison import NEVER_NONE
from minesweeper_qt.model.student.fault import Fault, FaultKey, StatedKnowledge, derivation_lines
from minesweeper_qt.model.student.finding import Case, Cause, FindingKind, Severity, Symptom
from minesweeper_qt.model.student.game_pool import AuditedGame
from minesweeper_qt.model.student.game_trace import Call
from minesweeper_qt.model.student.student_state import StudentState
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.number_text import counted, plural


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """The faults with one key: of each game in which it occurs the first one, in the order of the games.

    ``cause`` is the likely cause, if one was found.

    >>> from minesweeper_qt.model.student.finding import Symptom
    >>> late, early = (
    ...     Fault.of(Symptom.SENTENCE_EMPTY, Severity.WEAKNESS, game, learned, (), "")
    ...     for game, learned in ((0, 9), (3, 2))
    ... )
    >>> found = FaultGroup(late.key, (late, early))
    >>> found.games, found.first.game, found.simplest.game
    ([0, 3], 0, 3)
    """

    key: FaultKey
    faults: tuple[Fault, ...]
    cause: Cause | None = None

    @property
    def games(self) -> list[int]:
        """The numbers of the games in which it occurs."""
        return sorted({fault.game for fault in self.faults})

    @property
    def first(self) -> Fault:
        """The fault in the first game in which it occurs."""
        return min(self.faults, key=lambda fault: (fault.game, fault.learned))

    @property
    def simplest(self) -> Fault:
        """The fault after the fewest observations."""
        return min(self.faults, key=lambda fault: (fault.learned, fault.game))


def grouped(games: Iterable[AuditedGame]) -> list[FaultGroup]:
    """Return the faults of ``games`` by their keys.

    Left out are faults that another one explains: a right verdict without a reason where the same kind of verdict is
    wrong in another game, a random move when no cell is left where random moves are wrong before, and a failure without
    a line where such failures have one.

    >>> grouped([])
    []
    """
    found: dict[FaultKey, list[Fault]] = {}
    for game in games:
        for fault in game.faults:
            found.setdefault(fault.key, []).append(fault)
    found = _with_joined_hangs(found)
    explained = {(key.kind, faults[0].symptom) for key, faults in found.items() if not _may_follow(key)}
    return [
        FaultGroup(key, tuple(faults))
        for key, faults in found.items()
        if not _may_follow(key) or (key.kind, faults[0].symptom) not in explained
    ]


def _with_joined_hangs(found: dict[FaultKey, list[Fault]]) -> dict[FaultKey, list[Fault]]:
    """Return the faults with those hangs as one that are in one loop, interrupted in different functions that it calls.

    A hang belongs to the outermost of its functions in which another hang of the same call was interrupted.
    """
    joined: dict[FaultKey, list[Fault]] = {}
    for key, faults in found.items():
        common = key
        if key.kind is FindingKind.TIMEOUT:
            call = key.place.split()[0]
            places = [f"{call} {line.function}" for line in faults[0].trace]
            common = next((other for other in (replace(key, place=place) for place in places) if other in found), key)
        joined.setdefault(common, []).extend(faults)
    return joined


def _may_follow(key: FaultKey) -> bool:
    """Return whether another fault of the same kind with the same symptom explains those with this key."""
    has_no_line = key.place in [call.value for call in Call]
    return key.severity is Severity.NOTE or key.place == NEVER_NONE or has_no_line


def merged(groups: Iterable[FaultGroup], causes: Mapping[FaultKey, Cause]) -> list[FaultGroup]:
    """Return the groups with their causes; those of one kind and severity with one cause become one.

    >>> merged([], {})
    []
    """
    found: dict[tuple[FindingKind, Severity, Cause] | FaultKey, FaultGroup] = {}
    for group in groups:
        cause = causes.get(group.key)
        common = group.key if cause is None else (group.key.kind, group.key.severity, cause)
        before = found.get(common)
        if before is None:
            found[common] = replace(group, cause=cause)
        else:
            found[common] = replace(before, faults=before.faults + group.faults)
    return list(found.values())


HEADLINES = {
    Symptom.WRONG_SAFE.value: "puts a cell into safes that is a mine",
    Symptom.WRONG_MINE.value: "puts a cell into mines that is safe",
    "safes off the board": "puts cells into safes that are not on the board",
    "mines off the board": "puts cells into mines that are not on the board",
    "luck in safes": "puts a cell into safes before anything says so; it was right by luck",
    "luck in mines": "puts a cell into mines before anything says so; it was right by luck",
    Symptom.SENTENCE_WRONG.value: "has a sentence that is wrong",
    Symptom.SENTENCE_OFF_BOARD.value: "has a sentence about cells that are not on the board",
    Symptom.SENTENCE_DOUBLE.value: "has the same sentence twice",
    Symptom.SENTENCE_EMPTY.value: "keeps sentences without cells",
    Symptom.SENTENCES_GROW.value: "keeps more and more sentences",
    Symptom.SAFE_MOVE_MISSING.value: "finds no safe move although it knows a safe cell",
    Symptom.RANDOM_MOVE_MISSING.value: "finds no random move although cells are left",
    NEVER_NONE: "makes a random move when no cell is left, instead of returning None",
    Symptom.MOVE_NOT_RECORDED.value: "does not put a cell into moves_made when it learns its clue",
    "other moves": "changes other cells in moves_made when it learns a clue",
    "taken from safes": "takes a cell out of safes again",
    "taken from mines": "takes a cell out of mines again",
}
"""What is wrong, by the place of the fault's key: the end of a sentence about the agent."""


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

    >>> from minesweeper_qt.model.student.fault import Fault
    >>> from minesweeper_qt.model.student.finding import Severity
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
