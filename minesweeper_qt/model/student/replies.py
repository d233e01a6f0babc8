"""Checks the replies of the process of a student's agent, and turns them into values.

The process may send anything: a reply is used only where it has the types, the sizes and the ranges that are expected.
"""

from __future__ import annotations

from typing import Any

from minesweeper_qt.model.board.board import Cell, is_whole
from minesweeper_qt.model.student.connection import BrokenConnection
from minesweeper_qt.model.student.student_state import Limits, SourceLine, StatedSentence, StudentState

_LARGEST = 2**53
_LETTERS = 400
_ATTRIBUTES = ("moves_made", "mines", "safes")


def number(value: Any) -> int:
    """Return a whole number of a reply; raise ``BrokenConnection`` for anything else.

    >>> number(3)
    3
    """
    if not is_whole(value) or abs(value) > _LARGEST:
        raise BrokenConnection("a whole number was expected")
    return int(value)


def seconds(value: Any) -> float:
    """Return a time of a reply; raise ``BrokenConnection`` for anything else.

    >>> seconds(0.5)
    0.5
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**6:
        raise BrokenConnection("a time was expected")
    return float(value)


def text(value: Any) -> str:
    """Return a text of a reply on one line; raise ``BrokenConnection`` for anything else.

    >>> text("a" + chr(10))
    'a '
    """
    if not isinstance(value, str):
        raise BrokenConnection("a text was expected")
    whole = value[:_LETTERS].encode("utf-8", "backslashreplace").decode()
    return "".join(letter if letter.isprintable() else " " for letter in whole)


def items(value: Any) -> list[Any]:
    """Return a list of a reply; raise ``BrokenConnection`` for anything else.

    >>> items([1])
    [1]
    """
    if not isinstance(value, list):
        raise BrokenConnection("a list was expected")
    return value


def cells(value: Any) -> list[Cell]:
    """Return the cells of a flat list of rows and columns; raise ``BrokenConnection`` for anything else.

    >>> cells([0, 1, 2, 3])
    [(0, 1), (2, 3)]
    """
    flat = items(value)
    if len(flat) % 2:
        raise BrokenConnection("a column is missing")
    # Hundreds of thousands of numbers may come: these checks run without a step of Python for each.
    if flat and (set(map(type, flat)) != {int} or min(flat) < -_LARGEST or max(flat) > _LARGEST):
        raise BrokenConnection("whole numbers were expected")
    return list(zip(flat[::2], flat[1::2], strict=True))


def trace(value: Any) -> tuple[SourceLine, ...]:
    """Return the lines of a traceback; raise ``BrokenConnection`` for anything else.

    >>> trace([["minesweeper.py", 3, "f", "return 1"]])[0].line
    3
    """
    lines = []
    for entry in items(value):
        if len(items(entry)) != 4:
            raise BrokenConnection("a line of a traceback was expected")
        file, line, function, source = entry
        lines.append(SourceLine(text(file), number(line), text(function), text(source)))
    return tuple(lines)


def move(value: Any) -> Cell | str | None:
    """Return what a call returned: a cell, ``None``, or the text of what it was; raise ``BrokenConnection``.

    >>> move([0, 1]), move(None), move("'a'")
    ((0, 1), None, "'a'")
    """
    if value is None:
        return None
    if isinstance(value, str):
        return text(value)
    found = cells(value)
    if len(found) != 1:
        raise BrokenConnection("one cell was expected")
    return found[0]


class StateTable:
    """What one agent stated last, which changes from reply to reply.

    >>> StateTable(Limits()).update({"mines": [[0, 1], []], "new": [[[0, 0], 1]], "sentences": [0]}).mines
    frozenset({(0, 1)})
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: list[StatedSentence] = []
        self._state = StudentState()

    def update(self, changes: Any) -> StudentState:
        """Return the state after ``changes``, a part of a reply; raise ``BrokenConnection`` if they are no changes."""
        if not isinstance(changes, dict):
            raise BrokenConnection("the changes of a state were expected")
        if changes:
            self._state = self._changed(changes)
        return self._state

    def _changed(self, changes: dict[str, Any]) -> StudentState:
        if changes.get("restart"):
            self._known = []
            self._state = StudentState()
        last = self._state
        sets = [self._set(getattr(last, name), changes.get(name)) for name in _ATTRIBUTES]
        self._define(changes)
        sentences = last.sentences
        if "sentences" in changes:
            sentences = self._sentences(items(changes["sentences"]))
        problems = last.problems
        if "problems" in changes:
            problems = tuple(text(line) for line in items(changes["problems"]))
        return StudentState(sets[0], sets[1], sets[2], sentences, problems)

    def _set(self, last: frozenset[Cell], change: Any) -> frozenset[Cell]:
        if change is None:
            return last
        if len(items(change)) != 2:
            raise BrokenConnection("added and removed cells were expected")
        changed = last.difference(cells(change[1])).union(cells(change[0]))
        if len(changed) > self._limits.cells:
            raise BrokenConnection("more cells were sent than the limit allows")
        return changed

    def _define(self, changes: dict[str, Any]) -> None:
        for entry in items(changes.get("new", [])):
            if len(items(entry)) != 2:
                raise BrokenConnection("cells and a count were expected")
            self._known.append(StatedSentence(frozenset(cells(entry[0])), number(entry[1])))
        if len(self._known) > 6 * self._limits.sentences:
            raise BrokenConnection("more sentences were sent than the limit allows")

    def _sentences(self, numbers: list[Any]) -> tuple[StatedSentence, ...]:
        if len(numbers) > self._limits.sentences:
            raise BrokenConnection("more sentences were sent than the limit allows")
        if numbers and (set(map(type, numbers)) != {int} or min(numbers) < 0 or max(numbers) >= len(self._known)):
            raise BrokenConnection("a sentence was sent that is not defined")
        return tuple(map(self._known.__getitem__, numbers))
