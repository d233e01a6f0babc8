"""Holds the obstacles to an action, why it is not possible or does nothing, as data, and words them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from minesweeper_qt.model.text.number_text import counted_or_no


class ObstacleKind(Enum):
    """The kinds of obstacles to an action.

    >>> ObstacleKind("under flag")
    <ObstacleKind.UNDER_FLAG: 'under flag'>

    Raises ``ValueError`` for another value.
    """

    WON = "won"
    """The game is won."""
    LOST = "lost"
    """The game is lost."""
    UNDER_FLAG = "under flag"
    """The cell to reveal has a flag."""
    HAS_FLAG = "has flag"
    """The cell to flag has a flag already."""
    HAS_NO_FLAG = "has no flag"
    """The cell has no flag to take off."""
    COVERED = "covered"
    """The cell to chord around is not revealed."""
    REVEALED = "revealed"
    """The cell to flag is revealed."""
    FLAG_COUNT = "flag count"
    """The number of flags around the cell to chord around, ``flags``, is not its clue, ``clue``."""
    NOTHING_LEFT = "nothing left"
    """There is no cell left to reveal: the action is allowed, but does nothing."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why an action is not possible or does nothing; as a string, a clause that states it.

    ``clue`` and ``flags`` are the numbers of the kind ``FLAG_COUNT``.

    >>> print(Obstacle(ObstacleKind.FLAG_COUNT, clue=2, flags=3))
    the 2 needs 2 flags around it and has 3
    """

    kind: ObstacleKind
    clue: int = 0
    flags: int = 0

    def __str__(self) -> str:
        return _WORDS[self.kind].format(
            clue=self.clue, needed=counted_or_no(self.clue, "flag"), flags=self.flags or "none"
        )


_WORDS: Mapping[ObstacleKind, str] = MappingProxyType(
    {
        ObstacleKind.WON: "the game is won; start a new one",
        ObstacleKind.LOST: "the game is lost; start a new one",
        ObstacleKind.UNDER_FLAG: "the cell has a flag; take it off first",
        ObstacleKind.HAS_FLAG: "the cell has a flag already",
        ObstacleKind.HAS_NO_FLAG: "the cell has no flag",
        ObstacleKind.COVERED: "only a revealed cell can be chorded",
        ObstacleKind.REVEALED: "a revealed cell takes no flag",
        ObstacleKind.FLAG_COUNT: "the {clue} needs {needed} around it and has {flags}",
        ObstacleKind.NOTHING_LEFT: "there is nothing to reveal",
    }
)
