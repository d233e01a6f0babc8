"""Records for tests without a screen reader what the program tells one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget


class Heard:
    """Keeps what a screen reader would speak: the names of what Python code gives its focus, and announcements.

    Attributes: ``spoken``, since the last ``take``; ``announced``, all announcements; ``renamed``, the numbers of the
    children whose names have changed.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.spoken: list[str] = []
        self.announced: list[str] = []
        self.renamed: list[int] = []
        monkeypatch.setattr(QAccessible, "updateAccessibility", self._hear)

    def _hear(self, event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            self.spoken.append(event.message())
            self.announced.append(event.message())
        elif event.type() is QAccessible.Event.Focus:
            focus = event.object()
            assert isinstance(focus, QWidget)
            state = QAccessible.queryAccessibleInterface(focus).state()
            assert (state.focusable, state.focused, state.invisible) == (1, 1, 0)
            self.spoken.append(focus.accessibleName())
        elif event.type() is QAccessible.Event.NameChanged:
            self.renamed.append(event.child())

    def take(self) -> list[str]:
        """Return what was spoken since the last time, when all events are handled."""
        QApplication.processEvents()
        spoken, self.spoken = self.spoken, []
        return spoken
