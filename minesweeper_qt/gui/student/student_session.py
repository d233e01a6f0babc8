"""A student's agent beside the game of a session, and the search for games in which it differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.status_line import Note
from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import Minesweeper
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.words import capitalized, counted

if TYPE_CHECKING:
    from minesweeper_qt.model import Finding


_SEEDS = 2**31


class DifferenceSearch(QObject):
    """Plays the present game to its end or to the next difference, and then the games of the next seeds.

    It ends at a difference, where the agent fails or its move can't be made, when it is stopped, when another game is
    started, and after ``most_games``. Signal: ``noted`` for a new status. Attribute: ``is_running``.
    """

    noted = Signal()

    def __init__(self, session: GameSession, student: StudentAgent) -> None:
        super().__init__(session)
        self.most_games = 100
        self._session, self._student = session, student
        self._playthrough = session.playthrough
        """The game that it plays; the user may start another one at any time."""
        self._timer = schedule.current.timer(self, self._look)
        student.changed.connect(self.look_soon)

    @property
    def is_running(self) -> bool:
        return self._student.is_searching

    def show_next(self) -> None:
        """Show the moment of the next difference after the one shown; without one, begin with the present game.

        While an earlier moment is shown, only go to the present one and say that.
        """
        student, timeline = self._student, self._session.timeline
        after = (found for found in student.differences if student.turn_of(found.learned) > timeline.shown_move)
        following = next(after, None)
        if following is not None:
            student.show_difference(following)
        elif self.is_running or student.file is None or self._session.playthrough.is_paused:
            return
        elif not timeline.is_live:
            timeline.show_live()
            self._say("No difference after that move. Next Difference plays on from here.")
        elif student.failure is not None:
            self._say("Your agent plays no further in this game.")  # the session adds why
        else:
            student.is_searching = True
            if self._session.game.state.is_over:
                self._play_next(2)
            else:
                self._play(1)

    def stop(self) -> None:
        """Play no further game."""
        if self.is_running:
            self._end(f"Stopped in game {self._student.game_number}: no difference so far.")

    def _play(self, number: int) -> None:
        """Play the present game to its end, as the game of this number."""
        self._student.game_number = number
        self._student.stops_at_next = True
        self._playthrough = self._session.playthrough
        progress = f"Game {number} of {self.most_games}…"
        self._session.autoplay.stop()
        self._session.autoplay.start(is_quick=True, progress=progress)
        self._say(progress)

    def _play_next(self, number: int) -> None:
        if number > self.most_games:
            games = counted(number - self._student.first_game, "game")
            self._end(f"No further difference in {games}. The audit (Shift+A) tries more.")
        else:
            self._session.new_game(seed=((self._session.game.seed or 0) + 1) % _SEEDS)
            self._play(number)

    def look_soon(self) -> None:
        """Find out whether to go on, once all is announced that has changed."""
        if self.is_running:
            self._timer.start()

    def _look(self) -> None:
        """End the search, or play the next game, once Auto-play has stopped and the agent has learned all."""
        if not self.is_running:
            return
        student, autoplay, number = self._student, self._session.autoplay, self._student.game_number
        difference, where = student.new_difference, f"Game {number}: " if number > 1 else ""
        if student.file is None or self._session.playthrough is not self._playthrough:
            self._end()  # the user does something else, and sees that
        elif student.failure is not None:
            self._end(f"{where}Your agent plays no further.")
        elif difference is not None:
            from minesweeper_qt.model.student.fault_text import title

            student.show_difference(difference)
            self._end(f"{where or 'Stopped at a difference: '}{title(difference)}.")
        elif autoplay.is_running:
            return
        elif not (self._playthrough.game.state.is_over or autoplay.is_played_out):
            self._end()  # the user has stopped it, or the move can't be made, which Auto-play has said
        elif not student.is_thinking:
            self._play_next(number + 1)

    def _end(self, text: str = "") -> None:
        self._student.is_searching = False
        if text:
            self._session.autoplay.stop()
            self._say(text)
        else:
            self.noted.emit()

    def _say(self, text: str) -> None:
        if text != self._session.status.text:  # Auto-play may have said so
            self._session.status.set(text)
            self._session.status.show(text)  # otherwise the result of a game that is over would stand there
        self.noted.emit()


class StudentSession(QObject):
    """Lets a student's agent learn and play the games of ``session``, once one is opened.

    Attributes: ``session``; ``agent``, the student's agent; ``search``, for the games in which it differs.
    """

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.session = session
        self.agent = StudentAgent(session.timeline, session.worker, self)
        self.search = DifferenceSearch(session, self.agent)
        self._strategy_before = session.autoplay.strategy
        """What the AI played by before the student's agent did."""
        session.autoplay.add_mover(STUDENT, self.agent)
        session.changed.connect(self._on_session_changed)
        session.stopping.connect(self.search.stop)
        for noted in (self.agent.shown_changed, self.search.noted):
            noted.connect(session.touch)
        self.agent.progressed.connect(self._on_agent_progressed)
        self.agent.opened.connect(self._on_agent_opened)
        self.agent.reloading.changed.connect(self._on_agent_reloaded)

    def show_finding(self, finding: Finding) -> None:
        """Play the game of the audit in which ``finding`` occurs first, up to where it does."""
        report, number, session = self.agent.audit.found, finding.first_game, self.session
        if report is None or number is None:
            return
        from minesweeper_qt.model.student.auditor import boards
        from minesweeper_qt.model.student.game_pool import game_seed

        board = boards(report.difficulty, report.games_planned)[number]
        session.open(Minesweeper.at_difficulty(board, seed=game_seed(report.seed, number)))
        session.autoplay.set_strategy(STUDENT)
        if finding.first_learned:
            self.agent.target = finding.first_learned
            session.autoplay.start(is_quick=True)

    def close(self) -> None:
        """End the agent, before the session is shut down."""
        self.search.stop()  # first: it would play the next game once Auto-play has stopped
        self.session.guest = None
        self.agent.close()

    def _on_session_changed(self, before: PositionView, now: PositionView) -> None:
        if now.runs is not before.runs:
            self.search.look_soon()  # first: what it says takes the place of what the stop says
            self.agent.follow_run(now.runs)
        self.session.status.note(Note.FAILURE, self.agent.failure_text)

    def _on_agent_progressed(self) -> None:
        """Announce what the student's agent has done; an instant Auto-play takes it over itself."""
        if self.agent.take_over() and not self.session.autoplay.is_instant:
            self.session.touch()

    def _on_agent_opened(self) -> None:
        """Let the student's agent play, or what played before."""
        self.session.guest = None if self.agent.file is None else self.agent
        if self.session.guest is None:
            if self.session.autoplay.strategy == STUDENT:
                self.session.autoplay.set_strategy(self._strategy_before)
        elif self.session.autoplay.strategy != STUDENT:
            self._strategy_before = self.session.autoplay.strategy
            self.session.autoplay.set_strategy(STUDENT)
        self.session.touch()

    def _on_agent_reloaded(self) -> None:
        """Say what a changed file did, or why it does not load, in place of what the previous agent was at."""
        last, line, problem = self.agent.reloading.last, self.agent.reloaded, self.agent.reloading.problem
        if problem:
            self.session.status.set(f"{capitalized(problem)}.")
        elif line is not None and last is not None and last.is_done and not self.session.autoplay.is_running:
            self.session.status.set(line.text)
        else:
            return
        self.session.touch()
