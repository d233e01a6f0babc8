"""The findings of an audit: what is wrong or weak in an agent, in how many games, with a smallest case and a cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.audit.case import Case
from minesweeper_qt.model.audit.finding_kind import FindingKind, Severity
from minesweeper_qt.model.audit.symptom import Symptom
from minesweeper_qt.model.student.student_failure import SourceLine


class Cause(Enum):
    """The faults that an audit can name as the likely cause of findings; the values are those of the JSON report.

    >>> Cause("no-subset-rule")
    <Cause.NO_SUBSET_RULE: 'no-subset-rule'>

    Raises ``ValueError`` for another value.
    """

    INFERS_ONCE = "infers-once"
    """The agent draws conclusions in one pass, instead of until nothing changes."""
    NO_SUBSET_RULE = "no-subset-rule"
    """The subset rule is missing."""
    NEWEST_SUBSETS_ONLY = "newest-subsets-only"
    """The subset rule compares only the newest sentence with the others."""
    MINES_NOT_SUBTRACTED = "mines-not-subtracted"
    """A new sentence leaves out known mines, but does not subtract them from its count."""
    KNOWN_CELLS_KEPT = "known-cells-kept"
    """A new sentence contains cells that are known already."""
    BEYOND_EDGE = "beyond-edge"
    """A new sentence contains neighbours beyond the edge of the board."""
    CELL_ITSELF = "cell-itself"
    """A new sentence contains the cell of the clue itself."""
    CHANGED_WHILE_ITERATED = "changed-while-iterated"
    """A list or set is changed while it is iterated over, so that items are skipped."""
    SHARED_SETS = "shared-sets"
    """Sentences share one set of cells, so that a change of one changes the other."""
    MARKS_NOT_PASSED_ON = "marks-not-passed-on"
    """Marking a cell does not reach all sentences."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found; the same thing in many games is one finding.

    ``games`` is the number of games in which it occurs; 0 for what was found outside of a game, such as a failed check.
    ``text`` is one or a few lines for people. ``trace`` holds the student's own lines, where the finding has some.
    ``cause`` and ``case`` are ``None`` where none was found. ``symptom`` is how the agent errs after what it learns in
    ``case``, and ``why`` are lines that say why that is wrong. It occurs first in the game ``first_game``, after
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
    cause: Cause | None = None
    case: Case | None = None
    symptom: Symptom | None = None
    why: tuple[str, ...] = ()
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
