"""Searches for the smallest case that shows a fault: leaves out observations, and shrinks the board and the clues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic

from minesweeper_qt.model.audit.case import Case
from minesweeper_qt.model.audit.case_layouts import is_possible, layout_of, with_clues_of
from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding_kind import FindingKind
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.audit.trial import SizeRefused, Trial
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.process import StudentProcess

OpenProcess = Callable[[Limits, bool], StudentProcess]
"""Returns a new process of the agent with these limits; with ``True`` each agent gets a process of its own."""

_SLOW = (FindingKind.TIMEOUT, FindingKind.MEMORY, FindingKind.OUTPUT)
"""The kinds of failures that take as long as a limit allows."""

_SHORT = Limits(seconds=0.4, memory_mb=160, output_mb=1)
"""The limits while cases are tried for such a failure; the result is tried again with the real ones."""


class _TimeIsUp(Exception):
    """The search must end."""


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
    >>> from minesweeper_qt.model.audit.finding_kind import Severity
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
    >>> fault = Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 1, ((0, 0),), "(0, 0) is safe", "clue")
    >>> start = Case(5, 5, (((3, 3), 1), ((1, 1), 0)), ())
    >>> smallest_case(lambda limits, is_fresh: StudentProcess(file, limits, is_fresh=is_fresh), start, fault).to_json()
    {'height': 1, 'width': 2, 'observations': [[0, 1, 0]], 'cells': [[0, 0]]}

    Source: deletion of halves, quarters and so on down to single items, Zeller and Hildebrandt, Simplifying and
    isolating failure-inducing input, IEEE Transactions on Software Engineering 28(2), 2002.
    """
    if fault.symptom is None or fault.symptom is Symptom.SENTENCES_GROW:
        return None
    real = limits or Limits()
    end = monotonic() + seconds

    def check_time() -> None:
        if monotonic() > end or should_stop():
            raise _TimeIsUp

    proved = _proved(open_process, real, start, fault)
    if proved is None:
        return None
    short = _shortened(real) if fault.key.kind in _SLOW else real
    # An agent that keeps something from one board to the next may err only in a fresh process, or only without one.
    for is_fresh in (False, True):
        with open_process(short, is_fresh) as process:
            search = _Search(Trial(process, fault), check_time)
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


class _Search:
    """One search. ``check_time`` raises ``_TimeIsUp`` when it must end.

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
        except _TimeIsUp:
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
