"""Tests of inspecting by click, of the board's context menu, and of the cell that is selected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.model import Cell, Position
from tests.gui.support.board_views import CLUE, COVERED, select, selection, source, view
from tests.gui.support.windows import LEFT, MIDDLE, NOTHING, RIGHT, SHIFT

__all__ = ["selection", "source", "view"]  # fixtures

Key = Qt.Key


def click(view: BoardView, cell: Cell, button=LEFT, modifier=NOTHING) -> None:
    QTest.mouseClick(view.viewport(), button, modifier, view.visualRect(view.model().index(*cell)).center())


def intent_spies(view: BoardView) -> dict[str, QSignalSpy]:
    played = {name: getattr(view.press, name) for name in ("reveal_requested", "flag_requested", "chord_requested")}
    asked = {"why_requested": view.why_requested, "menu_requested": view.menu_requested}
    return {name: QSignalSpy(signal) for name, signal in (played | asked).items()}


def emitted(spies: dict[str, QSignalSpy]) -> dict[str, list[Cell]]:
    return {name: [spy.at(i)[0] for i in range(spy.count())] for name, spy in spies.items() if spy.count()}


def test_playing_the_selected_cell_keeps_it_selected(view):
    select(view, COVERED)
    spies = intent_spies(view)
    for button in (RIGHT, LEFT, MIDDLE):
        click(view, COVERED, button)
    assert view.selection.cell == COVERED
    assert set(emitted(spies)) == {"flag_requested", "reveal_requested", "chord_requested"}
    click(view, CLUE)
    assert view.selection.cell is None


# -- inspecting


def test_while_inspecting_a_left_click_selects_and_requests_why_and_a_right_click_the_menu(qtbot, view, selection):
    view.set_inspecting(True)
    spies = intent_spies(view)
    with qtbot.waitSignals([selection.cell_changed, view.why_requested], order="strict"):
        click(view, COVERED)
    assert emitted(spies) == {"why_requested": [COVERED]}
    assert view.selection.cell == view.cursor_cell == COVERED
    spies = intent_spies(view)
    click(view, COVERED, RIGHT)
    assert emitted(spies) == {"menu_requested": [COVERED]}
    assert view.cursor_cell == COVERED


@pytest.mark.parametrize("cell", [COVERED, CLUE])
def test_while_inspecting_no_button_plays(view, cell):
    view.set_inspecting(True)
    spies = intent_spies(view)
    for button in (LEFT, MIDDLE, RIGHT):
        click(view, cell, button)
    point = view.visualRect(view.model().index(*cell)).center()
    QTest.mousePress(view.viewport(), RIGHT, NOTHING, point)
    QTest.mousePress(view.viewport(), LEFT, NOTHING, point)
    QTest.mouseRelease(view.viewport(), LEFT, NOTHING, point)
    QTest.mouseRelease(view.viewport(), RIGHT, NOTHING, point)
    assert set(emitted(spies)) == {"why_requested", "menu_requested"}


def test_inspecting_changes_the_mouse_cursor_and_the_accessible_description_and_drops_a_press(view):
    playing = view.accessibleDescription()
    view.set_inspecting(True)
    assert view.viewport().cursor().shape() == Qt.CursorShape.WhatsThisCursor
    assert "why" in view.accessibleDescription()
    view.set_inspecting(False)
    assert view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    assert view.accessibleDescription() == playing
    spies = intent_spies(view)
    point = view.visualRect(view.model().index(*COVERED)).center()
    QTest.mousePress(view.viewport(), LEFT, NOTHING, point)
    view.set_inspecting(True)
    QTest.mouseRelease(view.viewport(), LEFT, NOTHING, point)
    assert emitted(spies) == {}


# -- the menu


def by_mouse(view: BoardView) -> None:
    click(view, COVERED, RIGHT, SHIFT)


def by_menu_key(view: BoardView) -> None:
    QTest.keyClick(view, Key.Key_Menu)


def by_shift_f10(view: BoardView) -> None:
    QTest.keyClick(view, Key.Key_F10, SHIFT)


@pytest.mark.parametrize("inspecting", [False, True])
@pytest.mark.parametrize("request_menu", [by_mouse, by_menu_key, by_shift_f10])
def test_mouse_and_keys_request_the_menu(view, request_menu: Callable[[BoardView], None], inspecting):
    view.set_inspecting(inspecting)
    select(view, COVERED)
    spies = intent_spies(view)
    request_menu(view)
    assert emitted(spies) == {"menu_requested": [COVERED]}
    where: QPoint = spies["menu_requested"].at(0)[1]
    assert view.visualRect(view.model().index(*COVERED)).contains(view.viewport().mapFromGlobal(where))


def test_the_board_scrolls_to_a_hidden_cell_whose_menu_is_requested(view, source):
    source.start_game(Position(60, 60, 100))
    view.resize(200, 200)
    select(view, (59, 59))
    view.scrollToTop()
    spy = QSignalSpy(view.menu_requested)
    by_menu_key(view)
    assert view.viewport().rect().contains(view.viewport().mapFromGlobal(spy.at(0)[1]))
