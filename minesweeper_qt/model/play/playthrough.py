"""A game that is played: the game itself, an agent that learns all that is revealed, and the history of both."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import replace
from math import inf
from time import monotonic, perf_counter

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.game.action import Action
from minesweeper_qt.model.game.minesweeper import ActionResult, Minesweeper, Observation
from minesweeper_qt.model.knowledge.agent import Agent, AgentFactory, AgentSnapshot, new_agent
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.play.agent_move import AgentMove, carry_out, seen_by_player
from minesweeper_qt.model.play.history import History
from minesweeper_qt.model.play.known import Known
from minesweeper_qt.model.play.learner import AgentLearner, Chosen, Copied, Event, Failed, Learned
from minesweeper_qt.model.play.task_thread import PATIENCE, GiveWay
from minesweeper_qt.model.play.turn import Turn
from minesweeper_qt.model.play.turn_builder import agent_turn, player_turn, student_turn, with_wrong_flags
from minesweeper_qt.model.play.update import Update
from minesweeper_qt.model.strategy.strategies import CS50, Choice, SafeMoves

STUDENT = "student"
"""The name of the strategy in the turns of a student's agent."""


class Playthrough:
    """A game with an agent that learns all that is revealed, played by a person, the agent or a strategy.

    The agent learns in a thread, while the game can be played on: ``learn`` waits for it, and takes over what it has
    learned. The history is the same however long the agent takes.

    >>> playthrough = Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]))
    >>> turn = playthrough.play(Action.from_text("reveal 0 2"))
    >>> playthrough.learn(10)
    True
    >>> sorted(playthrough.snapshot.safes)
    [(0, 1), (0, 2), (1, 1), (1, 2)]
    >>> playthrough.close()

    ``make_agent`` creates the agent, with the number of mines if ``uses_mine_count``, and with the overlap rule if
    ``uses_overlap_rule``. ``history`` holds the turns of a game that is under way. ``clock`` returns seconds, for the
    times of the turns; ``elapsed`` are those that have passed since the first reveal, by default up to the last turn.
    ``on_progress`` is called in the agent's thread when there is something to take over, and ``give_way`` while the
    agent learns; see ``AgentLearner``. Revisions of snapshots start after ``revision``.

    Attributes: ``game``, ``history``, ``uses_mine_count``, ``uses_overlap_rule``; ``failure``, the error of an agent
    that failed, or ``None``; ``choice``, the answer to the last request for a move, or ``None``.
    """

    def __init__(
        self,
        game: Minesweeper,
        make_agent: AgentFactory = MinesweeperAI,
        *,
        uses_mine_count: bool = False,
        uses_overlap_rule: bool = False,
        history: History | None = None,
        clock: Callable[[], float] = monotonic,
        elapsed: float | None = None,
        on_progress: Callable[[], None] | None = None,
        give_way: GiveWay | None = None,
        revision: int = 0,
    ) -> None:
        self.game = game
        self.history = History(game) if history is None else history
        self.uses_mine_count = uses_mine_count
        self.uses_overlap_rule = uses_overlap_rule
        self._make_agent = make_agent
        self._clock = clock
        self._on_progress = on_progress
        self._give_way = give_way
        times = [turn.seconds for turn in self.history.turns if turn.seconds is not None]
        self._last_time = times[-1] if times and elapsed is None else elapsed or 0.0
        """The seconds from the first reveal to the last turn."""
        self._begun = clock() - self._last_time if game.clues else None
        """The clock's time at the first reveal, later by all pauses since; ``None`` before it."""
        self._paused_at: float | None = None
        """The seconds at which the game was paused; ``None`` while it is not."""
        self._ai_cell: Cell | None = None
        self._position: Position | None = None
        self._begin(revision)

    def _begin(self, revision: int) -> None:
        """Create an agent, and let it learn the game from its start."""
        # What an agent before has learned must not count as that of the new one.
        self.history.detach()
        self.failure: MinesweeperError | None = None
        self.choice: Chosen | None = None
        self._choice_request = 0
        self._known = Known(revision)
        self._unjudged = deque(
            number for number, turn in enumerate(self.history.turns, 1) if turn.reason is None and turn.cell is not None
        )
        """The numbers of the turns whose safety is found out once the agent has learned what came before them."""
        self._judged: list[int] = []
        self._events: deque[Event] = deque()
        """What the learner reported and ``learn`` has yet to take over."""
        game, mines = self.game, self.game.mine_total if self.uses_mine_count else None
        make_agent, uses_overlap_rule = self._make_agent, self.uses_overlap_rule

        def make() -> Agent:
            size = game.height, game.width
            return new_agent(make_agent, *size, total_mines=mines, seed=game.seed, uses_overlap_rule=uses_overlap_rule)

        self._learner = AgentLearner(make, game.grid, self._on_progress, give_way=self._give_way)
        self._learner.request_copy()
        self._learner.teach([Observation(cell, clue) for cell, clue in game.clues.items()])

    # -- queries

    @property
    def snapshot(self) -> AgentSnapshot:
        """What the agent knew when ``learn`` was called last."""
        return self._known.snapshot

    @property
    def position(self) -> Position:
        """The position that the player sees; the same object until the next move."""
        if self._position is None:
            self._position = seen_by_player(self.game)
        return self._position

    @property
    def is_learning(self) -> bool:
        """True while the agent has yet to learn clues, or ``learn`` has yet to take over what it learned."""
        return self._learner.is_busy or bool(self._events)

    @property
    def is_closed(self) -> bool:
        """True after ``close``."""
        return self._learner.is_closed

    @property
    def is_choosing(self) -> bool:
        """True from ``request_choice`` until ``choice`` is there, or the request is dropped."""
        return bool(self._choice_request) and self.choice is None and self.failure is None

    @property
    def seconds(self) -> float:
        """The seconds since the first reveal, without pauses, until the end of the game; 0 before it."""
        if self._begun is None:
            return 0.0
        if self.game.state.is_over:
            return self._last_time
        return self._clock() - self._begun if self._paused_at is None else self._paused_at

    @property
    def is_paused(self) -> bool:
        """True from ``pause`` until ``resume``."""
        return self._paused_at is not None

    # -- pauses

    def pause(self) -> bool:
        """Stop the clock until ``resume``; return whether it ran, as it does from the first reveal to the end.

        >>> now = [0.0]
        >>> playthrough = Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]), clock=lambda: now[0])
        >>> turn = playthrough.play(Action.from_text("reveal 0 1"))
        >>> now[0] = 2.0
        >>> playthrough.pause()
        True
        >>> now[0] = 90.0
        >>> playthrough.resume()
        >>> playthrough.seconds
        2.0
        >>> playthrough.close()
        """
        if self._begun is None or self.game.state.is_over or self.is_paused:
            return False
        self._paused_at = self._clock() - self._begun
        return True

    def resume(self) -> None:
        """Let the clock go on where ``pause`` stopped it, if it did."""
        if self._paused_at is not None:
            self._begun = self._clock() - self._paused_at
            self._paused_at = None

    # -- moves

    def play(self, action: Action, is_hint: bool = False) -> Turn:
        """Carry out an action of the player and return its turn; ``is_hint`` marks it as the move of a hint.

        Raises what ``Minesweeper.play`` raises, and then changes nothing.
        """
        position, is_learning = self.position, self.is_learning
        turn = player_turn(action, position, self._known.settled, self.game.protects_first_click)
        result = self.game.play(action)
        turn = replace(turn, plays=(result,), is_hint=is_hint)
        if is_learning and position.clues:
            # What was proved of its cells is known once the agent has learned all clues before it.
            turn = replace(turn, is_safe=None, reason=None, risk=None, least_risk=None)
        turn = self._process(with_wrong_flags(turn, position, self.game.mines))
        if turn.reason is None and turn.changes_anything:
            self._unjudged.append(len(self.history.turns))
        return turn

    def play_choice(self, choice: Choice | None, strategy: str, is_own: bool) -> AgentMove:
        """Carry out the ``choice`` of a ``strategy``, or the last step for ``None``; ``is_own``: the agent's own move.

        Raises what ``carry_out`` raises.
        """
        was_protected = self.game.protects_first_click
        move = carry_out(self.game, choice, self._known.snapshot.mines if choice is None else ())
        if move.cell is not None:
            self._ai_cell = move.cell
        if move.plays:
            turn = agent_turn(move, None if is_own else choice, self._known.settled, was_protected)
            self._process(replace(turn, strategy=strategy))
        return move

    def play_student(self, choice: Choice | None, known_mines: Collection[Cell]) -> AgentMove:
        """Carry out the ``choice`` of a student's agent, or the last step for ``None`` with the ``known_mines`` it has.

        The move is judged by what the agent of this playthrough, the reference, has learned by now. Raises what
        ``carry_out`` raises.
        """
        was_protected = self.game.protects_first_click
        move = carry_out(self.game, choice, known_mines)
        if move.cell is not None:
            self._ai_cell = move.cell
        if move.plays:
            self._process(replace(student_turn(move, self._known.settled, was_protected), strategy=STUDENT))
        return move

    def _process(self, turn: Turn) -> Turn:
        """Add a turn to the history, if it changed anything, and let the agent learn what it revealed."""
        self._position = None
        self.drop_choice()
        turn = replace(turn, seconds=self._seconds(turn))
        if turn.changes_anything:
            self.history.add(turn)
        for result in turn.plays:
            self._known.cells.update(_changed_cells(result))
            self._learner.teach(result.observations)
        if turn.state.is_over:
            self._known.cells.update(self.game.mines, self.game.mines_found)
        return turn

    def _seconds(self, turn: Turn) -> float | None:
        """Return the seconds since the first reveal; ``None`` before it."""
        if self._begun is None and (turn.exploded or self.game.clues):
            self._begun = self._clock()
        if self._begun is None:
            return None
        self._last_time = self._clock() - self._begun if self._paused_at is None else self._paused_at
        return self._last_time

    # -- the agent

    def request_choice(self, is_own: bool) -> None:
        """Request the agent's next move, made once all clues are learned; if not ``is_own``, only a safe move."""
        self.choice = None
        self._choice_request = self._learner.request_choice(CS50() if is_own else SafeMoves(), self.position)

    def drop_choice(self) -> None:
        """Drop the request for a move, and its answer."""
        self._choice_request = 0
        self.choice = None

    def learn(self, seconds: float, work: float = inf) -> bool:
        """Wait for the agent for at most ``seconds``, take over what it has learned; return whether it has learned all.

        Taking over stops after ``work`` seconds; then ``has_more`` is true, and the next call goes on. An error of the
        agent is not raised, but kept as ``failure``; from then on the agent learns nothing.
        """
        if seconds:
            self._learner.wait(seconds)
        until = perf_counter() + work
        self._events.extend(self._learner.collect())
        while self.has_more:
            if self._events:
                self._take_over(self._events.popleft())
            else:
                self._judge_next()
            if perf_counter() > until:
                break
        return not self.is_learning

    @property
    def has_more(self) -> bool:
        """True when ``learn`` has something to do that it need not wait for."""
        return bool(self._events) or self._can_judge

    def _take_over(self, event: Event) -> None:
        match event:
            case Copied(knowledge):
                self._known.begin(knowledge)
                self.history.attach(knowledge)
            case Learned(change, mine_count):
                self._known.apply(change, mine_count)
                self.history.add_change(change, mine_count)
            case Chosen(number) if number == self._choice_request:
                self.choice = event
            case Failed(error):
                self.failure = error

    @property
    def _can_judge(self) -> bool:
        """True when it can be found out whether a move had been proved safe."""
        # An agent that failed learns no more: what it knew by then decides.
        return bool(self._unjudged) and (
            (self.failure is not None and not self._events) or self.history.is_complete(self._unjudged[0] - 1)
        )

    def _judge_next(self) -> None:
        """Find out whether a move made while the agent was learning, or read from a record, had been proved safe."""
        number = self._unjudged.popleft()
        before, turn = self.history.moment(number - 1), self.history.turns[number - 1]
        # A first click that moved the mines away was protected.
        moved_mines = self.game.start is not None and self.game.given_start is None
        is_protected = moved_mines and not before.position.clues
        judged = player_turn(turn.plays[-1].action, before.position, before.settled, is_protected)
        names = ("kind", "is_safe", "reason", "risk", "least_risk", "safe_cell")
        values = {name: getattr(judged, name) for name in names}
        judged = with_wrong_flags(replace(turn, **values), before.position, self.game.mines)
        self.history.judge(number, judged)
        self._judged.append(number)

    def take_update(self) -> Update:
        """Return all changes since the last call."""
        update = self._known.take_update(self._ai_cell)
        self._ai_cell = None
        return update

    def take_judged(self) -> list[int]:
        """Return the numbers of the turns that were judged since the last call; see ``History.judge``."""
        judged, self._judged = self._judged, []
        return judged

    def replace_agent(self, uses_mine_count: bool, uses_overlap_rule: bool = False) -> None:
        """Let a new agent learn the game from its start, with or without the number of mines and the overlap rule."""
        self._learner.close(patience=0)
        before = self._known
        self.uses_mine_count = uses_mine_count
        self.uses_overlap_rule = uses_overlap_rule
        self._begin(before.revision)
        self._known.cells.update(before.settled)

    def close(self, patience: float = PATIENCE) -> None:
        """Stop learning for good; wait at most ``patience`` seconds for an agent that is learning."""
        self._events.clear()
        self._learner.close(patience)


def _changed_cells(result: ActionResult) -> set[Cell]:
    cells = {cell for cell, _ in result.observations}
    return cells.union(result.flagged, result.unflagged, result.exploded)
