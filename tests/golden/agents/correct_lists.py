# Plays right; everything is a list, which the course does not take for a set.
import random


class Sentence:
    # cells is a list here, I find lists easier to print

    def __init__(self, cells, count):
        self.cells = list(cells)
        self.count = count

    def __eq__(self, other):
        return sorted(self.cells) == sorted(other.cells) and self.count == other.count

    def __repr__(self):
        return str(self.cells) + " = " + str(self.count)

    def known_mines(self):
        if self.count == len(self.cells):
            return self.cells.copy()
        return []

    def known_safes(self):
        if self.count == 0:
            return self.cells.copy()
        return []

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count = self.count - 1

    def mark_safe(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)


class MinesweeperAI:

    def __init__(self, height=8, width=8):
        self.height = height
        self.width = width
        self.moves_made = []
        self.mines = []
        self.safes = []
        self.knowledge = []

    def mark_mine(self, cell):
        if cell not in self.mines:
            self.mines.append(cell)
        for s in self.knowledge:
            s.mark_mine(cell)

    def mark_safe(self, cell):
        if cell not in self.safes:
            self.safes.append(cell)
        for s in self.knowledge:
            s.mark_safe(cell)

    def neighbours(self, cell):
        result = []
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                i = cell[0] + di
                j = cell[1] + dj
                if (di != 0 or dj != 0) and 0 <= i < self.height and 0 <= j < self.width:
                    result.append((i, j))
        return result

    def add_knowledge(self, cell, count):
        self.moves_made.append(cell)
        self.mark_safe(cell)
        unknown = []
        for n in self.neighbours(cell):
            if n in self.mines:
                count -= 1
            elif n not in self.safes:
                unknown.append(n)
        if len(unknown) > 0:
            self.knowledge.append(Sentence(unknown, count))
        self.found_something = True
        while self.found_something:
            self.found_something = False
            self.look_at_each_sentence()
            self.look_at_pairs()

    def look_at_each_sentence(self):
        for s in list(self.knowledge):
            for c in s.known_safes():
                self.mark_safe(c)
                self.found_something = True
            for c in s.known_mines():
                self.mark_mine(c)
                self.found_something = True
        # throw away what is used up or double
        useful = []
        for s in self.knowledge:
            if len(s.cells) > 0 and s not in useful:
                useful.append(s)
        self.knowledge = useful

    def look_at_pairs(self):
        for a in list(self.knowledge):
            for b in list(self.knowledge):
                if len(a.cells) < len(b.cells) and all(c in b.cells for c in a.cells):
                    rest = [c for c in b.cells if c not in a.cells]
                    s = Sentence(rest, b.count - a.count)
                    if s not in self.knowledge:
                        self.knowledge.append(s)
                        self.found_something = True

    def make_safe_move(self):
        for cell in self.safes:
            if cell not in self.moves_made:
                return cell

    def make_random_move(self):
        possible = [
            (i, j)
            for i in range(self.height)
            for j in range(self.width)
            if (i, j) not in self.moves_made and (i, j) not in self.mines
        ]
        if possible:
            return possible[random.randint(0, len(possible) - 1)]
        return None
