"""The figures of a finished game beside those of ms_toollib, which players' programs use."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import CLASSIC_RULES, Action, Guesses, Minesweeper, Playthrough, Record, State, Verb, review
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.game.minesweeper import BoardStatistics
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.statistics.finished_game import (
    Figures,
    FinishedGame,
    Player,
    difficulty_of,
    level_of,
    level_parts,
    level_text,
    level_title,
)
from tests.paths import SHARED

_EVENTS = {
    Verb.REVEAL: ("lc", "lr"),
    Verb.FLAG: ("rc", "rr"),
    Verb.UNFLAG: ("rc", "rr"),
    Verb.CHORD: ("lc", "cc", "rr", "lr"),
}


def played_game(rng: random.Random, height: int, width: int, mines: int) -> Playthrough:
    """Return a finished game with reveals, flags, a few of them wrong, flags that are taken off again, and chords.

    It begins with a reveal: the peer forgets the clicks before, if no flag is left of them.
    """
    layout = rng.sample([(row, column) for row in range(height) for column in range(width)], mines)
    game = Minesweeper(height, width, mines, rules=CLASSIC_RULES, layout_mines=layout)
    playthrough = Playthrough(game)
    playthrough.play(Action(Verb.REVEAL, rng.choice(sorted(set(game.grid.cells) - game.mines))))
    while not game.state.is_over:
        cell = rng.choice(game.grid.cells)
        if cell in game.clues:
            around = game.grid.neighbours(cell)
            has_flags = game.clues[cell] == len(around & game.mines_found)
            if has_flags and around - game.clues.keys() - game.mines_found:
                playthrough.play(Action(Verb.CHORD, cell))
        elif cell in game.mines_found:
            if rng.random() < 0.1:
                playthrough.play(Action(Verb.UNFLAG, cell))
        elif rng.random() < (0.97 if cell in game.mines else 0.15):
            playthrough.play(Action(Verb.FLAG, cell))
        else:
            playthrough.play(Action(Verb.REVEAL, cell))
    return playthrough


def in_the_peer(game: Minesweeper) -> tuple[Any, int, bool]:
    """Return a game in ms_toollib, the 3BV there, and whether a flag splits an opening.

    It does so for the peer, where the flag is inside of it: it counted 5 where the whole 3BV is 4.
    """
    module = pytest.importorskip("ms_toollib", reason="it has no wheel for this Python")
    rows, columns = range(game.grid.height), range(game.grid.width)
    board = [[-1 if (i, j) in game.mines else game.nearby_mines((i, j)) for j in columns] for i in rows]
    peer = module.MinesweeperBoard(board)
    peer.step_flow([(event, action.cell) for action in game.history for event in _EVENTS[action.verb]])
    is_split = any(action.verb is Verb.FLAG and game.nearby_mines(action.cell) == 0 for action in game.history)
    return peer, module.cal_bbbv(board), is_split


@given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(2, 12), share=st.floats(0, 0.4))
def test_clicks_and_3bv_are_those_of_ms_toollib(seed: int, height: int, width: int, share: float) -> None:
    mines = max(1, min(int(height * width * share), height * width - 1))
    playthrough = played_game(random.Random(seed), height, width, mines)
    game = playthrough.game
    ours = FinishedGame.of(game, playthrough.history, "1", 0, NO_HELP)
    peer, three_bv, is_split = in_the_peer(game)
    assert ours.three_bv == three_bv
    assert is_split or ours.solved == peer.bbbv_solved
    assert ours.solved <= ours.three_bv
    assert not ours.is_won or ours.solved == ours.three_bv
    assert ours.clicks == peer.left + peer.right + peer.double
    assert ours.is_won == (game.state is State.WON) == (peer.game_board_state == 3)


@pytest.mark.long
def test_live_figures_of_1000_games_end_as_those_of_ms_toollib() -> None:
    rng, compared = random.Random(65), 0
    while compared < 1000:
        height, width = rng.randint(2, 16), rng.randint(2, 30)
        playthrough = played_game(rng, height, width, rng.randint(1, max(1, height * width // 4)))
        game, turns = playthrough.game, playthrough.history.turns
        peer, three_bv, is_split = in_the_peer(game)
        if is_split:
            continue
        compared += 1
        seconds, clicks = rng.uniform(1, 999), peer.left + peer.right + peer.double
        figures = Figures.of(game, turns, seconds)
        assert (figures.solved, figures.three_bv) == (peer.bbbv_solved, three_bv)
        assert figures.clicks == clicks
        assert figures.three_bv_per_second == pytest.approx(peer.bbbv_solved / seconds)
        assert figures.efficiency == pytest.approx(peer.bbbv_solved / clicks)
        shown = (playthrough.history.moment(n).position.clues for n in range(len(turns)))
        done = [Figures.of(game, turns[:n], 1.0, clues) for n, clues in enumerate(shown)]
        assert [each.clicks for each in done] == list(range(len(turns)))
        assert sorted(each.solved for each in done) == [each.solved for each in done]


def test_the_luck_so_far_is_that_of_the_review_and_unknown_while_a_risk_is() -> None:
    game = Minesweeper(1, 7, 2, rules=CLASSIC_RULES, layout_mines=[(0, 2), (0, 5)])
    playthrough = Playthrough(game)
    history = playthrough.history
    for cell in ((0, 0), (0, 3), (0, 4), (0, 5)):  # two guesses, a safe cell, and a certain mine
        playthrough.play(Action(Verb.REVEAL, cell))
        is_judged = cell == (0, 4)  # at once: it is safe, and the agent has learned all that was seen
        assert (Figures.of(game, history.turns, 1.0).luck is None) is not is_judged
        if cell != (0, 0):  # the second guess is made before the agent has learned what the first one has shown
            playthrough.learn()
        found = review(Record.of_history(history))
        for move in found.moves:
            history.rate(move.turn, move.risk, move.least_risk)
        assert Figures.of(game, history.turns, 1.0).luck == pytest.approx(float(found.chance))
    assert 0 < found.chance < 1
    assert found.moves[-1].risk == 1


@pytest.mark.skipif(not (SHARED / "replays" / "stats.json").exists(), reason="the worked boards are in ../shared")
def test_the_worked_boards_have_their_3bv_and_openings() -> None:
    boards = json.loads((SHARED / "replays" / "stats.json").read_text())["boards"]
    for board in boards:
        mines = [(r, c) for r, row in enumerate(board["layout"]) for c, cell in enumerate(row) if cell == "*"]
        game = Minesweeper(board["height"], board["width"], board["mines"], layout_mines=mines)
        found = BoardStatistics(game.grid, frozenset(game.mines))
        assert (found.three_bv, len(found.openings)) == (board["bbbv"], board["openings"]), board["name"]


def test_who_played_and_with_what_help_is_kept() -> None:
    playthrough = Playthrough(Minesweeper(1, 4, 1, rules=CLASSIC_RULES, layout_mines=[(0, 2)]))
    playthrough.play(Action(Verb.REVEAL, (0, 0)), is_hint=True)
    playthrough.play_choice(playthrough.choose(is_own=True), "cs50", is_own=True)
    game = FinishedGame.of(playthrough.game, playthrough.history, "1", 0, Help.RISKS)
    assert (game.player, game.help) == (Player.BOTH, Help.RISKS | Help.HINT | Help.AI)
    assert game.three_bv_per_second is None, "less than a second"


@pytest.mark.parametrize("guesses", Guesses)
@pytest.mark.parametrize("board", ["cs50", "expert", "20x24x99", "2x3x1 cs50"])
def test_each_kind_of_guesses_has_a_level_of_its_own(board: str, guesses: Guesses) -> None:
    level = level_text(board, guesses)
    game = Minesweeper.at_difficulty(difficulty_of(level), dealer=FairDealer())
    assert (level_of(game), level_parts(level), game.rules.guesses) == (level, (board, guesses), guesses)
    assert level_title(level).startswith(level_title(board))
