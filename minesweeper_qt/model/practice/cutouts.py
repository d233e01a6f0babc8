"""Cuts positions to practise on out of games: a window becomes a board of its own, with what is true on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from itertools import product
from math import prod
from typing import TypeAlias

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.game.minesweeper import Layout
from minesweeper_qt.model.knowledge.reasoning_levels import reasoning_levels
from minesweeper_qt.model.practice.practice_position import PracticePosition, Topic
from minesweeper_qt.model.review.judgement import JudgedMove

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
