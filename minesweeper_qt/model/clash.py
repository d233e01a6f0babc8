"""Which clues of a position contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.errors import InconsistentPosition, TooHard
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.probability import BUDGET, Engine


def clashing_clues(position: Position, budget: int = BUDGET) -> tuple[Cell, ...] | None:
    """Return clues that no layout with the position's mines agrees with, none of which can be spared.

    >>> clashing_clues(Position.from_text("5x1x1\\nHHH1H")) is None
    True
    >>> clashing_clues(Position.from_text("5x2x3\\n1H3H1\\nHHHH0"))
    ((0, 0), (0, 2), (1, 4))

    ``None`` when a layout agrees, and no clue when there are more cells taken for mines than mines. A part of the clues
    that takes more than ``budget`` is taken to agree, which may leave one in that could be spared.
    Source: Junker, QuickXplain, AAAI 2004.
    """

    def clash(cells: Sequence[Cell]) -> bool:
        clues = {cell: position.clues[cell] for cell in cells}
        part = Position(position.height, position.width, position.mines, clues, taken=position.taken)
        try:
            Engine(budget).solve(part)
        except InconsistentPosition:
            return True
        except TooHard:
            return False
        return False

    def needed(behind: list[Cell], is_new: bool, cells: list[Cell]) -> list[Cell]:
        """Those of ``cells`` that clash with ``behind``; ``is_new`` says that it has grown since the last look."""
        if is_new and clash(behind):
            return []
        if len(cells) == 1:
            return cells
        half = len(cells) // 2
        second = needed(behind + cells[:half], True, cells[half:])
        first = needed(behind + second, bool(second), cells[:half])
        return first + second

    cells = sorted(position.clues)
    if not clash(cells):
        return None
    if clash([]):
        return ()
    return tuple(sorted(needed([], False, cells)))
