"""What takes longer than a frame: chances, risks, hints and strong moves, asked of a worker, kept while they hold."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Advice, Answer, Question, Task, Worker
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import Cell, MinesweeperError, Position

FADE = 100
"""Milliseconds that the chances of the last position stay in colour: quicker than that nothing has to flicker."""

PATIENCE = 150
"""Milliseconds after which somebody who waits for a move or a hint is told that it takes a while."""

_ADVICE = (Task.MOVE, Task.HINT)


class Adviser(QObject):
    """Asks the worker about a game's positions, and drops what comes too late.

    ``revision`` grows with everything that a choice depends on: the game, the flags, the agent, the strategy. Chances
    depend on the clues alone, so they are not asked for again because of a flag. The risk of a move that was made
    depends on nothing that comes after it.

    Signals: ``chances_changed`` (there are new ones, or the old ones fade), ``move_found(Answer)``,
    ``hint_found(Answer)``, ``risk_found(Answer)``, and ``tried_patience`` when a move or hint takes long.
    """

    chances_changed = Signal()
    move_found = Signal(object)
    hint_found = Signal(object)
    risk_found = Signal(object)
    tried_patience = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.revision = 0
        self.chances: Chances | None = None
        """Of the present position if ``is_current``, else of an earlier one of the same game."""
        self.has_faded = False
        self.problem = ""
        """Why there are no chances of the present position."""
        self._clues = 0
        self._known_clues = -1
        self._risks = 0
        self._asked: dict[Task, int] = {}
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._fade_timer = QTimer(self)
        self._patience_timer = QTimer(self)
        for timer, delay in ((self._fade_timer, FADE), (self._patience_timer, PATIENCE)):
            timer.setSingleShot(True)
            timer.setInterval(delay)
        self._fade_timer.timeout.connect(self._fade)
        self._patience_timer.timeout.connect(self.tried_patience)

    @property
    def is_current(self) -> bool:
        """True when ``chances`` are those of the present position."""
        return self.chances is not None and self._known_clues == self._clues

    @property
    def is_choosing(self) -> bool:
        """True while a move for the present revision is being thought about."""
        return Task.MOVE in self._asked

    @property
    def is_advising(self) -> bool:
        """True while a move or a hint for the present revision is being thought about."""
        return any(task in self._asked for task in _ADVICE)

    @property
    def is_busy(self) -> bool:
        """True while an answer is on its way that still matters."""
        return bool(self._asked)

    # -- what has happened

    def revise(self, clues_changed: bool) -> None:
        """Note that something has changed that answers depend on."""
        self.revision += 1
        self.stop_advising()
        if clues_changed:
            self._clues += 1
            self.problem = ""
            self._drop(Task.CHANCES)

    def stop_advising(self) -> None:
        """Want no move and no hint any more."""
        for task in _ADVICE:
            self._drop(task)

    def stop_rating(self) -> None:
        """Want no risk any more."""
        self._drop(Task.RISK)

    def forget_chances(self) -> None:
        """Neither keep chances nor wait for any."""
        self._drop(Task.CHANCES)
        self._fade_timer.stop()
        self.problem = ""
        if self.chances is not None:
            self.chances = None
            self.chances_changed.emit()

    def close(self) -> None:
        """Stop for good; returns when the thread has ended."""
        for timer in (self._fade_timer, self._patience_timer):
            timer.stop()
        self.revise(clues_changed=True)
        self.stop_rating()
        self._worker.close()

    # -- what is wanted

    @property
    def lacks_chances(self) -> bool:
        """True when the chances of the present position are neither known nor asked for, and can be had."""
        return not (self.is_current or self.problem or Task.CHANCES in self._asked)

    def follow(self, position: Position) -> None:
        """Find the chances of the present position, which is ``position``."""
        if self.chances is not None and not self._fade_timer.isActive() and not self.has_faded:
            self._fade_timer.start()
        self._ask(Question(Task.CHANCES, self._clues, position))

    def ask_move(self, position: Position, advice: Advice) -> None:
        """Ask for the next move, unless that has been asked of this revision."""
        self._ask_advice(Task.MOVE, position, advice)

    def ask_hint(self, position: Position, advice: Advice) -> None:
        """Ask for a hint, unless that has been asked of this revision."""
        self._ask_advice(Task.HINT, position, advice)

    def ask_risk(self, before: Position, cell: Cell) -> None:
        """Ask how good it was to open ``cell``, in place of what was asked of another move."""
        self._risks += 1
        self._ask(Question(Task.RISK, self._risks, before, cell))

    # -- in between

    def _ask_advice(self, task: Task, position: Position, advice: Advice) -> None:
        if task not in self._asked:
            self._ask(Question(task, self.revision, position, advice=advice))
            self._patience_timer.start()

    def _ask(self, question: Question) -> None:
        self._asked[question.task] = question.revision
        self._worker.ask(question)

    def _drop(self, task: Task) -> None:
        if self._asked.pop(task, None) is not None:
            self._worker.forget(task)
        if not self.is_advising:
            self._patience_timer.stop()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        task = answer.question.task
        if self._asked.get(task) != answer.question.revision:
            return  # too late: what it was asked for is no more
        del self._asked[task]
        if not self.is_advising:
            self._patience_timer.stop()
        if task is Task.CHANCES:
            self._take_chances(answer)
        else:
            signals = {Task.MOVE: self.move_found, Task.HINT: self.hint_found, Task.RISK: self.risk_found}
            signals[task].emit(answer)
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake of the program's, shown like any other

    def _take_chances(self, answer: Answer) -> None:
        self._fade_timer.stop()
        self.problem = answer.problem
        self.chances = answer.chances
        self._known_clues = answer.question.revision
        self.has_faded = False
        self.chances_changed.emit()

    @Slot()
    def _fade(self) -> None:
        self.has_faded = True
        self.chances_changed.emit()
