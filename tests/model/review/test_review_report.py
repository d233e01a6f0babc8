"""Tests of the report of a review: its sentences, and its boards."""

from __future__ import annotations

import re

import pytest

from minesweeper_qt.model import CS50_RULES, Action, FirstClick, Minesweeper, Record, Review, Rules, Win, review
from minesweeper_qt.model.review.review_report import ReviewReport
from tests.model.support.games import drawn


def reviewed(game: Minesweeper, texts: str) -> Review:
    """Return the review of ``game`` with the actions in ``texts``, divided by commas."""
    game.replay(map(Action.from_text, texts.split(",")))
    return review(Record.of(game))


@pytest.mark.parametrize(
    "picture, texts, expected",
    [
        ("*..", "flag 0 1", ["3×1, 1 mine: not begun", "no guesses"]),
        (
            "*..",
            "reveal 0 0",
            [
                "3×1, 1 mine: lost at move 1: forced guess",
                "1 guess, 0 needless; luck 67 %",
                "Move 1, (0, 0): forced guess, risk 33 %",
            ],
        ),
        (
            "*..",
            "reveal 0 2,reveal 0 0",
            [
                "3×1, 1 mine: lost at move 2: misread a certain mine",
                "1 guess, 0 needless; luck 67 %",
                "Move 1, (0, 2): forced guess, risk 33 %",
                "Move 2, (0, 0): misread a certain mine",
                "  (0, 0) is a mine. Level count: the number of mines left.",
            ],
        ),
    ],
)
def test_the_sentences_about_a_game(picture: str, texts: str, expected: list[str]) -> None:
    assert ReviewReport(reviewed(drawn(picture, CS50_RULES), texts)).text.splitlines() == expected


def test_a_chord_has_its_joint_risk_and_a_lower_one_that_there_was() -> None:
    report = ReviewReport(reviewed(drawn("**. ... ..."), "reveal 1 1,flag 0 0,flag 0 1,chord 1 1"))
    assert report.text.splitlines()[-1] == "Move 4, chord at (1, 1): forced guess, risk 96 %; the least was 25 %"


def test_a_chord_of_cells_of_which_one_had_to_be_a_mine_is_a_mistake_without_a_proof() -> None:
    """A wrong flag stands on a safe cell: the mine of the clue is at one of the cells that the chord opens."""
    game = drawn("*.... .....", Rules(FirstClick.ANYTHING, cascade=False, win=Win.REVEALED))
    report = ReviewReport(reviewed(game, "reveal 0 1,reveal 0 3,reveal 1 1,flag 0 2,chord 0 1"))
    assert report.text.splitlines()[-1] == "Move 5, chord at (0, 1): misread a certain mine"
    assert report.to_json()["moves"][-1]["outline"] is None
    assert "<p>One of the cells that it opened had to be a mine.</p>" in report.section()


@pytest.mark.parametrize("move, rows, columns", [("15 20", (12, 18), (13, 23)), ("2 2", (0, 18), (0, 18))])
def test_of_a_large_board_the_part_around_the_proof_and_the_move_is_drawn(
    move: str, rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    board = ["*" + "." * 29, *["." * 30] * 18, "." * 29 + "*"]
    report = ReviewReport(reviewed(drawn(" ".join(board), CS50_RULES), f"reveal 15 15,reveal {move}"))
    cells = [tuple(map(int, found)) for found in re.findall(r"<title>row (\d+), column (\d+)", report.section())]
    assert cells == [(i, j) for i in range(*rows) for j in range(*columns)]


def test_a_proof_stands_once_and_the_marks_have_a_legend() -> None:
    """Both guesses miss the same safe cell, which the same clue proves."""
    game = drawn("*.....*....*", Rules(FirstClick.ANYTHING, cascade=False, win=Win.REVEALED))
    page = ReviewReport(reviewed(game, "reveal 0 4,reveal 0 7,reveal 0 8")).section()
    assert page.count("(0, 5) is safe. Level clue") == 2
    assert re.findall(r"(?<=</p><)ul>|The proof stands at move \d", page) == ["ul>", "The proof stands at move 2"]
    assert page.count("a ring a safe cell, a diamond a mine") == 1


def test_a_notebook_shows_the_report_with_its_own_style_alone() -> None:
    shown = reviewed(drawn("*..", CS50_RULES), "reveal 0 2")._repr_html_()
    style = shown[shown.index("<style>") + 7 : shown.index("</style>")]
    rules = re.findall(r"([^{}@]+)\{[^{}]*\}", re.sub(r"@media[^{]*\{", "", style))
    assert len(rules) > 10
    assert [one for rule in rules for one in rule.split(",") if not one.strip().startswith(".review")] == []
