"""The short movements when cells change: what moves, when each cell begins, and how far it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto
from math import ceil
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QVariantAnimation, Signal, Slot

from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.model import Cell


class Motion(Enum):
    """The movement of one cell."""

    SINK = auto()
    """The covered tile fades and sinks."""
    FLAG = auto()
    """A flag falls on the tile."""
    FADE = auto()
    """The new picture replaces the old one."""
    STAR = auto()
    """The star of an exploded mine grows."""


class Transition(NamedTuple):
    """The movement of a cell that looked like ``before``; it begins after ``delay``, in milliseconds."""

    motion: Motion
    before: Look
    delay: float
    duration: float

    def progress(self, elapsed: float) -> float:
        """Return how far the movement is after ``elapsed`` milliseconds, from 0 to 1: fast first, then slower."""
        linear = min(max((elapsed - self.delay) / self.duration, 0.0), 1.0)
        return 1 - (1 - linear) ** 2


def transitions(changes: Mapping[Cell, tuple[Look, Look]], origin: Cell) -> dict[Cell, Transition]:
    """Return the movements for these ``changes``: pairs of how a cell looked and how it looks now.

    Cells that change together begin by their distance from ``origin``, or from an exploded mine.
    """
    found = {
        cell: _MOVEMENTS[now.face]
        for cell, (before, now) in changes.items()
        # Nothing moves when a move is taken back.
        if before.face.is_closed and now.face is not before.face and now.face in _MOVEMENTS
    }
    if not found:
        return {}
    exploded = [cell for cell, (motion, *_) in found.items() if motion is Motion.STAR]
    centre = exploded[0] if exploded else origin if origin in found else _middle(found)
    rings = {cell: max(abs(cell[0] - centre[0]), abs(cell[1] - centre[1])) for cell in found}
    last = max(rings.values())
    begun = {}
    for cell, (motion, first, duration, whole) in found.items():
        step = (whole - first - duration) / max(last, 1)
        # A win and a loss take their whole time, however few cells there are.
        if motion is not Motion.FADE:
            step = min(metrics.CASCADE_STEP, step)
        begun[cell] = Transition(motion, changes[cell][0], first + step * rings[cell], duration)
    return begun


_LOSS = (Motion.FADE, metrics.LOSS_STAR_TIME, metrics.REVEAL_TIME, metrics.LOSS_TIME)
_MOVEMENTS = {
    Face.FLAGGED: (Motion.FLAG, 0, metrics.FLAG_TIME, metrics.FLAG_TIME),
    Face.REVEALED: (Motion.SINK, 0, metrics.REVEAL_TIME, metrics.CASCADE_TIME),
    Face.EXPLODED: (Motion.STAR, 0, metrics.LOSS_STAR_TIME, metrics.LOSS_STAR_TIME),
    Face.MINE: _LOSS,
    Face.WRONG_FLAG: _LOSS,
    Face.CLEARED: (Motion.FADE, 0, metrics.REVEAL_TIME, metrics.WIN_TIME),
}
"""The movement of a cell that gets this face: when the first one begins, how long each moves, when the last one ends.

All in milliseconds.
"""


def _middle(cells: Collection[Cell]) -> Cell:
    """Return the cell that is nearest to the middle of ``cells``."""
    rows, columns = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    return min(cells, key=lambda cell: (abs(cell[0] - rows) + abs(cell[1] - columns), cell))


_SHORTEST_PAUSE = 0.125
"""Changes that follow each other faster than this, in seconds, don't move: Auto-play above 8 moves a second."""

MOST_CELLS = 2000
"""On a board with more cells nothing moves."""


class Movements(QObject):
    """Keeps the movements that are running and requests their painting. It is never waited for.

    Signal: ``repaint_requested`` with the cells that move. Attributes: ``running``, the movement of each cell;
    ``clock``, which returns the time in seconds.
    """

    repaint_requested = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.running: dict[Cell, Transition] = {}
        self.clock: Callable[[], float] = monotonic
        self._last_change = 0.0
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._repaint)
        self._animation.finished.connect(self.end)

    @property
    def elapsed(self) -> int:
        """The time since the movements began, in milliseconds."""
        return self._animation.currentTime()

    def begin(self, found: dict[Cell, Transition]) -> None:
        """Begin these movements in place of all others, unless the last ones began a moment ago."""
        now = self.clock()
        is_late, self._last_change = now - self._last_change >= _SHORTEST_PAUSE, now
        self.end()
        if is_late:
            self.running = found
            self._animation.setDuration(ceil(max(moving.delay + moving.duration for moving in found.values())))
            self._animation.start()

    @Slot()
    def end(self) -> None:
        """Bring all movements to their end at once."""
        cells, self.running = self.running, {}
        self._animation.stop()
        if cells:
            self.repaint_requested.emit(frozenset(cells))

    @Slot()
    def _repaint(self) -> None:
        self.repaint_requested.emit(frozenset(self.running))
