"""Tests of question marks: a mark of the player in the running game, which nothing that reasons sees."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.model import Cell, State
from tests.gui.support.played import MakePlayed, Played, make_played

__all__ = ["make_played"]  # a fixture


@pytest.fixture
def marking(make_played: MakePlayed) -> Played:
    """A game with an area opened, in which question marks are on."""
    played = make_played()
    played.session.player.set_question_marks(True)
    played.click((4, 4))
    assert played.game.state is State.PLAYING
    return played


def face(played: Played, cell: Cell) -> Face:
    return played.session.view.look(cell).face


def put(played: Played, cell: Cell) -> None:
    """Put a question mark on a covered cell."""
    for shown in (Face.FLAGGED, Face.QUESTIONED):
        played.session.player.toggle_flag(cell)
        assert face(played, cell) is shown


def test_taking_a_flag_off_puts_one_and_the_next_time_takes_it_off(marking: Played) -> None:
    cell = marking.mine()
    for _ in range(2):
        put(marking, cell)
        assert "question mark put on" in marking.status.lower()
        marking.session.player.toggle_flag(cell)
        assert "taken off" in marking.status.lower()
        assert face(marking, cell) is Face.COVERED
    cells = sorted(marking.covered())[:3]
    for cell in cells:
        put(marking, cell)
    marking.session.player.set_question_marks(False)
    assert {face(marking, cell) for cell in cells} == {Face.COVERED}
    for shown in (Face.FLAGGED, Face.COVERED, Face.FLAGGED):
        marking.session.player.toggle_flag(cell)
        assert face(marking, cell) is shown


def test_marked_cells_are_revealed_by_clicks_chords_and_the_ai(marking: Played) -> None:
    cell = marking.free()
    put(marking, cell)
    marking.click(cell)
    assert face(marking, cell) is Face.REVEALED
    assert cell not in marking.session.player.questions
    number = marking.number()
    hidden = sorted(marking.around(number) & marking.covered())
    put(marking, hidden[0])
    for mine in marking.around(number) & marking.game.mines:
        marking.session.player.toggle_flag(mine)
    marking.session.player.chord(number)
    assert all(face(marking, cell) is Face.REVEALED for cell in hidden)
    for cell in sorted(marking.covered())[:6]:
        put(marking, cell)
    before = len(marking.game.clues)
    marking.run()
    assert len(marking.game.clues) > before
    assert not any(face(marking, cell) is Face.QUESTIONED for cell in marking.game.clues)


def test_marks_belong_to_the_running_game(marking: Played) -> None:
    timeline, cell = marking.session.timeline, marking.mine()
    put(marking, cell)
    for go, shown in (
        (timeline.undo, Face.FLAGGED),
        (timeline.undo, Face.COVERED),
        (timeline.redo, Face.FLAGGED),
        (timeline.redo, Face.QUESTIONED),
    ):
        go()
        assert face(marking, cell) is shown
    marking.click(max(marking.game.mines))
    assert marking.game.state is State.LOST
    assert face(marking, cell) is Face.MINE, "after a loss the mines are shown instead"


@pytest.mark.parametrize("start", ["new_game", "restart"])
def test_another_game_has_none(marking: Played, start: str) -> None:
    cell = marking.mine()
    put(marking, cell)
    getattr(marking.session, start)()
    assert face(marking, cell) is Face.COVERED
    assert marking.session.player.questions == frozenset()
