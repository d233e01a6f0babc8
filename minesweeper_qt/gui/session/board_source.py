"""What a board view and the inspector's panels show, whatever it is: a game, its past, or a position of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.explanation_service import ExplanationService
from minesweeper_qt.gui.presentation.look import Look
from minesweeper_qt.model import Cell, Derivation, Position, ReasoningLevels


class BoardSource(QObject):
    """A position, and what an agent knows of it.

    Signals: ``game_started`` (everything is another: forget all), ``knowledge_reset`` (the sentences are others,
    the board is the same), ``updated(Update)``, ``chances_changed``, ``levels_changed``, ``hint_changed(Cell | None)``.

    Attributes: ``explanation_service``, which explains its cells; ``hint``, the cell that a hint points at.
    """

    game_started = Signal()
    knowledge_reset = Signal()
    updated = Signal(object)
    chances_changed = Signal()
    levels_changed = Signal()
    hint_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hint: Cell | None = None
        self.explanation_service = ExplanationService(self)
        self._levels_requested_by: set[object] = set()
        self._last_levels: ReasoningLevels | None = None
        self._sorted_position: Position | None = None
        self.explanation_service.levels_changed.connect(self._on_levels_found)
        self.game_started.connect(self._follow_levels)
        self.updated.connect(self._follow_levels)

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
    def has_levels(self) -> bool:
        """True when a level of reasoning means something: not before a protected first click, nor after a game."""
        return True

    @property
    def is_lost(self) -> bool:
        """True when a mine was opened, so that what was known before is in the past."""
        return False

    @property
    def chances_are_stale(self) -> bool:
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

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that ``derivation`` came with; 0 when it holds since before the first."""
        return derivation.move

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force with how each came about."""
        raise NotImplementedError

    def figures(self) -> tuple[int, int, int]:
        """Return the documents' figures: knowledge-base length, known mines, safe moves remaining."""
        raise NotImplementedError

    def set_chances_enabled(self, wants: bool) -> None:
        """Find the chances of every position from now on, or of none."""
        raise NotImplementedError

    # -- levels of reasoning

    @property
    def levels(self) -> ReasoningLevels | None:
        """The level of reasoning of each certain cell of the present position, if they are wanted and found."""
        wanted = self._levels_requested_by and self.has_levels
        return self.explanation_service.reasoning_levels(self.position) if wanted else None

    @property
    def levels_problem(self) -> str:
        """Why there will be no levels of the present position; empty when there will, or when none are wanted."""
        wanted = self._levels_requested_by and self.has_levels
        return self.explanation_service.problem_of(self.position) if wanted else ""

    @property
    def last_levels(self) -> ReasoningLevels | None:
        """The levels to show: those of the present position or, until they are found, of one that led to it.

        What was certain stays so, whatever is revealed later.
        """
        return self._last_levels

    @Slot(bool)
    def set_levels_enabled(self, wants: bool) -> None:
        """Find the levels of every position from now on for the board, or no more for it."""
        self.request_levels("board", wants)

    def request_levels(self, who: object, wants: bool) -> None:
        """Find the levels of every position from now on for ``who``, or no more for it; others may still want them."""
        if wants == (who in self._levels_requested_by):
            return
        (self._levels_requested_by.add if wants else self._levels_requested_by.discard)(who)
        self._follow_levels()

    @Slot()
    def _follow_levels(self) -> None:
        """See to it that there will be levels, where they are wanted and mean something."""
        if not self._levels_requested_by or not self.has_levels:
            self.explanation_service.stop_finding_levels()
            self._show_levels(None, None)
            return
        position = self.position
        found = self.explanation_service.reasoning_levels(position)
        if found is not None:
            self._show_levels(position, found)
            return
        if self._sorted_position is None or not _leads_to(self._sorted_position, position):
            self._show_levels(None, None)
        self.explanation_service.find_levels(position)

    @Slot()
    def _on_levels_found(self) -> None:
        position = self.position
        self._sorted_position, self._last_levels = position, self.explanation_service.reasoning_levels(position)
        self.levels_changed.emit()

    def _show_levels(self, position: Position | None, levels: ReasoningLevels | None) -> None:
        self._sorted_position = position
        if levels is not self._last_levels:
            self._last_levels = levels
            self.levels_changed.emit()

    def shut_down(self) -> None:
        """Stop all that runs: nothing happens any more."""
        self.explanation_service.close()


def _leads_to(before: Position, now: Position) -> bool:
    """Return whether all that was seen ``before`` is seen ``now``, so that what was certain is so still."""
    same_board = (before.height, before.width, before.mines) == (now.height, now.width, now.mines)
    return same_board and before.taken <= now.taken and before.clues.items() <= now.clues.items()
