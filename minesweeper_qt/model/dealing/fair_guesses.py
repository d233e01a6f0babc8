"""Deals the mines of a game anew at each guess, so that a guess is safe unless something safe was certain."""

from __future__ import annotations

from random import Random

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.exact.layout_sampling import Sampler
from minesweeper_qt.model.exact.probability import Engine

BUDGET = 500_000
"""The work of one count, in state transitions, as for the chances in the window: a player waits for it."""


class FairDealer:
    """Deals the mines of one game anew at each guess: a ``Dealer`` for ``Minesweeper``.

    A cell that is certainly safe or a mine is no guess, and the layout stays. A guess is safe if no covered cell is
    certainly safe, and a mine if one is: the mines are drawn anew, uniformly among the layouts that agree with the
    position and with that. The draw depends on the seed, the position and the cell alone, so that the same clicks give
    the same game.

    >>> from minesweeper_qt.model import Action, Guesses, Minesweeper, Rules
    >>> rules = Rules(guesses=Guesses.FAIR)
    >>> game = Minesweeper(1, 4, 1, rules=rules, start=(0, 1), layout_mines=[(0, 2)], dealer=FairDealer())
    >>> game.play(Action.from_text("reveal 0 1")).observations
    (Observation(cell=(0, 1), clue=1),)
    >>> game.play(Action.from_text("reveal 0 0")).exploded  # (0, 3) was certainly safe
    ((0, 0),)

    Raises ``TooHard`` for a position that takes more than ``BUDGET`` to count, and ``InconsistentPosition``. The idea
    is that of fair modes in other programs, such as Kaboom (https://github.com/pwmarcz/kaboom).
    """

    def __init__(self) -> None:
        self._engine = Engine(BUDGET)

    def __call__(self, position: Position, cell: Cell, seed: int | None) -> frozenset[Cell] | None:
        """Return the mines of the layout in which ``cell`` is revealed; ``None`` for the present one."""
        found = self._engine.solve(position)
        if cell in found.safe or cell in found.mines:
            return None
        random = Random(f"fair guess {seed} {cell} {position.to_text()}")
        # In whatever order the clues were seen.
        ordered = Position(position.height, position.width, position.mines, dict(sorted(position.clues.items())))
        return Sampler(ordered, {cell: int(bool(found.safe))}, BUDGET).draw(random)
