"""Finds the differences in the calls of a student's agent while its game goes on."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper_qt.model.audit.comparison import GameComparison
from minesweeper_qt.model.audit.fault import Fault, FaultKey
from minesweeper_qt.model.audit.finding import FindingKind, Severity, Symptom
from minesweeper_qt.model.audit.game_trace import Call, Step
from minesweeper_qt.model.watch.difference import Difference


class DifferenceFinder:
    """Compares the steps of one game one after the other, and returns the differences.

    The faults of a step that have the same key and symptom are one difference. What lasts, such as a sentence that is
    there twice, is one difference where it begins. Steps before ``begin`` are compared there: until the first cell is
    revealed, mines may be moved.

    >>> from minesweeper_qt.model.board.board import Board
    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> finder = DifferenceFinder()
    >>> finder.differences_of(Step(Call.CREATE, None, None, StudentState()))
    []
    >>> finder.begin(GameComparison(Board(1, 2), frozenset({(0, 1)})))
    []
    >>> step = Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 1), None, StudentState(frozenset({(0, 0)})))
    >>> [difference.cells for difference in finder.differences_of(step)]
    [((0, 0),), ((0, 1),)]
    """

    def __init__(self) -> None:
        self._comparison: GameComparison | None = None
        self._steps: list[Step] = []
        """The steps before the comparison begins."""
        self._lasting: frozenset[FaultKey] = frozenset()

    @property
    def has_begun(self) -> bool:
        """True once steps are compared."""
        return self._comparison is not None

    def begin(self, comparison: GameComparison) -> list[Difference]:
        """Compare the steps so far, and those that follow, by ``comparison``; return the differences so far."""
        self._comparison = comparison
        found = [difference for step in self._steps for difference in self.differences_of(step)]
        self._steps.clear()
        return found

    def differences_of(self, step: Step) -> list[Difference]:
        """Return the differences of the next step; none before ``begin``."""
        if self._comparison is None:
            self._steps.append(step)
            return []
        faults = self._comparison.compare(step)
        if not faults and not self._lasting:
            return []
        new = [fault for fault in faults if fault.key not in self._lasting]
        if step.call in (Call.CREATE, Call.ADD_KNOWLEDGE):  # after a move the sentences are not compared
            self._lasting = frozenset(fault.key for fault in faults if _may_last(fault))
        return grouped(new, step)


def grouped(faults: Iterable[Fault], step: Step) -> list[Difference]:
    """Return the differences that the faults of ``step`` are, in the order of the first fault of each.

    >>> from minesweeper_qt.model.student.student_state import StudentState
    >>> grouped([], Step(Call.CREATE, None, None, StudentState()))
    []
    """
    groups: dict[tuple[FaultKey, Symptom | None], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.key, fault.symptom), []).append(fault)
    return [Difference(tuple(group), step.call, step.observation) for group in groups.values()]


def _may_last(fault: Fault) -> bool:
    """Return whether the fault is in what the agent states, where it stays from call to call."""
    key = fault.key
    return fault.symptom is None or (key.kind is FindingKind.SENTENCE and key.severity is Severity.WEAKNESS)
