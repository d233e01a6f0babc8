"""The statistics of finished games, which a worker reads and writes, one request after the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from minesweeper_qt.gui.session.computations import Tools
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request, Worker
from minesweeper_qt.model.errors import MinesweeperError, Stopped, TooHard
from minesweeper_qt.model.words import counted, plural

if TYPE_CHECKING:
    from minesweeper_qt.model.statistics.game_store import GameStore

_MOST_SECONDS = 5
"""The time after which the review of a game is given up: an Expert game takes less than a second."""


class GameArchive(QObject):
    """Lets ``worker`` call functions with the store of finished games at ``path``, one after the other.

    Signals: ``changed`` when the statistics are others than before; ``failed(str)`` with the reason why the store can't
    be read or written; ``damaged(str)`` with how many games were found damaged, which no figure counts.
    """

    changed = Signal()
    failed = Signal(str)
    damaged = Signal(str)

    def __init__(self, worker: Worker, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._path = path
        self._store: GameStore | None = None
        """Made and used by the worker alone."""
        self._review = Request()
        self._has_unreviewed = False
        self._is_held = False

    def submit(self, function: Callable[[GameStore], Any], receiver: Callable[[Any], object] | None = None) -> None:
        """Call ``function`` with the store in the worker, and then ``receiver`` with its result in this thread.

        A receiver whose object is destroyed by then is not called, nor is any after an error of the model.
        """
        self._worker.request(
            partial(self._on_answered, receiver), lambda tools: function(self._open()), lane=Lane.FILES
        )

    def review_games(self) -> None:
        """Judge the moves of games that are not judged yet, the latest first; keep their luck and what was missed."""
        self._has_unreviewed = True
        if not self._is_held and not self._review.is_open:
            self._review = self._worker.request(self._on_reviewed, self._review_next, lane=Lane.FILES)

    def hold_reviews(self, on: bool) -> None:
        """Let reviews wait while Auto-play runs, which they would slow down, or go on."""
        self._is_held = on
        if on:
            self._review.cancel()
        elif self._has_unreviewed:
            self.review_games()

    def _open(self) -> GameStore:
        if self._store is None:
            from minesweeper_qt.model.statistics.game_store import GameStore

            store = GameStore(self._path)
            damaged = store.set_aside_damaged()
            if damaged:
                count = plural(damaged, "counts", "count")
                text = f"{counted(damaged, 'game')} in the statistics can't be read, and no longer {count}."
                self.damaged.emit(text)
            self._store = store
        return self._store

    def _on_answered(self, receiver: Callable[[Any], object] | None, answer: Outcome[Any]) -> None:
        if isinstance(answer.error, MinesweeperError):
            self.failed.emit(answer.problem)
        elif answer.error is None and receiver is not None:
            owner = getattr(receiver, "__self__", None)
            if not isinstance(owner, QObject) or isValid(owner):
                receiver(answer.result)

    def _review_next(self, tools: Tools) -> bool:
        """Judge the moves of one game, and keep those that the player missed; return whether there was one."""
        from minesweeper_qt.model.board.rules import Guesses
        from minesweeper_qt.model.dealing.no_guess import hardest_step
        from minesweeper_qt.model.game.minesweeper import Layout
        from minesweeper_qt.model.play.record import Record
        from minesweeper_qt.model.play.turn import TurnMaker
        from minesweeper_qt.model.practice.practice_memory import PracticeMemory
        from minesweeper_qt.model.practice.practice_position import practice_position_of
        from minesweeper_qt.model.review.review import review

        store, until = self._open(), monotonic() + _MOST_SECONDS
        key, text = next(iter(store.unreviewed(1)), ("", ""))
        if not key:
            return False
        try:
            found = review(Record.from_text(text), should_stop=lambda: tools.should_stop() or monotonic() > until)
        except MinesweeperError as wrong:
            if isinstance(wrong, Stopped) and tools.should_stop():
                raise
            store.set_luck(key, None)
        else:
            game, memory, hardest = found.record.replay(), PracticeMemory(self._path), None
            if game.rules.guesses is Guesses.NOT_NEEDED and game.clues:
                with suppress(TooHard):
                    hardest = hardest_step(Layout.of(game.grid, game.mines), next(iter(game.clues)))
            # A cell that is missed again and again is one position.
            own = {move.proved: move for move in found.mistakes[::-1] if move.maker is TurnMaker.PLAYER}
            for move in own.values():
                position = practice_position_of(move, game.mines)
                if position is not None:
                    memory.add_missed(position)
            # Last, so that a game is judged once more if the program is killed.
            store.set_luck(key, found.luck, hardest)
        return True

    def _on_reviewed(self, answer: Outcome[bool]) -> None:
        self._has_unreviewed = False
        if isinstance(answer.error, MinesweeperError):
            self.failed.emit(answer.problem)
        elif answer.result:
            self.changed.emit()
            self.review_games()
