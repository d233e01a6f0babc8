"""Finds the cells that are the same in all layouts (the backbone), with the sentences in force that imply this.

The sentences that contain no other sentence imply all others, since the knowledge base is closed under the subset rule.
They split into fronts that share no cell. ``front_count`` computes the numbers of mines with which a front can be
filled, and how often each cell is a mine then; the number of mines on the board limits their combinations.
"""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Derivation, InconsistentKnowledge
from minesweeper_qt.model.exact.constraints import connect, mentions, numbers_of_mines, sums
from minesweeper_qt.model.exact.front_count import FrontCount, FrontCounter
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex

BACKBONE_BUDGET = 20_000
"""The limit on state transitions for one observation. Beyond it nothing is found. Games need some hundreds at most."""

Verdict = tuple[Cell, int, tuple[Derivation, ...]]
"""A cell, 1 for a mine or 0 for safe, and the sentences that imply this."""


@dataclass(frozen=True, slots=True)
class _Front:
    """A connected group of sentences, and the count of its fillings.

    ``derivations``: the sentences, which share cells directly or through others. ``boxes``: their cells, grouped so
    that all cells of a box are mentioned by the same sentences. ``count``: the ways to fill the boxes.
    """

    derivations: tuple[Derivation, ...]
    boxes: tuple[tuple[Cell, ...], ...]
    count: FrontCount

    @property
    def totals(self) -> int:
        """The numbers of mines with which the front can be filled, as a bit mask: bit n stands for n mines."""
        return numbers_of_mines(self.count.least, self.count.ways)

    def certain(self, totals: int) -> list[tuple[Cell, int]]:
        """Return the cells that are the same in all fillings with a number of mines in ``totals``, a bit mask.

        Each comes with 1 for a mine or 0 for safe.
        """
        least = self.count.least
        allowed = [n for n, ways in enumerate(self.count.ways) if ways and totals >> (n + least) & 1]
        found: list[tuple[Cell, int]] = []
        for cells, marked in sorted(zip(self.boxes, self.count.with_mine, strict=True), key=lambda box: box[0]):
            if all(marked[n] == 0 for n in allowed):
                found += [(cell, 0) for cell in cells]
            elif all(marked[n] == self.count.ways[n] for n in allowed):
                found += [(cell, 1) for cell in cells]
        return found


class BackboneFinder:
    """Finds the cells that are the same in all layouts; keeps the counts of fronts for later calls.

    ``budget``: the number of state transitions allowed for one call.
    """

    def __init__(self, budget: int = BACKBONE_BUDGET) -> None:
        self._counter = FrontCounter(budget)

    def verdicts(self, in_force: SentenceIndex, whole: Derivation) -> list[Verdict]:
        """Return the verdicts on which all layouts agree that satisfy ``in_force`` and ``whole``.

        ``in_force``: the local sentences. ``whole``: the sentence of the mine count. The result is empty when the count
        takes too much work. Raises ``InconsistentKnowledge`` when no layout satisfies the sentences. Source: see
        ``front_count``.
        """
        self._counter.begin()
        try:
            fronts = self._count_fronts(_innermost(in_force))
        except TooHard:
            return []
        for front in fronts:
            if not front.count.ways:
                raise InconsistentKnowledge.among(front.derivations)
        found: list[Verdict] = []
        inside: set[Cell] = set()
        for front in fronts:
            found += [(cell, is_mine, front.derivations) for cell, is_mine in front.certain(front.totals)]
            inside.update(*front.boxes)
        return found + _by_count(fronts, whole, len(whole.cells) - len(inside), inside)

    def _count_fronts(self, derivations: list[Derivation]) -> list[_Front]:
        """Return the fronts of these sentences, with their counts; raise ``TooHard``."""
        by_number = {derivation.number: derivation for derivation in derivations}
        cells_of = {number: sorted(derivation.cells) for number, derivation in by_number.items()}
        need = {number: derivation.count for number, derivation in by_number.items()}
        fronts = []
        for group in connect(cells_of, need, mentions(cells_of), cells_of):
            members = tuple([by_number[number] for number in sorted(group.clues)])
            fronts.append(
                _Front(members, tuple([tuple(sorted(box)) for box in group.boxes]), self._counter.count(group.form))
            )
        return fronts


def _by_count(fronts: list[_Front], whole: Derivation, away: int, inside: set[Cell]) -> list[Verdict]:
    """Return the verdicts that follow from the number of mines: ``whole.count`` in all fronts and away from them.

    ``away``: the number of cells in no front. ``inside``: the cells of all fronts. Raises
    ``InconsistentKnowledge`` when the number of mines is impossible.
    """
    premises = (*(derivation for front in fronts for derivation in front.derivations), whole)
    # Bit n is set when the fronts up to here can have n mines together. ``before`` counts from the first front on,
    # ``after`` from the cells away from the fronts and from the last front back.
    before = [1]
    for front in fronts:
        before.append(sums(before[-1], front.totals))
    after = (1 << (away + 1)) - 1
    if not sums(before[-1], after) >> whole.count & 1:
        raise InconsistentKnowledge.among(premises)
    found: list[Verdict] = []
    for front, others in zip(reversed(fronts), reversed(before[:-1]), strict=True):
        rest = sums(others, after)
        totals = front.totals
        possible = [n for n in range(min(totals.bit_length(), whole.count + 1)) if rest >> (whole.count - n) & 1]
        allowed = sum([1 << n for n in possible])
        if totals & ~allowed:
            found += [(cell, is_mine, premises) for cell, is_mine in front.certain(allowed)]
        after = sums(after, totals)
    # The numbers of mines in all fronts that leave between none and ``away`` for the other cells.
    least = max(whole.count - away, 0)
    inside_fronts = before[-1] >> least & ((1 << (whole.count - least + 1)) - 1)
    if away and inside_fronts.bit_count() == 1:
        left = whole.count - least - (inside_fronts.bit_length() - 1)
        if left in (0, away):
            found += [(cell, int(left > 0), premises) for cell in sorted(whole.cells - inside)]
    return found


def _innermost(in_force: SentenceIndex) -> list[Derivation]:
    """Return the sentences that contain no other sentence, oldest first."""
    return [
        derivation
        for derivation in in_force
        if all(larger is not derivation for larger, _ in in_force.nested(derivation))
    ]
