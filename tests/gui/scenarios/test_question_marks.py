"""Tests of question marks: a mark of the player in the running game, which nothing that reasons sees."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import State
from tests.gui.support.windows import CTRL, MIDDLE, RIGHT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def marking(player: Player) -> Player:
    """A game with an area opened, in which question marks are on."""
    player.window._preferences.question_marks = True
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


def put(player: Player, cell: tuple[int, int]) -> None:
    """Put a question mark on a covered cell."""
    player.click(cell, RIGHT)
    player.click(cell, RIGHT)
    assert player.face(cell) is Face.QUESTIONED


def test_the_right_button_goes_round(marking: Player) -> None:
    cell = marking.mine()
    for face in (Face.FLAGGED, Face.QUESTIONED, Face.COVERED) * 2:
        marking.click(cell, RIGHT)
        assert marking.face(cell) is face


def test_the_key_goes_round_too(marking: Player) -> None:
    cell = marking.mine()
    marking.go_to(cell)
    for face in (Face.FLAGGED, Face.QUESTIONED, Face.COVERED):
        marking.key(Key.Key_F)
        assert marking.face(cell) is face


def test_it_is_shown_told_and_painted(marking: Player) -> None:
    cell = marking.mine()
    plain = marking.picture(cell)
    put(marking, cell)
    assert "question mark put on" in marking.status.lower()
    index = marking.window.board_model.index(*cell)
    assert "question mark" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert marking.face(cell) is Face.QUESTIONED
    assert marking.picture(cell) != plain
    marking.click(cell, RIGHT)
    assert "taken off" in marking.status.lower()
    assert marking.face(cell) is Face.COVERED
    marking.qtbot.waitUntil(lambda: marking.picture(cell) == plain)


def test_a_marked_cell_can_be_revealed(marking: Player) -> None:
    cell = marking.free()
    put(marking, cell)
    marking.click(cell)
    assert marking.face(cell) is Face.REVEALED
    assert cell not in marking.session.player.questions


def test_a_chord_reveals_marked_cells(marking: Player) -> None:
    number = marking.number()
    hidden = sorted(marking.around(number) & marking.covered())
    put(marking, hidden[0])
    marking.flag(marking.around(number) & marking.game.mines)
    marking.click(number, MIDDLE)
    assert all(marking.face(cell) is Face.REVEALED for cell in hidden)


def test_a_mark_is_no_move_and_no_reasoning_sees_it(marking: Player) -> None:
    cell = marking.mine()
    marking.click(cell, RIGHT)
    marking.click(cell, RIGHT)
    steps, turns = len(marking.game.history), len(marking.session.playthrough.history.turns)
    known = marking.session.playthrough.snapshot.sentences
    position = marking.session.playthrough.position
    assert cell not in position.flags
    marking.click(cell, RIGHT)
    assert len(marking.game.history) == steps
    assert len(marking.session.playthrough.history.turns) == turns
    assert marking.session.playthrough.position == position
    assert marking.session.playthrough.snapshot.sentences == known
    assert marking.mines_left == marking.game.mine_total


def test_marks_belong_to_the_running_game(marking: Player) -> None:
    cell = marking.mine()
    put(marking, cell)
    marking.key(Key.Key_Z, CTRL)
    assert marking.face(cell) is Face.FLAGGED
    marking.key(Key.Key_Z, CTRL)
    assert marking.face(cell) is Face.COVERED
    marking.key(Key.Key_Y, CTRL)
    marking.key(Key.Key_Y, CTRL)
    assert marking.face(cell) is Face.QUESTIONED


@pytest.mark.parametrize("action", ["new_game", "restart"])
def test_another_game_has_none(marking: Player, action: str) -> None:
    cell = marking.mine()
    put(marking, cell)
    marking.action(action).trigger()
    assert marking.face(cell) is Face.COVERED
    assert marking.session.player.questions == frozenset()


def test_after_a_loss_the_mines_are_shown_instead(marking: Player) -> None:
    mines = sorted(marking.game.mines)
    put(marking, mines[0])
    marking.click(mines[1])
    assert marking.game.state is State.LOST
    assert marking.face(mines[0]) is Face.MINE


def test_the_ai_opens_marked_cells(marking: Player) -> None:
    for cell in sorted(marking.covered())[:6]:
        put(marking, cell)
    marking.autoplay()
    assert not any(marking.face(cell) is Face.QUESTIONED for cell in marking.game.clues)


@pytest.mark.parametrize("overlay", [Key.Key_O, Key.Key_R, Key.Key_L])
def test_a_mark_can_be_seen_under_an_overlay(marking: Player, overlay: Qt.Key) -> None:
    cell = marking.mine()
    marking.key(overlay)
    marking.wait_until_computed()
    marking.qtbot.waitUntil(lambda: not marking.session.worker.is_computing())
    marking.move((4, 4))
    plain = marking.picture(cell)
    put(marking, cell)
    marking.move((4, 4))
    marking.wait_until_computed()
    marking.qtbot.waitUntil(lambda: not marking.session.worker.is_computing())
    assert marking.session.view.look(cell).face is Face.QUESTIONED
    assert marking.picture(cell) != plain


def test_without_the_preference_there_are_none(player: Player) -> None:
    player.click((4, 4))
    cell = player.mine()
    for face in (Face.FLAGGED, Face.COVERED, Face.FLAGGED):
        player.click(cell, RIGHT)
        assert player.face(cell) is face


def test_switching_off_takes_all_off(marking: Player) -> None:
    cells = sorted(marking.covered())[:3]
    for cell in cells:
        put(marking, cell)
    marking.window._preferences.question_marks = False
    assert {marking.face(cell) for cell in cells} == {Face.COVERED}
