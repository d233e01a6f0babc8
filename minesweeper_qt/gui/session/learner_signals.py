"""Carries the progress of an agent from its thread to the session."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class LearnerSignals(QObject):
    """Signal ``progressed``, sent in the learner's thread and received in that of the receiver.

    It has no parent, since a thread that outlives the session may still send it.
    """

    progressed = Signal()
