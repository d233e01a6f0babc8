"""Finds the cells that are the same in all layouts (the backbone), with the sentences in force that imply this.

The sentences that contain no other sentence imply all others, since the knowledge base is closed under the subset rule.
They split into fronts that share no cell. ``front_count`` computes the numbers of mines with which a front can be
filled, and how often each cell is a mine then; the number of mines on the board limits their combinations.
"""

from __future__ import annotations

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Derivation, InconsistentKnowledge
from minesweeper_qt.model.exact.constraints import connect, mentions, numbers_of_mines, possible_numbers
from minesweeper_qt.model.exact.front_count import FrontCounter
from minesweeper_qt.model.knowledge.sentence_index import SentenceIndex

BACKBONE_BUDGET = 20_000
"""The limit on state transitions for one observation. Beyond it nothing is found. Games need some hundreds at most."""

Verdict = tuple[Cell, int, tuple[Derivation, ...]]
"""A cell, 1 for a mine or 0 for safe, and the sentences that imply this."""


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
        by_number = {derivation.number: derivation for derivation in _innermost(in_force)}
        cells_of = {number: sorted(derivation.cells) for number, derivation in by_number.items()}
        need = {number: derivation.count for number, derivation in by_number.items()}
        fronts = connect(cells_of, need, mentions(cells_of), cells_of)
        self._counter.begin()
        try:
            counts = [self._counter.count(front.form) for front in fronts]
        except TooHard:
            return []
        everything = (*by_number.values(), whole)
        away = whole.cells.difference(*[box for front in fronts for box in front.boxes])
        parts = [numbers_of_mines(count.least, count.ways) for count in counts]
        possible = possible_numbers([*parts, (1 << len(away) + 1) - 1], whole.count)
        found: list[Verdict] = []
        for front, count, part, numbers in zip(fronts, counts, parts, possible, strict=False):
            premises = tuple([by_number[number] for number in sorted(front.clues)])
            if not part:
                raise InconsistentKnowledge.among(premises)
            for place, box in enumerate(front.boxes):
                verdict, reasons = count.verdict(place, part), premises
                if verdict is None:
                    verdict, reasons = count.verdict(place, numbers), everything
                if verdict is not None:
                    found += [(cell, verdict, reasons) for cell in box]
        if not possible[-1]:
            raise InconsistentKnowledge.among(everything)
        if away and possible[-1] in (1, 1 << len(away)):
            found += [(cell, int(possible[-1] > 1), everything) for cell in away]
        # What a front alone implies comes before what takes the number of mines.
        return sorted(found, key=lambda verdict: (verdict[2] is everything, verdict[0]))


def _innermost(in_force: SentenceIndex) -> list[Derivation]:
    """Return the sentences that contain no other sentence, oldest first."""
    return [
        derivation
        for derivation in in_force
        if all(larger is not derivation for larger, _ in in_force.nested(derivation))
    ]
