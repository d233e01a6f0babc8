"""The package ms_toollib as a solver: it opens a cell of the lowest risk. Needs ``pip install ms_toollib``."""

import json
import sys

import ms_toollib

COVERED = 10


class Solver:
    """Answers positions; it counts again only when no cell is left that it has found safe before in the same game."""

    def __init__(self):
        self.clues, self.safe = {}, set()

    def answer(self, height, width, mines, rows):
        """Return the move in a position, with what is certain, and the chances if they were counted."""
        cells = [(i, j) for i in range(height) for j in range(width)]
        clues = {(i, j): int(rows[i][j]) for i, j in cells if rows[i][j].isdigit()}
        is_same_game = self.clues.items() <= clues.items()
        self.safe = self.safe - clues.keys() if is_same_game else set()
        self.clues = clues
        if self.safe:
            return {"open": min(self.safe), "safe": sorted(self.safe)}
        covered = [cell for cell in cells if cell not in clues]
        if len(covered) == mines:
            return {"open": None, "mines": covered}
        board = [[clues.get((i, j), COVERED) for j in range(width)] for i in range(height)]
        chances = ms_toollib.cal_probability_onboard(board, mines)[0]
        self.safe = {(i, j) for i, j in covered if chances[i][j] == 0}
        return {
            "open": min(covered, key=lambda cell: chances[cell[0]][cell[1]]),
            "safe": sorted(self.safe),
            "mines": [(i, j) for i, j in covered if chances[i][j] == 1],
            "risks": [[None if (i, j) in clues else chances[i][j] for j in range(width)] for i in range(height)],
        }


solver = Solver()
for line in sys.stdin:
    print(json.dumps(solver.answer(**json.loads(line))), flush=True)
