"""Provides requests that a test holds back, one type for each lane and priority."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import ClassVar

from minesweeper_qt.gui.background.requests import Lane, Request
from minesweeper_qt.gui.background.tools import Tools
from minesweeper_qt.model.errors import Stopped

LIMIT = 20
"""Seconds after which something that a test waits for counts as lost."""


@dataclass(frozen=True, slots=True, eq=False)
class Held(Request[int]):
    """A request that is computed until the test sets ``go``, or the service stops it; the result is its revision.

    ``begun`` is set when a thread begins to compute it, ``stopped`` when it is stopped.
    """

    go: Event = field(default_factory=Event)
    begun: Event = field(default_factory=Event)
    stopped: Event = field(default_factory=Event)

    def compute(self, tools: Tools) -> int:
        self.begun.set()
        for _ in range(LIMIT * 1000):
            if tools.should_stop():
                self.stopped.set()
                raise Stopped("for a test")
            if self.go.wait(0.001):
                return self.revision
        raise AssertionError("nobody has let it go on")


class Urgent(Held):
    __slots__ = ()
    priority: ClassVar[int] = 0


class Early(Held):
    __slots__ = ()


class Late(Held):
    __slots__ = ()


class Long(Held):
    __slots__ = ()
    lane: ClassVar[Lane] = Lane.LONG
    priority: ClassVar[int] = 0


class Longest(Held):
    __slots__ = ()
    lane: ClassVar[Lane] = Lane.LONG
    priority: ClassVar[int] = 1


KINDS: tuple[type[Held], ...] = (Urgent, Early, Late, Long, Longest)
