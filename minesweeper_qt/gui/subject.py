"""What a board view and the inspector's panels show, whatever it is: a game, its past, or a position of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.investigator import Investigator
from minesweeper_qt.gui.overlay import Look
from minesweeper_qt.model import Cell, Derivation, Levels, Position


class Subject(QObject):
    """A position, and what an agent knows of it.

    Signals: ``game_started`` (everything is another: forget all), ``knowledge_forgotten`` (the sentences are others,
    the board is the same), ``updated(Update)``, ``chances_changed``, ``levels_changed``, ``hint_changed(Cell | None)``.

    Attributes: ``investigator``, which explains its cells; ``hint``, the cell that a hint points at.
    """

    game_started = Signal()
    knowledge_forgotten = Signal()
    updated = Signal(object)
    chances_changed = Signal()
    levels_changed = Signal()
    hint_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hint: Cell | None = None
        self.investigator = Investigator(self)

    @property
    def height(self) -> int:
        """The number of rows."""
        raise NotImplementedError

    @property
    def width(self) -> int:
        """The number of columns."""
        raise NotImplementedError

    @property
    def position(self) -> Position:
        """What is seen: the position that everything else here is about."""
        raise NotImplementedError

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """How the agent settled each cell that it settled, revealed cells included."""
        raise NotImplementedError

    @property
    def levels(self) -> Levels | None:
        """The level of reasoning of each certain cell, if it is wanted and found."""
        return None

    @property
    def chances_fade(self) -> bool:
        """True when old chances should look old."""
        return False

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the overlays' mark, chance and level whether or not these are on."""
        raise NotImplementedError

    def chance_text(self, cell: Cell) -> str:
        """Say the exact chance of ``cell``; nothing unless it is covered and the chance is wanted and known."""
        raise NotImplementedError

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.position.board.neighbours(cell)

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return how the agent settled ``cell``, or ``None`` while it is undetermined."""
        return self.settled.get(cell)

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force with how each came about."""
        raise NotImplementedError

    def figures(self) -> tuple[int, int, int]:
        """Return the documents' figures: knowledge-base length, known mines, safe moves remaining."""
        raise NotImplementedError

    def shut_down(self) -> None:
        """Stop all that runs: nothing happens any more."""
        self.investigator.close()
