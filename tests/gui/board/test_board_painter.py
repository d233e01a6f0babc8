"""Tests of what the view of a board paints again, and which cells it looks up for that."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.look import Look
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell, Position
from tests.gui.support.inspected import FixedBoardSource
from tests.gui.support.shown import shown

SIDE, SIZE = 20, 16
POSITION = Position(SIDE, SIDE, 60, {(i, j): 0 for i in range(SIDE) for j in range(i)})


class CountingModel(BoardModel):
    """A board model that counts the looks that are requested: ``looked_up``."""

    looked_up = 0

    def looks(self, cells: Collection[Cell]) -> Iterable[Look]:
        self.looked_up += len(cells)
        return super().looks(cells)


class Paintings(QObject):
    """Counts the paintings of a view: ``count``."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.count = 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += isinstance(event, QPaintEvent)
        return False


@pytest.fixture
def source(qapp: QApplication) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def view(qtbot: QtBot, source: FixedBoardSource) -> BoardView:
    model = CountingModel(source)
    view = BoardView(model, Selection(source))
    model.setParent(view)
    view.set_cell_size(SIZE)
    view.resize(view.whole_size())
    shown(qtbot, view)
    settle()
    return view


def settle() -> None:
    for _ in range(100):
        QApplication.processEvents()


def test_cells_that_stay_the_same_or_change_size_or_words_alone_are_not_looked_up_again(
    view: BoardView, source: FixedBoardSource
) -> None:
    model = view.model()
    assert isinstance(model, CountingModel)
    view.grab()
    model.looked_up = 0
    view.grab()
    assert model.looked_up < 10
    source.set_position(source.view.position.with_marks({(3, 4): "F", (5, 2): "F"}))
    view.grab()
    assert 2 <= model.looked_up < 20
    # Cells of another size are not looked up again.
    model.looked_up = 0
    view.set_cell_size(SIZE + 4)
    settle()
    assert model.looked_up < 10
    # A change of words for screen readers paints nothing.
    paintings = Paintings(view)
    model.looked_up = 0
    model.dataChanged.emit(model.index(0, 0), model.index(SIDE - 1, SIDE - 1), [Qt.ItemDataRole.AccessibleTextRole])
    settle()
    assert (paintings.count, model.looked_up) == (0, 0)
