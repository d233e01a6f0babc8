"""The explanations of cells and the reasoning levels of the position shown, requested from the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.session.computations import find_levels, find_proof
from minesweeper_qt.gui.session.worker import Answer, Kind, Progress, Request, Worker

if TYPE_CHECKING:
    from minesweeper_qt.model import AgentSnapshot, Cell, Position, Proof, ReasoningLevels, Undecided
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


class Explanations(QObject):
    """Explains cells on request, and finds the levels of the position shown while somebody needs them.

    Signals: ``explained(Explanation)``; ``became_slow`` when an explanation takes longer than the worker's
    ``SLOW_AFTER``; ``levels_changed`` when ``last_levels`` has changed, or it is known why there are no ``levels``.
    """

    explained = Signal(object)
    became_slow = Signal()
    levels_changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last: Request | None = None
        """The last request for an explanation; its first arguments are the position and the cell."""
        self._slow: Request | None = None
        """The last request that was reported to be slow."""
        self._requesters: set[object] = set()
        self._shown: Position | None = None
        """The position that was passed to ``update`` last."""
        self._found: Answer | None = None
        """The last answer about levels."""
        self._sought: Position | None = None
        """The position whose levels were requested last."""
        self.last_levels: ReasoningLevels | None = None
        """The levels to show: those of the position shown or, until they are found, of an earlier one that led to it.

        A cell that was certain stays certain, whatever is revealed later.
        """
        self._worker = worker
        worker.answered.connect(self._on_answered)
        worker.progressed.connect(self._on_progressed)

    # -- explanations

    def explain(
        self,
        position: Position,
        cell: Cell,
        *,
        from_clues: bool = True,
        known: AgentSnapshot | None = None,
        uses_mine_count: bool = False,
    ) -> None:
        """Request a proof about ``cell`` in place of an earlier request; repeating the same one changes nothing.

        It starts from the clues alone, or from what is ``known`` to the agent, which may use the number of mines;
        ``None`` stands for what the three rules know.
        """
        last, arguments = self._last, (position, cell, from_clues, known, uses_mine_count)
        if self.is_explaining and last is not None and last.arguments == arguments:
            return
        # The levels, which are found in the same thread, wait for it.
        is_finding_levels = self.is_finding_levels
        self._worker.cancel(Kind.LEVELS)
        self._last = self._worker.request(Kind.WHY, find_proof, *arguments)
        if is_finding_levels:
            self._worker.request(Kind.LEVELS, find_levels, self._sought)

    def stop(self) -> None:
        """Cancel the request for an explanation; a search that is running ends soon."""
        self._worker.cancel(Kind.WHY)

    @property
    def is_explaining(self) -> bool:
        """True while an explanation is awaited."""
        return self._worker.is_computing(Kind.WHY)

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
    def is_finding_levels(self) -> bool:
        """True while levels are awaited."""
        return self._worker.is_computing(Kind.LEVELS)

    def request_levels(self, requester: object, needed: bool) -> None:
        """Set whether ``requester`` needs the levels of every position from now on; others may need them as well."""
        if needed != (requester in self._requesters):
            (self._requesters.add if needed else self._requesters.discard)(requester)
            self.update(self._shown)

    def update(self, position: Position | None) -> None:
        """Find or show the levels of ``position``, which is shown now, if anybody needs them; else clear them.

        ``None`` stands for a position whose levels are meaningless.
        """
        self._shown = position
        found, levels = self._found, None
        if position is None or not self._requesters or self._answer_shown is not None:
            self._worker.cancel(Kind.LEVELS)
        elif not self.is_finding_levels or self._sought != position:
            self._sought = position
            self._worker.request(Kind.LEVELS, find_levels, position)
        if position is not None and self._requesters and found is not None:
            levels = found.result if _leads_to(found.request.arguments[0], position) else None
        if levels is not self.last_levels:
            self.last_levels = levels
            self.levels_changed.emit()

    def close(self) -> None:
        """Cancel all requests and drop ``last_levels``: no signal is sent until there are new ones.

        A panel that is destroyed with its window may still release the levels after that.
        """
        self._worker.cancel(Kind.WHY, Kind.LEVELS)
        self._shown = self._found = self.last_levels = None

    @property
    def _answer_shown(self) -> Answer | None:
        """The answer about the levels of the position shown, if they are needed and there is one."""
        found = self._found
        return found if self._requesters and found is not None and found.request.arguments == (self._shown,) else None

    # -- the worker

    def _on_answered(self, answer: Answer) -> None:
        arguments, result = answer.request.arguments, answer.result
        if answer.request.kind is Kind.WHY:
            found, why_not = result or (None, None)
            self.explained.emit(Explanation(arguments[0], arguments[1], arguments[2], found, answer.error, why_not))
        elif answer.request.kind is Kind.LEVELS:
            self._found = answer
            self.last_levels = result
            self.levels_changed.emit()

    def _on_progressed(self, progress: Progress) -> None:
        if progress.request.kind is Kind.WHY and progress.request is not self._slow:
            self._slow = progress.request
            self.became_slow.emit()


def _leads_to(before: Position, now: Position) -> bool:
    """Return whether ``now`` shows all that ``before`` showed, so that what was certain then is still certain."""
    same_board = (before.height, before.width, before.mines) == (now.height, now.width, now.mines)
    return same_board and before.taken <= now.taken and before.clues.items() <= now.clues.items()
