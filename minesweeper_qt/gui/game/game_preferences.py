"""Applies the preferences to the game window, at its start and whenever the user changes one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.game_bar import SpeedControl
from minesweeper_qt.gui.game.game_inspector import GameInspector
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.window.preferences import Preferences


class GamePreferences(QObject):
    """Passes each preference on to the part of the window that it is for; the speed also back from its slider.

    It leaves out what is only read when it is needed, such as ``asks_new_game``.
    """

    def __init__(
        self,
        preferences: Preferences,
        session: GameSession,
        view: BoardView,
        speed: SpeedControl,
        inspector: GameInspector,
    ) -> None:
        super().__init__(inspector)
        self._inspector = inspector
        self._preferences = preferences
        self._session = session
        self._view = view
        self._speed = speed
        appliers = (
            (("first_click",), self._apply_first_click),
            (("question_marks",), self._apply_question_marks),
            (("chord_on_left", "long_press_flags"), self._apply_press),
            (("speed",), self._apply_speed),
            (("asks_branch",), self._apply_asks_branch),
        )
        self._appliers = {name: apply for names, apply in appliers for name in names}
        for _, apply in appliers:
            apply()
        preferences.changed.connect(self._on_changed)
        speed.slider.valueChanged.connect(self._on_speed_changed)

    @Slot(str)
    def _on_changed(self, name: str) -> None:
        if name in ("theme", "tiles", "number_colours", "reduced_motion"):
            appearance.current().apply(self._preferences.appearance)
        elif name in self._appliers:
            self._appliers[name]()

    @Slot()
    def _on_speed_changed(self) -> None:
        self._preferences.speed = self._speed.speed

    def _apply_first_click(self) -> None:
        self._session.set_first_click(self._preferences.first_click)

    def _apply_question_marks(self) -> None:
        self._session.player.set_question_marks(self._preferences.question_marks)

    def _apply_press(self) -> None:
        press, preferences = self._view.press, self._preferences
        press.chord_on_left, press.long_press_flags = preferences.chord_on_left, preferences.long_press_flags

    def _apply_asks_branch(self) -> None:
        self._inspector.asks_branch = self._preferences.asks_branch

    def _apply_speed(self) -> None:
        self._speed.set_speed(self._preferences.speed)
