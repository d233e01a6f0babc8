"""Tests of the room that the two layouts of an undecided cell take: large pictures, and nothing to scroll."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.why.undecided_view import CELL_SIZES, UndecidedView
from minesweeper_qt.model import Position
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.explainer import explain
from tests.gui.support.shown import shown
from tests.gui.support.windows import Key, MakePlayer, Player

FOUND = explain(Position(16, 30, 99, {(7, 7): 1, (7, 20): 2}), (8, 8))


@pytest.fixture
def view(qtbot: QtBot) -> UndecidedView:
    assert isinstance(FOUND, Undecided)
    made = shown(qtbot, UndecidedView(), 560, 600)
    made.show_undecided(FOUND)
    return made


def side(view: UndecidedView) -> int:
    """Return the side of a cell in the pictures."""
    (found,) = (side for side in CELL_SIZES if view.pictures[0].size_for(side) == view.pictures[0].size())
    return found


def is_beside(view: UndecidedView) -> bool:
    return view.advice.x() > view.pictures[1].x()


def needed(view: UndecidedView) -> int:
    """Return the height that the smallest pictures take."""
    return view.pictures[0].size_for(CELL_SIZES[0]).height() + view.captions[0].sizeHint().height()


def test_the_pictures_are_as_large_as_fits_before_the_view_scrolls(view: UndecidedView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: view.widget().layout().geometry().height() > 0)
    assert side(view) == CELL_SIZES[-1]
    assert view.advice.y() < view.pictures[0].y() < view.words.y()
    assert view.verticalScrollBar().maximum() == 0
    sides = []
    for extra in (20, 60, 100):
        view.resize(view.fontMetrics().averageCharWidth() * 100, needed(view) + extra)
        qtbot.waitUntil(lambda: is_beside(view))
        assert view.verticalScrollBar().maximum() == 0
        assert view.words.y() > view.advice.y()
        sides.append(side(view))
    assert sides == sorted(set(sides))
    view.resize(300, 100)
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 0)
    assert side(view) == CELL_SIZES[0]
    assert view.advice.y() < view.pictures[0].y()
    view.resize(900, 700)
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)
    for size in (QSize(300, 200), QSize(560, 220), QSize(800, 800)):
        view.resize(size)
        assert view.pictures[0].size() == view.pictures[1].size()


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_both_layouts_fit_on_a_small_screen(make_player: MakePlayer) -> None:
    # 1280x720 less a task bar.
    player: Player = make_player("expert")
    player.window.resize(1280, 680)
    player.wait_until_laid_out()
    player.click((8, 15))
    known = player.session.view.settled.keys() | player.game.clues.keys()
    player.go_to(max(cell for cell in player.game.grid.cells if cell not in known))
    player.key(Key.Key_W)
    view = player.window.inspector.why_panel.undecided
    player.qtbot.waitUntil(view.isVisible)
    parts = (*view.pictures, view.words, view.advice)

    def shows_all() -> bool:
        # The docks get their heights a moment after the proof panel was opened.
        seen = view.viewport().rect()
        return not view.verticalScrollBar().isVisible() and all(seen.contains(part.geometry()) for part in parts)

    player.qtbot.waitUntil(shows_all)
    player.wait_until_laid_out()
    assert shows_all()
    assert player.window.size() == QSize(1280, 680)
