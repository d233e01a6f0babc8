"""Tests of hints: the cell that is marked on the board, the reason in the status line, and cancelling."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.model import Difficulty, Engine, Probabilities, State, TooHard
from tests.gui.support.delayed_moves import assert_late_answer_is_ignored, delayed_game, request_move
from tests.gui.support.slow import Gate, strategies
from tests.gui.support.windows import CTRL, RIGHT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

__all__ = ["delayed_game", "strategies"]  # fixtures


def test_a_hint_plays_nothing_and_keeps_the_focus(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    before, cursor = player.snapshot(), player.window.board_view.cursor_cell
    player.key(Key.Key_H)
    player.wait_until_computed()
    cell = player.window.board_view.marks.hint
    assert cell in player.session.playthrough.snapshot.safes - player.game.clues.keys()
    assert player.status.startswith(f"Hint: {cell} is safe: ")
    assert player.snapshot() == before
    assert player.window.board_view.cursor_cell == cursor
    assert player.view.hasFocus()
    model = player.window.board_model
    accessible_texts = {
        c: model.data(model.index(*c), Qt.ItemDataRole.AccessibleTextRole) for c in player.game.grid.cells
    }
    assert [c for c, text in accessible_texts.items() if text.endswith(", hint")] == [cell]


def test_a_hint_is_visible_until_the_next_change(make_player: MakePlayer) -> None:
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    for change in (lambda cell: player.click(cell), lambda cell: player.click(cell, RIGHT)):
        safe = player.session.playthrough.snapshot.safe_move
        assert safe is not None
        plain = player.picture(safe)
        player.key(Key.Key_H)
        assert player.window.board_view.marks.hint == safe
        assert player.picture(safe) != plain
        change(safe)
        assert player.window.board_view.marks.hint is None
    player.key(Key.Key_H)
    player.key(Key.Key_N, CTRL)
    assert player.window.board_view.marks.hint is None


def test_a_hint_has_a_shape_of_its_own(make_player: MakePlayer) -> None:
    """The hint marks the corners: a second ring would hardly be visible on the ring of a safe cell."""
    player = make_player("intermediate", seed=1)
    player.window.board_area.set_zoom(20)
    player.key(Key.Key_O)
    player.click((8, 8))
    safe = player.session.playthrough.snapshot.safe_move
    assert safe is not None
    player.at(safe)
    plain = player.picture(safe)
    player.key(Key.Key_H)
    hinted = player.picture(safe)
    middle, last = plain.width() // 2, plain.width() - 3
    for x, y, changes in ((2, 2, True), (last, 2, True), (2, last, True), (last, last, True), (middle, 2, False)):
        assert (hinted.pixelColor(x, y) != plain.pixelColor(x, y)) is changes
    ring = range(middle - 5, middle + 6)
    assert all(hinted.pixelColor(x, y) == plain.pixelColor(x, y) for x in ring for y in ring)


def test_a_hint_where_nothing_is_certain_shows_the_risk(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    player.key(Key.Key_H)
    player.wait_until_computed()
    cell = player.window.board_view.marks.hint
    assert cell is not None
    assert player.status.startswith(f"Hint: guess at {cell}: risk 12.5 %, the lowest")
    assert player.game.history == []


def test_no_hint_where_all_safe_cells_are_open(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=2)
    while player.covered():
        player.click(player.free())
    player.key(Key.Key_H)
    player.wait_until_computed()
    assert player.status == "No cell is left to open: flag the remaining mines."
    assert player.window.board_view.marks.hint is None


def test_no_hint_under_the_players_flags(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(3, 3, 2), seed=1)
    player.flag(player.game.grid.cells)
    player.key(Key.Key_H)
    player.wait_until_computed()
    assert player.status == "No hint: what may be safe is under your 9 flags; take one off to go on."
    assert player.window.board_view.marks.hint is None


def test_no_hint_where_counting_is_too_hard(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(self: Engine, position: object) -> Probabilities:
        raise TooHard("too many layouts for a test")

    monkeypatch.setattr(Engine, "solve", gives_up)
    player = make_player("expert", seed=1)
    player.window.actions_by.strategies["expert"].trigger()
    player.click((0, 0))
    while (safe := player.session.playthrough.snapshot.safe_move) is not None:
        player.click(safe)
    player.key(Key.Key_H)
    player.wait_until_computed()
    assert player.status == "No hint: this board would take too long to count."
    assert player.window.board_view.marks.hint is None
    player.key(Key.Key_A)
    player.wait_until_computed()
    assert "AI made a guess: too hard to count, so at random." in player.status


def test_a_hint_does_not_depend_on_the_layout(make_player: MakePlayer) -> None:
    hints = set()
    for seed in range(1, 5):
        player = make_player("beginner", seed)
        player.key(Key.Key_H)
        player.wait_until_computed()
        hints.add(player.window.board_view.marks.hint)
        player.window.close()
    assert len(hints) == 1


def test_an_outdated_hint_is_dropped(delayed_game: Player, strategies: Gate) -> None:
    delayed_game.key(Key.Key_H)
    delayed_game.qtbot.waitUntil(lambda: bool(strategies.came))
    delayed_game.click(delayed_game.free())
    delayed_game.qtbot.wait(1)
    strategies.open()
    delayed_game.qtbot.wait(30)
    assert delayed_game.window.board_view.marks.hint is None


def test_escape_cancels_a_hint_that_takes_long(delayed_game: Player, strategies: Gate) -> None:
    delayed_game.key(Key.Key_H)
    delayed_game.qtbot.waitUntil(lambda: delayed_game.status == "Thinking… Esc stops it.")
    delayed_game.key(Key.Key_Escape)
    assert_late_answer_is_ignored(delayed_game, strategies)
    assert delayed_game.window.board_view.marks.hint is None


def test_a_hint_and_a_move_at_once(delayed_game: Player, strategies: Gate) -> None:
    request_move(delayed_game, strategies)
    delayed_game.key(Key.Key_H)
    strategies.open()
    delayed_game.wait_until_computed()
    delayed_game.qtbot.waitUntil(lambda: len(delayed_game.game.history) == 1)
    assert delayed_game.window.board_view.marks.hint is None


def test_no_hint_for_a_finished_game(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(3, 3, 1), seed=1)
    player.end(State.WON)
    assert not player.action("hint").isEnabled()
    player.wait_until_computed()
    player.session.request_hint()
    assert not player.session.is_computing


def test_only_opening_the_cell_of_a_hint_follows_it(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=1)
    player.click((4, 4))
    player.key(Key.Key_H)
    player.wait_until_computed()
    hint = player.session.hint
    assert hint is not None
    player.click(hint, RIGHT)
    assert not player.session.timeline.moves[-1].is_hint
    player.click(hint, RIGHT)
    player.key(Key.Key_H)
    player.wait_until_computed()
    player.click(hint)
    assert player.session.timeline.moves[-1].is_hint
