"""What a panel wants the board to light up, told while the panel is to be seen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation.highlight import Highlight


class HighlightSource(QObject):
    """Remembers what is wanted while it is off. Signal: ``changed(Spotlight | None)``, whenever what is lit changes."""

    changed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_on = False
        self._wanted: Highlight | None = None
        self._lit: Highlight | None = None

    def set_highlight(self, highlight: Highlight | None) -> None:
        """Light up something else, or nothing; now, or when it is switched on."""
        self._wanted = highlight
        self._follow()

    def set_active(self, on: bool) -> None:
        """Light up what is wanted, or nothing until it is switched on again."""
        self._is_on = on
        self._follow()

    def _follow(self) -> None:
        highlight = self._wanted if self._is_on else None
        if highlight != self._lit:
            self._lit = highlight
            self.changed.emit(highlight)
