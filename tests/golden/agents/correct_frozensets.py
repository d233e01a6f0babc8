# Correct: frozensets, and the knowledge is built again each time.
import random


class Sentence:
    def __init__(self, cells, count):
        self.cells = frozenset(cells)
        self.count = count

    def __eq__(self, other):
        return (self.cells, self.count) == (other.cells, other.count)

    def __hash__(self):
        return hash((self.cells, self.count))

    def known_mines(self):
        return self.cells if len(self.cells) == self.count else frozenset()

    def known_safes(self):
        return self.cells if self.count == 0 else frozenset()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells = self.cells - {cell}
            self.count -= 1

    def mark_safe(self, cell):
        self.cells = self.cells - {cell}

    # gives a new sentence and leaves this one alone
    def without(self, mines, safes):
        return Sentence(self.cells - mines - safes, self.count - len(self.cells & mines))


class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height = height
        self.width = width
        self.moves_made = set()
        self.mines = set()
        self.safes = set()
        self.knowledge = []
        self.board = [(i, j) for i in range(height) for j in range(width)]

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.safes.add(cell)
        near = frozenset(
            (i, j) for (i, j) in self.board if abs(i - cell[0]) <= 1 and abs(j - cell[1]) <= 1 and (i, j) != cell
        )
        facts = set(self.knowledge) | {Sentence(near, count)}
        while True:
            facts = {s.without(self.mines, self.safes) for s in facts}
            facts = {s for s in facts if s.cells}
            new_mines = {c for s in facts for c in s.known_mines()}
            new_safes = {c for s in facts for c in s.known_safes()}
            if new_mines or new_safes:
                self.mines |= new_mines
                self.safes |= new_safes
                continue
            inferred = {Sentence(b.cells - a.cells, b.count - a.count) for a in facts for b in facts if a.cells < b.cells}
            if inferred <= facts:
                break
            facts |= inferred
        self.knowledge = list(facts)

    def make_safe_move(self):
        for cell in self.board:
            if cell in self.safes and cell not in self.moves_made:
                return cell
        return None

    def make_random_move(self):
        candidates = [c for c in self.board if c not in self.moves_made | self.mines]
        return random.choice(candidates) if candidates else None
