"""Positions: everything that a player sees of a game, with a text form that other solvers read and write too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from minesweeper_qt.model.board.board import MAX_SIDE, Board, Cell, is_whole
from minesweeper_qt.model.errors import ClueError, MineCountError, PositionSyntaxError
from minesweeper_qt.model.words import counted, size_text

_BLANKS = " \t\xa0"
_SIZE = re.compile(f"[{_BLANKS}]*([0-9]+)[x×]([0-9]+)[x×]([0-9]+)")
_SIZE_BEGUN = re.compile(f"[{_BLANKS}]*(?:[0-9]+(?:[x×](?:[0-9]+(?:[x×][0-9]*)?)?)?)?")
_MARKS = "012345678HFM?"
_NO_MARK = re.compile(f"[^{_MARKS}{_BLANKS}]")
_ALLOWED = "allowed are 0-8, H (covered), F (flag), ? and M (known mines)"

_MOST_DRAWN = 10_000
"""The cells of the largest position that a notebook draws; of a larger one it shows the text."""


class Position:
    """A board of ``height`` x ``width`` cells with ``mines`` mines in all, and the clue of each revealed cell.

    >>> position = Position(2, 3, 1, clues={(0, 0): 1})
    >>> print(position.to_text(), end="")
    3x2x1
    1HH
    HHH
    >>> Position.from_text("3x2x1\\n1HH\\nHHH") == position
    True

    ``flags`` are covered cells with a flag; the engine ignores them. ``taken`` are covered cells that are assumed to be
    mines; the engine treats them as mines. A cell that is both flagged and taken is only in ``taken``. A position never
    changes.

    Raises ``BoardSizeError``, ``MineCountError`` for more mines than cells, ``CellError`` for a cell off the board, and
    ``ClueError`` for a clue that is no whole number from 0 to 8, or at a cell that is flagged or taken as a mine.
    A position need not be consistent: ``mine_probabilities`` finds out whether any layout agrees with it.
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
        clues: Mapping[Cell, int] = MappingProxyType({}),
        *,
        flags: Iterable[Cell] = (),
        taken: Iterable[Cell] = (),
    ) -> None:
        board = Board(height, width)
        size = len(board.cells)
        if not is_whole(mines) or not 0 <= mines <= size:
            raise MineCountError(f"{mines!r} mines on a board of {size_text(height, width)}; allowed are 0 to {size}")
        checked = {board.cell(cell): clue for cell, clue in clues.items()}
        mine_cells = frozenset(board.cell(cell) for cell in taken)
        flagged = frozenset(board.cell(cell) for cell in flags) - mine_cells
        for cell, clue in checked.items():
            if not is_whole(clue) or not 0 <= clue <= 8:
                raise ClueError(f"clue {clue!r} at {cell}; allowed are whole numbers from 0 to 8")
            if cell in mine_cells or cell in flagged:
                raise ClueError(f"clue {clue} at {cell}, which is flagged or a mine; allowed is one or the other")
        self._fill(board, mines, checked, flagged, mine_cells)

    def _fill(
        self, board: Board, mines: int, clues: dict[Cell, int], flags: frozenset[Cell], taken: frozenset[Cell]
    ) -> None:
        for name, value in zip(self.__slots__, (board, MappingProxyType(clues), flags, mines, taken), strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes: {name} can't be set")

    def __reduce__(self) -> tuple[object, ...]:
        # A mapping proxy can't be pickled, so the clues travel as a plain dict.
        return _copied, (self.height, self.width, self.mines, dict(self.clues), self.flags, self.taken)

    @classmethod
    def seen(cls, board: Board, mines: int, clues: Mapping[Cell, int], flags: Iterable[Cell] = ()) -> Position:
        """Return the position of a running game. The clues and flags are copied and not checked.

        >>> from minesweeper_qt.model.game.minesweeper import Minesweeper
        >>> game = Minesweeper(2, 3, 1, layout_mines=[(0, 1)])
        >>> len(Position.seen(game.grid, game.mine_total, game.clues, game.mines_found).covered)
        6
        """
        position = cls.__new__(cls)
        position._fill(board, mines, dict(clues), frozenset(flags), frozenset())
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
        """The cells without a clue, including those that are flagged or taken as mines."""
        return frozenset(cell for cell in self.board.cells if cell not in self.clues)

    def mark(self, cell: Cell) -> str:
        """Return the character of ``cell`` in the text form: ``0`` to ``8``, ``H``, ``F`` or ``M``.

        Raises ``CellError`` when ``cell`` is not on the board.
        """
        cell = self.board.cell(cell)
        clue = self.clues.get(cell)
        if clue is not None:
            return str(clue)
        return "M" if cell in self.taken else "F" if cell in self.flags else "H"

    def with_marks(self, marks: Mapping[Cell, str]) -> Position:
        """Return a copy of this position with other marks at some cells; a mark is a character of the text form.

        >>> print(Position(1, 3, 1).with_marks({(0, 1): "1", (0, 2): "F"}).to_text(), end="")
        3x1x1
        H1F

        Raises ``CellError`` for a cell off the board, and ``ClueError`` for anything that is not a mark.
        """
        new = {self.board.cell(cell): mark for cell, mark in marks.items()}
        for cell, mark in new.items():
            if len(mark) != 1 or mark not in _MARKS:
                raise ClueError(f"{mark!r} at {cell}; {_ALLOWED}")
        clues = {cell: clue for cell, clue in self.clues.items() if cell not in new}
        # New clues come last in the order: what was inferred or counted from the earlier ones stays valid.
        clues.update((cell, int(mark)) for cell, mark in new.items() if mark.isdigit())
        flags = self.flags.difference(new).union(cell for cell, mark in new.items() if mark == "F")
        taken = self.taken.difference(new).union(cell for cell, mark in new.items() if mark in "?M")
        position = self.__class__.__new__(self.__class__)
        position._fill(self.board, self.mines, clues, flags, taken)
        return position

    # -- text

    @classmethod
    def from_text(cls, text: str, mines: int | None = None) -> Position:
        """Read a position from its text form: a line ``WIDTHxHEIGHTxMINES``, then a line for each row.

        In a row, ``0`` to ``8`` are clues, ``H`` is a covered cell, ``F`` is a covered cell with a flag, and ``?`` and
        ``M`` are cells taken as mines. In many programs ``?`` is a covered cell: without any ``H`` it is refused unless
        all covered cells are mines. Blanks, empty lines, and a byte order mark at the beginning are ignored. Lines may
        end with a line feed, a carriage return, or both. ``mines`` is the number of mines of rows alone, which tell
        none; a text that has a size tells its own.

        >>> Position.from_text("1 H\\nH H", mines=1)
        Position.from_text('2x2x1\\n1H\\nHH\\n')
        >>> Position.from_text("2×2×1\\n1?\\n1?")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        minesweeper_qt.model.errors.PositionSyntaxError: line 2, column 2: ? is a known mine here, H a covered...

        Raises ``PositionSyntaxError`` with the line and the column of the mistake, both from 1, and for rows alone
        ``BoardSizeError`` or ``MineCountError``.
        """
        lines = re.split("\r\n|\n|\r", text.removeprefix("\ufeff"))
        rows = [(number, line.rstrip(_BLANKS)) for number, line in enumerate(lines, 1) if line.strip(_BLANKS)]
        rows = rows or [(1, "")]
        (first, size), (last, _) = rows[0], rows[-1]
        if mines is None or not size or has_size(size):
            width, height, mines = _read_size(size, first)
            del rows[0]
        else:
            width, height = len(re.sub(f"[{_BLANKS}]", "", size)), len(rows)
        clues: dict[Cell, int] = {}
        flags: list[Cell] = []
        taken: list[Cell] = []
        for i, (line, row) in enumerate(rows[:height]):
            for j, mark in enumerate(_checked_row(row, line, width)):
                if mark == "F":
                    flags.append((i, j))
                elif mark in "?M":
                    taken.append((i, j))
                elif mark != "H":
                    clues[i, j] = int(mark)
        if len(rows) != height:
            line = rows[height][0] if len(rows) > height else last + 1
            raise PositionSyntaxError(line, 1, f"{counted(len(rows), 'row')}; expected {height}, as line {first} says")
        if "?" in text and "H" not in text and height * width - len(clues) != mines:
            line, row = next(numbered for numbered in rows if "?" in numbered[1])
            reason = "? is a known mine here, H a covered cell; without any H, write M for a mine"
            raise PositionSyntaxError(line, row.index("?") + 1, reason)
        return cls(height, width, mines, clues, flags=flags, taken=taken)

    def to_text(self) -> str:
        """Return the text form that ``from_text`` reads; cells taken as mines become ``M``."""
        marks = {**dict.fromkeys(self.flags, "F"), **dict.fromkeys(self.taken, "M")}
        marks.update((cell, str(clue)) for cell, clue in self.clues.items())
        rows = [f"{self.width}x{self.height}x{self.mines}"]
        rows += ["".join([marks.get((i, j), "H") for j in range(self.width)]) for i in range(self.height)]
        return "\n".join(rows) + "\n"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = self._key(), other._key()
        return mine == theirs and self.clues == other.clues

    def __hash__(self) -> int:
        return hash((*self._key(), frozenset(self.clues.items())))

    def _key(self) -> tuple[object, ...]:
        return (self.height, self.width, self.mines, self.flags, self.taken)

    def _repr_svg_(self) -> str | None:
        """Return a picture of the position, which notebooks show."""
        # The window needs no such pictures.
        from minesweeper_qt.model.board.board_svg import board_svg

        return board_svg(self) if len(self.board.cells) <= _MOST_DRAWN else None

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"


def has_size(text: str) -> bool:
    """Return whether ``text`` begins with a size, as a position does that tells its number of mines.

    >>> has_size("3x1x1\\n1HH"), has_size("1HH")
    (True, False)
    """
    return re.match(r"\ufeff?\s*[0-9]+[x×]", text) is not None


def _read_size(line: str, number: int) -> tuple[int, int, int]:
    """Read the first line, ``WIDTHxHEIGHTxMINES``, and return width, height and mines.

    Raises ``PositionSyntaxError``.
    """
    size = _SIZE.fullmatch(line)
    if size is None:
        begun = _SIZE_BEGUN.match(line)
        assert begun is not None  # it also matches nothing
        shown = repr(_cut(line)) if line else "nothing there"
        if line and not _NO_MARK.search(line):
            shown += " tells no number of mines"
        raise PositionSyntaxError(number, begun.end() + 1, f"{shown}; expected WIDTHxHEIGHTxMINES, such as 30x16x99")
    numbers: list[int] = []
    for name, digits, start in zip(
        ("width", "height", "mines"), size.groups(), map(size.start, (1, 2, 3)), strict=True
    ):
        least, most = (1, MAX_SIDE) if name != "mines" else (0, numbers[0] * numbers[1])
        # The length is checked first: int() refuses thousands of digits with an error of its own.
        if len(digits) > 9 or not least <= int(digits) <= most:
            raise PositionSyntaxError(number, start + 1, f"{name} {_cut(digits)}; allowed are {least} to {most}")
        numbers.append(int(digits))
    width, height, mines = numbers
    return width, height, mines


def _checked_row(row: str, line: int, width: int) -> str:
    """Return the marks of ``row`` when they are ``width``; else raise ``PositionSyntaxError`` at ``line``."""
    wrong = _NO_MARK.search(row)
    if wrong is not None:
        raise PositionSyntaxError(line, wrong.start() + 1, f"{wrong[0]!r}; {_ALLOWED}")
    cells = [column for column, mark in enumerate(row, 1) if mark not in _BLANKS]
    if len(cells) != width:
        column = [*cells, len(row) + 1][min(len(cells), width)]
        raise PositionSyntaxError(line, column, f"{counted(len(cells), 'cell')} in the row; expected {width}")
    return "".join([row[column - 1] for column in cells])


def _cut(text: str) -> str:
    """Return at most 40 characters of ``text``, for an error message."""
    return text if len(text) <= 40 else f"{text[:40]}..."


def _copied(
    height: int, width: int, mines: int, clues: dict[Cell, int], flags: frozenset[Cell], taken: frozenset[Cell]
) -> Position:
    """Rebuild a pickled or copied position."""
    return Position(height, width, mines, clues, flags=flags, taken=taken)
