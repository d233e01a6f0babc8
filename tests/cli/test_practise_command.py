"""Tests of ``minesweeper-qt practise``: positions as text, JSON and a page, and files that are generated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from minesweeper_qt.model import Position, mine_probabilities, short_proof, short_text
from minesweeper_qt.model.practice.practice_position import Topic, positions_of


@pytest.fixture
def practise(run):
    """Return a function that runs the command and returns its exit code, output and errors."""
    return lambda *options: run("practise", *options)


def test_each_position_is_printed_with_what_is_certain_and_a_proof(practise) -> None:
    code, output, errors = practise("--topic", "1-2", "--n", 3, "--seed", 5)
    assert (code, errors) == (0, "")
    shipped = {practice.position for practice in positions_of(Topic.ONE_TWO)}
    blocks = output.rstrip().split("\n\n")
    assert len(blocks) == 3
    for number, block in enumerate(blocks, 1):
        title, size, *lines = block.splitlines()
        height = int(size.split("x")[1])
        position = Position.from_text("\n".join([size, *lines[:height]]))
        assert position in shipped
        assert title.startswith(f"{number}. 1-2: {position.width}×{position.height}, {position.mines} mines")
        found = mine_probabilities(position)
        named = re.findall(r"(Safe|Mines): ((?:\(\d, \d\)(?:, )?)+)", lines[height])
        cells = {name: set(re.findall(r"\((\d), (\d)\)", text)) for name, text in named}
        assert cells.get("Safe") == {(str(i), str(j)) for i, j in found.safe}
        assert cells.get("Mines", set()) == {(str(i), str(j)) for i, j in found.mines}
        row, column = re.match(r"\((\d), (\d)\) is safe\. 1-2 pattern", lines[height + 1]).groups()
        assert short_text(short_proof(position, (int(row), int(column)))) == "\n".join(lines[height + 1 :])


def test_json_is_a_list_of_positions_with_their_answers(practise) -> None:
    code, output, _ = practise("--n", 4, "--seed", 2, "--json")
    assert (code, practise("--n", 4, "--seed", 2, "--json")) == (0, (0, output, ""))
    assert output != practise("--n", 4, "--seed", 3, "--json")[1]
    for one in json.loads(output):
        assert list(one) == ["topic", "mines", "rows", "safe", "certain_mines"]
        rows = one["rows"]
        position = Position.from_text("\n".join([f"{len(rows[0])}x{len(rows)}x{one['mines']}", *rows]))
        assert position in {practice.position for practice in positions_of(Topic(one["topic"]))}
        found = mine_probabilities(position)
        assert [one["safe"], one["certain_mines"]] == [[*map(list, sorted(each))] for each in (found.safe, found.mines)]


def test_the_page_has_the_answers_on_another_sheet(practise, tmp_path: Path) -> None:
    target = tmp_path / "sheet.html"
    assert practise("--topic", "count", "--n", 2, "--seed", 1, "--html", target) == (0, "", "")
    page = target.read_text(encoding="utf-8")
    questions, answers = page.split('<h2 class="answers">Answers</h2>')
    assert ".answers { break-before: page }" in questions
    assert (questions.count("<svg"), answers.count("<svg")) == (2, 2)
    assert ", certainly safe" not in questions
    assert ", certainly safe" in answers
    # A proof that starts from what is known may take less than the level.
    assert answers.count(") is safe. ") == 2


@pytest.mark.slow
def test_what_is_generated_is_the_same_file_again(practise, tmp_path: Path) -> None:
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        assert practise("--generate", tmp_path / folder, "--topic", "subset", "--n", 3) == (0, "", "")
    first, second = ((tmp_path / folder / "subset.txt").read_bytes() for folder in ("one", "other"))
    assert first == second
    assert first.decode().splitlines() == [practice.key for practice in positions_of(Topic.SUBSET)[:3]]


@pytest.mark.parametrize(
    "options, allowed",
    [
        (["--topic", "missed"], "allowed are clue, subset, overlap, count, cases, 1-1, 1-2, 1-2-1, 1-2-2-1"),
        (["--n", "0"], "allowed are 1 to 1000"),
        (["--n", "1000", "--topic", "1-2"], f"allowed are 1 to {len(positions_of(Topic.ONE_TWO))}"),
        (["--seed", "x"], "allowed are 0 to 999999999999999999"),
        (["--html", "sheet.txt"], "allowed is a file name that ends in .html"),
        (["--generate", "no-such-folder"], "allowed is a folder"),
        (["--generate", ".", "--json"], "--generate goes only with --topic, --n and --seed"),
    ],
)
def test_wrong_input_is_one_line_that_says_what_is_allowed(refused, options: list[str], allowed: str) -> None:
    assert allowed in refused("practise", *options)
