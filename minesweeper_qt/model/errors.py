"""The errors of the model, named by their causes; all are subclasses of ``MinesweeperError``.

Others stand beside the data that they are about, as ``IllegalAction`` in ``game.action`` does.
"""

from __future__ import annotations

from collections.abc import Callable

_LETTERS = 80
"""The number of letters that messages show of a longer text from outside."""


def quoted(text: str) -> str:
    """Return ``text`` in quotes, with three dots in place of the end of a long one.

    >>> quoted("jump 1")
    "'jump 1'"
    >>> quoted("9" * 1000)[-8:]
    "9999'..."
    """
    return repr(text) if len(text) <= _LETTERS else f"{text[:_LETTERS]!r}..."


class MinesweeperError(ValueError):
    """The base class of all errors of the model; catching it catches every one of them.

    >>> from minesweeper_qt.model import Minesweeper, MinesweeperError
    >>> try:
    ...     Minesweeper(8, 8, 65)
    ... except MinesweeperError as error:
    ...     print(error)
    65 mines on a board of 8×8; allowed are 0 to 64
    """


class BoardSizeError(MinesweeperError):
    """The height or width of a board is out of range or no whole number.

    >>> from minesweeper_qt.model import Board
    >>> Board(0, 3)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardSizeError: height is 0; allowed are whole numbers from 1 to 1000
    """


class MineCountError(MinesweeperError):
    """The number of mines does not fit the board or the rules, or a function needs it and it is not known.

    >>> from minesweeper_qt.model import Difficulty
    >>> Difficulty.custom(2, 2, 4)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.MineCountError: 4 mines on a board of 2×2; allowed are 1 to 3
    """


class SeedError(MinesweeperError):
    """The seed is not a whole number, or it does not fit in 64 bits.

    >>> from minesweeper_qt.model import Minesweeper
    >>> Minesweeper(seed=1.5)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.SeedError: seed is 1.5; allowed are whole numbers from -2**63 to 2**63 - 1
    """


class CellError(MinesweeperError, IndexError):
    """The cell is not on the board, or it is not a pair of whole numbers.

    >>> from minesweeper_qt.model import Board
    >>> Board(2, 3).neighbours((2, 0))
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.CellError: (2, 0) is not on the board: rows are 0 to 1, columns 0 to 2
    """


class SentenceError(MinesweeperError):
    """No layout can satisfy the sentence: its count is below 0, above the number of cells, or no whole number.

    >>> from minesweeper_qt.model import Sentence
    >>> Sentence({(0, 1)}, 2)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.SentenceError: {(0, 1)} = 2 leaves 2 mines for 1 cell; allowed are 0 to 1
    """


class ActionSyntaxError(MinesweeperError):
    """The text is not an action.

    >>> from minesweeper_qt.model import Action, ActionSyntaxError
    >>> try:
    ...     Action.from_text("open 1 2")
    ... except ActionSyntaxError as error:
    ...     print(error)
    no action: 'open 1 2'; write VERB ROW COLUMN with one of reveal, flag, unflag, chord
    """


class RecordSyntaxError(MinesweeperError):
    """The text is not the record of a game, or the game that it describes breaks the rules.

    >>> from minesweeper_qt.model import Record
    >>> Record.from_text("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.RecordSyntaxError: line 1: 'chess'; expected 'minesweeper-qt record 1' or...
    """


class BoardCodeError(MinesweeperError):
    """The text is not the code of a board.

    >>> from minesweeper_qt.model import BoardCode
    >>> BoardCode.from_text("1FJE-W7C0-OOOJ")
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardCodeError: no code has 'O'; allowed are digits, and letters but G, I, O, Q, Z
    """


class ForeignFileError(MinesweeperError):
    """The replay or the board of another program can't be read.

    >>> from minesweeper_qt.model.replay.board_formats import read_board
    >>> read_board("2x2:u0")
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.ForeignFileError: 0 mines on a board of 2×2; both kinds of cells are needed
    """


class ClueError(MinesweeperError):
    """The clue is not a whole number from 0 to 8, or its cell is flagged or taken as a mine.

    >>> from minesweeper_qt.model import Position
    >>> Position(1, 3, 1, clues={(0, 0): 9})
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.ClueError: clue 9 at (0, 0); allowed are whole numbers from 0 to 8
    """


class PositionSyntaxError(MinesweeperError):
    """The text is not a position.

    ``line`` and ``column``, both from 1, are the place of the mistake; ``reason`` is the message without the place.

    >>> from minesweeper_qt.model import Position
    >>> Position.from_text("2x1x1\\nHX")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.PositionSyntaxError: line 2, column 2: 'X'; allowed are 0-8, H (covered), F...
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class InconsistentPosition(MinesweeperError):
    """No layout agrees with the position.

    >>> from minesweeper_qt.model import InconsistentPosition, Position, mine_probabilities
    >>> try:
    ...     mine_probabilities(Position.from_text("2x1x1\\n0H"))
    ... except InconsistentPosition:
    ...     print("no layout")
    no layout
    """


class TooHard(MinesweeperError):
    """The answer would take more work than the budget of the computation allows.

    >>> from minesweeper_qt.model.check.derivation_checker import is_satisfiable
    >>> is_satisfiable([(frozenset({(0, 0), (0, 1)}), 1), (frozenset({(0, 1), (0, 2)}), 1)], budget=1)
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.TooHard: 2 sentences take more than 1 steps to check
    """


class Stopped(MinesweeperError):
    """The computation was cancelled, because nobody needs its result any longer."""


Poll = Callable[[], None]
"""A function that a long computation calls every few milliseconds; an exception that it raises, ``Stopped`` for
example, ends that. What computed can be used again."""


def never_interrupt() -> None:
    """Do nothing: the ``Poll`` of a computation that can't be interrupted."""


class StrategyError(MinesweeperError):
    """There is no strategy of that name, or a strategy chose a cell that is already revealed.

    >>> from minesweeper_qt.model import make_strategy
    >>> try:
    ...     make_strategy("luck")
    ... except StrategyError as error:
    ...     print(error)
    'luck' is not a strategy; allowed are cs50, cs50-count, cs50-overlap, exact, expert
    """


class AgentError(MinesweeperError):
    """An agent failed: it raised an error, or its answer can't be used; the message names the cause.

    >>> print(AgentError("the agent's move (5, 5) is off the board; allowed are covered cells"))
    the agent's move (5, 5) is off the board; allowed are covered cells
    """


class BoardsSyntaxError(MinesweeperError):
    """A line of a file of boards is not a board.

    ``line``, from 1, is the number of that line; ``reason`` is the message without the number.

    >>> from minesweeper_qt.model import read_boards
    >>> read_boards(["", "7"])
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.BoardsSyntaxError: line 2: 7; expected an object with height, width, mines, start
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class ResultsError(MinesweeperError):
    """The file does not hold results of this experiment of the lab."""


class WorkerLost(MinesweeperError):
    """A process or machine that played games for the lab has died or can't be reached."""
