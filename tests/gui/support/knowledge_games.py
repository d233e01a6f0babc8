"""Provides knowledge bases of random games, with which tests fill tables."""

from __future__ import annotations

import random
from collections.abc import Iterator

from minesweeper_qt.model import Change, KnowledgeBase, Minesweeper, MinesweeperAI


def moves(
    height: int, width: int, mines: int, seed: int = 1, *, with_mine_count: bool = False
) -> Iterator[tuple[KnowledgeBase, Change]]:
    """Reveal the safe cells of a board in random order; yield the knowledge base and its change after each cell.

    ``with_mine_count``: the agent knows the number of mines.
    """
    game = Minesweeper(height, width, mines, seed=seed)
    ai = MinesweeperAI(height, width, total_mines=mines if with_mine_count else None)
    cells = sorted(set(game.grid.cells) - game.mines)
    random.Random(seed).shuffle(cells)
    for cell in cells:
        change = ai.add_knowledge(cell, game.nearby_mines(cell))
        yield ai.knowledge_base, change
