"""What a sentence was derived from, and what was derived from it, as trees."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.subject import Subject
from minesweeper_qt.model import Cell, Derivation


class DerivationPanel(QWidget):
    """Shows how a sentence or verdict came about, down to clues, and what it led to; the board follows.

    Signals: ``spotlight_changed(Spotlight | None)``, what the board should light up; ``record_selected(Derivation)``.
    """

    spotlight_changed = Signal(object)
    record_selected = Signal(object)

    def __init__(self, subject: Subject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject = subject

    @Slot(object)
    def show_record(self, record: Derivation | None) -> None:
        """Show the derivation of ``record``, or nothing for ``None``."""

    @Slot(object)
    def show_cell(self, cell: Cell | None) -> None:
        """Show how ``cell`` was settled, or the sentence of its clue; nothing for ``None``."""
