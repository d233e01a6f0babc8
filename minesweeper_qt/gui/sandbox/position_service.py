"""The service that counts the layouts of an edited position or finds its contradicting clues, in its own thread."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Lock, Thread

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.background.worker import BACKGROUND_BUDGET
from minesweeper_qt.gui.presentation.chances import Chances
from minesweeper_qt.model import Cell, Engine, InconsistentPosition, Position, TooHard
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.explain.contradiction import contradicting_clues, describe_contradiction

CONTRADICTION_BUDGET = 3 * BACKGROUND_BUDGET
"""The budget of the search for contradicting clues: a second or two at most."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The result for ``position``: its chances and number of layouts, or the ``error`` raised instead.

    When no layout agrees, ``problem`` is the reason in words, and ``clash`` is a minimal set of clues that can't
    all be true. ``clash`` is empty if it was too hard to find, or if the cells taken for mines alone are the reason.
    """

    position: Position
    chances: Chances | None = None
    layouts: int = 0
    clash: frozenset[Cell] = frozenset()
    problem: str = ""
    error: Exception | None = None


class PositionService(QObject):
    """Examines one position after the other; of the requests that wait, it keeps only the newest.

    Signal: ``found(Findings)``, delivered in the thread of the receiver.
    """

    found = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._waiting: Position | None = None
        self._thread: Thread | None = None
        self._stop = Event()
        """Set when the position that is being examined has been replaced or cancelled."""
        self._engine = Engine(BACKGROUND_BUDGET)
        self._engine.counter.poll = self._poll

    def request(self, position: Position) -> None:
        """Examine ``position`` next, in place of one that waits; an examination that is running ends soon."""
        with self._lock:
            self._waiting = position
            self._stop.set()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="thinking")
                self._thread.start()

    def close(self) -> None:
        """End the thread, which takes little time, and return then."""
        with self._lock:
            self._waiting = None
            self._stop.set()
            thread = self._thread
        if thread is not None:
            thread.join()

    # -- in the thread

    def _work(self) -> None:
        while True:
            with self._lock:
                position, self._waiting = self._waiting, None
                self._stop.clear()
                if position is None:
                    self._thread = None
                    return
            findings = self._findings(position)
            if findings is not None:
                self.found.emit(findings)

    def _findings(self, position: Position) -> Findings | None:
        """Return the findings about ``position``; ``None`` if it has been replaced or cancelled."""
        try:
            return self._find(position)
        except Stopped:
            return None
        except Exception as error:  # of any type: every position must get findings
            return Findings(position, error=error)

    def _poll(self) -> None:
        if self._stop.is_set():
            raise Stopped("the layouts are no longer wanted")

    def _find(self, position: Position) -> Findings:
        try:
            found = self._engine.solve(position)
        except InconsistentPosition as wrong:
            return self._clash(position, wrong)
        return Findings(position, Chances.of(found), found.layouts)

    def _clash(self, position: Position, wrong: InconsistentPosition) -> Findings:
        """Find the reason why no layout agrees with ``position``."""
        try:
            cells = contradicting_clues(position, CONTRADICTION_BUDGET, self._stop.is_set) or ()
        except TooHard:
            return Findings(position, problem="No layout agrees; which clues clash is too hard to find.", error=wrong)
        problem = f"No layout agrees: {describe_contradiction(position, cells)}."
        return Findings(position, clash=frozenset(cells), problem=problem, error=wrong)
