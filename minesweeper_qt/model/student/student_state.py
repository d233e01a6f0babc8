"""Holds as values what a student's agent states, how its process can fail, and the limits that it must keep.

The values are made from the replies of the process, which may send anything: a reply is used only where it has the
types, the sizes and the ranges that are expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import index
from typing import Any, Self

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import AgentError

_LETTERS = 400


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on the process of a student's agent, which is ended if it exceeds one.

    ``seconds``: time of one call. ``import_seconds``: time to import the file. ``memory_mb``: memory of the process and
    its children, in MiB. ``output_mb``: what it may print for one
    agent, in MiB; the last MiB is kept. ``sentences``: how many sentences its knowledge may hold. ``cells``: how many
    cells all these sentences may hold together, and each of its sets. ``box``: whether it runs in a box, where
    ``box_problem()`` says that there can be one.

    >>> Limits().seconds, Limits(memory_mb=64).memory_mb
    (2.0, 64)
    """

    seconds: float = 2.0
    import_seconds: float = 10.0
    memory_mb: int = 512
    output_mb: int = 16
    sentences: int = 20_000
    cells: int = 200_000
    box: bool = False


class FindingKind(Enum):
    """The kinds of findings, in the order in which to mend them; the values are those of the JSON report.

    >>> FindingKind("unsound")
    <FindingKind.UNSOUND: 'unsound'>

    Raises ``ValueError`` for another value.
    """

    API = "api"
    """A class, method or attribute is missing or differs from the project's."""
    EXCEPTION = "exception"
    """The agent raises an exception."""
    TIMEOUT = "timeout"
    """A call takes longer than the limit."""
    MEMORY = "memory"
    """The agent needs more memory than the limit, or more processes."""
    OUTPUT = "output"
    """The agent prints or states more than the limit."""
    EXIT = "exit"
    """The agent ends its process."""
    SENTENCE = "sentence"
    """A sentence is wrong, double or empty, or they grow without end."""
    UNSOUND = "unsound"
    """A verdict on a cell is wrong, or right without following from what was seen."""
    MOVE = "move"
    """A move is wrong or missing."""
    MUTATION = "mutation"
    """A method changes what it must not change."""
    INCOMPLETE = "incomplete"
    """A cell that the three rules settle is not settled."""
    CHECK = "check"
    """A check of the course fails."""

    @property
    def is_slow(self) -> bool:
        """True if failures of this kind take long, so that they should not be repeated for all games."""
        return self in (FindingKind.TIMEOUT, FindingKind.MEMORY, FindingKind.OUTPUT)


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the student's own code: the file's name without its folder, the number of the line from 1, the
    function it is in, and its text without indentation.

    >>> print(SourceLine("minesweeper.py", 12, "add_knowledge", "self.mines.add(cell)"))
    minesweeper.py:12, in add_knowledge: self.mines.add(cell)
    """

    file: str
    line: int
    function: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, in {self.function}: {self.text}"


@dataclass(eq=False)
class StudentFailure(AgentError):
    """The process of a student's agent failed.

    ``kind`` says how. ``message`` is one line for people that begins with the call, such as "add_knowledge((0, 1), 2)
    raised KeyError: (0, 1)". ``trace`` holds the student's own lines that were running, the innermost last; it is empty
    where nothing is known of them, and of an import without end it holds the line of the file's own level alone.
    ``is_alive`` is true if the process can still be used, as after an exception. ``is_import`` is true if the file
    could not be imported. Of an exception, ``error`` is the name of its class and ``detail`` its message, without the
    line of a wrong syntax; ``missing_module`` is the name of a module that was not found. They are empty otherwise.
    ``own_size`` is the size that is hard-coded in the agent, where that is the failure. ``state`` is what the agent
    stated when the call failed, if that could be read.

    >>> failure = StudentFailure(FindingKind.EXIT, "add_knowledge((0, 1), 2) ended the process with exit code 1")
    >>> failure.kind.value, failure.is_alive
    ('exit', False)
    """

    kind: FindingKind
    message: str
    trace: tuple[SourceLine, ...] = ()
    is_alive: bool = False
    is_import: bool = False
    error: str = ""
    detail: str = ""
    missing_module: str = ""
    own_size: tuple[int, int] | None = None
    state: StudentState | None = None

    def __str__(self) -> str:
        return self.message

    @property
    def is_endless(self) -> bool:
        """True if the call did not end, or called itself again and again."""
        return self.kind is FindingKind.TIMEOUT or self.error == RecursionError.__name__

    def without_traceback(self) -> Self:
        """Return the failure without the frames that raised it, which would keep alive all that made the call."""
        self.__context__ = None
        return self.with_traceback(None)


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence as an agent stated it: ``count`` of ``cells`` are mines. Nothing says that it is true or possible.

    The cells may lie beyond the edge of the board, and the count may be negative or larger than the number of cells.

    >>> StatedSentence(frozenset({(0, 0), (0, 9)}), -1).count
    -1
    """

    cells: frozenset[Cell]
    count: int


def are_more_than_half_done(wrong: Sequence[StatedSentence]) -> bool:
    """Return whether ``wrong`` sentences of a call that failed are more than one that was just being changed.

    >>> are_more_than_half_done([StatedSentence(frozenset({(0, 0)}), 2)])
    False
    """
    return len(wrong) > 1 or any(sentence.count < 0 for sentence in wrong)


@dataclass(frozen=True, slots=True)
class StudentState:
    """What an agent stated at one moment, as its attributes held it.

    ``moves_made``, ``mines`` and ``safes`` may name cells beyond the edge of the board. ``sentences`` are those of its
    ``knowledge`` in the agent's own order, duplicates and empty ones included. ``problems`` are what could
    not be read, such as an attribute that is missing, each its sort and a line of text; it counts as empty.

    >>> StudentState().sentences
    ()
    """

    moves_made: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    sentences: tuple[StatedSentence, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()

    def without_settled(self, cells: frozenset[Cell], count: int) -> StatedSentence:
        """Return the sentence ``cells`` = ``count`` without the cells that the agent calls safe or mines."""
        return StatedSentence(cells - self.safes - self.mines, count - len(cells & self.mines))


def call_text(method: str, *arguments: object) -> str:
    """Return a call as it is written.

    >>> call_text("add_knowledge", (0, 1), 2)
    'add_knowledge((0, 1), 2)'
    """
    return f"{method}({', '.join(map(str, arguments))})"


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of one call of an agent's method.

    ``value`` is what it returned: a pair of whole numbers or ``None``, or else the text (``repr``, shortened) of what
    it was. ``state`` is what the agent stated afterwards. ``seconds`` is the time that the call took there.

    >>> CallResult((0, 1), StudentState(), 0.001).value
    (0, 1)
    """

    value: Cell | str | None
    state: StudentState
    seconds: float


# -- what the process sends

NO_REPLY = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What the functions below raise if a reply is not as expected: the process may send anything."""


def read_text(value: Any) -> str:
    """Return a text of a reply on one line; raise an error of ``NO_REPLY`` for anything else.

    >>> read_text("a" + chr(10))
    'a '
    """
    text = value[:_LETTERS].encode("utf-8", "backslashreplace").decode()
    return "".join(letter if letter.isprintable() else " " for letter in text)


def read_seen(value: Any) -> str | None:
    """Return what a check of the course has seen, ``None`` if nothing is wrong; raise an error of ``NO_REPLY``.

    >>> read_seen(None), read_seen("set()")
    (None, 'set()')
    """
    return None if value is None else read_text(value)


def read_seconds(value: Any) -> float:
    """Return a time of a reply; raise an error of ``NO_REPLY`` for anything else.

    >>> read_seconds(0.5)
    0.5
    """
    if not 0 <= value < 10**6:
        raise ValueError("a time was expected")
    return float(value)


def read_cells(value: Any) -> list[Cell]:
    """Return the cells of a flat list of rows and columns; raise an error of ``NO_REPLY`` for anything else.

    >>> read_cells([0, 1, 2, 3])
    [(0, 1), (2, 3)]
    """
    # Hundreds of thousands of numbers may come: this check runs without a step of Python for each.
    if not set(map(type, value)) <= {int}:
        raise TypeError("cells were expected")
    return list(zip(value[::2], value[1::2], strict=True))


def read_move(value: Any) -> Cell | str | None:
    """Return what a call returned: a cell, ``None``, or the text of what it was; raise an error of ``NO_REPLY``.

    >>> read_move([0, 1]), read_move(None), read_move("'a'")
    ((0, 1), None, "'a'")
    """
    if value is None or isinstance(value, str):
        return value and read_text(value)
    (cell,) = read_cells(value)
    return cell


def read_failure(call: str, reply: dict[str, Any], limits: Limits) -> StudentFailure:
    """Return the failure of ``call`` that a reply reports; raise an error of ``NO_REPLY`` if it reports none.

    >>> reply = {"failure": "exception", "error": "KeyError", "text": "1", "missing": "", "trace": []}
    >>> print(read_failure("f()", reply, Limits()))
    f() raised KeyError: 1
    """
    error, detail, missing = (read_text(reply[key]) for key in ("error", "text", "missing"))
    kind = reply["failure"]
    message = {
        "api": f"{call}: {detail}",
        "exception": f"{call} raised {error}" + (f": {detail}" if detail else ""),
        "exit": f"{call} {detail}",
        "timeout": f"{call} {detail}",
        "memory": f"{call} needed more than {limits.memory_mb} MB of memory",
        "output": f"after {call} the agent {detail}",
    }[kind]
    trace = read_lines(reply["trace"])
    is_alive = kind not in ("memory", "output")
    named = (error, detail, missing) if kind == "exception" else ()
    return StudentFailure(FindingKind(kind), message, trace, is_alive, False, *named)


def read_lines(value: Any) -> tuple[SourceLine, ...]:
    """Return lines of the student's own code; raise an error of ``NO_REPLY`` for anything else.

    >>> print(*read_lines([["minesweeper.py", 3, "f", "pass"]]))
    minesweeper.py:3, in f: pass
    """
    return tuple(
        SourceLine(read_text(file), int(line), read_text(function), read_text(source))
        for file, line, function, source in value
    )


class StateTable:
    """What one agent stated last, which changes from reply to reply.

    >>> StateTable().update({"mines": [[0, 1], []], "new": [[[0, 0], 1]], "sentences": [0]}).mines
    frozenset({(0, 1)})
    """

    def __init__(self) -> None:
        self._known: list[StatedSentence] = []
        self._state = StudentState()

    def update(self, changes: dict[str, Any]) -> StudentState:
        """Return the state after ``changes``, a part of a reply; raise an error of ``NO_REPLY``."""
        if not changes:
            return self._state
        if changes.get("restart"):
            self._known, self._state = [], StudentState()
        changed: dict[str, Any] = {}
        for name in changes.keys() & {"moves_made", "mines", "safes"}:
            added, removed = map(read_cells, changes[name])
            changed[name] = getattr(self._state, name).difference(removed).union(added)
        for cells, count in changes.get("new", ()):
            self._known.append(StatedSentence(frozenset(read_cells(cells)), index(count)))
        if "sentences" in changes:
            changed["sentences"] = tuple(self._known[number] for number in changes["sentences"])
        if "problems" in changes:
            changed["problems"] = tuple((read_text(sort), read_text(text)) for sort, text in changes["problems"])
        self._state = replace(self._state, **changed)
        return self._state
