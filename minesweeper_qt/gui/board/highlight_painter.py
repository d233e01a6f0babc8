"""Paints the marks over the cells of a board: frames, brackets and the highlight of an explanation."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.presentation.look import Face, Highlight
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model import Cell

_NO_HIGHLIGHT = Highlight()


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells that are marked on a board.

    Attributes: ``outlined``, the cells that a panel selected, which get a frame; ``ai_cell``, the cell that the AI
    opened last; ``hint``, the cell between brackets; ``highlight``, the cells of an explanation, by role;
    ``selected``, the cell in question; ``named``, the cell that a text speaks of, for a moment.
    """

    outlined: frozenset[Cell] = frozenset()
    ai_cell: Cell | None = None
    hint: Cell | None = None
    highlight: Highlight = _NO_HIGHLIGHT
    selected: Cell | None = None
    named: Cell | None = None

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells that have a mark."""
        single = (cell for cell in (self.ai_cell, self.hint, self.selected, self.named) if cell is not None)
        return self.outlined | self.highlight.all_cells | frozenset(single)

    def cells_to_repaint(self, before: Marks) -> frozenset[Cell]:
        """Return the cells whose marks may differ from those in ``before``."""
        cells = set(self.outlined ^ before.outlined)
        if self.highlight != before.highlight:
            cells |= self.highlight.all_cells | before.highlight.all_cells
        now = (self.ai_cell, self.hint, self.selected, self.named)
        then = (before.ai_cell, before.hint, before.selected, before.named)
        for one, other in zip(now, then, strict=True):
            if one != other:
                cells.update(cell for cell in (one, other) if cell is not None)
        return frozenset(cells)


class HighlightPainter:
    """Paints marks over the cells of a board. Attribute: ``marks``, the marks to paint."""

    def __init__(self) -> None:
        self.marks = Marks()
        self._painted_for: tuple[str, float, float] | None = None
        """The theme's name, the cell size and the scale factor that ``_pictures`` were painted for."""
        self._pictures: dict[_CellHighlight | _Outline, QPixmap] = {}

    def paint(
        self, painter: QPainter, cell: Cell, box: QRectF, face: Face, theme: Theme, has_cursor: bool, share: float = 1
    ) -> None:
        """Paint the marks of ``cell``, which has this ``face`` and fills ``box``; the cursor is painted elsewhere.

        ``share`` is the opacity of the highlight, from 0 to 1.
        """
        marks = self.marks
        painter.setOpacity(1)
        if cell == marks.ai_cell:
            decorations.corner(painter, box, theme.controls.accent)
        if cell in marks.outlined:
            has_frame = has_cursor or cell == marks.selected
            painter.drawPixmap(box.topLeft(), self._picture(_Outline(has_frame), box.width(), theme, painter))
        painter.setOpacity(share)
        self.paint_highlight(painter, marks.highlight, cell, box, face, theme, has_cursor)
        painter.setOpacity(1)
        if cell == marks.hint:
            decorations.brackets(painter, box, theme)
        if cell in (marks.selected, marks.named) and not has_cursor:
            decorations.thin_frame(painter, box, theme)

    def paint_highlight(
        self,
        painter: QPainter,
        highlight: Highlight,
        cell: Cell,
        box: QRectF,
        face: Face,
        theme: Theme,
        has_cursor: bool,
    ) -> None:
        """Paint what ``highlight`` marks on ``cell``."""
        has_frame = has_cursor or cell == self.marks.selected
        cell_highlight = _CellHighlight.of(highlight, cell, face is Face.FLAGGED, has_frame)
        if cell_highlight is not None:
            painter.drawPixmap(box.topLeft(), self._picture(cell_highlight, box.width(), theme, painter))

    def _picture(self, marks: _CellHighlight | _Outline, size: float, theme: Theme, painter: QPainter) -> QPixmap:
        """Return a picture of ``marks``, painted at the first call.

        The pictures are kept because a sentence can mention every cell of the board.
        """
        scale = painter.device().devicePixelRatioF()
        conditions = (theme.name, size, scale)
        if conditions != self._painted_for:
            self._painted_for = conditions
            self._pictures.clear()
        if marks not in self._pictures:
            pixels = math.ceil(size * scale)
            found = self._pictures[marks] = QPixmap(pixels, pixels)
            found.setDevicePixelRatio(scale)
            found.fill(Qt.GlobalColor.transparent)
            with QPainter(found) as on_picture:
                on_picture.setRenderHint(QPainter.RenderHint.Antialiasing)
                on_picture.setFont(painter.font())
                marks.paint(on_picture, QRectF(0, 0, size, size), theme)
        return self._pictures[marks]


@dataclass(frozen=True, slots=True)
class _Outline:
    """The frame of a cell that a selected row mentions; ``has_frame``: inside that of the cursor or the selection."""

    has_frame: bool

    def paint(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Paint the frame into ``box``."""
        decorations.outline(painter, _within(box) if self.has_frame else box, theme)


@dataclass(frozen=True, slots=True)
class _CellHighlight:
    """The marks of a highlight on one cell.

    Attributes: ``is_clue``, ``is_in_sentence``, the roles of the cell, the latter true of an undecided cell too;
    ``is_mine``, what is concluded or assumed of it, ``None`` if nothing is; ``is_supposed``, true of an assumption;
    ``has_flag``; ``has_frame``, true if the frame of the cursor or of the selection is around the cell.
    """

    is_clue: bool
    is_in_sentence: bool
    is_mine: bool | None
    is_supposed: bool
    has_flag: bool
    has_frame: bool

    @classmethod
    def of(cls, highlight: Highlight, cell: Cell, has_flag: bool, has_frame: bool) -> _CellHighlight | None:
        """Return the marks that ``highlight`` has on ``cell``, ``None`` if it has none."""
        is_clue, is_in_sentence = cell in highlight.clues, cell in highlight.cells or cell in highlight.undecided
        is_mine: bool | None = None
        is_supposed = cell not in highlight.mines and cell not in highlight.safes
        if cell in highlight.mines or (is_supposed and cell in highlight.supposed_mines):
            is_mine = True
        elif cell in highlight.safes or cell in highlight.supposed_safes:
            is_mine = False
        if not is_clue and not is_in_sentence and is_mine is None:
            return None
        return cls(is_clue, is_in_sentence, is_mine, is_supposed or highlight.is_assumption, has_flag, has_frame)

    def paint(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Paint the marks into ``box``."""
        inner = _within(box) if self.has_frame else box
        if self.is_in_sentence:
            decorations.dashes(painter, inner, theme)
        if self.is_clue:
            decorations.double_ring(painter, inner, theme)
        if self.is_mine is not None:
            # Dashes stay visible around it, and a flag above it; any mark of an overlay is hidden.
            whole = inner if self.is_in_sentence else box
            room = QRectF(whole.center(), whole.bottomRight()) if self.has_flag else whole
            decorations.conclusion(painter, room, self.is_mine, self.is_supposed, theme)


def _within(box: QRectF) -> QRectF:
    """Return the part of ``box`` inside the frame of the cursor or the selection, so that a second frame is visible."""
    edge = max(box.width() * 0.12, 3)
    return box.adjusted(edge, edge, -edge, -edge)
