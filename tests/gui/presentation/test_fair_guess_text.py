"""Tests of what is said of fair guesses: before the first move, before and after a guess, and of each cell."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Chances
from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    AgentMoveKind,
    Cell,
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    Guesses,
    Minesweeper,
    Playthrough,
    Position,
    Rules,
    TooHard,
    Turn,
    mine_probabilities,
)
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.game.minesweeper import Dealer

FAIR = Rules(cascade=False, guesses=Guesses.FAIR)
SURVIVED = "Nothing was certain: the guess is safe."
LAYOUTS = "a mine in 50 % of the layouts"
OTHERS = "Any cell that is not a certain mine is safe."
LOWEST = ChoiceReason(ChoiceReasonKind.LOWEST_RISK)


def too_hard(position: Position, cell: Cell, seed: int | None) -> None:
    raise TooHard("a front takes more than 0 steps")


def opened(mines: int = 2, dealer: Dealer | None = None) -> Playthrough:
    """Return a game on one row of five cells whose middle shows a 1; with two mines no other cell is certain."""
    layout = [(0, 3), (0, 4)][:mines]
    game = Minesweeper(1, 5, mines, rules=FAIR, start=(0, 2), layout_mines=layout, dealer=dealer or FairDealer())
    playthrough = Playthrough(game)
    playthrough.play(Action.from_text("reveal 0 2"))
    playthrough.learn()
    return playthrough


def guessed(playthrough: Playthrough, cell: Cell = (0, 1)) -> Turn:
    return playthrough.play(Action.from_text(f"reveal {cell[0]} {cell[1]}"))


@pytest.mark.parametrize("rules, first", [(CLASSIC_RULES, " The first cell is safe."), (CS50_RULES, "")])
def test_a_new_game_says_that_guesses_are_fair(rules: Rules, first: str) -> None:
    game = Minesweeper(3, 3, 2, rules=replace(rules, guesses=Guesses.FAIR), seed=1, dealer=FairDealer())
    text = status_text.ready_text(game)
    assert str(text).endswith(f" to win.{first} Guesses are fair: safe when forced.")
    assert text.spoken == "New game. Guesses are fair: safe when forced."


def test_a_survived_guess_is_said_to_be_safe_whoever_made_it() -> None:
    playthrough = opened()
    turn, game = guessed(playthrough), playthrough.game
    told = status_text.player_turn_text(turn, game)
    assert str(told).endswith(f" around. {SURVIVED}")
    assert told.spoken == f"{game.clues[0, 1] or 'empty'}, 1 opened. {SURVIVED}"
    assert str(status_text.student_turn_text(turn, AgentMoveKind.RANDOM, game)).endswith(SURVIVED)
    by_ai = opened()
    by_ai.play_choice(Choice((0, 1), False, LOWEST, 0.5, 0.5), "exact", is_own=False)
    said = str(status_text.ai_turn_text(by_ai.history.turns[-1], by_ai.game, ()))
    assert said.startswith(f"No cell is certain. A guess at (0, 1): {LAYOUTS}. ")
    assert said.endswith(SURVIVED)
    assert SURVIVED in status_text.details(by_ai.history, 2)


@pytest.mark.parametrize("cell", [(0, 1), (0, 0)])
def test_nothing_is_said_of_a_lost_guess_nor_of_a_cell_that_was_certain(cell: Cell) -> None:
    playthrough = opened(mines=1)
    turn = guessed(playthrough, cell)
    assert bool(turn.exploded) is (cell == (0, 1))
    assert SURVIVED not in str(status_text.player_turn_text(turn, playthrough.game))


def test_a_guess_that_was_too_hard_leaves_the_mines_as_they_were() -> None:
    playthrough = opened(dealer=too_hard)
    turn = guessed(playthrough)
    words = "The guess was too hard to count: the mines stay as they were dealt."
    assert str(status_text.player_turn_text(turn, playthrough.game)).endswith(words)
    assert words in status_text.details(playthrough.history, 2)


def test_nothing_was_too_hard_where_a_cell_was_proved_safe() -> None:
    game = Minesweeper(1, 4, 1, rules=FAIR, start=(0, 0), layout_mines=[(0, 3)], dealer=too_hard)
    playthrough = Playthrough(game)
    guessed(playthrough, (0, 0))
    playthrough.learn()
    turn = guessed(playthrough)
    assert turn.plays[-1].is_too_hard
    assert "too hard" not in str(status_text.player_turn_text(turn, game))


@pytest.mark.parametrize(
    "mines, least, safe_cell, words",
    [
        (2, Fraction(1, 2), None, f"Guess at (0, 1): {LAYOUTS}."),
        (2, Fraction(1, 4), None, f"Guess at (0, 1): {LAYOUTS}."),
        (1, Fraction(0), (0, 0), f"Guess at (0, 1): {LAYOUTS}; (0, 0) was safe."),
    ],
)
def test_a_fair_guess_is_rated_by_its_share_of_the_layouts(
    mines: int, least: Fraction, safe_cell: Cell | None, words: str
) -> None:
    turn = replace(guessed(opened(mines)), risk=Fraction(1, 2), least_risk=least, safe_cell=safe_cell)
    assert str(status_text.rated_text(turn)) == words


def test_what_was_too_hard_to_deal_anew_has_its_risk() -> None:
    turn = replace(guessed(opened(dealer=too_hard)), risk=Fraction(1, 2), least_risk=Fraction(1, 2))
    assert str(status_text.rated_text(turn)) == "Guess at (0, 1): risk 50 %, the lowest."


def test_before_a_guess_hint_and_announcement_say_that_the_others_are_safe_too() -> None:
    choice = Choice((0, 1), False, LOWEST, 0.5, 0.5)
    assert str(status_text.hint_text(choice, is_fair=True)) == f"Hint: guess at (0, 1): {LAYOUTS}. {OTHERS}"
    turn = opened().preview(choice, is_own=False)
    said = f"No cell is certain. A guess at (0, 1): {LAYOUTS}. {OTHERS}"
    assert str(status_text.spoken_text(turn, is_next=True, is_fair=True)) == said


def test_a_cell_that_may_be_a_mine_is_said_to_be_safe_beside_its_share_of_the_layouts() -> None:
    chances = Chances.of(mine_probabilities(Position(1, 5, 2, {(0, 2): 1})))
    plain = str(status_text.cell_chance_text((0, 1), chances))
    assert str(status_text.cell_chance_text((0, 1), chances, is_guess_safe=True)) == f"{plain} {OTHERS}"
