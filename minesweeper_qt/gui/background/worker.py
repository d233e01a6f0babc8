"""A thread that thinks: questions about positions go in, answers come out by signal."""

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
"""Of the engine, for the chances of one position: about half a second at most."""


class Task(Enum):
    """What can be asked for."""

    CHANCES = "chances"
    """The chances of all covered cells, for the overlay."""
    RISK = "risk"
    """The same, to rate a guess that was made."""
    MOVE = "move"
    """The cell that a strategy opens next."""
    HINT = "hint"
    """The same, to show it."""
    EXPLAIN = "explain"
    """Why a cell is safe or a mine, or why nobody can know."""
    LEVELS = "levels"
    """The level of reasoning of each certain cell."""


@dataclass(frozen=True, slots=True)
class AgentSnapshot:
    """What an agent knew when a question was asked: it stands in for the agent, which goes on learning meanwhile.

    It has no safe move to offer: it is asked about positions in which the agent had none. Its random moves are its own.
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
        """Return ``None``."""
        return None

    def make_random_move(self) -> Cell | None:
        """Return a cell that was not moved to and is no known mine, or ``None``."""
        candidates = [cell for cell in self.board.cells if cell not in self.moves_made and cell not in self.mines]
        return self.random.choice(candidates) if candidates else None


@dataclass(frozen=True, slots=True)
class ChoiceContext:
    """Whose move is asked for: a strategy by name, for a game with these rules and this seed, and what is known."""

    strategy: str
    rules: Rules
    seed: int | None
    agent: AgentSnapshot


@dataclass(frozen=True, slots=True)
class Request:
    """``revision`` tells whether the answer still matters. ``cell``: the guess to rate, or what to explain.

    ``context``: for a move. ``stop``: set by whoever wants no answer any more; the work on a proof or levels then ends.
    """

    task: Task
    revision: int
    position: Position
    cell: Cell | None = None
    context: ChoiceContext | None = None
    stop: Event = field(default_factory=Event, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, by the task of the question, or the error that came instead.

    For a move that is a choice, or ``None`` when no cell is left.
    """

    request: Request
    chances: Chances | None = None
    choice: Choice | None = None
    explanation: Proof | Undecided | None = None
    levels: ReasoningLevels | None = None
    error: Exception | None = None

    @property
    def problem(self) -> str:
        """Why there is nothing; empty when there is."""
        return "" if self.error is None else str(self.error) or type(self.error).__name__


class Worker(QObject):
    """Answers questions one after the other, in a thread that lives only while there are some.

    Of each task one question waits at most, the newest, at the place in the queue of the one it replaces: so none of
    the tasks starves another. Signal: ``answered(Answer)``, in the thread of whoever is connected.

    It needs no parent: the thread keeps it alive as long as it has something to say.
    """

    # Not a QThread: one that is destroyed while it runs ends the process, and whoever drops a session by mistake
    # should lose no more than an answer.

    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._waiting: dict[Task, Request] = {}
        self._thread: Thread | None = None
        self._engine = Engine(BACKGROUND_BUDGET)
        self._engine.counter.poll = self._poll
        self._is_closing = Event()
        self._strategies: dict[tuple[str, Rules, int | None], Strategy] = {}
        self._explainer: Explainer | None = None
        self._stop = Event()
        """Of the question about a position's cells that is being answered."""

    def enqueue(self, request: Request) -> None:
        """Put a question into the queue."""
        with self._lock:
            self._waiting[request.task] = request
            if self._thread is None:
                self._thread = Thread(target=self._work, name="thinking")
                self._thread.start()

    def cancel(self, task: Task) -> None:
        """Take back a question that waits; one that is being answered will be."""
        with self._lock:
            self._waiting.pop(task, None)

    def close(self) -> None:
        """Return when the thread has ended: it gives up counting, and finishes the move that it is choosing."""
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
            return self._think(request)
        except Exception as error:  # whatever it is: nobody may wait for an answer for ever
            return Answer(request, error=error)

    def _think(self, request: Request) -> Answer:
        position = request.position
        if request.context is not None:
            return Answer(request, choice=self._choose(position, request.context))
        if request.task is Task.LEVELS:
            return Answer(request, levels=self._explainer_of(request).levels)
        if request.task is Task.EXPLAIN:
            assert request.cell is not None
            return Answer(request, explanation=self._explainer_of(request).explain(request.cell))
        return Answer(request, chances=Chances.of(self._engine.solve(position)))

    def _explainer_of(self, request: Request) -> Explainer:
        """Return what explains the question's position: the last one, if it is still of use."""
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
            # What the strategies remember of the last game is of no use in this one.
            self._strategies.clear()
        if key not in self._strategies:
            self._strategies[key] = make_strategy(*key)
        return self._strategies[key].choose(position, cast(MinesweeperAI, context.agent))
