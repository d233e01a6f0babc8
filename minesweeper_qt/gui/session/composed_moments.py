"""Composes what the student's agent and the reference know at the moment shown, and keeps the last composition."""

from __future__ import annotations

from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.model.lab.students import failure_line
from minesweeper_qt.model.watch.composer import Composer
from minesweeper_qt.model.watch.composition import Composition
from minesweeper_qt.model.watch.student_game import StudentGame
from minesweeper_qt.model.watch.student_snapshot import StudentSnapshot


class ComposedMoments:
    """Composes the moments of ``timeline`` for one agent in one game; ``clear`` begins with another one.

    Until both agents have learned the moment shown, the last composition stays.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._composer: Composer | None = None
        self._last: Composition | None = None
        self._key: tuple[object, ...] = ()
        """What the last composition was made of."""

    def clear(self) -> None:
        """Drop what was composed."""
        self._composer = None
        self._last = None
        self._key = ()

    def composition(self, game: StudentGame) -> Composition | None:
        """Return what the agent in ``game`` and the reference know at the moment shown, or knew at the last one."""
        timeline = self._timeline
        playthrough, moment = timeline.playthrough, timeline.moment
        history = playthrough.history
        learned = history.clue_count(timeline.shown_move)
        stated = self._snapshot(game, learned)
        is_complete = history.is_complete(timeline.shown_move)
        if stated is None or not is_complete:
            return self._last
        failed = game.failed is not None and game.failed.learned <= learned
        # Two snapshots of the reference with one revision are equal; an earlier moment never changes once complete.
        known = (playthrough.snapshot.revision,) if moment is None else (moment.number, "earlier")
        key = (learned, stated, failed, *known)
        if key == self._key:
            return self._last
        if self._composer is None:
            self._composer = Composer(game.board, game.since)
        reference = playthrough.snapshot if moment is None else moment
        self._key = key
        self._last = self._composer.compose(
            learned,
            reference.sentences,
            reference.settled,
            stated.state,
            frozenset(playthrough.game.mines),
            failure=failure_line(game.failed.failure) if failed and game.failed is not None else "",
        )
        return self._last

    def _snapshot(self, game: StudentGame, learned: int) -> StudentSnapshot | None:
        """Return what the agent stated after ``learned`` observations; if it failed before, what it stated last."""
        found = game.snapshot(learned)
        if found is not None or game.failed is None or game.failed.learned > learned:
            return found
        history = self._timeline.playthrough.history
        earlier = (game.snapshot(history.clue_count(number)) for number in range(self._timeline.shown_move, -1, -1))
        return next((snapshot for snapshot in earlier if snapshot is not None), StudentSnapshot(0))
