"""Holds the cell and the derivation in question in a window, which its panels explain."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.model import Cell, Derivation


class Selection(QObject):
    """The cell and the derivation in question, which all views of a window share; cleared when another game starts.

    A view reads it, follows its signals, and changes it by its slots. Signals, emitted only for a change:
    ``cell_changed(Cell | None)``, ``derivation_changed(Derivation | None)``.
    """

    cell_changed = Signal(object)
    derivation_changed = Signal(object)

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cell: Cell | None = None
        self._derivation: Derivation | None = None
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

    @Slot()
    def clear(self) -> None:
        """Put neither a cell nor a derivation into question."""
        self.select_cell(None)
        self.select_derivation(None)
