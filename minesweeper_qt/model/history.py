"""The past of a game: its moves, what each taught the agent, and the game as it was after any of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.change import Change
from minesweeper_qt.model.derivation import Derivation, Rule
from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.game import Minesweeper, State
from minesweeper_qt.model.knowledge import KnowledgeBase
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.turn import Turn


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it was after ``number`` moves: what was seen, and what the agent knew when it had learned all of that.

    ``sentences`` are those in force, oldest first and that of the mine count last; ``settled`` says how each cell was
    settled. ``is_complete`` is false while clues that were seen by then are still to be learned.
    """

    number: int
    state: State
    position: Position
    sentences: tuple[Derivation, ...]
    settled: Mapping[Cell, Derivation]
    is_complete: bool


class History:
    """The moves of ``game`` and what they taught; the game is not touched.

    >>> from minesweeper_qt.model import Action, MinesweeperAI
    """

    def __init__(self, game: Minesweeper) -> None:
        raise NotImplementedError

    @property
    def turns(self) -> Sequence[Turn]:
        """The moves, oldest first."""
        raise NotImplementedError

    def add(self, turn: Turn) -> None:
        """Note a move."""
        raise NotImplementedError

    def rate(self, number: int, risk: Fraction | float | None, least_risk: Fraction | float | None) -> None:
        """Note how risky move ``number`` was (from 1); ``None`` says that it is too hard to count."""
        raise NotImplementedError

    def meet(self, knowledge: KnowledgeBase) -> None:
        """Forget what was learned: an agent that knows ``knowledge`` before its first clue learns the game anew."""
        raise NotImplementedError

    def learned(self, change: Change, mine_count: Derivation | None) -> None:
        """Note what the next clue taught, and the sentence of the mine count after it."""
        raise NotImplementedError

    def moment(self, number: int) -> Moment:
        """Return the game after ``number`` moves."""
        raise NotImplementedError

    def difference(self, number: int) -> tuple[tuple[Derivation, ...], tuple[Derivation, ...]]:
        """Return the sentences that move ``number`` brought into force, and those that left it."""
        raise NotImplementedError

    def move_of(self, record: Derivation) -> int:
        """Return the number of the move that ``record`` came with; 0 before the first."""
        raise NotImplementedError

    def cut(self, number: int) -> Minesweeper:
        """Return a new game in which the first ``number`` moves are played, and forget the others."""
        raise NotImplementedError
