"""The question marks that the player has put on covered cells; nothing that reasons reads them."""

from __future__ import annotations

from minesweeper_qt.model import ActionResult, Cell


class QuestionMarks:
    """The cells that got a question mark in the running game; it shows while they are covered and have no flag.

    Attributes: ``cells``; ``are_enabled``, whether taking a flag off puts a question mark there.

    >>> marks = QuestionMarks()
    >>> marks.are_enabled = True
    >>> from minesweeper_qt.model import Action, Minesweeper
    >>> game = Minesweeper(2, 3, 1, layout_mines=[(0, 0)])
    >>> for text in ("flag 0 1", "unflag 0 1"):
    ...     marks.follow(game.play(Action.from_text(text)))
    >>> marks.cells
    frozenset({(0, 1)})
    >>> marks.take_off((0, 1)), marks.take_off((0, 1))
    (True, False)
    """

    def __init__(self) -> None:
        self.cells: frozenset[Cell] = frozenset()
        self.are_enabled = False

    def follow(self, result: ActionResult) -> None:
        """Take over what an action of the player did to flags and covered cells."""
        self.cells -= {cell for cell, _ in result.observations}.union(result.flagged, result.exploded)
        if self.are_enabled:
            self.cells |= frozenset(result.unflagged)

    def take_off(self, cell: Cell) -> bool:
        """Take the question mark off ``cell``, and return whether there was one."""
        had_one = cell in self.cells
        self.cells -= {cell}
        return had_one

    def clear(self) -> frozenset[Cell]:
        """Take all question marks off, and return their cells."""
        cells, self.cells = self.cells, frozenset()
        return cells
