"""Decides what the observations of a case allow: whether any layout agrees with them, and what holds in all of them.

The number of mines on the board does not count here, for a student's agent does not know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.check.satisfiable import Statement, is_satisfiable
from minesweeper_qt.model.student.finding import Case


def is_possible(case: Case, *further: Statement) -> bool:
    """Return whether a layout agrees with the observations of ``case`` and with ``further`` sentences.

    >>> is_possible(Case(1, 2, (((0, 0), 1),), ())), is_possible(Case(1, 2, (((0, 0), 2),), ()))
    (True, False)

    Raises ``TooHard``.
    """
    statements = [*_clues(case), *further]
    if any(not 0 <= count <= len(cells) for cells, count in statements):
        return False
    return not statements or is_satisfiable(statements)


def is_implied(case: Case, cells: frozenset[Cell], count: int) -> bool:
    """Return whether ``count`` of ``cells``, all on the board, are mines in all layouts that agree with ``case``.

    >>> is_implied(Case(1, 3, (((0, 0), 1),), ()), frozenset({(0, 1)}), 1)
    True

    Raises ``TooHard``.
    """
    unknown = cells.difference([cell for cell, _ in case.observations])
    if len(unknown) == 1 and count in (0, 1):
        return not is_possible(case, (unknown, 1 - count))
    others = [other for other in range(len(unknown) + 1) if other != count]
    return not any(is_possible(case, (unknown, other)) for other in others)


def layout_of(case: Case, further: Sequence[Statement] = ()) -> frozenset[Cell] | None:
    """Return the mines of a layout that agrees with ``case`` and the ``further`` sentences; ``None`` if none does.

    No mine of it can be left out alone. It is the same each time.

    >>> sorted(layout_of(Case(1, 3, (((0, 1), 1),), ())))
    [(0, 2)]

    Raises ``TooHard``.
    """
    if not is_possible(case, *further):
        return None
    decided: list[Statement] = list(further)
    mines = []
    statements = [*_clues(case), *further]
    for cell in sorted(frozenset().union(*(cells for cells, _ in statements))):
        safe = (frozenset({cell}), 0)
        if is_possible(case, *decided, safe):
            decided.append(safe)
        else:
            decided.append((frozenset({cell}), 1))
            mines.append(cell)
    return frozenset(mines)


def with_clues_of(
    height: int, width: int, cells: Iterable[Cell], mines: frozenset[Cell], about: tuple[Cell, ...] = ()
) -> Case:
    """Return the case in which ``cells`` are observed on a board with these ``mines``.

    >>> with_clues_of(1, 2, [(0, 0)], frozenset({(0, 1)})).observations
    (((0, 0), 1),)
    """
    board = Board(height, width)
    return Case(height, width, tuple([(cell, len(board.neighbours(cell) & mines)) for cell in cells]), about)


def _clues(case: Case) -> list[Statement]:
    """Return the sentence of each clue, over the cells that are not observed; observed cells are safe."""
    board = Board(case.height, case.width)
    observed = frozenset([cell for cell, _ in case.observations])
    return [(board.neighbours(cell) - observed, clue) for cell, clue in case.observations]
