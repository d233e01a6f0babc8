"""The dialogs. Dialog classes have a classmethod ``ask``, the others are functions; tests replace both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRegularExpression, Qt, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt import __version__
from minesweeper_qt.gui.widgets.number_field import NumberField
from minesweeper_qt.gui.window.dialog_parts import arrange_message, dialog_column, ok_and_cancel
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
        form = QFormLayout()
        form.addRow("&Height:", self.height_box)
        form.addRow("&Width:", self.width_box)
        form.addRow("&Mines:", self.mines_box)
        form.addRow("", self.share)
        form.addRow("&Seed:", self.seed_edit)
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


_KEYS = """
<h3>Mouse</h3>
<table cellpadding="3">
<tr><td><b>Left</b></td><td>reveal, on release: drag off the cell to change your mind</td></tr>
<tr><td><b>Right</b></td><td>put a flag, or take it off</td></tr>
<tr><td><b>Left on a number,<br>middle, or both</b></td>
<td>chord: reveal all around it, once it has as many flags around as it says</td></tr>
<tr><td><b>Ctrl + left</b></td><td>select a cell: the table shows the sentences that mention it,
<br>the proof why it is safe or a mine</td></tr>
<tr><td><b>Shift + right</b></td><td>what can be asked of a cell</td></tr>
<tr><td><b>Ctrl + wheel</b></td><td>zoom</td></tr>
</table>
<h3>Keys on the board</h3>
<table cellpadding="3">
<tr><td><b>Arrows</b></td><td>move the cursor and select its cell; <b>Esc</b> selects none</td></tr>
<tr><td><b>Space</b></td><td>reveal, or chord on a number</td></tr>
<tr><td><b>F</b></td><td>flag</td></tr>
</table>
<h3>The AI</h3>
<table cellpadding="3">
<tr><td><b>A</b></td><td>one move: a safe cell if it knows one, otherwise a guess</td></tr>
<tr><td><b>P</b></td><td>Auto-play to the end; <b>P</b> again stops it, <b>S</b> makes a single step</td></tr>
<tr><td><b>[</b> <b>]</b></td><td>Auto-play slower, faster</td></tr>
<tr><td><b>Alt+1</b> to <b>Alt+4</b></td><td>choose what it plays by: CS50's agent, the same with the number of mines,
<br>the lowest risk, or the strongest play</td></tr>
<tr><td><b>M</b></td><td>tell it the number of mines, or take that back</td></tr>
<tr><td><b>H</b></td><td>hint: the best next cell and why, without playing it</td></tr>
<tr><td><b>Esc</b></td><td>stop thinking about a move or a hint</td></tr>
<tr><td><b>O</b></td><td>overlay: what the AI knows of the covered cells</td></tr>
<tr><td><b>R</b></td><td>risks: the exact chance of each covered cell to be a mine;
<br>the lowest have a frame, and the mouse over a cell tells it in full</td></tr>
<tr><td><b>L</b></td><td>levels: what reasoning each certain cell takes</td></tr>
</table>
<h3>The inspector</h3>
<table cellpadding="3">
<tr><td><b>W</b></td><td>why? the proof of the cell under the cursor</td></tr>
<tr><td><b>I</b></td><td>inspect: a click asks why, and does not play</td></tr>
<tr><td><b>K</b> <b>Shift+W</b> <b>D</b></td><td>knowledge base, proof, derivation: show and hide</td></tr>
<tr><td><b>Shift+L</b> <b>G</b> <b>T</b></td><td>what is known, move log, timeline: show and hide</td></tr>
<tr><td><b>Ctrl+Z</b> <b>Ctrl+Y</b></td><td>the game a move before, a move later; <b>Alt+End</b>: as it is now</td></tr>
<tr><td><b>Ctrl+Return</b></td><td>play on from the move that is shown, after a question</td></tr>
<tr><td><b>Ctrl+B</b></td><td>sandbox: a position of your own; <b>Ctrl+Shift+B</b>: that of the game</td></tr>
<tr><td><b>Ctrl+F</b> <b>Ctrl+E</b></td><td>find sentences; save the knowledge base as JSON</td></tr>
</table>
<p>The AI never guesses on a cell that you flagged. If it can prove that a flagged cell is safe,
it takes the flag off, opens the cell and says so.</p>
"""


def show_keys(parent: QWidget) -> None:
    """Show the help on mouse and keys."""
    show_help(parent, "Mouse and Keys", _KEYS)


def show_help(parent: QWidget, title: str, text: str) -> None:
    """Show ``text``, in HTML, until the user closes the dialog.

    A ``QMessageBox`` would lay a long text out several times, for 0.1 s in all.
    """
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    label = QLabel(text, dialog)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(label)
    column.addWidget(buttons)
    dialog.exec()
    dialog.deleteLater()


def show_about(parent: QWidget) -> None:
    """Show name, version, purpose and licence of the program."""
    text = (
        f"<h3>Minesweeper {__version__}</h3>"
        "<p>A Minesweeper whose player can be watched thinking: its AI keeps sentences<br>"
        "<tt>{cells} = count</tt>, draws conclusions from them, and shows every one.</p>"
        "<p>After the project <i>Minesweeper</i> of Harvard's CS50 AI course. MIT licence.</p>"
    )
    QMessageBox.about(parent, "About Minesweeper", text)
