"""Tries a case on an agent: lets a new agent learn its observations, and finds out whether it errs as expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from minesweeper_qt.model.audit.case import Case
from minesweeper_qt.model.audit.case_layouts import is_implied
from minesweeper_qt.model.audit.comparison import failure_fault
from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding_kind import FindingKind
from minesweeper_qt.model.audit.game_trace import Call, Step
from minesweeper_qt.model.audit.missing_step import StatedKnowledge, missing_rule, missing_step
from minesweeper_qt.model.audit.move_comparison import MoveComparison
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_failure import StudentFailure
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState

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
        call = Call.CREATE
        try:
            state = self._process.create(case.height, case.width)
            if self._process.size != (case.height, case.width):
                raise SizeRefused("the size of the agent's board is {} x {}".format(*self._process.size))
            moves = _Moves(case, self._fault, state)
            for call, observation in self._calls(case):
                step = self._step(call, observation)
                state = step.state
                found = moves.judged(step)
                if found is not None:
                    return found
        except StudentFailure as failure:
            return case if self._is_same_failure(failure, call) else None
        judge = None if self._fault.symptom is None else self._judges.get(self._fault.symptom)
        try:
            return None if judge is None else judge(case, state)
        except TooHard:
            return None

    # -- the calls

    def _calls(self, case: Case) -> Iterator[tuple[Call, Observation | None]]:
        """Yield the calls of a case: what the agent learns, then the move if the fault is about one."""
        for cell, clue in case.observations:
            yield Call.ADD_KNOWLEDGE, Observation(cell, clue)
        if self._fault.symptom in _SAFE_MOVES:
            yield Call.SAFE_MOVE, None
        if self._fault.symptom in _RANDOM_MOVES:
            for _ in range(RANDOM_CALLS):
                yield Call.RANDOM_MOVE, None

    def _step(self, call: Call, observation: Observation | None) -> Step:
        process = self._process
        if observation is not None:
            result = process.add_knowledge(*observation)
        else:
            result = process.make_safe_move() if call is Call.SAFE_MOVE else process.make_random_move()
        return Step(call, observation, result.value, result.state)

    def _is_same_failure(self, failure: StudentFailure, call: Call) -> bool:
        expected = self._fault
        fault = failure_fault(failure, call, 0, 0)
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


class _Moves:
    """Judges the moves of an agent, and what its methods change, as in a game.

    Only what happens after the last observation of ``case`` counts. ``created`` is what a new agent states.
    """

    def __init__(self, case: Case, fault: Fault, created: StudentState) -> None:
        self._case = case
        self._fault = fault
        self._comparison = MoveComparison(0, Board(case.height, case.width))
        self._before = created
        self._learned = 0

    def judged(self, step: Step) -> Case | None:
        """Return the case if the agent errs in the next step as expected, else ``None``."""
        self._learned += step.observation is not None
        faults = self._comparison.compare(step, self._before, self._learned)
        self._before = step.state
        if self._learned < len(self._case.observations):
            return None
        found = [fault for fault in faults if fault.key == self._fault.key]
        return replace(self._case, cells=found[0].cells[:1]) if found else None


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
