"""Makes the playthroughs of a session, and frees what those before have learned."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from minesweeper_qt.gui.background.event_loop_priority import EventLoopPriority
from minesweeper_qt.gui.session.learner_signals import LearnerSignals
from minesweeper_qt.gui.session.old_games import OldGames
from minesweeper_qt.model import AgentFactory, History, Minesweeper, Playthrough


class Playthroughs(QObject):
    """Makes playthroughs with agents of ``make_agent``, whose threads give way to the event loop.

    ``seconds`` reads the time. Attribute: ``signals``, by which the agents report their progress.
    """

    def __init__(self, make_agent: AgentFactory, seconds: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self.signals = LearnerSignals()
        self._priority = EventLoopPriority()
        self._old_games = OldGames(self)
        self._make = partial(
            Playthrough,
            make_agent=make_agent,
            clock=seconds,
            on_progress=self.signals.report,
            give_way=self._priority.give_way,
        )

    def make(
        self,
        game: Minesweeper,
        history: History | None = None,
        uses_mine_count: bool = False,
        uses_overlap_rule: bool = False,
        elapsed: float | None = None,
    ) -> Playthrough:
        """Return a playthrough of ``game``; see ``Playthrough`` for its other arguments."""
        return self._make(
            game,
            history=history,
            uses_mine_count=uses_mine_count,
            uses_overlap_rule=uses_overlap_rule,
            elapsed=elapsed,
        )

    def make_like(
        self, before: Playthrough, game: Minesweeper, history: History | None, elapsed: float | None = None
    ) -> Playthrough:
        """Return a playthrough of ``game`` whose agent knows the same rules as that of the one ``before``."""
        return self.make(game, history, before.uses_mine_count, before.uses_overlap_rule, elapsed)

    def end(self, playthrough: Playthrough) -> None:
        """Close ``playthrough``, which another one replaces, and free what was learned of it."""
        playthrough.close(patience=0)
        self._old_games.add(playthrough.history)

    def stop(self) -> None:
        """Free all that is left at once."""
        self._old_games.stop()
