"""The view Practise of the game window: its page, in place of the game, which waits paused meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QStackedLayout, QWidget

from minesweeper_qt.gui.game.game_bar import GameBar
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions, menu_of
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Position, State

if TYPE_CHECKING:
    from minesweeper_qt.gui.practice.practice_page import PracticePage

_OF_GAME = ("statistics", "sandbox", "preferences", "quit")
"""The actions of the game window in the menu of the page: their own menus are hidden meanwhile."""


_KEYS_OF_GAME = {"say_safe": "reveal", "say_mine": "flag", "next": "next_difference", "topics": "timeline"}
"""The actions of the game whose keys these have, too; others have those of the action with the same name, if any."""


class PracticeView(QObject):
    """Shows the page of Practise in place of ``column``; the game of ``session`` waits, out of reach of any key.

    The keys of an action work through its menus alone, so those ``of_game`` are hidden meanwhile. Attributes: ``page``,
    ``None`` until it is needed; ``is_shown``. Signals: ``game_needed``, the game goes on, or is another one;
    ``board_requested`` with the level that its hardest step is to have.
    """

    game_needed = Signal()
    board_requested = Signal(object)

    def __init__(
        self,
        window: BoardWindow,
        session: GameSession,
        act: Actions,
        preferences: Preferences,
        column: QWidget,
        bar: GameBar,
        of_game: list[QMenu],
        folder: Path | None,
        open_position: Callable[[Position], None],
    ) -> None:
        super().__init__(window)
        self.page: PracticePage | None = None
        self.is_shown = False
        self._window, self._session, self._act, self._preferences = window, session, act, preferences
        self._column, self._bar, self._menus, self._folder = column, bar, of_game, folder
        self._open_position = open_position
        self._has_paused = False
        self._game = session.game
        # A stacked widget would be spoken as a layered pane.
        pages = QWidget(window)
        self._stack = QStackedLayout(pages)
        self._stack.addWidget(column)
        window.setCentralWidget(pages)
        preferences.changed.connect(self._apply_preferences)
        session.changed.connect(self._on_session_changed)

    def set_shown(self, is_shown: bool) -> bool:
        """Show the page in place of the game, or the game again, as it was; return whether that is a change."""
        if is_shown is self.is_shown:
            return False
        page, pause = self._made(), self._session.pause
        if is_shown:
            self.is_shown, self._game = True, self._session.game
            self._session.stop_computing()
            self._has_paused = pause.is_possible and not pause.is_on
            pause.begin()
        self._act.set_paused(is_shown)
        for menu in self._menus:
            menu.menuAction().setVisible(not is_shown)
        self._menu.menuAction().setVisible(is_shown)
        self._stack.setCurrentWidget(page if is_shown else self._column)
        if is_shown:
            page.begin()
        else:
            self.is_shown = False
            if self._has_paused:
                pause.end()
        return True

    def close(self) -> None:
        """End the threads of the page."""
        if self.page is not None:
            self.page.session.shut_down()

    def _made(self) -> PracticePage:
        if self.page is None:
            from minesweeper_qt.gui.practice.practice_page import PracticePage
            from minesweeper_qt.gui.practice.practice_session import PracticeSession
            from minesweeper_qt.model.practice.practice_memory import PracticeMemory

            memory = None if self._folder is None else PracticeMemory(self._folder / "statistics.sqlite")
            asked = self._preferences.practice_asked
            practice = PracticeSession(memory, self._preferences.practice_topic, asked)
            practice.best = self._preferences.practice_best
            practice.changed.connect(self._remember)
            self.page = page = PracticePage(practice, self._open_position)
            page.why_panel.topic_requested.connect(lambda topic: self._window.help_browser().open_at(topic))
            page.actions_by.connect(
                chapter=self._open_chapter, play_board=lambda: self.board_requested.emit(practice.topic.level)
            )
            self._stack.addWidget(page)
            self._apply_preferences()
            act = page.actions_by
            self._bar.add_practice_tools(page.chooser, act, page.board_view)
            self._menu = menu_of(self._window, "&Practise", act.by_name.values())
            self._menu.insertSeparator(act["forget_topic"])
            self._menu.addSeparator()
            self._menu.addActions([self._act[name] for name in _OF_GAME])
            self._window.menuBar().insertMenu(self._window.menuBar().actions()[-1], self._menu)
        return self.page

    def _open_chapter(self) -> None:
        topic = self._preferences.practice_topic.value
        self._window.help_browser().open_at(f"pattern-{topic}" if "-" in topic else "levels")

    def _remember(self) -> None:
        if self.page is not None:
            practice, preferences = self.page.session, self._preferences
            preferences.practice_topic, preferences.practice_asked = practice.topic, practice.asked
            preferences.practice_best = practice.best

    def _apply_preferences(self) -> None:
        if self.page is not None:
            act, keys = self.page.actions_by, self._preferences.keys
            act.set_keys({name: keys[one] for name in act.by_name if (one := _KEYS_OF_GAME.get(name, name)) in keys})
            act.use_letters(self._preferences.letters_are_keys)
            self.page.board_view.press.long_press_flags = self._preferences.long_press_flags

    def _on_session_changed(self, before: PositionView, now: PositionView) -> None:
        # Not for the game of last time, which is opened before the window is shown.
        if (now.game, now.is_paused) != (before.game, before.is_paused) and self._window.isVisible():
            QTimer.singleShot(0, self, self._leave_for_game)

    def _leave_for_game(self) -> None:
        """Let the game be shown if it goes on, or if it is another one."""
        game = self._session.game
        goes_on = game.state is State.PLAYING and not self._session.pause.is_on
        if self.is_shown and (goes_on or game is not self._game):
            self.game_needed.emit()
