"""Defines how a long computation is interrupted: it calls a function every few milliseconds, which may raise an error.

For example, that function raises ``Stopped`` when the result is no longer needed. After an error the object that
computed can be used again.
"""

from __future__ import annotations

from collections.abc import Callable

Poll = Callable[[], None]
"""A function that is called every few milliseconds during a computation; an exception that it raises ends it."""


def never_interrupt() -> None:
    """Do nothing: the ``Poll`` of a computation that can't be interrupted."""
