"""Tests of movements on the board: what moves and when, that nothing waits for it, and when nothing moves."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.board_painter import BoardPainter, Motion, Movements, transitions
from minesweeper_qt.gui.presentation.look import Face, Highlight, Look
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import Appearance
from minesweeper_qt.model import Difficulty
from tests.gui.support.windows import RIGHT, Key, MakePlayer, Player

COVERED, REVEALED = Look(Face.COVERED), Look(Face.REVEALED, 1)


@pytest.fixture
def moving(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let things move, which they don't in other tests."""
    monkeypatch.setattr(Appearance, "moves", property(lambda look: True))


def movements(player: Player) -> Movements:
    """Return the movements on the board, with a clock that goes on by a second at each look at it."""
    found = player.view.findChild(Movements)
    found.clock = count(1).__next__
    return found


def end(animation: QVariantAnimation) -> None:
    """Let so much time pass that ``animation`` ends."""
    assert animation.state() is QVariantAnimation.State.Running
    animation.setCurrentTime(animation.duration())
    assert animation.state() is QVariantAnimation.State.Stopped


def paint(player: Player) -> None:
    player.view.viewport().repaint()


# -- what moves


@pytest.mark.parametrize(
    "before, now, motion",
    [
        (Face.COVERED, Face.REVEALED, Motion.SINK),
        (Face.FLAGGED, Face.CLEARED, Motion.FADE),
        (Face.COVERED, Face.FLAGGED, Motion.FLAG),
        (Face.COVERED, Face.EXPLODED, Motion.STAR),
        (Face.COVERED, Face.MINE, Motion.FADE),
        (Face.FLAGGED, Face.WRONG_FLAG, Motion.FADE),
        (Face.FLAGGED, Face.COVERED, None),
        (Face.REVEALED, Face.COVERED, None),
        (Face.COVERED, Face.COVERED, None),
        (Face.REVEALED, Face.REVEALED, None),
    ],
)
def test_the_motion_of_a_change(before: Face, now: Face, motion: Motion | None) -> None:
    found = transitions({(0, 0): (Look(before), Look(now))}, (0, 0))
    assert (found[0, 0].motion if found else None) is motion


def test_one_cell_moves_at_once_and_a_loss_begins_with_the_star() -> None:
    found = transitions({(3, 3): (COVERED, REVEALED)}, (3, 3))[3, 3]
    assert (found.delay, found.duration) == (0, metrics.REVEAL_TIME)
    assert [found.progress(time) for time in (-5, 0, 90, 500)] == [0, 0, 1, 1]
    assert found.progress(45) > 0.5, "fast first, then slower"
    # A loss begins with the star.
    changes = {
        (0, 0): (COVERED, Look(Face.EXPLODED)),
        (5, 5): (COVERED, Look(Face.MINE)),
        (1, 1): (COVERED, Look(Face.MINE)),
    }
    found = transitions(changes, (5, 5))
    assert found[0, 0].delay == 0
    assert metrics.LOSS_STAR_TIME <= found[1, 1].delay < found[5, 5].delay
    assert found[5, 5].delay + found[5, 5].duration == pytest.approx(metrics.LOSS_TIME)


@pytest.mark.parametrize("side", [3, 9, 40])
def test_a_cascade_spreads_from_the_click_and_ends_in_time(side: int) -> None:
    found = transitions({(i, j): (COVERED, REVEALED) for i in range(side) for j in range(side)}, (0, 0))
    assert found[0, 0].delay == 0
    assert found[0, 1].delay == found[1, 1].delay <= metrics.CASCADE_STEP
    assert max(cell.delay + cell.duration for cell in found.values()) <= metrics.CASCADE_TIME + 1e-9


# -- in the window


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_a_move_moves_within_its_cell_until_the_next_input(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = movements(player)
    paint(player)
    player.session.player.toggle_flag(player.mine())
    (cell,) = player.game.mines_found
    paint(player)
    assert set(moves.running) == {cell}
    moving = player.picture(cell)
    end(moves.findChild(QVariantAnimation))
    assert not moves.running
    paint(player)
    assert player.picture(cell) != moving
    for act in (lambda: player.press((0, 0)), lambda: player.key(Key.Key_Right)):
        player.session.player.toggle_flag(player.mine())
        paint(player)
        assert moves.running
        act()
        assert not moves.running
    moves.clock = float
    for flagged in ((0, 0), (0, 1)):
        player.session.player.toggle_flag(flagged)
        paint(player)
    assert not moves.running, "changes follow each other fast"
    player.again()
    moves = movements(player)
    player.click((4, 4))
    covered = set(player.game.grid.cells) - player.game.clues.keys()
    number, below = min(
        (cell, lower)
        for cell in player.covered()
        if player.game.nearby_mines(cell) and (lower := (cell[0] + 1, cell[1])) in covered
    )
    place = player.view.visualRect(player.window.board_model.index(*below))
    moves.end()
    plain = player.view.viewport().grab().toImage().copy(place)
    player.session.player.reveal(number)
    paint(player)
    assert set(moves.running) == {number}
    monkeypatch.setattr(Movements, "elapsed", property(lambda _: metrics.REVEAL_TIME / 2))
    assert player.view.viewport().grab().toImage().copy(place) == plain


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_what_moved_and_a_step_of_a_proof_that_faded_in_look_in_the_end_as_without(player: Player) -> None:
    moves = movements(player)
    paint(player)
    player.session.player.reveal((4, 4))
    assert (4, 4) in player.game.clues, "the game does not wait"
    paint(player)
    assert (4, 4) in moves.running
    end(moves.findChild(QVariantAnimation))
    player.wait_until_learned()
    after = player.picture((4, 4))
    player.view.reset()
    assert player.picture((4, 4)) == after
    player.again()
    view, cells = player.window.board_view, ((0, 0), (0, 2))
    fade = view.findChild(BoardPainter).findChild(QVariantAnimation, options=Qt.FindChildOption.FindDirectChildrenOnly)
    first, second = Highlight(mines=frozenset({(0, 0)})), Highlight(safes=frozenset({(0, 2)}))
    view.show_highlight(second)
    expected = [player.picture(cell) for cell in cells]
    view.show_highlight(None)
    end(fade)
    view.show_highlight(first)
    view.show_highlight(second)
    fade.setCurrentTime(fade.duration() // 2)
    assert all(player.picture(cell) != picture for cell, picture in zip(cells, expected, strict=True))
    end(fade)
    assert [player.picture(cell) for cell in cells] == expected
    view.show_highlight(first)
    player.press((4, 4))
    assert fade.state() is QVariantAnimation.State.Stopped, "an input ends it"


@pytest.mark.slow
def test_nothing_moves_with_reduced_motion(player: Player) -> None:
    paint(player)
    player.click(player.mine(), RIGHT)
    paint(player)
    assert not movements(player).running


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_nothing_moves_on_a_large_board(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(45, 45, 200))
    paint(player)
    player.click((0, 0), RIGHT)
    paint(player)
    assert not movements(player).running
