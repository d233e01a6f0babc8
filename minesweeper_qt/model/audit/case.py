"""A case: a few observations on a board, after which an agent errs about some cells."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell


@dataclass(frozen=True, slots=True)
class Case:
    """Observations on a board of ``height`` x ``width`` cells, in order, and the ``cells`` about which the agent errs.

    Each observation is a cell with its clue. An agent that is created for this board and learns these observations one
    after the other shows the finding that the case belongs to. Where that is a wrong sentence, ``cells`` are its cells,
    and ``count`` is what it states. ``has_own_size`` is true if the agent's size is hard-coded.

    >>> Case(3, 3, (((0, 0), 1),), ((2, 2),)).to_json()
    {'height': 3, 'width': 3, 'observations': [[0, 0, 1]], 'cells': [[2, 2]]}
    """

    height: int
    width: int
    observations: tuple[tuple[Cell, int], ...]
    cells: tuple[Cell, ...]
    count: int | None = None
    has_own_size: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the case as the JSON object of the report."""
        return {
            "height": self.height,
            "width": self.width,
            "observations": [[row, column, clue] for (row, column), clue in self.observations],
            "cells": [list(cell) for cell in self.cells],
        }
