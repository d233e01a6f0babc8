"""Tests of single games of the lab: what is played, counted and timed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from minesweeper_qt.model.board.rules import CLASSIC_RULES, CS50_RULES, DIFFICULTIES, FirstClick, Guesses, Rules
from minesweeper_qt.model.dealing.no_guess import HardestStep
from minesweeper_qt.model.errors import StrategyError, TooHard
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.game.action import Action
from minesweeper_qt.model.game.minesweeper import Minesweeper
from minesweeper_qt.model.lab import experiment
from minesweeper_qt.model.lab.experiment import Experiment, GameResult, GivenBoard, play_game, play_games
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.strategies import Choice

REASON = ChoiceReason(ChoiceReasonKind.OTHER, words="by the test")

ANYTHING = Rules(FirstClick.ANYTHING)
CS50_GAMES = Experiment(("cs50", "cs50-count"), 8, 8, 8, CS50_RULES, seed=1)


class Script:
    """A strategy that makes the given choices in order."""

    name = "script"

    def __init__(self, choices: list[Choice | None], uses_mine_count: bool, uses_overlap_rule: bool) -> None:
        self.choices = choices
        self.uses_mine_count = uses_mine_count
        self.uses_overlap_rule = uses_overlap_rule
        self.saw_safe: list[set[tuple[int, int]]] = []

    def choose(self, position, agent) -> Choice | None:
        self.saw_safe.append(set(agent.safes))
        return self.choices.pop(0)


@pytest.fixture
def script(monkeypatch):
    """Make a script play: call it with choices, or with cells to guess on."""

    def use(*choices, uses_mine_count: bool = False, uses_overlap_rule: bool = False) -> Script:
        made = [Choice(choice, False, REASON) if isinstance(choice, tuple) else choice for choice in choices]
        player = Script(made, uses_mine_count, uses_overlap_rule)
        monkeypatch.setattr(experiment, "make_strategy", lambda name, rules, seed: player)
        return player

    return use


def play_on(board: GivenBoard, rules: Rules = ANYTHING, **settings) -> GameResult:
    return play_game(Experiment(("script",), rules=rules, boards=(board,), **settings), 0, "script")


@pytest.mark.long
@pytest.mark.parametrize("name, games", [("cs50", 250), ("beginner", 250), ("intermediate", 300), ("expert", 200)])
@pytest.mark.parametrize("strategy, hardest", [("cs50", Reasoning.SUBSET), ("exact", Reasoning.CASES)])
def test_every_board_without_a_guess_is_won_by_who_reasons_as_far(strategy, hardest, name, games) -> None:
    level = DIFFICULTIES[name].with_guesses(Guesses.NOT_NEEDED)
    size = level.height, level.width, level.mines
    deals = Experiment((strategy,), *size, level.rules, seed=44, referee=False, hardest=HardestStep(hardest))
    for result in play_games(deals, [(game, strategy) for game in range(games)]):
        # The first click is protected: no other cell is a guess.
        assert (result.won, result.risks) == (True, ())


# -- what is played


def test_seeds_are_the_same_on_every_machine_and_with_every_python():
    seeds = [CS50_GAMES.game_seed(game) for game in (0, 1, 2, 10**6)]
    assert seeds == [211181143680511, 19862414111207, 155347189068676, 89515716279516]
    assert replace(CS50_GAMES, seed=2).game_seed(0) != CS50_GAMES.game_seed(0)


def test_a_game_is_that_of_its_seed_in_the_window():
    experiment = Experiment(("cs50",), 16, 30, 99, CLASSIC_RULES, seed=7)
    game = experiment.deal(3)
    window = Minesweeper(16, 30, 99, rules=CLASSIC_RULES, seed=play_game(experiment, 3, "cs50").seed)
    for each in (game, window):
        each.play(Action.from_text("reveal 4 5"))
    assert game.mines == window.mines


def test_all_strategies_play_the_same_boards():
    for game in range(5):
        first, second = (play_game(CS50_GAMES, game, name) for name in CS50_GAMES.strategies)
        assert first.seed == second.seed == CS50_GAMES.game_seed(game)
    assert len({frozenset(CS50_GAMES.deal(game).mines) for game in range(5)}) == 5


@pytest.mark.slow
def test_a_game_has_the_same_result_whenever_it_is_played():
    together = [replace(play_game(CS50_GAMES, game, "cs50"), ms=0) for game in range(12)]
    alone = [replace(play_game(CS50_GAMES, game, "cs50"), ms=0) for game in reversed(range(12))]
    assert together == alone[::-1]
    assert len({(result.won, result.moves, result.risks) for result in together}) > 3


@pytest.mark.slow
def test_a_game_does_not_depend_on_how_python_hashes():
    code = (
        "from minesweeper_qt.model.lab.experiment import *\n"
        "e = Experiment(('cs50', 'expert'), 9, 9, 10, seed=1)\n"
        "for n in e.strategies: print([(r.won, r.moves, r.risks) for r in (play_game(e, g, n) for g in range(8))])"
    )
    hashed = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    outputs = [subprocess.check_output([sys.executable, "-c", code], env=each, timeout=60) for each in hashed]
    assert outputs[0] == outputs[1]
    assert b"True" in outputs[0]


def test_several_games_are_played_in_the_requested_order():
    tasks = [(3, "cs50"), (1, "cs50-count")]
    assert [(result.game, result.strategy) for result in play_games(CS50_GAMES, tasks)] == tasks


def test_other_boards_have_other_seeds():
    boards = GivenBoard(2, 2, ((0, 0),)), GivenBoard(2, 2, ((0, 1),)), GivenBoard(2, 2, ((0, 0),), (1, 1))
    assert len({Experiment(("cs50",), boards=(board,)).game_seed(0) for board in boards}) == 3


@pytest.mark.parametrize("uses_mine_count", [True, False])
def test_only_a_strategy_that_uses_it_gets_the_number_of_mines(script, uses_mine_count):
    player = script(None, uses_mine_count=uses_mine_count)
    play_on(GivenBoard(1, 5, ((0, 0),), start=(0, 1)))
    assert ((0, 4) in player.saw_safe[0]) == uses_mine_count


@pytest.mark.parametrize("uses_overlap_rule", [True, False])
def test_only_a_strategy_that_uses_it_gets_the_overlap_rule(script, uses_overlap_rule):
    # The clue 1 at (1, 1) and the clue 3 at (1, 2) share (0, 1) and (0, 2).
    mines = ((0, 1), (0, 3), (1, 3))
    player = script((1, 2), None, uses_overlap_rule=uses_overlap_rule)
    play_on(GivenBoard(2, 4, mines, start=(1, 1)))
    assert ((0, 0) in player.saw_safe[1]) == uses_overlap_rule


def test_a_strategy_that_opens_what_is_open_is_named(script):
    script((0, 1))
    with pytest.raises(StrategyError, match=r"script chose \(0, 1\), which is open already"):
        play_on(GivenBoard(2, 2, ((0, 0),), start=(0, 1)))


# -- endings and guesses

CORNER = GivenBoard(1, 3, ((0, 2),))
"""A guess on (0, 0), whose clue is 0, opens all safe cells."""

BETTER_KNOWN = GivenBoard(1, 4, ((0, 0),), start=(0, 1))
"""The mine is left or right of the start, so that (0, 3) is safe."""


WON_BY_FLAGS = {"rules": CS50_RULES}


@pytest.mark.parametrize(
    "choice, board, settings, expected",
    [
        ((0, 0), CORNER, {}, (True, 1, (0.3333,), 1, 0)),  # there was no choice
        ((0, 0), CORNER, {"referee": False}, (True, 1, (None,), 0, 1)),
        ((0, 2), BETTER_KNOWN, {}, (True, 2, (0.5,), 0, 0)),  # a safe cell was missed
        ((0, 0), GivenBoard(2, 2, ((0, 0), (1, 1))), {}, (False, 1, (0.5,), 1, 0)),
        # A start that is given is no guess.
        (Choice((1, 0), True, REASON), GivenBoard(2, 2, ((0, 0), (1, 1)), start=(0, 1)), {}, (True, 2, (), 0, 0)),
        # The last step flags what the agent knows, which may be too little.
        (None, GivenBoard(2, 2, ((0, 0), (1, 0), (1, 1)), start=(0, 1)), WON_BY_FLAGS, (True, 1, (), 0, 0)),
        (None, GivenBoard(2, 2, ((0, 0),), start=(0, 1)), WON_BY_FLAGS, (False, 1, (), 0, 0)),
    ],
)
def test_a_game_on_a_given_board_is_judged(script, choice, board, settings, expected):
    script(choice)
    result = play_on(board, **settings)
    assert (result.won, result.moves, result.risks, result.forced, result.unjudged) == expected


@pytest.mark.parametrize("least, forced", [(0.0, 0), (0.1, 1)])
def test_what_a_strategy_knows_is_not_judged_again(script, monkeypatch, least, forced):
    monkeypatch.setattr(experiment.Engine, "solve", None)
    script(Choice((0, 2), False, REASON, risk=0.12344, least_risk=least))
    result = play_on(BETTER_KNOWN)
    assert (result.risks, result.forced, result.unjudged) == ((0.1234,), forced, 0)


def test_what_is_too_hard_stays_unjudged(script, monkeypatch):
    def raise_too_hard(engine, position):
        raise TooHard("too many fronts")

    monkeypatch.setattr(experiment.Engine, "solve", raise_too_hard)
    script((0, 0))
    result = play_on(CORNER)
    assert (result.won, result.risks, result.forced, result.unjudged) == (True, (None,), 0, 1)


@pytest.mark.parametrize(
    "first_click, risks", [(FirstClick.SAFE, ()), (FirstClick.OPENING, ()), (FirstClick.ANYTHING, (0.9375,))]
)
def test_a_protected_first_click_is_no_guess(script, first_click, risks):
    script((2, 2))
    result = play_game(Experiment(("script",), 4, 4, 15, Rules(first_click), seed=5), 0, "script")
    assert (result.moves, result.risks) == (1, risks)
    assert result.won or first_click is FirstClick.ANYTHING


# -- time


def test_the_time_is_that_of_the_strategy_without_the_referee(script, monkeypatch):
    seconds = [0.0]

    def slow(function, takes):
        def call(*arguments):
            seconds[0] += takes
            return function(*arguments)

        return call

    monkeypatch.setattr(experiment, "thread_time", lambda: seconds[0])
    monkeypatch.setattr(experiment.Engine, "solve", slow(experiment.Engine.solve, 0.25))
    script((0, 0))
    assert play_on(CORNER).ms == 0
    player = script((0, 0))
    player.choose = slow(player.choose, 0.5)
    assert play_on(CORNER).ms == 500
    assert seconds[0] > 0.5, "the referee was asked"
