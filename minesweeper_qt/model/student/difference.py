"""A difference: a call with which a student's agent errs, or misses what the reference knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.game.minesweeper import Observation
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import FindingKind, Severity
from minesweeper_qt.model.student.game_trace import Call


@dataclass(frozen=True, slots=True)
class Difference:
    """What one call of a student's agent did wrong, or did not do: faults with the same key and symptom.

    ``faults`` are those of the call, at least one. ``call`` is the call, ``observation`` what ``add_knowledge`` was
    called with, else ``None``. ``learned`` is the number of observations that the agent had been given by then, with
    the one of this call.

    >>> from minesweeper_qt.model.student.finding import Symptom
    >>> fault = Fault.of(Symptom.MISSING_SAFE, Severity.WEAKNESS, 0, 2, ((0, 1),), "(0, 1) is safe", "subset")
    >>> difference = Difference((fault,), Call.ADD_KNOWLEDGE, Observation((0, 0), 1))
    >>> difference.learned, difference.cells
    (2, ((0, 1),))
    """

    faults: tuple[Fault, ...]
    call: Call
    observation: Observation | None = None

    @property
    def fault(self) -> Fault:
        """The first of the faults, which the search for a smallest case starts from."""
        return self.faults[0]

    @property
    def learned(self) -> int:
        """The number of observations that the agent had been given by then."""
        return self.fault.learned

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells about which the agent errs, each once, in reading order."""
        return tuple(sorted({cell for fault in self.faults for cell in fault.cells}))


def first_error(differences: Iterable[Difference]) -> Difference | None:
    """Return the first wrong verdict or sentence, ``None`` without one: what follows from it is no difference.

    After a wrong one, verdicts and sentences are not compared any more.

    >>> first_error([]) is None
    True
    """
    kinds = (FindingKind.UNSOUND, FindingKind.SENTENCE)
    errors = (found for found in differences if found.fault.key.severity is Severity.ERROR)
    return next((found for found in errors if found.fault.key.kind in kinds), None)
