# Fault: make_safe_move takes the minimum of an empty set (ValueError).
import itertools
import random


class Sentence(object):
    """A logical statement about a minesweeper game."""

    def __init__(self, cells, count):
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other):
        return self.cells == other.cells and self.count == other.count

    def __hash__(self):
        return hash((tuple(sorted(self.cells)), self.count))

    def known_mines(self):
        return self.cells.copy() if self.count == len(self.cells) else set()

    def known_safes(self):
        return self.cells.copy() if self.count == 0 else set()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.discard(cell)
            self.count -= 1

    def mark_safe(self, cell):
        self.cells.discard(cell)


class MinesweeperAI(object):
    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes = set(), set(), set()
        self.knowledge = []

    def mark_mine(self, cell):
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell):
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.mark_safe(cell)
        i0, j0 = cell
        around = set(
            itertools.product(
                range(max(0, i0 - 1), min(self.height, i0 + 2)),
                range(max(0, j0 - 1), min(self.width, j0 + 2)),
            )
        )
        around.remove(cell)
        count -= len(around & self.mines)
        self.add_sentence(Sentence(around - self.mines - self.safes, count))

    def add_sentence(self, sentence):
        """Add a sentence and everything that follows from it (calls itself)."""
        if sentence not in self.knowledge:
            self.knowledge.append(sentence)
        self.settle()
        for first in self.knowledge:
            for second in self.knowledge:
                if first.cells < second.cells:
                    rest = Sentence(second.cells - first.cells, second.count - first.count)
                    if rest not in self.knowledge:
                        return self.add_sentence(rest)

    def settle(self):
        # without empty ones, and each only once
        unique = []
        for sentence in self.knowledge:
            if sentence.cells and sentence not in unique:
                unique.append(sentence)
        self.knowledge = unique
        for sentence in self.knowledge:
            safes, mines = sentence.known_safes(), sentence.known_mines()
            if safes or mines:
                for cell in safes:
                    self.mark_safe(cell)
                for cell in mines:
                    self.mark_mine(cell)
                # start again, the others may have become smaller
                return self.settle()

    def make_safe_move(self):
        return min(self.safes - self.moves_made)

    def make_random_move(self):
        every = set(itertools.product(range(self.height), range(self.width)))
        left = sorted(every - self.moves_made - self.mines)
        return random.choice(left) if left else None
