"""The highlight that a panel requests of the board, in effect only while the panel is visible."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation.highlight import Highlight


class HighlightSource(QObject):
    """Holds the highlight that a panel requests, and emits it while the source is active.

    A request that comes while the source is inactive is kept until it is active. Signal:
    ``changed(Highlight | None)``, whenever the highlight in effect changes; ``None`` for no highlight.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_on = False
        self._requested: Highlight | None = None
        self._shown: Highlight | None = None

    def set_highlight(self, highlight: Highlight | None) -> None:
        """Request another highlight, or none; it takes effect now, or when the source becomes active."""
        self._requested = highlight
        self._update()

    def set_active(self, on: bool) -> None:
        """Put the requested highlight into effect, or none until the source is active again."""
        self._is_on = on
        self._update()

    def _update(self) -> None:
        highlight = self._requested if self._is_on else None
        if highlight != self._shown:
            self._shown = highlight
            self.changed.emit(highlight)
