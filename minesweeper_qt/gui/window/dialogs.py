"""The dialogs and their parts: classes with a classmethod ``ask``, which tests replace, and functions."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QRegularExpression, Qt, QTimer, qVersion
from PySide6.QtGui import QFocusEvent, QGuiApplication, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QMessageBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt import __version__, model
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import Field, announce
from minesweeper_qt.model import Difficulty, MinesweeperError
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.words import counted, plural, size_text


@guarded
class NumberField(QSpinBox):
    """A spin box that selects its value whenever it gets the focus: by Tab, by the mouse and in a new dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The style sheet's padding does not reach this text.
        self.lineEdit().setTextMargins(metrics.GAP, 0, 0, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Later, since the press of the mouse that moved the focus here would end the selection again.
        QTimer.singleShot(0, self, self.selectAll)


SEED_DIGITS = 18
"""The most digits of a seed: every number with as many digits fits into 64 bits, and is a valid seed."""


def dialog_column(dialog: QDialog) -> QVBoxLayout:
    """Return the layout of ``dialog``: a column with the margins of all dialogs."""
    column = QVBoxLayout(dialog)
    column.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
    column.setSpacing(metrics.EDGE)
    return column


def field_rows(parent: QWidget | None = None) -> QFormLayout:
    """Return a layout for fields with a label beside each."""
    form = QFormLayout(parent, horizontalSpacing=metrics.EDGE, verticalSpacing=metrics.GAP)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return form


def centre_labels(form: QFormLayout) -> None:
    """Make each label of ``form`` as high as its field: the form puts it at the top, and its text in its middle."""
    for row in range(form.rowCount()):
        label = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        field = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        widget = label.widget() if label is not None else None
        # A label without text would only keep a note beside it from becoming lower.
        if isinstance(widget, QLabel) and widget.text() and field is not None:
            widget.setMinimumHeight(field.sizeHint().height())


def ok_and_cancel(dialog: QDialog, main: str) -> QDialogButtonBox:
    """Return the buttons that accept and reject ``dialog``; ``main`` is the text of the one that accepts it."""
    standard = QDialogButtonBox.StandardButton
    buttons = QDialogButtonBox(standard.Ok | standard.Cancel, dialog)
    accepting = buttons.button(standard.Ok)
    accepting.setText(main)
    accepting.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


class CustomGame(NamedTuple):
    """The result of the dialog: a difficulty, and the seed of the layout or ``None`` for a random one."""

    difficulty: Difficulty
    seed: int | None


_Chosen = TypeVar("_Chosen")


def answer(dialog: QDialog, chosen: Callable[[], _Chosen]) -> _Chosen | None:
    """Show ``dialog`` and destroy it; return what is ``chosen`` then, or ``None`` if the user cancelled."""
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    found = chosen() if accepted else None
    dialog.deleteLater()
    return found


class BoardDialog(QDialog):
    """Asks the user for height, width and mines; every result is a possible board.

    Each side is at least ``least_side``; so many cells are at least mines as are at least none, ``least_mines``.
    Attributes: ``height_box``, ``width_box``, ``mines_box``, the fields; ``form``, with a row for each.
    """

    def __init__(
        self, board: tuple[int, int, int], parent: QWidget | None, main: str, *, least_side: int, least_mines: int
    ) -> None:
        super().__init__(parent)
        self._least_side = least_side
        self.height_box = self._side(board[0], "Rows of the board")
        self.width_box = self._side(board[1], "Columns of the board")
        self.mines_box = NumberField(self)
        self.mines_box.setMinimum(least_mines)
        self.mines_box.setAccessibleDescription("How many mines there are on the whole board")
        self.share = QLabel(self)
        self.form = field_rows()
        self.form.addRow("&Height:", self.height_box)
        self.form.addRow("&Width:", self.width_box)
        self.form.addRow("&Mines:", self.mines_box)
        self.form.addRow("", self.share)
        centre_labels(self.form)
        column = dialog_column(self)
        column.addLayout(self.form)
        column.addWidget(ok_and_cancel(self, main))
        self.height_box.valueChanged.connect(self._bound_mines)
        self.width_box.valueChanged.connect(self._bound_mines)
        self.mines_box.valueChanged.connect(self._show_share)
        self.mines_box.lineEdit().inputRejected.connect(self._say_most)
        self._bound_mines()
        self.mines_box.setValue(board[2])
        self._show_share()

    @property
    def board(self) -> tuple[int, int, int]:
        """The height, the width and the mines that the fields have."""
        return self.height_box.value(), self.width_box.value(), self.mines_box.value()

    def _side(self, value: int, description: str) -> NumberField:
        box = NumberField(self)
        box.setRange(self._least_side, Difficulty.MAX_SIDE)
        box.setValue(value)
        box.setAccessibleDescription(description)
        return box

    def _bound_mines(self) -> None:
        before, (height, width, _) = self.mines_box.value(), self.board
        self.mines_box.setMaximum(height * width - self.mines_box.minimum())
        self._show_share()
        if self.mines_box.value() < before:
            self._say_most()

    def _say_most(self) -> None:
        """Say that the field does not take the number that was typed, or stood there."""
        self._show_share()
        self.share.setText(f"No more fit {size_text(*self.board[:2])}: {self.share.text()}")
        announce(self, self.share.text())

    def _show_share(self) -> None:
        (height, width, mines), box = self.board, self.mines_box
        share = mines / (height * width)
        self.share.setText(f"{box.minimum()} to {box.maximum()}; {share:.0%} of the cells are mines")


class CustomDialog(BoardDialog):
    """Asks the user for a board of a game, and for its seed."""

    def __init__(self, start: Difficulty, parent: QWidget | None = None) -> None:
        board = start.height, start.width, start.mines
        super().__init__(board, parent, "&Start", least_side=Difficulty.MIN_SIDE, least_mines=1)
        self.setWindowTitle("Custom Game")
        self.seed_edit = Field(self)
        self.seed_edit.setPlaceholderText("random")
        self.seed_edit.setToolTip(f"The same seed brings the same board: a whole number of up to {SEED_DIGITS} digits")
        digits = QRegularExpression(f"[0-9]{{0,{SEED_DIGITS}}}")
        self.seed_edit.setValidator(QRegularExpressionValidator(digits, self))
        self.form.addRow("&Seed:", self.seed_edit)
        self.setTabOrder(self.mines_box, self.seed_edit)
        centre_labels(self.form)

    @classmethod
    def ask(cls, start: Difficulty, parent: QWidget) -> CustomGame | None:
        """Show the dialog, filled with ``start``; return the chosen game, or ``None`` if the user cancelled."""
        dialog = cls(start, parent)
        return answer(dialog, dialog.chosen)

    def chosen(self) -> CustomGame:
        """Return the game that the fields describe."""
        seed = self.seed_edit.text()
        return CustomGame(Difficulty.custom(*self.board), int(seed) if seed else None)


class EnterCodeDialog(QDialog):
    """Asks the user for the code of a board, and says what is wrong with it or which board it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Enter Code")
        self.code: model.BoardCode | model.Record | None = None
        self.edit = Field(self)
        self.edit.setPlaceholderText("a code, a game ID or an address")
        self.meaning = QLabel(self, wordWrap=True)
        self.meaning.setTextFormat(Qt.TextFormat.PlainText)
        self.meaning.setMinimumWidth(self.meaning.fontMetrics().horizontalAdvance("x" * _MEANING))
        form = field_rows()
        form.addRow("&Code:", self.edit)
        form.addRow("", self.meaning)
        centre_labels(form)
        column = dialog_column(self)
        column.addLayout(form)
        buttons = ok_and_cancel(self, "&Start")
        column.addWidget(buttons)
        self.start = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.edit.textChanged.connect(self._read)
        # While the code is wrong, Enter does nothing else.
        self.edit.returnPressed.connect(self._say)
        with suppress(MinesweeperError):
            copied = QGuiApplication.clipboard().text()
            code = model.read_code(copied)
            self.edit.setText(copied.strip() if isinstance(code, model.Record) else code.to_text())
        self._read()
        self.edit.selectAll()

    @classmethod
    def ask(cls, parent: QWidget) -> model.BoardCode | model.Record | None:
        """Show the dialog, with the code in the clipboard if there is one; return the code, or ``None``."""
        dialog = cls(parent)
        return answer(dialog, lambda: dialog.code)

    def _read(self) -> None:
        """Read the code that is typed, and show the board or what is wrong."""
        before = self.code
        try:
            code = model.read_code(self.edit.text())
            height, width = (max(side, Difficulty.MIN_SIDE) for side in (code.difficulty.height, code.difficulty.width))
            Difficulty.custom(height, width, 1)
            self.code, text = code, _board_text(code.difficulty)
        except MinesweeperError as wrong:
            self.code = None
            text = str(wrong)
        self.meaning.setText(text[:1].upper() + text[1:])
        self.adjustSize()
        self.edit.setAccessibleDescription(self.meaning.text())
        self.start.setEnabled(self.code is not None)
        if self.code != before:
            self._say()

    def _say(self) -> None:
        announce(self, self.meaning.text())


_MEANING = 60
"""The width that is kept free for what a code means, in letters: most messages are shorter."""


def _board_text(difficulty: Difficulty) -> str:
    """Return the level, the size, the mines and what becomes of guesses."""
    size = size_text(difficulty.height, difficulty.width)
    return f"{difficulty.title}: {size}, {counted(difficulty.mines, 'mine')}, {difficulty.rules.guesses.words}"


def message(parent: QWidget, icon: QMessageBox.Icon, title: str, text: str, more: str = "") -> QMessageBox:
    """Return a message without a button; ``more`` stands below the ``text``."""
    box = QMessageBox(icon, title, text, QMessageBox.StandardButton.NoButton, parent, informativeText=more)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def _arrange(box: QMessageBox) -> None:
    """Give a message the margins of all dialogs, after the last of its parts was added."""
    layout = box.layout()
    assert layout is not None
    layout.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)


def is_accepted(box: QMessageBox, main: str, other: str = "Cancel", *, is_default: bool = True) -> bool:
    """Show the question ``box``; return whether the user chose ``main``, which Enter chooses if it ``is_default``."""
    rejecting = box.addButton(other, QMessageBox.ButtonRole.RejectRole)
    accepting = box.addButton(main, QMessageBox.ButtonRole.AcceptRole)
    box.setEscapeButton(rejecting)
    box.setDefaultButton(accepting if is_default else rejecting)
    _arrange(box)
    box.exec()
    box.deleteLater()
    return box.clickedButton() is accepting


class BranchDialog:
    """Asks the user whether the moves after the shown one may be discarded."""

    @classmethod
    def ask(cls, moves: int, parent: QWidget) -> bool:
        """Ask, and return whether the user chose to play on, which discards this number of ``moves``."""
        what = plural(moves, "The move after it is", f"The {moves} moves after it are")
        text = f"You are looking at an earlier move. {what} discarded if you play on from here."
        box = message(parent, QMessageBox.Icon.Question, "Play On from Here", text)
        return is_accepted(box, "&Play on from here")


def save_text(parent: QWidget, title: str, name: str, kinds: str, text: str) -> None:
    """Ask the user for a file and write ``text`` to it, completely or not at all; warn if it can't be written."""
    path, _ = QFileDialog.getSaveFileName(parent, title, name, kinds)
    if path:
        try:
            write_whole(Path(path), text.encode())
        except OSError as wrong:
            problem = f"{path} can't be written: {wrong.strerror or wrong}."
            warn(parent, title, f"{problem} Allowed is a file in a folder that can be written to and has space.")


def warn(parent: QWidget, title: str, text: str) -> None:
    """Show a warning without waiting; until it is closed, ``parent`` can't be used."""
    box = message(parent, QMessageBox.Icon.Warning, title, text)
    box.addButton(QMessageBox.StandardButton.Close)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _arrange(box)
    box.open()


def show_about(parent: QWidget) -> None:
    """Show name, version, purpose and licence of the program."""
    title, text = "About Minesweeper", f"<b>Minesweeper {__version__}</b>"
    about = _ABOUT.format(qt=qVersion(), python=platform.python_version())
    box = message(parent, QMessageBox.Icon.NoIcon, title, text, about)
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setIconPixmap(assets.app_icon().pixmap(64, 64))
    box.addButton(QMessageBox.StandardButton.Close)
    _arrange(box)
    box.exec()
    box.deleteLater()


_ABOUT = """<p>A Minesweeper whose AI you can watch thinking. The AI keeps sentences <tt>{{cells}} = count</tt>,
draws conclusions from them, and shows every one.</p>
<p>After the project <i>Minesweeper</i> of Harvard's CS50 AI course. MIT licence.</p>
<p>It runs on Qt {qt} and PySide6, under the LGPL 3, and on Python {python}, under the PSF licence. A bundle has the
texts of these licences in its folder <tt>licences</tt>.</p>"""
