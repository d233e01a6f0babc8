"""A position: what a player sees, and no more. Its text form is the one that other solvers read and write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from minesweeper_qt.model.board import MAX_SIDE, Board, Cell, check_whole
from minesweeper_qt.model.errors import ClueError, MineCountError, PositionSyntaxError

_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})")


class Position:
    """A board of ``height`` x ``width`` cells with ``mines`` mines in all and the clue of each revealed cell.

    >>> position = Position(2, 3, 1, clues={(0, 0): 1})
    >>> print(position.to_text(), end="")
    3x2x1
    1HH
    HHH
    >>> Position.from_text("3x2x1\\n1HH\\nHHH") == position
    True

    ``flags`` are covered cells with a flag, which says nothing to the engine. ``taken`` are covered cells taken as
    mines, whoever says so: the engine believes it. A position never changes.

    Raises ``BoardSizeError``, ``MineCountError`` for more mines than cells, ``CellError`` for a cell off the board, and
    ``ClueError`` for a clue that is no whole number from 0 to 8, or at a cell that is flagged or taken as a mine.
    Whether a layout fits is another question: ``mine_probabilities`` answers it.
    """

    __slots__ = ("board", "clues", "flags", "mines", "taken")

    board: Board
    clues: Mapping[Cell, int]
    flags: frozenset[Cell]
    mines: int
    taken: frozenset[Cell]

    def __init__(
        self,
        height: int,
        width: int,
        mines: int,
        clues: Mapping[Cell, int],
        *,
        flags: Iterable[Cell] = (),
        taken: Iterable[Cell] = (),
    ) -> None:
        board = Board(height, width)
        size = len(board.cells)
        if not check_whole(mines) or not 0 <= mines <= size:
            raise MineCountError(f"{mines!r} mines on a board of {height}x{width}; allowed are 0 to {size}")
        checked = {board.cell(cell): clue for cell, clue in clues.items()}
        self.taken = frozenset(board.cell(cell) for cell in taken)
        self.flags = frozenset(board.cell(cell) for cell in flags) - self.taken
        for cell, clue in checked.items():
            if not check_whole(clue) or not 0 <= clue <= 8:
                raise ClueError(f"clue {clue!r} at {cell}; allowed are whole numbers from 0 to 8")
            if cell in self.taken or cell in self.flags:
                raise ClueError(f"clue {clue} at {cell}, which is flagged or a mine; allowed is one or the other")
        self.board = board
        self.mines = mines
        self.clues = MappingProxyType(checked)

    @classmethod
    def seen(cls, board: Board, mines: int, clues: Mapping[Cell, int], flags: Iterable[Cell] = ()) -> Position:
        """Return the position of a game under way, whose clues need no check; they are copied.

        >>> from minesweeper_qt.model.game import Minesweeper
        >>> game = Minesweeper(2, 3, 1, layout_mines=[(0, 1)])
        >>> len(Position.seen(game.grid, game.mine_total, game.clues, game.mines_found).covered)
        6
        """
        position = cls.__new__(cls)
        position.board = board
        position.mines = mines
        position.clues = MappingProxyType(dict(clues))
        position.flags = frozenset(flags)
        position.taken = frozenset()
        return position

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.board.height

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    @property
    def covered(self) -> frozenset[Cell]:
        """The cells without a clue, flagged and taken ones among them."""
        return frozenset(cell for cell in self.board.cells if cell not in self.clues)

    # -- text

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read a position: ``WIDTHxHEIGHTxMINES``, then a line for each row.

        In a row ``0`` to ``8`` are clues, ``H`` is a covered cell, ``F`` one with a flag, ``?`` and ``M`` are cells
        taken as mines. Spaces at the end of a line and empty lines at the end of the text don't count.

        >>> Position.from_text("2x2x1\\n1H\\nHX")
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.PositionSyntaxError: line 3, column 2: 'X'; allowed are 0-8, H, F, ? and M

        Raises ``PositionSyntaxError`` with line and column, both from 1.
        """
        lines = [line.rstrip() for line in text.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        if not lines:
            raise PositionSyntaxError(1, 1, "nothing there; expected WIDTHxHEIGHTxMINES, such as 30x16x99")
        size = _SIZE.fullmatch(lines[0])
        if size is None:
            shown = lines[0] if len(lines[0]) <= 40 else f"{lines[0][:40]}..."
            raise PositionSyntaxError(1, 1, f"{shown!r}; expected WIDTHxHEIGHTxMINES, such as 30x16x99")
        width, height, mines = (int(number) for number in size.groups())
        for group, side in ((1, width), (2, height)):
            if not 1 <= side <= MAX_SIDE:
                name = ("width", "height")[group - 1]
                raise PositionSyntaxError(1, size.start(group) + 1, f"{name} {side}; allowed are 1 to {MAX_SIDE}")
        if mines > height * width:
            raise PositionSyntaxError(1, size.start(3) + 1, f"{mines} mines; allowed are 0 to {height * width}")
        rows = lines[1:]
        if len(rows) != height:
            line = min(len(rows), height) + 2
            raise PositionSyntaxError(line, 1, f"{len(rows)} rows; expected {height}, as the first line says")
        clues: dict[Cell, int] = {}
        flags: list[Cell] = []
        taken: list[Cell] = []
        for i, row in enumerate(rows):
            for j, mark in enumerate(row[:width]):
                if mark in "012345678":
                    clues[i, j] = int(mark)
                elif mark == "F":
                    flags.append((i, j))
                elif mark in "?M":
                    taken.append((i, j))
                elif mark != "H":
                    raise PositionSyntaxError(i + 2, j + 1, f"{mark!r}; allowed are 0-8, H, F, ? and M")
            if len(row) != width:
                column = min(len(row), width) + 1
                raise PositionSyntaxError(i + 2, column, f"{len(row)} cells in the row; expected {width}")
        return cls(height, width, mines, clues, flags=flags, taken=taken)

    def to_text(self) -> str:
        """Write what ``from_text`` reads; cells taken as mines become ``M``."""
        rows = [f"{self.width}x{self.height}x{self.mines}"]
        rows += ["".join(self._mark((i, j)) for j in range(self.width)) for i in range(self.height)]
        return "\n".join(rows) + "\n"

    def _mark(self, cell: Cell) -> str:
        clue = self.clues.get(cell)
        if clue is not None:
            return str(clue)
        return "M" if cell in self.taken else "F" if cell in self.flags else "H"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = self._key(), other._key()
        return mine == theirs and self.clues == other.clues

    def __hash__(self) -> int:
        return hash((*self._key(), frozenset(self.clues.items())))

    def _key(self) -> tuple[object, ...]:
        return (self.height, self.width, self.mines, self.flags, self.taken)

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"
