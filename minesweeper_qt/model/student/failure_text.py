"""Makes the error of a failed call from a reply, or from the reason why the process ended."""

from __future__ import annotations

import signal
from typing import Any

from minesweeper_qt.model.student import replies
from minesweeper_qt.model.student.connection import BrokenConnection
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.student_failure import FailureKind, SourceLine, StudentFailure

_CHANNEL_LOST = 82
_MEMORY_GONE = 83
"""Exit codes of ``child``: its connection is damaged, and no memory is left even for a reply."""

_ENDING = {FailureKind.MEMORY, FailureKind.OUTPUT}
"""The failures after which the process is ended although it has replied."""


def from_reply(call: str, reply: dict[str, Any], limits: Limits) -> StudentFailure:
    """Return the error that a reply reports; raise ``BrokenConnection`` if it is not as expected.

    >>> print(from_reply("f()", {"failure": "exception", "text": "KeyError: 1"}, Limits()))
    f() raised KeyError: 1
    """
    try:
        kind = FailureKind(replies.text(reply["failure"]))
    except ValueError:
        raise BrokenConnection("an unknown kind of failure") from None
    text = replies.text(reply.get("text", ""))
    messages = {
        FailureKind.API: f"{call}: {text}",
        FailureKind.EXCEPTION: f"{call} raised {text}",
        FailureKind.EXIT: f"{call} {text}",
        FailureKind.MEMORY: _too_large(call, limits),
        FailureKind.OUTPUT: f"after {call} the agent {text}",
    }
    if kind not in messages:
        raise BrokenConnection("an unknown kind of failure")
    return StudentFailure(kind, messages[kind], replies.trace(reply.get("trace", [])), kind not in _ENDING)


def from_end(call: str, reason: str, limits: Limits, trace: tuple[SourceLine, ...]) -> StudentFailure:
    """Return the error for a process that ended; ``reason`` is the line of the process that watched over it.

    >>> print(from_end("f()", "exit 3", Limits(), ()))
    f() ended the process with exit code 3
    """
    how, _, what = reason.partition(" ")
    number = int(what) if what.isdecimal() else 0
    if how == "memory" or (how, number) == ("exit", _MEMORY_GONE):
        return StudentFailure(FailureKind.MEMORY, _too_large(call, limits), trace)
    if how == "processes":
        text = f"{call} started {number} processes; the limit is {limits.processes}"
        return StudentFailure(FailureKind.MEMORY, text, trace)
    if (how, number) == ("exit", _CHANNEL_LOST):
        text = f"{call} closed or changed file descriptors that are not its own"
    elif how == "exit":
        text = f"{call} ended the process with exit code {number}"
    elif how == "signal":
        text = f"{call} ended the process: {_signal_name(number)}"
    else:
        text = f"{call} ended the process that watches over it"
    return StudentFailure(FailureKind.EXIT, text, trace)


def _too_large(call: str, limits: Limits) -> str:
    return f"{call} needed more than {limits.memory_mb} MB of memory"


def _signal_name(number: int) -> str:
    try:
        return f"signal {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"
