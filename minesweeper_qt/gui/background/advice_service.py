"""What takes longer than a frame: chances, risks, hints and strong moves, asked of a worker, kept while they hold."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.background.worker import Answer, ChoiceContext, Request, Task, Worker
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import Cell, MinesweeperError, Position

STALE_AFTER = 100
"""Milliseconds that the chances of the last position stay in colour: quicker than that nothing has to flicker."""

SLOW_AFTER = 150
"""Milliseconds after which somebody who waits for a move or a hint is told that it takes a while."""

_CHOICES = (Task.MOVE, Task.HINT)


class AdviceService(QObject):
    """Asks the worker about a game's positions, and drops what comes too late.

    ``revision`` grows with everything that a choice depends on: the game, the flags, the agent, the strategy. Chances
    depend on the clues alone, so they are not asked for again because of a flag. The risk of a move that was made
    depends on nothing that comes after it.

    Signals: ``chances_changed`` (there are new ones, or the old ones fade), ``move_found(Answer)``,
    ``hint_found(Answer)``, ``risk_found(Answer)``, and ``became_slow`` when a move or hint takes long.
    """

    chances_changed = Signal()
    move_found = Signal(object)
    hint_found = Signal(object)
    risk_found = Signal(object)
    became_slow = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.revision = 0
        self.chances: Chances | None = None
        """Of the present position if ``is_current``, else of an earlier one of the same game."""
        self.is_stale = False
        self.problem = ""
        """Why there are no chances of the present position."""
        self._clues = 0
        self._known_clues = -1
        self._risks = 0
        self._asked: dict[Task, int] = {}
        self._worker = Worker()
        self._worker.answered.connect(self._on_answered)
        self._stale_timer = QTimer(self)
        self._slow_timer = QTimer(self)
        for timer, delay in ((self._stale_timer, STALE_AFTER), (self._slow_timer, SLOW_AFTER)):
            timer.setSingleShot(True)
            timer.setInterval(delay)
        self._stale_timer.timeout.connect(self._mark_stale)
        self._slow_timer.timeout.connect(self.became_slow)

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
        return any(task in self._asked for task in _CHOICES)

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
        for task in _CHOICES:
            self._drop(task)

    def stop_rating(self) -> None:
        """Want no risk any more."""
        self._drop(Task.RISK)

    def clear_chances(self) -> None:
        """Neither keep chances nor wait for any."""
        self._drop(Task.CHANCES)
        self._stale_timer.stop()
        self.problem = ""
        if self.chances is not None:
            self.chances = None
            self.chances_changed.emit()

    def close(self) -> None:
        """Stop for good; returns when the thread has ended."""
        for timer in (self._stale_timer, self._slow_timer):
            timer.stop()
        self.revise(clues_changed=True)
        self.stop_rating()
        self._worker.close()

    # -- what is wanted

    @property
    def lacks_chances(self) -> bool:
        """True when the chances of the present position are neither known nor asked for, and can be had."""
        return not (self.is_current or self.problem or Task.CHANCES in self._asked)

    def request_chances(self, position: Position) -> None:
        """Find the chances of the present position, which is ``position``."""
        if self.chances is not None and not self._stale_timer.isActive() and not self.is_stale:
            self._stale_timer.start()
        self._enqueue(Request(Task.CHANCES, self._clues, position))

    def request_move(self, position: Position, context: ChoiceContext) -> None:
        """Ask for the next move, unless that has been asked of this revision."""
        self._request_choice(Task.MOVE, position, context)

    def request_hint(self, position: Position, context: ChoiceContext) -> None:
        """Ask for a hint, unless that has been asked of this revision."""
        self._request_choice(Task.HINT, position, context)

    def request_risk(self, before: Position, cell: Cell) -> None:
        """Ask how good it was to open ``cell``, in place of what was asked of another move."""
        self._risks += 1
        self._enqueue(Request(Task.RISK, self._risks, before, cell))

    # -- in between

    def _request_choice(self, task: Task, position: Position, context: ChoiceContext) -> None:
        if task not in self._asked:
            self._enqueue(Request(task, self.revision, position, context=context))
            self._slow_timer.start()

    def _enqueue(self, request: Request) -> None:
        self._asked[request.task] = request.revision
        self._worker.enqueue(request)

    def _drop(self, task: Task) -> None:
        if self._asked.pop(task, None) is not None:
            self._worker.cancel(task)
        if not self.is_advising:
            self._slow_timer.stop()

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        task = answer.request.task
        if self._asked.get(task) != answer.request.revision:
            return  # too late: what it was asked for is no more
        del self._asked[task]
        if not self.is_advising:
            self._slow_timer.stop()
        if task is Task.CHANCES:
            self._take_chances(answer)
        else:
            signals = {Task.MOVE: self.move_found, Task.HINT: self.hint_found, Task.RISK: self.risk_found}
            signals[task].emit(answer)
        if answer.error is not None and not isinstance(answer.error, MinesweeperError):
            raise answer.error  # a mistake of the program's, shown like any other

    def _take_chances(self, answer: Answer) -> None:
        self._stale_timer.stop()
        self.problem = answer.problem
        self.chances = answer.chances
        self._known_clues = answer.request.revision
        self.is_stale = False
        self.chances_changed.emit()

    @Slot()
    def _mark_stale(self) -> None:
        self.is_stale = True
        self.chances_changed.emit()
