"""Which of several panels is heard when all of them want something of the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget


class HighlightArbiter(QObject):
    """Lets the panel that was used last have its way and, once that wants nothing, the one that was used before it.

    The panel that has the focus is in use: what others say meanwhile waits. ``nothing`` is what is wanted of the board
    when no panel wants anything. Signal: ``changed(object)``, what is wanted now.
    """

    changed = Signal(object)

    def __init__(self, nothing: object, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nothing = nothing
        self._wanted: dict[QWidget, object] = {}
        """What each panel wants, the one that was used last at the end; who wants nothing is not there."""
        self._said = nothing
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    @Slot(object)
    def set_request(self, wanted: object) -> None:
        """Take in what the panel that emits the signal wants."""
        panel = self.sender()
        assert isinstance(panel, QWidget)
        self._wanted.pop(panel, None)
        if wanted != self._nothing:
            self._wanted[panel] = wanted
        self._prefer(QApplication.focusWidget())
        self._say()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        self._prefer(now)
        self._say()

    def _prefer(self, focus: QWidget | None) -> None:
        """Let the panel around ``focus`` have the last word, if it is one of those that want something."""
        for panel in list(self._wanted):
            if focus is not None and panel.isAncestorOf(focus):
                self._wanted[panel] = self._wanted.pop(panel)

    def _say(self) -> None:
        wanted = next(reversed(self._wanted.values()), self._nothing)
        if wanted != self._said:
            self._said = wanted
            self.changed.emit(wanted)
