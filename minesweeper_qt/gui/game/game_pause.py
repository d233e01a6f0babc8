"""The pause in the game window: its action, its cover, and the pause when another program gets the focus."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.pause_cover import PauseCover
from minesweeper_qt.gui.window.preferences import Preferences


class GamePause(QObject):
    """Lets ``cover`` and the action follow the pause of ``session``; a click on the cover ends it.

    When the program loses the focus, the game pauses, if that is preferred.
    """

    def __init__(self, session: GameSession, act: Actions, preferences: Preferences, cover: PauseCover) -> None:
        super().__init__(cover)
        self._pause = session.pause
        self._action = act["pause"]
        self._preferences = preferences
        self._cover = cover
        cover.clicked.connect(self._pause.end)
        self._action.triggered.connect(self._pause.toggle)
        for changed in (self._action.triggered, session.updated, session.game_started, self._pause.changed):
            changed.connect(self._show)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self._show()

    @Slot()
    def _show(self) -> None:
        self._action.setEnabled(self._pause.is_possible)
        self._action.setChecked(self._pause.is_on)
        key = self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self._cover.set_on(self._pause.is_on, f"Click, or press {key}, to go on" if key else "Click to go on")

    @Slot(Qt.ApplicationState)
    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        if state is not Qt.ApplicationState.ApplicationActive and self._preferences.pauses_without_focus:
            self._pause.begin()
