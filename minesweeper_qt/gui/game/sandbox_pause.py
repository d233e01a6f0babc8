"""The pause in the sandbox: covers a copy of the position of the paused game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from minesweeper_qt.gui.game.sandbox_opener import SandboxOpener
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.cover import Cover

if TYPE_CHECKING:
    from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow

_WORDS = ("Paused", "This is a copy of the paused game. Click to go on")

_LEFT_ENABLED = frozenset(("close", "quit", "help", "keys", "hide_panels", "arrange"))
"""The actions that neither show nor change the position."""


class SandboxPause(QObject):
    """Covers the window of ``opener`` while the game of ``session`` is paused and the window shows a copy of it.

    A copy that was edited is still one. Positions that come from elsewhere, and from earlier games, stay in view. A
    click on a cover ends the pause.
    """

    def __init__(self, session: GameSession, opener: SandboxOpener) -> None:
        super().__init__(opener)
        self._pause = session.pause
        self._opener = opener
        self._window: SandboxWindow | None = None
        self._cover: Cover | None = None
        self._disabled: list[QAction] = []
        opener.made.connect(self._on_made)
        session.pause.changed.connect(self._update)
        session.game_started.connect(opener.begin_game)

    @Slot()
    def _on_made(self) -> None:
        window = self._opener.window
        assert window is not None
        self._window = window
        window.session.editor.edited.connect(self._update)
        window.inspector.cover_clicked.connect(self._pause.end)
        self._update()

    @Slot()
    def _update(self) -> None:
        if self._window is None:
            return
        is_on = self._pause.is_on and self._opener.shows_copy
        if is_on != (self._cover is not None):
            if is_on:
                self._begin(self._window)
            else:
                self._end(self._window)

    def _begin(self, window: SandboxWindow) -> None:
        parts = (window.caption, window.board_area, window.footer)
        centre = window.centralWidget()
        assert centre is not None
        self._cover = Cover(centre, parts, is_large=True, margin=metrics.GAP)
        self._cover.clicked.connect(self._pause.end)
        self._cover.set_words(*_WORDS)
        self._cover.set_on(True)
        for part in parts:
            part.hide()
        window.board_model.set_paused(True)
        window.inspector.set_covered(True, _WORDS)
        window.fields.setEnabled(False)
        act = window.actions_by
        always = {act[name] for name in _LEFT_ENABLED}
        every = (*act.by_name.values(), *act.brushes.values(), *act.examples.values())
        self._disabled = [action for action in every if action.isEnabled() and action not in always]
        for action in self._disabled:
            action.setEnabled(False)
        if window.isActiveWindow():
            self._cover.setFocus()

    def _end(self, window: SandboxWindow) -> None:
        cover, self._cover = self._cover, None
        assert cover is not None
        had_focus = cover.hasFocus()
        window.board_model.set_paused(False)
        window.inspector.set_covered(False)
        cover.set_on(False)
        cover.deleteLater()
        for part in (window.caption, window.board_area, window.footer):
            part.show()
        window.fields.setEnabled(True)
        for action in self._disabled:
            action.setEnabled(True)
        self._disabled = []
        if had_focus:
            window.board_view.setFocus()
