"""The reasoning levels of the position shown, requested from the worker while anybody needs them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.session.computations import find_levels
from minesweeper_qt.gui.session.worker import Lane, Outcome, Request, Worker

if TYPE_CHECKING:
    from minesweeper_qt.model import Position, ReasoningLevels


class Levels(QObject):
    """Finds the reasoning level of each certain cell of the position shown while somebody needs them.

    Signal: ``changed`` when ``last`` has changed, or it is known why there are none. Attribute: ``last``, the levels to
    show: those of the position shown or, until they are found, of an earlier one that led to it, since a cell that was
    certain stays certain, whatever is revealed later.
    """

    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.last: ReasoningLevels | None = None
        self._requesters: set[object] = set()
        self._shown: Position | None = None
        """The position that was passed to ``update`` last."""
        self._found: tuple[Position | None, Outcome[ReasoningLevels]] = None, Outcome()
        """The last answer, and the position that it is about."""
        self._sought: Position | None = None
        """The position whose levels were requested last."""
        self._worker = worker
        self._request = Request()

    @property
    def found(self) -> ReasoningLevels | None:
        """The levels of the position shown, if needed and found; else ``None``."""
        return self._found[1].result if self._is_found else None

    @property
    def problem(self) -> str:
        """The reason why no levels of the position shown can be found; empty while none is known."""
        return self._found[1].problem if self._is_found else ""

    @property
    def is_searching(self) -> bool:
        """True while levels are awaited."""
        return self._request.is_open

    def set_needed(self, requester: object, needed: bool) -> None:
        """Set whether ``requester`` needs the levels of every position from now on; others may need them as well."""
        if needed != (requester in self._requesters):
            (self._requesters.add if needed else self._requesters.discard)(requester)
            self.update(self._shown)

    def update(self, position: Position | None) -> None:
        """Find or show the levels of ``position``, which is shown now, if anybody needs them; else clear them.

        ``None`` stands for a position whose levels are meaningless.
        """
        self._shown = position
        if position is None or not self._requesters or self._is_found:
            self.cancel()
        elif not self.is_searching or self._sought != position:
            self.cancel()
            self._sought = position
            # In the lane of explanations, which begin with the same levels.
            then = partial(self._on_found, position)
            self._request = self._worker.request(then, find_levels, position, lane=Lane.LONG)
        about, answer = self._found
        leads_here = self._requesters and position is not None and about is not None and _leads_to(about, position)
        last = answer.result if leads_here else None
        if last is not self.last:
            self.last = last
            self.changed.emit()

    def cancel(self) -> None:
        """Cancel the search, until the next ``update``."""
        self._request.cancel()

    def close(self) -> None:
        """Cancel the search and drop ``last``: no signal is sent until there are new levels.

        A panel that is destroyed with its window may still release the levels after that.
        """
        self.cancel()
        self._shown = self.last = None
        self._found = None, Outcome()

    @property
    def _is_found(self) -> bool:
        """Whether there is an answer about the position shown, and anybody needs it."""
        return bool(self._requesters) and self._shown is not None and self._found[0] == self._shown

    def _on_found(self, position: Position, answer: Outcome[ReasoningLevels]) -> None:
        self._found, self.last = (position, answer), answer.result
        self.changed.emit()


def _leads_to(before: Position, now: Position) -> bool:
    """Return whether ``now`` shows all that ``before`` showed, so that what was certain then is still certain."""
    same_board = (before.height, before.width, before.mines) == (now.height, now.width, now.mines)
    return same_board and before.taken <= now.taken and before.clues.items() <= now.clues.items()
