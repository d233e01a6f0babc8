"""What lies over the cells of a board: frames, brackets and the lights of an explanation."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from minesweeper_qt.gui.board import decorations
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model import Cell

_DARK = Highlight()


class HighlightPainter:
    """The cells that have something over them.

    Attributes: ``outlined``, with a frame for the table; ``ai_cell``, which the AI opened last; ``hint``, between
    brackets; ``highlight``, what an explanation speaks of; ``selected``, which is asked about.
    """

    def __init__(self) -> None:
        self.outlined: frozenset[Cell] = frozenset()
        self.ai_cell: Cell | None = None
        self.hint: Cell | None = None
        self.highlight = _DARK
        self.selected: Cell | None = None
        self._paper: tuple[str, float, float] | None = None
        """What the pictures of lights are painted for."""
        self._pictures: dict[_CellHighlight, QPixmap] = {}

    def clear(self) -> None:
        """Turn everything off; a cell may still be asked about."""
        self.outlined = frozenset()
        self.ai_cell = self.hint = None
        self.highlight = _DARK

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells with something over them."""
        single = (cell for cell in (self.ai_cell, self.hint, self.selected) if cell is not None)
        return self.outlined | self.highlight.lit | frozenset(single)

    def paint(self, painter: QPainter, cell: Cell, box: QRectF, face: Face, theme: Theme, has_cursor: bool) -> None:
        """Paint what lies over ``cell``, which has this ``face`` and fills ``box``, as far as the cursor is no part."""
        if cell == self.ai_cell:
            decorations.corner(painter, box, theme.safe)
        has_frame = has_cursor or cell == self.selected
        if cell in self.outlined:
            decorations.frame(painter, _within(box) if has_frame else box, theme.outline, max(box.width() * 0.1, 2))
        light = _CellHighlight.of(self.highlight, cell, face is Face.FLAGGED, has_frame)
        if light is not None:
            painter.drawPixmap(box.topLeft(), self._picture(light, box.width(), theme, painter))
        if cell == self.hint:
            decorations.brackets(painter, box, theme)
        if cell == self.selected and not has_cursor:
            decorations.thin_frame(painter, box, theme)

    def _picture(self, light: _CellHighlight, size: float, theme: Theme, painter: QPainter) -> QPixmap:
        """Return a picture of the light; painted at the first call: a sentence can mention every cell of the board."""
        scale = painter.device().devicePixelRatioF()
        paper = (theme.name, size, scale)
        if paper != self._paper:
            self._paper = paper
            self._pictures.clear()
        if light not in self._pictures:
            pixels = math.ceil(size * scale)
            found = self._pictures[light] = QPixmap(pixels, pixels)
            found.setDevicePixelRatio(scale)
            found.fill(Qt.GlobalColor.transparent)
            with QPainter(found) as on_picture:
                on_picture.setRenderHint(QPainter.RenderHint.Antialiasing)
                on_picture.setFont(painter.font())
                light.paint(on_picture, QRectF(0, 0, size, size), theme)
        return self._pictures[light]


@dataclass(frozen=True, slots=True)
class _CellHighlight:
    """What is lit on one cell, which may have a flag on it, or the frame of the cursor or of the selection around."""

    is_clue: bool
    is_in_sentence: bool
    is_mine: bool | None
    is_supposed: bool
    has_flag: bool
    has_frame: bool

    @classmethod
    def of(cls, highlight: Highlight, cell: Cell, has_flag: bool, has_frame: bool) -> _CellHighlight | None:
        """Return what is lit on ``cell``, ``None`` if nothing is."""
        is_clue, is_in_sentence = cell in highlight.clues, cell in highlight.cells
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
        """Paint it into ``box``."""
        if self.has_frame:
            box = _within(box)
        if self.is_in_sentence:
            decorations.dashes(painter, box, theme)
        if self.is_clue:
            decorations.double_ring(painter, box, theme)
        if self.is_mine is not None:
            # In a corner of a flag, which is to be seen as well.
            room = QRectF(box.center(), box.bottomRight()) if self.has_flag else box
            decorations.conclusion(painter, room, self.is_mine, self.is_supposed, theme)


def _within(box: QRectF) -> QRectF:
    """Return the room inside the frame of the cursor or the selection, which would hide one of another meaning."""
    edge = box.width() * 0.1
    return box.adjusted(edge, edge, -edge, -edge)
