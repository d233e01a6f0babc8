"""Tests of movements on the board: what moves and when, that nothing waits for it, and when nothing moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.transitions import Motion, Movements, transitions
from minesweeper_qt.gui.presentation.look import Face, Highlight, Look
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.model import Cell, Difficulty
from tests.gui.support.windows import RIGHT, Key, MakePlayer, Player

COVERED, FLAGGED, REVEALED = Look(Face.COVERED), Look(Face.FLAGGED), Look(Face.REVEALED, 1)


@pytest.fixture
def moving(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let things move, which they don't in other tests."""
    look = appearance.current()
    monkeypatch.setattr(look, "_system_reduces_motion", False)
    before = look.choices
    look.apply(Choices(ThemeChoice.LIGHT))
    yield
    look.apply(before)


def running(player: Player) -> set[Cell]:
    view = player.window.board_view
    assert isinstance(view, BoardView)
    return set(view._painter._movements.running)


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


def test_one_cell_moves_at_once() -> None:
    found = transitions({(3, 3): (COVERED, REVEALED)}, (3, 3))[3, 3]
    assert (found.delay, found.duration) == (0, metrics.REVEAL_TIME)
    assert [found.progress(time) for time in (-5, 0, 90, 500)] == [0, 0, 1, 1]
    assert found.progress(45) > 0.5, "fast first, then slower"


@pytest.mark.parametrize("side", [3, 9, 40])
def test_a_cascade_spreads_from_the_click_and_ends_in_time(side: int) -> None:
    changes = {(i, j): (COVERED, REVEALED) for i in range(side) for j in range(side)}
    found = transitions(changes, (0, 0))
    assert found[0, 0].delay == 0
    assert found[0, 1].delay == found[1, 1].delay <= metrics.CASCADE_STEP
    assert max(cell.delay + cell.duration for cell in found.values()) <= metrics.CASCADE_TIME + 1e-9


def test_a_loss_begins_with_the_star() -> None:
    changes = {
        (0, 0): (COVERED, Look(Face.EXPLODED)),
        (5, 5): (COVERED, Look(Face.MINE)),
        (1, 1): (COVERED, Look(Face.MINE)),
    }
    found = transitions(changes, (5, 5))
    assert found[0, 0].delay == 0
    assert metrics.LOSS_STAR_TIME <= found[1, 1].delay < found[5, 5].delay
    assert found[5, 5].delay + found[5, 5].duration == pytest.approx(metrics.LOSS_TIME)


# -- in the window


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_a_move_is_painted_moving_and_then_as_without(player: Player) -> None:
    player.view.viewport().repaint()
    player.click((4, 4))
    paint(player)
    assert (4, 4) in player.game.clues, "the game does not wait"
    player.qtbot.waitUntil(lambda: not running(player))
    after = player.picture((4, 4))
    appearance.current().apply(Choices(ThemeChoice.LIGHT, reduces_motion=True))
    paint(player)
    assert player.picture((4, 4)) == after


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_the_next_input_ends_all_movements(player: Player) -> None:
    for act in (lambda: player.press((0, 0)), lambda: player.key(Key.Key_Right)):
        paint(player)
        player.qtbot.wait(140)
        player.session.player.toggle_flag(player.mine())
        paint(player)
        assert running(player)
        act()
        assert not running(player)


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_moves_that_follow_each_other_fast_do_not_move(player: Player) -> None:
    paint(player)
    player.session.player.toggle_flag((0, 0))
    paint(player)
    player.session.player.toggle_flag((0, 1))
    paint(player)
    assert not running(player)


@pytest.mark.slow
def test_nothing_moves_with_reduced_motion(player: Player) -> None:
    paint(player)
    player.click(player.mine(), RIGHT)
    paint(player)
    assert not running(player)


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_nothing_moves_on_a_large_board(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(45, 45, 200))
    paint(player)
    player.click((0, 0), RIGHT)
    paint(player)
    assert not running(player)


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_another_step_of_a_proof_fades_in_and_ends_as_without(player: Player) -> None:
    view = player.window.board_view
    first, second = Highlight(mines=frozenset({(0, 0)})), Highlight(safes=frozenset({(0, 2)}))
    view.show_highlight(second)
    expected = [player.picture(cell) for cell in ((0, 0), (0, 2))]
    view.show_highlight(None)
    player.qtbot.waitUntil(lambda: not view._painter._faded.all_cells)
    view.show_highlight(first)
    view.show_highlight(second)
    assert view._painter._faded == first
    player.qtbot.waitUntil(lambda: not view._painter._faded.all_cells)
    assert [player.picture(cell) for cell in ((0, 0), (0, 2))] == expected
    view.show_highlight(first)
    player.press((4, 4))
    assert not view._painter._faded.all_cells, "an input ends it"


@pytest.mark.slow
@pytest.mark.usefixtures("moving")
def test_what_sinks_stays_within_its_cell(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    player = make_player("intermediate")
    player.click((8, 8))
    covered = set(player.game.grid.cells) - player.game.clues.keys()
    number, below = min(
        (cell, lower)
        for cell in player.covered()
        if player.game.nearby_mines(cell) and (lower := (cell[0] + 1, cell[1])) in covered
    )
    place = player.view.visualRect(player.window.board_model.index(*below))
    player.qtbot.wait(400)
    plain = player.view.viewport().grab().toImage().copy(place)
    player.session.player.reveal(number)
    paint(player)
    assert running(player) == {number}
    monkeypatch.setattr(Movements, "elapsed", property(lambda _: metrics.REVEAL_TIME / 2))
    now = player.view.viewport().grab().toImage().copy(place)
    assert now == plain
