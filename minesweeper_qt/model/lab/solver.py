"""Asks a solver, a program in any language, for its move, and judges what it claims and why.

It reads a position per line and answers each with a line.

Both lines are JSON. A position is ``{"height": 1, "width": 3, "mines": 1, "rows": ["1HH"]}``, with the marks of a
position's text form. The answer is ``{"open": [0, 2]}``, or ``{"open": null}`` when no cell is left to open; it may
also claim what ``SolverAnswer`` holds, with reasons. The chapter on solvers describes the protocol.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
import signal
import subprocess
import tempfile
from collections.abc import Collection, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import IO, Any, NamedTuple, Self

import psutil  # type: ignore[import-untyped]  # it has no types of its own

from minesweeper_qt.model.board.board import Board, Cell, is_whole
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.box import descendants, end, memory_problem, start
from minesweeper_qt.model.check.derivation_checker import is_satisfiable
from minesweeper_qt.model.errors import AgentError, InconsistentPosition, MinesweeperError, quoted
from minesweeper_qt.model.exact.layout_sampling import draw_layout
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.exact.probability import Probabilities
from minesweeper_qt.model.student.student_state import Limits
from minesweeper_qt.model.words import MOST_NAMED, joined

_LOOK_SECONDS = 0.05
"""The time after which the process is looked at while an answer is awaited."""

_REST_SECONDS = 1.0
"""The time after which the process is looked at although it answers quickly, and in which it ends with its input."""

_END_SECONDS = 3.0
"""The time in which the process ends after it has closed its output."""

_MOST_BYTES = 2**20
"""The length of the longest answer that is accepted."""

_MOST_ERROR_BYTES = 4096
"""How much of the errors is read, the end of it."""

_NAMES = ("open", "safe", "mines", "risks", "because")

_NEAR = 0.001
"""The most by which a risk that a solver states may differ from the true one."""


class Reason(NamedTuple):
    """A verdict on ``cell``, and what it is said to follow from: clues, and the number of ``mines`` if that counts.

    Of one that was judged, ``fault`` says why it is false; of a true one, ``named`` is how many clues it names, with
    the number of mines as one, and ``needless`` how many of them could be left out. ``layout`` has the mines of a
    layout that refutes it, as few as possible; ``None`` where it is true, or names a cell without a clue.

    >>> print(Reason((0, 1), False, ((0, 0),), mines=True))
    (0, 1) is called safe because of (0, 0) and the number of mines
    """

    cell: Cell
    is_mine: bool
    clues: tuple[Cell, ...] = ()
    mines: bool = False
    fault: str = ""
    named: int = 0
    needless: int = 0
    layout: frozenset[Cell] | None = None

    def __str__(self) -> str:
        named = [*map(str, self.clues[:MOST_NAMED]), *["the number of mines"] * self.mines]
        because = joined(named, len(self.clues) - MOST_NAMED) if named else "nothing"
        text = f"{self.cell} is called {'a mine' if self.is_mine else 'safe'} because of {because}"
        return f"{text}; {self.fault}" if self.fault else text


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """A solver's answer: the cell that it opens, ``None`` for no move, and what it claims.

    ``safe`` and ``mines`` are the cells that it calls certain, ``because`` the reasons for some of them. ``risks``
    maps cells to their chances to be mines, from 0 to 1; in the answer they are rows like those of the position, with
    ``null`` where it states none.
    """

    open: Cell | None = None
    safe: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    risks: Mapping[Cell, float] = field(default_factory=dict)
    because: tuple[Reason, ...] = ()


def read_answer(line: bytes, position: Position) -> SolverAnswer:
    """Return the answer on a line.

    >>> read_answer(b'{"open": [0, 2], "safe": [[0, 2]]}', Position(1, 3, 1, {(0, 0): 1})).open
    (0, 2)

    Raises ``MinesweeperError`` for anything else, and if the cell to open is not covered.
    """
    return _answer(read_object(line, _NAMES, 1), position)


def read_case(line: str) -> tuple[Position, SolverAnswer]:
    """Return the position on a line of a file for the referee, and the answer to it, whose ``open`` may be missing.

    >>> line = '{"position": "3x1x1\\\\n1HH", "mines": [[0, 1]], "because": [{"cell": [0, 1], "clues": [[0, 0]]}]}'
    >>> print(read_case(line)[1].because[0])
    (0, 1) is called a mine because of (0, 0)

    Raises ``MinesweeperError`` for anything else.
    """
    value = {"open": None, **read_object(line, ("position", *_NAMES), 1)}
    if not isinstance(text := value.pop("position"), str):
        raise MinesweeperError(f"position: {reprlib.repr(text)}; expected text, WIDTHxHEIGHTxMINES and a line per row")
    position = Position.from_text(text)
    return position, _answer(value, position)


def _answer(value: Mapping[str, Any], position: Position) -> SolverAnswer:
    cell = None if value["open"] is None else read_cell("open", value["open"], position.board)
    if cell in position.clues:
        raise MinesweeperError(f"open: {cell} is revealed already; allowed are covered cells")
    safe, mines = (
        frozenset(read_cell(name, item, position.board) for item in _listed(name, value)) for name in ("safe", "mines")
    )
    because = tuple([_reason(item, safe, mines, position) for item in _listed("because", value)])
    return SolverAnswer(cell, safe, mines, _risks(value.get("risks"), position.board), because)


def _listed(name: str, value: Mapping[str, Any]) -> list[Any]:
    listed = value.get(name, [])
    if not isinstance(listed, list):
        items = "objects with cell and clues" if name == "because" else "cells [row, column]"
        raise MinesweeperError(f"{name}: {reprlib.repr(listed)}; expected a list of {items}")
    return listed


def _reason(item: Any, safe: Set[Cell], mines: Set[Cell], position: Position) -> Reason:
    """Return a reason for one of the verdicts; what it names may be no clue, which is for the referee to say."""
    value = _checked(item, ("cell", "clues", "mines"), 2)
    cell = read_cell("because", value["cell"], position.board)
    if cell not in safe | mines or cell not in position.covered - position.taken:
        raise MinesweeperError(f"because: {cell}; allowed are covered cells that are called safe or mines")
    if not isinstance(value.get("mines", False), bool):
        raise MinesweeperError(f"because: mines: {reprlib.repr(value['mines'])}; allowed are true, false")
    clues = sorted({read_cell("because", clue) for clue in _listed("clues", value)})
    return Reason(cell, cell in mines, tuple(clues), value.get("mines", False))


def _risks(value: Any, board: Board) -> dict[Cell, float]:
    """Return the numbers in ``value``, which are rows of numbers or ``None``, by cell."""
    if value is None:
        return {}
    rows = value if isinstance(value, list) else []
    if len(rows) != board.height or not all(isinstance(row, list) and len(row) == board.width for row in rows):
        raise MinesweeperError(f"risks: expected {board.height} rows of {board.width} numbers from 0 to 1, or null")
    found = {(i, j): risk for i, row in enumerate(rows) for j, risk in enumerate(row) if risk is not None}
    for cell, risk in found.items():
        if type(risk) not in (int, float) or not 0 <= risk <= 1:
            raise MinesweeperError(f"risks: {reprlib.repr(risk)} at {cell}; allowed are 0 to 1, or null")
    return found


def read_object(line: str | bytes, names: Sequence[str], required: int) -> dict[str, Any]:
    """Return the JSON object on a line, which may have these ``names`` and must have the first ``required`` of them.

    >>> read_object('{"open": null}', ("open", "safe"), 1)
    {'open': None}

    Raises ``MinesweeperError`` for anything else.
    """
    try:
        value = json.loads(line)
    except json.JSONDecodeError as wrong:
        raise MinesweeperError(f"no JSON at column {wrong.colno}: {wrong.msg}") from None
    except UnicodeDecodeError:
        raise MinesweeperError("it is not UTF-8") from None
    except (ValueError, RecursionError):  # a number with thousands of digits, or thousands of brackets
        raise MinesweeperError("no JSON: too long a number or too many brackets") from None
    return _checked(value, names, required)


def _checked(value: Any, names: Sequence[str], required: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MinesweeperError(f"{reprlib.repr(value)}; expected an object with {', '.join(names)}")
    unknown = [name for name in value if name not in names]
    if unknown:
        raise MinesweeperError(f"{reprlib.repr(unknown[0])} is not known; allowed are {', '.join(names)}")
    missing = [name for name in names[:required] if name not in value]
    if missing:
        raise MinesweeperError(f"{missing[0]!r} is missing")
    return value


def read_cell(name: str, value: Any, board: Board | None = None) -> Cell:
    """Return ``value`` as a cell, of the board if given; ``name`` stands before the message of a ``MinesweeperError``.

    >>> read_cell("open", [0, 2], Board(1, 3))
    (0, 2)
    """
    if not isinstance(value, list) or len(value) != 2 or not all(map(is_whole, value)):
        raise MinesweeperError(f"{name}: {reprlib.repr(value)}; expected two whole numbers, [row, column]")
    cell = (value[0], value[1])
    if board is not None and cell not in board:
        last = (board.height - 1, board.width - 1)
        raise MinesweeperError(f"{name}: {reprlib.repr(cell)} is off the board; allowed are (0, 0) to {last}")
    return cell


class FalseClaim(NamedTuple):
    """A claim that layouts contradict: the ``cell``, its ``claimed`` chance to be a mine, and the true ``chance``."""

    cell: Cell
    claimed: float
    chance: float

    def __str__(self) -> str:
        said = f"is given a risk of {100 * self.claimed:.4g} %"
        if self.claimed in (0, 1):
            said = "is called a mine" if self.claimed else "is called safe"
        return f"{self.cell} {said}; its risk is {100 * self.chance:.4g} %"


def false_claims(answer: SolverAnswer, exact: Probabilities) -> list[FalseClaim]:
    """Return the claims about covered cells that layouts which agree with the position contradict.

    >>> from minesweeper_qt.model import mine_probabilities
    >>> answer = SolverAnswer(safe=frozenset({(0, 1), (0, 3)}), risks={(0, 0): 0.5, (0, 2): 0.25})
    >>> for claim in false_claims(answer, mine_probabilities(Position(1, 4, 1, {(0, 0): 1}))):
    ...     print(claim)
    (0, 1) is called safe; its risk is 100 %
    (0, 2) is given a risk of 25 %; its risk is 0 %
    """
    chances = exact.chances()
    claims = [(cell, 0.0) for cell in sorted(answer.safe - exact.safe) if cell in chances]
    claims += [(cell, 1.0) for cell in sorted(answer.mines - exact.mines)]
    claims += [(cell, risk) for cell, risk in answer.risks.items() if abs(risk - chances.get(cell, risk)) > _NEAR]
    return [FalseClaim(cell, claimed, chances.get(cell, 0.0)) for cell, claimed in claims]


def judge_reason(position: Position, reason: Reason) -> Reason:
    """Return ``reason`` as judged: whether its verdict follows from what it names alone, where revealed cells are safe.

    >>> position = Position.from_text("3x2x1\\n1HH\\n1HH")
    >>> judged = judge_reason(position, Reason((0, 1), True, ((1, 0),), mines=True))
    >>> judged.fault, sorted(judged.layout)
    ('what it names leaves that open', [(1, 1)])

    Raises ``TooHard``.
    """
    board, clues, taken = position.board, position.clues, position.taken
    for clue in reason.clues:
        if clue not in clues:
            return reason._replace(fault=f"{clue} is {'covered' if clue in board else 'off the board'}")
    hidden, total = position.covered - taken, (position.covered, position.mines)
    named = [*[(board.neighbours(clue), clues[clue]) for clue in reason.clues], *[total] * reason.mines]
    sentences = [(cells & hidden, count - len(cells & taken)) for cells, count in named]
    opposite = (frozenset((reason.cell,)), int(not reason.is_mine))

    def enough(places: Sequence[int]) -> bool:
        return not is_satisfiable([opposite, *[sentences[place] for place in places]])

    places = range(len(sentences))
    if enough(places):
        return reason._replace(named=len(places), needless=len(places) - len(minimal_subset(enough, places)))
    used = {clue: clues[clue] for clue in reason.clues}
    given = {**dict.fromkeys(clues.keys() - used.keys(), 0), reason.cell: opposite[1]}
    for mines in count(position.mines if reason.mines else len(taken)):
        with suppress(InconsistentPosition):
            alone = Position(board.height, board.width, mines, used, taken=taken)
            layout = draw_layout(alone, Random(0), given)
            break
    return reason._replace(fault="what it names leaves that open", layout=layout)


class SolverProcess:
    """A solver in a process of its own, which starts with the first position, and again after a failure.

    ``command`` is the program with its arguments. ``limits`` has the seconds and the memory of an answer; without it,
    an answer may take 10 seconds. Use it in a ``with`` statement, or call ``close`` at the end.

    >>> import sys
    >>> source = "import sys\\nfor line in sys.stdin:\\n    print('{\\"open\\": [0, 1]}', flush=True)"
    >>> with SolverProcess([sys.executable, "-c", source]) as solver:
    ...     solver.ask(Position(1, 3, 1)).open
    (0, 1)
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self._command = command
        # Not the 2 s of a call of an agent: on a busy machine an idle process has waited for longer.
        self._limits = limits or Limits(seconds=10.0)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def ask(self, position: Position) -> SolverAnswer:
        """Return the answer of the solver to a position.

        Raises ``AgentError`` when it can't be started, exceeds a limit, ends, answers unasked, or answers with anything
        that ``read_answer`` refuses.
        """
        rows = position.to_text().split()[1:]
        size = {"height": position.height, "width": position.width, "mines": position.mines}
        line = self._exchange(json.dumps({**size, "rows": rows}).encode() + b"\n")
        try:
            return read_answer(line, position)
        except MinesweeperError as wrong:
            raise AgentError(f"its answer {quoted(line.decode('utf-8', 'replace').strip())}: {wrong}") from None

    def _exchange(self, request: bytes) -> bytes:
        hint = ""
        if self._process is None:
            self._start()
            hint = "; is its output flushed?"
        elif not self._answers.empty():
            raise self._failure("it answered more than it was asked" if self._answers.get() else self._end_text())
        self._requests.put(request)
        deadline = monotonic() + self._limits.seconds
        line = None
        while line is None:
            with suppress(Empty):
                line = self._answers.get(timeout=_LOOK_SECONDS)
            if line is None and monotonic() > deadline:
                raise self._failure(f"it took longer than {self._limits.seconds:g} s to answer{hint}")
            if line is None or monotonic() > self._looked + _REST_SECONDS:
                self._look()
        if len(line) == _MOST_BYTES:
            raise self._failure("its answer is longer than 1 MiB")
        if not line.endswith(b"\n"):
            raise self._failure(self._end_text())
        return line

    def _start(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs
        pipe = subprocess.PIPE
        try:
            process = start(self._command, stdin=pipe, stdout=pipe, stderr=self._errors, start_new_session=True)
            self._measured = psutil.Process(process.pid)
        except (OSError, ValueError, psutil.Error) as wrong:  # a null character in the command is a ValueError
            self._errors.close()
            raise AgentError(f"it can't be started: {getattr(wrong, 'strerror', None) or wrong}") from None
        self._process, self._looked = process, monotonic()
        # New ones each time: the threads of an earlier process may still use theirs.
        self._requests, self._answers = SimpleQueue[bytes](), SimpleQueue[bytes]()
        self._threads = [
            Thread(target=_send, args=(process.stdin, self._requests), daemon=True),
            Thread(target=_receive, args=(process.stdout, self._answers), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _look(self) -> None:
        """Raise ``AgentError`` if the process exceeds a limit of memory or output."""
        self._looked = monotonic()
        problem = memory_problem(self._measured, self._limits.memory_mb)
        if os.fstat(self._errors.fileno()).st_size > self._limits.output_mb << 20:
            problem = f"printed more than {self._limits.output_mb} MB"
        if problem:
            raise self._failure(f"it {problem}")

    def _end_text(self) -> str:
        """Say how the process ends, which has closed its output, and the last line of its errors."""
        assert self._process is not None
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_END_SECONDS)
        text = "it closed its output" if code is None else f"it ended with exit code {code}"
        if code is not None and code < 0:
            text = f"it was ended by signal {next((n.name for n in signal.Signals if n == -code), -code)}"
        self._errors.seek(max(0, os.fstat(self._errors.fileno()).st_size - _MOST_ERROR_BYTES))
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        # Some languages say last where it was, or their version.
        causes = [line for line in said if re.search("error|exception|panic", line, re.IGNORECASE)] or said
        return f"{text}; it said {quoted(causes[-1].strip())}" if causes else text

    def _failure(self, text: str) -> AgentError:
        self._end(0)
        return AgentError(text)

    def close(self) -> None:
        """Close the input of the process, and end it unless it ends by that."""
        self._end(_REST_SECONDS)

    def _end(self, seconds: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            if descendants(self._measured):
                seconds = 0  # later it would not be known what is its own
            self._requests.put(b"")
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
            end(process, self._measured)
            self._errors.close()
            for thread in self._threads:
                thread.join(_REST_SECONDS)  # what it has detached may hold the pipes for longer


def _send(file: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Write the requests to a file, and close it at an empty one; a thread of its own, as a solver may not read."""
    with suppress(OSError), file:
        for request in iter(requests.get, b""):
            file.write(request)
            file.flush()


def _receive(file: IO[bytes], answers: SimpleQueue[bytes]) -> None:
    """Read lines from a file until its end, which is an empty one, or until two wait to be used; skip blank ones."""
    with suppress(OSError), file:
        line = b"\n"
        while line and answers.qsize() < 2:
            line = file.readline(_MOST_BYTES)
            if line.strip() or not line:
                answers.put(line)


class SolverAgent:
    """A solver as an ``Agent``: it opens what the solver opens, and knows what the last ``answer`` claims.

    ``seconds`` is the time that the answers took. A move that the solver does not call safe counts as a random one.
    """

    def __init__(self, process: SolverProcess, height: int, width: int, mines: int) -> None:
        self.moves_made: dict[Cell, int] = {}
        self.answer = SolverAnswer()
        self.seconds = 0.0
        self._process = process
        self._board, self._mine_total = Board(height, width), mines

    @property
    def mines(self) -> Collection[Cell]:
        """The cells that the solver calls mines."""
        return self.answer.mines

    @property
    def safes(self) -> Collection[Cell]:
        """The cells that the solver calls safe."""
        return self.answer.safe

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Remember the clue for the next position."""
        self.moves_made[cell] = count

    def make_safe_move(self) -> Cell | None:
        """Ask the solver; return the cell that it opens if it calls it safe."""
        began = monotonic()
        try:
            self.answer = self._process.ask(Position.seen(self._board, self._mine_total, self.moves_made))
        finally:
            self.seconds += monotonic() - began
        return self.answer.open if self.answer.open in self.answer.safe else None

    def make_random_move(self) -> Cell | None:
        """Return the cell of the last answer."""
        return self.answer.open
