"""Searches for the smallest case that shows a fault: leaves out observations, and shrinks the board and the clues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import monotonic

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.case_layouts import is_implied, is_possible, layout_of, with_clues_of
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Driver, Step
from minesweeper_qt.model.student.fault import Fault, StatedKnowledge, missing_rule, missing_step
from minesweeper_qt.model.student.finding import Case, FindingKind, Symptom
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import Limits, StatedSentence, StudentState

RANDOM_CALLS = 50
"""The number of calls of ``make_random_move``, since not each of its moves may be wrong."""

_SAFE_MOVES = (
    Symptom.SAFE_MOVE_MISSING,
    Symptom.SAFE_MOVE_WRONG,
    Symptom.SAFE_MOVE_CHANGES,
    Symptom.SAFE_MOVE_FAILS,
)
_RANDOM_MOVES = (
    Symptom.RANDOM_MOVE_MISSING,
    Symptom.RANDOM_MOVE_WRONG,
    Symptom.RANDOM_MOVE_CHANGES,
    Symptom.RANDOM_MOVE_FAILS,
)

_ERROR_NAME = re.compile(r"raised (\w+)")


class TimeIsUp(Exception):
    """A search must end."""


def time_check(seconds: float, should_stop: Callable[[], bool]) -> Callable[[], None]:
    """Return a function that raises ``TimeIsUp`` after ``seconds``, or once ``should_stop`` returns true.

    >>> time_check(-1, lambda: False)()
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.student.smallest_case.TimeIsUp
    """
    end = monotonic() + seconds

    def check() -> None:
        if monotonic() > end or should_stop():
            raise TimeIsUp

    return check


class SizeRefused(Exception):
    """The agent has another size than that of the case, as one with a hard-coded size."""


class Trial:
    """Tries cases on the agent in ``process``, for the fault ``fault`` that a game has shown.

    A case shows the fault if the agent errs in the same way: with the same symptom; for a missing verdict, with the
    same rule missing; for a failure, in the same line.
    """

    def __init__(self, process: StudentProcess, fault: Fault) -> None:
        self._process = process
        self._fault = fault
        self._judges: dict[Symptom, Callable[[Case, StudentState], Case | None]] = {
            Symptom.WRONG_MINE: self._wrong_verdict,
            Symptom.WRONG_SAFE: self._wrong_verdict,
            Symptom.MISSING_MINE: self._missing_verdict,
            Symptom.MISSING_SAFE: self._missing_verdict,
            Symptom.SENTENCE_WRONG: self._wrong_sentence,
            Symptom.SENTENCE_OFF_BOARD: self._superfluous_sentence,
            Symptom.SENTENCE_DOUBLE: self._superfluous_sentence,
            Symptom.SENTENCE_EMPTY: self._superfluous_sentence,
        }

    def shown_by(self, case: Case) -> Case | None:
        """Return ``case`` with the cells about which the agent errs after it, or ``None`` if it does not err.

        Raises ``SizeRefused``.
        """
        driver = Driver(self._process)
        comparison = GameComparison(Board(case.height, case.width))
        for step in self._steps(driver, case):
            faults = comparison.compare(step)
            if step.failure is not None:
                return case if self._is_same_failure(faults[0]) else None
            if step.call is Call.CREATE and self._process.size != (case.height, case.width):
                raise SizeRefused("the size of the agent's board is {} x {}".format(*self._process.size))
            found = [fault for fault in faults if fault.key == self._fault.key]
            if found and comparison.learned == len(case.observations) and self._fault.symptom not in self._judges:
                return replace(case, cells=found[0].cells[:1])
        judge = None if self._fault.symptom is None else self._judges.get(self._fault.symptom)
        try:
            return None if judge is None else judge(case, step.state)
        except TooHard:
            return None

    # -- the calls

    def _steps(self, driver: Driver, case: Case) -> Iterator[Step]:
        """Make the calls of a case: what the agent learns, then the move if the fault is about one."""
        calls: list[Callable[[], Step]] = [partial(driver.create, case.height, case.width, 0)]
        calls += [partial(driver.learn, Observation(cell, clue)) for cell, clue in case.observations]
        if self._fault.symptom in _SAFE_MOVES:
            calls.append(partial(driver.ask, Call.SAFE_MOVE))
        if self._fault.symptom in _RANDOM_MOVES:
            calls += [partial(driver.ask, Call.RANDOM_MOVE)] * RANDOM_CALLS
        for call in calls:
            step = call()
            yield step
            if step.failure is not None:
                return

    def _is_same_failure(self, fault: Fault) -> bool:
        expected = self._fault
        if fault.symptom is not expected.symptom or fault.key.kind is not expected.key.kind:
            return False
        if fault.key.kind is not FindingKind.EXCEPTION:
            return True
        # The line in which an endless recursion ends is a matter of chance.
        names = [_ERROR_NAME.findall(text) for text in (fault.text, expected.text)]
        return fault.key == expected.key or names == [["RecursionError"]] * 2

    # -- the judgement of what the agent states in the end

    def _wrong_verdict(self, case: Case, state: StudentState) -> Case | None:
        is_mine = self._fault.symptom is Symptom.WRONG_MINE
        board = Board(case.height, case.width)
        reference = _reference(case)
        right = reference.mines if is_mine else reference.safes
        is_off_board = "off the board" in self._fault.key.place
        for cell in sorted((state.mines if is_mine else state.safes) - right):
            if cell not in board:
                if is_off_board:
                    return replace(case, cells=(cell,))
            elif not is_off_board and not is_implied(case, frozenset({cell}), int(is_mine)):
                return replace(case, cells=(cell,))
        return None

    def _missing_verdict(self, case: Case, state: StudentState) -> Case | None:
        is_mine = self._fault.symptom is Symptom.MISSING_MINE
        reference = _reference(case)
        missing = reference.mines - state.mines if is_mine else reference.safes - state.safes
        knowledge = StatedKnowledge(state)
        for cell in sorted(missing):
            verdict = reference.derivation(cell)
            assert verdict is not None
            if missing_rule(missing_step(verdict, knowledge), knowledge).value == self._fault.key.place:
                return replace(case, cells=(cell,))
        return None

    def _wrong_sentence(self, case: Case, state: StudentState) -> Case | None:
        board = Board(case.height, case.width)
        reference = _reference(case)
        known = reference.safes | reference.mines
        right = {(frozenset(sentence.cells), sentence.count) for sentence in reference.knowledge}
        for sentence in dict.fromkeys(state.sentences):
            if any(cell not in board for cell in sentence.cells):
                continue
            rest = sentence.cells - known
            count = sentence.count - len(sentence.cells & reference.mines)
            if (rest, count) not in right and (rest or count) and not is_implied(case, rest, count):
                return replace(case, cells=tuple(sorted(sentence.cells)), count=sentence.count)
        return None

    def _superfluous_sentence(self, case: Case, state: StudentState) -> Case | None:
        found = _superfluous(self._fault.symptom, Board(case.height, case.width), state.sentences)
        return None if found is None else replace(case, cells=tuple(sorted(found.cells)))


def _superfluous(symptom: Symptom | None, board: Board, sentences: tuple[StatedSentence, ...]) -> StatedSentence | None:
    """Return the first sentence that is off the board, empty or double, as the symptom is."""
    seen: set[StatedSentence] = set()
    for sentence in sentences:
        is_found = {
            Symptom.SENTENCE_OFF_BOARD: any(cell not in board for cell in sentence.cells),
            Symptom.SENTENCE_EMPTY: not sentence.cells,
            Symptom.SENTENCE_DOUBLE: bool(sentence.cells) and sentence in seen,
        }
        if symptom is not None and is_found.get(symptom):
            return sentence
        seen.add(sentence)
    return None


def _reference(case: Case) -> MinesweeperAI:
    """Return the reference after the observations of a case."""
    reference = MinesweeperAI(case.height, case.width)
    for cell, clue in case.observations:
        reference.add_knowledge(cell, clue)
    return reference


OpenProcess = Callable[[Limits, bool], StudentProcess]
"""Returns a new process of the agent with these limits; with ``True`` each agent gets a process of its own."""

_SLOW = (FindingKind.TIMEOUT, FindingKind.MEMORY, FindingKind.OUTPUT)
"""The kinds of failures that take as long as a limit allows."""

_SHORT = Limits(seconds=0.4, memory_mb=160, output_mb=1)
"""The limits while cases are tried for such a failure; the result is tried again with the real ones."""


def smallest_case(
    open_process: OpenProcess,
    start: Case,
    fault: Fault,
    *,
    limits: Limits | None = None,
    seconds: float = 20.0,
    should_stop: Callable[[], bool] = lambda: False,
) -> Case | None:
    """Return a smallest case that shows ``fault``, or ``None`` if ``start`` does not show it again in a fresh process.

    ``start`` holds all observations of the game until the fault, on the agent's own board. The result is minimal: it
    shows the fault no more if an observation, a row or a column is left out, or a clue lowered. Every case that is
    tried is a possible position. After ``seconds``, or once ``should_stop`` returns true, the result is the smallest
    case found so far. It has shown the fault in a fresh process, with ``limits``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ...         self.safes.add(cell)
    ... '''
    >>> file = StudentFile.of(Path("minesweeper.py").absolute(), source)
    >>> from minesweeper_qt.model.student.fault import FaultKey
    >>> from minesweeper_qt.model.student.finding import Severity
    >>> key = FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, "clue")
    >>> fault = Fault(key, Symptom.MISSING_SAFE, Call.ADD_KNOWLEDGE, learned=1, cells=((0, 0),))
    >>> start = Case(5, 5, (((3, 3), 1), ((1, 1), 0)), ())
    >>> smallest_case(lambda limits, is_fresh: StudentProcess(file, limits, is_fresh=is_fresh), start, fault).to_json()
    {'height': 1, 'width': 2, 'observations': [[0, 1, 0]], 'cells': [[0, 0]]}

    Source: deletion of halves, quarters and so on down to single items, Zeller and Hildebrandt, Simplifying and
    isolating failure-inducing input, IEEE Transactions on Software Engineering 28(2), 2002.
    """
    if fault.symptom is None or fault.symptom is Symptom.SENTENCES_GROW:
        return None
    real = limits or Limits()
    check_time = time_check(seconds, should_stop)
    proved = _proved(open_process, real, start, fault)
    if proved is None:
        return None
    short = _shortened(real) if fault.key.kind in _SLOW else real
    # An agent that keeps something from one board to the next may err only in a fresh process, or only without one.
    for is_fresh in (False, True):
        with open_process(short, is_fresh) as process:
            search = _SmallestCaseSearch(Trial(process, fault), check_time)
            found = search.smallest(proved)
        proved = replace(proved, has_own_size=not search.has_any_size)
        found = replace(found, has_own_size=not search.has_any_size)
        if found == proved:
            return proved
        again = _proved(open_process, real, found, fault)
        if again is not None:
            return again
    return proved


def _proved(open_process: OpenProcess, limits: Limits, case: Case, fault: Fault) -> Case | None:
    """Return the case with the cells about which an agent in a fresh process errs, or ``None`` if it does not err."""
    with open_process(limits, True) as process:
        try:
            return Trial(process, fault).shown_by(case)
        except SizeRefused:
            return None


def _shortened(limits: Limits) -> Limits:
    return replace(
        limits,
        seconds=min(limits.seconds, _SHORT.seconds),
        memory_mb=min(limits.memory_mb, _SHORT.memory_mb),
        output_mb=min(limits.output_mb, _SHORT.output_mb),
    )


class _SmallestCaseSearch:
    """One search. ``check_time`` raises ``TimeIsUp`` when it must end.

    ``has_any_size`` becomes false once the agent has had another size than a case.
    """

    def __init__(self, trial: Trial, check_time: Callable[[], None]) -> None:
        self._trial = trial
        self._check_time = check_time
        self.has_any_size = True
        self._tried: dict[tuple[object, ...], Case | None] = {}
        self._best: Case

    def smallest(self, start: Case) -> Case:
        """Return the smallest case found from ``start``, which shows the fault."""
        self._best = start
        try:
            while self._leave_out_observations() | self._improve(_smaller_boards) | self._improve(_lower_clues):
                pass
        except TimeIsUp:
            pass
        return self._best

    def _shows(self, case: Case) -> bool:
        """Return whether a case shows the fault; if so, it is the best one from here on."""
        key = case.height, case.width, case.observations
        if key not in self._tried:
            self._check_time()
            is_resized = (case.height, case.width) != (self._best.height, self._best.width)
            self._tried[key] = None if is_resized and not self.has_any_size else self._try(case)
        shown = self._tried[key]
        if shown is not None:
            self._best = shown
        return shown is not None

    def _try(self, case: Case) -> Case | None:
        try:
            return self._trial.shown_by(case)
        except SizeRefused:
            self.has_any_size = False
            return None

    def _leave_out_observations(self) -> bool:
        """Leave out observations until none of them can be left out alone; return whether one was left out."""
        before = self._best
        observations = before.observations

        def enough(places: list[int]) -> bool:
            return self._shows(replace(before, observations=tuple([observations[place] for place in places])))

        # One run is enough only if each set of observations that contains one that is enough is so too.
        while True:
            length = len(self._best.observations)
            if length:
                minimal_subset(enough, [observations.index(seen) for seen in self._best.observations])
            if len(self._best.observations) == length:
                return length < len(observations)

    def _improve(self, smaller: Callable[[Case], Iterator[Case]]) -> bool:
        """Replace the best case by smaller ones as long as one of them shows the fault; return whether one did."""
        is_changed = False
        while any(self._shows(case) for case in smaller(self._best)):
            is_changed = True
        return is_changed


def _smaller_boards(case: Case) -> Iterator[Case]:
    """Yield the case without some rows or columns, first without many, at last without each single one.

    The clues stay as they are where that is a possible position. Otherwise they are counted again, on a board that
    agreed with the case before.
    """
    layout: frozenset[Cell] | None = None
    for axis, lines in _left_out_lines(case):
        kept = [(_moved(cell, axis, lines), clue) for cell, clue in case.observations if cell[axis] not in lines]
        height, width = case.height - len(lines) * (axis == 0), case.width - len(lines) * (axis == 1)
        smaller = Case(height, width, tuple(kept), ())
        try:
            if not is_possible(smaller):
                layout = layout_of(case) if layout is None else layout
                assert layout is not None
                mines = frozenset([_moved(cell, axis, lines) for cell in layout if cell[axis] not in lines])
                smaller = with_clues_of(height, width, [cell for cell, _ in kept], mines)
        except TooHard:
            continue
        yield smaller


def _left_out_lines(case: Case) -> Iterator[tuple[int, range]]:
    """Yield rows (axis 0) and columns (axis 1) to leave out: halves, quarters and so on, the last ones first."""
    size = max(case.height, case.width)
    while size > 1:
        size = (size + 1) // 2
        for axis, length in ((0, case.height), (1, case.width)):
            for end in range(length, 0, -size):
                lines = range(max(end - size, 0), end)
                if len(lines) < length:
                    yield axis, lines


def _moved(cell: Cell, axis: int, lines: range) -> Cell:
    """Return the place of a cell after the rows (axis 0) or columns (axis 1) ``lines`` were left out."""
    i, j = cell
    return (i - len(lines) * (i >= lines.stop), j) if axis == 0 else (i, j - len(lines) * (j >= lines.stop))


def _lower_clues(case: Case) -> Iterator[Case]:
    """Yield the case with one clue lowered: to 0, else to 1, else by 1, if that is a possible position."""
    for place, (cell, clue) in enumerate(case.observations):
        for lower in dict.fromkeys((0, 1, clue - 1)):
            if not lower < clue:
                continue
            observations = (*case.observations[:place], (cell, lower), *case.observations[place + 1 :])
            smaller = replace(case, observations=observations)
            try:
                if is_possible(smaller):
                    yield smaller
            except TooHard:
                continue
