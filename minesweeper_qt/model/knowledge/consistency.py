"""Detects sentences that contradict each other, by maintaining a layout that satisfies all sentences in force.

The three rules of the agent do not find every contradiction. Therefore the knowledge base stores a *witness*: a set of
mines that satisfies every sentence in force. As long as there is one, the sentences are consistent. If the witness
satisfies a new sentence as well, checking this takes one count. Otherwise the witness is repaired: first by a short
random walk, then by a complete depth-first search. Both start from the witness and change only what is necessary,
usually a few cells nearby. If the search proves that no repair exists, the sentences contradict each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Set

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.minimal_subset import minimal_subset

SEARCH_STEPS = 20_000
"""The limit on one search, in decisions. Beyond it the result is unknown: the problem is NP-complete (Kaye 2000)."""

WALK_FLIPS = 10_000
"""The limit on one walk, in flips. Whole 100x100 games with clues in any order need a few thousand at worst."""

CLASH_STEPS = 2_000
"""The limit on each of the searches for a minimal clash, in decisions."""

Index = Mapping[Cell, Mapping[int, Derivation]]
"""For each cell the sentences in force that mention it, by number."""


class Witness:
    """A set of mines among the undetermined cells that satisfies the sentences in force.

    ``mines``: these cells. ``doubtful``: the sentences that the mines do not satisfy because the last repair reached
    its limits; the next repair includes them.
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.doubtful: list[Derivation] = []

    def repair(self, changed: Iterable[Derivation], by_cell: Index) -> bool:
        """Change the witness so that it satisfies the ``changed`` sentences too; return False when no layout does.

        ``by_cell`` maps a cell to the sentences in force that mention it. If the result is False, nothing has changed.
        True is also returned when the limits were reached: the sentences in question are then ``doubtful``.
        """
        mines = self.mines
        broken = [derivation for derivation in changed if len(derivation.cells & mines) != derivation.count]
        for derivation in self.doubtful:
            anchor = next(iter(derivation.cells))
            if derivation.number in by_cell.get(anchor, ()) and len(derivation.cells & mines) != derivation.count:
                broken.append(derivation)
        if not broken:
            self.doubtful = []
            return True
        # A hundredth of the effort decides nearly all cases. Where no repair exists, only the search can show it.
        for part in (100, 1):
            walked = _walk(mines, broken, by_cell, WALK_FLIPS // part)
            if walked is not None:
                mines ^= walked
                self.doubtful = []
                return True
            decided = _search(mines, broken, by_cell, SEARCH_STEPS // part)
            if decided is None:
                return False
            if decided:
                mines.difference_update(decided)
                mines.update(cell for cell, is_mine in decided.items() if is_mine)
                self.doubtful = []
                return True
        self.doubtful = broken
        return True


def _walk(mines: set[Cell], broken: list[Derivation], by_cell: Index, flips: int) -> set[Cell] | None:
    """Return the cells whose flips repair the witness ``mines``, found by a random walk; ``None`` if none was found.

    A flip makes a mine safe or a safe cell a mine. Each step takes a sentence that is not satisfied and flips the cell
    in it that does the least harm to the sentences around it, but not a cell that was flipped shortly before. If a
    repair exists, a few flips nearly always find it; the walk can't prove that none exists.
    Method: WalkSAT with a tabu list (Selman, Kautz and Cohen 1994), on counts in place of clauses.
    """
    flipped: set[Cell] = set()
    deficits = {derivation.number: derivation.count - len(derivation.cells & mines) for derivation in broken}
    unsatisfied = {derivation.number: derivation for derivation in broken}
    tabu: dict[Cell, int] = {}
    generator = random.Random(0)

    def cost(cell: Cell, step: int) -> int:
        """Return the number of sentences that a flip of ``cell`` makes worse, minus the number that it improves."""
        total = 0
        for number, other in by_cell[cell].items():
            deficit = deficits.get(number)
            if deficit is None:
                deficit = deficits[number] = other.count - len(other.cells & mines)
            total += -1 if deficit * step > 0 else 1
        return total

    for flip in range(flips):
        if not unsatisfied:
            return flipped
        derivation = next(iter(unsatisfied.values()))
        becomes = deficits[derivation.number] > 0
        step = 1 if becomes else -1
        free = [cell for cell in derivation.cells if ((cell in mines) != (cell in flipped)) != becomes]
        cell = min(
            free, key=lambda cell: (cost(cell, step) + 100 * (tabu.get(cell, -1) > flip), tabu.get(cell, -1), cell)
        )
        tabu[cell] = flip + 2 + generator.randrange(10)
        flipped ^= {cell}
        for number, other in by_cell[cell].items():
            deficits[number] -= step
            if deficits[number]:
                unsatisfied.setdefault(number, other)
            else:
                unsatisfied.pop(number, None)
        if derivation.number in unsatisfied:
            unsatisfied[derivation.number] = unsatisfied.pop(derivation.number)
    return None


def _search(mines: set[Cell], broken: list[Derivation], by_cell: Index, steps: int) -> dict[Cell, bool] | None:
    """Return decisions on cells, True for a mine, that repair the ``broken`` sentences and break no other.

    Complete depth-first search: return ``None`` if no such decisions exist, and an empty result after ``steps`` steps.
    """
    decided: dict[Cell, bool] = {}
    # Each entry: the cell decided, the sentences broken before that, and whether its other value is still untried.
    stack: list[tuple[Cell, list[Derivation], bool]] = []
    for _ in range(steps):
        if not broken:
            return decided
        left = None
        deficit, free = _deficit(broken[-1], mines, decided)
        if abs(deficit) <= len(free):
            cell = min(free)
            stack.append((cell, broken, True))
            decided[cell] = deficit > 0
            touched = {derivation.number: derivation for derivation in broken}
            touched.update(by_cell[cell])
            left = _broken_among(touched.values(), mines, decided)
        if left is None:
            left = _backtrack(stack, decided)
        if left is None:
            return None
        broken = left
    return {}


def _deficit(derivation: Derivation, mines: set[Cell], decided: dict[Cell, bool]) -> tuple[int, list[Cell]]:
    """Return how many mines the sentence lacks (negative: has too many), and the cells that could change this.

    These are the undecided cells that are no mines in the witness if mines are lacking, else those that are mines.
    """
    has = 0
    mined: list[Cell] = []
    unmined: list[Cell] = []
    for cell in derivation.cells:
        is_mine = decided.get(cell)
        if is_mine is None:
            is_mine = cell in mines
            (mined if is_mine else unmined).append(cell)
        has += is_mine
    deficit = derivation.count - has
    return deficit, (unmined if deficit > 0 else mined)


def _broken_among(
    derivations: Iterable[Derivation], mines: set[Cell], decided: dict[Cell, bool]
) -> list[Derivation] | None:
    """Return the sentences that are not satisfied now; ``None`` if further decisions can't satisfy one of them."""
    broken: list[Derivation] = []
    for derivation in derivations:
        deficit, free = _deficit(derivation, mines, decided)
        if abs(deficit) > len(free):
            return None
        if deficit:
            broken.append(derivation)
    return broken


def _backtrack(stack: list[tuple[Cell, list[Derivation], bool]], decided: dict[Cell, bool]) -> list[Derivation] | None:
    """Change the last decision whose other value is untried, and drop those after it.

    Return the sentences that are broken then, or ``None`` if no such decision is left.
    """
    while stack:
        cell, broken, has_other = stack.pop()
        if has_other:
            # The other value is that of the witness, so the sentences broken before are broken again.
            decided[cell] = not decided[cell]
            stack.append((cell, broken, False))
            return broken
        del decided[cell]
    return None


def minimal_clash(derivations: Iterable[Derivation], mines: Set[Cell] = frozenset()) -> tuple[Derivation, ...]:
    """Return a minimal clash: some of ``derivations`` that contradict each other, of which none can be left out.

    Together, ``derivations`` must contradict each other. ``mines`` should satisfy most of them: this keeps the searches
    near the contradiction. Method: deletion. Halves are left out in turn, then quarters and so on down to single
    sentences. They stay out if a search of at most ``CLASH_STEPS`` proves that the others still contradict each other.
    """
    start = set(mines)
    clashing = sorted(derivations, key=lambda derivation: derivation.number, reverse=True)

    def clash(places: list[int]) -> bool:
        some = [clashing[place] for place in places]
        broken = [derivation for derivation in some if len(derivation.cells & start) != derivation.count]
        if not broken:
            return False
        by_cell: dict[Cell, dict[int, Derivation]] = {}
        for derivation in some:
            for cell in derivation.cells:
                by_cell.setdefault(cell, {})[derivation.number] = derivation
        return _search(start, broken, by_cell, CLASH_STEPS) is None

    return tuple(clashing[place] for place in reversed(minimal_subset(clash, range(len(clashing)))))
