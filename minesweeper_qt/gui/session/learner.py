"""The learner, which feeds an agent with clues and collects the resulting changes. It uses no Qt."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import perf_counter

from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.model import Cell, Derivation, History, Minesweeper, MinesweeperAI, Observation


class AgentLearner:
    """Feeds a new agent with all clues of ``game``, in slices of time, and adds the changes to ``history``.

    Attributes: ``agent``; ``cells``, the cells that look different since the last ``Update``; ``ai_cell``, the cell
    that the AI opened last, or ``None``.
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
        """Add clues to the end of the queue of clues to learn."""
        self._to_learn.extend(observations)

    def learn(self, seconds: float) -> None:
        """Let the agent learn for about ``seconds``, and one clue at least."""
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
        """Return the changes since the last report, and start collecting anew."""
        added, removed = tuple(self._added.values()), tuple(self._removed.values())
        update = Update(frozenset(self.cells), added, removed, self.ai_cell)
        self.cells, self._added, self._removed, self.ai_cell = set(), {}, {}, None
        return update
