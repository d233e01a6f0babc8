"""Connects the actions about the student's agent, and shows in the window which agent plays."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.game.agent_chooser import AgentChooser
from minesweeper_qt.gui.game.game_inspector import GameInspector
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.header import Header
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model.play.playthrough import STUDENT

_NEEDS_AGENT = ("reload_agent", "drop_agent", "next_difference", "run_audit")
"""The actions that are disabled without an agent."""

_STOPS = "stops_at_difference"
"""The name in the settings of whether Auto-play stops at the first difference."""


class AgentDisplay(QObject):
    """Shows the agent of ``session`` in the tool bar, the header and the menu of strategies.

    While ``set_shown`` is on, the window shows what both agents know.
    """

    def __init__(
        self,
        session: GameSession,
        act: Actions,
        chooser: AgentChooser,
        header: Header,
        inspector: GameInspector,
        preferences: Preferences,
    ) -> None:
        super().__init__(inspector)
        self._session = session
        self._act = act
        self._chooser = chooser
        self._header = header
        self._inspector = inspector
        self._preferences = preferences
        watched = session.watched
        act["reload_agent"].triggered.connect(watched.reload)
        act["drop_agent"].triggered.connect(watched.drop)
        act["next_difference"].triggered.connect(watched.show_next_difference)
        act["run_audit"].triggered.connect(self._run_audit)
        act["open_agent"].enabledChanged.connect(chooser.setEnabled)
        watched.stops_at_difference = preferences.switch(_STOPS, True)
        act["stop_at_difference"].setChecked(watched.stops_at_difference)
        act["stop_at_difference"].toggled.connect(self._set_stops)
        watched.opened.connect(self._show_agent)
        session.autoplay.strategy_changed.connect(self._show_player)
        self._show_agent()

    @property
    def name(self) -> str:
        """The name of the agent's file while the window shows what both agents know; empty without an agent."""
        file = self._session.watched.file
        return file.path.name if file is not None and self._session.watched.is_shown else ""

    def set_shown(self, on: bool) -> None:
        """Set whether the window shows what both agents know."""
        self._session.watched.set_shown(on)
        self._show_player()

    @Slot()
    def _show_agent(self) -> None:
        """Show the file, and enable what needs one."""
        file = self._session.watched.file
        self._chooser.show_file("" if file is None else file.path.name, "" if file is None else str(file.path))
        self._act.name_student("" if file is None else file.path.name)
        self._act.show_strategy(self._session.autoplay.strategy)
        for name in _NEEDS_AGENT:
            self._act[name].setEnabled(file is not None)
        self._show_player()

    @Slot()
    def _show_player(self) -> None:
        """Show in the header who plays, and who watches."""
        if not self.name:
            self._header.set_note("")
        elif self._session.autoplay.strategy == STUDENT:
            self._header.set_note("your agent plays", "the reference watches")
        else:
            self._header.set_note("the AI plays", "your agent watches")

    @Slot(bool)
    def _set_stops(self, stops: bool) -> None:
        self._session.watched.stops_at_difference = stops
        self._preferences.set_switch(_STOPS, stops)

    @Slot()
    def _run_audit(self) -> None:
        self._inspector.bring_to_front("agent")
        self._inspector.agent_panel.show_audit()
        self._session.watched.start_audit()
