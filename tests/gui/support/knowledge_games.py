"""Knowledge to fill tables with."""

from __future__ import annotations

import random
from collections.abc import Iterator

from minesweeper_qt.model import Change, KnowledgeBase, Minesweeper, MinesweeperAI


def moves(
    height: int, width: int, mines: int, seed: int = 1, *, tell: bool = False
) -> Iterator[tuple[KnowledgeBase, Change]]:
    """Reveal the safe cells of a board in random order; yield what is known after each and what it changed."""
    game = Minesweeper(height, width, mines, seed=seed)
    ai = MinesweeperAI(height, width, total_mines=mines if tell else None)
    cells = sorted(set(game.grid.cells) - game.mines)
    random.Random(seed).shuffle(cells)
    for cell in cells:
        change = ai.add_knowledge(cell, game.nearby_mines(cell))
        yield ai.knowledge_base, change
