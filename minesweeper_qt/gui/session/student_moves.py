"""The moves of the student's agent: picks them from its process and carries them out, or finds out why it can't."""

from __future__ import annotations

from time import perf_counter

from minesweeper_qt.gui.presentation.turn_status import AiMove
from minesweeper_qt.gui.session.watched_agent import WatchedAgent
from minesweeper_qt.model import Choice, ChoiceReason, ChoiceReasonKind, Playthrough
from minesweeper_qt.model.watch.difference_text import title
from minesweeper_qt.model.watch.student_snapshot import StudentMove

NO_MOVE = "Your agent makes no move."


class StudentMoves:
    """Lets the agent of ``watched`` move in the game that is played, for Auto-play and single moves."""

    def __init__(self, watched: WatchedAgent) -> None:
        self._watched = watched

    @property
    def is_thinking(self) -> bool:
        """True while calls of the agent are under way."""
        return self._watched.is_thinking

    def begin_run(self) -> None:
        """Keep which differences there are, when Auto-play begins."""
        self._watched.begin_run()

    def problem(self, playthrough: Playthrough, stops: bool) -> str:
        """Return why the agent makes no move now, for the status line; empty if it moves, or is still thinking.

        ``stops``: Auto-play runs, and stops at the first new difference.
        """
        watched = self._watched
        if watched.file is None:
            return "Open the file of your agent first."
        if watched.failure is not None:
            return NO_MOVE  # the session adds why it failed
        if stops and watched.is_at_target:
            return "Here the audit found it."
        difference = watched.new_difference if stops else None
        if difference is not None:
            return f"Stopped at a difference: {title(difference)}."
        move = watched.move
        obstacle = "" if move is None else move.problem or _flag_obstacle(playthrough, move)
        return f"Your agent's move can't be made: {obstacle}." if obstacle else ""

    def make_move(self, playthrough: Playthrough, until: float, stops: bool) -> AiMove | None:
        """Make the agent's next move; return ``None`` if it needs longer than ``until``, or makes none now.

        ``until`` is a time of ``perf_counter``. What is proved of the cell is known once the reference has learned all.
        """
        watched = self._watched
        watched.follow()
        playthrough.learn(max(until - perf_counter(), 0))
        self._take_over(until)
        if playthrough.is_learning or watched.is_thinking or self.problem(playthrough, stops):
            return None
        if watched.move is None:
            watched.request_move()
            self._take_over(until)
        move = watched.move
        if move is None or self.problem(playthrough, stops):
            return None
        return self._carry_out(playthrough, move)

    def _take_over(self, until: float) -> None:
        """Wait for the agent for a moment, and take over what it has done."""
        self._watched.wait(max(until - perf_counter(), 0))
        self._watched.take_over()

    def _carry_out(self, playthrough: Playthrough, move: StudentMove) -> AiMove:
        was_protected = playthrough.game.protects_first_click
        choice = None
        if move.cell is not None:
            words = "it is in safes" if move.is_safe else "a random move"
            choice = Choice(move.cell, move.is_safe, ChoiceReason(ChoiceReasonKind.OTHER, words=words))
        return AiMove(playthrough.play_student(choice, move.known_mines), choice, was_protected)


def _flag_obstacle(playthrough: Playthrough, move: StudentMove) -> str:
    """Return that a flag of the player is on the cell of ``move``, unless the cell is proved safe."""
    cell = move.cell
    if cell is None or cell not in playthrough.game.mines_found or cell in playthrough.snapshot.safes:
        return ""
    return f"it opens {cell}, where you put a flag"
