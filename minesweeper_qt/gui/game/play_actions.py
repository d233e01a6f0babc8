"""The actions of the game window that play: those of the player on the board, those of the AI, and its strategies."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.speed_control import SpeedControl
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.actions import Actions

_PLAYING = ("ai_move", "autoplay", "step", "hint", "reveal", "flag")
"""The actions that are disabled while there is nothing to play."""


class PlayActions(QObject):
    """Connects the actions that play with ``session``, and shows in them what the AI does and plays by."""

    def __init__(
        self,
        session: GameSession,
        act: Actions,
        view: BoardView,
        speed: SpeedControl,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._act = act
        self._view = view
        self._window = window
        act["reveal"].triggered.connect(self._reveal_at_cursor)
        act["flag"].triggered.connect(self._flag_at_cursor)
        act["ai_move"].triggered.connect(session.autoplay.move)
        act["autoplay"].toggled.connect(self._on_autoplay_toggled)
        act["step"].triggered.connect(session.autoplay.move)
        act["slower"].triggered.connect(speed.slow_down)
        act["faster"].triggered.connect(speed.speed_up)
        act["tell_mines"].toggled.connect(session.autoplay.set_uses_mine_count)
        act["hint"].triggered.connect(session.request_hint)
        for action in act.strategies.values():
            action.triggered.connect(self._on_strategy_triggered)
        session.autoplay.changed.connect(self._on_autoplay_changed)
        session.autoplay.strategy_changed.connect(self.show_strategy)

    def enable(self) -> None:
        """Enable the actions unless the game is over; at an earlier moment of it they are always enabled."""
        session = self._session
        for name in _PLAYING:
            self._act[name].setEnabled(not (session.view.state.is_over and session.timeline.is_live))

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
