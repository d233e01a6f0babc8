"""The checks of the CS50 course, one by one: what is called, what is expected, and what an agent returns.

``cs50_checks.json`` beside this module holds what the course checks as data: 8 checks of ``Sentence``, 11 of
``add_knowledge``, 3 of ``make_safe_move`` and 1 of ``make_random_move``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import StatedSentence, StudentFailure, StudentState
from minesweeper_qt.model.words import listed, sentence_text

_MOST_SENTENCES = 4
"""The most sentences of an agent that a message shows."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check of the course.

    If it did not pass, ``calls`` are what was called, and ``problem`` says what was expected and returned, or why the
    check was not run. ``failure`` is the failure of a call, if there was one. ``was_run`` is false if the check was not
    run.

    >>> CheckResult("make_safe_move 3", False, ("ai = MinesweeperAI(3, 3)",), "it returned (0, 0)").message
    'ai = MinesweeperAI(3, 3): it returned (0, 0)'
    """

    name: str
    passed: bool
    calls: tuple[str, ...] = ()
    problem: str = ""
    failure: StudentFailure | None = None
    was_run: bool = True

    @property
    def message(self) -> str:
        """What was called, expected and returned, in one line; empty if the check passed."""
        return f"{'; '.join(self.calls)}: {self.problem}" if self.calls else self.problem

    def to_json(self) -> dict[str, object]:
        """Return the result as the JSON object of the report."""
        return {"name": self.name, "passed": self.passed, "message": self.message}


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

    def create(self, height: int, width: int, *, runs_again: bool = True) -> None:
        """Begin again with a new agent; the calls that are kept begin with it, if its file ``runs_again``."""
        height, width = max(height, self.least), max(width, self.least)
        if runs_again:
            self.calls.clear()
        self.calls.append(f"ai = MinesweeperAI({height}, {width})")
        self.state = self.process.create(height, width, 0, runs_again=runs_again)

    def learn(self, observations: Collection[Any]) -> None:
        """Call ``add_knowledge`` with each pair of a cell and its clue."""
        for pair, count in observations:
            self.calls.append(f"ai.add_knowledge({_cell(pair)}, {count})")
            try:
                self.state = self.process.add_knowledge(_cell(pair), count).state
            except StudentFailure as failure:
                self.failure, self.state = failure, failure.state or StudentState()
                raise

    def update(self, name: Literal["mines", "safes"], cells: frozenset[Cell]) -> None:
        """Add cells to ``ai.mines`` or ``ai.safes`` from outside."""
        self.calls.append(f"ai.{name}.update({set_text(cells)})")
        self.state = self.process.update(name, cells)

    def safe_move(self) -> Cell | str | None:
        """Return what ``make_safe_move`` returns."""
        self.calls.append("ai.make_safe_move()")
        result = self.process.make_safe_move()
        self.state = result.state
        return result.value

    def random_move(self) -> Cell | str | None:
        """Return what ``make_random_move`` returns; it is often called many times, and kept in ``calls`` once."""
        if self.calls[-1:] != ["ai.make_random_move()"]:
            self.calls.append("ai.make_random_move()")
        result = self.process.make_random_move()
        self.state = result.state
        return result.value


@dataclass(frozen=True, slots=True)
class CourseCheck:
    """A check of the course: its name, what the course's data says, and the function that runs it.

    The function returns the empty string if the check passes, else what was expected and returned. It raises
    ``StudentFailure``.
    """

    name: str
    case: Mapping[str, Any]
    problem: Callable[[Attempt, Mapping[str, Any]], str]

    @property
    def is_about_agent(self) -> bool:
        """True if the check needs an agent, false if it is about ``Sentence``."""
        return self.problem is not _check_sentence

    def run(self, process: StudentProcess) -> CheckResult:
        """Run the check and return the result; a call that fails fails the check."""
        run = Attempt(process)
        try:
            problem = self.problem(run, self.case)
        except StudentFailure as failure:
            return CheckResult(self.name, False, tuple(run.calls[:-1]), str(failure), failure.without_traceback())
        return CheckResult(self.name, False, tuple(run.calls), problem) if problem else CheckResult(self.name, True)

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
        found.append(CourseCheck(f"Sentence {number}: {_method(check)}", check, _check_sentence))
    size = {name: data["add_knowledge"][name] for name in ("height", "width")}
    for number, case in enumerate(data["add_knowledge"]["cases"], 1):
        found.append(CourseCheck(f"add_knowledge {number}: {_attribute(case)}", {**size, **case}, _check_knowledge))
    for number, case in enumerate(data["make_safe_move"], 1):
        expected = "None" if "none" in case else "not a move made" if "not" in case else "a known safe cell"
        found.append(CourseCheck(f"make_safe_move {number}: {expected}", case, _check_safe_move))
    for number, case in enumerate(data["make_random_move"], 1):
        name = f"make_random_move {number}: neither a known mine nor a move made"
        found.append(CourseCheck(name, case, _check_random_move))
    return found


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


def _check_sentence(run: Attempt, check: Mapping[str, Any]) -> str:
    cells, count = _cells(check["cells"]), check["count"]
    run.calls.append(f"s = Sentence({set_text(cells)}, {count})")
    if "then_cells" not in check:
        method = "known_mines" if "known_mines" in check else "known_safes"
        run.calls.append(f"s.{method}()")
        found = run.process.sentence(cells, count)
        known = found.known_mines if method == "known_mines" else found.known_safes
        expected = _cells(check[method])
        return "" if known == expected else f"expected {set_text(expected)}; it returned {set_text(known)}"
    name: Literal["mark_mine", "mark_safe"] = "mark_mine" if "mark_mine" in check else "mark_safe"
    marked = _cell(check[name])
    run.calls.append(f"s.{name}({marked})")
    found = run.process.sentence(cells, count, (name, marked))
    then_cells, then_count = _cells(check["then_cells"]), check["then_count"]
    if (found.cells, found.count) == (then_cells, then_count):
        return ""
    expected_text = f"expected s.cells = {set_text(then_cells)} and s.count = {then_count}"
    return f"{expected_text}; they are {set_text(found.cells)} and {found.count}"


def _check_knowledge(run: Attempt, case: Mapping[str, Any]) -> str:
    run.create(case["height"], case["width"])
    run.learn(case["learn"])
    if "then_mines_updated_with" in case:
        run.update("mines", _cells(case["then_mines_updated_with"]))
    if "then_safes_updated_with" in case:
        run.update("safes", _cells(case["then_safes_updated_with"]))
    run.learn(case.get("then_learn", ()))
    state = run.state
    for name in ("moves_made", "safes", "mines"):
        stated: frozenset[Cell] = getattr(state, name)
        if name in case and stated != _cells(case[name]):
            return f"expected ai.{name} = {set_text(_cells(case[name]))}; it is {set_text(stated)}"
        missing = _cells(case.get(f"{name}_include", ())) - stated
        if missing:
            return f"expected {listed(missing)} in ai.{name}; it is {set_text(stated)}"
    return _missing_sentence(state, case["knows"]) if "knows" in case else ""


def _missing_sentence(state: StudentState, known: Mapping[str, Any]) -> str:
    """Return what ``ai.knowledge`` holds instead of the sentence ``known``; the empty string if it holds it."""
    expected = StatedSentence(_cells(known["cells"]), known["count"])
    if expected in state.sentences:
        return ""
    return f"expected {sentence_text(expected.cells, expected.count)} in ai.knowledge; {shown_knowledge(state)}"


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


def _check_safe_move(run: Attempt, case: Mapping[str, Any]) -> str:
    run.create(case["height"], case["width"])
    run.learn(case["learn"])
    move = run.safe_move()
    if "none" in case:
        is_right, expected = move is None, "None"
    elif "one_of" in case:
        cells = _cells(case["one_of"])
        is_right, expected = move in cells, f"one of {set_text(cells)}"
    else:
        cells = _cells(case["not"])
        is_right, expected = move not in cells, f"not {listed(cells)}, which was moved to"
    return "" if is_right else f"expected {expected}; it returned {move}"


def _check_random_move(run: Attempt, case: Mapping[str, Any]) -> str:
    run.create(case["height"], case["width"])
    run.learn(case["learn"])
    never = _cells(case["never"])
    for _ in range(case["calls"]):
        move = run.random_move()
        if move is None or move in never:
            return f"expected a cell other than {listed(never)}; it returned {move}"
    return ""


def _cell(pair: Collection[int]) -> Cell:
    row, column = pair
    return row, column


def _cells(pairs: Collection[Collection[int]]) -> frozenset[Cell]:
    return frozenset(map(_cell, pairs))


def set_text(cells: frozenset[Cell] | str) -> str:
    """Format cells as Python does, in reading order; a text is returned as it is.

    >>> set_text(frozenset({(1, 0), (0, 1)})), set_text(frozenset())
    ('{(0, 1), (1, 0)}', 'set()')
    """
    if isinstance(cells, str):
        return cells
    return f"{{{', '.join(map(str, sorted(cells)))}}}" if cells else "set()"
