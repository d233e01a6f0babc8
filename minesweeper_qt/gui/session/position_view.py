"""The view of a position and of what an agent knows about it: all that panels read. It uses no Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from minesweeper_qt.gui.presentation.look import Look
from minesweeper_qt.model import AgentSnapshot, Board, Cell, Derivation, Position
from minesweeper_qt.model.watch.composition import Composition


class PositionView(ABC):
    """A position, the knowledge of an agent about it, and the look of its cells; read-only.

    It is valid until the next signal of its board source. What it returns never changes. ``position`` is the position
    as the player sees it, which everything else here is about; ``snapshot`` is what the agent knows. ``composition`` is
    what a student's agent and the reference know, ``None`` unless both are shown. ``uses_mine_count``: the agent is
    told the number of mines.
    """

    composition: Composition | None = None
    uses_mine_count: bool = False

    def __init__(self, position: Position, snapshot: AgentSnapshot) -> None:
        self._position = position
        self._snapshot = snapshot

    @property
    def position(self) -> Position:
        """The position as the player sees it."""
        return self._position

    @property
    def snapshot(self) -> AgentSnapshot:
        """What the agent knows."""
        return self._snapshot

    @property
    def board(self) -> Board:
        """The geometry."""
        return self._position.board

    @abstractmethod
    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark and the chance of the overlays, whether or not these are on.

        Its reasoning level is added by the board model.
        """

    def looks(self, cells: Iterable[Cell]) -> Iterable[Look]:
        """Return how each of ``cells`` looks, as ``look`` does."""
        return map(self.look, cells)

    @abstractmethod
    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known."""

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.board.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The verdict on each cell that the agent settled, revealed cells included."""
        return self.snapshot.settled

    @property
    def sentences(self) -> tuple[Derivation, ...]:
        """The sentences in force, each with its derivation."""
        return self.snapshot.sentences

    @property
    def has_levels(self) -> bool:
        """True when levels of reasoning are meaningful: not before a protected first click, nor after the end."""
        return True

    @property
    def is_lost(self) -> bool:
        """True when the game shown is lost, so that its last position without an opened mine is a past moment."""
        return False

    @property
    def chances_are_stale(self) -> bool:
        """True when new chances are taking long, so that the old ones must be shown as stale."""
        return False

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.board.neighbours(cell)

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return how the agent settled ``cell``, or ``None`` while it is undetermined."""
        return self.settled.get(cell)

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that added ``derivation``; 0 when it was there before the first move."""
        return derivation.move
