"""Agents as students write them: only the CS50 methods, lists for sets, failing, contradicting themselves."""

from __future__ import annotations

import random
from collections.abc import Callable

from minesweeper_qt.model import Cell


class PlainSentence:
    """A sentence with a list of cells."""

    def __init__(self, cells: list[Cell], count: int) -> None:
        self.cells = cells
        self.count = count


class PlainAgent:
    """A student's agent: the first two rules and the subset rule over lists, and no word on where anything is from.

    It knows nothing of this program.
    """

    def __init__(self, height: int = 8, width: int = 8) -> None:
        self.height, self.width = height, width
        self.moves_made: list[Cell] = []
        self.mines: list[Cell] = []
        self.safes: list[Cell] = []
        self.knowledge: list[PlainSentence] = []
        self.random = random.Random(f"{height} x {width}")

    def add_knowledge(self, cell: Cell, count: int) -> None:
        self.moves_made.append(cell)
        if cell not in self.safes:
            self.safes.append(cell)
        around = [
            (i, j)
            for i in range(max(cell[0] - 1, 0), min(cell[0] + 2, self.height))
            for j in range(max(cell[1] - 1, 0), min(cell[1] + 2, self.width))
            if (i, j) != cell
        ]
        self.knowledge.append(PlainSentence(around, count))
        changed = True
        while changed:
            changed = self._settle() or self._infer()

    def _settle(self) -> bool:
        before = len(self.mines) + len(self.safes)
        for sentence in self.knowledge:
            sentence.count -= sum(cell in self.mines for cell in sentence.cells)
            sentence.cells = [cell for cell in sentence.cells if cell not in self.mines and cell not in self.safes]
            if sentence.count == 0:
                self.safes += sentence.cells
            elif sentence.count == len(sentence.cells):
                self.mines += sentence.cells
        self.knowledge = [sentence for sentence in self.knowledge if sentence.cells]
        return len(self.mines) + len(self.safes) != before

    def _infer(self) -> bool:
        known = {(frozenset(sentence.cells), sentence.count) for sentence in self.knowledge}
        for larger in list(self.knowledge):
            for smaller in list(self.knowledge):
                if set(smaller.cells) < set(larger.cells):
                    rest = [cell for cell in larger.cells if cell not in smaller.cells]
                    new = (frozenset(rest), larger.count - smaller.count)
                    if new not in known:
                        self.knowledge.append(PlainSentence(rest, new[1]))
                        return True
        return False

    def make_safe_move(self) -> Cell | None:
        return next((cell for cell in self.safes if cell not in self.moves_made), None)

    def make_random_move(self) -> Cell | None:
        cells = [(i, j) for i in range(self.height) for j in range(self.width)]
        left = [cell for cell in cells if cell not in self.moves_made and cell not in self.mines]
        return self.random.choice(left) if left else None


def failing_after(clues: int, failure: Callable[[], BaseException]) -> type[PlainAgent]:
    """Return a class of plain agents that raise ``failure()`` at the clue after ``clues`` clues."""

    class FailingAgent(PlainAgent):
        def add_knowledge(self, cell: Cell, count: int) -> None:
            if len(self.moves_made) >= clues:
                raise failure()
            super().add_knowledge(cell, count)

    return FailingAgent
