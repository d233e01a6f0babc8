"""Why a cell is safe or a mine, or why nobody can know."""

from __future__ import annotations

from collections.abc import Callable

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.knowledge import KnowledgeBase
from minesweeper_qt.model.position import Position
from minesweeper_qt.model.probability import Engine
from minesweeper_qt.model.proof_step import Proof
from minesweeper_qt.model.undecided import Undecided


def explain(
    known: Position | KnowledgeBase,
    cell: Cell,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Proof | Undecided:
    """Return a proof that ``cell`` is safe or a mine, or the two layouts that show that nobody can know."""
    raise NotImplementedError
