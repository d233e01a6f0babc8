"""The turn: one decision of a player or of the AI, with all that it did to the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.game.action import Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, Observation, State
from minesweeper_qt.model.play.turn_reason import TurnReason


class TurnMaker(Enum):
    """The maker of a turn; the values are the words of the CS50 course's examples.

    >>> [maker.value for maker in TurnMaker]
    ['You', 'AI']

    Raises ``ValueError`` for another value.
    """

    PLAYER = "You"
    AI = "AI"


class TurnKind(Enum):
    """The kinds of turns.

    >>> TurnKind("guess")
    <TurnKind.GUESS: 'guess'>

    Raises ``ValueError`` for another value.
    """

    SAFE = "safe"
    """A cell was opened that the agent had proved safe, or the first one, which the rules protect."""
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
    """One decision of the player or of the AI: who made it, its kind, its reason and its results.

    ``plays`` holds the result of each of its actions, in order. ``cell`` is the cell it was made on, ``None`` for the
    last step. ``is_safe`` is true when every cell that it opened was proved safe, and ``None`` when it opened none or
    rested on a wrong flag.
    ``reason`` is why it was made. ``risk`` is the chance that it opened a mine, and ``least_risk`` the lowest risk of
    any cell; both are ``None`` while unknown. ``is_too_hard`` is true when they can't be counted. ``safe_cell`` is a
    cell that was certainly safe when the turn took a risk, ``None`` if there was none or while that is unknown.
    ``strategy`` is the name of the strategy by which the AI made it, one word; it is empty for the player. ``is_hint``
    is true when the player opened the cell of a hint. ``seconds`` is the time since the first reveal of the game, by a
    clock that never goes back, or ``None`` while unknown.

    >>> from minesweeper_qt.model import Action, Minesweeper
    >>> result = Minesweeper(2, 3, 1, layout_mines=[(0, 1)]).play(Action.from_text("reveal 0 0"))
    >>> turn = Turn(TurnMaker.PLAYER, TurnKind.GUESS, (0, 0), (result,))
    >>> turn.verb.value, list(turn.observations), turn.changes_anything
    ('reveal', [Observation(cell=(0, 0), clue=1)], True)
    """

    maker: TurnMaker
    kind: TurnKind
    cell: Cell | None
    plays: tuple[ActionResult, ...]
    is_safe: bool | None = None
    reason: TurnReason | None = None
    risk: Fraction | float | None = None
    least_risk: Fraction | float | None = None
    is_too_hard: bool = False
    safe_cell: Cell | None = None
    strategy: str = ""
    is_hint: bool = False
    seconds: float | None = None

    @property
    def verb(self) -> Verb:
        """The verb of its last action; a flag may have been taken off before."""
        return self.plays[-1].action.verb

    @property
    def state(self) -> State:
        """The state of the game after it."""
        return self.plays[-1].state

    @property
    def observations(self) -> Iterator[Observation]:
        """The cells that it revealed with their clues, in order."""
        return (observation for result in self.plays for observation in result.observations)

    @property
    def exploded(self) -> tuple[Cell, ...]:
        """The mines that it revealed."""
        return self.plays[-1].exploded

    @property
    def guessed(self) -> tuple[Cell, ...]:
        """The cells that it opened without a proof that they are safe; empty for a turn that is safe."""
        if self.is_safe is not False or self.cell is None:
            return ()
        return (self.reason.cells if self.reason is not None else ()) or (self.cell,)

    @property
    def changes_anything(self) -> bool:
        """False when it changed nothing on the board; such a turn doesn't count."""
        return any(
            result.observations or result.exploded or result.flagged or result.unflagged for result in self.plays
        )
