"""Tests of the item model of finished games: its texts, its pages, and the rows that stay when it is read anew."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.statistics.game_table import COLUMNS, GameTableModel
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.review.judgement import LossCause, Luck
from minesweeper_qt.model.statistics.finished_game import FinishedGame, Player
from tests.gui.statistics.kept import game

NONE = QModelIndex()


def texts(model: GameTableModel) -> dict[str, str]:
    """Return the texts of the first row by the titles of the columns, without empty ones."""
    columns = range(model.columnCount())
    title = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    return {title[column]: text for column in columns if (text := model.index(0, column).data())}


def shown(*games: FinishedGame, total: int = 0) -> GameTableModel:
    model = GameTableModel(COLUMNS)
    model.set_games(games, total or len(games))
    return model


def test_a_row_tells_all_about_a_game(qapp: object) -> None:
    row = texts(shown(game(1, luck=Luck(3, 3, 1.5, 0.16), help=Help.TAKE_BACK | Help.HINT)))
    assert re.fullmatch(r"\d\d Sep 2026  \d\d:\d\d", row["Date"])
    assert [*row.values()][1:] == [
        *("won with help", "1:00.00", "150", "2.00", "160", "75 %", "3", "1 in 6", "taken back, hint")
    ]
    model = shown(game(1, luck=Luck(3, 3, 1.5, 0.16)))
    spoken = [model.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in (1, 2, 7, 8)]
    assert spoken == ["won", "Time 1:00.00", "Guesses 3", "Luck 1 in 6"]
    best = texts(shown(game(1, seconds=63.9, streak=4, hardest=Reasoning.COUNT)))
    assert (best["Time"], best["3BV/s"], best["Streak"], best["Step"]) == ("1:03.90", "1.88", "4", "count")
    unknown = texts(shown(game(1, is_won=False, seconds=None)))
    assert unknown.keys() == {"Date", "Result", "3BV", "Clicks", "Efficiency"}


def test_fair_guesses_are_no_luck(qapp: object) -> None:
    row = texts(shown(game(1, "expert fair", is_won=False, luck=Luck(0, 0, 0, 1, LossCause.NEEDLESS))))
    assert row["Result"] == "lost: needless guess"
    assert not {"Guesses", "Luck"} & row.keys()


@pytest.mark.parametrize(
    "changes, title, text",
    [
        ({"is_won": False, "luck": Luck(1, 1, 0.9, 0.9)}, "Result", "lost"),
        ({"is_won": False, "luck": Luck(0, 0, 0, 1, LossCause.MISREAD)}, "Result", "lost: misread a certain mine"),
        ({"is_won": False, "luck": Luck(1, 0, 0.5, 0.5, LossCause.FORCED)}, "Result", "lost: forced guess"),
        ({}, "Help", "no help"),
        ({"help": Help.KNOWN_BOARD}, "Help", "known board"),
        ({"help": Help.OVERLAY | Help.RISKS | Help.AI, "player": Player.BOTH}, "Help", "overlay, risks, AI"),
        ({"help": Help.AI, "player": Player.AI}, "Help", "AI alone"),
    ],
)
def test_results_and_help_are_words(qapp: object, changes: dict[str, Any], title: str, text: str) -> None:
    assert texts(shown(game(1, **changes)))[title] == text


@pytest.mark.parametrize("number, total", [(0, 0), (3, 3), (20, 70)])
def test_it_is_a_sound_model(qtmodeltester: ModelTester, number: int, total: int) -> None:
    model = shown(*map(game, range(number)), total=total)
    # The tester goes on with each change.
    qtmodeltester.check(model)
    model.extend([game(each) for each in range(number, total)])
    model.set_games([game(each, seconds=50.0) for each in range(2, 30)], 30)
    model.set_games([], 0)


def test_a_page_is_asked_for_once_and_an_empty_one_ends_the_list(qapp: object) -> None:
    model, asked = shown(game(9), game(8), total=9), list[int]()
    model.more_wanted.connect(asked.append)
    model.fetchMore(NONE)
    assert not model.canFetchMore(NONE)
    model.extend([game(7)])
    assert (model.rowCount(), model.canFetchMore(NONE)) == (3, True)
    model.fetchMore(NONE)
    # Another program has deleted the rest.
    model.extend([])
    assert (asked, model.canFetchMore(NONE)) == ([2, 3], False)


@pytest.mark.slow
@given(st.lists(st.sets(st.integers(0, 12)), min_size=2, max_size=4))
def test_rows_that_stay_are_followed_by_indices(readings: list[set[int]]) -> None:
    model, resets = GameTableModel(COLUMNS), list[int]()
    model.modelReset.connect(lambda: resets.append(1))
    for numbers in readings:
        before = {kept.key: QPersistentModelIndex(model.index(row, 0)) for row, kept in enumerate(model.rows)}
        resets.clear()
        games = [game(number) for number in sorted(numbers, reverse=True)]
        model.set_games(games, len(games))
        keys = [kept.key for kept in games]
        assert model.rows == games
        assert bool(resets) == (not before.keys() & {*keys})
        for key, index in before.items():
            assert (index.row() if index.isValid() else None) == (keys.index(key) if key in keys else None)


def test_luck_that_comes_later_changes_its_row_and_another_order_all(qtbot: QtBot) -> None:
    model = shown(game(2), game(1))
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_games([game(2, luck=Luck(1, 1, 0.8, 0.8)), game(1)], 2)
    assert texts(model)["Luck"] == "80 %"
    with qtbot.waitSignal(model.modelReset):
        model.set_games([game(1), game(2)], 2)
