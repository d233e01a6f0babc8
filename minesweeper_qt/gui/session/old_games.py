"""Frees what was learned of games that are over for the window, piece by piece between other events."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from minesweeper_qt.model import History

_AT_ONCE = 500
"""The number of learned clues whose derivations are freed between two events: about 2 ms of work."""


class OldGames(QObject):
    """Keeps what was learned of earlier games for a moment, to free it in pieces.

    An agent derives ten thousand sentences and verdicts on a large board. Python would free them all within the event
    that starts the next game.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._learned: list[object] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._free_some)

    def add(self, history: History) -> None:
        """Free what ``history`` holds of what was learned, as far as nothing else refers to it."""
        self._learned += history.learned
        self._timer.start()

    def stop(self) -> None:
        """Free all at once."""
        self._timer.stop()
        self._learned.clear()

    @Slot()
    def _free_some(self) -> None:
        del self._learned[-_AT_ONCE:]
        if not self._learned:
            self._timer.stop()
