"""Tests of the work that the view of a large board does between two events."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.look import Look, Overlay
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell, Position, Update
from tests.gui.support.inspected import FixedBoardSource

SIDE, SIZE = 100, 16
POSITION = Position(SIDE, SIDE, 1500, {(i, j): 0 for i in range(SIDE) for j in range(i)})


class CountingModel(BoardModel):
    """A board model that counts the looks that are requested: ``looked_up``."""

    looked_up = 0

    def looks(self, cells: Collection[Cell]) -> Iterable[Look]:
        self.looked_up += len(cells)
        return super().looks(cells)


class Paintings(QObject):
    """Collects the rectangles that are painted at once."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.areas: list[QRect] = []
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            self.areas.append(event.rect())
        return False

    @property
    def most_cells(self) -> float:
        """The number of cells in the largest of them."""
        return max(area.width() * area.height() for area in self.areas) / SIZE**2

    @property
    def rows(self) -> set[int]:
        return {row for area in self.areas for row in range(area.top() // SIZE, area.bottom() // SIZE + 1)}


@pytest.fixture
def source(qapp: QApplication) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def view(qtbot: QtBot, source: FixedBoardSource) -> BoardView:
    model = CountingModel(source)
    view = BoardView(model, Selection(source))
    model.setParent(view)
    qtbot.addWidget(view)
    view.set_cell_size(SIZE)
    view.resize(view.whole_size())
    with qtbot.waitExposed(view):
        view.show()
    settle()
    return view


def settle() -> None:
    for _ in range(100):
        QApplication.processEvents()


def assert_screen_is_current(view: BoardView) -> None:
    """Check that the screen shows what a whole painting shows."""
    on_screen = view.screen().grabWindow(view.winId()).toImage()
    assert on_screen == view.grab().toImage().convertToFormat(on_screen.format())


def test_another_overlay_is_painted_in_bands(view: BoardView) -> None:
    paintings = Paintings(view)
    view.set_overlay(Overlay.KNOWLEDGE)
    settle()
    assert paintings.rows >= set(range(SIDE))
    assert paintings.most_cells < SIDE * SIDE / 5
    assert_screen_is_current(view)


def test_many_changed_cells_are_painted_in_bands(view: BoardView, source: FixedBoardSource) -> None:
    paintings = Paintings(view)
    source.set_position(Position(SIDE, SIDE, 0, dict.fromkeys(POSITION.board.cells, 0)))
    settle()
    assert paintings.rows >= set(range(SIDE))
    assert paintings.most_cells < SIDE * SIDE / 5
    assert_screen_is_current(view)


def test_many_highlighted_cells_are_painted_in_bands(view: BoardView) -> None:
    paintings = Paintings(view)
    view.outline(frozenset(POSITION.board.cells))
    settle()
    assert paintings.rows >= set(range(SIDE))
    assert paintings.most_cells < SIDE * SIDE / 5
    assert_screen_is_current(view)


def test_all_rows_are_painted_while_all_cells_change_again_and_again(view: BoardView) -> None:
    paintings = Paintings(view)
    for _ in range(40):
        view.set_overlay(Overlay.KNOWLEDGE)
        QApplication.processEvents()
    assert paintings.rows >= set(range(SIDE))


def test_cells_that_stay_the_same_are_not_looked_up_again(view: BoardView, source: FixedBoardSource) -> None:
    model = view.model()
    assert isinstance(model, CountingModel)
    view.grab()
    model.looked_up = 0
    view.grab()
    assert model.looked_up < 10
    source.updated.emit(Update(frozenset({(3, 4), (90, 2)})))
    view.grab()
    assert 2 <= model.looked_up < 20


def test_cells_of_another_size_are_not_looked_up_again(view: BoardView) -> None:
    model = view.model()
    assert isinstance(model, CountingModel)
    model.looked_up = 0
    view.set_cell_size(SIZE + 4)
    settle()
    assert model.looked_up < 10


def test_a_change_of_words_for_screen_readers_paints_nothing(view: BoardView) -> None:
    paintings = Paintings(view)
    model = view.model()
    assert isinstance(model, CountingModel)
    model.looked_up = 0
    model.dataChanged.emit(model.index(0, 0), model.index(SIDE - 1, SIDE - 1), [Qt.ItemDataRole.AccessibleTextRole])
    settle()
    assert (paintings.areas, model.looked_up) == ([], 0)
