"""Compares an agent's verdicts on cells with the truth, with what is implied, and with the three rules of the course.

The reference is a ``MinesweeperAI`` that learns the same observations. It never learns the agent's own verdicts, so its
knowledge can't contradict itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.finding_kind import Severity
from minesweeper_qt.model.audit.missing_step import MissingStep, StatedKnowledge
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.interruption import Poll
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.student.student_state import StudentState
from minesweeper_qt.model.text.cell_text import listed, verdict_text
from minesweeper_qt.model.text.number_text import plural


class VerdictComparison:
    """Compares the verdicts of an agent in one game, observation by observation.

    ``mines`` is where the mines are. ``is_wrong`` becomes true with the first wrong verdict: what follows from that is
    no further fault, and nothing is compared any more. After one that is right by luck, no missing one is a fault.
    ``poll`` is called every few milliseconds; see ``Interruptible``.

    >>> comparison = VerdictComparison(0, Board(1, 2), frozenset({(0, 1)}))
    >>> [fault.text for fault in comparison.compare(None, StudentState(safes=frozenset({(0, 1)})))]
    ['(0, 1) is in safes, but is a mine']
    """

    def __init__(self, game: int, board: Board, mines: frozenset[Cell], poll: Poll | None = None) -> None:
        self.is_wrong = False
        self._game = game
        self._board = board
        self._cells = frozenset(board.cells)
        self._mines = mines
        self._reference = MinesweeperAI(board.height, board.width)
        self._reference.poll = poll
        self._engine = Engine()
        self._engine.counter.poll = poll
        self._clues: dict[Cell, int] = {}
        self._learned = 0
        self._missed: frozenset[Cell] = frozenset()
        self._judged: set[Cell] = set()
        self._was_lucky = False

    def compare(self, observation: Observation | None, state: StudentState) -> list[Fault]:
        """Let the reference learn ``observation``, if there is one, and return the faults in the agent's ``state``."""
        if self.is_wrong:
            return []
        if observation is not None:
            self._learned += 1
            self._clues[observation.cell] = observation.clue
            self._reference.add_knowledge(*observation)
        wrong = list(self._wrong(state))
        self.is_wrong = bool(wrong)
        lucky = [] if wrong else list(self._lucky(state))
        self._was_lucky = self._was_lucky or bool(lucky)
        return wrong or lucky or ([] if self._was_lucky else list(self._incomplete(state)))

    def _wrong(self, state: StudentState) -> Iterator[Fault]:
        for symptom, name, stated, truth in (
            (Symptom.WRONG_SAFE, "safes", state.safes, "a mine"),
            (Symptom.WRONG_MINE, "mines", state.mines, "safe"),
        ):
            outside = stated - self._cells
            wrong = stated & self._mines if name == "safes" else stated - outside - self._mines
            if wrong:
                text = f"{listed(wrong)} {plural(len(wrong), 'is', 'are')} in {name}, but {_is(wrong, truth)}"
                yield self._fault(symptom, Severity.ERROR, wrong, text)
            elif outside:
                text = f"{listed(outside)} {plural(len(outside), 'is', 'are')} in {name}, but not on the board"
                yield self._fault(symptom, Severity.ERROR, outside, text, f"{name} off the board")

    def _lucky(self, state: StudentState) -> Iterator[Fault]:
        """Yield the right verdicts that neither the clues nor the number of mines imply."""
        further_safes = state.safes - self._reference.safes - self._judged
        further_mines = state.mines - self._reference.mines - self._judged
        if not further_safes and not further_mines:
            return
        self._judged |= further_safes | further_mines
        board = self._board
        try:
            found = self._engine.solve(Position(board.height, board.width, len(self._mines), self._clues))
        except TooHard:
            return
        for symptom, name, lucky in (
            (Symptom.WRONG_SAFE, "safes", further_safes - found.safe),
            (Symptom.WRONG_MINE, "mines", further_mines - found.mines),
        ):
            if lucky:
                text = f"{listed(lucky)} {plural(len(lucky), 'is', 'are')} in {name}, but nothing seen says so"
                yield self._fault(symptom, Severity.NOTE, lucky, text, f"luck in {name}")

    def _incomplete(self, state: StudentState) -> Iterator[Fault]:
        """Yield the cells that the three rules settle since the last observation and the agent does not."""
        reference = self._reference
        missed = frozenset((reference.safes - state.safes) | (reference.mines - state.mines))
        new, self._missed = missed - self._missed, missed
        if not new:
            return
        knowledge = StatedKnowledge(state)
        for cell in sorted(new):
            verdict = reference.derivation(cell)
            assert verdict is not None
            step = MissingStep.of(verdict, knowledge)
            symptom = Symptom.MISSING_MINE if verdict.count else Symptom.MISSING_SAFE
            text = f"{verdict_text([cell], bool(verdict.count))}, but not in {'mines' if verdict.count else 'safes'}"
            yield self._fault(symptom, Severity.WEAKNESS, [cell], text, step.rule.value, step)

    def _fault(
        self,
        symptom: Symptom,
        severity: Severity,
        cells: frozenset[Cell] | list[Cell],
        text: str,
        place: str = "",
        step: MissingStep | None = None,
    ) -> Fault:
        return Fault.of(symptom, severity, self._game, self._learned, tuple(sorted(cells)), text, place, step)


def _is(cells: frozenset[Cell], what: str) -> str:
    """Return "is a mine", "are mines", "is safe" or "are safe".

    >>> _is(frozenset({(0, 0), (0, 1)}), "a mine")
    'are mines'
    """
    return verdict_text(cells, what == "a mine").removeprefix(listed(cells)).strip()
