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


class BoardSource(QObject):
    """Has a ``view`` of a position and of an agent's knowledge, and announces when it has changed.

    Signals: ``game_started`` (another game: views start from scratch), ``knowledge_reset`` (the board is the same, but
    all sentences were replaced), ``updated(Update)``, ``chances_changed``, ``hint_changed(Cell | None)``.

    Attributes: ``worker``, which computes for this source; ``explanations``, the proofs and the levels of the
    position shown.
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
        return derivation.move

    @abstractmethod
    def set_chances_enabled(self, enabled: bool) -> None:
        """Set whether the chances of every position are found from now on, or of none."""

    def _update_levels(self) -> None:
        """Let the levels be those of the position shown, if they are requested and meaningful."""
        self.explanations.follow(self.view)

    def shut_down(self) -> None:
        """Stop everything that runs: no signal is sent any more."""
        self.explanations.close()
        self.worker.close()


class Selection(QObject):
    """The cell in question and what the user asks why about, which all views of a window share.

    To select a cell explains nothing: the question, whose answer is shown, stays until the user asks another one.
    Another game clears both, and another agent a question about a sentence: its derivation belongs to the agent before.

    A view reads it, follows its signals, and changes it by its slots. Signals: ``cell_changed(Cell | None)``, emitted
    only for a change; ``asked(Cell | Derivation | None)``, emitted also when the user asks the same question again.
    """

    cell_changed = Signal(object)
    asked = Signal(object)

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cell: Cell | None = None
        self._question: Cell | Derivation | None = None
        source.game_started.connect(self.clear)
        source.knowledge_reset.connect(self._on_knowledge_reset)

    @property
    def cell(self) -> Cell | None:
        """The cell in question, or ``None``."""
        return self._cell

    @property
    def question(self) -> Cell | Derivation | None:
        """The cell or the sentence that the user asked why about, or ``None``; often another cell than ``cell``."""
        return self._question

    def select_cell(self, cell: Cell | None) -> None:
        """Put ``cell`` into question, or no cell for ``None``."""
        if cell != self._cell:
            self._cell = cell
            self.cell_changed.emit(cell)

    def ask(self, cell: Cell) -> None:
        """Select ``cell`` and ask why it is safe or a mine."""
        self.select_cell(cell)
        self._question = cell
        self.asked.emit(cell)

    def ask_about_sentence(self, sentence: Derivation) -> None:
        """Ask why ``sentence`` holds; the selected cell stays selected."""
        self._question = sentence
        self.asked.emit(sentence)

    def withdraw_question(self) -> None:
        """Ask about nothing any more; the selected cell stays selected."""
        if self._question is not None:
            self._question = None
            self.asked.emit(None)

    def clear(self) -> None:
        """Put no cell into question, and ask about nothing."""
        self.select_cell(None)
        self.withdraw_question()

    @Slot()
    def _on_knowledge_reset(self) -> None:
        if isinstance(self._question, Derivation):
            self.withdraw_question()
