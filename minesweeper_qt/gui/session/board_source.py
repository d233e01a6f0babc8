"""The abstract source of everything that a board view and the inspector's panels show.

It may be a game, a past moment of it, or an edited position.
"""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.session.explanations import Explanations
from minesweeper_qt.gui.session.position_view import PositionView
from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.model import Cell, Derivation
from minesweeper_qt.model.evidence.reasoning import DerivationLevels


class BoardSource(QObject):
    """Has a ``view`` of a position and of an agent's knowledge, and announces when it has changed.

    Signals: ``game_started`` (another game: views start from scratch), ``knowledge_reset`` (the board is the same, but
    all sentences were replaced), ``updated(Update)``, ``chances_changed``, ``hint_changed(Cell | None)``.

    Attributes: ``worker``, which computes for this source; ``explanations``, the proofs and the levels of the
    position shown; ``derivation_levels``, the levels of derivations, which threads may share.
    """

    game_started = Signal()
    knowledge_reset = Signal()
    updated = Signal(object)
    chances_changed = Signal()
    hint_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = Worker()
        self.explanations = Explanations(self.worker, self)
        self.derivation_levels = DerivationLevels()
        self.game_started.connect(self._update_levels)
        self.updated.connect(self._update_levels)

    @property
    @abstractmethod
    def view(self) -> PositionView:
        """The view of what is shown now; it is valid until the next signal."""

    @property
    @abstractmethod
    def is_learning(self) -> bool:
        """True while the agent has yet to learn clues; ``updated`` is sent when it has learned them."""

    @property
    def hint(self) -> Cell | None:
        """The cell of the hint, or ``None``."""
        return None

    def move_of(self, derivation: Derivation) -> int:
        """Return the number of the move that added ``derivation``; 0 when it was there before the first move."""
        return self.view.move_of(derivation)

    @abstractmethod
    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none."""

    @Slot()
    def _update_levels(self) -> None:
        """Let the levels be those of the position shown, if they are requested and meaningful."""
        self.explanations.follow(self.view)

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent any more."""
        self.explanations.close()
        self.worker.close()
