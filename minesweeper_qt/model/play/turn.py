"""One move of a game as people count them: a decision, with all that it did to the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.game.action import Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Observation, State


class TurnMaker(Enum):
    """Who made a move; the value is what the course's examples call them."""

    PLAYER = "You"
    AI = "AI"


class TurnKind(Enum):
    """What sort of move it was."""

    SAFE = "safe"
    """A cell that the agent had proved safe was opened."""
    GUESS = "guess"
    """A cell was opened that the agent had not proved safe."""
    CHORD = "chord"
    """The cells around a clue were opened."""
    FLAG = "flag"
    """A flag was put on a cell or taken off."""
    LAST = "last"
    """The agent's last step: the mines that it knows were flagged."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of the player's or of the AI's: who made it, what it was, why, and what it did (``plays``).

    ``cell`` is where it was made, ``None`` for the last step. ``is_safe`` says whether every cell that it opened was
    proved safe; ``None`` when it opened none. ``reason`` is one line. ``risk`` is the chance that it opened a mine and
    ``least_risk`` the lowest that any cell had, as far as they are known; ``is_too_hard``: nobody can count them.
    """

    maker: TurnMaker
    kind: TurnKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]
    is_safe: bool | None = None
    reason: str = ""
    risk: Fraction | float | None = None
    least_risk: Fraction | float | None = None
    is_too_hard: bool = False

    @property
    def verb(self) -> Verb:
        """What was done, in the end: a flag may have come off first."""
        return self.plays[-1].action.verb

    @property
    def state(self) -> State:
        """How the game stood after it."""
        return self.plays[-1].state

    @property
    def observations(self) -> Iterator[Observation]:
        """The cells that it revealed, in order."""
        return (observation for played in self.plays for observation in played.observations)

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The mines that it revealed."""
        return self.plays[-1].exploded

    @property
    def changes_anything(self) -> bool:
        """False when nothing on the board came of it: such a move is none."""
        return any(
            played.observations or played.exploded or played.flagged or played.unflagged for played in self.plays
        )
