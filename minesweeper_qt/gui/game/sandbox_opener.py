"""Makes the sandbox window of a game window when it is first needed, and shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.pause_cover import PauseCover
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Position

if TYPE_CHECKING:
    from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow


class SandboxOpener(QObject):
    """Opens the sandbox window beside ``owner``, which closes it by ``close``.

    While the game of ``session`` is paused and the window shows a copy of it, edited or not, the window is covered.
    Attribute: ``window``, ``None`` until it is needed.
    """

    def __init__(self, session: GameSession, preferences: Preferences, owner: QWidget) -> None:
        super().__init__(owner)
        self._pause = session.pause
        self._cover: PauseCover | None = None
        self.window: SandboxWindow | None = None
        self._preferences = preferences
        self._owner = owner
        self._game = object()
        """Stands for the game that is played: positions that were copied from it have it as their source."""
        session.pause.changed.connect(self._update_cover)
        session.game_started.connect(self._begin_game)

    def open(self, position: Position | None = None) -> None:
        """Bring the window to the front, with ``position`` in place of the one that it has."""
        window = self._made()
        if position is not None:
            window.show_position(position, self._game)
        window.show_later()

    @Slot(str)
    def open_example(self, name: str) -> None:
        """Bring the window to the front, with the example of this ``name``."""
        window = self._made()
        window.show_example(name)
        window.show_later()

    @Slot()
    def _begin_game(self) -> None:
        """Take the positions copied so far for those of an earlier game."""
        self._game = object()

    @Slot()
    def _update_cover(self) -> None:
        if self.window is not None and self._cover is not None:
            is_on = self._pause.is_on and self.window.session.editor.source is self._game
            self._cover.set_on(is_on, "This is a copy of the paused game. Click to go on")
            self.window.board_model.set_paused(is_on)
            self.window.fields.setDisabled(is_on)

    def close(self) -> None:
        """Close the window, if there is one, and end its threads."""
        if self.window is not None:
            self.window.close()

    def _made(self) -> SandboxWindow:
        if self.window is None:
            from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow

            window = self.window = SandboxWindow(self._preferences, self._owner)
            parts = (window.caption, window.board_area, window.footer)
            self._cover = PauseCover(window, window.actions_by, window.inspector.places, parts)
            self._cover.clicked.connect(self._pause.end)
            window.session.editor.edited.connect(self._update_cover)
        return self.window
