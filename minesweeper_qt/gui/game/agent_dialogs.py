"""The dialogs about the file of the student's agent. Each class has a classmethod ``ask``, which tests replace."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from minesweeper_qt.gui.window.dialog_parts import arrange_message

TITLE = "Open My Agent"
_KINDS = "Python (*.py);;All files (*)"


class AgentFileDialog:
    """Asks the user for the file of an agent."""

    @classmethod
    def ask(cls, folder: str, parent: QWidget) -> Path | None:
        """Ask, beginning in ``folder``; return the chosen file, or ``None`` if the user cancelled."""
        path, _ = QFileDialog.getOpenFileName(parent, f"{TITLE}: It Will Run on This Computer", folder, _KINDS)
        return Path(path) if path else None


class RunAgentDialog:
    """Asks the user whether a file that was dropped on the window may run."""

    @classmethod
    def ask(cls, path: Path, parent: QWidget) -> bool:
        """Ask, and return whether the file at ``path`` may run."""
        box = QMessageBox(
            QMessageBox.Icon.Question,
            TITLE,
            f"Run {path.name} as your agent?",
            QMessageBox.StandardButton.Cancel,
            parent,
        )
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(
            f"{path}\n\nThe file will run on this computer, with your rights, in a process of its own. That protects "
            "this window from mistakes in the file; it is not a security boundary. Run no file that you don't trust."
        )
        run = box.addButton("&Run", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        arrange_message(box)
        box.exec()
        is_accepted = box.clickedButton() is run
        box.deleteLater()
        return is_accepted
