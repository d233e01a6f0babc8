"""The page of the first difference's smallest case: the cause, and lines of Python to copy, save or open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QProgressBar, QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.agent.differences_page import NO_DIFFERENCES
from minesweeper_qt.gui.panels.agent.parts import ButtonRow, code_field
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.student.case_text import case_lines, source_of_tests
from minesweeper_qt.model.student.finding import Case, Finding, Skill

SEARCHING = "Searching for the cause and the smallest case…"
_LATE = "Too late, not never: it comes when the same clue is given again."
NO_CASE = "No small case was found that shows this difference."


class SaveTestDialog:
    """Asks the user for the file to which a test is written."""

    @classmethod
    def ask(cls, start: Path, parent: QWidget) -> Path | None:
        """Ask, with ``start`` as the suggestion; return the chosen path, or ``None`` if the user cancelled."""
        path, _ = QFileDialog.getSaveFileName(parent, "Save as a Test", str(start), "Python (*.py)")
        return Path(path) if path else None


class CasePage(QWidget):
    """Shows the cause and the case of a ``Finding`` as Python, or that they are searched for.

    Attributes: ``message``, the label without a case; ``progress``, the bar while the search lasts; ``code``, the
    field; ``copy``, ``open_sandbox`` and ``save``, the buttons; ``note``, the label that says what a button has done.
    Signal: ``sandbox_requested(Position)``.
    """

    sandbox_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding: Finding | None = None
        self._file = Path()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.message = CutLabel(self, wraps=True)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Search for the smallest case")
        self.progress.setFixedHeight(metrics.GAP)
        self.code = code_field("The smallest case", self)
        self._buttons = ButtonRow(self)
        self.note = self._buttons.note
        self.copy = self._buttons.add("Copy", "Copy", "Copy the lines of the case")
        self.open_sandbox = self._buttons.add(
            "Open in the Sandbox", "Sandbox", "Open the position of the case in the sandbox"
        )
        self.save = self._buttons.add("Save as a Test…", "Save…", "Save the case as a file of tests for pytest")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, metrics.NARROW, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(self.message)
        column.addWidget(self.progress)
        column.addWidget(self.code, 1)
        column.addWidget(self._buttons)
        column.addStretch(0)
        self.copy.clicked.connect(self._copy)
        self.open_sandbox.clicked.connect(self._open_sandbox)
        self.save.clicked.connect(self._save)
        self.show_nothing(NO_DIFFERENCES)

    @property
    def finding(self) -> Finding | None:
        """The finding whose case is shown; ``None`` if there is none."""
        return self._finding

    def show_finding(self, finding: Finding, file: Path) -> None:
        """Show the cause and the case of ``finding`` in the agent in ``file``."""
        if finding != self._finding:
            self._finding, self._file = finding, file
            code, words = code_of(finding), list(filter(None, [cause_text(finding.cause), _late_text(finding)]))
            if code:
                self._show("", "\n".join([*(f"# {line}" for line in words), code]))
            else:
                self._show(" ".join([NO_CASE, *finding.why, *words]), "")

    def show_searching(self) -> None:
        """Show that cause and case are searched for."""
        self._finding = None
        self._show(SEARCHING, "", is_searching=True)

    def show_nothing(self, why: str) -> None:
        """Show only ``why`` there is no case."""
        self._finding = None
        self._show(why, "")

    def _show(self, message: str, code: str, is_searching: bool = False) -> None:
        if (message, code) == (self.message.text(), self.code.toPlainText()):
            return
        self.message.set_text(message)
        self.message.setHidden(not message)
        self.code.setPlainText(code)
        self.progress.setVisible(is_searching)
        self._buttons.show_note("")
        if self._buttons.isAncestorOf(self.focusWidget() or self) or self.code.hasFocus():
            # Otherwise the focus would go to another panel, and the next key would act there.
            (self.code if code else self).setFocus()
        self.code.setVisible(bool(code))
        self._buttons.setVisible(bool(code))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.code.toPlainText()}\n")
        self._buttons.show_note("Copied.")

    @Slot()
    def _open_sandbox(self) -> None:
        assert self._finding is not None
        assert self._finding.case is not None
        self.sandbox_requested.emit(case_position(self._finding.case))

    @Slot()
    def _save(self) -> None:
        assert self._finding is not None
        path = SaveTestDialog.ask(self._file.with_name(f"test_{self._file.stem}.py"), self)
        if path is None:
            return
        try:
            write_whole(path, source_of_tests([self._finding], self._file).encode())
        except OSError as wrong:
            cause, allowed = wrong.strerror or str(wrong), "a file in a folder that can be written to and has space"
            self._buttons.show_note(f"{path} can't be written: {cause}. Allowed is {allowed}.")
        else:
            self._buttons.show_note(f"Saved as {path.name}.")


def cause_text(cause: Skill | None) -> str:
    """Return the cause as a sentence; empty without one."""
    return "" if cause is None else f"Cause: {cause.words}."


def _late_text(finding: Finding) -> str:
    if not finding.is_late:
        return ""
    return _LATE if finding.cause is not None else f"{_LATE} Go on until nothing changes."


def code_of(finding: Finding) -> str:
    """Return the case of ``finding`` as lines of Python, and below them why that is wrong; empty without a case."""
    if finding.case is None or finding.symptom is None:
        return ""
    why = [f"# {line}" for text in finding.why for line in text.split("\n")]
    return "\n".join([*case_lines(finding.case, finding.symptom), *why])


def case_position(case: Case) -> Position:
    """Return the position of a case, with more mines than it needs.

    No cell next to a clue is settled by that number where other cells are covered.

    >>> case_position(Case.of(1, 4, [(0, 0)], frozenset({(0, 1)}))).mines
    2
    """
    clues = dict(case.observations)
    board = Board(case.height, case.width)
    near = frozenset[Cell]().union(*(board.neighbours(cell) for cell in clues))
    free = sum(cell not in clues and cell not in near for cell in board.cells)
    return Position(case.height, case.width, min(len(case.mines) + (free + 1) // 2, len(board.cells)), clues)
