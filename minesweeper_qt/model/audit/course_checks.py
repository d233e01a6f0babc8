"""The checks of the CS50 course, one by one: what is called, what is expected, and what an agent returns.

``cs50_checks.json`` beside this module holds what the course checks as data: 8 checks of ``Sentence``, 11 of
``add_knowledge``, 3 of ``make_safe_move`` and 1 of ``make_random_move``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, Protocol

from minesweeper_qt.model.audit.game_player import AgentProcess
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.student_failure import StudentFailure
from minesweeper_qt.model.student.student_state import SentenceResult, StudentState
from minesweeper_qt.model.text.cell_text import sentence_text

_MOST_SENTENCES = 4
"""The most sentences of an agent that a message shows."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check of the course.

    ``message`` is empty if it ``passed``, else what was called, expected and returned. ``failure`` is the failure of a
    call, if there was one.

    >>> CheckResult("make_safe_move 3", True).to_json()
    {'name': 'make_safe_move 3', 'passed': True, 'message': ''}
    """

    name: str
    passed: bool
    message: str = ""
    failure: StudentFailure | None = None

    def to_json(self) -> dict[str, object]:
        """Return the result as the JSON object of the report."""
        return {"name": self.name, "passed": self.passed, "message": self.message}


class CheckedProcess(AgentProcess, Protocol):
    """What the checks use of a ``StudentProcess``; every method raises ``StudentFailure``."""

    def update(self, attribute: Literal["mines", "safes"], cells: Collection[Cell], /) -> StudentState:
        """Add cells to an attribute of the agent."""
        ...

    def sentence(
        self, cells: Collection[Cell], count: int, mark: tuple[Literal["mark_mine", "mark_safe"], Cell] | None = None, /
    ) -> SentenceResult:
        """Create a sentence, and mark a cell in it."""
        ...


@dataclass(frozen=True, slots=True)
class CourseCheck:
    """A check of the course: its name, and the function that runs it.

    The function returns the empty string if the check passes, else what was called, expected and returned. It raises
    ``StudentFailure``.
    """

    name: str
    problem: Callable[[CheckedProcess], str]

    def run(self, process: CheckedProcess) -> CheckResult:
        """Run the check and return the result; a call that fails fails the check."""
        try:
            message = self.problem(process)
        except StudentFailure as failure:
            return CheckResult(self.name, False, str(failure), failure)
        return CheckResult(self.name, not message, message)


def course_checks() -> list[CourseCheck]:
    """Return the 23 checks of the course, in its order.

    >>> checks = course_checks()
    >>> len(checks), checks[0].name, checks[-1].name
    (23, 'Sentence 1: known_mines()', 'make_random_move 1: neither a known mine nor a move made')
    """
    return list(_checks(checks_data()))


def checks_data() -> Mapping[str, Any]:
    """Return what the course checks, as ``cs50_checks.json`` holds it.

    >>> len(checks_data()["sentence"])
    8
    """
    text = (files("minesweeper_qt.model.audit") / "cs50_checks.json").read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def _checks(data: Mapping[str, Any]) -> Iterator[CourseCheck]:
    for number, check in enumerate(data["sentence"], 1):
        yield CourseCheck(f"Sentence {number}: {_method(check)}", _SentenceCheck(check))
    size = {name: data["add_knowledge"][name] for name in ("height", "width")}
    for number, case in enumerate(data["add_knowledge"]["cases"], 1):
        yield CourseCheck(f"add_knowledge {number}: {_checked_attribute(case)}", _KnowledgeCheck({**size, **case}))
    for number, case in enumerate(data["make_safe_move"], 1):
        expected = "None" if "none" in case else "not a move made" if "not" in case else "a known safe cell"
        yield CourseCheck(f"make_safe_move {number}: {expected}", _SafeMoveCheck(case))
    for number, case in enumerate(data["make_random_move"], 1):
        name = f"make_random_move {number}: neither a known mine nor a move made"
        yield CourseCheck(name, _RandomMoveCheck(case))


def _method(check: Mapping[str, Any]) -> str:
    method = next(key for key in check if key not in ("cells", "count"))
    return f"{method}({_cell(check[method])})" if method.startswith("mark") else f"{method}()"


def _checked_attribute(case: Mapping[str, Any]) -> str:
    last = [key for key in case if "learn" not in key][-1]
    return "knowledge" if last == "knows" else last.removesuffix("_include")


class _SentenceCheck:
    def __init__(self, check: Mapping[str, Any]) -> None:
        self._check = check

    def __call__(self, process: CheckedProcess) -> str:
        check = self._check
        cells = _cells(check["cells"])
        called = f"s = Sentence({_set(cells)}, {check['count']})"
        if "then_cells" in check:
            name: Literal["mark_mine", "mark_safe"] = "mark_mine" if "mark_mine" in check else "mark_safe"
            marked = _cell(check[name])
            found = process.sentence(cells, check["count"], (name, marked))
            expected = _cells(check["then_cells"]), check["then_count"]
            if (found.cells, found.count) == expected:
                return ""
            returned = f"s.cells = {_set(found.cells)}, s.count = {found.count}"
            wanted = f"s.cells = {_set(expected[0])}, s.count = {expected[1]}"
            return f"{called}; s.{name}({marked}): expected {wanted}; it is {returned}"
        found = process.sentence(cells, check["count"])
        method = "known_mines" if "known_mines" in check else "known_safes"
        known = found.known_mines if method == "known_mines" else found.known_safes
        wanted_cells = _cells(check[method])
        if known == wanted_cells:
            return ""
        return f"{called}; s.{method}(): expected {_set(wanted_cells)}; it returned {_set(known)}"


class _KnowledgeCheck:
    def __init__(self, case: Mapping[str, Any]) -> None:
        self._case = case

    def __call__(self, process: CheckedProcess) -> str:
        case = self._case
        state, called = _learn(process, case)
        for name in ("mines", "safes"):
            cells = _cells(case.get(f"then_{name}_updated_with", ()))
            if cells:
                state = process.update("mines" if name == "mines" else "safes", cells)
                called += f"; ai.{name}.update({_set(cells)})"
        for cell, count in case.get("then_learn", ()):
            state = process.add_knowledge(_cell(cell), count).state
            called += f"; ai.add_knowledge({_cell(cell)}, {count})"
        problem = _stated_problem(case, state)
        return f"{called}: {problem}" if problem else ""


def _stated_problem(case: Mapping[str, Any], state: StudentState) -> str:
    """Return what is expected and what the agent states instead; the empty string if it states it."""
    for name in ("moves_made", "safes", "mines"):
        stated: frozenset[Cell] = getattr(state, name)
        if name in case and stated != _cells(case[name]):
            return f"expected ai.{name} = {_set(_cells(case[name]))}; it is {_set(stated)}"
        included = _cells(case.get(f"{name}_include", ()))
        if not included <= stated:
            return f"expected ai.{name} with {_set(included)}; it is {_set(stated)}"
    if "knows" in case:
        cells, count = _cells(case["knows"]["cells"]), case["knows"]["count"]
        if not any(sentence.cells == cells and sentence.count == count for sentence in state.sentences):
            shown = [sentence_text(sentence.cells, sentence.count) for sentence in state.sentences[:_MOST_SENTENCES]]
            more = len(state.sentences) - len(shown)
            held = "; ".join([*shown, *([f"{more} more"] if more else [])]) or "nothing"
            return f"expected {sentence_text(cells, count)} in ai.knowledge; it holds {held}"
    return ""


class _SafeMoveCheck:
    def __init__(self, case: Mapping[str, Any]) -> None:
        self._case = case

    def __call__(self, process: CheckedProcess) -> str:
        case = self._case
        _, called = _learn(process, case)
        move = process.make_safe_move().value
        if "none" in case:
            is_right, expected = move is None, "None"
        elif "one_of" in case:
            is_right, expected = move in _cells(case["one_of"]), f"one of {_set(_cells(case['one_of']))}"
        else:
            is_right, expected = move not in _cells(case["not"]), f"not {_set(_cells(case['not']))}"
        return "" if is_right else f"{called}; ai.make_safe_move(): expected {expected}; it returned {move}"


class _RandomMoveCheck:
    def __init__(self, case: Mapping[str, Any]) -> None:
        self._case = case

    def __call__(self, process: CheckedProcess) -> str:
        case = self._case
        _, called = _learn(process, case)
        never = _cells(case["never"])
        for _ in range(case["calls"]):
            move = process.make_random_move().value
            if move is None or move in never:
                return f"{called}; ai.make_random_move(): expected none of {_set(never)}; it returned {move}"
        return ""


def _learn(process: CheckedProcess, case: Mapping[str, Any]) -> tuple[StudentState, str]:
    """Create an agent, let it learn the observations of ``case``, and return what it states and what was called."""
    state = process.create(case["height"], case["width"], 0)
    called = f"ai = MinesweeperAI({case['height']}, {case['width']})"
    for cell, count in case["learn"]:
        state = process.add_knowledge(_cell(cell), count).state
        called += f"; ai.add_knowledge({_cell(cell)}, {count})"
    return state, called


def _cell(pair: Collection[int]) -> Cell:
    row, column = pair
    return row, column


def _cells(pairs: Collection[Collection[int]]) -> frozenset[Cell]:
    return frozenset(map(_cell, pairs))


def _set(cells: frozenset[Cell] | str) -> str:
    """Format cells as Python does, in reading order; a text is returned as it is.

    >>> _set(frozenset({(1, 0), (0, 1)})), _set(frozenset())
    ('{(0, 1), (1, 0)}', 'set()')
    """
    if isinstance(cells, str):
        return cells
    return f"{{{', '.join(map(str, sorted(cells)))}}}" if cells else "set()"
