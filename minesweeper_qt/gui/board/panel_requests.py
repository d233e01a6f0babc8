"""Lets panels request of their window marks on the board, between which an arbiter decides, and the key Esc."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

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

    def _on_changed(self, source: HighlightSource) -> None:
        self._sources.remove(source)
        self._sources.append(source)
        self._decide(QApplication.focusWidget())

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


class EscapeKey(QObject):
    """Calls ``act`` when the window of ``part`` asks for it, while ``part`` is visible and ``is_useful()``.

    A press of Esc does one thing. One that ``stops`` something comes first.
    """

    def __init__(
        self, part: QWidget, is_useful: Callable[[], bool], act: Callable[[], None], stops: bool = False
    ) -> None:
        super().__init__(part)
        self.part, self.stops = part, stops
        self._is_useful, self._act = is_useful, act

    def use(self) -> bool:
        """Do it if that is useful; return whether it was."""
        if not (self.part.isVisible() and self._is_useful()):
            return False
        self._act()
        return True
