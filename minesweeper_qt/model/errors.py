"""The model's errors, named by their cause; all are ``MinesweeperError``.

Two more stand with what they are about: ``derivation.InconsistentKnowledge`` and ``checker.DerivationError``.
"""

from __future__ import annotations


class MinesweeperError(ValueError):
    """Base of the model's errors: catch this to catch them all."""


class BoardSizeError(MinesweeperError):
    """The height or width is not one a board can have."""


class MineCountError(MinesweeperError):
    """The number of mines does not fit the board or the rules."""


class SeedError(MinesweeperError):
    """The seed is no whole number, or too long a one."""


class CellError(MinesweeperError, IndexError):
    """The cell is not on the board, or is no pair of whole numbers."""


class SentenceError(MinesweeperError):
    """A sentence that nothing can satisfy: count below 0 or above the number of cells."""


class ActionSyntaxError(MinesweeperError):
    """The text is not an action."""


class IllegalAction(MinesweeperError):
    """The action is against the rules in this position, which it leaves as it was."""


class GameOver(IllegalAction):
    """The game has ended: it takes no more actions."""


class RecordSyntaxError(MinesweeperError):
    """The text is not the derivation of a game."""


class ClueError(MinesweeperError):
    """A clue that no cell can show, or one where there can't be one."""


class PositionSyntaxError(MinesweeperError):
    """The text is not a position; ``line`` and ``column`` (from 1) say where."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class InconsistentPosition(MinesweeperError):
    """No layout agrees with the position."""


class TooHard(MinesweeperError):
    """The position would take more work than the budget allows."""


class Stopped(MinesweeperError):
    """Whoever asked wants no answer any more."""


class StrategyError(MinesweeperError):
    """There is no strategy of that name."""


class BoardsSyntaxError(MinesweeperError):
    """A line of a file of boards is no board; ``line`` (from 1) says which."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class ResultsError(MinesweeperError):
    """The file does not hold results of this experiment."""


class WorkerLost(MinesweeperError):
    """A process or machine that played for the lab is gone, or can't be reached."""
