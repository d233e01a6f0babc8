"""The findings of an audit: what is wrong or weak in an agent, in how many games, with a smallest case and a cause."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, Self

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.student.source_edits import EditKind
from minesweeper_qt.model.student.student_state import FindingKind, SourceLine


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

    ``kind`` is the kind of finding that the symptom belongs to; ``None`` for a failure, which has a kind of its own.
    ``headline`` says what is wrong: the end of a sentence about the agent. It is empty where only a fault's text does.

    >>> Symptom.WRONG_MINE.kind.value, Symptom.WRONG_MINE.headline
    ('unsound', 'puts a cell into mines that is safe')
    """

    kind: FindingKind | None
    headline: str

    def __new__(cls, value: str, kind: FindingKind | None = None, headline: str = "") -> Self:
        """Return a new member."""
        symptom = object.__new__(cls)
        symptom._value_, symptom.kind, symptom.headline = value, kind, headline
        return symptom

    WRONG_MINE = "wrong-mine", FindingKind.UNSOUND, "puts a cell into mines that is safe"
    """A cell is in ``mines`` that is off the board, or safe in a layout that agrees with all clues."""
    WRONG_SAFE = "wrong-safe", FindingKind.UNSOUND, "puts a cell into safes that is a mine"
    """A cell is in ``safes`` that is off the board, or a mine in a layout that agrees with all clues."""
    MISSING_MINE = "missing-mine", FindingKind.INCOMPLETE, "misses a cell that the three rules settle"
    """A cell that the three rules prove to be a mine is not in ``mines``."""
    MISSING_SAFE = "missing-safe", FindingKind.INCOMPLETE, "misses a cell that the three rules settle"
    """A cell that the three rules prove to be safe is not in ``safes``."""
    SAFE_MOVE_MISSING = "safe-move-missing", FindingKind.MOVE, "finds no safe move although it knows a safe cell"
    """``make_safe_move`` returns ``None``, although a cell is in ``safes`` that was not moved to."""
    SAFE_MOVE_WRONG = "safe-move-wrong", FindingKind.MOVE
    """``make_safe_move`` returns something that is no cell in ``safes``, or one that was moved to already."""
    RANDOM_MOVE_MISSING = "random-move-missing", FindingKind.MOVE, "finds no random move although cells are left"
    """``make_random_move`` returns ``None``, although a cell is left."""
    RANDOM_MOVE_WRONG = "random-move-wrong", FindingKind.MOVE
    """``make_random_move`` returns a known mine, a cell moved to already, or no cell of the board at all."""
    SENTENCE_WRONG = "sentence-wrong", FindingKind.SENTENCE, "has a sentence that is wrong"
    """A sentence is false in a layout that agrees with all clues."""
    SENTENCE_OFF_BOARD = (
        "sentence-off-board",
        FindingKind.SENTENCE,
        "has a sentence about cells that are not on the board",
    )
    """A sentence names a cell that is off the board."""
    NO_CELLS = "no-cells", FindingKind.API, "has something that is not a cell in a sentence or a set"
    """What should be a cell is no pair of whole numbers."""
    SENTENCE_DOUBLE = "sentence-double", FindingKind.SENTENCE, "has the same sentence twice"
    """A sentence is in ``knowledge`` twice."""
    SENTENCE_EMPTY = "sentence-empty", FindingKind.SENTENCE, "keeps sentences without cells"
    """A sentence without cells is in ``knowledge``."""
    SENTENCES_GROW = "sentences-grow", FindingKind.SENTENCE, "keeps more and more sentences"
    """``knowledge`` holds many times more sentences than the board has cells."""
    VERDICT_TAKEN_BACK = "verdict-taken-back", FindingKind.MUTATION
    """``add_knowledge`` removes a cell from ``safes`` or ``mines`` that was there rightly."""
    MOVE_NOT_RECORDED = (
        "move-not-recorded",
        FindingKind.MUTATION,
        "does not put a cell into moves_made when it learns its clue",
    )
    """``add_knowledge`` does not add the cell to ``moves_made``, or changes other cells there."""
    SAFE_MOVE_CHANGES = "safe-move-changes", FindingKind.MUTATION
    """``make_safe_move`` changes what the agent states."""
    RANDOM_MOVE_CHANGES = "random-move-changes", FindingKind.MUTATION
    """``make_random_move`` changes what the agent states."""
    LEARNING_FAILS = "learning-fails"
    """Creating the agent or ``add_knowledge`` raises an exception, does not end, or ends the process."""
    SAFE_MOVE_FAILS = "safe-move-fails"
    """``make_safe_move`` raises an exception, does not end, or ends the process."""
    RANDOM_MOVE_FAILS = "random-move-fails"
    """``make_random_move`` raises an exception, does not end, or ends the process."""


MISSED = (Symptom.MISSING_SAFE, Symptom.MISSING_MINE)
WRONG = (Symptom.WRONG_SAFE, Symptom.WRONG_MINE)


class Skill(Enum):
    """The abilities of an agent that ``try_skills`` tries, in an order in which each needs only earlier ones.

    The values are those of ``cause`` in the JSON report.

    >>> Skill("count-zero").is_inference
    True

    Raises ``ValueError`` for another value.
    """

    SIZE = "size"
    OWN_STATE = "own-state"
    CELLS = "cells"
    MOVE_RECORDED = "move-recorded"
    REVEALED_SAFE = "revealed-safe"
    OPENED_ONLY = "opened-only"
    KNOWN_CHANGES_NOTHING = "known-changes-nothing"
    NEIGHBOURS = "neighbours"
    EDGES = "edges"
    CORNERS = "corners"
    OTHER_SIZES = "other-sizes"
    CELL_ITSELF = "cell-itself"
    OLD_SENTENCES = "old-sentences"
    COUNT_ZERO = "count-zero"
    COUNT_SIZE = "count-size"
    VERDICTS = "verdicts"
    SUBSET_ONLY = "subset-only"
    MARKS = "marks"
    SAME_CALL = "same-call"
    AFTER_ZERO = "after-zero"
    KNOWN_SAFES = "known-safes"
    MINES_SUBTRACTED = "mines-subtracted"
    KNOWN_MINES = "known-mines"
    SUBSET_RULE = "subset-rule"
    SUBSET_OF_NEW = "subset-of-new"
    NEW_AS_SUBSET = "new-as-subset"
    ALL_PAIRS = "all-pairs"
    SUBSET_OF_OLD = "subset-of-old"
    PARENTS_KEPT = "parents-kept"
    OWN_SETS = "own-sets"
    ALL_SENTENCES = "all-sentences"
    TWO_STEPS = "two-steps"
    DIFFERENCE_KEPT = "difference-kept"
    THREE_STEPS = "three-steps"
    SIX_STEPS = "six-steps"
    STEADY_LOOPS = "steady-loops"
    SAFE_MOVE = "safe-move"
    RANDOM_MOVE = "random-move"
    NO_RANDOM_MOVE = "no-random-move"
    MOVES_CHANGE_NOTHING = "moves-change-nothing"

    @property
    def words(self) -> str:
        """What is wrong without it, and how to mend that: the end of a sentence."""
        return str(skill_data()["words"][self.value])

    @property
    def is_inference(self) -> bool:
        """True for what conclusions need, false for sizes, records, moves and states of their own."""
        return self not in _NO_INFERENCE


STEPS = (Skill.SAME_CALL, Skill.AFTER_ZERO, Skill.ALL_SENTENCES, Skill.TWO_STEPS, Skill.THREE_STEPS, Skill.SIX_STEPS)
"""The skills whose lack makes conclusions late."""

ENDLESS = (Skill.VERDICTS, Skill.MARKS, Skill.SUBSET_RULE)
"""The skills without which calls do not end."""

SUBSETS = (Skill.SUBSET_OF_NEW, Skill.NEW_AS_SUBSET, Skill.SUBSET_OF_OLD)
"""The skills of the subset rule, by which sentences it compares."""

_OF_CONCLUSIONS = (
    *(Skill.OLD_SENTENCES, Skill.VERDICTS, Skill.SUBSET_RULE, *SUBSETS, Skill.ALL_PAIRS, Skill.PARENTS_KEPT),
    *(*STEPS, Skill.DIFFERENCE_KEPT),
)

_NO_INFERENCE = (
    *(Skill.SIZE, Skill.OWN_STATE, Skill.MOVE_RECORDED, Skill.CELLS),
    *(Skill.SAFE_MOVE, Skill.RANDOM_MOVE, Skill.NO_RANDOM_MOVE, Skill.MOVES_CHANGE_NOTHING),
)


@cache
def skill_data() -> dict[str, dict[str, Any]]:
    """Return what ``skills.toml`` beside this module holds: words, pictures, and what a skill needs, by the skill.

    >>> skill_data()["needs"]["marks"]
    'revealed-safe opened-only old-sentences verdicts subset-only'
    """
    return tomllib.loads((files("minesweeper_qt.model.student") / "skills.toml").read_text(encoding="utf-8"))


def words_of(key: str, **values: object) -> str:
    """Return what an experiment sees exactly, with these values.

    >>> words_of("verdicts-set", method="mark_mine", name="mines")
    'mark_mine of the agent does not add the cell to self.mines: add it there'

    Raises ``KeyError`` for a key or a value that is not there.
    """
    text: str = skill_data()["words"][key]
    return text.format(**values)


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
class Repair:
    """A small change after which nothing fails any more: in which ``line``, of what kind, and in place of which text.

    >>> Repair(SourceLine("minesweeper.py", 7, "mark_mine", "count -= 2"), EditKind.NUMBER, "2").words
    'look at line 7: count -= 2. Tried: with another number in place of 2 there, nothing fails any more'
    """

    line: SourceLine
    kind: EditKind
    old: str = ""

    @property
    def words(self) -> str:
        """Where the fault is, and what helps: the end of a sentence, and one more without its end."""
        helps = self.kind.value.format(self.old)
        return f"{line_words(self.line)}. Tried: {helps} there, nothing fails any more"

    def to_json(self) -> dict[str, object]:
        """Return it as a JSON object of the report."""
        line = self.line
        return {"file": line.file, "line": line.line, "text": line.text, "helps": self.kind.value.format(self.old)}


def line_words(line: SourceLine) -> str:
    """Return a line of the student's file as the end of a sentence.

    >>> line_words(SourceLine("minesweeper.py", 7, "mark_mine", "if cell:"))
    'look at line 7: if cell'
    """
    return f"look at line {line.line}: {line.text.rstrip(':')}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found; the same thing in many games is one finding.

    ``games`` is the number of games in which it occurs; 0 for what was found outside of a game, such as a failed check.
    ``text`` is a line for people, ``details`` are more about it. ``trace`` holds the student's own lines, where the
    finding has some. ``cause`` and ``case`` are ``None`` where none was found. ``symptom`` is how the agent errs after
    what it learns in ``case``, and ``why`` are lines that say why that is wrong. ``is_late``: the agent draws the
    conclusion when the same clue is given again. It occurs first in the game ``first_game``, after ``first_learned``
    observations; both are ``None`` for what was found outside of a game. ``is_never``: the agent does not draw it then,
    either. ``code`` are the loops that the cause is about. ``words`` say what is wrong where that is more exact than
    the words of the cause. ``repair`` is a small change after which nothing fails any more.

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
    is_never: bool = False
    code: tuple[SourceLine, ...] = ()
    words: str = ""
    details: tuple[str, ...] = ()
    repair: Repair | None = None

    @property
    def rank(self) -> tuple[int, bool, int, bool, int, int, tuple[str, ...]]:
        """The place in the order from the worst finding: by severity, kind, number of games, and text.

        A weakness with a cause comes before failed checks of the course, which may follow from it. Sentences that are
        only superfluous come after all other weaknesses.
        """
        severity, kind = list(Severity).index(self.severity), list(FindingKind).index(self.kind)
        is_superfluous = self.kind is FindingKind.SENTENCE and self.severity is Severity.WEAKNESS
        may_follow = self.is_course_check or (self.cause is None and self.severity is Severity.WEAKNESS)
        group = 2 if self.severity is Severity.NOTE else int(may_follow)
        text = () if self.is_course_check else (self.text, *self.details)  # those stay in the order of the course
        return group, is_superfluous, severity, self.cause is None, kind, -self.games, text

    @property
    def is_course_check(self) -> bool:
        """True if a check of the course fails."""
        return self.kind is FindingKind.CHECK and self.cause is None

    @property
    def cause_words(self) -> str:
        """What is wrong, how to mend that, and the lines that it is about, as the end of a sentence; empty if unknown.

        What experiments say of conclusions, which many faults disturb, is left out where a change shows the place.
        """
        words = [] if self.cause is None or (self.repair and self.cause in _OF_CONCLUSIONS) else [self.cause.words]
        parts = [self.words or each for each in words] + [line_words(line) for line in self.code]
        return "; ".join(parts if self.repair is None else [*parts, self.repair.words])

    def to_json(self) -> dict[str, object]:
        """Return the finding as the JSON object of the report."""
        return {
            "kind": self.kind.value,
            "severity": self.severity.value,
            "games": self.games,
            "headline": self.text,
            "text": "\n".join([self.text, *self.details, *self.why]),
            "trace": [{"file": line.file, "line": line.line, "text": line.text} for line in self.trace],
            "cause": None if self.cause is None else self.cause.value,
            "code": [{"file": line.file, "line": line.line, "text": line.text} for line in self.code],
            "case": None if self.case is None else self.case.to_json(),
        }
