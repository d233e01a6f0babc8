"""Who makes the moves of Auto-play: what Auto-play asks of a mover, the agent of the game, and a strategy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.status_text import CellText
from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Answer
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import AgentMove, Choice, Playthrough


@dataclass(frozen=True, slots=True)
class Pick:
    """A move that a mover has picked: its ``choice``, ``None`` if no move is left, and ``make``, which makes it.

    ``is_own``: the agent of the game has picked it.
    """

    choice: Choice | None
    make: Callable[[], AgentMove]
    is_own: bool = False


class Mover(Protocol):
    """Picks the moves of Auto-play.

    Attributes: ``explains``, whether it can say a move before it is made; ``problem``, why it picks no move now, empty
    if it does, or is still at it; ``wait_text``, what the status says while a single move is awaited, if anything.
    """

    explains: bool

    @property
    def problem(self) -> str: ...

    @property
    def wait_text(self) -> str: ...

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        """Return the next move; ``None`` if it needs longer than ``until``, a time of the schedule, or has failed.

        Only if this move ``is_first`` after the last one that was announced may it compute in the worker: to announce a
        move cancels all requests.
        """

    def moved_text(self, last: AgentMove) -> CellText:
        """Return what the status says of the move ``last``, which was made just now."""


class AgentMover:
    """Picks the moves of the agent of the game, by the strategy ``name``."""

    explains = True
    wait_text = ""

    def __init__(self, name: str, timeline: Timeline) -> None:
        self._name = name
        self._timeline = timeline

    @property
    def _playthrough(self) -> Playthrough:
        return self._timeline.playthrough

    @property
    def problem(self) -> str:
        # The session adds why the agent failed.
        return "" if self._playthrough.failure is None else "The AI makes no move."

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        if not self._playthrough.learn(until, schedule.current.now):
            return None
        choice = self._playthrough.choose(is_own=True)
        return None if self._playthrough.failure is not None else self._pick(choice)

    def _pick(self, choice: Choice | None, is_own: bool = True) -> Pick:
        return Pick(choice, partial(self._playthrough.play_choice, choice, self._name, is_own), is_own)

    def moved_text(self, last: AgentMove) -> CellText:
        game, mines = self._playthrough.game, self._playthrough.snapshot.mines
        if not last.plays:
            return CellText.sentences("No moves left to make.", status_text.stuck_text(game, mines))
        return status_text.ai_turn_text(self._timeline.moves[-1], game, mines)


class StrategyMover(AgentMover):
    """Picks the safe moves of the agent of the game; without one, lets the strategy ``name`` choose in the worker.

    It goes on when the agent has failed. ``then`` gets what the strategy has picked, or the problem.
    """

    problem = ""

    def __init__(self, name: str, timeline: Timeline, advice: Advice, then: Callable[[Pick | None, str], None]) -> None:
        super().__init__(name, timeline)
        self._advice = advice
        self._then = then

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        playthrough, choice = self._playthrough, None
        if playthrough.failure is None:
            if not playthrough.learn(until, schedule.current.now) or self._advice.is_move_requested:
                return None
            choice = playthrough.choose(is_own=False)
        if choice is not None:
            return self._pick(choice)
        if is_first:
            self._advice.request_move(self._name, PositionView.of_game(playthrough), self._on_answered)
        return None

    def _on_answered(self, answer: Answer) -> None:
        self._then(None if answer.problem else self._pick(answer.result, is_own=False), answer.problem)
