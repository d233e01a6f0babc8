"""Writes cases as lines of Python that a student can run, and the cases of a report as a file of tests for pytest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path
from textwrap import wrap

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.case_layouts import layout_of
from minesweeper_qt.model.student.finding import Case, Finding, FindingKind, Symptom
from minesweeper_qt.model.student.smallest_case import RANDOM_CALLS

_INDENT = "    "
_WIDTH = 100

_STATED = (
    "def stated():",
    "    return set(ai.moves_made), set(ai.mines), set(ai.safes), [(set(s.cells), s.count) for s in ai.knowledge]",
    "before = stated()",
)
"""Lines that keep all that an agent states."""

_NAMES = {
    Symptom.WRONG_MINE: "cell_{}_is_not_called_a_mine",
    Symptom.WRONG_SAFE: "cell_{}_is_not_called_safe",
    Symptom.MISSING_MINE: "cell_{}_is_found_to_be_a_mine",
    Symptom.MISSING_SAFE: "cell_{}_is_found_to_be_safe",
    Symptom.SAFE_MOVE_MISSING: "make_safe_move_returns_a_known_safe_cell",
    Symptom.SAFE_MOVE_WRONG: "make_safe_move_returns_only_new_safe_cells",
    Symptom.RANDOM_MOVE_MISSING: "make_random_move_returns_a_cell_as_long_as_one_is_left",
    Symptom.RANDOM_MOVE_WRONG: "make_random_move_returns_only_cells_that_are_left",
    Symptom.SENTENCE_WRONG: "all_sentences_are_right",
    Symptom.SENTENCE_OFF_BOARD: "all_sentences_are_about_cells_of_the_board",
    Symptom.SENTENCE_DOUBLE: "no_sentence_is_there_twice",
    Symptom.SENTENCE_EMPTY: "no_sentence_is_empty",
    Symptom.VERDICT_TAKEN_BACK: "known_cells_stay_known",
    Symptom.MOVE_NOT_RECORDED: "moves_made_are_the_cells_learned",
    Symptom.SAFE_MOVE_CHANGES: "make_safe_move_changes_nothing",
    Symptom.RANDOM_MOVE_CHANGES: "make_random_move_changes_nothing",
    Symptom.LEARNING_FAILS: "add_knowledge_ends_without_an_error",
    Symptom.SAFE_MOVE_FAILS: "make_safe_move_ends_without_an_error",
    Symptom.RANDOM_MOVE_FAILS: "make_random_move_ends_without_an_error",
}
"""What a test expects: the name of its function after "test_", with the cell in the place of the braces."""


def case_lines(case: Case, symptom: Symptom) -> list[str]:
    """Return a case as lines of Python, which fail as long as the agent errs; ``MinesweeperAI`` is imported before.

    >>> print(*case_lines(Case(1, 2, (((0, 0), 1),), ((0, 1),)), Symptom.MISSING_MINE), sep="\\n")
    ai = MinesweeperAI(1, 2)
    ai.add_knowledge((0, 0), 1)
    assert (0, 1) in ai.mines
    """
    learned = [f"ai.add_knowledge({cell}, {clue})" for cell, clue in case.observations]
    size = "" if case.has_own_size else f"{case.height}, {case.width}"
    lines = [f"ai = MinesweeperAI({size})", *learned]
    if symptom is Symptom.VERDICT_TAKEN_BACK and learned:
        lines.insert(-1, "safes, mines = set(ai.safes), set(ai.mines)")
    return [*lines, *_expected(case, symptom)]


def _expected(case: Case, symptom: Symptom) -> list[str]:
    """Return the lines that check what is expected after the observations."""
    match symptom:
        case Symptom.WRONG_MINE | Symptom.WRONG_SAFE | Symptom.MISSING_MINE | Symptom.MISSING_SAFE:
            return _verdict(case, symptom)
        case Symptom.SENTENCE_WRONG | Symptom.SENTENCE_OFF_BOARD | Symptom.SENTENCE_DOUBLE | Symptom.SENTENCE_EMPTY:
            return _sentences(case, symptom)
        case Symptom.SAFE_MOVE_MISSING | Symptom.SAFE_MOVE_WRONG | Symptom.SAFE_MOVE_CHANGES | Symptom.SAFE_MOVE_FAILS:
            return _safe_move(case, symptom)
        case Symptom.VERDICT_TAKEN_BACK:
            return ["assert safes <= set(ai.safes) and mines <= set(ai.mines)"]
        case Symptom.MOVE_NOT_RECORDED:
            return [f"assert set(ai.moves_made) == {_set(cell for cell, _ in case.observations)}"]
        case Symptom.LEARNING_FAILS | Symptom.SENTENCES_GROW:
            return []
        case _:
            return _random_move(case, symptom)


def _verdict(case: Case, symptom: Symptom) -> list[str]:
    is_mine = symptom in (Symptom.WRONG_MINE, Symptom.MISSING_MINE)
    is_missing = symptom in (Symptom.MISSING_MINE, Symptom.MISSING_SAFE)
    cells = "ai.mines" if is_mine else "ai.safes"
    return [f"assert {cell} {'in' if is_missing else 'not in'} {cells}" for cell in case.cells]


def _sentences(case: Case, symptom: Symptom) -> list[str]:
    if symptom is Symptom.SENTENCE_EMPTY:
        return ["assert all(sentence.cells for sentence in ai.knowledge)"]
    if symptom is Symptom.SENTENCE_DOUBLE:
        return [
            "sentences = [(frozenset(s.cells), s.count) for s in ai.knowledge if s.cells]",
            "assert len(sentences) == len(set(sentences))",
        ]
    lines = ["for sentence in ai.knowledge:"]
    if symptom is Symptom.SENTENCE_OFF_BOARD:
        on_board = f"0 <= i < {case.height} and 0 <= j < {case.width}"
        return [*lines, f"{_INDENT}assert all({on_board} for i, j in sentence.cells)"]
    return [
        f"mines = {_set(_counterexample(case))}  # all clues agree with these mines",
        *lines,
        f"{_INDENT}assert len(mines & set(sentence.cells)) == sentence.count",
    ]


def _counterexample(case: Case) -> frozenset[Cell]:
    """Return a layout that agrees with the clues and in which the wrong sentence of the case is false."""
    unknown = frozenset(case.cells).difference([cell for cell, _ in case.observations])
    for count in range(len(unknown) + 1):
        if count != case.count:
            layout = layout_of(case, [(unknown, count)])
            if layout is not None:
                return layout
    return frozenset()


def _safe_move(case: Case, symptom: Symptom) -> list[str]:
    call = "ai.make_safe_move()"
    if symptom is Symptom.SAFE_MOVE_FAILS:
        return [call]
    if symptom is Symptom.SAFE_MOVE_MISSING:
        return [f"assert {call} is not None"]
    if symptom is Symptom.SAFE_MOVE_CHANGES:
        return [*_STATED, call, "assert stated() == before"]
    moved = _set(cell for cell, _ in case.observations)
    return [f"left = set(ai.safes) - {moved}", f"move = {call}", "assert move is None or tuple(move) in left"]


def _random_move(case: Case, symptom: Symptom) -> list[str]:
    loop = f"for _ in range({RANDOM_CALLS}):"
    call = "ai.make_random_move()"
    if symptom is Symptom.RANDOM_MOVE_FAILS:
        return [loop, f"{_INDENT}{call}"]
    if symptom is Symptom.RANDOM_MOVE_MISSING:
        return [loop, f"{_INDENT}assert {call} is not None"]
    if symptom is Symptom.RANDOM_MOVE_CHANGES:
        return [*_STATED, loop, f"{_INDENT}{call}", "assert stated() == before"]
    cells = f"{{(i, j) for i in range({case.height}) for j in range({case.width})}}"
    moved = _set(cell for cell, _ in case.observations)
    return [
        f"left = {cells} - {moved} - set(ai.mines)",
        loop,
        f"{_INDENT}move = {call}",
        f"{_INDENT}assert tuple(move) in left if left else move is None",
    ]


def _set(cells: Iterable[Cell]) -> str:
    """Return a set of cells as Python writes it.

    >>> _set([(0, 1), (0, 0)]), _set([])
    ('{(0, 0), (0, 1)}', 'set()')
    """
    return f"{{{', '.join(map(str, sorted(cells)))}}}" if (cells := list(cells)) else "set()"


def source_of_tests(findings: Iterable[Finding], file: Path) -> str:
    """Return a file of tests for pytest: one for the smallest case of each finding in the agent in ``file``.

    The tests import nothing but the agent's module, so they run in its folder. Those of calls that do not end come
    last. A case that fills the memory is a comment.

    >>> print(source_of_tests([], Path("minesweeper.py")), end="")
    # Tests of minesweeper.py by "minesweeper-qt check": no finding has a case.
    """
    shown = [(finding, finding.case, finding.symptom) for finding in findings]
    cases = [(finding, case, symptom) for finding, case, symptom in shown if case and symptom in _NAMES]
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
    return "\n\n".join([f"{head}{_import(file.stem)}\n", *tests])


def _test_name(case: Case, symptom: Symptom) -> str:
    cell = case.cells[0] if case.cells else (0, 0)
    is_outside = not (0 <= cell[0] < case.height and 0 <= cell[1] < case.width)
    if is_outside and symptom in (Symptom.WRONG_MINE, Symptom.WRONG_SAFE):
        return f"no_cell_off_the_board_is_called_{'safe' if symptom is Symptom.WRONG_SAFE else 'a_mine'}"
    return _NAMES[symptom].format(f"{cell[0]}_{cell[1]}")


def _test(finding: Finding, name: str, lines: list[str]) -> str:
    # The lines after the first one are about a larger board than that of the case.
    text = wrap(finding.text.split("\n")[0], _WIDTH, initial_indent="# ", subsequent_indent="# ")
    if finding.kind is FindingKind.TIMEOUT:
        text.append("# As long as this is so, the test does not end: stop it with Ctrl-C.")
    test = [f"def {name}():", *(f"{_INDENT}{line}" for line in lines)]
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
