"""Lets the student's agent play in the session, and announces what it has done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.presentation.agent_panel_text import not_compared_text, reload_line
from minesweeper_qt.gui.session.autoplay import Autoplay
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.watched_agent import WatchedAgent
from minesweeper_qt.model import Minesweeper
from minesweeper_qt.model.audit.audited_game import game_seed
from minesweeper_qt.model.audit.finding import Finding
from minesweeper_qt.model.lab.students import failure_line
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.watch.difference import first_error

NO_FURTHER_DIFFERENCE = "There is no further difference in this game: start another one, or run the audit."


class Watching(QObject):
    """Connects ``watched`` with Auto-play and the status line. Signal: ``noted``, when there is something to announce.

    ``open_game`` lets another game be played in the session. The strategy before is played again when the student's
    agent is dropped.
    """

    noted = Signal()

    def __init__(
        self,
        watched: WatchedAgent,
        autoplay: Autoplay,
        timeline: Timeline,
        status: StatusLine,
        open_game: Callable[[Minesweeper], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._watched = watched
        self._autoplay = autoplay
        self._timeline = timeline
        self._status = status
        self._open_game = open_game
        self._strategy_before = autoplay.strategy
        autoplay.changed.connect(self._on_autoplay_changed)
        watched.progressed.connect(self._on_progressed)
        watched.shown_changed.connect(self.noted)
        watched.opened.connect(self._on_opened)
        watched.run_requested.connect(self._run)
        watched.reloaded.connect(self._on_reloaded)

    @property
    def failure_text(self) -> str:
        """Why the student's agent failed, with its own line; empty if it did not."""
        failure = self._watched.failure
        return "" if failure is None else f"Your agent failed: {failure_line(failure)}."

    @Slot()
    def _on_progressed(self) -> None:
        """Announce what the student's agent has done; an instant Auto-play takes it over itself."""
        if self._watched.take_over() and not self._autoplay.is_instant:
            self.noted.emit()

    @Slot()
    def _on_opened(self) -> None:
        """Let the student's agent play, or what played before."""
        autoplay = self._autoplay
        if self._watched.file is None:
            if autoplay.strategy == STUDENT:
                autoplay.set_strategy(self._strategy_before)
        elif autoplay.strategy != STUDENT:
            self._strategy_before = autoplay.strategy
            autoplay.set_strategy(STUDENT)
        self.noted.emit()

    @Slot(object)
    def show_finding(self, finding: Finding) -> None:
        """Play the game of the audit in which ``finding`` occurs first, up to where it does."""
        report, number = self._watched.audit.report, finding.first_game
        if report is None or number is None:
            return
        seed = game_seed(report.seed, number)
        self._open_game(Minesweeper.at_difficulty(report.difficulty, seed=seed))
        if self._autoplay.strategy != STUDENT:
            self._autoplay.set_strategy(STUDENT)
        if finding.first_learned:
            self._watched.stop_at(finding.first_learned)
            self._autoplay.start_quickly()

    @Slot(bool)
    def _on_autoplay_changed(self, runs: bool) -> None:
        if not runs:
            stopped_at = self._watched.new_difference
            self._watched.end_run()
            if stopped_at is not None:
                self._watched.difference_shown.emit(stopped_at)

    @Slot()
    def _on_reloaded(self) -> None:
        """Say what a changed file did, or why it does not load, in place of what the agent before was at."""
        watched, last = self._watched, self._watched.last_reload
        if watched.problem:
            self._status.set(f"{watched.problem[:1].upper()}{watched.problem[1:]}.")
            self.noted.emit()
        if last is None or not last.is_done or self._autoplay.is_running:
            return
        before, following = (
            None if found is None else watched.turn_of(found.learned) for found in (last.before, last.following)
        )
        self._status.set(reload_line(before, True, last.is_gone, following, last.is_reached).text)
        self.noted.emit()

    def _no_further_text(self) -> str:
        """Return that there is no further difference, and which ones are not looked for after an error."""
        error = first_error(self._watched.differences)
        if error is None:
            return NO_FURTHER_DIFFERENCE
        return f"{NO_FURTHER_DIFFERENCE} {not_compared_text(self._watched.turn_of(error.learned))}"

    @Slot()
    def _run(self) -> None:
        """Play on to the next difference at once, or say that there is none."""
        is_over = self._timeline.playthrough.game.state.is_over
        if is_over or not self._timeline.is_live or self._watched.failure is not None:
            self._status.set(self._no_further_text())
            self.noted.emit()
        else:
            self._autoplay.start_quickly()
