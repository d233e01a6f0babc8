"""Tests of sentences and agent against the checks from the data of the CS50 course."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minesweeper_qt.model import MinesweeperAI, Sentence
from minesweeper_qt.model.student.course_checks import checks_data
from tests.paths import SHARED

SOURCE = SHARED / "cs50" / "checks.json"
CHECKS = checks_data()


def cells(pairs: list[list[int]]) -> set[tuple[int, int]]:
    return {(i, j) for i, j in pairs}


def sentence_id(check: dict[str, Any]) -> str:
    mark = next((key for key in ("mark_mine", "mark_safe") if key in check), None)
    kind = f"{mark}_{'inside' if check[mark] in check['cells'] else 'outside'}" if mark else list(check)[-1]
    return f"{kind}_of_{len(check['cells'])}_cells_with_{check['count']}"


def knowledge_id(case: dict[str, Any]) -> str:
    marks = next((f"{key}_" for key in case if key.startswith("then_") and key != "then_learn"), "")
    return f"{marks}{list(case)[-1]}_after_{'_'.join(f'{i},{j}={count}' for (i, j), count in case['learn'])}"


def agent_after(height: int, width: int, learn: list[Any]) -> MinesweeperAI:
    ai = MinesweeperAI(height=height, width=width)
    for cell, count in learn:
        ai.add_knowledge(tuple(cell), count)
    return ai


def test_there_are_23_checks() -> None:
    kinds = ("sentence", "make_safe_move", "make_random_move")
    assert sum(len(CHECKS[kind]) for kind in kinds) + len(CHECKS["add_knowledge"]["cases"]) == 23


@pytest.mark.parametrize("check", CHECKS["sentence"], ids=sentence_id)
def test_sentence(check: dict[str, Any]) -> None:
    sentence = Sentence(cells(check["cells"]), check["count"])
    if "mark_mine" in check:
        sentence.mark_mine(tuple(check["mark_mine"]))
    if "mark_safe" in check:
        sentence.mark_safe(tuple(check["mark_safe"]))
    if "known_mines" in check:
        assert sentence.known_mines() == cells(check["known_mines"])
    if "known_safes" in check:
        assert sentence.known_safes() == cells(check["known_safes"])
    if "then_cells" in check:
        assert sentence == Sentence(cells(check["then_cells"]), check["then_count"])


@pytest.mark.parametrize("case", CHECKS["add_knowledge"]["cases"], ids=knowledge_id)
def test_add_knowledge(case: dict[str, Any]) -> None:
    ai = agent_after(CHECKS["add_knowledge"]["height"], CHECKS["add_knowledge"]["width"], case["learn"])
    ai.mines.update(cells(case.get("then_mines_updated_with", [])))
    ai.safes.update(cells(case.get("then_safes_updated_with", [])))
    for cell, count in case.get("then_learn", []):
        ai.add_knowledge(tuple(cell), count)
    for name in ("moves_made", "safes", "mines"):
        if name in case:
            assert getattr(ai, name) == cells(case[name])
        if f"{name}_include" in case:
            assert getattr(ai, name) >= cells(case[f"{name}_include"])
    if "knows" in case:
        assert Sentence(cells(case["knows"]["cells"]), case["knows"]["count"]) in ai.knowledge


@pytest.mark.parametrize("case", CHECKS["make_safe_move"], ids=["opened_area", "not_a_made_move", "none_known"])
def test_make_safe_move(case: dict[str, Any]) -> None:
    move = agent_after(case["height"], case["width"], case["learn"]).make_safe_move()
    if "one_of" in case:
        assert move in cells(case["one_of"])
    if "not" in case:
        assert move not in cells(case["not"])
    if "none" in case:
        assert move is None


@pytest.mark.parametrize("case", CHECKS["make_random_move"], ids=["neither_made_nor_a_mine"])
def test_make_random_move(case: dict[str, Any]) -> None:
    ai = agent_after(case["height"], case["width"], case["learn"])
    moves = {ai.make_random_move() for _ in range(case["calls"])}
    assert moves.isdisjoint(cells(case["never"]))
    assert None not in moves


def test_the_copy_of_the_checks_is_the_course_data() -> None:
    if not SOURCE.exists():
        pytest.skip(f"{SOURCE} is not on this machine")
    # "about" also says here whose words these are.
    assert {**json.loads(SOURCE.read_text(encoding="utf-8")), "about": CHECKS["about"]} == CHECKS
