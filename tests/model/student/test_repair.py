"""Small changes of a file: what they change, and the line of a fault that one of them mends."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path

import pytest

from minesweeper_qt.model.student.course_checks import run_checks
from minesweeper_qt.model.student.finding import Repair
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.repair import find_repair
from minesweeper_qt.model.student.skills import try_skills
from minesweeper_qt.model.student.source_edits import EditKind, SourceEdits
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits
from tests.model.student.support.mutants import mutants
from tests.model.support.corpus_files import names, source_of

SOURCE = source_of("correct_pairwise")
FAULTS = [
    ("self.cells = set(cells)", "self.cells = cells", EditKind.SET, "cells"),
    ("Sentence(s2.cells - s1.cells", "Sentence(s2.cells & s1.cells", EditKind.OPERATOR, "&"),
    ("s2.count - s1.count", "s2.count + s1.count", EditKind.OPERATOR, "+"),
    ("0 <= i < self.height", "0 < i < self.height", EditKind.COMPARISON, "<"),
    ("0 <= i < self.height", "0 <= i < self.width", EditKind.ATTRIBUTE, "width"),
    ("cell[0] + 2", "cell[0] + 1", EditKind.NUMBER, "1"),
    (
        "            self.cells.remove(cell)\n            self.count -= 1",
        "            self.cells.remove(cell)",
        None,
        "",
    ),
    ("self.mark_mine(mine)", "sentence.mark_mine(mine)", EditKind.OBJECT, "sentence"),
    (
        "self.moves_made.add(cell)\n        self.mark_safe(cell)",
        "self.moves_made.add(cell)\n        self.safes.add(cell)",
        EditKind.CALL,
        "self.safes.add",
    ),
    (
        "if (i, j) == cell:",
        "if i == cell[0] or j == cell[1]:",
        EditKind.DELETE,
        "if i == cell[0] or j == cell[1]: continue",
    ),
    ("        if cells:\n", "        if len(cells) > 1:\n", EditKind.CONDITION, "len(cells) > 1"),
    (
        "        self.mark_safe(cell)\n\n",
        "        self.mark_safe(cell)\n        count += 1\n",
        EditKind.DELETE,
        "count += 1",
    ),
    ("        self.knowledge += new", "        self.knowledge = new", EditKind.OPERATOR, "="),
    (
        "moves = []\n        for i",
        "moves = []\n        moves = self.safes\n        for i",
        EditKind.DELETE,
        "moves = self.safes",
    ),
]
"""What is replaced in a correct agent by what, of what kind the change is that mends it, and in place of what."""


def repaired(source: str) -> Repair | None:
    """Return the repair that is found for an agent that fails in checks or experiments."""
    file = StudentFile.of(Path("minesweeper.py"), source.encode())

    def open_process(limits: Limits) -> StudentProcess:
        return StudentProcess(file, limits)

    with open_process(Limits()) as process:
        checks, skills = run_checks(process), try_skills(process)
    return find_repair(file, open_process, checks, skills, ())


def changed_lines(right: str, wrong: str) -> set[int]:
    """Return the lines of the wrong source that differ, with those beside what was taken out."""
    found: set[int] = set()
    matcher = difflib.SequenceMatcher(None, right.splitlines(), wrong.splitlines(), autojunk=False)
    for kind, _, _, begin, end in matcher.get_opcodes():
        if kind != "equal":
            found |= {*range(begin, end + 2)} if begin == end else {*range(begin + 1, end + 1)}
    return found


@pytest.mark.parametrize("name", sorted(name for name in names() if name.startswith("correct_")))
def test_an_edit_changes_the_place_that_it_names_and_nothing_else(name: str) -> None:
    source = source_of(name)
    edits, lines = SourceEdits(source).all(), source.splitlines()
    assert {edit.kind for edit in edits} >= {*EditKind} - {EditKind.ANY_ALL, EditKind.TEXT, EditKind.INDENT}
    broken = 0
    for edit in edits:
        new = SourceEdits(source).applied(edit)
        assert new != source
        try:
            ast.parse(new)
        except SyntaxError:
            broken += 1
        assert edit.function in source
        assert edit.line <= len(lines)
    assert broken < len(edits) / 50


def test_two_names_are_exchanged_in_all_arguments_of_a_call() -> None:
    edits = SourceEdits("def f(a, b):\n    g(a.x - b.x, a.y - b.y)\n")
    new = [edits.applied(edit) for edit in edits.all() if (edit.kind, edit.old) == (EditKind.SWAP, "a and b")]
    assert new == ["def f(a, b):\n    g(b.x - a.x, b.y - a.y)\n"]


@pytest.mark.slow
@pytest.mark.parametrize("right, wrong, kind, old", FAULTS)
def test_the_line_of_a_fault_is_found_and_what_helps_there(right: str, wrong: str, kind: EditKind, old: str) -> None:
    source = SOURCE.replace(right, wrong, 1)
    assert source != SOURCE
    found = repaired(source)
    if kind is None:  # two statements are missing, and no small change brings them
        assert found is None
        return
    assert found is not None
    assert found.line.line in changed_lines(SOURCE, source)
    assert (found.kind, found.old) == (kind, old)
    assert found.line.text in source


@pytest.mark.slow
def test_nothing_is_changed_where_nothing_fails_and_nothing_found_where_two_faults_are() -> None:
    assert repaired(SOURCE) is None
    two = SOURCE.replace("cell[0] + 2", "cell[0] + 1", 1).replace("s2.count - s1.count", "s2.count + s1.count")
    assert repaired(two) is None


@pytest.mark.long
@pytest.mark.parametrize("base", ["dataclasses", "frozensets", "pairwise", "recursion"])
def test_no_line_is_named_in_which_a_mutant_is_right(base: str) -> None:
    right = source_of(f"correct_{base}")
    tried, found = 0, 0
    for mutant in [mutant for mutant in mutants() if mutant.base == base][::7]:
        repair = repaired(mutant.source)
        tried += 1
        if repair is not None:
            found += 1
            assert repair.line.line in changed_lines(right, mutant.source), (mutant.name, mutant.pairs, repair)
    assert found >= tried / 3
