"""The session of a game beside which a student's agent learns, plays, and is compared with the agent of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.status_line import Note
from minesweeper_qt.gui.student.difference_search import DifferenceSearch
from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.model import Difficulty, Minesweeper
from minesweeper_qt.model.play.playthrough import STUDENT

if TYPE_CHECKING:
    from minesweeper_qt.model import Finding


class StudentSession(GameSession):
    """A session with a student's agent, once one is opened; ``options`` are those of ``GameSession``.

    Attributes besides those of ``GameSession``: ``student``, the student's agent; ``search``, for the games in which it
    differs.
    """

    def __init__(self, difficulty: Difficulty, seed: int | None = None, **options: Any) -> None:
        super().__init__(difficulty, seed, **options)
        self.student = StudentAgent(self.timeline, self.worker, self)
        self.search = DifferenceSearch(self, self.student)
        self._strategy_before = self.autoplay.strategy
        """What the AI played by before the student's agent did."""
        self.autoplay.add_mover(STUDENT, self.student)
        self.autoplay.changed.connect(self.student.follow_run)
        for noted in (self.student.shown_changed, self.search.noted):
            noted.connect(self._publish)
        self.updated.connect(self._note_failure)
        self.student.progressed.connect(self._on_agent_progressed)
        self.student.opened.connect(self._on_agent_opened)
        self.student.reloading.changed.connect(self._on_agent_reloaded)

    @property
    def is_running(self) -> bool:
        return super().is_running or self.search.is_running

    def show_finding(self, finding: Finding) -> None:
        """Play the game of the audit in which ``finding`` occurs first, up to where it does."""
        report, number = self.student.audit.report, finding.first_game
        if report is None or number is None:
            return
        from minesweeper_qt.model.student.auditor import boards
        from minesweeper_qt.model.student.game_pool import game_seed

        board = boards(report.difficulty, report.games_planned)[number]
        self.open(Minesweeper.at_difficulty(board, seed=game_seed(report.seed, number)))
        self.autoplay.set_strategy(STUDENT)
        if finding.first_learned:
            self.student.target = finding.first_learned
            self.autoplay.start_quickly()

    def stop_autoplay(self) -> None:
        """Stop Auto-play and the search for a difference that it is part of, and cancel a pending AI Move."""
        if self.autoplay.is_running:
            self.search.stop()
        super().stop_autoplay()

    def stop_computing(self) -> None:
        """Cancel the move, hint or difference that is searched for, if there is one, and stop Auto-play."""
        self.search.stop()
        super().stop_computing()

    def shut_down(self) -> None:
        self.search.stop()  # first: it would play the next game once Auto-play has stopped
        self.student.close()
        super().shut_down()

    def _note_failure(self) -> None:
        self.status.note(Note.FAILURE, self.student.failure_text)

    def _on_agent_progressed(self) -> None:
        """Announce what the student's agent has done; an instant Auto-play takes it over itself."""
        if self.student.take_over() and not self.autoplay.is_instant:
            self._publish()

    def _on_agent_opened(self) -> None:
        """Let the student's agent play, or what played before."""
        self.guest = None if self.student.file is None else self.student
        if self.guest is None:
            if self.autoplay.strategy == STUDENT:
                self.autoplay.set_strategy(self._strategy_before)
        elif self.autoplay.strategy != STUDENT:
            self._strategy_before = self.autoplay.strategy
            self.autoplay.set_strategy(STUDENT)
        self._publish()

    def _on_agent_reloaded(self) -> None:
        """Say what a changed file did, or why it does not load, in place of what the previous agent was at."""
        last, line, problem = self.student.reloading.last, self.student.reloaded, self.student.reloading.problem
        if problem:
            self.status.set(f"{problem[:1].upper()}{problem[1:]}.")
        elif line is not None and last is not None and last.is_done and not self.autoplay.is_running:
            self.status.set(line.text)
        else:
            return
        self._publish()
