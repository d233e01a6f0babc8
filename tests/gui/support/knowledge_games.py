"""Provides the knowledge in random games, with which tests fill tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import count

from minesweeper_qt.model import Derivation, KnowledgeBase, Minesweeper, MinesweeperAI
from minesweeper_qt.model.evidence.derivation import Change

_MOST_CELLS_KEPT = 500
"""Games on larger boards are played anew each time: what is known after each of their moves would fill the memory."""


class Known(tuple[Derivation, ...]):
    """The sentences in force after a move, in the order of the knowledge base.

    Attribute: ``mine_count``, that of the knowledge base.
    """

    mine_count: Derivation | None

    def __new__(cls, knowledge: KnowledgeBase) -> Known:
        known = super().__new__(cls, knowledge)
        known.mine_count = knowledge.mine_count
        return known


def moves(
    height: int, width: int, mines: int, seed: int = 1, *, with_mine_count: bool = False
) -> Iterator[tuple[Known, Change]]:
    """Reveal the safe cells of a board in random order; yield the knowledge and its change after each cell.

    ``with_mine_count``: the agent knows the number of mines. Each game is played only once, and only as far as needed.
    """
    if height * width > _MOST_CELLS_KEPT:
        yield from _play(height, width, mines, seed, with_mine_count)
        return
    played, rest = _game(height, width, mines, seed, with_mine_count)
    for number in count():
        if number == len(played):
            move = next(rest, None)
            if move is None:
                return
            played.append(move)
        yield played[number]


@cache
def _game(
    height: int, width: int, mines: int, seed: int, with_mine_count: bool
) -> tuple[list[tuple[Known, Change]], Iterator[tuple[Known, Change]]]:
    """Return the moves that are played already, which grow, and those that are not."""
    return [], _play(height, width, mines, seed, with_mine_count)


def _play(height: int, width: int, mines: int, seed: int, with_mine_count: bool) -> Iterator[tuple[Known, Change]]:
    game = Minesweeper(height, width, mines, seed=seed)
    ai = MinesweeperAI(height, width, total_mines=mines if with_mine_count else None)
    cells = sorted(set(game.grid.cells) - game.mines)
    random.Random(seed).shuffle(cells)
    for cell in cells:
        change = ai.add_knowledge(cell, game.nearby_mines(cell))
        yield Known(ai.knowledge_base), change
