"""A worker thread that answers requests about positions and sends the answers by signal."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from random import Random
from threading import Event, Lock, Thread
from typing import cast

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import (
    Board,
    Cell,
    Choice,
    Engine,
    Minesweeper,
    MinesweeperAI,
    Position,
    ReasoningLevels,
    Rules,
    Strategy,
    make_strategy,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.explainer import Explainer

BACKGROUND_BUDGET = 300_000
"""The engine's budget for the chances of one position: about half a second at most."""


class RequestKind(Enum):
    """The kinds of requests."""

    CHANCES = "chances"
    """The chances of all covered cells, for the overlay."""
    RISK = "risk"
    """The same, to rate a guess that was made."""
    MOVE = "move"
    """The cell that a strategy opens next."""
    HINT = "hint"
    """The same, to show it."""
    EXPLAIN = "explain"
    """A proof that a cell is safe or a mine, or two layouts that show that it is undecided."""
    LEVELS = "levels"
    """The level of reasoning of each certain cell."""


@dataclass(frozen=True, slots=True)
class AgentSnapshot:
    """The knowledge of an agent at the moment of a request.

    It is used instead of the agent, which goes on learning while the worker computes. It offers no safe move, since
    moves are requested only in positions in which the agent has none. ``random`` is its own generator for random moves.
    """

    safes: frozenset[Cell]
    mines: frozenset[Cell]
    moves_made: frozenset[Cell]
    board: Board
    random: Random

    @classmethod
    def of(cls, agent: MinesweeperAI, game: Minesweeper) -> AgentSnapshot:
        """Copy what ``agent`` knows."""
        random = Random(f"known {game.seed} {len(game.history)}")
        return cls(frozenset(agent.safes), frozenset(agent.mines), frozenset(agent.moves_made), game.grid, random)

    def make_safe_move(self) -> Cell | None:
        """Return ``None``: the agent had no safe move."""
        return None

    def make_random_move(self) -> Cell | None:
        """Return a random cell that was not opened and is no known mine, or ``None`` if no cell is left."""
        candidates = [cell for cell in self.board.cells if cell not in self.moves_made and cell not in self.mines]
        return self.random.choice(candidates) if candidates else None


@dataclass(frozen=True, slots=True)
class ChoiceContext:
    """The data that a choice of a move needs besides the position.

    That is the name of the strategy, the rules and the seed of the game, and what the agent knows.
    """

    strategy: str
    rules: Rules
    seed: int | None
    agent: AgentSnapshot


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the worker.

    ``revision`` identifies it, so that the requester can drop a late answer. ``cell`` is the guess to rate or the cell
    to explain. ``context`` is given for a move or a hint. The requester sets ``stop`` to cancel the request: a search
    for a proof or for levels then ends early.
    """

    kind: RequestKind
    revision: int
    position: Position
    cell: Cell | None = None
    context: ChoiceContext | None = None
    stop: Event = field(default_factory=Event, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request, in the field for its kind, or the ``error`` raised instead.

    For a move or a hint that is ``choice``, which is ``None`` when no cell is left.
    """

    request: Request
    chances: Chances | None = None
    choice: Choice | None = None
    explanation: Proof | Undecided | None = None
    levels: ReasoningLevels | None = None
    error: Exception | None = None

    @property
    def problem(self) -> str:
        """The reason why there is no result; empty when there is one."""
        return "" if self.error is None else str(self.error) or type(self.error).__name__


class Worker(QObject):
    """Answers requests one after the other, in a thread that lives only while there are some.

    At most one request of each kind waits: the newest one, which takes the place in the queue of the one it replaces.
    So no kind starves another. Signal: ``answered(Answer)``, delivered in the thread of the receiver.

    It needs no parent: the thread keeps it alive as long as there are requests to answer.
    """

    # Not a QThread: destroying a running one aborts the process. Code that drops a session by mistake should lose an
    # answer at most.

    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._waiting: dict[RequestKind, Request] = {}
        self._thread: Thread | None = None
        self._engine = Engine(BACKGROUND_BUDGET)
        self._engine.counter.poll = self._poll
        self._is_closing = Event()
        self._strategies: dict[tuple[str, Rules, int | None], Strategy] = {}
        self._explainer: Explainer | None = None
        self._stop = Event()
        """The ``stop`` event of the last request about a proof or levels."""

    def enqueue(self, request: Request) -> None:
        """Put a request into the queue."""
        with self._lock:
            self._waiting[request.kind] = request
            if self._thread is None:
                self._thread = Thread(target=self._work, name="thinking")
                self._thread.start()

    def cancel(self, kind: RequestKind) -> None:
        """Remove the waiting request of ``kind``; one that is being computed is still answered."""
        with self._lock:
            self._waiting.pop(kind, None)

    def close(self) -> None:
        """End the thread and return then: it aborts counting, but finishes the move that it is choosing."""
        with self._lock:
            self._waiting.clear()
            thread = self._thread
        if thread is not None:
            self._is_closing.set()
            thread.join()
            self._is_closing.clear()

    # -- in the thread

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                request = self._waiting.pop(next(iter(self._waiting)))
            self.answered.emit(self._answer(request))

    def _answer(self, request: Request) -> Answer:
        try:
            return self._compute(request)
        except Exception as error:  # of any type: every request must get an answer
            return Answer(request, error=error)

    def _compute(self, request: Request) -> Answer:
        position = request.position
        if request.context is not None:
            return Answer(request, choice=self._choose(position, request.context))
        if request.kind is RequestKind.LEVELS:
            return Answer(request, levels=self._explainer_of(request).levels)
        if request.kind is RequestKind.EXPLAIN:
            assert request.cell is not None
            return Answer(request, explanation=self._explainer_of(request).explain(request.cell))
        return Answer(request, chances=Chances.of(self._engine.solve(position)))

    def _explainer_of(self, request: Request) -> Explainer:
        """Return an explainer for the request's position: the last one, if that was about the same position."""
        self._stop = request.stop
        if self._explainer is None or self._explainer.position != request.position:
            self._explainer = Explainer(request.position, engine=self._engine, should_stop=self._should_stop)
        return self._explainer

    def _poll(self) -> None:
        if self._is_closing.is_set():
            raise Stopped("the window is closing")

    def _should_stop(self) -> bool:
        return self._stop.is_set()

    def _choose(self, position: Position, context: ChoiceContext) -> Choice | None:
        key = (context.strategy, context.rules, context.seed)
        if any(other[1:] != key[1:] for other in self._strategies):
            # The strategies cache data about the last game, which is useless in this one.
            self._strategies.clear()
        if key not in self._strategies:
            self._strategies[key] = make_strategy(*key)
        return self._strategies[key].choose(position, cast(MinesweeperAI, context.agent))
