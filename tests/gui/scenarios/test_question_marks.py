"""Tests of question marks in the window; tests/gui/session/test_question_marks.py has what they are in a game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.gui.presentation.look import Face
from tests.gui.support.windows import RIGHT, Key, Player

pytestmark = pytest.mark.slow


def test_the_right_button_and_the_key_go_round_if_preferred(player: Player) -> None:
    player.click((4, 4))
    cell = player.mine()
    for face in (Face.FLAGGED, Face.COVERED):
        player.click(cell, RIGHT)
        assert player.face(cell) is face
    plain = player.picture(cell)
    player.preferences.question_marks = True
    for face in (Face.FLAGGED, Face.QUESTIONED):
        player.click(cell, RIGHT)
        assert player.face(cell) is face
    assert "question mark put on" in player.status.lower()
    index = player.window.board_model.index(*cell)
    assert "question mark" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert player.picture(cell) != plain
    player.click(cell, RIGHT)
    assert "taken off" in player.status.lower()
    assert player.face(cell) is Face.COVERED
    player.qtbot.waitUntil(lambda: player.picture(cell) == plain)
    player.go_to(cell)
    for face in (Face.FLAGGED, Face.QUESTIONED, Face.COVERED, Face.FLAGGED, Face.QUESTIONED):
        player.key(Key.Key_F)
        assert player.face(cell) is face
    player.preferences.question_marks = False
    assert player.face(cell) is Face.COVERED
