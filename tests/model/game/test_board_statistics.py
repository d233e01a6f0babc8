"""Tests of the 3BV against worked boards, and against clicks counted on random boards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minesweeper_qt.model import CLASSIC_RULES, Action, Board, Minesweeper, State, Verb
from minesweeper_qt.model.game.minesweeper import BoardStatistics
from tests.paths import SHARED

STATISTICS = SHARED / "replays" / "stats.json"


def worked_boards() -> list[Any]:
    return list(json.loads(STATISTICS.read_text())["boards"]) if STATISTICS.exists() else []


@pytest.mark.skipif(not STATISTICS.exists(), reason="the worked boards are not on this machine")
@pytest.mark.parametrize("worked", worked_boards(), ids=lambda worked: str(worked["name"]))
def test_worked_boards_have_their_3bv(worked: dict[str, Any]) -> None:
    cells = {(i, j): mark for i, line in enumerate(worked["layout"]) for j, mark in enumerate(line)}
    mines = frozenset(cell for cell, mark in cells.items() if mark == "*")
    assert len(mines) == worked["mines"]
    measured = BoardStatistics(Board(worked["height"], worked["width"]), mines)
    assert (measured.three_bv, len(measured.openings)) == (worked["bbbv"], worked["openings"])


@pytest.mark.parametrize("seed", range(20))
def test_a_click_into_each_opening_and_on_each_lone_number_wins(seed: int) -> None:
    height, width = 4 + seed % 7, 5 + seed % 5
    # The first click of a restarted game moves no mine.
    game = Minesweeper(height, width, 1 + seed, rules=CLASSIC_RULES, seed=seed).restarted()
    measured = BoardStatistics(Board(height, width), frozenset(game.mines))
    clicks = [next(cell for cell in sorted(opening) if not game.nearby_mines(cell)) for opening in measured.openings]
    clicks += sorted(measured.lone_numbers)
    assert len(clicks) == measured.three_bv
    for done, cell in enumerate(clicks):
        assert measured.solved(game.clues) == done
        assert cell not in game.clues
        game.play(Action(Verb.REVEAL, cell))
    assert game.state is State.WON
    assert measured.solved(game.clues) == measured.three_bv


@pytest.mark.parametrize(
    "mines, openings, lone",
    [
        (frozenset(), 1, 0),
        (frozenset({(0, 0)}), 1, 0),
        (frozenset({(1, 1)}), 0, 8),
        (frozenset(Board(3, 3).cells), 0, 0),
    ],
    ids=["no mine", "one in the corner", "one in the middle", "nothing but mines"],
)
def test_small_boards(mines: frozenset[tuple[int, int]], openings: int, lone: int) -> None:
    measured = BoardStatistics(Board(3, 3), mines)
    assert (len(measured.openings), len(measured.lone_numbers)) == (openings, lone)
    assert measured.three_bv == openings + lone
