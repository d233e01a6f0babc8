"""Finds the faults in the trace of a game: the first of each sort, and none that only follows from another."""

from __future__ import annotations

from minesweeper_qt.model.audit.fault import Fault, FaultKey
from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.game_trace import Call, GameTrace, Step
from minesweeper_qt.model.audit.move_comparison import MoveComparison
from minesweeper_qt.model.audit.sentence_comparison import SentenceComparison
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.audit.verdict_comparison import VerdictComparison
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.student.student_failure import FailureKind, StudentFailure
from minesweeper_qt.model.student.student_state import StudentState
from minesweeper_qt.model.text.cell_text import joined

_FAILS = {
    Call.CREATE: Symptom.LEARNING_FAILS,
    Call.ADD_KNOWLEDGE: Symptom.LEARNING_FAILS,
    Call.SAFE_MOVE: Symptom.SAFE_MOVE_FAILS,
    Call.RANDOM_MOVE: Symptom.RANDOM_MOVE_FAILS,
}


def faults_of(trace: GameTrace) -> list[Fault]:
    """Return the faults of an agent in one game, in the order in which they happened.

    Of the faults that have the same key the first is returned. After a wrong verdict or sentence of the agent, its
    verdicts and sentences are no longer compared: what is wrong or missing then may follow from the first error. Moves
    are always compared with what the agent itself stated.

    >>> stated = StudentState(mines=frozenset({(0, 0)}))
    >>> step = Step(Call.CREATE, None, None, stated)
    >>> [fault.text for fault in faults_of(GameTrace(0, Board(1, 2), frozenset({(0, 1)}), (step,)))]
    ['(0, 0) is in mines, but is safe']
    """
    found: dict[FaultKey, Fault] = {}
    if trace.inherited is not None:
        fault = _inherited_fault(trace.game, trace.inherited)
        found[fault.key] = fault
    comparison = GameComparison(trace.board, trace.mines, trace.game)
    for step in trace.steps:
        for fault in comparison.compare(step):
            found.setdefault(fault.key, fault)
    if trace.failure is not None and trace.failed_call is not None:
        learned = comparison.learned + (trace.failed_call is Call.ADD_KNOWLEDGE)
        failed = failure_fault(trace.failure, trace.failed_call, trace.game, learned)
        found.setdefault(failed.key, failed)
    return list(found.values())


def _inherited_fault(game: int, inherited: StudentState) -> Fault:
    """Return the fault that a new agent knows what an earlier one has learned."""
    sizes = {
        "moves_made": len(inherited.moves_made),
        "mines": len(inherited.mines),
        "safes": len(inherited.safes),
        "knowledge": len(inherited.sentences),
    }
    names = joined([name for name, size in sizes.items() if size])
    text = (
        f"A new MinesweeperAI is not empty but has {names} of the game before: "
        "the attributes must be created in __init__, not in the class or as default arguments"
    )
    return Fault(FaultKey(FindingKind.MUTATION, Severity.ERROR, "inherited"), None, game, 0, (), text)


class GameComparison:
    """Compares the calls of an agent in one game, step by step, with the truth and with the reference.

    ``mines`` is where the mines are; they must not be moved any more. ``game`` is the number of the game from 0.
    ``poll`` is called every few milliseconds, and may raise an exception to end a comparison. ``learned`` is the number
    of observations so far. The first step is the creation of the agent.

    >>> from minesweeper_qt.model.game.minesweeper import Observation
    >>> comparison = GameComparison(Board(1, 2), frozenset({(0, 1)}))
    >>> comparison.compare(Step(Call.CREATE, None, None, StudentState()))
    []
    >>> step = Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 1), None, StudentState(frozenset({(0, 0)})))
    >>> [fault.text for fault in comparison.compare(step)]
    ['(0, 0) is safe, but not in safes', '(0, 1) is a mine, but not in mines']
    """

    def __init__(self, board: Board, mines: frozenset[Cell], game: int = 0, poll: Poll | None = None) -> None:
        self.learned = 0
        self._game = game
        self._before = StudentState()
        self._has_taken_back = False
        self._verdicts = VerdictComparison(game, board, mines, poll)
        self._sentences = SentenceComparison(game, board, mines)
        self._moves = MoveComparison(game, board)

    def compare(self, step: Step) -> list[Fault]:
        """Return the faults of the next step."""
        self.learned += step.observation is not None
        faults = [self._problem(problem) for problem in step.state.problems]
        moves = self._moves.compare(step, self._before, self.learned)
        if self._verdicts.is_wrong:
            moves = [fault for fault in moves if fault.symptom is not Symptom.VERDICT_TAKEN_BACK]
        self._has_taken_back |= any(fault.symptom is Symptom.VERDICT_TAKEN_BACK for fault in moves)
        faults += moves
        if step.call in (Call.CREATE, Call.ADD_KNOWLEDGE):
            faults += self._stated(step)
        self._before = step.state
        return faults

    def _stated(self, step: Step) -> list[Fault]:
        sentences = self._sentences.compare(step.state, self.learned)
        if self._verdicts.is_wrong:
            # A wrong verdict makes sentences wrong; one that is double or empty is a fault all the same.
            return [fault for fault in sentences if fault.key.severity is not Severity.ERROR]
        verdicts = self._verdicts.compare(step.observation, step.state)
        if self._sentences.is_wrong or self._has_taken_back:
            # What is missing from here on may follow from that; a verdict may still go wrong.
            verdicts = [fault for fault in verdicts if fault.key.severity is Severity.ERROR]
        return [*sentences, *verdicts]

    def _problem(self, problem: str) -> Fault:
        key = FaultKey(FindingKind.API, Severity.ERROR, problem)
        return Fault(key, None, self._game, self.learned, (), problem)


def is_slow(kind: FindingKind) -> bool:
    """Return whether failures of this kind take long, so that they should not be repeated for all games.

    >>> is_slow(FindingKind.TIMEOUT), is_slow(FindingKind.EXCEPTION)
    (True, False)
    """
    return kind in (FindingKind.TIMEOUT, FindingKind.MEMORY, FindingKind.OUTPUT)


def failure_fault(failure: StudentFailure, call: Call, game: int, learned: int) -> Fault:
    """Return the fault that a failed call is.

    Failures are one fault if they happen in the same line; hangs if they happen in the same function, since a loop that
    does not end is interrupted in any of its lines, and in methods such as ``__eq__`` that these use.

    >>> failure_fault(StudentFailure(FailureKind.EXIT, "the process ended"), Call.SAFE_MOVE, 0, 1).symptom
    <Symptom.SAFE_MOVE_FAILS: 'safe-move-fails'>
    """
    place = call.value
    if failure.trace:
        if failure.kind is FailureKind.TIMEOUT:
            place += next((f" {line.function}" for line in reversed(failure.trace) if line.function[:2] != "__"), "")
        else:
            place += f" {failure.trace[-1].file}:{failure.trace[-1].line}"
    key = FaultKey(FindingKind(failure.kind.value), Severity.ERROR, place)
    return Fault(key, _FAILS[call], game, learned, (), str(failure), failure.trace)
