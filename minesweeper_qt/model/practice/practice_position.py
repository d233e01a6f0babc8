"""Positions to practise on: their topics, their form as one line of text, those shipped, and how games give new ones.

A window that is cut out of a game becomes a board of its own, with what is true on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.exact.probability import Probabilities, mine_probabilities
from minesweeper_qt.model.game.minesweeper import Layout
from minesweeper_qt.model.knowledge.reasoning_levels import reasoning_levels
from minesweeper_qt.model.resources import resource

if TYPE_CHECKING:
    from minesweeper_qt.model.review.judgement import JudgedMove


class Topic(Enum):
    """What there is to practise; the value is its word on the command line.

    The names are those of ``Reasoning`` and of ``PatternKind``, and ``MISSED``.

    >>> Topic("1-2").name
    'ONE_TWO'

    ``Topic(word)`` raises ``ValueError`` for any other word.
    """

    MISSED = "missed"
    """What a player has missed in games of their own; none of these positions are shipped."""
    CLUE = "clue"
    SUBSET = "subset"
    OVERLAP = "overlap"
    COUNT = "count"
    CASES = "cases"
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"

    @property
    def level(self) -> Reasoning | None:
        """The level of reasoning that its positions take at most; ``None`` for ``MISSED``.

        >>> str(Topic.ONE_ONE.level), str(Topic.ONE_TWO.level)
        ('subset', 'overlap')
        """
        others = {"MISSED": None, "ONE_ONE": Reasoning.SUBSET, **Reasoning.__members__}
        return others.get(self.name, Reasoning.OVERLAP)


class Asked(Enum):
    """What is to be found in a position; the value is its name for the user."""

    SAFE = "Safe cells"
    MINES = "Mines"
    EITHER = "Either"


@dataclass(frozen=True)
class PracticePosition:
    """A position in which a cell is to be found that is certainly safe, or certainly a mine.

    ``safe`` and ``certain_mines`` are the right answers, which are computed when they are first needed; of a ``MISSED``
    position one of them may be empty. In a position of a level no safe cell has a lower level. In one of a pattern the
    safe cells at the lowest level have short proofs by that pattern alone.

    >>> found = PracticePosition.from_key(Topic.COUNT, "5x2x2/1HHH1/HHHHH")
    >>> sorted(found.safe), sorted(found.certain_mines), found.key
    ([(0, 2), (1, 2)], [], '5x2x2/1HHH1/HHHHH')

    All that computes raises ``InconsistentPosition``, and ``TooHard`` on a large board that takes too much counting.
    """

    topic: Topic
    position: Position

    @classmethod
    def from_key(cls, topic: Topic, key: str) -> PracticePosition:
        """Return the position with this ``key``; raise ``PositionSyntaxError`` if it is none."""
        return cls(topic, Position.from_text(key.replace("/", "\n")))

    @cached_property
    def key(self) -> str:
        """The lines of the position's text form with slashes between them: the same on every machine."""
        return self.position.to_text().rstrip().replace("\n", "/")

    @cached_property
    def _probabilities(self) -> Probabilities:
        return mine_probabilities(self.position)

    @property
    def safe(self) -> frozenset[Cell]:
        """The covered cells that are certainly safe."""
        return self._probabilities.safe

    @property
    def certain_mines(self) -> frozenset[Cell]:
        """The covered cells that are certainly mines."""
        return self._probabilities.mines

    @cached_property
    def easier_mines(self) -> frozenset[Cell]:
        """The certain mines that take less reasoning than every safe cell, unless the position was ``MISSED``.

        Who asks for mines gives them away.
        """
        if self.topic is Topic.MISSED:
            return frozenset()
        levels = reasoning_levels(self.position)
        least = min([levels[cell] for cell in self.safe], default=Reasoning.CLUE)
        return frozenset(cell for cell in self.certain_mines if levels[cell] < least)

    def answers(self, asked: Asked) -> frozenset[Cell]:
        """Return the right answers to what is ``asked``; there may be none.

        >>> position = PracticePosition.from_key(Topic.COUNT, "4x2x3/HHH1/H22H")
        >>> [sorted(position.answers(asked)) for asked in Asked], sorted(position.easier_mines)
        ([[(0, 2)], [(1, 3)], [(0, 2), (1, 3)]], [(0, 1)])
        """
        mines = self.certain_mines - self.easier_mines
        return {Asked.SAFE: self.safe, Asked.MINES: mines}.get(asked, self.safe | mines)


@cache
def positions_of(topic: Topic) -> tuple[PracticePosition, ...]:
    """Return the shipped positions of ``topic``, in an order that stays the same; none of ``MISSED``.

    They are read once. What is certain in each of them is computed when it is needed.

    >>> {position.topic for position in positions_of(Topic.SUBSET)}, positions_of(Topic.MISSED)
    ({<Topic.SUBSET: 'subset'>}, ())
    """
    if topic is Topic.MISSED:
        return ()
    lines = resource(f"practice/{topic.value}.txt").decode().splitlines()
    return tuple([PracticePosition.from_key(topic, line) for line in lines])


# -- cut out of games

LEAST_SIDE, MOST_SIDE = 7, 9
"""The bounds of the sides of a window: small enough to be seen at a glance, and large enough for what is around."""

Window: TypeAlias = tuple[range, range]
"""The rows and the columns of a part of a board."""


def cut_window(mines: Set[Cell], revealed: Collection[Cell], rows: range, columns: range) -> Position:
    """Return the part of a game with these ``rows`` and ``columns`` as a board of its own, whose edges are walls.

    The mines outside it are gone, its clues are counted anew, and where a clue becomes 0 its neighbours are opened too.
    ``mines`` and ``revealed`` are cells of the game.

    >>> print(cut_window({(0, 0), (1, 3)}, [(0, 1), (0, 2)], range(2), range(1, 4)).to_text(), end="")
    3x2x1
    01H
    01H
    """

    def inside(cells: Iterable[Cell]) -> list[Cell]:
        return sorted([(i - rows.start, j - columns.start) for i, j in cells if i in rows and j in columns])

    board = Board(len(rows), len(columns))
    layout = Layout.of(board, inside(mines))
    clues: dict[Cell, int] = {}
    todo = inside(revealed)
    for cell in todo:  # which grows
        if cell not in clues:
            clues[cell] = layout.clues.get(cell, 0)
            if not clues[cell]:
                todo += board.block(cell)
    # In reading order, as from a file: which of several short proofs is found depends on the order.
    return Position.seen(board, len(layout.mines), dict(sorted(clues.items())))


def window_around(cell: Cell, height: int, width: int, board: Board) -> Window:
    """Return the rows and columns of a window with ``cell`` in its middle, or as near to it as ``board`` allows.

    >>> window_around((0, 4), 7, 7, Board(16, 6))
    (range(0, 7), range(0, 6))
    """
    rows, columns = (
        range(start := max(0, min(at - side // 2, whole - side)), min(start + side, whole))
        for at, side, whole in ((cell[0], height, board.height), (cell[1], width, board.width))
    )
    return rows, columns


def practice_position_of(move: JudgedMove, mines: Set[Cell]) -> PracticePosition | None:
    """Return a position to practise on what ``move`` missed, where ``mines`` are those of its game.

    It is the smallest window around the cell that was proved in which that takes the same reasoning level as in the
    game, and no safe cell a lower one; else the whole board. ``None`` for a move that missed nothing that was proved.

    >>> from minesweeper_qt.model import Record, review
    >>> text = "minesweeper-qt record 2\\nboard 1 4 1\\nfirst-click anything\\ncascade on\\nwin revealed\\nmines 0,2\\n"
    >>> moves = review(Record.from_text(text + "reveal 0 1\\nreveal 0 0\\n")).moves
    >>> [found and found.key for found in (practice_position_of(move, {(0, 2)}) for move in moves)]
    [None, '4x1x1/H1HH']

    Raises ``InconsistentPosition`` where ``mines`` are not those of its game and nothing agrees with them.
    """
    proved, whole = move.proved, move.position
    if proved is None or move.level is None or not move.is_mistake:
        return None
    sides = range(LEAST_SIDE, MOST_SIDE + 1)
    for height, width in sorted(product(sides, sides), key=prod):
        rows, columns = window_around(proved, height, width, whole.board)
        position = cut_window(mines, whole.clues, rows, columns)
        levels = reasoning_levels(position)
        least = min([levels[cell] for cell in levels.safe], default=move.level)
        if levels.get((proved[0] - rows.start, proved[1] - columns.start)) is move.level <= least:
            return PracticePosition(Topic.MISSED, position)
    return PracticePosition(Topic.MISSED, whole)
