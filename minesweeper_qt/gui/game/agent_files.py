"""Opens the file of the student's agent: chosen in a dialog, dropped on the window, or opened before."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from minesweeper_qt import model
from minesweeper_qt.gui.game.agent_dialogs import TITLE, AgentFileDialog, RunAgentDialog
from minesweeper_qt.gui.game.agent_drop import AgentDrop
from minesweeper_qt.gui.session.watched_agent import WatchedAgent
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences


class AgentFiles(QObject):
    """Lets the user open a file as the agent of ``watched``, while the action ``open_agent`` is enabled.

    Attribute: ``recent_menu``, the files opened before, the last one first. Signal: ``opened``, when the user has
    opened a file.
    """

    opened = Signal()

    def __init__(self, watched: WatchedAgent, act: Actions, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._watched = watched
        self._open = act["open_agent"]
        self._preferences = preferences
        self._window = window
        self.recent_menu = QMenu("&Recent Agents", window)
        self.recent_menu.setToolTipsVisible(True)
        self._open.triggered.connect(self.ask)
        self._open.enabledChanged.connect(self.recent_menu.setEnabled)
        # Not at once: the program that the file was dropped from waits until the event has been handled.
        AgentDrop(window).dropped.connect(self._on_dropped, Qt.ConnectionType.QueuedConnection)
        self._fill_menu()

    @Slot()
    def ask(self) -> None:
        """Ask the user for a file, and open it."""
        recent = self._preferences.recent_agents
        path = AgentFileDialog.ask(str(recent[0].parent) if recent else "", self._window)
        if path is not None:
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open the file at ``path``; return whether that was possible. If not, a message says why."""
        try:
            self.use(path)
        except model.StudentFileError as wrong:
            dialogs.warn(self._window, TITLE, f"{wrong}. Allowed is a file in Python with the class MinesweeperAI.")
            return False
        return True

    def use(self, path: Path) -> None:
        """Open the file at ``path``; raise ``StudentFileError``, and change nothing, if that is impossible."""
        self._watched.open(path)
        file = self._watched.file
        assert file is not None, "it was opened"
        self._preferences.add_recent_agent(file.path)
        self._fill_menu()
        self.opened.emit()

    @Slot(object)
    def _on_dropped(self, path: Path) -> None:
        if self._open.isEnabled() and RunAgentDialog.ask(path, self._window):
            self.open_path(path)

    @Slot()
    def _open_recent(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        path = Path(action.data())
        if os.path.isfile(path):  # Path.is_file() raises OSError for some paths
            self.open_path(path)
            return
        self._preferences.remove_recent_agent(path)
        self._fill_menu()
        dialogs.warn(self._window, TITLE, f"{path} is no longer there. It was taken off the list of recent agents.")

    def _fill_menu(self) -> None:
        self.recent_menu.clear()
        paths = self._preferences.recent_agents
        for number, path in enumerate(paths, 1):
            words = f"{path.name} ({path.parent.name})" if path.parent.name else path.name
            action = self.recent_menu.addAction(f"&{number} {words.replace('&', '&&')}")
            action.setData(str(path))
            action.setToolTip(str(path))
            action.triggered.connect(self._open_recent)
        if not paths:
            self.recent_menu.addAction("&None Yet").setEnabled(False)
