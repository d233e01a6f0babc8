"""What takes longer than a frame: chances, risks, hints and strong moves, asked of a worker, kept while they hold."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.chances import Chances
from minesweeper_qt.gui.overlay import is_protected
from minesweeper_qt.gui.worker import Advice, Answer, Known, Question, Task, Worker
from minesweeper_qt.model import (
    Cell,
    FirstClick,
    Minesweeper,
    MinesweeperAI,
    MinesweeperError,
    Position,
    seen_by_player,
)

FADE = 100
"""Milliseconds that the chances of the last position stay in colour: quicker than that nothing has to flicker."""

PATIENCE = 150
"""Milliseconds after which somebody who waits for a move or a hint is told that it takes a while."""

_ADVICE = (Task.MOVE, Task.HINT)


class Adviser(QObject):
    """Asks the worker about a game's positions, and drops what comes too late.

    ``revision`` grows with everything that a choice depends on: the game, the flags, the agent, the strategy. Chances
    depend on the clues alone, so they are not asked for again because of a flag.

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
        self._drop(Task.RISK)
        if clues_changed:
            self._clues += 1
            self.problem = ""
            self._drop(Task.CHANCES)

    def stop_advising(self) -> None:
        """Want no move and no hint any more."""
        for task in _ADVICE:
            self._drop(task)

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
        self._worker.close()

    # -- what is wanted

    def follow(self, game: Minesweeper) -> None:
        """See to it that there will be chances of the game's present position."""
        if self.is_current or self.problem or Task.CHANCES in self._asked:
            return
        if self.chances is not None and not self._fade_timer.isActive() and not self.has_faded:
            self._fade_timer.start()
        self._ask(Question(Task.CHANCES, self._clues, seen_by_player(game)))

    def ask_move(self, game: Minesweeper, agent: MinesweeperAI, strategy: str) -> None:
        """Ask for the next move, unless that has been asked of this revision."""
        self._ask_advice(Task.MOVE, game, agent, strategy)

    def ask_hint(self, game: Minesweeper, agent: MinesweeperAI, strategy: str) -> None:
        """Ask for a hint, unless that has been asked of this revision."""
        self._ask_advice(Task.HINT, game, agent, strategy)

    def ask_risk(self, before: Position, cell: Cell) -> None:
        """Ask how good a guess was that led from ``before`` to the present position."""
        self._ask(Question(Task.RISK, self.revision, before, cell))

    # -- in between

    def _ask_advice(self, task: Task, game: Minesweeper, agent: MinesweeperAI, strategy: str) -> None:
        if task not in self._asked:
            # A first click that can hit a mine is none to the strategies, whatever the rules are otherwise.
            rules = game.rules if is_protected(game) else replace(game.rules, first_click=FirstClick.ANYTHING)
            advice = Advice(strategy, rules, game.seed, Known.of(agent, game))
            self._ask(Question(task, self.revision, seen_by_player(game), advice=advice))
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
