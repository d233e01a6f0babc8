"""Tests of the game: its attributes, impossible arguments, seeds and the first click."""

from __future__ import annotations

import pickle

import pytest

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    Action,
    BoardSizeError,
    CellError,
    FirstClick,
    IllegalAction,
    MineCountError,
    Minesweeper,
    MinesweeperAI,
    Obstacle,
    ObstacleKind,
    Rules,
    SeedError,
    State,
    Verb,
    Win,
)
from tests.model.support.games import drawn, play, seen

# -- what the documents require


def test_a_new_game_is_8x8_with_8_mines() -> None:
    game = Minesweeper()
    assert (game.height, game.width, len(game.mines), game.mines_found, game.rules) == (8, 8, 8, set(), CS50_RULES)
    assert (game.state, game.won(), game.mine_total) == (State.READY, False, 8)


def test_board_mines_and_is_mine_agree() -> None:
    game = Minesweeper(4, 7, 9, seed=2)
    cells = [(i, j) for i in range(4) for j in range(7)]
    assert [len(row) for row in game.board] == [7] * 4
    assert {cell for cell in cells if game.board[cell[0]][cell[1]]} == game.mines
    assert {cell for cell in cells if game.is_mine(cell)} == game.mines
    assert {type(value) for row in game.board for value in row} == {bool}


def test_nearby_mines_does_not_count_the_cell_itself() -> None:
    game = drawn("**. *.. ...")
    assert [game.nearby_mines(cell) for cell in ((0, 0), (1, 1), (0, 2), (2, 2), (2, 0))] == [2, 3, 1, 0, 1]


def test_what_is_handed_out_is_no_way_to_change_the_game() -> None:
    game = drawn("*..")
    game.mines.clear()
    game.board[0][0] = False
    assert game.mines == {(0, 0)}
    assert game.board == [[True, False, False]]


def test_print_draws_the_mines(capsys: pytest.CaptureFixture[str]) -> None:
    drawn("*.. ..*").print()
    assert capsys.readouterr().out == "-------\n|X| | |\n-------\n| | |X|\n-------\n"


OFF_BOARD = [(-1, 0), (0, -1), (2, 0), (0, 3), (True, 0), (0.0, 0), (0,), (0, 0, 0), (), "00", "a", None, 3, [0, 0]]


@pytest.mark.parametrize("cell", OFF_BOARD)
def test_a_cell_off_the_board_is_an_error_and_never_a_wrapped_index(cell) -> None:
    game = drawn("*.. ...")
    before = seen(game)
    plays = [lambda cell, verb=verb: game.play(Action(verb, cell)) for verb in Verb]
    for method in (game.is_mine, game.nearby_mines, *plays):
        with pytest.raises(CellError, match="rows are 0 to 1, columns 0 to 2"):
            method(cell)
    assert seen(game) == before
    with pytest.raises(CellError):
        Minesweeper(2, 3, 1, start=cell if cell is not None else "None")
    with pytest.raises(CellError):
        Minesweeper(2, 3, 1, layout_mines=[cell])


@pytest.mark.parametrize("index", [-1, -2, 2, 3])
def test_an_index_off_the_board_is_an_error(index: int) -> None:
    with pytest.raises(CellError):
        drawn("*. ..").board[index]
    with pytest.raises(CellError):
        drawn("*. ..").board[0][index]


@pytest.mark.parametrize("size", [(0, 8), (8, 0), (-1, 8), (8, 1001), (2.0, 2), (True, 8), ("8", 8), (None, 8)])
@pytest.mark.parametrize("rules", [CS50_RULES, CLASSIC_RULES], ids=["cs50", "classic"])
def test_an_impossible_size_is_an_error_at_once(size, rules: Rules) -> None:
    with pytest.raises(BoardSizeError, match="allowed are whole numbers from 1 to 1000"):
        Minesweeper(*size, 1, rules=rules)


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("mines", [-1, 13, 10**9, 1.0, True, None, "3"])
def test_an_impossible_number_of_mines_is_an_error_at_once(mines, first_click: FirstClick) -> None:
    room = 12 if first_click is FirstClick.ANYTHING else 11
    with pytest.raises(MineCountError, match=f"mines on a board of 4×3; allowed are 0 to {room}"):
        Minesweeper(3, 4, mines, rules=Rules(first_click))


@pytest.mark.parametrize("first_click", FirstClick)
def test_a_full_board_is_allowed_only_where_the_first_click_may_be_a_mine(first_click: FirstClick) -> None:
    if first_click is FirstClick.ANYTHING:
        assert len(Minesweeper(3, 4, 12, rules=Rules(first_click)).mines) == 12
    else:
        with pytest.raises(MineCountError, match="12 mines on a board of 4×3; allowed are 0 to 11"):
            Minesweeper(3, 4, 12, rules=Rules(first_click))


def test_given_mines_must_match_the_number_of_mines() -> None:
    with pytest.raises(MineCountError, match="mines=2, but layout_mines has 1"):
        Minesweeper(2, 2, 2, layout_mines=[(0, 0), (0, 0)])


@pytest.mark.parametrize("seed", [1.5, True, "7", [], 2**63])
def test_an_impossible_seed_is_an_error(seed) -> None:
    with pytest.raises(SeedError, match="allowed are whole numbers from"):
        Minesweeper(seed=seed)


def test_a_seed_repeats_the_layout_and_is_drawn_when_not_given() -> None:
    assert Minesweeper(16, 16, 40, seed=3).mines == Minesweeper(16, 16, 40, seed=3).mines
    assert Minesweeper(16, 16, 40, seed=3).mines != Minesweeper(16, 16, 40, seed=4).mines
    game = Minesweeper(16, 16, 40)
    assert game.mines == Minesweeper(16, 16, 40, seed=game.seed).mines
    assert len({Minesweeper().seed for _ in range(5)}) > 1
    assert drawn("*.").seed is None


def test_a_guess_drawn_from_the_seed_of_the_game_hits_mines_as_often_as_any() -> None:
    hits = sum(Minesweeper(8, 8, 32, seed=s).is_mine(MinesweeperAI(seed=s).make_random_move()) for s in range(1000))
    assert 430 < hits < 570  # 500 expected, 16 standard deviation


@pytest.mark.parametrize("name", DIFFICULTIES)
def test_a_difficulty_brings_its_size_mines_and_rules(name: str) -> None:
    difficulty = DIFFICULTIES[name]
    game = Minesweeper.at_difficulty(difficulty, seed=1, start=(1, 1))
    assert (game.height, game.width, game.rules) == (difficulty.height, difficulty.width, difficulty.rules)
    assert (game.seed, game.start, len(game.mines)) == (1, (1, 1), difficulty.mines)


# -- the first click


@pytest.mark.parametrize(
    "size, mines, may_be_mine, opens",
    [
        ((4, 5), 10, {"anything"}, {"opening"}),
        ((4, 5), 11, {"anything"}, {"opening"}),  # cells - 9: the last that can open an area anywhere
        ((4, 5), 12, {"anything"}, set()),
        ((4, 5), 19, {"anything"}, set()),
        ((3, 3), 1, {"anything"}, set()),
        ((2, 2), 3, {"anything"}, set()),
        ((1, 12), 3, {"anything"}, {"opening"}),
    ],
)
@pytest.mark.parametrize("first_click", FirstClick)
def test_the_first_click_keeps_the_rules_on_every_cell(size, mines, may_be_mine, opens, first_click) -> None:
    outcomes = set()
    for cell in [(i, j) for i in range(size[0]) for j in range(size[1])]:
        for seed in range(15):
            game = Minesweeper(*size, mines, rules=Rules(first_click), seed=seed)
            game.play(Action(Verb.REVEAL, cell))
            assert len(game.mines) == mines
            outcomes.add("mine" if game.exploded else "opening" if game.clues[cell] == 0 else "safe")
    assert ("mine" in outcomes) == (first_click.value in may_be_mine)
    if first_click.value in opens:
        assert outcomes == {"opening"}


def test_a_start_named_in_advance_fixes_the_layout_whatever_is_clicked_first() -> None:
    first = Minesweeper.at_difficulty(DIFFICULTIES["expert"], seed=9)
    play(first, "reveal 5 5")
    assert first.start == (5, 5)
    for cell in ((0, 0), (15, 29), (5, 5)):
        again = Minesweeper.at_difficulty(DIFFICULTIES["expert"], seed=9, start=(5, 5))
        again.play(Action(Verb.REVEAL, cell))
        assert again.mines == first.mines
    mine = min(first.mines)
    again = Minesweeper.at_difficulty(DIFFICULTIES["expert"], seed=9, start=first.start)
    assert again.play(Action(Verb.REVEAL, mine)).exploded == (mine,)


def test_given_mines_stay_where_they_are_at_the_first_click() -> None:
    game = drawn("*..", CLASSIC_RULES)
    assert not game.protects_first_click
    assert play(game, "reveal 0 0").state is State.LOST


# -- the same game again


@pytest.mark.parametrize("first_click", list(FirstClick))
@pytest.mark.parametrize("start", [None, (2, 3)])
@pytest.mark.parametrize("win", list(Win))
def test_a_restarted_game_has_the_same_layout_whichever_cell_is_opened_first(
    first_click: FirstClick, start: tuple[int, int] | None, win: Win
) -> None:
    game = Minesweeper(4, 5, 6, rules=Rules(first_click, win=win), seed=4, start=start)
    assert (game.given_start, game.start) == (start, start)
    assert game.protects_first_click == (start is None and first_click is not FirstClick.ANYTHING)
    play(game, "flag 0 0", "reveal 3 4")
    assert not game.protects_first_click
    assert game.given_start == start
    again = game.restarted()
    assert (again.state, again.history, again.rules, again.seed) == (State.READY, [], game.rules, 4)
    assert (again.start, again.mines, again.protects_first_click) == (game.start, game.mines, False)
    play(again, "reveal 0 0")
    assert again.mines == game.mines


def test_a_restarted_game_still_protects_its_first_click_and_keeps_the_mines_that_were_given() -> None:
    game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
    play(game, "flag 0 0")
    again = game.restarted()
    assert (again.start, again.protects_first_click, again.mines_found) == (None, True, set())
    for one in (game, again):
        play(one, "reveal 4 4")
    assert game.mines == again.mines
    # A restarted game keeps the mines that were given.
    game = Minesweeper(2, 3, 1, rules=CLASSIC_RULES, layout_mines=[(0, 1)], start=(1, 1))
    play(game, "flag 0 1")
    again = game.restarted()
    assert (again.mines, again.mines_found, again.seed) == ({(0, 1)}, set(), None)
    assert (again.start, again.given_start, again.rules) == ((1, 1), (1, 1), CLASSIC_RULES)
    assert not again.protects_first_click


def test_an_illegal_action_travels_between_processes() -> None:
    with pytest.raises(IllegalAction) as caught:
        Minesweeper(2, 2, 1, layout_mines=[(0, 0)]).play(Action.from_text("chord 0 0"))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is IllegalAction
    assert (copy.action, copy.obstacle) == (Action(Verb.CHORD, (0, 0)), Obstacle(ObstacleKind.COVERED))
    assert str(copy) == "chord 0 0: only a revealed cell can be chorded"
