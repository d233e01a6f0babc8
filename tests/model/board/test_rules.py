"""Tests of the rules and the difficulties as values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    BoardSizeError,
    Difficulty,
    FirstClick,
    MineCountError,
    Minesweeper,
    Rules,
    Win,
)


def test_the_difficulties_are_those_of_the_documents_easiest_first() -> None:
    levels = DIFFICULTIES.items()
    assert {name: (level.height, level.width, level.mines, level.rules) for name, level in levels} == {
        "cs50": (8, 8, 8, CS50_RULES),
        "beginner": (9, 9, 10, CLASSIC_RULES),
        "intermediate": (16, 16, 40, CLASSIC_RULES),
        "expert": (16, 30, 99, CLASSIC_RULES),
    }
    assert [difficulty.name for difficulty in DIFFICULTIES.values()] == list(DIFFICULTIES)
    assert list(DIFFICULTIES) == ["cs50", "beginner", "intermediate", "expert"]


def test_the_two_sets_of_rules() -> None:
    assert Rules(FirstClick.ANYTHING, cascade=False, win=Win.FLAGGED) == CS50_RULES
    assert Rules(FirstClick.OPENING, cascade=True, win=Win.REVEALED) == CLASSIC_RULES


@pytest.mark.parametrize("size", [(2, 2, 1), (2, 2, 3), (100, 100, 9999), (100, 2, 1), (3, 9, 26)])
def test_a_custom_difficulty_can_be_played(size: tuple[int, int, int]) -> None:
    difficulty = Difficulty.custom(*size)
    assert (difficulty.height, difficulty.width, difficulty.mines) == size
    assert (difficulty.name, difficulty.rules) == ("custom", CLASSIC_RULES)
    assert Minesweeper.at_difficulty(difficulty, seed=1).mine_total == size[2]


@pytest.mark.parametrize("side", [1, 0, -5, 101, 2.0, True, None, "9"])
def test_a_custom_side_is_2_to_100(side) -> None:
    with pytest.raises(BoardSizeError, match=r"height is .*; allowed are 2 to 100"):
        Difficulty.custom(side, 5, 1)
    with pytest.raises(BoardSizeError, match=r"width is .*; allowed are 2 to 100"):
        Difficulty.custom(5, side, 1)


@pytest.mark.parametrize("mines", [0, -1, 15, 16, 1.0, True, None])
def test_a_custom_difficulty_has_1_mine_to_all_cells_but_one(mines) -> None:
    with pytest.raises(MineCountError, match="mines on a board of 5×3; allowed are 1 to 14"):
        Difficulty.custom(3, 5, mines)


def test_rules_and_difficulties_are_values() -> None:
    with pytest.raises(FrozenInstanceError):
        CS50_RULES.cascade = True
    with pytest.raises(TypeError):
        DIFFICULTIES["own"] = DIFFICULTIES["cs50"]
    assert len({Rules(), Rules(cascade=True), CS50_RULES}) == 2
