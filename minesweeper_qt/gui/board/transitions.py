"""The short movements when cells change: what moves, when each cell begins, and how far it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot

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


@dataclass(frozen=True, slots=True)
class Transition:
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
    motions = {cell: motion for cell, (before, now) in changes.items() if (motion := _motion(before.face, now.face))}
    if not motions:
        return {}
    exploded = [cell for cell, motion in motions.items() if motion is Motion.STAR]
    centre = exploded[0] if exploded else origin if origin in motions else _middle(motions)
    rings = {cell: max(abs(cell[0] - centre[0]), abs(cell[1] - centre[1])) for cell in motions}
    last = max(rings.values())
    found = {}
    for cell, motion in motions.items():
        first, duration, whole = _times(motion, changes[cell][1].face)
        step = min(metrics.CASCADE_STEP, (whole - first - duration) / max(last, 1))
        if motion is Motion.FADE:
            # A win and a loss take their whole time, however few cells there are.
            step = (whole - first - duration) / max(last, 1)
        delay = first + step * rings[cell] if motion is not Motion.STAR else 0.0
        found[cell] = Transition(motion, changes[cell][0], delay, duration)
    return found


def _motion(before: Face, now: Face) -> Motion | None:
    """Return the movement from one face to another; ``None`` if nothing moves, as when a move is taken back."""
    if now is Face.FLAGGED and before in (Face.COVERED, Face.QUESTIONED):
        return Motion.FLAG
    if now is before or before not in (Face.COVERED, Face.QUESTIONED, Face.FLAGGED):
        return None
    return _MOTIONS.get(now)


_MOTIONS = {
    Face.REVEALED: Motion.SINK,
    Face.EXPLODED: Motion.STAR,
    Face.MINE: Motion.FADE,
    Face.WRONG_FLAG: Motion.FADE,
    Face.CLEARED: Motion.FADE,
}


def _times(motion: Motion, now: Face) -> tuple[float, float, float]:
    """Return when the first cell begins, how long each moves, and when the last one ends, in milliseconds."""
    if motion is Motion.FLAG:
        return 0, metrics.FLAG_TIME, metrics.FLAG_TIME
    if motion is Motion.STAR:
        return 0, metrics.LOSS_STAR_TIME, metrics.LOSS_STAR_TIME
    if motion is Motion.SINK:
        return 0, metrics.REVEAL_TIME, metrics.CASCADE_TIME
    if now is Face.CLEARED:
        return 0, metrics.REVEAL_TIME, metrics.WIN_TIME
    return metrics.LOSS_STAR_TIME, metrics.REVEAL_TIME, metrics.LOSS_TIME


def _middle(cells: Collection[Cell]) -> Cell:
    """Return the cell that is nearest to the middle of ``cells``."""
    rows, columns = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    return min(cells, key=lambda cell: (abs(cell[0] - rows) + abs(cell[1] - columns), cell))


_FRAME = 16
"""The time between two pictures of a movement, in milliseconds."""

_SHORTEST_PAUSE = 0.125
"""Changes that follow each other faster than this, in seconds, don't move: Auto-play above 8 moves a second."""

MOST_CELLS = 2000
"""On a board with more cells nothing moves."""


class Movements(QObject):
    """Keeps the movements that are running and requests their painting. It is never waited for.

    Signal: ``repaint_requested`` with the cells that move. Attribute: ``running``, the movement of each cell.
    """

    repaint_requested = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.running: dict[Cell, Transition] = {}
        self._begun = 0.0
        self._last_change = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME)
        self._timer.timeout.connect(self._go_on)

    @property
    def elapsed(self) -> float:
        """The time since the movements began, in milliseconds."""
        return (monotonic() - self._begun) * 1000

    def begin(self, found: dict[Cell, Transition]) -> None:
        """Begin these movements in place of all others, unless the last ones began a moment ago."""
        now = monotonic()
        is_late, self._last_change = now - self._last_change >= _SHORTEST_PAUSE, now
        self.end()
        if is_late:
            self.running, self._begun = found, now
            self._timer.start()

    @Slot()
    def end(self) -> None:
        """Bring all movements to their end at once."""
        if self.running:
            cells, self.running = self.running.keys(), {}
            self._timer.stop()
            self.repaint_requested.emit(frozenset(cells))

    @Slot()
    def _go_on(self) -> None:
        elapsed = self.elapsed
        if all(moving.delay + moving.duration <= elapsed for moving in self.running.values()):
            self.end()
        else:
            self.repaint_requested.emit(frozenset(self.running))
