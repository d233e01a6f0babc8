"""Searches for a repair of a layout that breaks some sentences, or for sentences that allow no repair.

A repair decides some cells so that all sentences are satisfied, with all other cells as they were. The search is
complete: depth-first, each time on the sentence with the least room. After a failure it goes back to the last decision
that the failed sentence rests on, and skips those in between.
Source: Prosser, Hybrid algorithms for the constraint satisfaction problem, 1993 (conflict-directed backjumping).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

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

    Stops without a result when ``work`` is used up.
    """
    return _Search(mines, by_cell).run(list(broken), work)


class _Search:
    """One search. ``_decided`` are the cells decided now, ``_failed`` the sentences at which it had to go back."""

    def __init__(self, mines: Set[Cell], by_cell: Index) -> None:
        self._mines = mines
        self._by_cell = by_cell
        self._decided: dict[Cell, bool] = {}
        self._failed: dict[int, Derivation] = {}
        # Each entry: the cell decided, the sentences broken before that, and the cells that rule out its first value,
        # once that has failed.
        self._stack: list[tuple[Cell, list[Derivation], frozenset[Cell] | None]] = []

    def run(self, doubtful: list[Derivation], work: Work) -> Outcome:
        """Repair the sentences that are broken among the ``doubtful`` ones."""
        while work.spend(len(doubtful)):
            broken: list[Derivation] = []
            least_room = 9
            failed: frozenset[Cell] | None = None
            for derivation in doubtful:
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
                doubtful = before
            elif broken:
                self._stack.append((cell, broken, None))
                self._decided[cell] = is_mine
                touched = {derivation.number: derivation for derivation in broken}
                touched.update(self._by_cell[cell])
                doubtful = list(touched.values())
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
