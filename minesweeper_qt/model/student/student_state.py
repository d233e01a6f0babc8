"""Holds as values what a student's agent states, how its process can fail, and the limits that it must keep."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import AgentError


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on the process of a student's agent, which is ended if it exceeds one.

    ``seconds``: time of one call. ``import_seconds``: time to import the file. ``memory_mb``: memory of the process and
    its children, in MiB. ``processes``: how many processes it may consist of. ``output_mb``: what it may print for one
    agent, in MiB; the last MiB is kept. ``sentences``: how many sentences its knowledge may hold. ``cells``: how many
    cells all these sentences may hold together, and each of its sets.

    >>> Limits().seconds, Limits(memory_mb=64).memory_mb
    (2.0, 64)
    """

    seconds: float = 2.0
    import_seconds: float = 10.0
    memory_mb: int = 512
    processes: int = 64
    output_mb: int = 16
    sentences: int = 20_000
    cells: int = 200_000


class FailureKind(Enum):
    """How an agent's process failed; the values are those of the JSON report of ``minesweeper-qt check``.

    >>> FailureKind("timeout")
    <FailureKind.TIMEOUT: 'timeout'>

    Raises ``ValueError`` for another value.
    """

    API = "api"
    """The file, the class or a method is missing or can't be called as the project demands."""
    EXCEPTION = "exception"
    """The student's code raised an exception."""
    TIMEOUT = "timeout"
    """A call took longer than the limit."""
    MEMORY = "memory"
    """The process needed more memory than the limit."""
    OUTPUT = "output"
    """The process printed more than the limit, or stated more sentences than the limit."""
    EXIT = "exit"
    """The process ended itself, or something else ended it."""


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


class StudentFailure(AgentError):
    """The process of a student's agent failed.

    ``kind`` says how. The message is one line for people that begins with the call, such as "add_knowledge((0, 1), 2)
    raised KeyError: (0, 1)". ``trace`` holds the student's own lines that were running, the innermost last; it is empty
    where nothing is known of them. ``is_alive`` is true if the process can still be used, as after an exception.

    >>> failure = StudentFailure(FailureKind.EXIT, "add_knowledge((0, 1), 2) ended the process with exit code 1")
    >>> failure.kind.value, failure.is_alive
    ('exit', False)
    """

    def __init__(
        self, kind: FailureKind, message: str, trace: tuple[SourceLine, ...] = (), is_alive: bool = False
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.trace = trace
        self.is_alive = is_alive


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence as an agent stated it: ``count`` of ``cells`` are mines. Nothing says that it is true or possible.

    The cells may lie beyond the edge of the board, and the count may be negative or larger than the number of cells.

    >>> StatedSentence(frozenset({(0, 0), (0, 9)}), -1).count
    -1
    """

    cells: frozenset[Cell]
    count: int


@dataclass(frozen=True, slots=True)
class StudentState:
    """What an agent stated at one moment, as its attributes held it.

    ``moves_made``, ``mines`` and ``safes`` may name cells beyond the edge of the board. ``sentences`` are those of its
    ``knowledge`` in the agent's own order, duplicates and empty ones included. ``problems`` names, a line each, what
    could not be read, such as an attribute that is missing; what it names counts as empty.

    >>> StudentState().sentences
    ()
    """

    moves_made: frozenset[Cell] = frozenset()
    mines: frozenset[Cell] = frozenset()
    safes: frozenset[Cell] = frozenset()
    sentences: tuple[StatedSentence, ...] = ()
    problems: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """What a sentence of the student's class ``Sentence`` stated after it was created and possibly marked.

    Each is the text (``repr``, shortened) of what it was, where it is no collection of cells or no whole number.

    >>> SentenceResult(frozenset({(0, 1)}), 1, frozenset({(0, 1)}), "None").known_safes
    'None'
    """

    cells: frozenset[Cell] | str
    count: int | str
    known_mines: frozenset[Cell] | str
    known_safes: frozenset[Cell] | str
