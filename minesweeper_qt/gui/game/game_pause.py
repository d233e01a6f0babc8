"""The pause in the game window: covers all that shows the game, and leaves only the actions that don't show it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.board_column import BoardColumn
from minesweeper_qt.gui.game.game_inspector import GameInspector
from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets.cover import Cover
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences

_LEFT_ENABLED = frozenset(
    (
        *("pause", "preferences", "new_game", "restart", "quit", "help", "keys", "about", "sandbox"),
        *(view.action for view in WindowView),
        *("next_view", "full_screen", "tool_bar", "hide_panels", "arrange"),
        *("slower", "faster", "knowledge", "proof", "derivation", "known", "log", "timeline"),
    )
)
"""The actions besides those that start another game which neither play nor show anything of the game."""


class GamePause(QObject):
    """Lets the window follow the pause of ``session``: a click on a cover ends it.

    ``parts`` are the children of ``holder`` that show the game. When the program loses the focus, the game pauses, if
    that is preferred.
    """

    def __init__(
        self,
        session: GameSession,
        act: Actions,
        inspector: GameInspector,
        preferences: Preferences,
        view: BoardView,
        holder: BoardColumn,
        parts: tuple[QWidget, ...],
    ) -> None:
        super().__init__(holder)
        self._pause = session.pause
        self._act = act
        self._inspector = inspector
        self._preferences = preferences
        self._view = view
        self._parts = parts
        self._holder = holder
        self._cover = Cover(holder, parts, is_large=True, place=holder.game_rect)
        self._disabled: list[QAction] = []
        self._focus: QWidget | None = None
        self._cover.clicked.connect(self._pause.end)
        inspector.cover_clicked.connect(self._pause.end)
        act["pause"].triggered.connect(self._pause.toggle)
        act["pause"].triggered.connect(self._update_action)
        session.updated.connect(self._update_action)
        session.game_started.connect(self._update_action)
        self._pause.changed.connect(self._on_changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self._update_action()

    @Slot()
    def _update_action(self) -> None:
        self._act["pause"].setEnabled(self._pause.is_possible)
        self._act["pause"].setChecked(self._pause.is_on)

    @Slot(bool)
    def _on_changed(self, is_on: bool) -> None:
        if is_on:
            self._begin()
        else:
            self._end()
        self._update_action()

    def _begin(self) -> None:
        key = self._act["pause"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        words = "Paused", f"Click, or press {key}, to go on" if key else "Click to go on"
        self._focus = QApplication.focusWidget()
        always = {self._act[name] for name in _LEFT_ENABLED if name in self._act.by_name}
        always.update(self._act.difficulties.values())
        self._disabled = [action for action in self._act.all() if action.isEnabled() and action not in always]
        for action in self._disabled:
            action.setEnabled(False)
        self._cover.set_words(*words)
        self._cover.set_on(True)
        self._holder.raise_header()
        for part in self._parts:
            part.hide()
        self._inspector.set_covered(True, words)
        self._cover.setFocus()
        self._cover.announce(". ".join(words))

    def _end(self) -> None:
        had_focus = self._focus
        self._focus = None
        self._inspector.set_covered(False)
        self._cover.set_on(False)
        for part in self._parts:
            part.show()
        for action in self._disabled:
            action.setEnabled(True)
        self._disabled = []
        is_back = had_focus is not None and isValid(had_focus) and had_focus.isVisible()
        (had_focus if had_focus is not None and is_back else self._view).setFocus()
        self._cover.announce("The game goes on")

    @Slot(Qt.ApplicationState)
    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        if state is not Qt.ApplicationState.ApplicationActive and self._preferences.pauses_without_focus:
            self._pause.begin()
