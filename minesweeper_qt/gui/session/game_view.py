"""Views of a game at one moment: now, or after any of its moves. They use no Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from minesweeper_qt.gui.background.worker import AgentSnapshot, ChoiceContext
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, face_of, mark_of
from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.model import (
    Cell,
    Derivation,
    FirstClick,
    Minesweeper,
    MinesweeperAI,
    Moment,
    Position,
    State,
    seen_by_player,
)

# Most cells have one of these looks, and to make a new one takes longer than to find out which it is.
_COVERED = Look(Face.COVERED)
_REVEALED = tuple(Look(Face.REVEALED, clue) for clue in range(9))


class GameView(ABC):
    """A read-only view of a game and of the agent's knowledge at one moment.

    Attribute: ``game``, the game as it is now.
    """

    def __init__(self, game: Minesweeper) -> None:
        self.game = game

    @property
    @abstractmethod
    def state(self) -> State:
        """The state of the game."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position as the player sees it."""

    @property
    @abstractmethod
    def clues(self) -> Mapping[Cell, int]:
        """The revealed cells with their clues."""

    @property
    @abstractmethod
    def flags(self) -> Collection[Cell]:
        """The cells with a flag."""

    @property
    @abstractmethod
    def safes(self) -> Collection[Cell]:
        """The cells that the agent knows to be safe."""

    @property
    @abstractmethod
    def mines(self) -> Collection[Cell]:
        """The cells that the agent knows to be mines."""

    @property
    @abstractmethod
    def settled(self) -> Mapping[Cell, Derivation]:
        """The derivation of the verdict on each cell that the agent settled, revealed cells included."""

    @abstractmethod
    def sentences(self) -> list[Derivation]:
        """Return the sentences in force."""

    @abstractmethod
    def figures(self) -> tuple[int, int, int]:
        """Return the CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""

    @abstractmethod
    def safe_move(self) -> Cell | None:
        """Return the cell that the agent opens next because it knows it to be safe, or ``None``."""

    @abstractmethod
    def face(self, cell: Cell) -> Face:
        """Return the face of ``cell`` that the player sees."""

    @abstractmethod
    def agent_snapshot(self) -> AgentSnapshot:
        """Return a copy of the agent's knowledge, for a request to the worker."""

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, without chance and reasoning level."""
        clue = self.clues.get(cell)
        if clue is not None:
            return _REVEALED[clue]
        face = self.face(cell)
        mark = mark_of(cell, face, self.safes, self.mines)
        return _COVERED if face is Face.COVERED and mark is Mark.NONE else Look(face, -1, mark)

    def choice_context(self, strategy: str) -> ChoiceContext:
        """Return the data that the worker needs to choose a move by ``strategy``."""
        rules = self.game.rules
        if not self.game.protects_first_click:
            # The strategies must not count on a protected first click where it can hit a mine in spite of the rules.
            rules = replace(rules, first_click=FirstClick.ANYTHING)
        return ChoiceContext(strategy, rules, self.game.seed, self.agent_snapshot())

    def changed_cells(self, before: GameView) -> frozenset[Cell]:
        """Return the cells that look different than ``before``, or are shown for another reason."""
        cells = self.clues.keys() ^ before.clues.keys()
        cells |= set(self.flags) ^ set(before.flags)
        cells |= self.settled.keys() ^ before.settled.keys()
        if self.state is not before.state:
            # After the end the mines and the wrong flags are shown.
            cells |= self.game.mines | set(self.flags) | set(before.flags)
        return frozenset(cells)

    def update(self, before: GameView, ai_cell: Cell | None = None) -> Update:
        """Return the update for views that show ``before``."""
        now, then = self.sentences(), before.sentences()
        here, there = set(now), set(then)
        return Update(
            self.changed_cells(before),
            tuple(derivation for derivation in now if derivation not in there),
            tuple(derivation for derivation in then if derivation not in here),
            ai_cell,
        )


class LiveGameView(GameView):
    """A view of the game as it is now and of its agent's present knowledge: it changes with both."""

    def __init__(self, game: Minesweeper, agent: MinesweeperAI) -> None:
        super().__init__(game)
        self._agent = agent

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def position(self) -> Position:
        return seen_by_player(self.game)

    @property
    def clues(self) -> Mapping[Cell, int]:
        return self.game.clues

    @property
    def flags(self) -> Collection[Cell]:
        return self.game.mines_found

    @property
    def safes(self) -> Collection[Cell]:
        return self._agent.safes

    @property
    def mines(self) -> Collection[Cell]:
        return self._agent.mines

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        return self._agent.knowledge_base.settled

    def sentences(self) -> list[Derivation]:
        return list(self._agent.knowledge_base)

    def figures(self) -> tuple[int, int, int]:
        agent = self._agent
        return len(agent.knowledge_base), len(agent.mines), len(agent.safes - agent.moves_made)

    def safe_move(self) -> Cell | None:
        return self._agent.make_safe_move()

    def face(self, cell: Cell) -> Face:
        return face_of(self.game, cell)

    def agent_snapshot(self) -> AgentSnapshot:
        return AgentSnapshot.of(self._agent, self.game)


class PastGameView(GameView):
    """A view of the game at a past moment: it never changes.

    Attribute: ``moment``.
    """

    def __init__(self, game: Minesweeper, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment
        self._safes = frozenset(cell for cell, verdict in moment.settled.items() if not verdict.count)
        self._mines = frozenset(cell for cell, verdict in moment.settled.items() if verdict.count)

    @property
    def state(self) -> State:
        return self.moment.state

    @property
    def position(self) -> Position:
        return self.moment.position

    @property
    def clues(self) -> Mapping[Cell, int]:
        return self.moment.position.clues

    @property
    def flags(self) -> Collection[Cell]:
        return self.moment.position.flags

    @property
    def safes(self) -> Collection[Cell]:
        return self._safes

    @property
    def mines(self) -> Collection[Cell]:
        return self._mines

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        return self.moment.settled

    def sentences(self) -> list[Derivation]:
        return list(self.moment.sentences)

    def figures(self) -> tuple[int, int, int]:
        return len(self.moment.sentences), len(self._mines), len(self._safes - self.clues.keys())

    def safe_move(self) -> Cell | None:
        return next((cell for cell in self.moment.settled if cell in self._safes and cell not in self.clues), None)

    def face(self, cell: Cell) -> Face:
        if cell in self.clues:
            return Face.REVEALED
        return Face.FLAGGED if cell in self.flags else Face.COVERED

    def agent_snapshot(self) -> AgentSnapshot:
        random = Random(f"known {self.game.seed} {self.moment.number}")
        return AgentSnapshot(self._safes, self._mines, frozenset(self.clues), self.game.grid, random)
