"""The time that a game takes."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot


class Clock(QObject):
    """Counts whole seconds. Signal: ``changed(int)``."""

    changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.seconds = 0
        self._elapsed = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(200)
        self._timer.timeout.connect(self.tick)

    @property
    def is_running(self) -> bool:
        """True from ``start`` until ``stop``."""
        return self._timer.isActive()

    def reset(self) -> None:
        """Stop at 0."""
        self._timer.stop()
        self._elapsed.invalidate()
        self.seconds = 0
        self.changed.emit(0)

    def start(self) -> None:
        """Count from 0."""
        self._elapsed.start()
        self._timer.start()

    def stop(self) -> None:
        """Count no further."""
        self.tick()
        self._timer.stop()

    @Slot()
    def tick(self) -> None:
        """Look how late it is."""
        seconds = self._elapsed.elapsed() // 1000 if self._elapsed.isValid() else 0
        if seconds != self.seconds:
            self.seconds = seconds
            self.changed.emit(seconds)
