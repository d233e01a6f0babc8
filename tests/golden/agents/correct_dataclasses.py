# Correct: dataclasses and itertools.
from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import permutations

Cell = tuple


@dataclass
class Sentence:
    cells: set[Cell]
    count: int

    def __post_init__(self) -> None:
        self.cells = set(self.cells)

    def known_mines(self) -> set[Cell]:
        if 0 < self.count == len(self.cells):
            return set(self.cells)
        return set()

    def known_safes(self) -> set[Cell]:
        return set(self.cells) if not self.count else set()

    def mark_mine(self, cell: Cell) -> None:
        if cell in self.cells:
            self.cells = {c for c in self.cells if c != cell}
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        self.cells = {c for c in self.cells if c != cell}


@dataclass
class MinesweeperAI:
    height: int = 8
    width: int = 8
    moves_made: set[Cell] = field(default_factory=set)
    mines: set[Cell] = field(default_factory=set)
    safes: set[Cell] = field(default_factory=set)
    knowledge: list[Sentence] = field(default_factory=list)

    def mark(self, cell: Cell, is_mine: bool) -> None:
        (self.mines if is_mine else self.safes).add(cell)
        for sentence in self.knowledge:
            if is_mine:
                sentence.mark_mine(cell)
            else:
                sentence.mark_safe(cell)

    def mark_mine(self, cell: Cell) -> None:
        self.mark(cell, True)

    def mark_safe(self, cell: Cell) -> None:
        self.mark(cell, False)

    def around(self, cell: Cell) -> set[Cell]:
        i, j = cell
        square = {(a, b) for a in range(i - 1, i + 2) for b in range(j - 1, j + 2)}
        return {(a, b) for a, b in square if 0 <= a < self.height and 0 <= b < self.width} - {cell}

    def add_knowledge(self, cell: Cell, count: int) -> None:
        self.moves_made.add(cell)
        self.mark_safe(cell)
        around = self.around(cell)
        known_mines = len(around & self.mines)
        self.knowledge.append(Sentence(around - self.mines - self.safes, count - known_mines))
        while self.conclude() or self.subtract():
            pass

    def conclude(self) -> bool:
        """Mark what single sentences say. True if there was anything."""
        mines = set().union(*(s.known_mines() for s in self.knowledge))
        safes = set().union(*(s.known_safes() for s in self.knowledge))
        for cell in mines:
            self.mark_mine(cell)
        for cell in safes:
            self.mark_safe(cell)
        self.knowledge = [s for n, s in enumerate(self.knowledge) if s.cells and s not in self.knowledge[:n]]
        return bool(mines or safes)

    def subtract(self) -> bool:
        """Subtract sentences from larger ones. True if that led to a new sentence."""
        found = False
        for small, large in permutations(list(self.knowledge), 2):
            if small.cells < large.cells:
                rest = Sentence(large.cells - small.cells, large.count - small.count)
                if rest not in self.knowledge:
                    self.knowledge.append(rest)
                    found = True
        return found

    def make_safe_move(self) -> Cell | None:
        return next(iter(self.safes - self.moves_made), None)

    def make_random_move(self) -> Cell | None:
        cells = [(i, j) for i in range(self.height) for j in range(self.width)]
        random.shuffle(cells)
        for cell in cells:
            if cell not in self.moves_made and cell not in self.mines:
                return cell
        return None
