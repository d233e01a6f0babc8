"""A clock that announces each second of a game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Clock(QObject):
    """Reads a number of seconds several times in a second while it runs.

    ``read`` returns the seconds, with fractions. Attribute: ``seconds``, the whole seconds read last. Signal:
    ``changed(int)`` with the new number of seconds.
    """

    changed = Signal(int)

    def __init__(self, read: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self.seconds = 0
        self._read = read
        self._timer = QTimer(self)
        self._timer.setInterval(200)
        self._timer.timeout.connect(self.tick)

    @property
    def is_running(self) -> bool:
        """True from ``start`` until ``stop``."""
        return self._timer.isActive()

    def start(self) -> None:
        """Start announcing seconds."""
        self.tick()
        self._timer.start()

    def stop(self) -> None:
        """Stop announcing seconds, after the last one."""
        self._timer.stop()
        self.tick()

    @Slot()
    def tick(self) -> None:
        """Read the seconds, and announce them if they have changed."""
        seconds = int(self._read())
        if seconds != self.seconds:
            self.seconds = seconds
            self.changed.emit(seconds)
