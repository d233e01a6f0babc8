"""A move of a game with the judgement on it: certain, missed, a forced guess, a mistake, or nothing to judge."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.game.minesweeper import ActionResult
from minesweeper_qt.model.play.turn import TurnMaker


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
    a chord took several cells of which one had to be a mine. ``proof`` is its proof, if proofs were requested;
    ``explain(move.position, move.proved)`` finds it at any time.
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
    proof: Proof | None = None

    @property
    def is_guess(self) -> bool:
        """True if it could open a mine and could open none."""
        return self.risk is not None and 0 < self.risk < 1

    @property
    def excess_risk(self) -> Fraction:
        """How much its risk was above the least one; 0 where nothing was risked or the risk is unknown."""
        return Fraction(0) if self.risk is None or self.least_risk is None else self.risk - self.least_risk
