"""The dialogs. Dialog classes have a classmethod ``ask``, the others are functions; tests replace both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRegularExpression, Qt, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QWidget,
)

from minesweeper_qt import __version__
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets.number_field import NumberField
from minesweeper_qt.gui.window.dialog_parts import (
    arrange_message,
    centre_labels,
    dialog_column,
    field_rows,
    ok_and_cancel,
)
from minesweeper_qt.model import Difficulty
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.text.number_text import plural

SEED_DIGITS = 18
"""The most digits of a seed: every number with as many digits fits into 64 bits, and is a valid seed."""


@dataclass(frozen=True, slots=True)
class CustomGame:
    """The result of the dialog: a difficulty, and the seed of the layout or ``None`` for a random one."""

    difficulty: Difficulty
    seed: int | None


class CustomDialog(QDialog):
    """Asks the user for height, width, mines and seed; every result is a possible board."""

    def __init__(self, start: Difficulty, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Custom Game")
        self.height_box = self._side(start.height, "Rows of the board")
        self.width_box = self._side(start.width, "Columns of the board")
        self.mines_box = NumberField(self)
        self.mines_box.setMinimum(1)
        self.mines_box.setAccessibleDescription("How many mines there are; one cell at least stays free")
        self.share = QLabel(self)
        self.seed_edit = QLineEdit(self)
        self.seed_edit.setPlaceholderText("random")
        self.seed_edit.setToolTip(f"The same seed brings the same board: a whole number of up to {SEED_DIGITS} digits")
        digits = QRegularExpression(f"[0-9]{{0,{SEED_DIGITS}}}")
        self.seed_edit.setValidator(QRegularExpressionValidator(digits, self))
        form = field_rows()
        form.addRow("&Height:", self.height_box)
        form.addRow("&Width:", self.width_box)
        form.addRow("&Mines:", self.mines_box)
        form.addRow("", self.share)
        form.addRow("&Seed:", self.seed_edit)
        centre_labels(form)
        column = dialog_column(self)
        column.addLayout(form)
        column.addWidget(ok_and_cancel(self, "&Play"))
        self.height_box.valueChanged.connect(self._bound_mines)
        self.width_box.valueChanged.connect(self._bound_mines)
        self.mines_box.valueChanged.connect(self._show_share)
        self._bound_mines()
        self.mines_box.setValue(start.mines)
        self._show_share()

    @classmethod
    def ask(cls, start: Difficulty, parent: QWidget) -> CustomGame | None:
        """Show the dialog, filled with ``start``; return the chosen game, or ``None`` if the user cancelled."""
        dialog = cls(start, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        chosen = dialog.chosen() if accepted else None
        dialog.deleteLater()
        return chosen

    def chosen(self) -> CustomGame:
        """Return the game that the fields describe."""
        difficulty = Difficulty.custom(self.height_box.value(), self.width_box.value(), self.mines_box.value())
        seed = self.seed_edit.text()
        return CustomGame(difficulty, int(seed) if seed else None)

    def _side(self, value: int, description: str) -> NumberField:
        box = NumberField(self)
        box.setRange(Difficulty.MIN_SIDE, Difficulty.MAX_SIDE)
        box.setValue(value)
        box.setAccessibleDescription(description)
        return box

    @Slot()
    def _bound_mines(self) -> None:
        self.mines_box.setMaximum(self.height_box.value() * self.width_box.value() - 1)
        self._show_share()

    @Slot()
    def _show_share(self) -> None:
        share = self.mines_box.value() / (self.height_box.value() * self.width_box.value())
        self.share.setText(f"1 to {self.mines_box.maximum()}; {share:.0%} of the cells are mines")


class BranchDialog:
    """Asks the user whether the moves after the shown one may be discarded."""

    @classmethod
    def ask(cls, moves: int, parent: QWidget) -> bool:
        """Ask, and return whether the user chose to play on, which discards this number of ``moves``."""
        what = plural(moves, "The move after it is", f"The {moves} moves after it are")
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "Play On from Here",
            f"You are looking at an earlier move. {what} discarded if you play on from here.",
            QMessageBox.StandardButton.Cancel,
            parent,
        )
        play = box.addButton("&Play on from here", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(play)
        arrange_message(box)
        box.exec()
        is_accepted = box.clickedButton() is play
        box.deleteLater()
        return is_accepted


def save_text(parent: QWidget, title: str, name: str, kinds: str, text: str) -> str:
    """Ask the user for a file and write ``text`` to it, completely or not at all.

    Return the text of the error if it can't be written, and the empty string after a success or if the user cancelled.
    """
    path, _ = QFileDialog.getSaveFileName(parent, title, name, kinds)
    if not path:
        return ""
    try:
        write_whole(Path(path), text.encode())
    except OSError as wrong:
        cause = wrong.strerror or wrong
        return f"{path} can't be written: {cause}. Allowed is a file in a folder that can be written to and has space."
    return ""


def warn(parent: QWidget, title: str, text: str) -> None:
    """Show a warning, and wait until it is closed."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Close, parent)
    arrange_message(box)
    box.exec()
    box.deleteLater()


def show_warning(parent: QWidget, title: str, text: str) -> None:
    """Show a warning without waiting; until it is closed, ``parent`` can't be used."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Close, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    arrange_message(box)
    box.open()


def show_about(parent: QWidget) -> None:
    """Show name, version, purpose and licence of the program."""
    box = QMessageBox(parent)
    box.setWindowTitle("About Minesweeper")
    box.setIconPixmap(assets.app_icon().pixmap(64, 64))
    box.setText(f"<b>Minesweeper {__version__}</b>")
    box.setInformativeText(_ABOUT)
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    arrange_message(box)
    box.exec()
    box.deleteLater()


_ABOUT = """<p>A Minesweeper whose player can be watched thinking: its AI keeps sentences <tt>{cells} = count</tt>,
draws conclusions from them, and shows every one.</p>
<p>After the project <i>Minesweeper</i> of Harvard's CS50 AI course. MIT licence.</p>"""
