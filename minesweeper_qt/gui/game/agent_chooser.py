"""The button of the tool bar that names the file of the student's agent, and lists those opened before."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.actions import Actions

_NO_FILE = "No agent"


class AgentChooser(QPushButton):
    """Shows the name of the file, cut off in its middle; its menu has the ``recent`` files, and what opens another."""

    def __init__(self, act: Actions, recent: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("chooser", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._act = act
        self._recent = recent
        self._name = ""
        self._is_narrow = False
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._fill()
        self.setMenu(self._menu)
        self.show_file("", "")

    def show_file(self, name: str, path: str) -> None:
        """Show the file with this ``name``; empty texts stand for no agent."""
        self._name = name
        self.setAccessibleName(f"Agent: {name or 'none'}")
        self.setToolTip(path or "The file with your MinesweeperAI")
        self._show_name()

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether there is room for the start and the end of the name only."""
        self._is_narrow = is_narrow
        self._show_name()

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addActions(self._recent.actions())
        self._menu.addSeparator()
        self._menu.addActions([self._act[name] for name in ("open_agent", "drop_agent")])

    def _show_name(self) -> None:
        width = metrics.SHORT_AGENT_NAME if self._is_narrow else metrics.AGENT_NAME
        shown = self.fontMetrics().elidedText(self._name or _NO_FILE, Qt.TextElideMode.ElideMiddle, width)
        # With text at the left, Qt ignores the padding of the style sheet.
        self.setText(f"\N{EN SPACE}{shown}")
