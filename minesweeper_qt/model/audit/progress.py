"""Holds how far an audit has got."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class AuditStage(Enum):
    """The stages of an audit, in their order; the value names what is counted in it.

    >>> AuditStage.GAMES.value
    'games'
    """

    CHECKS = "checks"
    GAMES = "games"
    CASES = "smallest cases"


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a stage of an audit is done.

    >>> print(Progress(AuditStage.GAMES, 3, 100))
    games: 3 of 100
    """

    stage: AuditStage
    done: int
    total: int

    def __str__(self) -> str:
        return f"{self.stage.value}: {self.done} of {self.total}"
