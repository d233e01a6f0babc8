"""Tests of what the card says of a loss by a guess; no window is needed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from minesweeper_qt.gui.game.result import Link, Result, result_of
from minesweeper_qt.model import Action, Cell, Guesses, Minesweeper, Playthrough, Position, Rules, State, TooHard
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.game.minesweeper import Dealer
from minesweeper_qt.model.play.history import NO_HELP

FAIR = Rules(guesses=Guesses.FAIR)
HALF, NO, ONE = Fraction(1, 2), Fraction(0), Fraction(1)


def too_hard(position: Position, cell: Cell, seed: int | None) -> None:
    raise TooHard("a front takes more than 0 steps")


def lost(
    text: str, dealer: Dealer | None, risk: Fraction, least: Fraction, safe_cells: int = 0, rules: Rules = FAIR
) -> Result:
    """Return the result after a 1 in the middle of a row of five, with one mine in the row, and then ``text``."""
    game = Minesweeper(1, 5, 1, rules=rules, start=(0, 2), layout_mines=[(0, 3)], dealer=dealer)
    playthrough = Playthrough(game)
    for played in ("reveal 0 2", *text.split("; ")):
        playthrough.play(Action.from_text(played))
        playthrough.learn()
    assert game.state is State.LOST
    history = playthrough.history
    history.rate(len(history.turns), risk, least, (0, 0) if safe_cells else None, safe_cells, mine_clues=1)
    return result_of(game, history.turns, 1.0, names_cells=True, had=NO_HELP)


@pytest.mark.parametrize(
    "text, dealer, rating, title, detail, link",
    [
        (
            "reveal 0 1",
            FairDealer(),
            (HALF, NO, 2),
            "A guess, though a cell was certain",
            "2 cells were safe.",
            Link.SAFE,
        ),
        ("reveal 0 1; reveal 0 3", too_hard, (ONE, ONE, 0), "A certain mine", "One clue said so.", Link.MINE),
        ("reveal 0 3", too_hard, (HALF, HALF, 0), "A mine, at 50 %", "No cell was safe: a forced guess.", Link.REVIEW),
    ],
)
def test_a_loss_by_a_fair_guess_was_avoidable(
    text: str, dealer: Dealer, rating: tuple[Fraction, Fraction, int], title: str, detail: str, link: Link
) -> None:
    result = lost(text, dealer, *rating)
    assert (result.title, result.details, result.link) == (title, (detail,), link)
    assert result.short_title == ("A needless guess" if link is Link.SAFE else "")


def test_a_loss_by_a_guess_says_what_the_guesses_should_win() -> None:
    forced = "No cell was safe: a forced guess."
    result = lost("reveal 0 3", None, HALF, HALF, rules=Rules())
    assert result.details == (f"{forced} 1 guess: 1 in 2 to win.", forced)
