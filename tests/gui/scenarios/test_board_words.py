"""Tests of the keys D, E, X and their like, for those who can't see the board."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QInputDialog

from minesweeper_qt.model import Cell, Minesweeper
from tests.gui.support.windows import CTRL, SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def drawn(player: Player) -> Player:
    """Return a player of a board of 4 rows and 5 columns on which (0, 0) and (1, 1) are opened and (3, 4) has a flag.

    ::

        1 * . . .
        . 2 . . .
        * . . . .
        . . . . F
    """
    player.session.open(Minesweeper(4, 5, 3, layout_mines=[(0, 1), (2, 0), (3, 4)]))
    for cell in ((0, 0), (1, 1)):
        player.click(cell)
    player.flag([(3, 4)])
    return player


def said(player: Player, cell: Cell) -> str:
    """Return what D says with the cursor on ``cell``."""
    player.view.setFocus()
    player.go_to(cell)
    player.key(Key.Key_D)
    return player.window.footer.status.text()


def test_where_am_i_says_the_cell_its_row_and_the_time_and_with_the_overlay_what_is_known(drawn: Player) -> None:
    assert said(drawn, (1, 1)) == (
        "2, row 1, column 1. Above: 1, covered, covered. Beside: covered, covered. Below: covered, covered, covered. "
        "7 covered, 0 flags. 7 covered cells touch clues. 2 mines left."
    )
    assert said(drawn, (3, 3)) == (
        "covered, row 3, column 3. Above: covered, covered, covered. Beside: covered, flagged. Below: the edge. "
        "4 covered, 1 flag. 7 covered cells touch clues. 2 mines left."
    )
    drawn.view.setFocus()
    drawn.go_to((1, 1))
    drawn.key(Key.Key_D, SHIFT)
    assert drawn.window.footer.status.text() == "Row 1: covered, 2, covered 3 times."
    drawn.key(Key.Key_B, SHIFT)
    assert re.fullmatch(r"Time \d:\d\d\.", drawn.window.footer.status.text())
    drawn.key(Key.Key_M)
    drawn.wait_until_learned()
    assert "known" not in said(drawn, (1, 1))
    drawn.key(Key.Key_R)
    drawn.wait_until(lambda: not drawn.session.is_computing)
    assert said(drawn, (1, 1)).count(";") == 5


def test_the_cursor_goes_along_covered_cells_beside_clues_and_clues_beside_covered_cells(drawn: Player) -> None:
    beside = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    drawn.view.setFocus()
    drawn.go_to((1, 1))
    for cell in (*beside[3:], *beside):
        drawn.key(Key.Key_E)
        assert drawn.window.board_view.cursor_cell == cell
    for cell in reversed(beside[:-1]):
        drawn.key(Key.Key_E, SHIFT)
        assert drawn.window.board_view.cursor_cell == cell
    drawn.key(Key.Key_E, SHIFT)
    assert drawn.window.board_view.cursor_cell == beside[-1]
    drawn.go_to((3, 3))
    for cell in ((0, 0), (1, 1), (0, 0)):
        drawn.key(Key.Key_X)
        assert drawn.window.board_view.cursor_cell == cell
    drawn.key(Key.Key_X, SHIFT)
    assert drawn.window.board_view.cursor_cell == (1, 1)
    drawn.flag(set(drawn.game.grid.cells) - {(0, 0), (1, 1), (3, 4)})
    drawn.key(Key.Key_X)
    assert drawn.window.footer.status.text() == "No clue touches a covered cell without a flag."


@pytest.mark.parametrize(
    "typed, cell", [("3 4", (3, 4)), ("(2, 0)", (2, 0)), ("4 0", (1, 1)), ("", (1, 1)), ("3", (1, 1))]
)
def test_a_cell_can_be_named(drawn: Player, typed: str, cell: Cell) -> None:
    drawn.view.setFocus()
    drawn.go_to((1, 1))

    def type_it() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue(typed)
        dialog.accept()

    QTimer.singleShot(0, type_it)
    drawn.key(Key.Key_G, CTRL)
    assert drawn.window.board_view.cursor_cell == cell
    if typed in ("4 0", "3"):
        wrong = "No cell is named so: rows go from 0 to 3, columns from 0 to 4."
        assert drawn.window.footer.status.text() == wrong


def test_before_the_first_clue_no_cell_is_beside_one(player: Player) -> None:
    before = player.window.board_view.cursor_cell
    player.key(Key.Key_E)
    assert player.window.board_view.cursor_cell == before
    assert player.window.footer.status.text() == "No covered cell touches a clue."
