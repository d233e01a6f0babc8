"""A game that is played: the game itself, the agent that learns all that is revealed, and the history of both."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from time import perf_counter

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.game.action import Action
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.play.history import History
from minesweeper_qt.model.play.turn import (
    AgentMove,
    AgentMoveKind,
    Turn,
    agent_turn,
    carry_out,
    player_turn,
    seen_by_player,
    student_turn,
    with_wrong_flags,
)
from minesweeper_qt.model.strategy.strategies import CS50, Choice, safe_choice

STUDENT = "student"
"""The name of the strategy in the turns of a student's agent."""


@dataclass(frozen=True, slots=True)
class Update:
    """What has changed in what views show of a game or a position.

    ``cells``: the cells whose look may have changed. ``added``, ``removed``: the sentences that came into force and
    those that are no longer in force.

    >>> Update().cells
    frozenset()
    """

    cells: frozenset[Cell] = frozenset()
    added: tuple[Derivation, ...] = ()
    removed: tuple[Derivation, ...] = ()


class Playthrough:
    """A game with a ``MinesweeperAI`` that learns all that is revealed, played by a person, the agent or a strategy.

    What is revealed waits until ``learn`` lets the agent learn it, so that a program with a window can do that in
    slices, between other events. The history is the same whenever that is.

    >>> playthrough = Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]))
    >>> turn = playthrough.play(Action.from_text("reveal 0 2"))
    >>> playthrough.learn()
    True
    >>> sorted(playthrough.snapshot.safes)
    [(0, 1), (0, 2), (1, 1), (1, 2)]

    The agent has the number of mines if ``uses_mine_count``, and the overlap rule if ``uses_overlap_rule``. ``history``
    holds the turns of a game that is under way. ``clock`` returns seconds, for the times of the turns; ``elapsed`` are
    those that have passed since the first reveal, by default up to the last turn. Revisions of snapshots start after
    ``revision``.

    Attributes: ``game``, ``history``, ``uses_mine_count``, ``uses_overlap_rule``; ``agents_made``, the number of agents
    that have learned the game so far.
    """

    def __init__(
        self,
        game: Minesweeper,
        *,
        uses_mine_count: bool = False,
        uses_overlap_rule: bool = False,
        history: History | None = None,
        clock: Callable[[], float] = perf_counter,
        elapsed: float | None = None,
        revision: int = 0,
    ) -> None:
        self.game = game
        self.history = History(game) if history is None else history
        self.uses_mine_count = uses_mine_count
        self.uses_overlap_rule = uses_overlap_rule
        self._clock = clock
        times = [turn.seconds for turn in self.history.turns if turn.seconds is not None]
        self._last_time = times[-1] if times and elapsed is None else elapsed or 0.0
        """The seconds from the first reveal to the last turn."""
        self._begun = clock() - self._last_time if game.clues else None
        """The clock's time at the first reveal, later by all pauses since; ``None`` before it."""
        self._paused_at: float | None = None
        """The seconds at which the game was paused; ``None`` while it is not."""
        self._position: Position | None = None
        self.agents_made = 0
        self._begin(revision)

    def _begin(self, revision: int) -> None:
        """Create an agent that has yet to learn the game from its start."""
        game = self.game
        self.agents_made += 1
        self._unlearned = deque(Observation(cell, clue) for cell, clue in game.clues.items())
        self._unjudged = deque(
            number for number, turn in enumerate(self.history.turns, 1) if turn.reason is None and turn.cell is not None
        )
        """The numbers of the turns whose safety is found out once the agent has learned what came before them."""
        self._judged: list[int] = []
        self._revision = revision + 1
        self._snapshot: AgentSnapshot | None = None
        total, overlap = game.mine_total if self.uses_mine_count else None, self.uses_overlap_rule
        self._agent = MinesweeperAI(game.height, game.width, total_mines=total, overlap=overlap, seed=game.seed)
        # What a previous agent has learned does not count as that of the new one.
        self.history.attach(self._agent.knowledge_base)

    # -- queries

    @property
    def snapshot(self) -> AgentSnapshot:
        """What the agent knows now; the same object until it has learned more."""
        if self._snapshot is None:
            agent = self._agent
            sets = frozenset(agent.safes), frozenset(agent.mines), frozenset(agent.moves_made)
            self._snapshot = AgentSnapshot(self._revision, tuple(agent.knowledge_base), dict(self._settled), *sets)
        return self._snapshot

    @property
    def _settled(self) -> Mapping[Cell, Derivation]:
        return self._agent.knowledge_base.settled

    @property
    def position(self) -> Position:
        """The position that the player sees; the same object until the next move."""
        if self._position is None:
            self._position = seen_by_player(self.game)
        return self._position

    @property
    def is_learning(self) -> bool:
        """True while the agent has yet to learn clues."""
        return bool(self._unlearned)

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

    def wait(self) -> None:
        """Set the clock to 0, and let it stand until the next move: what is open was opened for the player.

        >>> now = [0.0]
        >>> playthrough = Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]), clock=lambda: now[0])
        >>> turn = playthrough.play(Action.from_text("reveal 0 1"))
        >>> playthrough.wait()
        >>> now[0] = 90.0
        >>> playthrough.seconds, playthrough.play(Action.from_text("reveal 0 2")).seconds
        (0.0, 0.0)
        """
        self._begun = None

    def pause(self, at: float | None = None) -> bool:
        """Stop the clock until ``resume``; return whether it ran, as it does from the first reveal to the end.

        It stands at the seconds ``at``, which have passed, by default those of now.

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
        """
        if self._begun is None or self.game.state.is_over or self.is_paused:
            return False
        self._paused_at = self._clock() - self._begun if at is None else at
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
        turn = player_turn(action, position, self._settled, self.game.protects(action.cell))
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
        make_turn = partial(agent_turn, choice=None if is_own else choice, settled=self._settled)
        return self._move(choice, strategy, self._agent.mines, make_turn)

    def preview(self, choice: Choice, is_own: bool) -> Turn:
        """Return the turn that ``play_choice`` would make of ``choice`` now, without the results of its actions.

        >>> from minesweeper_qt.model import ChoiceReason, ChoiceReasonKind, Minesweeper
        >>> playthrough = Playthrough(Minesweeper(2, 3, 1))
        >>> choice = Choice((0, 0), False, ChoiceReason(ChoiceReasonKind.RANDOM))
        >>> playthrough.preview(choice, is_own=True).reason.kind.value
        'random'
        """
        move = AgentMove(AgentMoveKind.SAFE if choice.is_safe else AgentMoveKind.RANDOM, choice.cell, ())
        given = None if is_own else choice
        return agent_turn(move, given, self._settled, was_protected=self.game.protects(choice.cell))

    def play_student(self, choice: Choice | None, known_mines: Collection[Cell]) -> AgentMove:
        """Carry out the ``choice`` of a student's agent, or the last step for ``None`` with the ``known_mines`` it has.

        The move is judged by what the agent of this playthrough, the reference, has learned by now. Raises what
        ``carry_out`` raises.
        """
        return self._move(choice, STUDENT, known_mines, partial(student_turn, settled=self._settled))

    def _move(
        self, choice: Choice | None, strategy: str, known_mines: Collection[Cell], make_turn: Callable[..., Turn]
    ) -> AgentMove:
        was_protected = choice is not None and self.game.protects(choice.cell)
        move = carry_out(self.game, choice, known_mines)
        if move.plays:
            self._process(replace(make_turn(move, was_protected=was_protected), strategy=strategy))
        return move

    def _process(self, turn: Turn) -> Turn:
        """Add a turn to the history, if it changed anything, and let the agent learn what it revealed."""
        self._position = None
        turn = replace(turn, seconds=self._seconds(turn))
        if turn.changes_anything:
            self.history.add(turn)
        for result in turn.plays:
            self._unlearned.extend(result.observations)
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

    def learn(self, until: float = inf, now: Callable[[], float] = perf_counter) -> bool:
        """Let the agent learn what is revealed, while the time ``now`` is before ``until``; return if it learned all.

        One clue is learned in any case. Moves that were made before their position was learned are judged then; see
        ``has_more``.
        """
        while self.has_more:
            if self._unlearned:
                self._learn_next(self._unlearned.popleft())
            else:
                self._judge_next()
            if now() >= until:
                break
        return not self.is_learning

    @property
    def has_more(self) -> bool:
        """True when ``learn`` has anything to do: clues to learn, or moves to judge."""
        return bool(self._unlearned or (self._unjudged and self.history.is_complete(self._unjudged[0] - 1)))

    def choose(self, is_own: bool) -> Choice | None:
        """Return the agent's next move, after it has learned all; ``None`` if no cell is left.

        If not ``is_own``, return only a safe move.
        """
        self.learn()
        return CS50().choose(self.position, self._agent) if is_own else safe_choice(self._agent)

    def _learn_next(self, observation: Observation) -> None:
        self.history.add_change(self._agent.add_knowledge(*observation), self._agent.knowledge_base.mine_count)
        self._revision += 1
        self._snapshot = None

    def _judge_next(self) -> None:
        """Find out whether a move made while the agent was learning, or read from a record, had been proved safe."""
        number = self._unjudged.popleft()
        before, turn = self.history.moment(number - 1), self.history.turns[number - 1]
        action = turn.plays[-1].action
        # If the first click moved the mines away, its cell is the start by now.
        is_protected = not before.position.clues and self.game.restarted().protects(action.cell)
        judged = player_turn(action, before.position, before.settled, is_protected)
        names = ("kind", "is_safe", "reason", "risk", "least_risk", "safe_cell", "safe_cells", "mine_clues")
        values = {name: getattr(judged, name) for name in names}
        judged = with_wrong_flags(replace(turn, **values), before.position, self.game.mines)
        self.history.judge(number, judged)
        self._judged.append(number)

    def take_judged(self) -> list[int]:
        """Return the numbers of the turns that were judged since the last call; see ``History.judge``."""
        judged, self._judged = self._judged, []
        return judged

    def replace_agent(self, uses_mine_count: bool, uses_overlap_rule: bool = False) -> None:
        """Let a new agent learn the game from its start, with or without the number of mines and the overlap rule."""
        self.uses_mine_count = uses_mine_count
        self.uses_overlap_rule = uses_overlap_rule
        self._begin(self._revision)
