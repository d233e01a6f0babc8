"""Paints a part of the board: the cells, their short movements when they change, and the marks over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto
from itertools import product
from math import ceil
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from minesweeper_qt.gui.board import signs
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.decorations import MarkPainter, Marks
from minesweeper_qt.gui.board.tiles import Tiles, paint_flat
from minesweeper_qt.gui.presentation.look import Face, Highlight, Look, Overlay
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.theme import Theme
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

    ``repaint`` gets the cells that move. Attributes: ``running``, the movement of each cell; ``clock``, which returns
    the time in seconds.
    """

    def __init__(self, parent: QObject, repaint: Callable[[frozenset[Cell]], None]) -> None:
        super().__init__(parent)
        self.running: dict[Cell, Transition] = {}
        self.clock: Callable[[], float] = monotonic
        self._last_change = 0.0
        self._repaint = repaint
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(lambda: repaint(frozenset(self.running)))
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

    def end(self) -> None:
        """Bring all movements to their end at once."""
        cells, self.running = self.running, {}
        self._animation.stop()
        if cells:
            self._repaint(frozenset(cells))


_DIM = 0.2
"""How much of the ground shows through the tiles that are left covered after a loss."""
_SINKING = 2
"""The distance that a revealed tile sinks, in pixels."""
_FALL = 4
"""The distance that a flag falls, in pixels; it is ``_SWELL`` larger at first."""
_SWELL = 0.2
_FIRST_STAR = 0.6
"""The size of a star at first, as a share of its size at the end."""


class Part(NamedTuple):
    """The part of the board to paint, and what the user does there.

    ``rows`` and ``columns`` are those of the cells; ``left`` and ``top`` are where the cell ``(0, 0)`` is or would be;
    ``pressed`` are the cells to paint as held down; ``hovered`` is the cell under the mouse; ``cursor`` the cell with
    the cursor of the keyboard.
    """

    rows: range
    columns: range
    left: int
    top: int
    pressed: frozenset[Cell] = frozenset()
    hovered: Cell | None = None
    cursor: Cell | None = None

    def has(self, cell: Cell) -> bool:
        """Return whether ``cell`` is in this part."""
        return cell[0] in self.rows and cell[1] in self.columns


class BoardPainter(QObject):
    """Paints the cells of a ``BoardModel``.

    Signal: ``repaint_requested`` with cells to paint again, while something moves. Attribute: ``origin``, the cell from
    which a change spreads.
    """

    repaint_requested = Signal(object)

    def __init__(self, model: BoardModel, parent: QObject) -> None:
        super().__init__(parent)
        self.origin: Cell = (0, 0)
        self._model = model
        self._tiles: Tiles | None = None
        self._looks: dict[Cell, Look] = {}
        """How the cells look that were painted and have not changed since."""
        self._pictures: dict[Cell, QPixmap] = {}
        """Their pictures."""
        self._made_for: tuple[Tiles, Overlay] | None = None
        """What the pictures are made for."""
        self._mark_painter = MarkPainter()
        self._movements = Movements(self, self.repaint_requested.emit)
        self._changed: dict[Cell, Look] = {}
        """How cells looked that have changed since the last painting."""
        self._faded = Highlight()
        """The highlight that disappears while another one appears."""
        self._fade = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=metrics.HIGHLIGHT_TIME)
        self._fade.valueChanged.connect(self._on_faded)

    # -- what is painted

    @property
    def marks(self) -> Marks:
        """All marks over the cells."""
        return self._mark_painter.marks

    def show_marks(self, marks: Marks) -> frozenset[Cell]:
        """Paint these marks and no others from now on; return the cells to paint again."""
        before, self._mark_painter.marks = self.marks, marks
        if marks.highlight != before.highlight:
            self._end_fade()
            cells = before.highlight.all_cells | marks.highlight.all_cells
            if self._may_move() and before.highlight.all_cells and len(cells) < _MOST_FADING:
                self._faded = before.highlight
                self._fade.start()
        return before.cells | marks.cells if marks != before else frozenset()

    def reset(self, marks: Marks) -> None:
        """Look at all cells again, with these marks: it may be another board."""
        self.end_movements()
        self._looks.clear()
        self._pictures.clear()
        self._mark_painter.marks = marks

    def note_change(self, rows: range, columns: range) -> None:
        """Look at the cells in these rows and columns again when they are painted, and let what changed move."""
        for cell in product(rows, columns):
            look = self._looks.pop(cell, None)
            if look is not None:
                self._changed[cell] = look

    def end_movements(self) -> None:
        """Bring everything that moves to its end at once."""
        self._changed.clear()
        self._movements.end()
        self._end_fade()

    def _end_fade(self) -> None:
        self._fade.stop()
        cells, self._faded = self._faded.all_cells, Highlight()
        if cells:
            self.repaint_requested.emit(cells | self.marks.highlight.all_cells)

    def _may_move(self) -> bool:
        return self._model.rowCount() * self._model.columnCount() <= MOST_CELLS and appearance.current().moves

    def _on_faded(self) -> None:
        if self._fade.currentValue() == 1.0:
            self._end_fade()
        else:
            self.repaint_requested.emit(self._faded.all_cells | self.marks.highlight.all_cells)

    # -- painting

    def paint(self, painter: QPainter, part: Part, theme: Theme, size: int, font: QFont) -> None:
        """Paint this part of the board with cells of ``size`` device-independent pixels."""
        tiles = self._tiles = Tiles.kept(self._tiles, theme, size, painter.device().devicePixelRatioF(), font)
        self._paint_cells(painter, part, tiles)
        self._begin_movements()
        hovered = frozenset((part.hovered,) if part.hovered is not None else ())
        for cell in part.pressed | hovered:
            if part.has(cell):
                look = self._shown(self._looks[cell])
                is_pressed = cell in part.pressed and look.face in (Face.COVERED, Face.QUESTIONED)
                picture = tiles.picture(look, is_pressed, cell in hovered)
                painter.drawPixmap(_box(cell, part, size).topLeft(), picture)
        if self._model.source.view.is_lost:
            dim = QColor(theme.controls.page)
            dim.setAlphaF(_DIM)
            for cell in product(part.rows, part.columns):
                if self._looks[cell].face is Face.COVERED:
                    painter.fillRect(_box(cell, part, size), dim)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._movements.running:
            elapsed = self._movements.elapsed
            for cell, transition in self._movements.running.items():
                if part.has(cell):
                    self._paint_moving(painter, _box(cell, part, size), transition, elapsed, tiles)
        self._paint_marks(painter, part, size, theme)

    def _paint_cells(self, painter: QPainter, part: Part, tiles: Tiles) -> None:
        made_for = (tiles, self._model.overlay)
        if made_for != self._made_for:
            self._made_for = made_for
            self._pictures.clear()
        cells = list(product(part.rows, part.columns))
        unknown = [cell for cell in cells if cell not in self._looks]
        for cell, look in zip(unknown, self._model.looks(unknown), strict=True):
            self._looks[cell] = look
            # Most cells that are announced as changed look as before: an Expert board is painted in 2 to 3 ms.
            if self._changed.get(cell) is not look:
                self._pictures.pop(cell, None)
        draw, size, left, top, pictures = painter.drawPixmap, tiles.size, part.left, part.top, self._pictures
        for cell in cells:
            picture = pictures.get(cell)
            if picture is None:
                picture = pictures[cell] = tiles.picture(self._shown(self._looks[cell]))
            draw(cell[1] * size + left, cell[0] * size + top, picture)

    def _shown(self, look: Look) -> Look:
        return look.under(self._model.overlay)

    def _begin_movements(self) -> None:
        """Begin to move what has changed since the last painting."""
        changed, self._changed = self._changed, {}
        if not changed or not self._may_move():
            return
        changes = {}
        for cell, before in changed.items():
            now = self._looks.get(cell)
            if now is not None and now.face is not before.face:
                changes[cell] = (before, now)
        found = transitions(changes, self.origin)
        if found:
            self._movements.begin(found)

    def _paint_marks(self, painter: QPainter, part: Part, size: int, theme: Theme) -> None:
        share = self._fade.currentValue() if self._faded.all_cells else 1.0
        for cell in self.marks.cells | self._faded.all_cells | {part.cursor}:
            if cell is None or not part.has(cell):
                continue
            box, face = _box(cell, part, size), self._looks[cell].face
            painter.setBrush(Qt.BrushStyle.NoBrush)
            has_cursor = cell == part.cursor
            if share < 1:
                painter.setOpacity(1 - share)
                self._mark_painter.paint_highlight(painter, self._faded, cell, box, face, theme, has_cursor)
            self._mark_painter.paint(painter, cell, box, face, theme, has_cursor, share)

    def _paint_moving(
        self, painter: QPainter, box: QRectF, transition: Transition, elapsed: float, tiles: Tiles
    ) -> None:
        """Paint a cell that moves over its picture, which shows the end."""
        progress, theme = transition.progress(elapsed), tiles.theme
        before = tiles.picture(self._shown(transition.before))
        if transition.motion is Motion.FLAG:
            painter.drawPixmap(box.topLeft(), before)
            side = box.width() * (1 + _SWELL * (1 - progress))
            room = QRectF(0, 0, side, side)
            room.moveCenter(box.center() - QPointF(0, _FALL * (1 - progress)))
            signs.paint_flag(painter, room, theme.flag, theme.flag_staff, theme.flag_casing)
        elif transition.motion is Motion.STAR:
            paint_flat(painter, box, theme.exploded, theme)
            signs.paint_star(painter, box, theme, _FIRST_STAR + (1 - _FIRST_STAR) * progress)
        elif progress < 1:
            sunk = round(_SINKING * progress) if transition.motion is Motion.SINK else 0
            # What sinks below the edge of its cell is cut off.
            shown = QRectF(0, 0, before.width(), before.height() - sunk * tiles.scale)
            painter.setOpacity(1 - progress)
            painter.drawPixmap(box.adjusted(0, sunk, 0, 0), before, shown)
            painter.setOpacity(1)


_MOST_FADING = 200
"""With this many highlighted cells or more, highlights change at once."""


def _box(cell: Cell, part: Part, size: int) -> QRectF:
    return QRectF(cell[1] * size + part.left, cell[0] * size + part.top, size, size)
