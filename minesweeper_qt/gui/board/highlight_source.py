"""Holds the marks that one panel requests on the board, in effect only while the panel is visible."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell

_NO_CELLS: frozenset[Cell] = frozenset()


class HighlightSource(QObject):
    """Holds the highlight and the outlined cells that ``panel`` requests; they are in effect while it is active.

    A request that comes while the source is inactive is kept until it is active. Attributes: ``highlight``, the one in
    effect, ``None`` for none; ``outlined``, the outlined cells in effect. Signal: ``changed(HighlightSource)``, this
    source, whenever what is in effect changes.
    """

    changed = Signal(object)

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self.panel = panel
        self.highlight: Highlight | None = None
        self.outlined = _NO_CELLS
        self._is_active = False
        self._requested: tuple[Highlight | None, frozenset[Cell]] = (None, _NO_CELLS)

    def set_highlight(self, highlight: Highlight | None) -> None:
        """Request another highlight, or none; it takes effect now, or when the source becomes active."""
        self._requested = (highlight, self._requested[1])
        self._update()

    def set_outlined(self, cells: frozenset[Cell]) -> None:
        """Request a frame around these cells and no others, now or when the source becomes active."""
        self._requested = (self._requested[0], cells)
        self._update()

    def set_active(self, on: bool) -> None:
        """Put what is requested into effect, or nothing until the source is active again."""
        self._is_active = on
        self._update()

    def _update(self) -> None:
        now = self._requested if self._is_active else (None, _NO_CELLS)
        if now != (self.highlight, self.outlined):
            self.highlight, self.outlined = now
            self.changed.emit(self)
