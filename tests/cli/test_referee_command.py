"""Tests of the command `referee`: its text, its JSON and its one-line error messages."""

from __future__ import annotations

import json
import re

import pytest

from tests.paths import ROOT

CHAPTER = ROOT / "resources" / "help" / "86-solvers.md"
LINES = [
    {"position": "3x1x1\n1HH", "mines": [[0, 1]], "because": [{"cell": [0, 1], "clues": [[0, 0]], "mines": True}]},
    {"position": "4x2x2\n1HHH\nHHHH", "safe": [[0, 1]], "risks": [[None, 0.5, None, None], [None] * 4]},
    {
        "position": "3x2x1\n1HH\n1HH",
        "safe": [[0, 2], [1, 2]],
        "because": [{"cell": [0, 2], "clues": [[1, 0]]}, {"cell": [1, 2], "clues": [[0, 1], [7, 7]]}],
    },
]
TEXT = """\
claims: 5, 2 false; reasons: 3, 2 false, 1 of them name no clue; clues that the others name: 2, 1 needless
line 3: (0, 1) is called safe; its risk is 33.33 %
   4x2x2
   1HHH
   HHHH
line 3: (0, 1) is given a risk of 50 %; its risk is 33.33 %
   4x2x2
   1HHH
   HHHH
line 4: (0, 2) is called safe because of (1, 0); what it names leaves that open
   3x2x1
   1MM
   1HH
line 4: (1, 2) is called safe because of (0, 1) and (7, 7); (0, 1) is covered
   3x2x1
   1HH
   1HH
"""


def lines(*values: object) -> str:
    return "\n".join(["", *map(json.dumps, values), ""])


def test_what_is_false_is_said_with_its_line_and_what_refutes_it(run_on) -> None:
    assert run_on(lines(*LINES), "referee", "FILE") == (1, TEXT, "")
    assert run_on(lines(LINES[0]), "referee", "FILE")[0] == 0


def test_programs_read_json(run_on) -> None:
    code, output, errors = run_on(lines(*LINES), "referee", "--json", "FILE")
    found = json.loads(output)
    assert (code, errors) == (1, "")
    assert found["claims"] == {"all": 5, "false": 2}
    assert found["reasons"] == {"all": 3, "false": 2, "errors": 1, "named": 2, "needless": 1}
    faults = [(one["line"], one["layout"]) for one in found["faults"]]
    assert faults == [(3, None), (3, None), (4, [[0, 1], [0, 2]]), (4, None)]


def test_the_example_of_the_chapter_is_what_is_printed(run_on) -> None:
    (example,) = re.findall(r"```console\n(.*?)```", CHAPTER.read_text(encoding="utf-8"), re.DOTALL)
    _, content, printed = re.split(r"^\$ .*\n", example, flags=re.MULTILINE)
    assert run_on(content, "referee", "FILE")[:2] == (1, printed)


@pytest.mark.parametrize(
    "line, message",
    [
        ("{", "line 2: no JSON at column 2: Expecting property name enclosed in double quotes"),
        ({"cell": [0, 1]}, "line 2: 'cell' is not known; allowed are position, open, safe, mines, risks, because"),
        ({"safe": []}, "line 2: 'position' is missing"),
        ({"position": 7}, "line 2: position: 7; expected text, WIDTHxHEIGHTxMINES and a line per row"),
        ({"position": "3x1x1\n1Hx"}, "line 2: line 2, column 3: 'x'; allowed are 0-8, H (covered)"),
        ({"position": "2x1x1\n0H"}, "line 2: no layout agrees with this position: its clues can't be had with 1 mines"),
        ({"position": "3x1x1\n1HH", "safe": 3}, "line 2: safe: 3; expected a list of cells [row, column]"),
    ],
)
def test_a_line_that_can_not_be_read_is_one_sentence(run_on, line, message) -> None:
    content = f"\n{line}\n" if isinstance(line, str) else lines(line)
    code, output, errors = run_on(content, "referee", "FILE")
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"minesweeper-qt: error: FILE: {message}")
