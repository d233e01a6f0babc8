"""Fixtures for tests of the board view alone: a view of a position that does not change by itself."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell
from tests.gui.support.inspected import POSITION, FixedBoardSource
from tests.gui.support.shown import shown

COVERED, CLUE = (3, 2), (0, 0)
"""A covered cell and a clue of ``POSITION``, which ``source`` shows."""


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def selection(source) -> Selection:
    return Selection(source)


@pytest.fixture
def view(qtbot, source, selection) -> BoardView:
    model = BoardModel(source)
    view = BoardView(model, selection)
    model.setParent(view)
    view.resize(view.whole_size())
    return shown(qtbot, view)


def select(view: BoardView, cell: Cell) -> None:
    """Put the cursor on ``cell``, and make that the cell in question."""
    view.move_cursor(cell)
    view.selection.select_cell(cell)
