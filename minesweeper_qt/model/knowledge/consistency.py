"""Detects sentences that contradict each other, by maintaining a layout that satisfies all sentences in force.

The three rules of the agent do not find every contradiction. Therefore the knowledge base stores a *witness*: a set of
mines that satisfies every sentence in force. As long as there is one, the sentences are consistent. If the witness
satisfies a new sentence as well, checking this takes one count. Otherwise the witness is repaired: first by a short
random walk, then by a complete search. Both start from the witness and change only what is necessary, usually a few
cells nearby. If the search proves that no repair exists, the sentences contradict each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import count

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.exact.interruption import Poll, never_interrupt

Index = Mapping[Cell, Mapping[int, Derivation]]
"""For each cell the sentences in force that mention it, by number."""


class Work:
    """The work that searches may still take, in sentences looked at: ``left``. Calls ``poll`` as it is spent.

    >>> work = Work(10)
    >>> work.spend(7), work.spend(7)
    (True, False)
    """

    def __init__(self, most: int, poll: Poll = never_interrupt) -> None:
        self.left = most
        self.poll = poll

    def spend(self, sentences: int) -> bool:
        """Subtract the work of looking at some ``sentences``, and return whether there was as much left."""
        self.poll()
        self.left -= sentences
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search: a repair, or sentences that allow none, or neither if that took too much work.

    ``repair``: the cells decided, each with whether it is a mine; ``None`` if no repair was found. ``clash``: sentences
    that can't all be true, whatever the layout; empty unless that is proved.
    """

    repair: Mapping[Cell, bool] | None = None
    clash: tuple[Derivation, ...] = ()


def search_repair(mines: Set[Cell], broken: Iterable[Derivation], by_cell: Index, work: Work) -> Outcome:
    """Search for a repair of the layout ``mines``, which satisfies all sentences but those that are ``broken``.

    A repair decides some cells so that all sentences are satisfied, with all other cells as they were. The search is
    complete: depth-first, each time on the sentence with the least room. After a failure it goes back to the last
    decision that the failed sentence rests on, and skips those in between. Stops without a result when ``work`` is used
    up.
    Source: Prosser, Hybrid algorithms for the constraint satisfaction problem, 1993 (conflict-directed backjumping).
    """
    return _RepairSearch(mines, by_cell).run(list(broken), work)


class _RepairSearch:
    """One search. ``_decided`` are the cells decided now, ``_failed`` the sentences at which it had to go back."""

    def __init__(self, mines: Set[Cell], by_cell: Index) -> None:
        self._mines = mines
        self._by_cell = by_cell
        self._decided: dict[Cell, bool] = {}
        self._failed: dict[int, Derivation] = {}
        # Each entry: the cell decided, the sentences broken before that, and the cells that rule out its first value,
        # once that has failed.
        self._stack: list[tuple[Cell, list[Derivation], frozenset[Cell] | None]] = []

    def run(self, to_check: list[Derivation], work: Work) -> Outcome:
        """Repair those of the sentences ``to_check`` that are broken."""
        while work.spend(len(to_check)):
            broken: list[Derivation] = []
            least_room = 9
            failed: frozenset[Cell] | None = None
            for derivation in to_check:
                deficit, free = self._deficit(derivation)
                if not deficit:
                    continue
                room = len(free) - abs(deficit)
                if room < 0:
                    failed = self._culprits(derivation, deficit)
                    break
                broken.append(derivation)
                if room < least_room or len(broken) == 1:
                    least_room, cell, is_mine = room, min(free), deficit > 0
            if failed is not None:
                before = self._go_back(failed)
                if before is None:
                    return Outcome(clash=tuple(self._failed.values()))
                to_check = before
            elif broken:
                self._stack.append((cell, broken, None))
                self._decided[cell] = is_mine
                touched = {derivation.number: derivation for derivation in broken}
                touched.update(self._by_cell[cell])
                to_check = list(touched.values())
            else:
                return Outcome(repair=self._decided)
        return Outcome()

    def _deficit(self, derivation: Derivation) -> tuple[int, list[Cell]]:
        """Return how many mines the sentence lacks (negative: has too many), and the cells that could change this.

        These are the undecided cells that are no mines in the layout if mines are lacking, else those that are mines.
        """
        decided, mines = self._decided, self._mines
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

    def _culprits(self, derivation: Derivation, deficit: int) -> frozenset[Cell]:
        """Return the decided cells for which the sentence can't be satisfied: safe ones if it lacks mines."""
        self._failed[derivation.number] = derivation
        wrong = deficit < 0
        return frozenset([cell for cell in derivation.cells if self._decided.get(cell) is wrong])

    def _go_back(self, culprits: frozenset[Cell]) -> list[Derivation] | None:
        """Change the last decision among the ``culprits`` whose other value is untried, and drop those after it.

        Return the sentences that were broken before it, or ``None`` if there is no such decision: then no repair
        exists.
        """
        while self._stack:
            cell, broken, ruled_out_by = self._stack.pop()
            if cell in culprits:
                culprits -= {cell}
                if ruled_out_by is None:
                    # The other value is that of the layout, so the sentences broken before are broken again.
                    self._decided[cell] = not self._decided[cell]
                    self._stack.append((cell, broken, culprits))
                    return broken
                culprits |= ruled_out_by
            del self._decided[cell]
        return None


SEARCH_WORK = 120_000
"""The limit on the searches of one repair, in sentences looked at: some tenths of a second.

Beyond it, it is not known whether the sentences are consistent: the problem is NP-complete (Kaye 2000).
"""

WALK_WORK = 80_000
"""The limit on the walks of one repair. Whole 100x100 games with clues in any order need a tenth of it at worst."""

CLASH_WORK = 80_000
"""The limit on all searches for one minimal clash."""


class Witness:
    """A set of mines among the undetermined cells that satisfies the sentences in force.

    ``mines``: these cells. ``unresolved``: the sentences that the mines do not satisfy because the last repair reached
    its limits; the next repair includes them.
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.unresolved: list[Derivation] = []
        self._work_share = 1.0
        """The share of the limits that the next repair may use."""

    def repair(
        self, changed: Iterable[Derivation], by_cell: Index, poll: Poll = never_interrupt
    ) -> tuple[Derivation, ...]:
        """Change the witness so that it satisfies the ``changed`` sentences too.

        ``by_cell`` maps a cell to the sentences in force that mention it. When no layout satisfies all of them, return
        some that contradict each other, and change nothing; otherwise return none. None are returned either when the
        limits were reached: the sentences in question are then ``unresolved``, and the next repairs may do less and
        less work, until one succeeds. ``poll`` may end the repair by an exception, which changes nothing.
        """
        mines = self.mines
        broken = [derivation for derivation in changed if len(derivation.cells & mines) != derivation.count]
        for derivation in self.unresolved:
            anchor = next(iter(derivation.cells))
            if derivation.number in by_cell.get(anchor, ()) and len(derivation.cells & mines) != derivation.count:
                broken.append(derivation)
        # A twentieth of the work decides nearly all cases. Where no repair exists, only the search can show it.
        for share in (self._work_share / 20, self._work_share) if broken else ():
            walked = _walk(mines, broken, by_cell, Work(int(WALK_WORK * share), poll))
            if walked is not None:
                mines ^= walked
                break
            outcome = search_repair(mines, broken, by_cell, Work(int(SEARCH_WORK * share), poll))
            if outcome.clash:
                return outcome.clash
            if outcome.repair is not None:
                mines.difference_update(outcome.repair)
                mines.update(cell for cell, is_mine in outcome.repair.items() if is_mine)
                break
        else:
            self.unresolved = broken
            self._work_share = max(self._work_share / 2, 0.01) if broken else 1.0
            return ()
        self.unresolved = []
        self._work_share = 1.0
        return ()


def _walk(mines: set[Cell], broken: list[Derivation], by_cell: Index, work: Work) -> set[Cell] | None:
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

    for flip in count():
        if not unsatisfied:
            return flipped
        derivation = next(iter(unsatisfied.values()))
        becomes = deficits[derivation.number] > 0
        step = 1 if becomes else -1
        free = [cell for cell in derivation.cells if ((cell in mines) != (cell in flipped)) != becomes]
        if not work.spend(sum([len(by_cell[cell]) for cell in free])):
            return None
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
    raise AssertionError("unreachable: the walk ends with its work")


def minimal_clash(
    derivations: Iterable[Derivation], mines: Set[Cell] = frozenset(), poll: Poll = never_interrupt
) -> tuple[Derivation, ...]:
    """Return a minimal clash: some of ``derivations`` that contradict each other, of which none can be left out.

    Together, ``derivations`` must contradict each other. ``mines`` should satisfy most of them: this keeps the searches
    near the contradiction. Method: deletion. Each sentence is left out in turn, the newest first; if the others still
    contradict each other, those that the proof of that does not need are left out as well. Where a proof would take
    more than ``CLASH_WORK`` in all, a sentence stays in.
    """
    work = Work(CLASH_WORK, poll)
    left = {derivation.number: derivation for derivation in derivations}
    for number in [None, *sorted(left, reverse=True)]:
        others = [derivation for derivation in left.values() if derivation.number != number]
        if len(others) == len(left) and number is not None:
            continue  # it has been left out already
        clash = _contradiction(others, mines, work).clash
        if clash:
            left = {derivation.number: derivation for derivation in clash}
    return tuple(left[number] for number in sorted(left))


def _contradiction(derivations: list[Derivation], mines: Set[Cell], work: Work) -> Outcome:
    """Search for a contradiction among ``derivations`` alone."""
    by_cell: dict[Cell, dict[int, Derivation]] = {}
    for derivation in derivations:
        for cell in derivation.cells:
            by_cell.setdefault(cell, {})[derivation.number] = derivation
    broken = [derivation for derivation in derivations if len(derivation.cells & mines) != derivation.count]
    return search_repair(mines, broken, by_cell, work)
