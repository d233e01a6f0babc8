"""The error that says how a strange agent's process failed, with the lines of the student's own file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.errors import AgentError


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
    """A strange agent's process failed.

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
