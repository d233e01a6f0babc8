"""Compares the moves of an agent with what it stated before them, and finds methods that change what they must not."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding_kind import Severity
from minesweeper_qt.model.audit.game_trace import Call, Step
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.student_state import StudentState
from minesweeper_qt.model.text.cell_text import listed
from minesweeper_qt.model.text.number_text import plural

ATTRIBUTES = ("moves_made", "mines", "safes", "sentences")
"""The attributes of ``StudentState`` that a method that picks a move must not change."""

NEVER_NONE = "never None"
"""The place of the fault that ``make_random_move`` returns a cell when none is left."""


class MoveComparison:
    """Compares the calls of an agent in one game with what it stated before, step by step.

    ``moved`` are the cells that were revealed so far.

    >>> comparison = MoveComparison(0, Board(1, 2))
    >>> before = StudentState(safes=frozenset({(0, 1)}))
    >>> [fault.text for fault in comparison.compare(Step(Call.SAFE_MOVE, None, None, before), before, 1)]
    ['make_safe_move() returned None, although (0, 1) is in safes and was not moved to']
    """

    def __init__(self, game: int, board: Board) -> None:
        self.moved: set[Cell] = set()
        self._game = game
        self._board = board

    def compare(self, step: Step, before: StudentState, learned: int) -> list[Fault]:
        """Return the faults of ``step``, before which the agent stated ``before``."""
        if step.observation is not None:
            self.moved.add(step.observation.cell)
            return list(self._learning(step, before, learned))
        if step.call is Call.SAFE_MOVE:
            return [*self._safe_move(step, before, learned), *self._changes(step, before, learned)]
        if step.call is Call.RANDOM_MOVE:
            return [*self._random_move(step, before, learned), *self._changes(step, before, learned)]
        return []

    def _error(self, symptom: Symptom, learned: int, text: str, cells: Collection[Cell] = (), place: str = "") -> Fault:
        return Fault.of(symptom, Severity.ERROR, self._game, learned, tuple(sorted(cells)), text, place)

    # -- what a method returns

    def _safe_move(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        cell = step.value
        returned = f"make_safe_move() returned {cell}"
        left = frozenset(other for other in before.safes - self.moved - before.mines if other in self._board)
        if cell is None:
            if left:
                text = f"{returned}, although {listed(left, 3)} {plural(len(left), 'is', 'are')} in safes"
                text += f" and {plural(len(left), 'was', 'were')} not moved to"
                yield self._error(Symptom.SAFE_MOVE_MISSING, learned, text, left)
            return
        wrong = self._wrong_move(cell, before)
        if cell in self._board and cell not in before.safes:
            wrong = "is not in safes"
        is_unsound = cell in before.safes and cell not in self._board  # which is a fault of its own
        if wrong and not is_unsound:
            yield self._wrong(Symptom.SAFE_MOVE_WRONG, learned, returned, wrong, cell)

    def _random_move(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        cell = step.value
        returned = f"make_random_move() returned {cell}"
        left = frozenset(other for other in self._board.cells if other not in self.moved and other not in before.mines)
        if cell is None:
            if left:
                text = f"{returned}, although {listed(left, 3)} {plural(len(left), 'is', 'are')} left"
                yield self._error(Symptom.RANDOM_MOVE_MISSING, learned, text, left)
            return
        wrong = self._wrong_move(cell, before)
        if not wrong and cell in before.mines:
            wrong = "is in mines"
        if wrong and not left:
            text = f"{returned}, which {wrong}; no cell is left, so it must return None"
            yield self._error(Symptom.RANDOM_MOVE_WRONG, learned, text, place=NEVER_NONE)
        elif wrong:
            yield self._wrong(Symptom.RANDOM_MOVE_WRONG, learned, returned, wrong, cell)

    def _wrong_move(self, value: object, before: StudentState) -> str:
        """Return what is wrong with a move whatever cells the agent knows; the empty string if nothing is.

        A move that was made before is not the fault of the method if the agent has not recorded it.
        """
        if not isinstance(value, tuple):
            return "is no pair (row, column)"
        if value not in self._board:
            return "is not on the board"
        return "was moved to before" if value in self.moved & before.moves_made else ""

    def _wrong(self, symptom: Symptom, learned: int, returned: str, wrong: str, value: object) -> Fault:
        cells = [value] if isinstance(value, tuple) else []
        return self._error(symptom, learned, f"{returned}, which {wrong}", cells, f"{symptom.value}: {wrong}")

    # -- what a method changes

    def _changes(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        """Yield a fault for each attribute that a call changed which must change none."""
        symptom = Symptom.SAFE_MOVE_CHANGES if step.call is Call.SAFE_MOVE else Symptom.RANDOM_MOVE_CHANGES
        for name in ATTRIBUTES:
            if getattr(step.state, name) != getattr(before, name):
                attribute = "knowledge" if name == "sentences" else name
                text = f"{step.call.value}() changes {attribute}, which it must not"
                yield self._error(symptom, learned, text, place=f"{step.call.value} {attribute}")

    def _learning(self, step: Step, before: StudentState, learned: int) -> Iterator[Fault]:
        assert step.observation is not None
        cell, now = step.observation.cell, step.state
        call = f"add_knowledge({cell}, {step.observation.clue})"
        if cell not in now.moves_made:
            text = f"{call} does not add {cell} to moves_made"
            yield self._error(Symptom.MOVE_NOT_RECORDED, learned, text, [cell])
        lost = before.moves_made - now.moves_made
        other = now.moves_made - before.moves_made - {cell}
        if lost or other:
            what = f"removes {listed(lost, 3)} from" if lost else f"adds {listed(other, 3)} to"
            text = f"{call} {what} moves_made"
            yield self._error(Symptom.MOVE_NOT_RECORDED, learned, text, lost or other, "other moves")
        for name, taken_back in (("safes", before.safes - now.safes), ("mines", before.mines - now.mines)):
            if taken_back:
                text = f"{call} removes {listed(taken_back, 3)} from {name}"
                yield self._error(Symptom.VERDICT_TAKEN_BACK, learned, text, taken_back, f"taken from {name}")
