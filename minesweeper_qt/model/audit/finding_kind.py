"""The kinds of findings of an audit, and how bad they are."""

from __future__ import annotations

from enum import Enum


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
    """The agent needs more memory than the limit."""
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


class Severity(Enum):
    """How bad a finding is, the worst first; the values are those of the JSON report.

    >>> Severity("note")
    <Severity.NOTE: 'note'>

    Raises ``ValueError`` for another value.
    """

    ERROR = "error"
    WEAKNESS = "weakness"
    NOTE = "note"
