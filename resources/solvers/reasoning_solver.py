"""A solver in 40 lines that gives reasons: it knows what one clue says, and what the difference of two clues says.

With --hasty it names only the first of the clues that it needs, so that some of its reasons are false.
"""

import json
import sys


def answer(height, width, mines, rows):
    """Return the move in a position, the cells that are certainly safe or mines, and the clues that force it."""
    cells = {(i, j): rows[i][j] for i in range(height) for j in range(width)}
    covered = {cell for cell, mark in cells.items() if not mark.isdigit()}
    near = {}
    for (i, j), mark in cells.items():
        if mark.isdigit():
            near[i, j] = covered & {(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1)}
    # Cells, how many of them are mines, and the clues from which that follows.
    sentences = [(around, int(cells[clue]), [clue]) for clue, around in near.items() if around]
    for one, around in near.items():
        for other, inner in near.items():
            if inner and inner < around:
                sentences.append((around - inner, int(cells[one]) - int(cells[other]), [one, other]))
    safe, found, because = set(), set(), []
    for some, count, clues in sentences:
        if count in (0, len(some)):
            verdict = found if count else safe
            named = clues[:1] if "--hasty" in sys.argv else clues
            because += [{"cell": cell, "clues": named} for cell in some - verdict]
            verdict |= some
    choice = min(safe or covered - found, default=None) if len(covered) > mines else None
    return {"open": choice, "safe": sorted(safe), "mines": sorted(found), "because": because}


for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
