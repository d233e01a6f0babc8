"""The agent, what it has yet to learn, and what the learning changes. No Qt in here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import perf_counter

from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.model import Cell, Derivation, History, Minesweeper, MinesweeperAI, Observation


class AgentLearner:
    """Teaches a new agent all that is revealed in ``game``, a slice of time after the other; ``history`` notes what.

    ``agent`` is the agent, ``cells`` what looks different since the last ``Update``, ``ai_cell`` what it opened last.
    """

    def __init__(self, game: Minesweeper, total_mines: int | None, history: History) -> None:
        self.agent = MinesweeperAI(game.height, game.width, total_mines=total_mines, seed=game.seed)
        self._history = history
        history.attach(self.agent.knowledge_base)
        self.cells: set[Cell] = set()
        self.ai_cell: Cell | None = None
        self._to_learn: deque[Observation] = deque()
        self._added: dict[int, Derivation] = {}
        self._removed: dict[int, Derivation] = {}

    @property
    def is_learning(self) -> bool:
        """True while revealed clues wait to be learned."""
        return bool(self._to_learn)

    def enqueue(self, observations: Iterable[Observation]) -> None:
        """Put clues at the end of what is to be learned."""
        self._to_learn.extend(observations)

    def learn(self, seconds: float) -> None:
        """Teach the agent for about so long, and one clue at least."""
        until = perf_counter() + seconds
        while self._to_learn:
            change = self.agent.add_knowledge(*self._to_learn.popleft())
            self._history.add_change(change, self.agent.knowledge_base.mine_count)
            for verdict in (*change.safes, *change.mines):
                self.cells.update(verdict.cells)
            for derivation in change.removed:
                if self._added.pop(derivation.number, None) is None:
                    self._removed[derivation.number] = derivation
            for derivation in change.added:
                self._added[derivation.number] = derivation
            if perf_counter() >= until:
                break

    def report(self) -> Update:
        """Return what has changed since the last report."""
        added, removed = tuple(self._added.values()), tuple(self._removed.values())
        update = Update(frozenset(self.cells), added, removed, self.ai_cell)
        self.cells, self._added, self._removed, self.ai_cell = set(), {}, {}, None
        return update
