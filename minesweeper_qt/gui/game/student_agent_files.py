"""The student's agent in the game window: the files that are opened, the button that names them, and who plays."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton, QWidget

from minesweeper_qt import model
from minesweeper_qt.gui.game.game_inspector import GameInspector
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.header import Header
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model.play.playthrough import STUDENT

_TITLE = "Open My Agent"
_KINDS = "Python (*.py);;All files (*)"

_NEEDS_AGENT = ("reload_agent", "drop_agent", "next_difference", "run_audit")
"""The actions that are disabled without an agent."""

_STOPS = "stops_at_difference"
"""The name in the settings of whether Auto-play stops at the first difference."""


class StudentAgentFileDialog:
    """Asks the user for the file of an agent."""

    @classmethod
    def ask(cls, folder: str, parent: QWidget) -> Path | None:
        """Ask, beginning in ``folder``; return the chosen file, or ``None`` if the user cancelled."""
        path, _ = QFileDialog.getOpenFileName(parent, f"{_TITLE}: It Will Run on This Computer", folder, _KINDS)
        return Path(path) if path else None


class RunStudentAgentDialog:
    """Asks the user whether a file that was dropped on the window may run."""

    @classmethod
    def ask(cls, path: Path, parent: QWidget) -> bool:
        """Ask, and return whether the file at ``path`` may run."""
        more = (
            f"{path}\n\nThe file will run on this computer, with your rights, in a process of its own. That protects "
            "this window from mistakes in the file; it is not a security boundary. Run no file that you don't trust."
        )
        text = f"Run {path.name} as your agent?"
        box = dialogs.message(parent, QMessageBox.Icon.Question, _TITLE, text, more)
        return dialogs.is_accepted(box, "&Run", is_default=False)


class StudentAgentChooser(QPushButton):
    """Shows the name of the agent's file, cut off in its middle."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("chooser", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._name = ""
        self._is_narrow = False

    def show_file(self, path: Path | None) -> None:
        """Show the name of the file at ``path``."""
        self._name = "" if path is None else path.name
        self.setAccessibleName(f"Agent: {self._name or 'none'}")
        self.setToolTip("The file with your MinesweeperAI" if path is None else str(path))
        self.set_narrow(self._is_narrow)

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether there is room for the start and the end of the name only."""
        self._is_narrow = is_narrow
        width = metrics.SHORT_AGENT_NAME if is_narrow else metrics.AGENT_NAME
        shown = self.fontMetrics().elidedText(self._name or "No agent", Qt.TextElideMode.ElideMiddle, width)
        # With text at the left, Qt ignores the padding of the style sheet.
        self.setText(f"\N{EN SPACE}{shown}")


class StudentAgentFiles(QObject):
    """Carries out the actions about the student's agent of ``session``, and shows it in header and menus.

    Attributes: ``recent_menu``, the files opened before, the last one first; ``chooser``, the button for the tool bar,
    whose menu has these files and what opens another. Signal: ``opened``, when the user has opened a file.
    """

    opened = Signal()

    def __init__(
        self,
        player: StudentSession,
        act: Actions,
        preferences: Preferences,
        header: Header,
        inspector: GameInspector,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        session = self._session = player.session
        self._student = student = player.agent
        self._act = act
        self._preferences = preferences
        self._header = header
        self._inspector = inspector
        self._window = window
        self.chooser = StudentAgentChooser()
        self.recent_menu = Menu("&Recent Agents", window)
        self.chooser.setMenu(Menu("", self.chooser))
        for widget in (self.recent_menu, self.chooser):
            act["open_agent"].enabledChanged.connect(widget.setEnabled)
        act.connect(open_agent=self.ask, reload_agent=student.reload, drop_agent=student.drop)
        act.connect(next_difference=player.search.show_next, run_audit=self._run_audit)
        student.stops_at_difference = preferences.switch(_STOPS, True)
        act["stop_at_difference"].setChecked(student.stops_at_difference)
        act["stop_at_difference"].toggled.connect(self._set_stops)
        student.opened.connect(self._show_agent)
        session.changed.connect(self._on_session_changed)
        self._fill_menus()
        self._show_agent()

    # -- opening

    def ask(self) -> None:
        """Ask the user for a file, and open it."""
        recent = self._preferences.recent_agents
        path = StudentAgentFileDialog.ask(str(recent[0].parent) if recent else "", self._window)
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        """Open the file at ``path``, or say in a message why that is impossible."""
        try:
            self.use(path)
        except model.StudentFileError as wrong:
            dialogs.warn(self._window, _TITLE, f"{wrong}. Allowed is a file in Python with the class MinesweeperAI.")

    def use(self, path: Path) -> None:
        """Open the file at ``path``; raise ``StudentFileError``, and change nothing, if that is impossible."""
        self._student.open(path)
        file = self._student.file
        assert file is not None, "it was opened"
        self._preferences.add_recent_agent(file.path)
        self._fill_menus()
        self.opened.emit()

    def open_dropped(self, path: Path) -> None:
        """Open the file at ``path``, after a question."""
        if self._act["open_agent"].isEnabled() and RunStudentAgentDialog.ask(path, self._window):
            self._open(path)

    def _open_recent(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        path = Path(action.data())
        if os.path.isfile(path):  # Path.is_file() raises OSError for some paths
            self._open(path)
            return
        self._preferences.remove_recent_agent(path)
        self._fill_menus()
        dialogs.warn(self._window, _TITLE, f"{path} is no longer there. It was taken off the list of recent agents.")

    def _fill_menus(self) -> None:
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
        menu = self.chooser.menu()
        menu.clear()
        menu.addActions(self.recent_menu.actions())
        menu.addSeparator()
        menu.addActions([self._act["open_agent"], self._act["drop_agent"]])

    # -- showing

    @property
    def name(self) -> str:
        """The name of the agent's file while the window shows what both agents know; empty without an agent."""
        file = self._student.file
        return file.path.name if file is not None and self._student.is_shown else ""

    def set_shown(self, on: bool) -> None:
        """Set whether the window shows what both agents know."""
        self._student.set_shown(on)
        self.show_player()

    def _show_agent(self) -> None:
        """Show the file, and enable what needs one."""
        path = None if self._student.file is None else self._student.file.path
        self.chooser.show_file(path)
        self._act.name_student("" if path is None else path.name)
        self._act.show_strategy(self._session.autoplay.strategy)
        for name in _NEEDS_AGENT:
            self._act[name].setEnabled(path is not None)
        self.show_player()

    def _on_session_changed(self, before: PositionView, now: PositionView) -> None:
        self.show_player()
        if now.is_help_said and not before.is_help_said:
            announce(self._header, str(status_text.NOW_HELPED))

    def show_player(self) -> None:
        """Show in the header who plays, and who watches; without an agent, which board this is, and help."""
        session = self._session
        if not self.name:
            guesses, name = session.game.rules.guesses.words, session.board_name
            step = f": hardest step {session.view.certified}" if session.view.certified is not None else ""
            help_ = status_text.help_text(session.help.had) if session.help.has_any else ""
            board = f"{name}, {session.difficulty.title}" if name else ""
            first, *others = filter(None, (board, f"{guesses}{step}", help_))
            self._header.set_note(first, "; ".join(others), short=name or help_ or guesses)
        elif self._session.autoplay.strategy == STUDENT:
            self._header.set_note("your agent plays", "reference watches")
        else:
            self._header.set_note("the AI plays", "your agent watches")

    def _set_stops(self, stops: bool) -> None:
        self._student.stops_at_difference = stops
        self._preferences.set_switch(_STOPS, stops)

    def _run_audit(self) -> None:
        self._inspector.bring_to_front("agent")
        self._inspector.student_agent_panel.show_audit()
        self._student.start_audit()
