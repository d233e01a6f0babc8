"""Leads from a guess to the proof of a cell that was safe at that moment."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.model import Cell


class SafeCellLink(QObject):
    """Enables the action ``prove_safe`` while the shown move is a guess that need not have been made.

    Attributes: ``action``; ``text``, the question for buttons, which names the cell where the board has coordinates.
    Signals: ``requested(Cell)``, after the session went back to before the guess, with the cell to prove safe;
    ``changed`` when there is another text, or the action is enabled or disabled.
    """

    requested = Signal(object)
    changed = Signal()

    def __init__(self, session: GameSession, act: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._coordinates = act["coordinates"]
        self.text = ""
        self.action = act["prove_safe"]
        self.action.setEnabled(False)
        self.action.triggered.connect(self._go)
        session.move_rated.connect(self.refresh)
        session.timeline.changed.connect(self.refresh)
        session.game_started.connect(self.refresh)
        session.updated.connect(self.refresh)
        self._coordinates.toggled.connect(self.refresh)

    @property
    def _cell(self) -> Cell | None:
        """The cell that was safe before the shown move; ``None`` if there was none, or it is not known."""
        timeline = self._session.timeline
        return timeline.moves[timeline.shown_move - 1].safe_cell if timeline.shown_move else None

    @Slot()
    def refresh(self) -> None:
        """Name the cell of the shown move."""
        cell = self._cell
        text = f"Why {cell}?" if self._coordinates.isChecked() else "Which Was Safe?"
        if (text, cell is not None) != (self.text, self.action.isEnabled()):
            self.text = text
            self.action.setEnabled(cell is not None)
            self.changed.emit()

    @Slot()
    def _go(self) -> None:
        cell = self._cell
        if cell is not None and not self._session.pause.is_on:
            self._session.timeline.show_move(self._session.timeline.shown_move - 1)
            self.requested.emit(cell)


class SafeCellButton(QPushButton):
    """A button for the action of ``link``, shown only while that is enabled; a click leaves the focus where it is."""

    def __init__(self, link: SafeCellLink) -> None:
        super().__init__()
        self._link = link
        self._is_offered = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(link.action.trigger)
        link.changed.connect(self._follow)
        self._follow()

    def set_offered(self, is_offered: bool) -> None:
        """Set whether the button is shown at all."""
        self._is_offered = is_offered
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self.setText(self._link.text)
        self.setToolTip(self._link.action.toolTip())
        self.setVisible(self._is_offered and self._link.action.isEnabled())
