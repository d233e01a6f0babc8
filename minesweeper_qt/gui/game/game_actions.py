"""The actions of the game window that play, choose what the AI plays by, start other games, and pause."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.game_bar import SpeedControl
from minesweeper_qt.gui.session.autoplay import SLOW
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.pause_cover import PauseCover
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, State, TurnMaker
from minesweeper_qt.model.play.history import NO_HELP, Help

_READING_SPEED = 0.25
"""The speed that Think Aloud sets when a higher one is chosen, in moves per second."""

_PLAYING = ("ai_move", "autoplay", "step", "hint", "reveal", "flag")
"""The actions that are disabled while there is nothing to play."""


class GiveUpDialog:
    """Asks the user whether the game under way may be given up."""

    @classmethod
    def ask(cls, main: str, parent: QWidget) -> tuple[bool, bool]:
        """Ask; return whether the user chose the button ``main``, and whether to ask again next time."""
        box = dialogs.message(parent, QMessageBox.Icon.Question, "New Game", "This game is not over. Give it up?")
        again = QCheckBox("&Don't ask again", box)
        box.setCheckBox(again)
        return dialogs.is_accepted(box, main, "&Keep playing"), not again.isChecked()


class GameActions(QObject):
    """Carries out the actions that are about whole games and moves of ``session``, and shows in them how it stands.

    A game in which the player has revealed a cell and that is not over is under way; it is given up after a question.
    ``cover`` is shown in a pause, which a click on it ends; when the program loses the focus, the game pauses, if that
    is preferred.
    """

    def __init__(
        self,
        session: GameSession,
        act: Actions,
        view: BoardView,
        speed: SpeedControl,
        cover: PauseCover,
        preferences: Preferences,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._act = act
        self._speed = speed
        self._view = view
        self._cover = cover
        self._preferences = preferences
        self._window = window
        autoplay, pause = session.autoplay, session.pause
        act["reveal"].triggered.connect(self._reveal_at_cursor)
        act["flag"].triggered.connect(self._flag_at_cursor)
        act["ai_move"].triggered.connect(autoplay.move)
        act["autoplay"].toggled.connect(self._on_autoplay_toggled)
        act["step"].triggered.connect(autoplay.step)
        act["think_aloud"].toggled.connect(self._set_thinks_aloud)
        speed.slider.valueChanged.connect(self._stop_thinking_aloud)
        act["slower"].triggered.connect(speed.slow_down)
        act["faster"].triggered.connect(speed.speed_up)
        act["tell_mines"].toggled.connect(autoplay.set_uses_mine_count)
        act["hint"].triggered.connect(session.request_hint)
        act["take_back"].triggered.connect(session.take_back)
        for action in act.strategies.values():
            action.triggered.connect(self._on_strategy_triggered)
        autoplay.changed.connect(self._on_autoplay_changed)
        autoplay.strategy_changed.connect(self.show_strategy)
        act["new_game"].triggered.connect(self.start)
        act["restart"].triggered.connect(self._restart)
        for action in act.difficulties.values():
            action.triggered.connect(self._on_difficulty_triggered)
        cover.clicked.connect(pause.end)
        act["pause"].triggered.connect(pause.toggle)
        for changed in (act["pause"].triggered, session.updated, session.game_started, pause.changed):
            changed.connect(self._show_pause)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self._show_pause()

    # -- playing

    def enable(self) -> None:
        """Enable the actions that play unless the game is over; at an earlier moment of it they are always enabled."""
        session = self._session
        for name in _PLAYING:
            self._act[name].setEnabled(not (session.view.state.is_over and session.timeline.is_live))
        self._act["take_back"].setEnabled(session.can_take_back)

    @Slot()
    def show_strategy(self) -> None:
        """Show by which strategy the AI plays, and whether it uses the number of mines."""
        self._act.show_strategy(self._session.autoplay.strategy)
        self._act["tell_mines"].setChecked(self._session.playthrough.uses_mine_count)

    @Slot()
    def _reveal_at_cursor(self) -> None:
        self._session.player.reveal(self._view.cursor_cell)

    @Slot()
    def _flag_at_cursor(self) -> None:
        self._session.player.toggle_flag(self._view.cursor_cell)

    @Slot(bool)
    def _on_autoplay_toggled(self, on: bool) -> None:
        if on:
            self._session.autoplay.start()
        else:
            self._session.stop_autoplay()

    @Slot(bool)
    def _set_thinks_aloud(self, on: bool) -> None:
        if on and not 0 < self._speed.speed <= SLOW:
            self._speed.set_speed(_READING_SPEED)
        self._session.autoplay.set_thinks_aloud(on)

    @Slot()
    def _stop_thinking_aloud(self) -> None:
        """Switch Think Aloud off at a speed at which nobody can read what is said."""
        if not 0 < self._speed.speed <= SLOW:
            self._act["think_aloud"].setChecked(False)

    @Slot(bool)
    def _on_autoplay_changed(self, runs: bool) -> None:
        action = self._act["autoplay"]
        action.setChecked(runs)
        action.setText("Stop Auto-&play" if runs else "Auto-&play")
        self._act.set_icon("autoplay", "pause" if runs else "autoplay", self._window)

    @Slot()
    def _on_strategy_triggered(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self._session.autoplay.set_strategy(action.objectName())

    # -- other games

    @Slot()
    def start(self) -> None:
        """Start a game of the same level."""
        if self.may_start("&New game"):
            self._session.new_game()

    @Slot()
    def _restart(self) -> None:
        if self.may_start("&Restart"):
            self._session.restart()

    @Slot()
    def _on_difficulty_triggered(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        name, session = action.objectName(), self._session
        if name == "custom":
            # The dialog can be cancelled, so that there is no other question.
            chosen = dialogs.CustomDialog.ask(self._preferences.custom or session.difficulty, self._window)
            if chosen is not None:
                session.new_game(chosen.difficulty, chosen.seed, NO_HELP if chosen.seed is None else Help.KNOWN_BOARD)
        elif self.may_start("&New game"):
            session.new_game(DIFFICULTIES[name])
        self._act.difficulties[session.difficulty.name].setChecked(True)

    def may_start(self, main: str) -> bool:
        """Return whether the present game may be given up, after a question if it is under way."""
        session, preferences = self._session, self._preferences
        is_under_way = session.game.state is State.PLAYING and any(
            turn.maker is TurnMaker.PLAYER and any(result.observations for result in turn.plays)
            for turn in session.playthrough.history.turns
        )
        if not is_under_way or not preferences.asks_new_game:
            return True
        may_start, preferences.asks_new_game = GiveUpDialog.ask(main, self._window)
        return may_start

    # -- the pause

    @Slot()
    def _show_pause(self) -> None:
        action, pause = self._act["pause"], self._session.pause
        action.setEnabled(pause.is_possible)
        action.setChecked(pause.is_on)
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        line = f"Click, or press {key}, to go on" if key else "Click to go on"
        if self._session.keeper.kept_moves == len(self._session.timeline.moves):
            line = f"Your game was kept. {line}"
        self._cover.set_on(pause.is_on, line)

    @Slot(Qt.ApplicationState)
    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        if state is not Qt.ApplicationState.ApplicationActive and self._preferences.pauses_without_focus:
            self._session.pause.begin()
