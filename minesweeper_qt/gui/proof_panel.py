"""Why a cell is safe or a mine, step by step, or why nobody can know."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.subject import Subject
from minesweeper_qt.model import Cell


class ProofPanel(QWidget):
    """Asks for the proof of a cell and shows it; the board follows the steps.

    Attributes: ``cell``, the cell that is asked about, or ``None``. Signals: ``spotlight_changed(Spotlight | None)``,
    what the board should light up; ``cell_asked(Cell)``, the user follows a link to another cell.
    """

    spotlight_changed = Signal(object)
    cell_asked = Signal(object)

    def __init__(self, subject: Subject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._subject = subject

    @Slot(object)
    def ask(self, cell: Cell | None) -> None:
        """Explain ``cell``, or nothing for ``None``."""
        self.cell = cell
