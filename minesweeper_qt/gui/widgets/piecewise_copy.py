"""Copies a long text to the clipboard piece by piece, so that the window reacts meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication

_SLICE = 0.008
"""Seconds of work between two events: half a frame."""


class PiecewiseCopy(QObject):
    """Makes the pieces of a text between other events, and puts the whole text on the clipboard at the end.

    A text that takes less than half a frame is there at once.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pieces: Iterator[str] = iter(())
        self._made: list[str] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def start(self, pieces: Iterable[str]) -> None:
        """Copy the text made of ``pieces``; an earlier text that is not complete is dropped."""
        self._pieces, self._made = iter(pieces), []
        self._timer.start(0)
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        until = perf_counter() + _SLICE
        for piece in self._pieces:
            self._made.append(piece)
            if perf_counter() > until:
                return
        self._timer.stop()
        QGuiApplication.clipboard().setText("".join(self._made))
        self._made = []
