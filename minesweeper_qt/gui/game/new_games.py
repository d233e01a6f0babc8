"""Starts other games in the game window, after a question if one is under way."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.dialog_parts import arrange_message
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, State, TurnMaker


class GiveUpDialog:
    """Asks the user whether the game under way may be given up."""

    @classmethod
    def ask(cls, main: str, parent: QWidget) -> tuple[bool, bool]:
        """Ask; return whether the user chose the button ``main``, and whether to ask again next time."""
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "New Game",
            "This game is not over. Give it up?",
            QMessageBox.StandardButton.NoButton,
            parent,
        )
        again = QCheckBox("&Don't ask again", box)
        box.setCheckBox(again)
        stay = box.addButton("&Keep playing", QMessageBox.ButtonRole.RejectRole)
        box.setEscapeButton(stay)
        start = box.addButton(main, QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(start)
        arrange_message(box)
        box.exec()
        is_accepted = box.clickedButton() is start
        box.deleteLater()
        return is_accepted, not again.isChecked()


class NewGames(QObject):
    """Lets the actions for a new game, for a level and for the same board again start a game of ``session``.

    A game in which the player has revealed a cell and that is not over is under way.
    """

    def __init__(self, session: GameSession, act: Actions, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._act = act
        self._preferences = preferences
        self._window = window
        act["new_game"].triggered.connect(self.start)
        act["restart"].triggered.connect(self._restart)
        for action in act.difficulties.values():
            action.triggered.connect(self._on_difficulty_triggered)

    @Slot()
    def start(self) -> None:
        """Start a game of the same level."""
        if self._may_start("&New game"):
            self._session.new_game()

    @Slot()
    def _restart(self) -> None:
        if self._may_start("&Restart"):
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
                session.new_game(chosen.difficulty, chosen.seed)
        elif self._may_start("&New game"):
            session.new_game(DIFFICULTIES[name])
        self._act.difficulties[session.difficulty.name].setChecked(True)

    def _may_start(self, main: str) -> bool:
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
