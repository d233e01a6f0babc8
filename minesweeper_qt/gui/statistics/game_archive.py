"""The thread in which the statistics of finished games are read and written, one request after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from minesweeper_qt.model.errors import MinesweeperError, Stopped
from minesweeper_qt.model.text.number_text import counted, plural

if TYPE_CHECKING:
    from minesweeper_qt.model.statistics.game_store import GameStore

_MOST_SECONDS = 5
"""The time after which the review of a game is given up: an Expert game takes less than a second."""


class GameArchive(QObject):
    """Calls functions with the store of finished games at ``path``, one after the other, in a thread of its own.

    Signals: ``changed`` when the statistics are others than before; ``failed(str)`` with the reason why the store can't
    be read or written; ``damaged(str)`` with how many games were found damaged, which no figure counts.
    """

    changed = Signal()
    failed = Signal(str)
    damaged = Signal(str)
    _answered = Signal(object, object, object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._executor: ThreadPoolExecutor | None = None
        self._store: GameStore | None = None
        self._is_closing = threading.Event()
        self._is_held = threading.Event()
        self._answered.connect(self._on_answered)

    def submit(self, function: Callable[[GameStore], Any], receiver: Callable[[Any], object] | None = None) -> None:
        """Call ``function`` with the store in the thread, and then ``receiver`` with its result in this one.

        A receiver whose object is destroyed by then is not called, nor is any after an error of the model.
        """
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, "computing statistics")
        self._executor.submit(self._call, function, receiver)

    def review_games(self) -> None:
        """Judge the moves of the games whose moves are not judged yet, the latest first, and keep their luck."""
        self.submit(self._review_next, self._on_reviewed)

    def hold_reviews(self, on: bool) -> None:
        """Let reviews wait while Auto-play runs, which they would slow down, or go on."""
        if on:
            self._is_held.set()
        elif self._is_held.is_set():
            self._is_held.clear()
            if self._executor is not None:
                self.review_games()

    def close(self) -> None:
        """End the thread once all that was submitted is done; a review is stopped."""
        self._is_closing.set()
        if self._executor is not None:
            self._executor.shutdown()
            self._executor = None

    def _call(self, function: Callable[[GameStore], Any], receiver: Callable[[Any], object] | None) -> None:
        try:
            if self._store is None:
                from minesweeper_qt.model.statistics.game_store import GameStore

                store = GameStore(self._path)
                damaged = store.set_aside_damaged()
                if damaged:
                    count = plural(damaged, "counts", "count")
                    text = f"{counted(damaged, 'game')} in the statistics can't be read, and {count} no more."
                    self.damaged.emit(text)
                self._store = store
            result, error = function(self._store), None
        except Exception as wrong:  # of any type: an error must not get lost in the thread
            result, error = None, wrong.with_traceback(None) if isinstance(wrong, MinesweeperError) else wrong
        self._answered.emit(receiver, result, error)

    @Slot(object, object, object)
    def _on_answered(self, receiver: Callable[[Any], object] | None, result: Any, error: Exception | None) -> None:
        if self._is_closing.is_set():
            return  # sent before
        if isinstance(error, MinesweeperError):
            self.failed.emit(str(error))
        elif error is not None:
            raise error
        elif receiver is not None:
            owner = getattr(receiver, "__self__", None)
            if not isinstance(owner, QObject) or isValid(owner):
                receiver(result)

    def _review_next(self, store: GameStore) -> bool:
        """Judge the moves of one game; return whether there was one."""
        from minesweeper_qt.model.play.record import Record
        from minesweeper_qt.model.review.review import review

        waiting, until = store.unreviewed(1), monotonic() + _MOST_SECONDS

        def is_stopped() -> bool:
            return self._is_closing.is_set() or self._is_held.is_set()

        if not waiting or is_stopped():
            return False
        ((key, text),) = waiting
        try:
            found = review(Record.from_text(text), should_stop=lambda: is_stopped() or monotonic() > until)
        except MinesweeperError as wrong:
            if isinstance(wrong, Stopped) and is_stopped():
                return False
            store.set_luck(key, None)
        else:
            store.set_luck(key, found.luck)
        return True

    def _on_reviewed(self, has_more: bool) -> None:
        if has_more:
            self.changed.emit()
            self.review_games()
