"""The checks of the CS50 course, one by one: what is called, what is expected, and what an agent returns.

``cs50_checks.json`` beside this module holds what the course checks as data: 8 checks of ``Sentence``, 11 of
``add_knowledge``, 3 of ``make_safe_move`` and 1 of ``make_random_move``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import StatedSentence, StudentFailure, StudentState, call_text
from minesweeper_qt.model.words import listed, sentence_text

_MOST_HANGS = 4
_MOST_SENTENCES = 4
"""The most sentences of an agent that a message shows."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check of the course.

    If it did not pass, ``calls`` are what was called, and ``problem`` says what was expected and returned, or why the
    check was not run. ``failure`` is the failure of a call, if there was one. ``was_run`` is false if the check was not
    run. ``advice`` says what is wrong with a value that is no set.

    >>> CheckResult("make_safe_move 3", False, ("ai = MinesweeperAI(3, 3)",), "it returned (0, 0)").message
    'ai = MinesweeperAI(3, 3): it returned (0, 0)'
    """

    name: str
    passed: bool
    calls: tuple[str, ...] = ()
    problem: str = ""
    failure: StudentFailure | None = None
    was_run: bool = True
    advice: str = ""

    @property
    def message(self) -> str:
        """What was called, expected and returned, in one line; empty if the check passed."""
        return f"{'; '.join(self.calls)}: {self.problem}" if self.calls else self.problem

    def to_json(self) -> dict[str, object]:
        """Return the result as the JSON object of the report; of a check that was not run it is not known."""
        return {"name": self.name, "passed": self.passed if self.was_run else None, "message": self.message}


@dataclass(slots=True)
class Attempt:
    """The calls of a check or an experiment with one agent so far, and the process that they are made in.

    No side of a board is shorter than ``least``. ``failure`` is that of the last ``add_knowledge`` that failed.
    """

    process: StudentProcess
    least: int = 1
    calls: list[str] = field(default_factory=list)
    state: StudentState = field(default_factory=StudentState)
    failure: StudentFailure | None = None

    def create(
        self, height: int, width: int, observations: Collection[tuple[Cell, int]] = (), *, runs_again: bool = True
    ) -> None:
        """Begin again with a new agent, and let it learn; the calls begin with it, if its file ``runs_again``."""
        height, width = max(height, self.least), max(width, self.least)
        if runs_again:
            self.calls.clear()
        self.calls.append(f"ai = MinesweeperAI({height}, {width})")
        self.state = self.process.create(height, width, 0, runs_again=runs_again)
        self.learn(observations)

    def learn(self, observations: Collection[tuple[Cell, int]]) -> None:
        """Call ``add_knowledge`` with each pair of a cell and its clue."""
        for cell, count in observations:
            try:
                self.call("add_knowledge", cell, count)
            except StudentFailure as failure:
                self.failure, self.state = failure, failure.state or StudentState()
                raise

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep the calls, the state and the failure so far, and none of those within."""
        calls, state, failure = list(self.calls), self.state, self.failure
        try:
            yield
        finally:
            self.calls[:], self.state, self.failure = calls, state, failure

    def update(self, name: str, cells: frozenset[Cell]) -> None:
        """Add cells to ``ai.mines`` or ``ai.safes`` from outside."""
        self.calls.append(f"ai.{name}.update({set_text(cells)})")
        self.state = self.process.update(name, cells)

    def call(self, method: str, *arguments: Cell | int) -> Cell | str | None:
        """Return what a method of the agent returns; one for moves may be called many times, and is kept once."""
        text = f"ai.{call_text(method, *arguments)}"
        if arguments or self.calls[-1:] != [text]:
            self.calls.append(text)
        result = self.process.call(method, *arguments)
        self.state = result.state
        return result.value


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a check: a call, or a comparison of what it has changed or returned.

    ``request`` is a method of ``CourseObjects`` with its arguments. ``call`` is the call as a student writes it. A
    comparison has none, but says what is ``expected``.
    """

    request: tuple[Any, ...]
    call: str = ""
    expected: str = ""

    def problem(self, seen: str) -> str:
        """Return what was expected, and what is there instead."""
        verb = {"holds": "is", "includes": "is", "knows": "holds"}.get(self.request[0], "returned")
        return f"expected {self.expected}; it {verb} {seen}"


@dataclass(frozen=True, slots=True)
class CourseCheck:
    """A check of the course: its name, and its steps, which are carried out on the agent's own objects."""

    name: str
    steps: tuple[Step, ...]

    def run(self, process: StudentProcess) -> CheckResult:
        """Run the check on a new import of the file, and return the result; a call that fails fails the check."""
        calls: list[str] = []
        try:
            process.course_step("the import", "begin", 0)
            for step in self.steps:
                seen = process.course_step(step.call or self.name, *step.request)
                if step.call and calls[-1:] != [step.call]:
                    calls.append(step.call)
                if seen is not None:
                    kind = process.course_step(self.name, "returns_set") if step.request[0] == "returns" else None
                    advice = f"{self.steps[1].request[1]}() returns {kind}" if kind else ""
                    return CheckResult(self.name, False, tuple(calls), step.problem(seen), advice=advice)
        except StudentFailure as failure:
            return CheckResult(self.name, False, tuple(calls), str(failure), failure.without_traceback())
        return CheckResult(self.name, True)

    def not_run(self, reason: str) -> CheckResult:
        """Return the result if the check is not run."""
        return CheckResult(self.name, False, (), f"not run: {reason}", was_run=False)


def course_checks() -> list[CourseCheck]:
    """Return the 23 checks of the course, in its order.

    >>> checks = course_checks()
    >>> len(checks), checks[0].name, checks[-1].name
    (23, 'Sentence 1: known_mines()', 'make_random_move 1: neither a known mine nor a move made')
    """
    data, found = checks_data(), list[CourseCheck]()
    for number, check in enumerate(data["sentence"], 1):
        found.append(CourseCheck(f"Sentence {number}: {_method(check)}", tuple(_sentence_steps(check))))
    size = {name: data["add_knowledge"][name] for name in ("height", "width")}
    for number, case in enumerate(data["add_knowledge"]["cases"], 1):
        found.append(
            CourseCheck(f"add_knowledge {number}: {_attribute(case)}", tuple(_knowledge_steps({**size, **case})))
        )
    for number, case in enumerate(data["make_safe_move"], 1):
        expected = "None" if "none" in case else "not a move made" if "not" in case else "a known safe cell"
        found.append(CourseCheck(f"make_safe_move {number}: {expected}", tuple(_safe_move_steps(case))))
    for number, case in enumerate(data["make_random_move"], 1):
        name = f"make_random_move {number}: neither a known mine nor a move made"
        found.append(CourseCheck(name, tuple(_random_move_steps(case))))
    return found


def run_checks(
    process: StudentProcess,
    should_stop: Callable[[], bool] = lambda: False,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> list[CheckResult]:
    """Run the checks of the course in ``process``, and return the results; fewer once ``should_stop`` returns true.

    After four checks that did not end the others are not run. ``show`` is called with the number that is done, and of
    all. Raises ``PythonNotStarted``.

    >>> from pathlib import Path
    >>> from minesweeper_qt.model.student.student_file import StudentFile
    >>> source = b"from minesweeper_qt.model import MinesweeperAI, Sentence"
    >>> with StudentProcess(StudentFile.of(Path("/tmp/minesweeper.py"), source)) as process:
    ...     sum(result.passed for result in run_checks(process))
    23
    """
    results: list[CheckResult] = []
    hangs, checks = 0, course_checks()
    for check in checks:
        show(len(results), len(checks))
        if hangs >= _MOST_HANGS:
            results.append(check.not_run(f"{_MOST_HANGS} checks before it did not end"))
            continue
        try:
            if should_stop():
                break
            result = check.run(process)
        except Stopped:
            break
        failed = result.failure
        hangs += failed is not None and failed.kind.is_slow
        is_import = failed is not None and failed.is_import
        results.append(check.not_run("the file can't be loaded") if is_import else result)
    return results


def checks_data() -> Mapping[str, Any]:
    """Return what the course checks, as ``cs50_checks.json`` holds it.

    >>> len(checks_data()["sentence"])
    8
    """
    text = (files("minesweeper_qt.model.student") / "cs50_checks.json").read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def _method(check: Mapping[str, Any]) -> str:
    method = next(key for key in check if key not in ("cells", "count"))
    return f"{method}({_cell(check[method])})" if method.startswith("mark") else f"{method}()"


def _attribute(case: Mapping[str, Any]) -> str:
    last = [key for key in case if "learn" not in key][-1]
    return "knowledge" if last == "knows" else last.removesuffix("_include")


def _sentence_steps(check: Mapping[str, Any]) -> Iterator[Step]:
    cells, count = check["cells"], check["count"]
    made = ", ".join([str(_cell(cell)) for cell in cells])
    yield Step(("make_sentence", count, cells), f"s = Sentence([{made}], {count})")
    method = next(key for key in check if key not in ("cells", "count"))
    if method.startswith("known"):
        yield Step(("call", method), f"s.{method}()")
        yield Step(("returns", check[method]), expected=set_text(_cells(check[method])))
        return
    yield Step(("call", method, check[method]), f"s.{method}({_cell(check[method])})")
    left, number = check["then_cells"], check["then_count"]
    yield Step(("holds", "cells", left), expected=f"s.cells = {set_text(_cells(left))}")
    yield Step(("holds", "count", number), expected=f"s.count = {number}")


def _agent_steps(case: Mapping[str, Any]) -> Iterator[Step]:
    height, width = case["height"], case["width"]
    yield Step(("make_agent", height, width), f"ai = MinesweeperAI(height={height}, width={width})")
    yield from _learning_steps(case["learn"])


def _learning_steps(observations: Collection[Any]) -> Iterator[Step]:
    for cell, count in observations:
        yield Step(("call", "add_knowledge", cell, count), f"ai.add_knowledge({_cell(cell)}, {count})")


def _knowledge_steps(case: Mapping[str, Any]) -> Iterator[Step]:
    yield from _agent_steps(case)
    for name in ("mines", "safes"):
        if f"then_{name}_updated_with" in case:
            cells = case[f"then_{name}_updated_with"]
            yield Step(("update", name, cells), f"ai.{name}.update({set_text(_cells(cells))})")
    yield from _learning_steps(case.get("then_learn", ()))
    for name in ("moves_made", "safes", "mines"):
        if name in case:
            expected = f"ai.{name} = {set_text(_cells(case[name]))}"
            yield Step(("holds", name, case[name]), expected=expected)
        if f"{name}_include" in case:
            cells = case[f"{name}_include"]
            yield Step(("includes", name, cells), expected=f"{listed(_cells(cells))} in ai.{name}")
    if "knows" in case:
        cells, count = case["knows"]["cells"], case["knows"]["count"]
        expected = f"{sentence_text(_cells(cells), count)} in ai.knowledge"
        yield Step(("knows", count, cells), expected=expected)


def _safe_move_steps(case: Mapping[str, Any]) -> Iterator[Step]:
    yield from _agent_steps(case)
    yield Step(("call", "make_safe_move"), "ai.make_safe_move()")
    if "none" in case:
        yield Step(("returns_none",), expected="None")
    elif "one_of" in case:
        yield Step(("returns_one_of", case["one_of"]), expected=f"one of {set_text(_cells(case['one_of']))}")
    else:
        moved = listed(_cells(case["not"]))
        yield Step(("returns_none_of", case["not"]), expected=f"not {moved}, which was moved to")


def _random_move_steps(case: Mapping[str, Any]) -> Iterator[Step]:
    yield from _agent_steps(case)
    for _ in range(case["calls"]):
        yield Step(("call", "make_random_move"), "ai.make_random_move()")
        expected = f"a cell other than {listed(_cells(case['never']))}"
        yield Step(("returns_none_of", case["never"]), expected=expected)


def shown_knowledge(state: StudentState, is_shown: Callable[[StatedSentence], bool] = lambda sentence: True) -> str:
    """Return what ``ai.knowledge`` holds, in a clause: the first sentences, or of those that ``is_shown`` selects.

    >>> shown_knowledge(StudentState())
    'ai.knowledge holds nothing'
    """
    sentences = list(filter(is_shown, state.sentences))
    shown = [sentence_text(sentence.cells, sentence.count) for sentence in sentences[:_MOST_SENTENCES]]
    more = len(sentences) - len(shown)
    held = "; ".join([*shown, *([f"{more} more"] if more else [])]) or "nothing"
    return f"ai.knowledge holds {held}"


def _cell(pair: Collection[int]) -> Cell:
    row, column = pair
    return row, column


def _cells(pairs: Collection[Collection[int]]) -> frozenset[Cell]:
    return frozenset(map(_cell, pairs))


def set_text(cells: frozenset[Cell]) -> str:
    """Format cells as Python does, in reading order.

    >>> set_text(frozenset({(1, 0), (0, 1)})), set_text(frozenset())
    ('{(0, 1), (1, 0)}', 'set()')
    """
    return f"{{{', '.join(map(str, sorted(cells)))}}}" if cells else "set()"
