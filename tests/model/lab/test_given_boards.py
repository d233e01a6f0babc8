"""Tests of boards read from JSON lines, and of the errors for lines that hold no board."""

from __future__ import annotations

import json
import re

import pytest

from minesweeper_qt.model import CLASSIC_RULES, CS50_RULES, BoardsSyntaxError, GivenBoard, read_boards

GOOD = {"height": 2, "width": 3, "mines": [[0, 1], [0, 0]], "start": [1, 2]}


def test_a_board_per_line():
    other = {"height": 1, "width": 2, "mines": [[0, 1]], "start": None}
    lines = [json.dumps(GOOD) + "\n", "\n", json.dumps(other), "  "]
    expected = GivenBoard(2, 3, ((0, 0), (0, 1)), (1, 2)), GivenBoard(1, 2, ((0, 1),), None)
    assert read_boards(lines, CS50_RULES) == expected


def test_the_order_of_the_mines_makes_no_other_board():
    turned = {**GOOD, "mines": GOOD["mines"][::-1]}
    assert read_boards([json.dumps(GOOD)]) == read_boards([json.dumps(turned)])


def with_(**changes: object) -> str:
    return json.dumps({**GOOD, **changes})


def without(name: str) -> str:
    return json.dumps({key: value for key, value in GOOD.items() if key != name})


@pytest.mark.parametrize(
    "line, reason",
    [
        ("{", "no JSON at column 2: .*"),
        ("game,seed", "no JSON at column 1: .*"),
        ("9" * 5000, "no JSON: too long a number or too many brackets"),
        ("[" * 100_000, "no JSON: too long a number or too many brackets"),
        ("[1]", r"\[1\]; expected an object with height, width, mines, start"),
        (without("width"), "'width' is missing"),
        (without("mines"), "'mines' is missing"),
        (with_(mine=[]), "'mine' is not known; allowed are height, width, mines, start"),
        (with_(height=0), "height: 0; allowed are whole numbers from 1 to 1000"),
        (with_(width=1001), "width: 1001; allowed are whole numbers from 1 to 1000"),
        (with_(width="3"), "width: '3'; allowed are whole numbers from 1 to 1000"),
        (with_(height=2.0), "height: 2.0; allowed are whole numbers from 1 to 1000"),
        (with_(height=True), "height: True; allowed are whole numbers from 1 to 1000"),
        (with_(mines=3), r"mines: 3; expected a list of cells \[row, column\]"),
        (with_(mines=[0, 1]), r"mines: 0; expected two whole numbers, \[row, column\]"),
        (with_(mines=[[0, 1, 2]]), r"mines: \[0, 1, 2\]; expected two whole numbers, \[row, column\]"),
        (with_(mines=[[0, "1"]]), r"mines: \[0, '1'\]; expected two whole numbers, \[row, column\]"),
        (with_(mines=[[2, 0]]), r"mines: \(2, 0\) is off the board; allowed are \(0, 0\) to \(1, 2\)"),
        (with_(mines=[[0, -1]]), r"mines: \(0, -1\) is off the board; .*"),
        (with_(mines=[[0, 1], [0, 0], [0, 1]]), r"mines: \(0, 1\) is there twice"),
        (with_(mines=[]), "mines: 0 of 6 cells; allowed are 1 to all but one"),
        (with_(mines=[[i, j] for i in (0, 1) for j in (0, 1, 2)]), "mines: 6 of 6 cells; allowed are 1 to all but one"),
        (with_(start=None), "'start' is missing: by these rules the first click is no mine"),
        (without("start"), "'start' is missing: by these rules the first click is no mine"),
        (with_(start=[1, 3]), r"start: \(1, 3\) is off the board; .*"),
        (with_(start=5), r"start: 5; expected two whole numbers, \[row, column\]"),
        (with_(start=[0, 0]), r"start: \(0, 0\) is a mine, which the first click can't be by these rules"),
    ],
)
def test_a_bad_line_is_named_by_its_number(line, reason):
    with pytest.raises(BoardsSyntaxError) as wrong:
        read_boards([json.dumps(GOOD), "", line, "{"], CLASSIC_RULES)
    assert re.fullmatch(f"line 3: {reason}", str(wrong.value))
    assert wrong.value.line == 3


def test_a_mine_may_be_the_start_where_the_first_click_may_be_anything():
    assert read_boards([with_(start=[0, 0])], CS50_RULES)[0].start == (0, 0)
