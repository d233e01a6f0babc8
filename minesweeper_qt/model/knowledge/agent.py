"""The protocols of agents, and the immutable snapshot of what an agent knows at one moment."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.evidence.derivation import Derivation


class MovePicker(Protocol):
    """What a strategy uses of an agent: its knowledge of single cells, and the moves that it picks.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> picker: MovePicker = MinesweeperAI(2, 2)
    >>> picker.make_safe_move() is None
    True
    """

    @property
    def moves_made(self) -> Collection[Cell]:
        """The cells whose clues it has learned."""
        ...

    @property
    def mines(self) -> Collection[Cell]:
        """The cells that it knows to be mines."""
        ...

    @property
    def safes(self) -> Collection[Cell]:
        """The cells that it knows to be safe."""
        ...

    def make_safe_move(self) -> Cell | None:
        """Return a cell that is known to be safe and was not moved to yet; ``None`` if there is none."""
        ...

    def make_random_move(self) -> Cell | None:
        """Return a random cell that was not moved to and is no known mine; ``None`` if there is none."""
        ...


class Agent(MovePicker, Protocol):
    """An agent of the CS50 project: every class with its methods and attributes is one.

    Nothing else is required, not even its ``knowledge``. ``moves_made``, ``mines`` and ``safes`` may be sets or lists.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> agent: Agent = MinesweeperAI(2, 2)
    >>> change = agent.add_knowledge((0, 0), 3)
    >>> sorted(agent.mines)
    [(0, 1), (1, 0), (1, 1)]

    Source: CS50 AI, project Minesweeper, "Specification".
    """

    def add_knowledge(self, cell: Cell, count: int, /) -> object:
        """Learn that the safe ``cell`` touches ``count`` mines."""
        ...


@dataclass(frozen=True, slots=True)
class AgentSnapshot:
    """What an agent knew at one moment; it never changes.

    ``revision`` grows with each clue that was learned and with each new agent, so that of two snapshots of one game the
    newer has the higher one. ``sentences`` are those in force; ``settled`` maps each settled cell to its verdict,
    oldest first; ``moves_made`` are the cells whose clues were learned.

    >>> snapshot = AgentSnapshot(0)
    >>> snapshot.figures, snapshot.safe_move
    ((0, 0, 0), None)
    """

    revision: int
    sentences: tuple[Derivation, ...] = ()
    settled: Mapping[Cell, Derivation] = field(default_factory=dict)
    safes: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    moves_made: frozenset[Cell] = frozenset()

    @classmethod
    def of(
        cls,
        revision: int,
        sentences: Iterable[Derivation],
        settled: Mapping[Cell, Derivation],
        moves_made: Iterable[Cell],
    ) -> AgentSnapshot:
        """Return a snapshot that copies all this; ``mines`` and ``safes`` are the cells that are ``settled`` so.

        >>> AgentSnapshot.of(1, (), {}, [(0, 0)]).moves_made
        frozenset({(0, 0)})
        """
        verdicts = dict(settled)
        mines = frozenset(cell for cell, verdict in verdicts.items() if verdict.count)
        safes = frozenset(verdicts.keys() - mines)
        return cls(revision, tuple(sentences), verdicts, safes, mines, frozenset(moves_made))

    @property
    def safe_move(self) -> Cell | None:
        """The cell known to be safe for the longest time and not moved to yet; ``None`` if there is none."""
        verdicts = self.settled.items()
        return next((cell for cell, verdict in verdicts if not verdict.count and cell not in self.moves_made), None)

    @property
    def figures(self) -> tuple[int, int, int]:
        """The CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""
        return len(self.sentences), len(self.mines), len(self.safes - self.moves_made)


class SnapshotPicker:
    """Picks moves from a snapshot in place of the agent, which may go on learning meanwhile.

    ``seed`` makes its random moves repeatable.

    >>> picker = SnapshotPicker(AgentSnapshot(0, moves_made=frozenset({(0, 0)})), Board(1, 2), "any")
    >>> picker.make_safe_move(), picker.make_random_move()
    (None, (0, 1))
    """

    def __init__(self, snapshot: AgentSnapshot, board: Board, seed: str) -> None:
        self.moves_made = snapshot.moves_made
        self.mines = snapshot.mines
        self.safes = snapshot.safes
        self._snapshot = snapshot
        self._board = board
        self._random = random.Random(seed)

    def make_safe_move(self) -> Cell | None:
        """Return the safe move of the agent; ``None`` if it had none."""
        return self._snapshot.safe_move

    def make_random_move(self) -> Cell | None:
        """Return a random cell that was not moved to and is no known mine; ``None`` if no cell is left."""
        candidates = [cell for cell in self._board.cells if cell not in self.moves_made and cell not in self.mines]
        return self._random.choice(candidates) if candidates else None
