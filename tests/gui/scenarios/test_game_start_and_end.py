"""Tests of the start and end of a game: clock, mine counter, title, new game, restart, difficulties, custom boards."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.dialogs import CustomGame
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Minesweeper, State
from tests.gui.support.windows import RIGHT, Key, MakePlayer, Player


def clock_runs(player: Player) -> bool:
    return player.session.clock.is_running


@pytest.fixture
def clock_time() -> list[int]:
    """The milliseconds that the clock of the game shows: a list of one number, which a test sets instead of waiting."""
    return [0]


@pytest.fixture
def player(make_player: MakePlayer, clock_time: list[int]) -> Player:
    return make_player(seconds=lambda: clock_time[0] / 1000)


@pytest.mark.slow
def test_the_time_starts_at_the_first_reveal(player: Player) -> None:
    assert not clock_runs(player)
    assert player.window.header.time.text() == "0:00"
    player.click((4, 4))
    assert clock_runs(player)


@pytest.mark.slow
def test_a_flag_does_not_start_the_time(player: Player) -> None:
    player.click((4, 4), RIGHT)
    player.click((4, 4), RIGHT)
    assert not clock_runs(player)
    player.click((4, 4))
    assert clock_runs(player)


@pytest.mark.slow
def test_the_time_is_shown_in_minutes_and_seconds(player: Player, clock_time: list[int]) -> None:
    player.click((4, 4))
    for milliseconds, text in ((999, "0:00"), (1000, "0:01"), (61_500, "1:01"), (3_600_000, "60:00")):
        clock_time[0] = milliseconds
        player.session.clock.tick()
        assert player.window.header.time.text() == text


@pytest.mark.slow
def test_the_time_passes_by_itself(player: Player, clock_time: list[int]) -> None:
    player.click((4, 4))
    clock_time[0] = 5000
    player.qtbot.waitUntil(lambda: player.window.header.time.text() == "0:05")


@pytest.mark.slow
@pytest.mark.parametrize("state", [State.WON, State.LOST])
def test_the_time_stops_at_the_end(player: Player, clock_time: list[int], state: State) -> None:
    player.click((4, 4))
    clock_time[0] = 73_800
    player.end(state)
    assert not clock_runs(player)
    assert player.window.header.time.text() == "1:13"
    assert "1:13" in player.status
    assert player.window.windowTitle().endswith(state.value)


@pytest.mark.slow
def test_a_first_click_on_a_mine_ends_the_game_at_once(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1)
    player.click(player.mine())
    assert player.game.state is State.LOST
    assert not clock_runs(player)
    assert "Lost after 0:00." in player.status


@pytest.mark.slow
def test_flags_alone_can_win_a_cs50_game(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1)
    player.flag(sorted(player.game.mines))
    assert player.game.state is State.WON
    assert not clock_runs(player)
    assert player.status == "Won in 0:00. Every mine is flagged."


@pytest.mark.slow
def test_the_counter_counts_flags_down_below_zero(player: Player) -> None:
    assert player.mines_left == 10
    cells = sorted(player.game.grid.cells)[:12]
    for number, cell in enumerate(cells, 1):
        player.click(cell, RIGHT)
        assert player.mines_left == 10 - number
    assert player.window.header.mines.text() == "-2"
    player.click(cells[0], RIGHT)
    assert player.mines_left == -1


@pytest.mark.slow
def test_winning_flags_the_rest(player: Player) -> None:
    player.end(State.WON)
    assert player.mines_left == 0
    assert all(player.face(mine) is Face.CLEARED for mine in player.game.mines)
    assert "Won in" in player.status
    assert "Every safe cell is revealed" in player.status


@pytest.mark.slow
def test_losing_shows_all_mines_and_wrong_flags(player: Player) -> None:
    player.click((4, 4))
    wrong, right = player.free(), max(player.game.mines)
    player.flag([wrong, right])
    exploded = player.mine()
    player.click(exploded)
    assert player.face(exploded) is Face.EXPLODED
    assert player.face(wrong) is Face.WRONG_FLAG
    assert player.face(right) is Face.FLAGGED
    others = player.game.mines - {exploded, right}
    assert {player.face(mine) for mine in others} == {Face.MINE}
    assert "1 flag was wrong" in player.status


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_title_shows_difficulty_and_state(make_player: MakePlayer, difficulty: str) -> None:
    player = make_player(difficulty)
    name = "CS50" if difficulty == "cs50" else difficulty.capitalize()
    assert player.window.windowTitle() == f"Minesweeper - {name} - ready"
    player.click(player.free())
    assert player.window.windowTitle() == f"Minesweeper - {name} - playing"


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
@pytest.mark.parametrize("name", ["new_game", "restart"])
@pytest.mark.parametrize("state", [State.READY, State.PLAYING, State.WON, State.LOST])
def test_new_game_and_restart_reset(player: Player, clock_time: list[int], name: str, state: State) -> None:
    if state is not State.READY:
        player.click((4, 4))
        clock_time[0] = 5000
        player.session.clock.tick()
    if state.is_over:
        player.end(state)
    player.flag([(0, 0)])
    player.action(name).trigger()
    assert_fresh(player)


@pytest.mark.slow
def test_new_game_draws_other_mines(player: Player) -> None:
    layouts = set()
    for _ in range(4):
        layouts.add(frozenset(player.game.mines))
        player.action("new_game").trigger()
    assert len(layouts) == 4


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_restart_keeps_the_mines_whatever_is_clicked_first(make_player: MakePlayer, difficulty: str) -> None:
    player = make_player(difficulty, seed=6)
    player.click(player.free())
    mines, seed = player.game.mines, player.game.seed
    for _ in range(2):
        player.action("restart").trigger()
        assert player.game.mines == mines
        assert player.game.seed == seed
        assert "same board" in player.status
        player.click(player.mine())
        assert player.game.state is State.LOST
        assert player.game.mines == mines


@pytest.mark.slow
def test_restart_before_the_first_click_still_protects_it(player: Player) -> None:
    player.action("restart").trigger()
    assert "not protected" not in player.status
    player.click(player.mine())
    assert player.game.state is State.PLAYING


@pytest.mark.slow
@pytest.mark.parametrize("name", DIFFICULTIES)
def test_the_menu_starts_a_difficulty(player: Player, name: str) -> None:
    action = player.window.actions_by.difficulties[name]
    action.trigger()
    assert_fresh(player)
    difficulty = DIFFICULTIES[name]
    assert player.session.difficulty == difficulty
    assert (player.game.height, player.game.width, player.game.mine_total) == (
        difficulty.height,
        difficulty.width,
        difficulty.mines,
    )
    assert player.game.rules == difficulty.rules
    checked = [name for name, action in player.window.actions_by.difficulties.items() if action.isChecked()]
    assert checked == [name]


@pytest.mark.slow
def test_the_difficulty_being_played_can_be_chosen_again(player: Player) -> None:
    player.click((4, 4))
    player.window.actions_by.difficulties["beginner"].trigger()
    assert_fresh(player)
    assert player.window.actions_by.difficulties["beginner"].isChecked()


@pytest.mark.slow
def test_a_custom_board(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = CustomGame(Difficulty.custom(5, 12, 7), 99)
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda difficulty, parent: chosen)
    player.window.actions_by.difficulties["custom"].trigger()
    assert_fresh(player)
    assert player.session.difficulty == chosen.difficulty
    assert player.game.seed == 99
    assert player.window.actions_by.difficulties["custom"].isChecked()
    assert player.window.windowTitle() == "Minesweeper - Custom - ready"
    # New Game keeps this size.
    player.key(Key.Key_A)
    player.action("new_game").trigger()
    assert player.session.difficulty == chosen.difficulty


@pytest.mark.slow
def test_cancelling_the_dialog_changes_nothing(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.click((4, 4))
    before, game = player.snapshot(), player.game
    monkeypatch.setattr(dialogs.CustomDialog, "ask", lambda difficulty, parent: None)
    player.window.actions_by.difficulties["custom"].trigger()
    assert player.game is game
    assert player.snapshot() == before
    checked = [name for name, action in player.window.actions_by.difficulties.items() if action.isChecked()]
    assert checked == ["beginner"]


@pytest.mark.long
@pytest.mark.parametrize("sides", [(2, 2), (2, 100), (100, 2), (100, 100)])
@pytest.mark.parametrize("full", [False, True])
def test_the_smallest_and_the_largest_boards(make_player: MakePlayer, sides: tuple[int, int], full: bool) -> None:
    height, width = sides
    player = make_player(Difficulty.custom(height, width, height * width - 1 if full else 1), seed=1)
    player.click((0, 0))
    assert not full or player.game.state is State.WON
    assert player.window.header.time.isVisible()
    view = player.window.board_view
    assert view.visualRect(player.window.board_model.index(0, 0)).width() >= 16


@pytest.mark.slow
def test_the_copied_seed_with_the_same_first_click_brings_the_same_board(player: Player) -> None:
    player.click((4, 4))
    player.action("copy_seed").trigger()
    assert "same first click" in player.status
    again = Minesweeper.at_difficulty(
        player.session.difficulty, seed=int(QGuiApplication.clipboard().text()), start=(4, 4)
    )
    assert again.mines == player.game.mines
