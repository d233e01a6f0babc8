"""Tests of the start and end of a game: clock, mine counter, title, new game, restart, difficulties, custom boards."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtGui import QGuiApplication

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.dialogs import CustomGame
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Minesweeper, State
from tests.gui.support.windows import RIGHT, Key, MakePlayer, Player


def clock_runs(player: Player) -> bool:
    return player.session.clock.is_running


def checked_levels(player: Player) -> list[str]:
    return [name for name, action in player.window.actions_by.difficulties.items() if action.isChecked()]


@pytest.fixture
def clock_time() -> list[int]:
    """The milliseconds that the clock of the game shows: a list of one number, which a test sets instead of waiting."""
    return [0]


@pytest.fixture
def player(make_player: MakePlayer, clock_time: list[int]) -> Player:
    return make_player(seconds=lambda: clock_time[0] / 1000)


@pytest.mark.slow
def test_the_time_passes_from_the_first_reveal_to_the_end(player: Player, clock_time: list[int]) -> None:
    time = player.window.header.time
    assert not clock_runs(player)
    assert time.text() == "0:00"
    for _ in range(2):
        player.click((4, 4), RIGHT)
        assert not clock_runs(player), "a flag does not start it"
    player.click((4, 4))
    assert clock_runs(player)
    for milliseconds, text in ((999, "0:00"), (1000, "0:01"), (61_500, "1:01"), (3_600_000, "60:00")):
        clock_time[0] = milliseconds
        player.time.wait(200)
        assert time.text() == text
    for state in (State.WON, State.LOST):
        clock_time[0] = 0
        player.again()
        player.click((4, 4))
        clock_time[0] = 73_800
        player.end(state)
        assert not clock_runs(player)
        assert time.text() == "1:13"
        assert "1:13" in player.status
        assert player.window.windowTitle().endswith(state.value)


def assert_fresh(player: Player) -> None:
    """Check that everything is as at the start of a game."""
    difficulty = player.session.difficulty
    assert player.game.state is State.READY
    assert player.game.history == []
    assert {player.face(cell) for cell in player.game.grid.cells} == {Face.COVERED}
    assert player.mines_left == difficulty.mines
    assert player.window.header.time.text() == "0:00"
    assert not clock_runs(player)
    assert player.rows() == []
    assert player.session.playthrough.snapshot.moves_made == set()
    assert player.window.windowTitle().endswith("ready")
    assert player.window.board_view.outlined == frozenset()
    assert player.window.board_view.cursor_cell == (0, 0)


@pytest.mark.slow
def test_new_game_and_restart_reset_and_the_menu_starts_each_difficulty(
    player: Player, clock_time: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, state in product(("new_game", "restart"), (State.READY, State.PLAYING, State.WON, State.LOST)):
        clock_time[0] = 0
        player.again()
        if state is not State.READY:
            player.click((4, 4))
            clock_time[0] = 5000
            player.session.clock.tick()
        if state.is_over:
            player.end(state)
        player.flag([(0, 0)])
        player.action(name).trigger()
        assert_fresh(player)
    # The menu starts each difficulty and the title shows it.
    custom = player.window.actions_by.difficulties["custom"]
    assert player.window.windowTitle() == "Minesweeper - Beginner - ready"
    assert not player.action("take_back").isEnabled()
    player.click((4, 4))
    before, game = player.snapshot(), player.game
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda difficulty, parent: None)
    custom.trigger()
    assert player.game is game
    assert player.snapshot() == before
    assert checked_levels(player) == ["beginner"]
    chosen = CustomGame(Difficulty.custom(5, 12, 7), 99)
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda difficulty, parent: chosen)
    custom.trigger()
    assert_fresh(player)
    assert player.session.difficulty == chosen.difficulty
    assert player.game.seed == 99
    assert custom.isChecked()
    assert player.window.windowTitle() == "Minesweeper - Custom - ready"
    # New Game keeps this size.
    player.key(Key.Key_A)
    player.action("new_game").trigger()
    assert player.session.difficulty == chosen.difficulty
    for name, difficulty in DIFFICULTIES.items():
        player.window.actions_by.difficulties[name].trigger()
        assert_fresh(player)
        game = player.game
        assert player.session.difficulty == difficulty
        assert (game.height, game.width, game.mine_total) == (difficulty.height, difficulty.width, difficulty.mines)
        assert game.rules == difficulty.rules
        assert checked_levels(player) == [name]
        shown = "CS50" if name == "cs50" else name.capitalize()
        assert player.window.windowTitle() == f"Minesweeper - {shown} - ready"
        player.click(player.free())
        assert player.window.windowTitle() == f"Minesweeper - {shown} - playing"
    player.window.actions_by.difficulties[name].trigger()
    assert_fresh(player)
    assert checked_levels(player) == [name], "the difficulty being played can be chosen again"


@pytest.mark.long
@pytest.mark.parametrize("sides", [(2, 2), (2, 100), (100, 2), (100, 100)])
@pytest.mark.parametrize("full", [False, True])
def test_the_smallest_and_the_largest_boards(make_player: MakePlayer, sides: tuple[int, int], full: bool) -> None:
    height, width = sides
    player = make_player(Difficulty.custom(height, width, height * width - 1 if full else 1), seed=1)
    player.click((0, 0))
    assert not full or player.game.state is State.WON
    assert player.window.header.time.isVisible()
    assert player.window.board_view.visualRect(player.window.board_model.index(0, 0)).width() >= 16


@pytest.mark.slow
def test_the_copied_seed_with_the_same_first_click_brings_the_same_board(player: Player) -> None:
    player.click((4, 4))
    player.action("copy_seed").trigger()
    assert "same first click" in player.status
    again = Minesweeper.at_difficulty(
        player.session.difficulty, seed=int(QGuiApplication.clipboard().text()), start=(4, 4)
    )
    assert again.mines == player.game.mines


def test_a_new_game_that_takes_the_risks_off_says_what_it_is(player: Player) -> None:
    player.key(Key.Key_R)
    player.click((4, 4))
    player.action("restart").trigger()
    assert "the first click is not protected" in player.window.footer.status.text()
