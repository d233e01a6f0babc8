"""Tries single abilities of an agent by small experiments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_state import StudentFailure


class Skill(Enum):
    """An ability that an experiment tries; the values are those of ``cause`` in the JSON report.

    >>> Skill("size").words
    'it keeps the size that it was given'
    """

    SIZE = "size"

    @property
    def words(self) -> str:
        """What is wrong without it, and how to mend it: the end of a sentence."""
        return "it keeps the size that it was given"

    @property
    def is_inference(self) -> bool:
        """True for what conclusions need, false for sizes, records, moves and states of their own."""
        return False


@dataclass(frozen=True, slots=True)
class SkillResult:
    """The result of one experiment."""

    skill: Skill
    passed: bool
    was_run: bool = True
    message: str = ""
    failure: StudentFailure | None = None


def try_skills(process: StudentProcess, should_stop: Callable[[], bool]) -> tuple[SkillResult, ...]:
    """Try all skills, and return their results."""
    return ()


def cause_of(symptom: object, rule: Rule | None, results: Sequence[SkillResult]) -> Skill | None:
    """Return the first failed skill that the missing step uses."""
    return None
