"""Defines how a long computation is interrupted: it calls a function every few milliseconds, which may raise an error.

For example, that function raises ``Stopped`` when the result is no longer needed. After an error the object that
computed can be used again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

Poll = Callable[[], None]
"""A function that is called every few milliseconds during a computation; an exception that it raises ends it."""


def never_interrupt() -> None:
    """Do nothing: the ``Poll`` of a computation that can't be interrupted."""


@runtime_checkable
class Interruptible(Protocol):
    """An object whose long computations can be interrupted: some strategies and agents.

    >>> from minesweeper_qt.model import MinesweeperAI, make_strategy
    >>> isinstance(make_strategy("exact"), Interruptible), isinstance(make_strategy("cs50"), Interruptible)
    (True, False)
    >>> isinstance(MinesweeperAI(), Interruptible)
    True
    """

    poll: Poll | None
    """The function that is called every few milliseconds of a computation; ``None`` if none is."""
