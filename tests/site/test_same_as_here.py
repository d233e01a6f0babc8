"""Python in Pyodide, under Node, gives the same bytes as Python here: positions, proofs, and checks of agents."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model.student.auditor import audit
from minesweeper_qt.page.prove import answer
from tests.model.student.support.corpus import EXPECTED
from tests.model.support.corpus_files import source_of
from tests.model.support.positions import seen_in_game
from tests.paths import ROOT

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("chromium")]

POSITIONS, PROOFS, PARTS = 10_000, 200, 20
GAMES = 3

NOT_CHECKED = {"exit_in_add_knowledge": "ends Python", "memory": "has no limit of memory"}
"""The agents that are not checked on the page, and why: there is no process to end."""

SETS = "goes through sets, whose order is another one where hashes have 32 bits"
TIME = "is stopped at another line when its time is up"
WORDS = "shows words of Python's own that other versions have changed"
DIFFERENT = {
    **dict.fromkeys(
        (
            *("cell_itself_sets", "cells_are_numbers", "exception_key_error", "hang_with_wrong_counts"),
            *("inferred_not_passed_on", "infers_once_dataclasses", "infers_once_sets"),
            *("known_mines_kept_sets", "known_safes_kept_dataclasses", "marks_and_subset_rule_missing"),
            *("marks_first_sentence_only", "marks_not_passed_on_sets", "mines_not_subtracted_sets"),
            *("move_random_fails_at_once", "move_random_mine", "newest_only_sets", "no_subset_rule_sets"),
            *("output_flood", "sample_of_a_set", "sentences_looked_at_last", "shared_difference_sets"),
            *("unsound_almost_all", "unsound_count_kept", "unsound_difference"),
        ),
        SETS,
    ),
    **dict.fromkeys(
        ("game_loop_at_import", "hang_in_add_knowledge", "list_growing_while_iterated", "move_random_endless"), TIME
    ),
    **dict.fromkeys(("exception_in_move", "recursion_endless"), WORDS),
}
"""The agents whose checks pass and fail as here, with the same causes, but whose examples differ, and why."""


@pytest.fixture
def in_pyodide(page_folder: Path, tmp_path: Path) -> Callable[[list[Any]], list[str]]:
    """Return a function that answers questions in Pyodide."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")

    def ask(questions: list[Any]) -> list[str]:
        files = [tmp_path / "asked.json", tmp_path / "answered.json"]
        files[0].write_text(json.dumps(questions), "utf-8")
        script = ROOT / "tests" / "site" / "support" / "in_node.mjs"
        subprocess.run([node, script, page_folder / "prove", *files], check=True, timeout=880)
        answered: list[str] = json.loads(files[1].read_text("utf-8"))
        return answered

    return ask


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_and_proofs_have_the_same_answers(in_pyodide, part: int) -> None:
    chance = random.Random(part)
    asked = []
    for number in range(POSITIONS // PARTS):
        height, width = chance.randint(2, 16), chance.randint(2, 30)
        mines = chance.randint(1, max(1, height * width // 5))
        position = seen_in_game(height, width, mines, chance.randrange(10**9), chance.random())
        question: dict[str, object] = {"text": position.to_text()}
        if number < PROOFS // PARTS and position.covered:
            question["cell"] = chance.choice(sorted(position.covered))
        asked.append(json.dumps(question))
    for question, found in zip(asked, in_pyodide([["answer", each] for each in asked]), strict=True):
        assert found == answer(question), question


def verdict(report: dict[str, Any]) -> object:
    """Return what a report says without its examples: checks, skills, and which causes were found, how bad."""
    checks = [check["passed"] for check in report["checks"]]
    found = [(each["severity"], each["cause"]) for each in report["findings"]]
    return checks, report["skills"], report["skills_not_run"], report["games"], found


@pytest.mark.parametrize("part", range(PARTS))
def test_an_agent_is_checked_as_by_the_program(in_pyodide, tmp_path: Path, part: int) -> None:
    names = [name for name in sorted(EXPECTED) if name not in NOT_CHECKED][part::PARTS]
    found = in_pyodide([["check", "minesweeper.py", source_of(name), GAMES] for name in names])
    for name, made in zip(names, found, strict=True):
        file = tmp_path / "minesweeper.py"
        file.write_text(source_of(name), "utf-8")
        here, there = json.loads(json.dumps(audit(file, games=GAMES).to_json())), json.loads(made)["json"]
        assert verdict(here) == verdict(there), name
        here["repair"] = there["repair"]  # which tests are slow decides which functions are changed first
        assert here == there or name in DIFFERENT, name
