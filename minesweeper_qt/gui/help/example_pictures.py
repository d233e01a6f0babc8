"""Draws the pictures of examples in the chapters: the position, with all that follows from it marked."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QFont, QImage, QPainter, QTextDocument

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.help.chapters import EXAMPLE_SCHEME
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Theme
from minesweeper_qt.model import Cell, reasoning_levels
from minesweeper_qt.model.board.examples import example_named

_PICTURE = re.compile(rf"!\[[^\]]*\]\({EXAMPLE_SCHEME}:([\w-]+)\)")


def add_pictures(document: QTextDocument, markdown: str, theme: Theme, font: QFont, scale: float) -> None:
    """Add to ``document`` the pictures of examples that ``markdown`` shows; ``scale``: pixels per unit of length."""
    for name in _PICTURE.findall(markdown):
        picture = example_picture(name, theme, font, scale)
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"{EXAMPLE_SCHEME}:{name}"), picture)


def example_picture(name: str, theme: Theme, font: QFont, scale: float) -> QImage:
    """Return the picture of the example with this ``name``; raises ``KeyError`` if there is none."""
    board = example_named(name).position.board
    side = metrics.PICTURE_CELL
    picture = QImage(round(board.width * side * scale), round(board.height * side * scale), QImage.Format.Format_ARGB32)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (row, column), look in _looks(name).items():
            box = QRectF(column * side, row * side, side, side)
            paint_cell(painter, box, look, theme, font, pressed=False, hovered=False)
    return picture


@cache
def _looks(name: str) -> dict[Cell, Look]:
    """Return the looks of the cells of an example: its clues, and the marks of the cells that are certain."""
    position = example_named(name).position
    levels = reasoning_levels(position)
    looks = {}
    for cell in position.board.cells:
        if cell in position.clues:
            looks[cell] = Look(Face.REVEALED, position.clues[cell])
        else:
            mark = Mark.NONE if cell not in levels else Mark.MINE if cell in levels.mines else Mark.SAFE
            looks[cell] = Look(Face.COVERED, mark=mark)
    return looks
