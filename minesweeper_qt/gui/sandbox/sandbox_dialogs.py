"""The sandbox's dialogs: the size of an empty board, and the file to read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from minesweeper_qt.gui.sandbox.position_editor import MAX_SIDE
from minesweeper_qt.gui.widgets.number_field import NumberField
from minesweeper_qt.gui.window.dialogs import centre_labels, dialog_column, field_rows, ok_and_cancel
from minesweeper_qt.model import Position

KINDS = "Positions (*.txt);;All files (*)"
"""The filter of the file dialogs."""

MAX_BYTES = 100_000
"""The largest file that is read: more than the largest board of the sandbox needs in any text form."""


class EmptyBoardDialog(QDialog):
    """Asks for rows, columns and mines; its limits allow only possible boards."""

    def __init__(self, start: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New Empty Board")
        self.rows = self._field(1, MAX_SIDE, start.height, f"Rows of the board: 1 to {MAX_SIDE}")
        self.columns = self._field(1, MAX_SIDE, start.width, f"Columns of the board: 1 to {MAX_SIDE}")
        self.mines = self._field(0, start.height * start.width, start.mines, "")
        form = field_rows()
        form.addRow("&Rows:", self.rows)
        form.addRow("&Columns:", self.columns)
        form.addRow("&Mines:", self.mines)
        centre_labels(form)
        column = dialog_column(self)
        column.addLayout(form)
        column.addWidget(ok_and_cancel(self, "&Make"))
        self.rows.valueChanged.connect(self._bound_mines)
        self.columns.valueChanged.connect(self._bound_mines)
        self._bound_mines()

    @classmethod
    def ask(cls, start: Position, parent: QWidget) -> Position | None:
        """Show the dialog, filled with the size of ``start``; return the empty board, or ``None``."""
        dialog = cls(start, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        chosen = dialog.chosen() if accepted else None
        dialog.deleteLater()
        return chosen

    def chosen(self) -> Position:
        """Return the empty board with the values of the fields."""
        return Position(self.rows.value(), self.columns.value(), self.mines.value())

    def _field(self, least: int, most: int, value: int, description: str) -> NumberField:
        field = NumberField(self)
        field.setRange(least, most)
        field.setValue(value)
        field.setAccessibleDescription(description)
        field.setToolTip(description)
        return field

    @Slot()
    def _bound_mines(self) -> None:
        most = self.rows.value() * self.columns.value()
        self.mines.setMaximum(most)
        self.mines.setSuffix(f" of 0 to {most}")
        self.mines.setAccessibleDescription(f"Mines on the whole board: 0 to {most}")


def ask_path(parent: QWidget) -> str:
    """Ask for a file to read; return its path, or an empty string if the user cancelled."""
    return QFileDialog.getOpenFileName(parent, "Open Position", "", KINDS)[0]


def read_text(path: str) -> str:
    """Return the text of a file.

    Raises ``OSError`` with a readable reason if the file can't be read, is larger than ``MAX_BYTES``, or is not UTF-8.
    """
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise OSError(f"more than {MAX_BYTES} bytes: the sandbox has boards of up to {MAX_SIDE}x{MAX_SIDE}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = raw.count(b"\n", 0, wrong.start) + 1
        raise OSError(f"line {line}: byte 0x{raw[wrong.start]:02x} is not UTF-8; expected plain text") from None
