"""The actions of the game window that play, choose what the AI plays by, and start other games."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, State, TurnMaker
from minesweeper_qt.model.play.history import NO_HELP, Help

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
    """

    def __init__(self, session: GameSession, act: Actions, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._act = act
        self._preferences = preferences
        self._window = window
        autoplay = session.autoplay
        act["ai_move"].triggered.connect(autoplay.move)
        act["autoplay"].toggled.connect(self._on_autoplay_toggled)
        act["step"].triggered.connect(autoplay.step)
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

    @Slot(bool)
    def _on_autoplay_toggled(self, on: bool) -> None:
        if on:
            self._session.autoplay.start()
        else:
            self._session.stop_autoplay()

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
