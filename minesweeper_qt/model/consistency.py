"""Is there a layout that agrees with all sentences? Kept answered by keeping one such layout at hand.

The three rules do not see every contradiction. So the knowledge base keeps a *witness*: mines that satisfy every
sentence in force. A new sentence that the witness satisfies costs one count; for another one the witness is repaired by
a complete depth-first search that starts from it and changes only what it must, which is usually a few cells nearby.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.derivation import Derivation

SEARCH_STEPS = 20_000
"""Bound on one repair, in decisions. Beyond it the answer is left open: deciding is NP-complete (Kaye 2000)."""

WALK_FLIPS = 10_000
"""Bound on one walk. Whole 100x100 games with clues in any order need a few thousand at worst."""

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
        broken = [record for record in changed if len(record.cells & mines) != record.count]
        for record in self.doubtful:
            anchor = next(iter(record.cells))
            if record.number in by_cell.get(anchor, ()) and len(record.cells & mines) != record.count:
                broken.append(record)
        if not broken:
            self.doubtful = []
            return True
        walked = _walk(mines, broken, by_cell)
        if walked is not None:
            mines ^= walked
            self.doubtful = []
            return True
        decided = _search(mines, broken, by_cell)
        if decided is None:
            return False
        self.doubtful = [] if decided else broken
        for cell, is_mine in decided.items():
            (mines.add if is_mine else mines.discard)(cell)
        return True


def _walk(mines: set[Cell], broken: list[Derivation], by_cell: Index) -> set[Cell] | None:
    """Find the cells to flip by walking: flip what strains the sentences around it least, not the same cell soon again.

    Finds nearly every repair there is in a few flips, but can't tell that there is none: ``None`` means unknown.
    Method: WalkSAT with a tabu list (Selman, Kautz and Cohen 1994), on counts in place of clauses.
    """
    flipped: set[Cell] = set()
    lacks = {record.number: record.count - len(record.cells & mines) for record in broken}
    off = {record.number: record for record in broken}
    tabu: dict[Cell, int] = {}
    dice = random.Random(0)
    for flip in range(WALK_FLIPS):
        if not off:
            return flipped
        record = next(iter(off.values()))
        becomes = lacks[record.number] > 0
        step = 1 if becomes else -1
        best: tuple[int, int, Cell] | None = None
        for cell in record.cells:
            if ((cell in mines) != (cell in flipped)) == becomes:
                continue
            strain = 0
            for number, other in by_cell[cell].items():
                lack = lacks.get(number)
                if lack is None:
                    lack = lacks[number] = other.count - len(other.cells & mines)
                strain += -1 if lack * step > 0 else 1
            key = (strain + (100 if tabu.get(cell, -1) > flip else 0), tabu.get(cell, -1), cell)
            if best is None or key < best:
                best = key
        if best is None:
            return None
        cell = best[2]
        tabu[cell] = flip + 2 + dice.randrange(10)
        flipped ^= {cell}
        for number, other in by_cell[cell].items():
            lacks[number] -= step
            if lacks[number]:
                off.setdefault(number, other)
            else:
                off.pop(number, None)
        if record.number in off:
            off[record.number] = off.pop(record.number)
    return None


def _search(mines: set[Cell], broken: list[Derivation], by_cell: Index) -> dict[Cell, bool] | None:
    """Find decisions on cells that mend ``broken`` and break nothing; ``None`` if there are none, empty if given up."""
    decided: dict[Cell, bool] = {}
    stack: list[tuple[Cell, list[Derivation], bool]] = []
    steps = 0

    def flips(record: Derivation) -> tuple[int, list[Cell]]:
        """How many mines the sentence lacks (negative: has too many), and the free cells that could change that."""
        has = 0
        covered: list[Cell] = []
        bare: list[Cell] = []
        for cell in record.cells:
            is_mine = decided.get(cell)
            if is_mine is None:
                is_mine = cell in mines
                (covered if is_mine else bare).append(cell)
            has += is_mine
        lacks = record.count - has
        return lacks, (bare if lacks > 0 else covered)

    while broken:
        steps += 1
        if steps > SEARCH_STEPS:
            return {}
        lacks, free = flips(broken[-1])
        feasible = abs(lacks) <= len(free)
        if feasible:
            cell = min(free)
            stack.append((cell, broken, True))
            decided[cell] = lacks > 0
            touched = {record.number: record for record in broken}
            touched.update(by_cell[cell])
            broken = []
            for record in touched.values():
                lacks, free = flips(record)
                if lacks:
                    broken.append(record)
                    feasible = feasible and abs(lacks) <= len(free)
        while not feasible:
            if not stack:
                return None
            cell, broken, first = stack.pop()
            if first:
                # The other value is the one the witness has: what was broken before still is.
                decided[cell] = not decided[cell]
                stack.append((cell, broken, False))
                feasible = True
            else:
                del decided[cell]
    return decided


def smallest_clash(records: Iterable[Derivation]) -> tuple[Derivation, ...]:
    """Return sentences among ``records`` that no layout satisfies together, none of which can be spared.

    By deletion: each sentence is left out in turn, and stays out when the others still clash.
    Give only records that do clash, each with a mine in it, as sentences in force have.
    """
    clashing = sorted(records, key=lambda record: record.number)
    for record in list(clashing):
        others = [other for other in clashing if other is not record]
        by_cell: dict[Cell, dict[int, Derivation]] = {}
        for other in others:
            for cell in other.cells:
                by_cell.setdefault(cell, {})[other.number] = other
        if _search(set(), [other for other in others if other.count], by_cell) is None:
            clashing = others
    return tuple(clashing)
