"""The question about a cell that the panel Why answers: why it is safe or a mine, at the position shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.session.board_source import BoardSource, PositionView, Selection
from minesweeper_qt.gui.session.computations import find_proof
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request
from minesweeper_qt.model import Cell, Derivation, Position

if TYPE_CHECKING:
    from minesweeper_qt.model import Proof, Undecided
    from minesweeper_qt.model.explain.why_not import WhyNot


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation ``found`` for ``cell`` in ``position``, or the ``error`` raised instead.

    ``from_clues``: it uses nothing that the agent knows. ``why_not``: why the agent has not settled the cell.
    """

    position: Position
    cell: Cell
    from_clues: bool
    found: Proof | Undecided | None = None
    error: Exception | None = None
    why_not: WhyNot | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer is about: a position, and what the agent knows unless the answer is ``from_clues`` alone.

    ``knowledge`` is the revision of what it knows; ``None`` while it is learning, and if the answer needs none of it.
    """

    position: Position
    from_clues: bool
    knowledge: int | None = None

    def is_met_by(self, basis: Basis | None) -> bool:
        """Return whether an answer on ``basis`` is one on this too: while the agent is learning, an earlier one is."""
        if basis is None or basis.position != self.position or basis.from_clues != self.from_clues:
            return False
        return self.knowledge in (None, basis.knowledge)


class Question(QObject):
    """Requests an explanation of the cell that the user asked about, and another one when the position has changed.

    The explanation starts from what the agent knows, or from the clues alone. When the agent has learned all of a
    position that was explained meanwhile, the cell is explained anew.

    It requests nothing while it is not active, and catches up when it is. Nor does it once the cell has been revealed:
    what the clue states would be the answer to another question.

    Attributes: ``cell``, the cell asked about, or ``None``; ``is_open``, true from when the user asks until there is an
    answer, so not while an earlier answer is renewed.

    Signals: ``changed`` when another cell, a sentence or nothing is asked about; ``answered(Explanation)``, the answer
    to show; ``clue_read(Position)``, the cell is revealed, so that its clue is the answer; ``kept``, the answer shown
    is about the position shown; ``revealed``, the cell was revealed since it was explained; ``became_slow`` and
    ``stopped`` during a search.
    """

    changed = Signal()
    answered = Signal(object)
    clue_read = Signal(object)
    kept = Signal()
    revealed = Signal()
    became_slow = Signal()
    stopped = Signal()

    def __init__(self, source: BoardSource, selection: Selection, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self.cell = None if isinstance(selection.question, Derivation) else selection.question
        self.is_open = False
        self._is_active = False
        self._from_clues = False
        self._request = Request()
        self._requested: Basis | None = None
        """What the pending request is about, or ``None``."""
        self._answered: Basis | None = None
        """What the answer is about, or ``None`` while there is none."""
        self._given_up: Position | None = None
        """The position for which the user stopped the search."""
        self._is_explained = False
        """True for an explanation, false for what a clue states and for an error."""
        selection.asked.connect(self._on_asked)
        source.changed.connect(self._on_source_changed)

    @property
    def position(self) -> Position | None:
        """The position that the answer is about, ``None`` while there is no answer."""
        return None if self._answered is None else self._answered.position

    @property
    def is_current(self) -> bool:
        """True while the answer is about the position shown."""
        return self.position is not None and self.position == self._source.view.position

    @property
    def is_waiting(self) -> bool:
        """True while an explanation is awaited."""
        return self._requested is not None

    def set_active(self, on: bool) -> None:
        """Set whether explanations are requested; a pending request ends when they are not."""
        self._is_active = on
        if on:
            self._on_changed()
        else:
            self._cancel()

    def set_from_clues(self, on: bool) -> None:
        """Set whether cells are explained from the clues alone; the user asks so about the present one, too."""
        if on != self._from_clues:
            self._from_clues = on
            self._given_up = None
            self.is_open = self.cell is not None
            self._on_changed()

    def stop(self) -> None:
        """End the search, if there is one, until the user asks again or the position changes."""
        if self._requested is not None:
            self._given_up = self._requested.position
            self._cancel()
            self.stopped.emit()
            self.is_open = False

    def _on_asked(self, question: Cell | Derivation | None) -> None:
        cell = None if isinstance(question, Derivation) else question
        if cell is None or cell != self.cell:
            self._cancel()
            self.cell = cell
            self._answered, self._is_explained = None, False
            self.changed.emit()
        self._given_up = None
        self.is_open = cell is not None
        if cell is not None and self._is_active:
            self._explain(cell, self._source.view.position)

    def _on_source_changed(self, before: PositionView, now: PositionView) -> None:
        # In another game, nothing is asked.
        if now.game == before.game and _answers_depend_on(now) != _answers_depend_on(before):
            self._on_changed()

    def _on_changed(self) -> None:
        if self.cell is None or not self._is_active:
            return
        position = self._source.view.position
        if self._is_explained and self.cell in position.clues:
            self._cancel()
            self.is_open = False
            self.revealed.emit()
        elif position != self._given_up:
            self._explain(self.cell, position)

    def _explain(self, cell: Cell, position: Position) -> None:
        """Explain ``cell`` in ``position``: keep an answer that fits, read the clue, or request an explanation."""
        basis = self._basis(cell, position)
        if basis.is_met_by(self._requested):
            return
        self._cancel()
        if basis.is_met_by(self._answered):
            self.kept.emit()
            self.is_open = False
        elif cell in position.clues:
            self._answered, self._is_explained = basis, False
            self.clue_read.emit(position)
            self.is_open = False
        else:
            self._requested = basis
            view = self._source.view
            known = None if basis.knowledge is None else view.snapshot
            asked = position, cell, basis.from_clues, known, view.uses_mine_count and not basis.from_clues
            then, slow = partial(self._on_explained, basis, cell), self.became_slow.emit
            self._request = self._source.worker.request(then, find_proof, *asked, lane=Lane.LONG, slow=slow)

    def _basis(self, cell: Cell, position: Position) -> Basis:
        snapshot = self._source.view.snapshot
        if cell in position.clues:
            return Basis(position, from_clues=True)
        if self._from_clues or self._source.is_learning or snapshot.moves_made != position.clues.keys():
            return Basis(position, self._from_clues)
        return Basis(position, False, snapshot.revision)

    def _cancel(self) -> None:
        if self._requested is not None:
            self._requested = None
            self._request.cancel()

    def _on_explained(self, basis: Basis, cell: Cell, answer: Outcome[tuple[Proof | Undecided, WhyNot | None]]) -> None:
        found, why_not = answer.result or (None, None)
        explanation = Explanation(basis.position, cell, basis.from_clues, found, answer.error, why_not)
        self._requested = None
        self._answered, self._is_explained = basis, found is not None
        self.answered.emit(explanation)
        self.is_open = False


def _answers_depend_on(view: PositionView) -> tuple[object, ...]:
    return view.position, view.agent, view.snapshot.revision, view.comparison
