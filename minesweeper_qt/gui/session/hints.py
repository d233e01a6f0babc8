"""The hint: the best next cell, found on request and shown without being played."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.game_view import GameView
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.session.worker import Answer
from minesweeper_qt.model import Cell

STRATEGY = "expert"
"""The strategy that computes hints."""


class Hints(QObject):
    """Finds the best next cell: one that the agent knows to be safe, else the choice of a strategy.

    Signals: ``changed(Cell | None)`` with the cell of the hint; ``noted`` when there is a new status.

    Attribute: ``cell``, the cell of the hint shown, or ``None``.
    """

    changed = Signal(object)
    noted = Signal()

    def __init__(self, advice: Advice, status: StatusLine, parent: QObject) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._advice = advice
        self._status = status
        self._view: GameView | None = None
        advice.hint_found.connect(self._on_found)

    def request(self, view: GameView) -> None:
        """Find a hint at ``view``; the hint is dropped when that changes."""
        if view.state.is_over:
            return
        self._view = view
        known = view.next_safe_cell
        if known is not None:
            self._show(known, status_text.proved_hint_text(known, view.settled[known]))
        else:
            self._advice.request_hint(STRATEGY, view)

    def drop(self) -> None:
        """Remove the hint, since the game has changed."""
        if self.cell is not None:
            self.cell = None
            self.changed.emit(None)

    @Slot(object)
    def _on_found(self, answer: Answer) -> None:
        choice = answer.result
        if answer.problem:
            self._status.set(f"No hint: {answer.problem}.")
            self.noted.emit()
        elif choice is None:
            assert self._view is not None, "there was a request"
            self._show(None, status_text.no_hint_text(self._view.position, self._view.snapshot.mines))
        else:
            # A guess of unknown risk is not shown as a hint.
            is_rated = choice.is_safe or choice.risk is not None
            self._show(choice.cell if is_rated else None, status_text.hint_text(choice))

    def _show(self, cell: Cell | None, text: str) -> None:
        self.cell = cell
        self.changed.emit(cell)
        self._status.set(text)
        self.noted.emit()
