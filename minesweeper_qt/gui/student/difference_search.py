"""The search for the next difference: plays the present game, and then others, until the student's agent differs."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model.text.number_text import counted

_SEEDS = 2**31


class DifferenceSearch(QObject):
    """Plays the present game to its end or to the next difference, and then the games of the next seeds.

    It ends at a difference, where the agent fails or its move can't be made, when it is stopped, when another game is
    started, and after ``most_games``. Signal: ``noted`` for a new status. Attribute: ``is_running``.
    """

    noted = Signal()

    def __init__(self, session: GameSession, student: StudentAgent) -> None:
        super().__init__(session)
        self.is_running = False
        self.most_games = 100
        self._session, self._student = session, student
        self._playthrough = session.playthrough
        """The game that it plays; the user may start another one at any time."""
        # Not at once: Auto-play announces its last moves after it has stopped.
        self._timer = schedule.current.timer(self, self._look)
        session.autoplay.changed.connect(self._look_soon)
        student.changed.connect(self._look_soon)

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
            self.is_running = True
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
        self._session.autoplay.start_quickly(progress)
        self._say(progress)

    def _play_next(self, number: int) -> None:
        if number > self.most_games:
            self._end(f"No further difference in {counted(self.most_games, 'game')}. The audit (Shift+A) tries more.")
        else:
            self._session.new_game(seed=((self._session.game.seed or 0) + 1) % _SEEDS)
            self._play(number)

    def _look_soon(self) -> None:
        if self.is_running:
            self._timer.start()

    def _look(self) -> None:
        """End the search, or play the next game, once Auto-play has stopped and the agent has learned all."""
        if not self.is_running:
            return
        student, autoplay, number = self._student, self._session.autoplay, self._student.game_number
        difference, where = student.new_difference, f"Game {number}: " if number > 1 else ""
        if student.file is None or self._session.playthrough is not self._playthrough:
            self.is_running = False  # the user does something else, and sees that
        elif student.failure is not None:
            self._end(f"{where}Your agent plays no further.")
        elif difference is not None:
            from minesweeper_qt.model.student.fault_text import title

            student.show_difference(difference)
            self._end(f"{where or 'Stopped at a difference: '}{title(difference)}.")
        elif autoplay.is_running:
            return
        elif not (self._playthrough.game.state.is_over or autoplay.is_played_out):
            self.is_running = False  # the user has stopped it, or the move can't be made, which Auto-play has said
        elif not student.is_thinking:
            self._play_next(number + 1)

    def _end(self, text: str) -> None:
        self.is_running = False
        self._session.autoplay.stop()
        self._say(text)

    def _say(self, text: str) -> None:
        self._session.status.set(text)
        self._session.status.show(text)  # otherwise the result of a game that is over would stand there
        self.noted.emit()
