"""The moves of the AI in the window: by which strategy, who picks them, and when they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Announcement, Highlight
from minesweeper_qt.gui.session.advice import Advice
from minesweeper_qt.gui.session.board_search import BoardSearch
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.session.timeline import Timeline
from minesweeper_qt.gui.session.worker import Outcome
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import STRATEGIES, AgentMove, AgentMoveKind, Choice, Guesses, Playthrough
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.play.playthrough import STUDENT
from minesweeper_qt.model.strategy.strategies import AGENT_STRATEGIES

STRATEGY_TITLES = {
    "cs50": "CS50: Sentences, Else Random",
    "cs50-count": "CS50, Told the Number of Mines",
    "cs50-overlap": "CS50 with the Overlap Rule",
    "exact": "Exact: the Lowest Risk",
    "expert": "Expert: the Strongest Play",
}
"""The titles of the strategies, by name."""

STRATEGY_DESCRIPTIONS = {
    "cs50": "safe by what the AI knows, else random",
    "cs50-count": "safe by what the AI knows, the number of mines too, else random",
    "cs50-overlap": "safe by what the AI knows, the number of mines and the overlap rule too, else random",
    "exact": "any cell that is certainly safe, else the lowest risk",
    "expert": "the strongest play",
}
"""The strategies that the AI can play by, each described in a few words."""

SPEEDS = (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 0)
"""Moves per second that Auto-play can be set to; 0 stands for instant."""

SLOW = 1
"""The highest speed at which anyone can read what the AI says before a move."""

_SAID = 7 / 8
"""The share of the time of a move for which the AI says it; the rest is for looking at what it revealed."""

_LETTER_MILLISECONDS = 75
"""The time in which a screen reader speaks a letter, at 180 words a minute; cells are spoken longer than written."""

SLICE = 0.008
"""Seconds of work before the event loop gets its turn: half a frame, the other half is for painting."""


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
    problem = ""
    wait_text = ""

    def __init__(self, name: str, timeline: Timeline) -> None:
        self._name = name
        self._timeline = timeline

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        playthrough = self._timeline.playthrough
        if not playthrough.learn(until, schedule.current.now):
            return None
        return self._pick(playthrough.choose(is_own=True))

    def _pick(self, choice: Choice | None, is_own: bool = True) -> Pick:
        return Pick(choice, partial(self._timeline.playthrough.play_choice, choice, self._name, is_own), is_own)

    def moved_text(self, last: AgentMove) -> CellText:
        game, mines = self._timeline.playthrough.game, self._timeline.playthrough.snapshot.mines
        if not last.plays:
            return CellText.sentences("No moves left to make.", status_text.stuck_text(game, mines))
        return status_text.ai_turn_text(self._timeline.moves[-1], game, mines)


class StrategyMover(AgentMover):
    """Picks the safe moves of the agent of the game; without one, lets the strategy ``name`` choose in the worker.

    ``then`` gets what the strategy has picked, or the problem.
    """

    def __init__(self, name: str, timeline: Timeline, advice: Advice, then: Callable[[Pick | None, str], None]) -> None:
        super().__init__(name, timeline)
        self._advice = advice
        self._then = then

    def next_move(self, until: float, is_first: bool) -> Pick | None:
        playthrough = self._timeline.playthrough
        if not playthrough.learn(until, schedule.current.now) or self._advice.is_move_requested:
            return None
        choice = playthrough.choose(is_own=False)
        if choice is not None:
            return self._pick(choice)
        if is_first:
            self._advice.request_move(self._name, PositionView.of_game(playthrough), self._on_answered)
        return None

    def _on_answered(self, answer: Outcome[Choice | None]) -> None:
        self._then(None if answer.problem else self._pick(answer.result, is_own=False), answer.problem)


class Autoplay(QObject):
    """Lets the AI move: once (``move``), or until the game ends, no move is left or it is stopped (``start``).

    It knows when to move, and a mover what: the agent of the game, a strategy, or what ``add_mover`` was given. A move
    is made once the mover has picked it, which is not waited for.

    ``touch`` announces what it does, and ``touch_if_learned`` what the agent may have learned while no move is found.

    Attributes: ``strategy``, the name of the strategy that the AI plays by; ``is_running``, true while Auto-play runs;
    ``is_pending``, true while a single move is awaited; ``is_played_out``, true if the last run ended because the game
    did, or because no move was left; ``speed``, moves per second, 0 for instant; ``thinks_aloud``, whether a run says
    each move before it is made; ``announcement``, the move that is said, ``None`` if none is.
    """

    def __init__(
        self,
        timeline: Timeline,
        advice: Advice,
        search: BoardSearch,
        status: StatusLine,
        touch: Callable[[], None],
        touch_if_learned: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.strategy = "cs50"
        self.is_running = False
        self.is_pending = False
        self.is_played_out = False
        self.speed: float = SPEEDS[5]
        self.thinks_aloud = False
        self.announcement: Announcement | None = None
        self._chosen: Pick | None = None
        """The move that is announced."""
        self._movers: dict[str, Mover] = {
            name: AgentMover(name, timeline)
            if name in AGENT_STRATEGIES
            else StrategyMover(name, timeline, advice, self._on_found)
            for name in STRATEGIES
        }
        self._timeline = timeline
        self._advice = advice
        self._search = search
        self._status = status
        self._touch = touch
        self._touch_if_learned = touch_if_learned
        self._is_quick = False
        """True while Auto-play runs at once whatever the speed is."""
        self._progress = ""
        """What the status says in such a run in place of its moves; empty for the moves."""
        self._timer = schedule.current.timer(self, self._advance)

    def add_mover(self, name: str, mover: Mover) -> None:
        """Let ``mover`` pick the moves of the strategy ``name``."""
        self._movers[name] = mover

    @property
    def is_instant(self) -> bool:
        """True while Auto-play runs faster than anyone can read."""
        return self.is_running and (not self.speed or self._is_quick)

    # -- intents of the user

    def move(self) -> None:
        """Stop Auto-play and let the AI make one move, as soon as all clues are learned and the move is chosen."""
        if self._playthrough.is_paused or self._timeline.asks_first(self.move) or self.is_pending:
            return
        self.stop()
        if not self._playthrough.game.state.is_over:
            self.is_pending = True
            if self._mover.wait_text:
                self._status.set(self._mover.wait_text)
                self._touch()
            self._advance()

    def start(self, *, is_quick: bool = False, progress: str = "") -> None:
        """Let the AI play until the game ends, it has no move left, or it is stopped.

        ``is_quick``: at once, whatever the speed is; then the status is ``progress``, if there is any.
        """
        if self._playthrough.is_paused:
            return
        if self._timeline.asks_first(self.start) or self.is_running or self._playthrough.game.state.is_over:
            return
        self.is_pending = self.is_played_out = False
        self.is_running, self._is_quick, self._progress = True, is_quick, progress
        self._touch()
        self._timer.start(0)

    def stop(self) -> None:
        """Stop Auto-play, and drop a move that is not made yet."""
        is_shown = self.is_running or self._chosen is not None
        self._stop()
        if is_shown:
            self._touch()

    def _stop(self) -> None:
        if self.is_pending or self._chosen is not None or self._search.is_running:
            self._status.set(status_text.STOPPED)
        self._search.cancel()
        self.is_pending = False
        self._timer.stop()
        self._chosen = self.announcement = None
        self.is_running = self._is_quick = False
        self._progress = ""

    def step(self) -> None:
        """Make the move that is said at once, and let the run go on; if none is, do as ``move`` does."""
        if self._chosen is None:
            self.move()
        else:
            self._timer.stop()
            self._make(self._chosen)

    def set_speed(self, moves_per_second: float) -> None:
        """Set Auto-play's speed in moves per second, also while it runs; 0 is instant."""
        self.speed = moves_per_second
        if self.is_running and not self._search.is_running:
            self._drop_announcement()
            self._timer.start(0 if self._says_moves else self._interval())

    def set_thinks_aloud(self, on: bool) -> None:
        """Set whether a run says each move before it is made, at a speed of ``SLOW`` or less."""
        self.thinks_aloud = on
        if not on and self._chosen is not None:
            self._drop_announcement()
            self._timer.start(0)

    def set_strategy(self, name: str) -> None:
        """Set the strategy that the AI plays by, from its next move on; raise ``KeyError`` for an unknown name.

        A strategy of the agent's own also sets whether the agent uses the number of mines. The others leave that as it
        is, since they use that number themselves; with them the agent has CS50's three rules alone.
        """
        if name != self.strategy:
            own = AGENT_STRATEGIES.get(name)
            # Whoever comes from outside is compared with the agent of CS50's three rules.
            kept = name in STRATEGIES and self._playthrough.uses_mine_count
            uses_mine_count = kept if own is None else own.uses_mine_count
            self._play_by(name, uses_mine_count, _strategy_text(name, uses_mine_count))
        else:
            self._status.show(_strategy_text(name, self._playthrough.uses_mine_count))

    def set_uses_mine_count(self, enabled: bool) -> None:
        """Set whether the agent uses the number of mines; a change makes it learn this game's clues anew.

        Where the agent itself picks the moves, this changes the strategy too.
        """
        if enabled != self._playthrough.uses_mine_count:
            name = self.strategy
            if name in AGENT_STRATEGIES:
                name = next(own.name for own in AGENT_STRATEGIES.values() if own.uses_mine_count is enabled)
            self._play_by(name, enabled, _mine_count_text(name, enabled))

    def _play_by(self, name: str, uses_mine_count: bool, status: str) -> None:
        """Choose the next move anew, by another strategy or agent; a single move that is awaited is dropped."""
        self.strategy = name
        self.is_pending = False
        self._search.cancel()
        self._chosen = self.announcement = None
        if self.is_running:
            self._timer.start(self._interval())
        playthrough, own = self._playthrough, AGENT_STRATEGIES.get(name)
        uses_overlap_rule = own is not None and own.uses_overlap_rule
        if (uses_mine_count, uses_overlap_rule) != (playthrough.uses_mine_count, playthrough.uses_overlap_rule):
            playthrough.replace_agent(uses_mine_count, uses_overlap_rule)
        self._status.set(status)
        self._touch()

    # -- the moves

    @property
    def _playthrough(self) -> Playthrough:
        return self._timeline.playthrough

    @property
    def _mover(self) -> Mover:
        return self._movers[self.strategy]

    @property
    def _says_moves(self) -> bool:
        """True if the run says each move first."""
        is_slow = 0 < self.speed <= SLOW and not self._is_quick
        return self.is_running and self.thinks_aloud and is_slow and self._mover.explains

    def _interval(self) -> int:
        return 0 if self.is_instant or not self.speed else round(1000 / self.speed)

    def _announce(self, pick: Pick | None) -> bool:
        """Say which move is made next, and why, if the run says its moves; return whether it does."""
        if pick is None or pick.choice is None or not self._says_moves:
            return False
        choice, clues = pick.choice, self._playthrough.game.clues
        turn = self._playthrough.preview(choice, pick.is_own)
        is_fair = self._playthrough.game.rules.guesses is Guesses.FAIR
        text = status_text.spoken_text(turn, clues, is_next=True, is_fair=is_fair)
        mines, safes = text.marked(CellRole.MARKED), text.marked(CellRole.RINGED)
        safes = safes.union([choice.cell] if turn.is_safe else ())
        highlight = Highlight(clues=text.marked(CellRole.LIT), mines=mines, safes=safes)
        self._chosen = pick
        wait = round(self._interval() * _SAID)
        if QAccessible.isActive():  # a screen reader would be late soon
            wait = max(wait, len(text.spoken) * _LETTER_MILLISECONDS)
        self.announcement = Announcement(choice.cell, highlight, None if turn.is_safe else choice.risk, wait)
        self._status.set(text)
        self._timer.start(wait)
        self._touch()
        return True

    def _drop_announcement(self) -> None:
        if self._chosen is not None:
            self._chosen = self.announcement = None
            self._touch()

    def _make(self, pick: Pick | None, problem: str = "") -> None:
        """Make the move that was picked, which may have been announced, or say the ``problem``."""
        self._chosen = self.announcement = None
        last: AgentMove | None = None
        if pick is not None and self._holds(pick):
            return
        try:
            if pick is not None:
                last = pick.make()
        finally:
            self._finish(last, last is not None and self._goes_on(last), problem)

    def _advance(self) -> None:
        """Make one move, or the moves of one slice if instant; stop at the end, and after an error."""
        if self._chosen is not None:
            self._make(self._chosen)
            return
        last: AgentMove | None = None
        goes_on = False
        try:
            # Nobody can follow the pictures of an instant run: it makes a quarter as many.
            until = schedule.current.now() + (4 * SLICE if self.is_instant else SLICE)
            while (pick := self._mover.next_move(until, is_first=last is None)) is not None:
                if self._announce(pick) or self._holds(pick):
                    break
                last = pick.make()
                goes_on = self._goes_on(last)
                if not (goes_on and self.is_instant) or schedule.current.now() >= until:
                    break
            goes_on = goes_on or (last is None and not self._mover.problem)
        finally:
            # After an error too: Auto-play must not count as running when no next move is scheduled.
            self._finish(last, goes_on)

    def _holds(self, pick: Pick) -> bool:
        """Return whether the move that was picked waits for a board."""
        return pick.choice is not None and self._search.search_first(pick.choice.cell, partial(self._make, pick))

    def _goes_on(self, made: AgentMove) -> bool:
        return not self._playthrough.game.state.is_over and made.kind is not AgentMoveKind.LAST

    def _on_found(self, pick: Pick | None, problem: str) -> None:
        """Make the move that the mover has found in the worker, if Auto-play or a single move still needs it."""
        if (self.is_running or self.is_pending) and not self._announce(pick):
            self._make(pick, problem)

    def _finish(self, last: AgentMove | None, goes_on: bool, problem: str = "") -> None:
        """Announce the last move made or the ``problem``; schedule the next move, or stop if it does not go on."""
        no_move = ""
        if last is None and not goes_on:
            no_move = f"The AI found no move: {problem}." if problem else self._mover.problem
        if last is not None or not goes_on:
            self.is_pending = False
        if last is not None:
            self._status.set(self._progress or self._mover.moved_text(last))
            self.is_played_out = not goes_on
        elif no_move:
            self._status.set(no_move)
        if not goes_on:
            self._stop()
        if last is not None or not goes_on:
            self._touch()
        else:
            self._touch_if_learned()
        is_awaited = self._advice.is_move_requested or self._chosen or self._search.is_running
        if (self.is_running or self.is_pending) and not is_awaited:
            wait = self._interval() * (1 - _SAID) if self._says_moves else self._interval()
            self._timer.start(0 if last is None else round(wait))


def _strategy_text(strategy: str, uses_mine_count: bool) -> str:
    """Return which strategy the AI plays by, and how it uses the number of mines.

    ``uses_mine_count``: whether the knowledge base uses it.
    """
    if strategy == STUDENT:
        return "Your agent plays; the reference watches."
    text = f"The AI plays by {STRATEGY_TITLES[strategy]}."
    if strategy in AGENT_STRATEGIES:
        return text
    return f"{text} It counts the mines" + ("." if uses_mine_count else "; the knowledge table does not.")


def _mine_count_text(strategy: str, uses_mine_count: bool) -> str:
    """Return the text after a change of whether the knowledge base uses the number of mines."""
    if strategy in AGENT_STRATEGIES:
        knows = "now knows" if uses_mine_count else "no longer knows"
        return f"The AI {knows} the number of mines. It plays by {STRATEGY_TITLES[strategy]}."
    if uses_mine_count:
        return "The knowledge table now uses the number of mines."
    return "The knowledge table no longer uses the number of mines; the AI, when it moves, still does."
