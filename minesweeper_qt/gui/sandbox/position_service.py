"""Counts the layouts of an edited position, or finds which of its clues clash, in a thread of its own."""

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
"""Of the search for a clash: a second or two at most."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found about ``position``: its chances and number of layouts, or the ``error`` that came instead.

    When no layout agrees ``problem`` says why, and ``clash`` are clues that can't all be true, none of which can be
    spared; none where that was too hard to find, or where it is the cells taken for mines alone.
    """

    position: Position
    chances: Chances | None = None
    layouts: int = 0
    clash: frozenset[Cell] = frozenset()
    problem: str = ""
    error: Exception | None = None


class PositionService(QObject):
    """Examines one position after the other; of those that wait, the newest.

    Signal: ``examined(Findings)``, in the thread of whoever is connected.
    """

    found = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._waiting: Position | None = None
        self._thread: Thread | None = None
        self._stop = Event()
        """Set when nobody wants to know any more about the position that is being examined."""
        self._engine = Engine(BACKGROUND_BUDGET)
        self._engine.counter.poll = self._poll

    def request(self, position: Position) -> None:
        """Examine ``position`` next, in place of one that waits; what was begun before it ends soon."""
        with self._lock:
            self._waiting = position
            self._stop.set()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="thinking")
                self._thread.start()

    def close(self) -> None:
        """Return when the thread has ended, which is soon."""
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
        """What was found; ``None`` when nobody wants to know any more."""
        try:
            return self._find(position)
        except Stopped:
            return None
        except Exception as error:  # whatever it is: nobody may wait for findings for ever
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
        """Find out why no layout agrees."""
        try:
            cells = contradicting_clues(position, CONTRADICTION_BUDGET, self._stop.is_set) or ()
        except TooHard:
            return Findings(position, problem="No layout agrees; which clues clash is too hard to find.", error=wrong)
        words = f"No layout agrees: {describe_contradiction(position, cells)}."
        return Findings(position, clash=frozenset(cells), problem=words, error=wrong)
