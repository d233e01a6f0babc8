"""The abstract source of everything that a board view and the inspector's panels show.

It may be a game, a past moment of it, or an edited position.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.explanation_service import ExplanationService
from minesweeper_qt.gui.presentation.look import Look
from minesweeper_qt.model import Cell, Derivation, Position, ReasoningLevels


class BoardSource(QObject):
    """A position and the knowledge of an agent about it.

    Signals: ``game_started`` (another game: views start from scratch), ``knowledge_reset`` (the board is the same, but
    all sentences were replaced), ``updated(Update)``, ``chances_changed``, ``levels_changed``,
    ``hint_changed(Cell | None)``.

    Attributes: ``explanation_service``, which explains its cells; ``hint``, the cell of the hint, or ``None``.
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
        self._levels_position: Position | None = None
        self.explanation_service.levels_changed.connect(self._on_levels_found)
        self.game_started.connect(self._update_levels)
        self.updated.connect(self._update_levels)

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
        """The visible position, which everything else here is about."""
        raise NotImplementedError

    @property
    def settled(self) -> Mapping[Cell, Derivation]:
        """The derivation of the verdict on each cell that the agent settled, revealed cells included."""
        raise NotImplementedError

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
        """True when the chances shown are outdated and should look so."""
        return False

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with the mark and the chance of the overlays, whether or not these are on.

        Its reasoning level is added by the board model.
        """
        raise NotImplementedError

    def chance_text(self, cell: Cell) -> str:
        """Format the exact chance of ``cell``; empty unless it is covered and chances are enabled and known."""
        raise NotImplementedError

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.position.board.neighbours(cell)

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return how the agent settled ``cell``, or ``None`` while it is undetermined."""
        return self.settled.get(cell)

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that added ``derivation``; 0 when it was there before the first move."""
        return derivation.move

    def sentences(self) -> list[Derivation]:
        """Return the sentences in force, each with its derivation."""
        raise NotImplementedError

    def figures(self) -> tuple[int, int, int]:
        """Return the CS50 course's three figures: the numbers of sentences, of known mines and of safe moves left."""
        raise NotImplementedError

    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none."""
        raise NotImplementedError

    # -- levels of reasoning

    @property
    def levels(self) -> ReasoningLevels | None:
        """The reasoning level of each certain cell of the present position, if requested and found; else ``None``."""
        requested = self._levels_requested_by and self.has_levels
        return self.explanation_service.reasoning_levels(self.position) if requested else None

    @property
    def levels_problem(self) -> str:
        """The reason why no levels of the present position can be found; empty while none is known."""
        requested = self._levels_requested_by and self.has_levels
        return self.explanation_service.problem_of(self.position) if requested else ""

    @property
    def last_levels(self) -> ReasoningLevels | None:
        """The levels to show: those of the present position or, until they are found, of an earlier one that led to it.

        A cell that was certain stays certain, whatever is revealed later.
        """
        return self._last_levels

    @Slot(bool)
    def set_levels_enabled(self, enabled: bool) -> None:
        """Set whether the board needs the levels of every position from now on."""
        self.request_levels("board", enabled)

    def request_levels(self, requester: object, needed: bool) -> None:
        """Set whether ``requester`` needs the levels of every position from now on; others may need them as well."""
        if needed == (requester in self._levels_requested_by):
            return
        (self._levels_requested_by.add if needed else self._levels_requested_by.discard)(requester)
        self._update_levels()

    @Slot()
    def _update_levels(self) -> None:
        """Find or show the levels of the present position, if they are requested and meaningful; else clear them."""
        if not self._levels_requested_by or not self.has_levels:
            self.explanation_service.cancel_levels()
            self._show_levels(None, None)
            return
        position = self.position
        found = self.explanation_service.reasoning_levels(position)
        if found is not None:
            self._show_levels(position, found)
            return
        if self._levels_position is None or not _leads_to(self._levels_position, position):
            self._show_levels(None, None)
        self.explanation_service.find_levels(position)

    @Slot()
    def _on_levels_found(self) -> None:
        position = self.position
        self._levels_position, self._last_levels = position, self.explanation_service.reasoning_levels(position)
        self.levels_changed.emit()

    def _show_levels(self, position: Position | None, levels: ReasoningLevels | None) -> None:
        self._levels_position = position
        if levels is not self._last_levels:
            self._last_levels = levels
            self.levels_changed.emit()

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent any more."""
        self.explanation_service.close()


def _leads_to(before: Position, now: Position) -> bool:
    """Return whether ``now`` shows all that ``before`` showed, so that what was certain then is still certain."""
    same_board = (before.height, before.width, before.mines) == (now.height, now.width, now.mines)
    return same_board and before.taken <= now.taken and before.clues.items() <= now.clues.items()
