"""Tests of the command `explain`: its text, its JSON and its one-line error messages."""

from __future__ import annotations

import io
import json
import re
from fractions import Fraction

import pytest

from minesweeper_qt.cli import output, program
from minesweeper_qt.model import Position, Proof, explain, mine_probabilities, short_proof, short_text
from minesweeper_qt.model.evidence.proof_step import MARK
from tests.cli.conftest import LATTICE

SURE = "5x3x3\nHHHH1\nHHHHH\nHHHH2\n"
CHAIN = "3x2x1\nHHH\n11H\n"
COUNT = "5x2x2\n1HHH1\nHHHHH\n"
TAKEN = "4x1x2\nM1HH\n"


@pytest.fixture
def explained(run_on):
    """Write a text or bytes to a file, explain a cell of that, and return exit code, output and errors."""
    return lambda content, *arguments: run_on(content, "explain", "FILE", *arguments)


def cells_of(text: str) -> list[tuple[int, int]]:
    return sorted(Position.from_text(text).covered)


# -- for people


@pytest.mark.parametrize("text", [SURE, CHAIN, COUNT, TAKEN])
def test_what_is_printed_is_the_short_proof_or_the_two_layouts(explained, text: str) -> None:
    for i, j in cells_of(text):
        found = short_proof(Position.from_text(text), (i, j))
        expected = short_text(found) if isinstance(found, Proof) else str(found)
        assert explained(text, i, j) == (0, f"{expected}\n", "")
        assert expected.startswith(f"({i}, {j}) is ")


@pytest.mark.parametrize("text", [SURE, CHAIN, COUNT, TAKEN])
def test_the_proof_from_the_clues_is_printed_on_demand(explained, text: str) -> None:
    for i, j in cells_of(text):
        found = explain(Position.from_text(text), (i, j))
        assert explained(text, i, j, "--from-clues") == (0, f"{found}\n", "")


@pytest.mark.parametrize("text", [SURE, CHAIN, COUNT])
def test_the_picture_has_the_verdict_on_the_cell_and_the_clues(explained, tmp_path, text: str) -> None:
    target = tmp_path / "cell.svg"
    for i, j in cells_of(text):
        assert explained(text, i, j, "--svg", target) == explained(text, i, j)
        found = short_proof(Position.from_text(text), (i, j))
        word = "in question"
        if isinstance(found, Proof):
            word = "certainly a mine" if found.is_mine else "certainly safe"
            for row, column in found.clues:
                assert re.search(rf"row {row}, column {column}: \d, clue that is read<", target.read_text())
        assert re.search(rf"row {i}, column {j}: .*{word}<", target.read_text())


def test_unfolded_a_known_cell_has_the_reason_why_it_is_known(explained) -> None:
    brief = explained(TAKEN, 0, 2)[1].splitlines()
    assert brief == [
        "(0, 2) is safe. Level clue: one clue alone.",
        f"The 1 at (0, 1) has its mine already, (0, 0) {MARK}. So (0, 2) is safe.",
    ]
    *same, reason = explained(TAKEN, 0, 2, "--unfold")[1].splitlines()
    assert same == brief
    assert reason == "    (0, 0) is a mine: marked."


def test_of_a_cell_that_is_not_settled_two_layouts_are_shown(explained) -> None:
    code, output, errors = explained(SURE, 0, 0)
    assert (code, errors) == (0, "")
    assert "(0, 0) is not settled: it is a mine in 2 of the 18 layouts" in output
    assert "Both can be: if (0, 0) is a mine, (0, 1) is safe, and the other way round." in output
    assert "a mine at (0, 0)   none there\n [*]. . . 1         [.]* . . 1\n" in output
    assert output.endswith("The position: (0, 3) is provably safe.\n")


@pytest.mark.parametrize("encoding, sign", [("ascii", ">"), ("latin-1", ">"), ("utf-8", MARK)])
def test_the_mark_of_known_is_written_in_any_encoding(monkeypatch, tmp_path, encoding: str, sign: str) -> None:
    path = tmp_path / "board.txt"
    path.write_text(TAKEN)
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding)
    monkeypatch.setattr("sys.stdout", stream)
    assert program.main(["explain", str(path), "0", "2"]) == 0
    stream.flush()
    assert f"(0, 0) {sign}. So (0, 2) is safe." in written.getvalue().decode(encoding)


def test_characters_that_an_encoding_lacks_are_written_as_their_codes(monkeypatch) -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, "latin-1")
    monkeypatch.setattr("sys.stdout", stream)
    assert output.write_output("\N{ARABIC-INDIC DIGIT THREE} × \ud800")
    assert written.getvalue().decode("latin-1").rstrip() == "\\u0663 × \\ud800"


# -- for programs


@pytest.mark.parametrize("text", [SURE, CHAIN, COUNT, TAKEN])
def test_json_agrees_with_the_explanation(explained, text: str) -> None:
    position = Position.from_text(text)
    for i, j in cells_of(text):
        code, output, errors = explained(text, i, j, "--json")
        assert (code, errors, output.count("\n")) == (0, "", 1)
        result = json.loads(output)
        assert (result["height"], result["width"], result["mines"]) == (position.height, position.width, position.mines)
        found = explain(position, (i, j))
        assert result["cell"] == [i, j]
        if isinstance(found, Proof):
            assert result["verdict"] == ("mine" if found.is_mine else "safe")
            assert result["level"] == str(found.level)
            assert [step["number"] for step in result["steps"]] == [step.number for step in found.steps]
            assert [step["cells"] for step in result["steps"]] == [[*map(list, sorted(s.cells))] for s in found.steps]
            assert result["clues"] == [list(clue) for clue in found.clues]
            lines = short_text(short_proof(position, (i, j))).splitlines()
            written = result["outline"]
            assert [written["text"], *("  " * line["depth"] + line["text"] for line in written["lines"])] == lines
        else:
            assert (result["verdict"], result["level"]) == ("unknown", None)
            chances = mine_probabilities(position)
            assert Fraction(result["probability"]) == chances.probability[i, j]
            assert int(result["layouts"]) == chances.layouts
            assert [i, j] in result["with_mine"]
            assert [i, j] not in result["without"]
            for layout in (result["with_mine"], result["without"]):
                assert layout == sorted(layout)
                assert len(layout) == position.mines


# -- mistakes


@pytest.mark.parametrize(
    "content, cell, message",
    [
        ("", (0, 0), "FILE, line 1, column 1: nothing there; expected WIDTHxHEIGHTxMINES, such as 30x16x99"),
        ("3x1x1\n1HH\n", (0, 0), "FILE: (0, 0) is revealed; allowed are covered cells"),
        ("3x1x1\n1HH\n", (1, 0), "FILE: (1, 0) is not on the board: rows are 0 to 0, columns 0 to 2"),
        ("3x1x1\n3H0\n", (0, 1), "FILE: no layout agrees with this position: the clue 3 at (0, 0) can't be"),
        ("3x1x1\n1HH\n", ("x", 0), "ROW: 'x' is not a whole number; allowed are 0 to the number of rows - 1"),
        ("3x1x1\n1HH\n", (0, "1.5"), "COL: '1.5' is not a whole number; allowed are 0 to the number of columns - 1"),
        ("3x1x1\n1HH\n", (0,), "the following arguments are required: COL"),
        ("3x1x1\n1HH\n", (0, 1, 2), "unknown: '2'; minesweeper-qt explain --help lists what is allowed"),
        ("3x1x1\n1HH\n", (0, 1, "--jsno"), "unknown: '--jsno'; minesweeper-qt explain --help lists what is allowed"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(explained, content, cell, message) -> None:
    for arguments in ((), ("--json",)):
        assert explained(content, *cell, *arguments) == (2, "", f"minesweeper-qt: error: {message}\n")


@pytest.mark.slow
def test_a_position_that_is_too_hard_gives_exit_code_1(explained) -> None:
    message = "whether (0, 0) is a mine takes more counting than the engine does, and no rule settles it"
    assert explained(LATTICE, 0, 0) == (1, "", f"minesweeper-qt: error: FILE: {message}\n")
