"""The values that a strange agent's process returns: what the agent stated at one moment, and the result of a call."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell


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
