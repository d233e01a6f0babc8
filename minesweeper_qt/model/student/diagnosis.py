"""Turns the faults of games into findings: each once, with its cause, its smallest case, and why it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.cause import cause_of
from minesweeper_qt.model.student.driver import Call, Driver
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form
from minesweeper_qt.model.student.fault_text import missing_text, reason_lines, title
from minesweeper_qt.model.student.finding import STEPS, Case, Finding, Severity, Skill, Symptom, words_of
from minesweeper_qt.model.student.game_pool import AuditedGame
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.skills import SkillResult, try_skills
from minesweeper_qt.model.student.smallest_case import NoCase, OpenProcess, Trial, smallest_case, stated_after
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, SourceLine, StudentFailure
from minesweeper_qt.model.words import counted, joined, rows_and_columns, short_sentence

SECONDS = 12.0
"""The time for the search for all smallest cases."""

_MOST_LOOPS, _MOST_TRIED = 4, 12
"""How many loops that change what they go through are tried with copies, and after how many faults that are alike."""

_LONG = 15
"""A case with more observations needs a reason."""

_REPETITIONS = 3
"""How often the last clue is given again to an agent that misses a cell."""


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """Faults that are one finding: of each game in which it occurs the first one with the ``key``.

    ``games`` are the numbers of all games in which it occurs, in any form. ``cause`` is the first failed skill that it
    follows from, if there is one. ``late_cell`` is a missing cell that came when the last clue was given again;
    ``is_never``: none came.
    ``loops`` are those of which the cause is that they go over no copies. ``words`` say more exactly what the cause is.
    """

    key: FaultKey
    faults: tuple[Fault, ...]
    games: frozenset[int]
    cause: Skill | None = None
    late_cell: Cell | None = None
    is_never: bool = False
    loops: tuple[SourceLine, ...] = ()
    words: str = ""

    @property
    def first(self) -> Fault:
        """The fault in the first game in which it occurs."""
        return min(self.faults, key=lambda fault: (fault.game, fault.learned))

    @property
    def simplest(self) -> Fault:
        """The fault after the fewest observations."""
        return min(self.faults, key=lambda fault: (fault.learned, fault.game))

    @property
    def rank(self) -> tuple[int, int]:
        """The place in the order from the worst, by severity and kind."""
        return list(Severity).index(self.key.severity), list(FindingKind).index(self.key.kind)


def grouped(faults: Iterable[Fault]) -> list[FaultGroup]:
    """Return the faults by their keys.

    A fault that another one explains belongs to that one: a right verdict without a reason where the same kind of
    verdict is wrong in another game, a random move when no cell is left where random moves are wrong before, and a
    failure without a line where such failures have one.

    >>> grouped([])
    []
    """
    found: dict[FaultKey, list[Fault]] = {}
    for fault in faults:
        found.setdefault(fault.key, []).append(fault)
    groups: list[FaultGroup] = []
    for key, alike in sorted(found.items(), key=lambda item: _may_follow(item[0])):
        games = frozenset(fault.game for fault in alike)
        for place, group in enumerate(groups):
            is_alike = group.key.kind is key.kind and group.first.symptom is alike[0].symptom
            if _may_follow(key) and is_alike and not _may_follow(group.key):
                groups[place] = replace(group, games=group.games | games)
                break
        else:
            groups.append(FaultGroup(key, tuple(alike), games))
    return groups


def _may_follow(key: FaultKey) -> bool:
    """Return whether another fault of the same kind with the same symptom explains those with this key."""
    has_no_line = key.form is None and key.place in [(call,) for call in Call]
    return key.severity is Severity.NOTE or key.form is Form.NEVER_NONE or has_no_line


def merged(groups: Sequence[FaultGroup]) -> list[FaultGroup]:
    """Return the groups that have one cause as one, that of the worst faults; and so those that come late.

    Where the sentences grow in the games in which the agent states or prints too much, that is one, too.

    >>> merged([])
    []
    """
    found: dict[object, FaultGroup] = {}
    common: object
    growing = [group for group in groups if group.first.symptom is Symptom.SENTENCES_GROW]
    for group in groups:
        common = group.cause or group.key
        if group.cause in STEPS or (group.late_cell is not None and group.cause is None):
            common = "late"
        if group.key.kind is FindingKind.OUTPUT:
            common = next((other.key for other in growing if group.games <= other.games), common)
        other = found.get(common, group)
        worse, further = (group, other) if group.rank < other.rank else (other, group)
        found[common] = replace(
            worse,
            games=worse.games | further.games,
            cause=worse.cause or further.cause,
            late_cell=worse.late_cell or further.late_cell,
            is_never=worse.is_never and further.is_never,
        )
    return list(found.values())


_SIZES = frozenset({Skill.SIZE, Skill.OTHER_SIZES})
"""What matters on boards that are not square."""


def _unfit(fault: Fault) -> frozenset[Skill]:
    """Return the skills that the first missing step does not use, although others by its rule do.

    A step that follows from no other conclusion of the call is no part of a chain. A cell that is left in a sentence is
    safe or a mine.
    """
    unfit: set[Skill] = set()
    if not any(step.is_chained for step in fault.steps):
        unfit.update(set(STEPS) - {Skill.SAME_CALL, Skill.ALL_SENTENCES})
    for step in fault.steps[:1]:
        for premise in step.premises:
            if premise.stated is not None and premise.stated.cells != premise.cells:
                is_safe = premise.stated.count == premise.count
                unfit.add(Skill.KNOWN_MINES if is_safe else Skill.KNOWN_SAFES)
    return frozenset(unfit)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Makes findings of faults by experiments with the agent that ``open_process`` starts.

    ``limits`` are those of a process. ``skills`` are the results of all experiments of ``try_skills``. Once
    ``should_stop`` returns true, the remaining findings have no case.
    """

    open_process: OpenProcess
    limits: Limits
    skills: Sequence[SkillResult]
    should_stop: Callable[[], bool]

    def findings(
        self, played: Sequence[AuditedGame], games: int, show: Callable[[int, int], None]
    ) -> list[tuple[Finding, Fault, Case]]:
        """Return the findings in the games ``played``, of which the first ``games`` are counted.

        Each has its simplest fault, and a case that shows that. ``show`` is called with the number of findings that are
        done, and of all.
        """
        starts = {game.number: game for game in played}
        groups = merged(
            [
                self.explained(group, starts[group.first.game].case(group.first))
                for group in grouped(fault for game in played for fault in game.faults)
            ]
        )
        with suppress(Stopped):
            groups += [further for group in groups for further in self._further(group, starts)]
        end = monotonic() + SECONDS
        found: list[tuple[Finding, Fault, Case]] = []
        for group in groups:
            show(len(found), len(groups))
            # The searches share the time: what one of them leaves is for those that follow.
            left = max(end - monotonic(), 0) / (len(groups) - len(found))
            start = starts[group.simplest.game].case(group.simplest)
            first = starts[group.first.game]
            board = rows_and_columns(first.board.height, first.board.width)
            where = f"game {first.number + 1}" if first.number < games else f"a game on {board}"
            finding = self.finding(group, start, left, where)
            finding = replace(finding, games=sum(game < games for game in group.games))
            found.append((finding, group.simplest, finding.case or start))
        return found

    def explained(self, group: FaultGroup, start: Case) -> FaultGroup:
        """Return the group with its cause, and a cell that comes late if there is one; ``start`` shows the first."""
        fault = group.first
        rule = fault.steps[0].rule if fault.steps else None
        unfit = _unfit(fault) | (_SIZES if start.height == start.width else frozenset())
        late, is_never = None, False
        if fault.call is Call.ADD_KNOWLEDGE and not self.should_stop():
            with suppress(Stopped):
                loops = self._loops(fault, start)
                if loops:
                    return replace(group, cause=Skill.STEADY_LOOPS, loops=loops)
            with suppress(Stopped):
                cause, not_mended = self._mended(fault, start)
                if cause is not None:
                    return replace(group, cause=cause)
                unfit |= not_mended
        if group.key.kind is FindingKind.INCOMPLETE and not self.should_stop():
            with suppress(Stopped):
                late, is_never = self._late_cell(fault, start)
        if is_never:  # what is not a matter of one more round
            unfit |= {Skill.THREE_STEPS, Skill.SIX_STEPS}
        is_endless = fault.call is Call.ADD_KNOWLEDGE and fault.is_endless
        results = [result for result in self.skills if result.skill not in unfit]
        cause = cause_of(fault.symptom, rule, results, is_endless=is_endless)
        words = ""
        has_failed = any(result.has_failed for result in self.skills if result.skill is cause)
        if cause is not None and not has_failed and not self._is_shown(fault, start):
            cause = None  # it does not err when it only learns
        if cause is None and late is not None:
            cause, words = Skill.SIX_STEPS, words_of(f"late-{'pair' if rule is Rule.SUBSET else 'sentence'}")
        if cause is None and is_never:
            cause, words = _left_out(fault)
        return replace(group, cause=cause, late_cell=late, is_never=is_never, words=words)

    def _loops(self, fault: Fault, start: Case) -> tuple[SourceLine, ...] | None:
        """Return the loops that must go over copies, so that the agent errs no more after what it learns in ``start``.

        There are none where that does not help; ``None`` where no loop changes what it goes through.
        """
        loops: dict[int, SourceLine] = {}
        with self.open_process(self.limits) as process, suppress(StudentFailure):
            trial = Trial(process, fault)
            while len(loops) < _MOST_LOOPS:
                process.watch(loops)
                if trial.shown_by(start) is None:
                    return tuple(loops.values())
                found = {line.line: line for line in process.watch(loops)}
                if found.keys() <= loops.keys():
                    return () if loops else None
                loops |= found
        return ()

    def _is_shown(self, fault: Fault, start: Case) -> bool:
        with self.open_process(self.limits) as process, suppress(StudentFailure, Stopped):
            return Trial(process, fault).shown_by(start) is not None
        return False

    def _mended(self, fault: Fault, start: Case) -> tuple[Skill | None, set[Skill]]:
        """Return the skill whose methods must be put right, so that the agent errs no more in ``start``.

        Return as well the skills of those for which that does not help. Where the agent does not err when it only
        learns, and its methods for moves change what it knows, that is the cause.
        """
        failed = [result for result in self.skills if result.has_failed]
        if not any(result.mended or result.skill is Skill.MOVES_CHANGE_NOTHING for result in failed):
            return None, set()
        not_mended: set[Skill] = set()
        for result in [None, *failed]:
            with self.open_process(self.limits) as process, suppress(StudentFailure):
                if result is not None and result.mended:
                    process.mend(result.mended)
                elif result is not None:
                    continue
                is_shown = Trial(process, fault).shown_by(start) is not None
                if result is None and not is_shown:
                    is_moving = any(each.skill is Skill.MOVES_CHANGE_NOTHING for each in failed)
                    return Skill.MOVES_CHANGE_NOTHING if is_moving else None, set()
                if result is not None and not is_shown:
                    return result.skill, set()
                not_mended.update([result.skill] if result is not None else [])
        return None, not_mended

    def _further(self, group: FaultGroup, played: Mapping[int, AuditedGame]) -> list[FaultGroup]:
        """Return those faults of a group with another cause that loops over copies mend, as a group."""
        mended: list[Fault] = []
        lines: dict[int, SourceLine] = {}
        for fault in group.faults[:_MOST_TRIED]:
            is_other = group.key.severity is Severity.NOTE or fault.call is not Call.ADD_KNOWLEDGE
            if self.should_stop() or is_other or group.cause is Skill.STEADY_LOOPS:
                break
            loops = self._loops(fault, played[fault.game].case(fault))
            if loops is None and fault is group.first:
                break
            if loops:
                mended.append(fault)
                lines.update({line.line: line for line in loops})
        # Not all of them were tried, so in how many games it occurs is not known.
        loops, games = tuple(lines.values()), frozenset[int]()
        return [FaultGroup(group.key, tuple(mended), games, Skill.STEADY_LOOPS, loops=loops)] if mended else []

    def _late_cell(self, fault: Fault, start: Case) -> tuple[Cell | None, bool]:
        """Return a cell that the agent misses and finds when the last observation is given again, and whether none is.

        What comes from a sentence that is there twice is neither late nor never found.
        """
        with self.open_process(self.limits) as process:
            observations = (*start.observations, *start.observations[-1:] * _REPETITIONS)
            for number, step in enumerate(Driver(process).replay(replace(start, observations=observations))):
                if step.failure is not None:
                    return None, False
                found = step.state.mines if fault.symptom is Symptom.MISSING_MINE else step.state.safes
                came = found.intersection(fault.cells)
                if came:
                    sentences = step.state.sentences
                    is_late = number > len(start.observations) and len(set(sentences)) == len(sentences)
                    return (min(came) if is_late else None), False
        return None, True

    def finding(self, group: FaultGroup, start: Case, seconds: float, where: str = "this game") -> Finding:
        """Return the finding that a group of faults is; ``start`` shows the simplest, ``where`` is the first game."""
        fault, first = group.simplest, group.first
        case: Case | None = None
        why: tuple[str, ...] = ()
        if not self.should_stop():
            with suppress(Stopped):
                case, why = self._case(group, start, seconds)
        text, *details = finding_lines(group, where)
        return Finding(
            group.key.kind,
            group.key.severity,
            len(group.games),
            text,
            first.trace,
            group.cause,
            case,
            fault.symptom,
            why,
            group.late_cell is not None,
            first.game,
            first.learned,
            group.is_never,
            group.loops,
            group.words or next((result.words for result in self.skills if result.skill is group.cause), ""),
            tuple(details),
        )

    def _case(self, group: FaultGroup, start: Case, seconds: float) -> tuple[Case | None, tuple[str, ...]]:
        """Return the smallest case of the simplest fault, and why it is wrong there, or why there is no case."""
        fault = group.simplest
        found = smallest_case(
            self.open_process, start, fault, limits=self.limits, seconds=seconds, should_stop=self.should_stop
        )
        if isinstance(found, NoCase):
            return None, (found.value,)
        if found is None or fault.symptom is None:
            return found, ()
        state = stated_after(self.open_process, self.limits, found)
        # What is missing may have been concluded, and its sentence be gone for that: then it is only not stored.
        why = () if group.cause is Skill.VERDICTS else tuple(reason_lines(found, fault.symptom, state))
        if found.depends_on_chance:
            return found, (NoCase.CHANCE.value, *why)
        if len(found.observations) > _LONG:
            return found, ("No smaller case was found.", *why)
        return found, why


def _left_out(fault: Fault) -> tuple[Skill | None, str]:
    """Return what is not done with sentences that are in knowledge, where the first missing step needs no others."""
    for step in fault.steps[:1]:
        stated = [premise.stated for premise in step.premises if premise.stated is not None]
        sentences = [short_sentence(each.cells, each.count) for each in stated]
        if stated and [(each.cells, each.count) for each in step.premises] == [(s.cells, s.count) for s in stated]:
            if step.rule is Rule.SUBSET:
                return Skill.ALL_PAIRS, words_of("all-pairs-left-out", pair=joined(sentences))
            if step.rule in (Rule.ALL_SAFE, Rule.ALL_MINES):
                name, method = ("safes", "mark_safe") if step.rule is Rule.ALL_SAFE else ("mines", "mark_mine")
                return Skill.VERDICTS, words_of("verdicts-stays", sentence=sentences[0], name=name, method=method)
    return None, ""


def finding_lines(group: FaultGroup, where: str) -> list[str]:
    """Return the lines of a finding: what is wrong, ``where`` it first occurs, and what is missing first.

    >>> key = FaultKey(FindingKind.SENTENCE, Severity.NOTE, Symptom.SENTENCE_EMPTY)
    >>> text = "2 sentences in knowledge without cells"
    >>> fault = Fault(key, Symptom.SENTENCE_EMPTY, Call.ADD_KNOWLEDGE, learned=4, text=text)
    >>> print(*finding_lines(FaultGroup(key, (fault,), frozenset({0})), "game 1"), sep="\\n")
    The agent keeps sentences without cells.
    First in game 1, after 4 observations: 2 sentences in knowledge without cells.
    """
    first = group.first
    # Where a lesser fault of the same cause comes before, this one is not the first.
    first_in = "First in" if first.game <= min(group.games, default=first.game) else "Seen in"
    when = f"after {counted(first.learned, 'observation')}" if first.learned else "before the first observation"
    if not first.headline:
        lines = [first.text if first.trace else f"{first.text}.", f"{first_in} {where}, {when}."]
    else:
        lines = [f"The agent {first.headline}.", f"{first_in} {where}, {when}: {first.text}."]
    if group.late_cell is not None:
        cell = group.late_cell if group.late_cell in first.cells else "what is missing"
        lines.append(f"Too late, not never: {cell} came when the same clue was given again.")
    elif first.key.kind is FindingKind.INCOMPLETE and group.cause is not Skill.VERDICTS:
        lines.append(missing_text(first))
    return lines


def diagnose(
    file: StudentFile,
    board: Board,
    mines: frozenset[Cell],
    observations: Sequence[Observation],
    fault: Fault,
    *,
    seed: int | None = 0,
    limits: Limits | None = None,
    python: str | None = None,
    seconds: float = SECONDS,
    should_stop: Callable[[], bool] = lambda: False,
) -> Finding:
    """Return the finding that one ``fault`` in a game is: with its cause, its smallest case, and why it is wrong.

    ``observations`` are those that the agent had been given on ``board``, which has these ``mines``, with the one at
    which it failed. The agent runs from ``file``, by the Python at the path ``python`` or by this one, with the
    ``seed`` of its game and within ``limits``. The search takes about ``seconds``. Once ``should_stop`` returns true,
    it ends within 0.2 s, without a case; nothing is left of its processes.

    >>> from pathlib import Path
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ... '''
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), source)
    >>> from minesweeper_qt.model.evidence.derivation import Rule
    >>> key = FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, Rule.REVEALED)
    >>> seen = Observation((0, 0), 1)
    >>> fault = Fault(key, Symptom.MISSING_SAFE, Call.ADD_KNOWLEDGE, seen, learned=1, cells=((0, 0),))
    >>> diagnose(file, Board(2, 2), frozenset({(1, 1)}), [seen], fault).case.to_json()
    {'height': 1, 'width': 1, 'observations': [[0, 0, 0]], 'cells': [[0, 0]]}
    """
    limits = limits or Limits()

    def open_process(limits: Limits) -> StudentProcess:
        return StudentProcess(file, limits, seed=seed or 0, python=python, should_stop=should_stop)

    group = FaultGroup(fault.key, (fault,), frozenset({fault.game}))
    with open_process(limits) as process:
        skills = try_skills(process, should_stop)
    diagnosis = Diagnosis(open_process, limits, skills, should_stop)
    start = AuditedGame(fault.game, board, tuple(observations), mines).case(fault)
    finding = diagnosis.finding(diagnosis.explained(group, start), start, seconds)
    return replace(finding, text=f"{title(fault)}.", details=())
