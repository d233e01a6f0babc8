"""Is there a layout that agrees with all sentences? Kept answered by keeping one such layout at hand.

The three rules do not see every contradiction. So the knowledge base keeps a *witness*: mines that satisfy every
sentence in force. A new sentence that the witness satisfies costs one count; for another one the witness is repaired by
a complete depth-first search that starts from it and changes only what it must, which is usually a few cells nearby.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Set

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.minimal_subset import irredundant

SEARCH_STEPS = 20_000
"""Bound on one repair, in decisions. Beyond it the answer is left open: deciding is NP-complete (Kaye 2000)."""

WALK_FLIPS = 10_000
"""Bound on one walk. Whole 100x100 games with clues in any order need a few thousand at worst."""

CLASH_STEPS = 2_000
"""Bound on each of the searches for a smallest clash."""

Index = Mapping[Cell, Mapping[int, Derivation]]


class Witness:
    """Mines among the undetermined cells that satisfy the sentences in force.

    ``doubtful`` holds sentences that a repair was given up on: they are tried again with the next one.
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.doubtful: list[Derivation] = []

    def repair(self, changed: Iterable[Derivation], by_cell: Index) -> bool:
        """Make the witness satisfy the ``changed`` sentences as well; False when no layout does.

        ``by_cell`` maps a cell to the sentences in force that mention it. Nothing changes when the answer is False.
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
        # Nearly all is decided with a hundredth of the effort, and what no walk can mend by the search alone.
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
    """Find the cells to flip by walking: flip what strains the sentences around it least, not the same cell soon again.

    Finds nearly every repair there is in a few flips, but can't tell that there is none: ``None`` means unknown.
    Method: WalkSAT with a tabu list (Selman, Kautz and Cohen 1994), on counts in place of clauses.
    """
    flipped: set[Cell] = set()
    lacks = {derivation.number: derivation.count - len(derivation.cells & mines) for derivation in broken}
    off = {derivation.number: derivation for derivation in broken}
    tabu: dict[Cell, int] = {}
    dice = random.Random(0)

    def strain(cell: Cell, step: int) -> int:
        """How many more sentences a flip of ``cell`` takes away from their count than it brings nearer to it."""
        total = 0
        for number, other in by_cell[cell].items():
            lack = lacks.get(number)
            if lack is None:
                lack = lacks[number] = other.count - len(other.cells & mines)
            total += -1 if lack * step > 0 else 1
        return total

    for flip in range(flips):
        if not off:
            return flipped
        derivation = next(iter(off.values()))
        becomes = lacks[derivation.number] > 0
        step = 1 if becomes else -1
        free = [cell for cell in derivation.cells if ((cell in mines) != (cell in flipped)) != becomes]
        cell = min(
            free, key=lambda cell: (strain(cell, step) + 100 * (tabu.get(cell, -1) > flip), tabu.get(cell, -1), cell)
        )
        tabu[cell] = flip + 2 + dice.randrange(10)
        flipped ^= {cell}
        for number, other in by_cell[cell].items():
            lacks[number] -= step
            if lacks[number]:
                off.setdefault(number, other)
            else:
                off.pop(number, None)
        if derivation.number in off:
            off[derivation.number] = off.pop(derivation.number)
    return None


def _search(mines: set[Cell], broken: list[Derivation], by_cell: Index, steps: int) -> dict[Cell, bool] | None:
    """Find decisions on cells that mend ``broken`` and break nothing; ``None`` if there are none, empty if given up."""
    decided: dict[Cell, bool] = {}
    # Each decision with what was broken before it, and whether its cell still has another value to try.
    stack: list[tuple[Cell, list[Derivation], bool]] = []
    for _ in range(steps):
        if not broken:
            return decided
        left = None
        lacks, free = _flips(broken[-1], mines, decided)
        if abs(lacks) <= len(free):
            cell = min(free)
            stack.append((cell, broken, True))
            decided[cell] = lacks > 0
            touched = {derivation.number: derivation for derivation in broken}
            touched.update(by_cell[cell])
            left = _broken_among(touched.values(), mines, decided)
        if left is None:
            left = _step_back(stack, decided)
        if left is None:
            return None
        broken = left
    return {}


def _flips(derivation: Derivation, mines: set[Cell], decided: dict[Cell, bool]) -> tuple[int, list[Cell]]:
    """How many mines the sentence lacks (negative: has too many), and the free cells that could change that."""
    has = 0
    covered: list[Cell] = []
    bare: list[Cell] = []
    for cell in derivation.cells:
        is_mine = decided.get(cell)
        if is_mine is None:
            is_mine = cell in mines
            (covered if is_mine else bare).append(cell)
        has += is_mine
    lacks = derivation.count - has
    return lacks, (bare if lacks > 0 else covered)


def _broken_among(
    derivations: Iterable[Derivation], mines: set[Cell], decided: dict[Cell, bool]
) -> list[Derivation] | None:
    """Which sentences are not satisfied now; ``None`` when one of them never can be, whatever is decided next."""
    broken: list[Derivation] = []
    for derivation in derivations:
        lacks, free = _flips(derivation, mines, decided)
        if abs(lacks) > len(free):
            return None
        if lacks:
            broken.append(derivation)
    return broken


def _step_back(stack: list[tuple[Cell, list[Derivation], bool]], decided: dict[Cell, bool]) -> list[Derivation] | None:
    """Turn the last decision that has another value left; return what is broken then, ``None`` if there is none."""
    while stack:
        cell, broken, has_other = stack.pop()
        if has_other:
            # The other value is the one the witness has: what was broken before still is.
            decided[cell] = not decided[cell]
            stack.append((cell, broken, False))
            return broken
        del decided[cell]
    return None


def smallest_clash(derivations: Iterable[Derivation], mines: Set[Cell] = frozenset()) -> tuple[Derivation, ...]:
    """Return sentences among ``derivations`` that no layout satisfies together, none of which can be spared.

    By deletion: halves are left out in turn, then quarters and so on to single sentences, and stay out when the others
    still clash, as far as a search of ``CLASH_STEPS`` can tell. Give only derivations that do clash; ``mines`` that satisfy
    most of them keep the searches where the clash is.
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

    return tuple(clashing[place] for place in reversed(irredundant(clash, range(len(clashing)))))
