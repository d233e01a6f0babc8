"""Passes what both agents know at the moment shown to the knowledge table, and its marks to the legend."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.footer import Footer


class ComparedTable(QObject):
    """Shows in ``panel`` how each of its rows stands in the knowledge of both agents of ``session``.

    It is to be made after the inspector: the table must have got its rows before.
    """

    def __init__(self, session: GameSession, panel: KnowledgePanel, footer: Footer) -> None:
        super().__init__(panel)
        self._session = session
        self._panel = panel
        self._footer = footer
        self._has_comparison = False
        for changed in (session.updated, session.game_started, session.knowledge_reset):
            changed.connect(self._show)

    @Slot()
    def _show(self) -> None:
        comparison, watched = self._session.view.comparison, self._session.watched
        if comparison is None and not self._has_comparison:
            return
        self._has_comparison = comparison is not None
        name = "" if watched.file is None else watched.file.path.name
        self._panel.set_comparison(comparison, watched.turn_of, name)
        game = watched.game
        # The sum is kept by the game: a mean of all calls would take longer with each move.
        mean = None if game is None or not game.times else 1000 * game.seconds / len(game.times)
        self._panel.set_call_time(mean)
        self._footer.set_differences(self._has_comparison)
