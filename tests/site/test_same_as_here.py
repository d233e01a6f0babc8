"""Python in Pyodide, under Node, gives the same bytes as Python here: positions, proofs, and checks of agents."""

from __future__ import annotations

import json
import os
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

DIFFERENT = {
    # A process of its own is ended, which the page can't do with its Python.
    "exit_in_add_knowledge": "ends Python",
    "memory": "has no limit of memory",
}
"""The agents that are not checked on the page as here, and why."""


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


@pytest.mark.parametrize("part", range(PARTS))
def test_an_agent_is_checked_as_by_the_program(in_pyodide, tmp_path: Path, part: int) -> None:
    names = [name for name in sorted(EXPECTED) if name not in DIFFERENT][part::PARTS]
    found = in_pyodide([["check", "minesweeper.py", source_of(name), GAMES] for name in names])
    different = []
    for name, made in zip(names, found, strict=True):
        file = tmp_path / "minesweeper.py"
        file.write_text(source_of(name), "utf-8")
        here, there = json.loads(json.dumps(audit(file, games=GAMES).to_json())), json.loads(made)["json"]
        different += [(name, key, here[key], there[key]) for key in here if here[key] != there[key]]
        if folder := os.environ.get("MINESWEEPER_REPORTS"):
            Path(folder, f"{name}.json").write_text(json.dumps([here, there], indent=1))
    assert not different
