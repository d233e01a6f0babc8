"""Decides between panels that request different highlights, or different outlines, on the same board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell


class HighlightArbiter(QObject):
    """Decides which panel's highlight counts, and which panel's outlines: those of the panel that was used last.

    A panel is used when its source changes or when it gets the focus. Requests of other panels do not displace that of
    the panel with the focus. When the last panel withdraws its request, the request of the panel used before it counts.
    A highlight and outlines are decided separately: those of two panels can be visible at the same time.

    Attributes: ``highlight``, the highlight that counts now, ``None`` for none; ``outlined``, the cells to outline.
    Signals: ``highlight_changed(Highlight | None)``, ``outlined_changed(frozenset)``.
    """

    highlight_changed = Signal(object)
    outlined_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.highlight: Highlight | None = None
        self.outlined: frozenset[Cell] = frozenset()
        self._sources: list[HighlightSource] = []
        """The source whose panel was used last is at the end."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def add(self, source: HighlightSource) -> None:
        """Take the requests of ``source`` into account from now on."""
        self._sources.append(source)
        source.changed.connect(self._on_changed)
        self._on_changed(source)

    @Slot(object)
    def _on_changed(self, source: HighlightSource) -> None:
        self._sources.remove(source)
        self._sources.append(source)
        self._decide(QApplication.focusWidget())

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        self._decide(now)

    def _decide(self, focus: QWidget | None) -> None:
        """Move the source of the panel around ``focus`` to the end, and emit what has changed."""
        # A stable sort: all others keep their order.
        self._sources.sort(key=lambda source: focus is not None and source.panel.isAncestorOf(focus))
        highlights = (source.highlight for source in reversed(self._sources) if source.highlight is not None)
        outlines = (source.outlined for source in reversed(self._sources) if source.outlined)
        highlight, outlined = next(highlights, None), next(outlines, frozenset[Cell]())
        if highlight != self.highlight:
            self.highlight = highlight
            self.highlight_changed.emit(highlight)
        if outlined != self.outlined:
            self.outlined = outlined
            self.outlined_changed.emit(outlined)
