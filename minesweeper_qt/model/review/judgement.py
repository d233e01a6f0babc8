"""The judgements on the moves of a game, and what they come to: guesses, mistakes, luck and the cause of a loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import prod

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import Guesses
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.game.action import Verb
from minesweeper_qt.model.game.minesweeper import ActionResult, State
from minesweeper_qt.model.play.record import Record
from minesweeper_qt.model.play.turn import TurnMaker


class LossCause(Enum):
    """The causes of a lost game.

    >>> LossCause("forced").words
    'forced guess'

    Raises ``ValueError`` for another value.
    """

    MISREAD = "misread"
    """A mine was opened that was provable."""
    NEEDLESS = "needless"
    """The fatal guess was made although a safe cell was provable."""
    FORCED = "forced"
    """No cell was certainly safe before the fatal guess."""

    @property
    def words(self) -> str:
        """What such a move is called, whether it lost the game or not."""
        return "misread a certain mine" if self is LossCause.MISREAD else f"{self.value} guess"


class Judgement(Enum):
    """The judgements on moves; "provable" means: in all layouts that agree with the clues and the number of mines.

    >>> Judgement("missed")
    <Judgement.MISSED: 'missed'>

    Raises ``ValueError`` for another value.
    """

    CERTAIN = "certain"
    """All cells that it opened were provably safe."""
    PROTECTED = "protected"
    """It was the first reveal, which the rules protect."""
    MISSED = "missed"
    """It was a guess, though a cell was provably safe."""
    LEAST_RISK = "forced, least risk"
    """It was a forced guess, and no cell had a lower risk."""
    HIGHER_RISK = "forced, higher risk"
    """It was a forced guess, and some cell had a lower risk."""
    PROVABLE_MINE = "provable mine"
    """What it opened had provably a mine."""
    RIGHT_FLAG = "right flag"
    """It put a flag on a provable mine."""
    WRONG_FLAG = "wrong flag"
    """It put a flag on a provably safe cell."""
    UNPROVED_FLAG = "unproved flag"
    """It put a flag on a cell that was neither provably safe nor provably a mine."""
    FLAG_OFF = "flag off"
    """It took a flag off, which is not judged."""
    WASTED = "wasted"
    """It changed nothing."""
    UNKNOWN = "unknown"
    """The layouts were too many to count, and no rule settled the cells."""

    @property
    def cause(self) -> LossCause | None:
        """The cause of a loss by a move that is judged so; ``None`` where no mine can have been opened."""
        return _CAUSES.get(self)


_CAUSES = {
    Judgement.PROVABLE_MINE: LossCause.MISREAD,
    Judgement.MISSED: LossCause.NEEDLESS,
    Judgement.LEAST_RISK: LossCause.FORCED,
    Judgement.HIGHER_RISK: LossCause.FORCED,
}


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One action of a turn, judged in the position before it: by the clues and the number of mines, without the flags.

    >>> from minesweeper_qt.model import Action, Minesweeper, Record, review
    >>> game = Minesweeper(1, 3, 1, layout_mines=[(0, 2)])
    >>> game.replay(map(Action.from_text, ("reveal 0 0", "reveal 0 1")))
    >>> [(str(move.result.action), move.judgement.name, str(move.risk)) for move in review(Record.of(game)).moves]
    [('reveal 0 0', 'LEAST_RISK', '1/3'), ('reveal 0 1', 'CERTAIN', '0')]

    ``turn`` is the number of its turn in the record, the first being 1, and ``maker`` who made it; ``result`` is what
    it did. ``position`` is the position before it, without flags.

    ``risk`` is the chance that it would open a mine; for a chord the joint chance that at least one of its cells is
    one. ``least_risk`` is the lowest risk of a covered cell. Both are ``None`` where nothing was opened and for a
    protected reveal; where the layouts are too many to count, what no rule settles of them is ``None``.

    ``level`` is the reasoning level of a move that was ``CERTAIN``: the hardest one that its cells need. Otherwise it
    is the level of the verdict on ``proved``: the safe cell that was ``MISSED``, at the least level and then the
    nearest; the ``PROVABLE_MINE``; or the cell with the flag. ``proved`` is ``None`` without such a verdict, and where
    a chord took several cells of which one had to be a mine; ``explain(move.position, move.proved)`` finds the proof.
    """

    turn: int
    maker: TurnMaker
    result: ActionResult
    position: Position
    judgement: Judgement
    risk: Fraction | None = None
    least_risk: Fraction | None = None
    level: Reasoning | None = None
    proved: Cell | None = None

    @property
    def is_guess(self) -> bool:
        """True if it could open a mine and could open none."""
        return self.risk is not None and 0 < self.risk < 1

    @property
    def is_mistake(self) -> bool:
        """True if it was a needless guess, or opened a provable mine."""
        return self.judgement in (Judgement.MISSED, Judgement.PROVABLE_MINE)


@dataclass(frozen=True, slots=True)
class Luck:
    """The guesses of a game after its first click, a chord counting as one.

    ``survived``: how many of them opened no mine; ``expected``: how many were to be expected to, the sum of their
    chances. ``chance``: the chance to survive all of them, the product. ``cause``: that of the loss, if it is known.

    >>> Luck(2, 1, 1.25, 0.375, LossCause.FORCED).survived
    1
    """

    guesses: int
    survived: int
    expected: float
    chance: float
    cause: LossCause | None = None


@dataclass(frozen=True)
class Review:
    """The judged moves of a game, in order, and what they come to.

    A guess is a move with a risk between 0 and 1: forced or needless, a chord counting as one. A protected first click
    is none, and to open a provable mine is none: that was misread, not risked. ``record`` is that of the game.
    ``review`` makes it; ``notebook`` makes the report of it that notebooks show.

    >>> from minesweeper_qt.model import Minesweeper
    >>> found = Review((), Record.of(Minesweeper(8, 8, 8)))
    >>> found.state.value, found.guesses, str(found.chance), found.cause
    ('ready', 0, '1', None)
    """

    moves: tuple[JudgedMove, ...]
    record: Record
    notebook: Callable[[Review], str] | None = field(default=None, repr=False, compare=False)

    @property
    def is_fair(self) -> bool:
        """True if guesses were fair, so that their risks were none."""
        return self.record.rules.guesses is Guesses.FAIR

    @property
    def state(self) -> State:
        """The state of the game after its last move."""
        return self.moves[-1].result.state if self.moves else State.READY

    @property
    def seconds(self) -> float | None:
        """The time of the last move, as the record has it; ``None`` where it has none."""
        return next((move.seconds for move in reversed(self.record.moves) if move.seconds is not None), None)

    @property
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The needless guesses, and the moves that opened a provable mine."""
        return tuple([move for move in self.moves if move.is_mistake])

    @property
    def needless(self) -> int:
        """The number of guesses that were made although a safe cell was provable."""
        return sum(move.judgement is Judgement.MISSED for move in self.moves)

    @property
    def guesses(self) -> int:
        """The number of guesses."""
        return len(self._guesses)

    @property
    def survived(self) -> int:
        """The number of guesses that opened no mine."""
        return sum(not guess.result.exploded for guess in self._guesses)

    @property
    def expected(self) -> Fraction:
        """The sum of the chances to survive each guess: how many of them were to be survived on average."""
        return sum([1 - risk for risk in self._risks], Fraction(0))

    @property
    def chance(self) -> Fraction:
        """The chance to survive all guesses, the product of the chances of each; ``pluck`` is minus its logarithm.

        Source: Metasweeper, for the logarithm to the base 10, which it calls pluck.
        """
        return prod([1 - risk for risk in self._risks], start=Fraction(1))

    @property
    def luck(self) -> Luck | None:
        """Guesses, luck and cause of a loss as statistics keep them; ``None`` if the risk of a move is unknown.

        Fair guesses are left out.
        """
        unknown = [move for move in self.moves if move.judgement is Judgement.UNKNOWN]
        if any(move.result.action.verb is not Verb.FLAG for move in unknown):
            return None
        if self.is_fair:
            return Luck(0, 0, 0.0, 1.0, self.cause)
        return Luck(self.guesses, self.survived, float(self.expected), float(self.chance), self.cause)

    @property
    def cause(self) -> LossCause | None:
        """The cause of a loss; ``None`` for a game that is not lost, or whose last move could not be judged."""
        lost = [move for move in self.moves if move.result.state is State.LOST]
        return lost[0].judgement.cause if lost else None

    def _repr_html_(self) -> str | None:
        """Return the report that notebooks show, with the boards and proofs of the mistakes."""
        return None if self.notebook is None else self.notebook(self)

    @cached_property
    def _guesses(self) -> list[JudgedMove]:
        return [move for move in self.moves if move.is_guess]

    @property
    def _risks(self) -> Iterator[Fraction]:
        return (move.risk for move in self._guesses if move.risk is not None)
