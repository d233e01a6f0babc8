"""What lies over the cells of a board: frames, brackets and the lights of an explanation."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from minesweeper_qt.gui import decorations
from minesweeper_qt.gui.overlay import Face
from minesweeper_qt.gui.spotlight import Spotlight
from minesweeper_qt.gui.theme import Theme
from minesweeper_qt.model import Cell

_DARK = Spotlight()


class Lights:
    """The cells that have something over them.

    Attributes: ``outlined``, with a frame for the table; ``ai_cell``, which the AI opened last; ``hint``, between
    brackets; ``spotlight``, what an explanation speaks of.
    """

    def __init__(self) -> None:
        self.outlined: frozenset[Cell] = frozenset()
        self.ai_cell: Cell | None = None
        self.hint: Cell | None = None
        self.spotlight = _DARK

    def clear(self) -> None:
        """Turn everything off."""
        self.outlined = frozenset()
        self.ai_cell = self.hint = None
        self.spotlight = _DARK

    @property
    def cells(self) -> frozenset[Cell]:
        """All cells with something over them."""
        single = (cell for cell in (self.ai_cell, self.hint) if cell is not None)
        return self.outlined | self.spotlight.lit | frozenset(single)

    def paint(self, painter: QPainter, cell: Cell, box: QRectF, face: Face, theme: Theme, has_cursor: bool) -> None:
        """Paint what lies over ``cell``, which has this ``face`` and fills ``box``, as far as the cursor is no part."""
        if cell == self.ai_cell:
            decorations.corner(painter, box, theme.safe)
        if cell in self.outlined:
            decorations.frame(painter, box, theme.outline, max(box.width() * 0.1, 2))
        self._paint_light(painter, cell, _within_cursor(box) if has_cursor else box, face, theme)
        if cell == self.hint:
            decorations.brackets(painter, box, theme)

    def _paint_light(self, painter: QPainter, cell: Cell, box: QRectF, face: Face, theme: Theme) -> None:
        light = self.spotlight
        if cell in light.cells:
            decorations.dashes(painter, box, theme)
        if cell in light.clues:
            decorations.double_ring(painter, box, theme)
        # In a corner of a flag, which is to be seen as well.
        room = QRectF(box.center(), box.bottomRight()) if face is Face.FLAGGED else box
        if cell in light.mines or cell in light.safes:
            decorations.conclusion(painter, room, cell in light.mines, light.is_assumption, theme)
        elif cell in light.supposed_mines or cell in light.supposed_safes:
            decorations.conclusion(painter, room, cell in light.supposed_mines, True, theme)


def _within_cursor(box: QRectF) -> QRectF:
    """The room inside the frame of the cursor, which would hide a frame of another meaning."""
    edge = box.width() * 0.1
    return box.adjusted(edge, edge, -edge, -edge)
