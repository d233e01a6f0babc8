"""Tests of the small pictures of layouts: the cells they show, their marks, size and text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from minesweeper_qt.gui.panels.why.undecided_view import LayoutPicture
from minesweeper_qt.model import Cell, Position
from tests.gui.support.inspected import NO_CELLS, POSITION, cells

LARGE = Position(16, 30, 99, {(7, 7): 1})


@pytest.fixture
def picture(qtbot) -> LayoutPicture:
    picture = LayoutPicture("A layout")
    qtbot.addWidget(picture)
    picture.resize(200, picture.heightForWidth(200))
    return picture


@pytest.mark.parametrize(
    "cell, rows, columns",
    [
        ((8, 15), range(4, 13), range(11, 20)),
        ((0, 0), range(9), range(9)),
        ((15, 29), range(7, 16), range(21, 30)),
        ((2, 27), range(9), range(21, 30)),
    ],
)
def test_a_large_board_is_cropped_around_the_cell(picture, cell, rows, columns):
    picture.show_layout(LARGE, cell, NO_CELLS, NO_CELLS)
    assert (picture.rows, picture.columns) == (rows, columns)
    assert picture.accessibleDescription().startswith("In the part around the cell, mines at no cell.")


def test_the_cells_that_are_drawn_are_described(picture):
    picture.show_layout(POSITION, (0, 1), cells((0, 1), (3, 0)), cells((0, 1)))
    assert (picture.rows, picture.columns) == (range(4), range(5))
    assert picture.accessibleDescription() == (
        "In the board, mines at (0, 1) and (3, 0). The other layout differs at (0, 1)."
    )
    picture.show_layout(LARGE, (0, 0), cells((0, 1), (15, 29)), cells((15, 29)))
    assert picture.accessibleDescription() == (
        "In the part around the cell, mines at (0, 1). The other layout differs at no cell."
    )


def drawn(picture: LayoutPicture, mines: frozenset[Cell], marked: frozenset[Cell]) -> QImage:
    picture.show_layout(POSITION, (0, 1), mines, marked)
    picture.resize(200, picture.heightForWidth(200))
    return picture.grab().toImage()


def changed(one: QImage, other: QImage) -> QRect:
    """Return the smallest rectangle around the pixels that differ."""
    points = [
        QPoint(x, y) for x in range(one.width()) for y in range(one.height()) if one.pixel(x, y) != other.pixel(x, y)
    ]
    found = QRect()
    for point in points:
        found |= QRect(point, point)
    return found


@pytest.mark.slow
def test_mines_and_differences_are_drawn_where_they_are(picture):
    empty = drawn(picture, NO_CELLS, NO_CELLS)
    for cell in ((2, 0), (3, 4)):
        mine, frame = drawn(picture, cells(cell), NO_CELLS), drawn(picture, NO_CELLS, cells(cell))
        both = changed(empty, mine) | changed(empty, frame)
        assert changed(empty, mine).isValid()
        assert changed(empty, frame).isValid()
        side = (picture.width() - both.left()) / (5 - cell[1])
        assert both.width() <= side
        assert both.height() <= side
    assert changed(drawn(picture, cells((2, 0)), NO_CELLS), drawn(picture, cells((3, 4)), NO_CELLS)).isValid()


@pytest.mark.parametrize("width", [100, 140, 200, 500])
def test_the_height_follows_the_width(picture, width):
    picture.show_layout(LARGE, (8, 15), NO_CELLS, NO_CELLS)
    picture.resize(width, picture.heightForWidth(width))
    assert 9 * 12 <= picture.height() <= 9 * 28 + 40
    assert not picture.grab().toImage().isNull()


def test_without_a_layout_nothing_is_drawn(picture):
    assert changed(picture.grab().toImage(), picture.grab().toImage()) == QRect()
    assert picture.rows == range(0)
