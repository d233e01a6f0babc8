"""The cover of a window while the game is paused: nothing below it is shown, played or read by a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QMouseEvent, QRegion
from PySide6.QtWidgets import QLabel, QMainWindow, QWidget
from shiboken6 import isValid

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.window.actions import InspectorActions
from minesweeper_qt.gui.window.docks import Docks


@guarded
class PauseCover(QLabel):
    """Covers all of ``window`` but its bars and its ``header``.

    While it is on, ``parts`` of the window and its panels are hidden, and the actions that play or show the position
    are disabled. Signal: ``clicked``.
    """

    clicked = Signal()

    def __init__(
        self,
        window: QMainWindow,
        act: InspectorActions,
        places: Docks,
        parts: Sequence[QWidget],
        header: QWidget | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        self._places = places
        self._parts = parts
        self._header = header
        self._focus: QWidget | None = None
        self.setObjectName("pause_cover")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_on(self, is_on: bool, line: str) -> None:
        """Cover the window, with ``line`` below the heading, or show again what is below."""
        if is_on is not self.isHidden():
            return
        self._act.set_paused(is_on)
        if is_on:
            self.setText(f"<h1>Paused</h1>{line}")
            self.setAccessibleName("Paused")
            self.setAccessibleDescription(line)
            self._focus = self._window.focusWidget()
            self._window.installEventFilter(self)
            self._fit()
            self.raise_()
            self.show()
            # Before the widget that has the focus is hidden, for which Qt would choose another one.
            self.setFocus()
        # A widget below others could still be read by a screen reader, and get the focus.
        for part in self._parts:
            part.setHidden(is_on)
        self._places.set_covered(is_on)
        if not is_on:
            self._window.removeEventFilter(self)
            focus, self._focus = self._focus, None
            is_there = focus is not None and isValid(focus) and focus.isVisibleTo(self._window)
            (focus if focus is not None and is_there else self._places.board).setFocus()
            self.hide()

    @Slot()
    def _fit(self) -> None:
        self.setGeometry(self._places.covered_rect())
        if self._header is not None:
            header = self._header.rect().translated(self._header.mapTo(self._window, -self.pos()))
            self.setMask(QRegion(self.rect()) - QRegion(header))

    # -- overrides of Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            # After the window has placed its parts.
            QTimer.singleShot(0, self, self._fit)
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
