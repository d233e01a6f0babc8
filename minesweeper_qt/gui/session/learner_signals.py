"""Carries the progress of an agent from its thread to the session."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class LearnerSignals(QObject):
    """Signal ``progressed``, sent in the thread of a learner and received in that of the receiver.

    It has no parent, no child and no timer: a thread that outlives the session may still use it, and destroy it.
    """

    progressed = Signal()

    def report(self) -> None:
        """Send ``progressed``. A learner that has this method keeps the object alive."""
        self.progressed.emit()
