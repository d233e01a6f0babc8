"""A clock that counts the seconds of a game."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot


class Clock(QObject):
    """Counts whole seconds.

    Attribute: ``seconds``. Signal: ``changed(int)`` with the new number of seconds.
    """

    changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.seconds = 0
        self._before = 0
        self._elapsed = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(200)
        self._timer.timeout.connect(self.tick)

    @property
    def is_running(self) -> bool:
        """True from ``start`` until ``stop``."""
        return self._timer.isActive()

    def reset(self) -> None:
        """Stop and go back to 0."""
        self._timer.stop()
        self._elapsed.invalidate()
        self.seconds = self._before = 0
        self.changed.emit(0)

    def start(self) -> None:
        """Start counting from ``seconds``: from 0 after ``reset``, else from where it was stopped."""
        if not self.is_running:
            self._before = self.seconds
            self._elapsed.start()
            self._timer.start()

    def stop(self) -> None:
        """Stop counting."""
        self.tick()
        self._timer.stop()
        self._elapsed.invalidate()

    @Slot()
    def tick(self) -> None:
        """Update ``seconds`` from the elapsed time."""
        if not self._elapsed.isValid():
            return
        seconds = self._before + self._elapsed.elapsed() // 1000
        if seconds != self.seconds:
            self.seconds = seconds
            self.changed.emit(seconds)
