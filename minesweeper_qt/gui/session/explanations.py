"""The explanations of cells and the reasoning levels of the position shown, requested from the background service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.background.background_service import BackgroundService, Progress
from minesweeper_qt.gui.background.requests import (
    Answer,
    LevelsRequest,
    Outlined,
    OutlineRequest,
    ProofRequest,
    Request,
)
from minesweeper_qt.gui.session.position_view import PositionView
from minesweeper_qt.model import AgentSnapshot, Cell, Position, ReasoningLevels
from minesweeper_qt.model.evidence.lack import Lack
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation ``found`` for ``cell`` in ``position``, or the ``error`` raised instead.

    ``lack`` is what the agent's rules lack for a cell that they have not settled.
    """

    position: Position
    cell: Cell
    found: Outline | Proof | Undecided | None = None
    error: Exception | None = None
    lack: Lack | None = None


class Explanations(QObject):
    """Explains cells on request, and finds the levels of the position shown while somebody needs them.

    Signals: ``explained(Explanation)``; ``became_slow`` when an explanation takes longer than the service's
    ``SLOW_AFTER``; ``levels_changed`` when ``last_levels`` has changed, or it is known why there are no ``levels``.
    """

    explained = Signal(object)
    became_slow = Signal()
    levels_changed = Signal()

    def __init__(self, service: BackgroundService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last: ProofRequest | OutlineRequest | None = None
        """The last request for an explanation."""
        self._slow: Request[Any] | None = None
        """The last request that was reported to be slow."""
        self._requesters: set[object] = set()
        self._shown: Position | None = None
        """The position that was passed to ``update`` last."""
        self._levels: LevelsRequest | None = None
        """The last request for levels."""
        self._found: Answer[ReasoningLevels] | None = None
        """The last answer about levels."""
        self._last_levels: ReasoningLevels | None = None
        self._last_position: Position | None = None
        """The position that ``last_levels`` belong to, or whose levels can't be found."""
        self._service = service
        service.answered.connect(self._on_answered)
        service.progressed.connect(self._on_progressed)

    # -- explanations

    def explain(self, position: Position, cell: Cell) -> None:
        """Request a proof about ``cell`` from the clues in place of an earlier request; repeating it does nothing."""
        last = self._last
        if isinstance(last, ProofRequest) and self._is_open(last, position, cell):
            return
        self._request(ProofRequest(self._next_revision(), position, cell))

    def outline(
        self, position: Position, cell: Cell, known: AgentSnapshot | None, uses_mine_count: bool = False
    ) -> None:
        """Request an outline about ``cell`` in place of an earlier request; repeating the same one changes nothing.

        It starts from what is ``known`` to the agent, which may use the number of mines; ``None`` stands for what the
        three rules know.
        """
        last = self._last
        if isinstance(last, OutlineRequest) and last.known is known and self._is_open(last, position, cell):
            return
        self._request(OutlineRequest(self._next_revision(), position, cell, known, uses_mine_count))

    def _is_open(self, last: ProofRequest | OutlineRequest, position: Position, cell: Cell) -> bool:
        return self.is_explaining and last.cell == cell and last.position == position

    def _next_revision(self) -> int:
        return 0 if self._last is None else self._last.revision + 1

    def _request(self, request: ProofRequest | OutlineRequest) -> None:
        if type(request) is not type(self._last):
            self.stop()
        self._last = request
        self._service.enqueue(request)

    def stop(self) -> None:
        """Cancel the request for an explanation; a search that is running ends soon."""
        self._service.cancel(ProofRequest, OutlineRequest)

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is awaited."""
        return self._service.is_computing(ProofRequest, OutlineRequest)

    # -- levels

    @property
    def levels(self) -> ReasoningLevels | None:
        """The reasoning level of each certain cell of the position shown, if needed and found; else ``None``."""
        answer = self._answer_shown
        return None if answer is None else answer.result

    @property
    def problem(self) -> str:
        """The reason why no levels of the position shown can be found; empty while none is known."""
        answer = self._answer_shown
        return "" if answer is None else answer.problem

    @property
    def last_levels(self) -> ReasoningLevels | None:
        """The levels to show: those of the position shown or, until they are found, of an earlier one that led to it.

        A cell that was certain stays certain, whatever is revealed later.
        """
        return self._last_levels

    @property
    def is_finding_levels(self) -> bool:
        """True while levels are awaited."""
        return self._service.is_computing(LevelsRequest)

    def request_levels(self, requester: object, needed: bool) -> None:
        """Set whether ``requester`` needs the levels of every position from now on; others may need them as well."""
        if needed != (requester in self._requesters):
            (self._requesters.add if needed else self._requesters.discard)(requester)
            self.update(self._shown)

    def follow(self, view: PositionView) -> None:
        """Let the levels be those of the position of ``view``, if they are requested, and meaningful there."""
        self.update(view.position if view.has_levels else None)

    def update(self, position: Position | None) -> None:
        """Find or show the levels of ``position``, which is shown now, if anybody needs them; else clear them.

        ``None`` stands for a position whose levels are meaningless.
        """
        self._shown = position
        if position is None or not self._requesters:
            self._service.cancel(LevelsRequest)
            self._set_last_levels(None, None)
            return
        answer = self._answer_shown
        if answer is None or answer.result is None:
            if self._last_position is None or not _leads_to(self._last_position, position):
                self._set_last_levels(None, None)
        else:
            self._set_last_levels(position, answer.result)
        if answer is None:
            self._find_levels(position)
        else:
            self._service.cancel(LevelsRequest)  # The open request is about another position.

    def close(self) -> None:
        """Cancel all requests and drop ``last_levels``: no signal is sent until there are new ones.

        The service stays open. A panel that is destroyed with its window may still release the levels after that.
        """
        self._service.cancel(ProofRequest, OutlineRequest, LevelsRequest)
        self._last_position = self._last_levels = None

    @property
    def _answer_shown(self) -> Answer[ReasoningLevels] | None:
        """The answer about the levels of the position shown, if they are needed and there is one."""
        found = self._found
        return found if self._requesters and found is not None and found.request.position == self._shown else None

    def _find_levels(self, position: Position) -> None:
        """Request the levels of ``position``, unless they are requested already."""
        last = self._levels
        if last is None or not self.is_finding_levels or last.position != position:
            self._levels = LevelsRequest(0 if last is None else last.revision + 1, position)
            self._service.enqueue(self._levels)

    def _set_last_levels(self, position: Position | None, levels: ReasoningLevels | None) -> None:
        self._last_position = position
        if levels is not self._last_levels:
            self._last_levels = levels
            self.levels_changed.emit()

    # -- the service

    @Slot(object)
    def _on_answered(self, answer: Answer[Any]) -> None:
        match answer.request:
            case OutlineRequest(position=position, cell=cell):
                self.explained.emit(_outlined(position, cell, answer))
            case ProofRequest(position=position, cell=cell):
                self.explained.emit(Explanation(position, cell, answer.result, answer.error))
            case LevelsRequest(position=position):
                self._found = answer
                self._last_position, self._last_levels = position, answer.result
                self.levels_changed.emit()

    @Slot(object)
    def _on_progressed(self, progress: Progress) -> None:
        if isinstance(progress.request, ProofRequest | OutlineRequest) and progress.request is not self._slow:
            self._slow = progress.request
            self.became_slow.emit()


def _leads_to(before: Position, now: Position) -> bool:
    """Return whether ``now`` shows all that ``before`` showed, so that what was certain then is still certain."""
    same_board = (before.height, before.width, before.mines) == (now.height, now.width, now.mines)
    return same_board and before.taken <= now.taken and before.clues.items() <= now.clues.items()


def _outlined(position: Position, cell: Cell, answer: Answer[Outlined]) -> Explanation:
    """Return what the answer to a request for an outline explains."""
    if answer.result is None:
        return Explanation(position, cell, error=answer.error)
    return Explanation(position, cell, answer.result.found, lack=answer.result.lack)
