"""Tests of the texts of the panel *What Is Known*."""

from __future__ import annotations

from fractions import Fraction

import pytest

from minesweeper_qt.gui.presentation import what_is_known_text as words
from minesweeper_qt.gui.presentation.what_is_known_text import Group, groups_of, least_risk, summary
from minesweeper_qt.model import Position, mine_probabilities, reasoning_levels
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from tests.model.support.positions import seen_in_game

COUNTED = Position.from_text("5x2x2\n1HHH1\nHHHHH")
"""Two cells are safe, which only the number of mines shows."""


@pytest.mark.parametrize(
    "text, expected",
    [
        ("5x2x2\n1HHH1\nHHHHH",
         "2 cells are provably safe, with the number of mines; the CS50 agent sees none of them."),
        ("3x1x1\n0HH", "1 cell is provably safe, by single clues; the CS50 agent sees it."),
        ("3x1x1\n1HH", "1 cell is provably safe, with the number of mines; the CS50 agent does not see it."),
        ("3x1x1\nH1H", "No covered cell is provably safe; the least risk is 1/2 = 50 % at (0, 0) and 1 more."),
        ("3x2x2\n1HH\nHHH",
         "No covered cell is provably safe; the least risk is 1/3 = 33 % at (0, 1) and 2 more."),
        ("4x1x1\nH1H0", "1 cell is provably safe, by single clues; the CS50 agent sees it."),
        ("3x1x2\nH2H", "Every covered cell is a mine."),
        ("1x1x0\n0", "No cell is covered."),
        ("5x1x1\nH1H0H",
         "2 cells are provably safe, by single clues; the CS50 agent sees all of them."),
        ("3x3x4\n3HH\nHHH\nHHH", "No covered cell is provably safe; the least risk is 1/5 = 20 % at (0, 2)"
         " and 4 more."),
    ],
)  # fmt: skip
def test_the_summary(text: str, expected: str) -> None:
    position = Position.from_text(text)
    levels = reasoning_levels(position)
    assert summary(levels, groups_of(levels, position, knowledge_of(position).settled)) == expected


def test_titles_and_entries() -> None:
    levels = reasoning_levels(COUNTED)
    groups = groups_of(levels, COUNTED, {})
    titles = [words.title(group, groups[group], levels) for group in Group]
    assert titles == [
        "Safe, not seen by the CS50 agent: 2 cells",
        "By single clues: none",
        "By the subset rule: none",
        "By the overlap rule: none",
        "With the number of mines: 2 safe",
        "By cases: none",
        "Not certain: 6 cells",
    ]
    assert words.entry(Group.UNSEEN, (0, 2), levels) == "(0, 2): safe by count, the mines left"
    assert words.entry(Group.COUNT, (0, 2), levels) == "(0, 2): safe"
    assert words.entry(Group.UNSETTLED, (0, 1), levels) == "(0, 1): a mine with 33 %"
    levels = reasoning_levels(Position.from_text("3x1x1\nH1H"))
    assert words.title(Group.UNSETTLED, [(0, 0), (0, 2)], levels) == "Not certain: 2 cells, the least risk is 50 %"
    levels = reasoning_levels(Position.from_text("3x1x2\nH2H"))
    assert words.title(Group.CLUE, [(0, 0), (0, 2)], levels) == "By single clues: 2 mines"
    assert words.entry(Group.CLUE, (0, 0), levels) == "(0, 0): a mine"


def test_the_cs50_agent_does_not_know_the_number_of_mines() -> None:
    base = knowledge_of(COUNTED)
    base.learn_mine_count(COUNTED.mines)
    assert base.settled.keys() >= {(0, 2), (1, 2)}
    assert groups_of(reasoning_levels(COUNTED), COUNTED, base.settled)[Group.UNSEEN] == [(0, 2), (1, 2)]


def test_cells_that_the_agent_has_not_learned_yet_are_listed_as_not_seen() -> None:
    position = Position.from_text("3x1x1\n0HH")
    levels = reasoning_levels(position)
    assert groups_of(levels, position, knowledge_of(position).settled)[Group.UNSEEN] == []
    assert groups_of(levels, position, {})[Group.UNSEEN] == [(0, 1)]
    assert words.entry(Group.UNSEEN, (0, 1), levels) == "(0, 1): safe by clue, not learned yet"


@pytest.mark.parametrize("seed", range(20))
def test_the_least_risk_is_that_of_the_engine(seed: int) -> None:
    exact = mine_probabilities(seen_in_game(6, 6, 8, seed, (seed % 10) / 10))
    least = min(exact.probability.values())
    assert least_risk(exact) == (least, [cell for cell, chance in exact.probability.items() if chance == least])


def test_risks_that_are_equal_as_floats_are_distinguished() -> None:
    found = mine_probabilities(Position(1, 3, 1, {(0, 1): 1}))
    found.groups[:] = [([0], 10**30 + 1, 3 * 10**30), ([2], 1, 3)]
    assert least_risk(found) == (Fraction(1, 3), [(0, 2)])
