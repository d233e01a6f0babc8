# Fault: marking a cell does not reach the sentences (marks-not-passed-on).
import random


class Minesweeper():
    """The board with its mines."""

    def __init__(self, height=8, width=8, mines=8):
        self.height = height
        self.width = width
        self.mines = set()
        self.board = [[False for j in range(width)] for i in range(height)]
        while len(self.mines) != mines:
            i = random.randrange(height)
            j = random.randrange(width)
            if not self.board[i][j]:
                self.mines.add((i, j))
                self.board[i][j] = True

    def is_mine(self, cell):
        return self.board[cell[0]][cell[1]]


class Sentence():

    def __init__(self, cells, count):
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other):
        return self.cells == other.cells and self.count == other.count

    def __str__(self):
        return f"{self.cells} = {self.count}"

    def known_mines(self):
        # everything is a mine if there are as many mines as cells
        if len(self.cells) == self.count:
            return set(self.cells)
        return set()

    def known_safes(self):
        if self.count == 0:
            return set(self.cells)
        return set()

    def mark_mine(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell):
        if cell in self.cells:
            self.cells.remove(cell)


class MinesweeperAI():

    def __init__(self, height=8, width=8):
        self.height = height
        self.width = width
        self.moves_made = set()
        self.mines = set()
        self.safes = set()
        self.knowledge = []

    def mark_mine(self, cell):
        self.mines.add(cell)

    def mark_safe(self, cell):
        self.safes.add(cell)

    def add_knowledge(self, cell, count):
        # 1) and 2)
        self.moves_made.add(cell)
        self.mark_safe(cell)

        # 3) the new sentence
        cells = set()
        for i in range(cell[0] - 1, cell[0] + 2):
            for j in range(cell[1] - 1, cell[1] + 2):
                if (i, j) == cell:
                    continue
                if not (0 <= i < self.height and 0 <= j < self.width):
                    continue
                if (i, j) in self.safes:
                    continue
                if (i, j) in self.mines:
                    count -= 1
                    continue
                cells.add((i, j))
        if cells:
            self.knowledge.append(Sentence(cells, count))

        # 4) and 5) go on until nothing changes
        changed = True
        while changed:
            changed = False

            safes = set()
            mines = set()
            for sentence in self.knowledge:
                safes |= sentence.known_safes()
                mines |= sentence.known_mines()
            if not safes <= self.safes or not mines <= self.mines:
                changed = True
            for safe in safes:
                self.mark_safe(safe)
            for mine in mines:
                self.mark_mine(mine)
            # no empty sentences, and none twice
            kept = []
            for sentence in self.knowledge:
                if sentence.cells and sentence not in kept:
                    kept.append(sentence)
            self.knowledge = kept

            new_sentences = []
            for s1 in self.knowledge:
                for s2 in self.knowledge:
                    if s1.cells < s2.cells:
                        new = Sentence(s2.cells - s1.cells, s2.count - s1.count)
                        if new not in self.knowledge and new not in new_sentences:
                            new_sentences.append(new)
            if new_sentences:
                self.knowledge += new_sentences
                changed = True

    def make_safe_move(self):
        for cell in self.safes:
            if cell not in self.moves_made:
                return cell
        return None

    def make_random_move(self):
        moves = []
        for i in range(self.height):
            for j in range(self.width):
                if (i, j) not in self.moves_made and (i, j) not in self.mines:
                    moves.append((i, j))
        if len(moves) == 0:
            return None
        return random.choice(moves)
