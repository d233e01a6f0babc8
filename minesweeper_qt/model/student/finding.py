"""The findings of an audit: what is wrong or weak in an agent, in how many games, with a smallest case and a cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.skills import Skill
from minesweeper_qt.model.student.student_state import SourceLine


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


class Symptom(Enum):
    """The ways in which an agent errs after some observations.

    >>> Symptom.WRONG_MINE.kind.value
    'unsound'
    """

    WRONG_MINE = "wrong-mine"
    """A cell is in ``mines`` that is off the board, or safe in a layout that agrees with all clues."""
    WRONG_SAFE = "wrong-safe"
    """A cell is in ``safes`` that is off the board, or a mine in a layout that agrees with all clues."""
    MISSING_MINE = "missing-mine"
    """A cell that the three rules prove to be a mine is not in ``mines``."""
    MISSING_SAFE = "missing-safe"
    """A cell that the three rules prove to be safe is not in ``safes``."""
    SAFE_MOVE_MISSING = "safe-move-missing"
    """``make_safe_move`` returns ``None``, although a cell is in ``safes`` that was not moved to."""
    SAFE_MOVE_WRONG = "safe-move-wrong"
    """``make_safe_move`` returns something that is no cell in ``safes``, or one that was moved to already."""
    RANDOM_MOVE_MISSING = "random-move-missing"
    """``make_random_move`` returns ``None``, although a cell is left."""
    RANDOM_MOVE_WRONG = "random-move-wrong"
    """``make_random_move`` returns a known mine, a cell moved to already, or no cell of the board at all."""
    SENTENCE_WRONG = "sentence-wrong"
    """A sentence is false in a layout that agrees with all clues."""
    SENTENCE_OFF_BOARD = "sentence-off-board"
    """A sentence names a cell that is off the board."""
    SENTENCE_DOUBLE = "sentence-double"
    """A sentence is in ``knowledge`` twice."""
    SENTENCE_EMPTY = "sentence-empty"
    """A sentence without cells is in ``knowledge``."""
    SENTENCES_GROW = "sentences-grow"
    """``knowledge`` holds many times more sentences than the board has cells."""
    VERDICT_TAKEN_BACK = "verdict-taken-back"
    """``add_knowledge`` removes a cell from ``safes`` or ``mines`` that was there rightly."""
    MOVE_NOT_RECORDED = "move-not-recorded"
    """``add_knowledge`` does not add the cell to ``moves_made``, or changes other cells there."""
    SAFE_MOVE_CHANGES = "safe-move-changes"
    """``make_safe_move`` changes what the agent states."""
    RANDOM_MOVE_CHANGES = "random-move-changes"
    """``make_random_move`` changes what the agent states."""
    LEARNING_FAILS = "learning-fails"
    """Creating the agent or ``add_knowledge`` raises an exception, does not end, or ends the process."""
    SAFE_MOVE_FAILS = "safe-move-fails"
    """``make_safe_move`` raises an exception, does not end, or ends the process."""
    RANDOM_MOVE_FAILS = "random-move-fails"
    """``make_random_move`` raises an exception, does not end, or ends the process."""

    @property
    def kind(self) -> FindingKind | None:
        """The kind of finding that the symptom belongs to; ``None`` for a failure, which has a kind of its own."""
        return _KINDS.get(self)


_KINDS = {
    Symptom.WRONG_MINE: FindingKind.UNSOUND,
    Symptom.WRONG_SAFE: FindingKind.UNSOUND,
    Symptom.MISSING_MINE: FindingKind.INCOMPLETE,
    Symptom.MISSING_SAFE: FindingKind.INCOMPLETE,
    Symptom.SAFE_MOVE_MISSING: FindingKind.MOVE,
    Symptom.SAFE_MOVE_WRONG: FindingKind.MOVE,
    Symptom.RANDOM_MOVE_MISSING: FindingKind.MOVE,
    Symptom.RANDOM_MOVE_WRONG: FindingKind.MOVE,
    Symptom.SENTENCE_WRONG: FindingKind.SENTENCE,
    Symptom.SENTENCE_OFF_BOARD: FindingKind.SENTENCE,
    Symptom.SENTENCE_DOUBLE: FindingKind.SENTENCE,
    Symptom.SENTENCE_EMPTY: FindingKind.SENTENCE,
    Symptom.SENTENCES_GROW: FindingKind.SENTENCE,
    Symptom.VERDICT_TAKEN_BACK: FindingKind.MUTATION,
    Symptom.MOVE_NOT_RECORDED: FindingKind.MUTATION,
    Symptom.SAFE_MOVE_CHANGES: FindingKind.MUTATION,
    Symptom.RANDOM_MOVE_CHANGES: FindingKind.MUTATION,
}


@dataclass(frozen=True, slots=True)
class Case:
    """Observations on a board of ``height`` x ``width`` cells, in order, and the ``cells`` about which the agent errs.

    Each observation is a cell with its clue. An agent that is created for this board and learns these observations one
    after the other shows the finding that the case belongs to. Where that is a wrong sentence, ``cells`` are its cells.
    All clues agree with the ``mines``; a verdict or sentence that is wrong is so with these. ``has_own_size`` is true
    if the agent's size is hard-coded, and ``depends_on_chance`` if it does not err each time.

    >>> Case(3, 3, (((0, 0), 1),), ((2, 2),)).to_json()
    {'height': 3, 'width': 3, 'observations': [[0, 0, 1]], 'cells': [[2, 2]]}
    """

    height: int
    width: int
    observations: tuple[tuple[Cell, int], ...]
    cells: tuple[Cell, ...]
    mines: frozenset[Cell] = frozenset()
    has_own_size: bool = False
    depends_on_chance: bool = False

    @classmethod
    def of(cls, height: int, width: int, observed: Iterable[Cell], mines: frozenset[Cell]) -> Case:
        """Return the case in which the cells ``observed`` are seen on a board with these ``mines``, about no cell yet.

        >>> Case.of(1, 2, [(0, 0)], frozenset({(0, 1)})).observations
        (((0, 0), 1),)
        """
        board = Board(height, width)
        return cls(height, width, tuple([(cell, len(board.neighbours(cell) & mines)) for cell in observed]), (), mines)

    def to_json(self) -> dict[str, object]:
        """Return the case as the JSON object of the report."""
        return {
            "height": self.height,
            "width": self.width,
            "observations": [[row, column, clue] for (row, column), clue in self.observations],
            "cells": [list(cell) for cell in self.cells],
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found; the same thing in many games is one finding.

    ``games`` is the number of games in which it occurs; 0 for what was found outside of a game, such as a failed check.
    ``text`` is one or a few lines for people. ``trace`` holds the student's own lines, where the finding has some.
    ``cause`` and ``case`` are ``None`` where none was found. ``symptom`` is how the agent errs after what it learns in
    ``case``, and ``why`` are lines that say why that is wrong. ``is_late``: the agent
    draws the conclusion when the same clue is given again. It occurs first in the game ``first_game``, after
    ``first_learned`` observations; both are ``None`` for what was found outside of a game. ``game_seed`` finds its
    board.

    >>> Finding(FindingKind.MOVE, Severity.ERROR, 3, "make_safe_move() returned None").to_json()["severity"]
    'error'
    """

    kind: FindingKind
    severity: Severity
    games: int
    text: str
    trace: tuple[SourceLine, ...] = ()
    cause: Skill | None = None
    case: Case | None = None
    symptom: Symptom | None = None
    why: tuple[str, ...] = ()
    is_late: bool = False
    first_game: int | None = None
    first_learned: int | None = None

    @property
    def place(self) -> tuple[int, bool, int, int, str]:
        """The place in the order from the worst finding: by severity, kind, number of games, and text.

        Sentences that are only superfluous come after all other weaknesses.
        """
        is_superfluous = self.kind is FindingKind.SENTENCE and self.severity is Severity.WEAKNESS
        kind = list(FindingKind).index(self.kind)
        return list(Severity).index(self.severity), is_superfluous, kind, -self.games, self.text

    def to_json(self) -> dict[str, object]:
        """Return the finding as the JSON object of the report."""
        return {
            "kind": self.kind.value,
            "severity": self.severity.value,
            "games": self.games,
            "text": "\n".join([self.text, *self.why]),
            "trace": [{"file": line.file, "line": line.line, "text": line.text} for line in self.trace],
            "cause": None if self.cause is None else self.cause.value,
            "case": None if self.case is None else self.case.to_json(),
        }
