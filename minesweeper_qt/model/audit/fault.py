"""A fault: how an agent erred at one moment of one game."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.missing_step import MissingStep
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.student.student_failure import SourceLine


@dataclass(frozen=True, slots=True)
class FaultKey:
    """What faults have in common that are one finding.

    ``place`` tells faults of one kind apart that have different causes: the symptom, the rule that was not applied, the
    attribute that was changed, or the place in the code.

    >>> FaultKey(FindingKind.INCOMPLETE, Severity.WEAKNESS, "subset").place
    'subset'
    """

    kind: FindingKind
    severity: Severity
    place: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an agent in one game.

    ``symptom`` is ``None`` for what no few observations can show, such as an attribute that is missing. ``game`` is the
    number of the game from 0, ``learned`` how many observations the agent had been given by then, with the one at which
    it failed. ``cells`` are the cells about which it errs. ``text`` says what was wrong, as a clause for people.
    ``trace`` holds the student's own lines, if there are some. ``step`` is what the agent did not conclude where a
    verdict is missing.

    >>> key = FaultKey(FindingKind.UNSOUND, Severity.ERROR, "wrong-safe")
    >>> Fault(key, Symptom.WRONG_SAFE, 0, 3, ((0, 1),), "(0, 1) is in safes, but it is a mine").learned
    3
    """

    key: FaultKey
    symptom: Symptom | None
    game: int
    learned: int
    cells: tuple[Cell, ...]
    text: str
    trace: tuple[SourceLine, ...] = ()
    step: MissingStep | None = None

    @classmethod
    def of(
        cls,
        symptom: Symptom,
        severity: Severity,
        game: int,
        learned: int,
        cells: tuple[Cell, ...],
        text: str,
        place: str = "",
        step: MissingStep | None = None,
    ) -> Fault:
        """Return a fault whose kind follows from its symptom; its place is the symptom itself unless it is given.

        >>> Fault.of(Symptom.SENTENCE_EMPTY, Severity.WEAKNESS, 0, 1, (), "a sentence is empty").key.place
        'sentence-empty'
        """
        assert symptom.kind is not None
        key = FaultKey(symptom.kind, severity, place or symptom.value)
        return cls(key, symptom, game, learned, cells, text, step=step)
