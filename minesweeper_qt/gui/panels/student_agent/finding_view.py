"""A finding as text, with its cause and its smallest case, to be copied or saved as a test, or opened elsewhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from minesweeper_qt.gui.panels.student_agent.parts import TextPage
from minesweeper_qt.model import Cell, Position
from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.report_parts import Section, as_text
from minesweeper_qt.model.student.case_text import source_of_tests
from minesweeper_qt.model.student.finding import Case, Finding
from minesweeper_qt.model.student.report_text import case_parts, finding_section

SEARCHING = "Searching for the cause and the smallest case…"
NO_CASE = "No small case was found that shows this difference."
_NEVER = "Never found."


class SaveTestDialog:
    """Asks the user for the file to which a test is written."""

    @classmethod
    def ask(cls, start: Path, parent: QWidget) -> Path | None:
        """Ask, with ``start`` as the suggestion; return the chosen path, or ``None`` if the user cancelled."""
        path, _ = QFileDialog.getSaveFileName(parent, "Save as a Test", str(start), "Python (*.py)")
        return Path(path) if path else None


class FindingView(TextPage):
    """Shows a ``Finding`` and the buttons that are of use for it, or why there is none.

    Attributes: ``finding``, what is shown, or ``None``; ``show_on_board``, ``open_sandbox``, ``copy`` and ``save``, the
    buttons. Signals: ``finding_requested(Finding)``, to show it on the board; ``sandbox_requested(Position)``.
    """

    finding_requested = Signal(object)
    sandbox_requested = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.finding: Finding | None = None
        self._file = Path()
        add = self.buttons.add
        self.show_on_board = add("Show on the Board", "Board", "Play the game in which it occurs first")
        self.open_sandbox = add("Open in the Sandbox", "Sandbox", "Open its smallest case in the sandbox")
        self.copy = add("Copy as a Test", "Copy", "Copy its smallest case as a test for pytest")
        self.save = add("Save as a Test…", "Save…", "Save its smallest case as a file of tests for pytest")
        self.show_on_board.clicked.connect(self._show_on_board)
        self.open_sandbox.clicked.connect(self._open_sandbox)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.show_nothing("")

    def show_finding(self, finding: Finding, file: Path, games: int | None = None) -> None:
        """Show ``finding`` about the agent in ``file``; ``games``, if given, were played in the audit that found it."""
        if finding != self.finding:
            self.finding, self._file = finding, file
            shown = [self.show_on_board] if games is not None and finding.first_game is not None else []
            if has_case(finding):
                shown += [self.open_sandbox, self.copy, self.save]
            self._show(_finding_text(finding, games), shown)

    def show_nothing(self, why: str) -> None:
        """Show only ``why`` there is no finding."""
        self.finding = None
        self.field.setPlaceholderText(why)
        self._show("", [])

    def _show(self, text: str, shown: list[QPushButton]) -> None:
        if any(button.hasFocus() and button not in shown for button in self.findChildren(QPushButton)):
            # Otherwise the focus would go to another panel, and the next key would act there.
            self.field.setFocus()
        self.field.setPlainText(text)
        self.buttons.show_note("")
        self.buttons.show_only(*shown)
        self.buttons.setHidden(not shown)

    def _show_on_board(self) -> None:
        self.finding_requested.emit(self.finding)

    def _open_sandbox(self) -> None:
        assert self.finding is not None
        assert self.finding.case is not None
        self.sandbox_requested.emit(case_position(self.finding.case))

    def _copy(self) -> None:
        assert self.finding is not None
        QGuiApplication.clipboard().setText(source_of_tests([self.finding], self._file))
        self.buttons.show_note("Copied.")

    def _save(self) -> None:
        assert self.finding is not None
        path = SaveTestDialog.ask(self._file.with_name(f"test_{self._file.stem}.py"), self)
        if path is None:
            return
        try:
            write_whole(path, source_of_tests([self.finding], self._file).encode())
        except OSError as wrong:
            cause, allowed = wrong.strerror or str(wrong), "a file in a folder that can be written to and has space"
            self.buttons.show_note(f"{path} can't be written: {cause}. Allowed is {allowed}.")
        else:
            self.buttons.show_note(f"Saved as {path.name}.")


def has_case(finding: Finding | None) -> bool:
    """Return whether there is a case, of which a test can be made."""
    return finding is not None and finding.case is not None and finding.symptom is not None


def cause_text(finding: Finding) -> str:
    """Return whether a missing verdict comes late or never, and the cause, in sentences; empty if neither is known."""
    late = "Found too late, not never: it comes when the same clue is given again." * finding.is_late
    cause = f"Cause: {finding.cause_words}." if finding.cause_words else ""
    return " ".join(filter(None, [cause, late, _NEVER * (finding.is_never and not finding.is_late)]))


def _finding_text(finding: Finding, games: int | None) -> str:
    if games is not None:
        found = finding_section(finding, games)
        return as_text([Section("", [found.title, *[_NEVER] * finding.is_never, *found.parts])])
    # The card has said what is wrong.
    said = NO_CASE * (not has_case(finding)), cause_text(finding)
    return as_text([*said, Section("", case_parts(finding))]).rstrip()


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
