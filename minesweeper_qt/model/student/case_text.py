"""Writes cases as lines of Python that a student can run, and the cases of a report as a file of tests for pytest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path
from string import Template
from textwrap import wrap

from minesweeper_qt.model.board.board import Board
from minesweeper_qt.model.student.course_checks import set_text
from minesweeper_qt.model.student.finding import WRONG, Case, Finding, Severity, Symptom
from minesweeper_qt.model.student.smallest_case import RANDOM_CALLS
from minesweeper_qt.model.student.student_state import FindingKind

_INDENT = "    "
_WIDTH = 100

_LIMIT = """\
import sys
from time import monotonic

$own


def limited(test):  # lets a test fail that takes longer than 20 seconds
    def run():
        def look(frame, *_):
            frame.f_trace_opcodes = True  # a loop on one line has no lines to count
            assert monotonic() < end, "this does not end"
            return look

        end, before = monotonic() + 20, sys.gettrace()
        sys.settrace(look)
        try:
            test()
        finally:
            sys.settrace(before)

    return run
"""

_LOOP = f"for _ in range({RANDOM_CALLS}):\n    "

_TESTS = {
    Symptom.WRONG_MINE: ("cell_{}_is_not_called_a_mine", "assert $cell not in ai.mines"),
    Symptom.WRONG_SAFE: ("cell_{}_is_not_called_safe", "assert $cell not in ai.safes"),
    Symptom.MISSING_MINE: ("cell_{}_is_found_to_be_a_mine", "assert $cell in ai.mines"),
    Symptom.MISSING_SAFE: ("cell_{}_is_found_to_be_safe", "assert $cell in ai.safes"),
    Symptom.SAFE_MOVE_MISSING: ("make_safe_move_returns_a_known_safe_cell", "assert ai.make_safe_move() is not None"),
    Symptom.SAFE_MOVE_WRONG: (
        "make_safe_move_returns_only_new_safe_cells",
        "left = set(ai.safes) - $learned\nmove = ai.make_safe_move()\nassert move is None or tuple(move) in left",
    ),
    Symptom.RANDOM_MOVE_MISSING: (
        "make_random_move_returns_a_cell_as_long_as_one_is_left",
        # An agent that knows a safe cell need not guess.
        f"{_LOOP}assert ai.make_random_move() is not None or ai.make_safe_move() is not None",
    ),
    Symptom.RANDOM_MOVE_WRONG: (
        "make_random_move_returns_only_cells_that_are_left",
        "left = {(i, j) for i in range($height) for j in range($width)} - $learned - set(ai.mines)\n"
        f"{_LOOP}move = ai.make_random_move()\n    assert move is None or tuple(move) in left",
    ),
    Symptom.SENTENCE_WRONG: (
        "all_sentences_are_right",
        "mines = $mines  # all clues agree with these mines\n"
        "for sentence in ai.knowledge:\n    assert len(mines & set(sentence.cells)) == sentence.count",
    ),
    Symptom.SENTENCE_OFF_BOARD: (
        "all_sentences_are_about_cells_of_the_board",
        "for sentence in ai.knowledge:\n"
        "    assert all(0 <= i < $height and 0 <= j < $width for i, j in sentence.cells)",
    ),
    Symptom.NO_CELLS: (
        "all_cells_are_pairs",
        "for cells in (ai.moves_made, ai.mines, ai.safes, *[sentence.cells for sentence in ai.knowledge]):\n"
        "    assert all(len(cell) == 2 for cell in map(tuple, cells))",
    ),
    Symptom.SENTENCE_DOUBLE: (
        "no_sentence_is_there_twice",
        "sentences = [(frozenset(s.cells), s.count) for s in ai.knowledge if s.cells]\n"
        "assert len(sentences) == len(set(sentences))",
    ),
    Symptom.SENTENCE_EMPTY: ("no_sentence_is_empty", "assert all(sentence.cells for sentence in ai.knowledge)"),
    Symptom.VERDICT_TAKEN_BACK: ("known_cells_stay_known", "assert safes <= set(ai.safes) and mines <= set(ai.mines)"),
    Symptom.MOVE_NOT_RECORDED: ("moves_made_are_the_cells_learned", "assert set(ai.moves_made) == $learned"),
    Symptom.SAFE_MOVE_CHANGES: (
        "make_safe_move_changes_nothing",
        "before = set(ai.moves_made), set(ai.mines), set(ai.safes)\nai.make_safe_move()\n"
        "assert (set(ai.moves_made), set(ai.mines), set(ai.safes)) == before",
    ),
    Symptom.RANDOM_MOVE_CHANGES: (
        "make_random_move_changes_nothing",
        "before = set(ai.mines), set(ai.safes)\n"
        f"{_LOOP}ai.make_random_move()\nassert (set(ai.mines), set(ai.safes)) == before",
    ),
    Symptom.LEARNING_FAILS: ("add_knowledge_ends_without_an_error", ""),
    Symptom.SAFE_MOVE_FAILS: ("make_safe_move_ends_without_an_error", "ai.make_safe_move()"),
    Symptom.RANDOM_MOVE_FAILS: ("make_random_move_ends_without_an_error", f"{_LOOP}ai.make_random_move()"),
}
"""What a test expects: the name of its function after "test_", with the cell in the place of the braces; and lines."""


def case_lines(case: Case, symptom: Symptom) -> list[str]:
    """Return a case as lines of Python, which fail as long as the agent errs; ``MinesweeperAI`` is imported before.

    >>> print(*case_lines(Case(1, 2, (((0, 0), 1),), ((0, 1),)), Symptom.MISSING_MINE), sep="\\n")
    ai = MinesweeperAI(1, 2)
    ai.add_knowledge((0, 0), 1)
    assert (0, 1) in ai.mines
    """
    size = "" if case.has_own_size else f"{case.height}, {case.width}"
    lines = [f"ai = MinesweeperAI({size})", *[f"ai.add_knowledge({cell}, {clue})" for cell, clue in case.observations]]
    if symptom is Symptom.VERDICT_TAKEN_BACK:
        lines.insert(-1, "safes, mines = set(ai.safes), set(ai.mines)")
    if symptom not in _TESTS:
        return lines
    expected = Template(_TESTS[symptom][1]).substitute(
        cell=case.cells[0] if case.cells else (0, 0),
        height=case.height,
        width=case.width,
        learned=set_text(frozenset(cell for cell, _ in case.observations)),
        mines=set_text(case.mines),
    )
    return [*lines, *expected.splitlines()]


def source_of_tests(findings: Iterable[Finding], file: Path) -> str:
    """Return a file of tests for pytest: one for the smallest case of each finding in the agent in ``file``.

    The tests import the agent's module and the standard library, so they run in its folder, and each ends. Those of
    calls that do not end come last. A case that fills the memory is a comment. Of a note, which correct agents may
    have, there is none.

    >>> print(source_of_tests([], Path("minesweeper.py")), end="")
    # Tests of minesweeper.py by "minesweeper-qt check": no finding has a case.
    """
    shown = [(finding, finding.case, finding.symptom) for finding in findings]
    shown = [found for found in shown if found[0].severity is not Severity.NOTE]
    cases = [(finding, case, symptom) for finding, case, symptom in shown if case and symptom in _TESTS]
    if not cases:
        return f'# Tests of {file.name} by "minesweeper-qt check": no finding has a case.\n'
    names: dict[str, int] = {}
    tests = []
    for finding, case, symptom in sorted(cases, key=lambda found: found[0].kind is FindingKind.TIMEOUT):
        assert symptom is not None
        name = _test_name(case, symptom)
        names[name] = names.get(name, 0) + 1
        number = f"_{names[name]}" if names[name] > 1 else ""
        tests.append(_test(finding, f"test_{name}{number}", case_lines(case, symptom)))
    head = (
        f'# The smallest cases of what "minesweeper-qt check" found in {file.name}. Run them beside it with pytest.\n'
    )
    return "\n\n".join([head + Template(_LIMIT).substitute(own=_import(file.stem)), *tests])


def _test_name(case: Case, symptom: Symptom) -> str:
    cell = case.cells[0] if case.cells else (0, 0)
    if cell not in Board(case.height, case.width) and symptom in WRONG:
        return f"no_cell_off_the_board_is_called_{'safe' if symptom is Symptom.WRONG_SAFE else 'a_mine'}"
    return _TESTS[symptom][0].format(f"{cell[0]}_{cell[1]}")


def _test(finding: Finding, name: str, lines: list[str]) -> str:
    # The lines after the first one are about a larger board than that of the case.
    text = wrap(finding.text.split("\n")[0], _WIDTH, initial_indent="# ", subsequent_indent="# ")
    if finding.case is not None and finding.case.depends_on_chance:
        text.append("# It does not err each time: run this test more than once.")
    test = ["@limited", f"def {name}():", *(f"{_INDENT}{line}" for line in lines)]
    if finding.kind is FindingKind.MEMORY:
        text.append("# This is a comment because it would fill the memory:")
        test = [f"# {line}" for line in test]
    return "\n".join([*text, *test]) + "\n"


def _import(module: str) -> str:
    """Return the line that imports the agent's class.

    >>> _import("minesweeper"), _import("my agent")
    ('from minesweeper import MinesweeperAI', "MinesweeperAI = __import__('my agent').MinesweeperAI")
    """
    if re.fullmatch(r"[A-Za-z_]\w*", module) and not iskeyword(module):
        return f"from {module} import MinesweeperAI"
    return f"MinesweeperAI = __import__({module!r}).MinesweeperAI"
