"""Plays a proof: goes through its steps, each for a second."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from minesweeper_qt.gui.panels.proof.proof_list import ProofList

PACE = 1000
"""The milliseconds that each step is shown while the proof is played."""


class StepPlayer(QObject):
    """Goes through the rows of ``steps``. Signal: ``changed(bool)``, whether the proof is being played."""

    changed = Signal(bool)

    def __init__(self, steps: ProofList, parent: QObject) -> None:
        super().__init__(parent)
        self._steps = steps
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._timer.timeout.connect(self._play_on)

    @property
    def is_on(self) -> bool:
        """True while the proof is being played."""
        return self._timer.isActive()

    @Slot()
    def toggle(self) -> None:
        """Play the steps after the current one, or from the first when it is the last; or stop playing."""
        if self.is_on:
            self.stop()
        elif self._steps.count:
            self._steps.go_to((self._steps.row + 1) % self._steps.count)
            if not self._is_at_end:
                self._timer.start()
            self.changed.emit(self.is_on)

    @Slot()
    def stop(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self.changed.emit(False)

    @property
    def _is_at_end(self) -> bool:
        return self._steps.row >= self._steps.count - 1

    @Slot()
    def _play_on(self) -> None:
        self._steps.go_to(min(self._steps.row + 1, self._steps.count - 1))
        if self._is_at_end:
            self.stop()
