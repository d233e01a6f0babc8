"""Holds the cell and the derivation in question in a window, and the cell that the user asked why about."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Derivation


class Selection(QObject):
    """The cell and the derivation in question, which all views of a window share; cleared when another game starts.

    To select a cell explains nothing: the cell asked about, whose proof is shown, stays until the user asks about
    another one.

    A view reads it, follows its signals, and changes it by its slots. Signals, emitted only for a change:
    ``cell_changed(Cell | None)``, ``derivation_changed(Derivation | None)``. ``asked(Cell | None)`` is also emitted
    when the user asks about the same cell again.
    """

    cell_changed = Signal(object)
    derivation_changed = Signal(object)
    asked = Signal(object)

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cell: Cell | None = None
        self._derivation: Derivation | None = None
        self._asked_cell: Cell | None = None
        source.game_started.connect(self.clear)

    @property
    def cell(self) -> Cell | None:
        """The cell in question, or ``None``."""
        return self._cell

    @property
    def derivation(self) -> Derivation | None:
        """The sentence or verdict in question, or ``None``.

        The derivation panel sets it to that of another cell in question.
        """
        return self._derivation

    @property
    def asked_cell(self) -> Cell | None:
        """The cell that the user asked why about, or ``None``; often another one than ``cell``."""
        return self._asked_cell

    @Slot(object)
    def select_cell(self, cell: Cell | None) -> None:
        """Put ``cell`` into question, or no cell for ``None``."""
        if cell != self._cell:
            self._cell = cell
            self.cell_changed.emit(cell)

    @Slot(object)
    def select_derivation(self, derivation: Derivation | None) -> None:
        """Put ``derivation`` into question, or none for ``None``."""
        if derivation is not self._derivation:
            self._derivation = derivation
            self.derivation_changed.emit(derivation)

    @Slot(object)
    def ask(self, cell: Cell) -> None:
        """Select ``cell`` and ask why it is safe or a mine."""
        self.select_cell(cell)
        self._asked_cell = cell
        self.asked.emit(cell)

    @Slot()
    def withdraw_question(self) -> None:
        """Ask about no cell any more; the selected cell stays selected."""
        if self._asked_cell is not None:
            self._asked_cell = None
            self.asked.emit(None)

    @Slot()
    def clear(self) -> None:
        """Put neither a cell nor a derivation into question, and ask about no cell."""
        self.select_cell(None)
        self.withdraw_question()
        self.select_derivation(None)
