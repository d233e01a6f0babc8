"""Derives the facts that need the number of mines: what ``count_way`` finds, from as few sentences as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from minesweeper_qt.model.evidence.reasoning import Reasoning, Rule
from minesweeper_qt.model.explain.rule_closure import Closure
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.bit_closure import Pair
from minesweeper_qt.model.knowledge.mine_count import Bounds, CountWay, count_way

_ORDERS = 30
"""The number of orders that are tried in the search for disjoint clues that take many cells out of the mine count."""


class CountFacts:
    """The facts that follow from some clues and the number of mines.

    ``closure`` holds the facts; ``left`` returns the sentence about the cells that are still open. The rules of
    ``level`` are applied first. Then ways that need the number of mines are searched for within ``bounds``, one after
    the other, until all cells of ``goal``, as bits, are settled or no way is found; for ``goal`` 0 none is. With all
    clues, this settles the same cells as ``reasoning_levels``.
    """

    def __init__(
        self,
        ground: Ground,
        clues: Iterable[int],
        poll: Callable[[], None],
        goal: int = 0,
        bounds: Bounds | None = None,
        level: Reasoning = Reasoning.OVERLAP,
    ) -> None:
        self._ground = ground
        self._clues = list(clues)
        self._whole = Fact(ground.covered, ground.position.mines, Rule.MINE_COUNT)
        self.closure = closure = Closure(ground, self._clues, level, poll)
        while goal & ~closure.known:
            in_force = {cells: fact.count for cells, fact in closure.in_force.items()}
            way = count_way(in_force, self.open_cells(), bounds, poll)
            if way is None:
                return
            closure.settle(self._end_of(way))
            closure.close()

    def left(self) -> Fact:
        """Return ``{all open cells} = mines left``."""
        known = self.closure.known & self._ground.covered
        return self._whole.less(self._taken_out(known, [])) if known else self._whole

    def open_cells(self) -> Pair:
        """Return the cells and the count of ``left`` without building its fact."""
        known = self.closure.known & self._ground.covered
        mines = self.closure.mines & self._ground.covered
        return self._whole.cells & ~known, self._whole.count - mines.bit_count()

    def _end_of(self, way: CountWay) -> Fact:
        """Return the fact that ends a way."""
        chain = self._chain(way)
        if chain is not None:
            return self._rest(chain)
        facts = dict(self.closure.in_force)
        facts.setdefault(self.open_cells()[0], self.left())
        for step in way.steps:
            one, other = facts[step.one], facts[step.other]
            shared = one.shared(other) if step.is_overlap else None
            facts[step.cells] = shared or one.less([(other, other.cells)])
        return facts[way.cells]

    def _chain(self, way: CountWay) -> list[Fact] | None:
        """Return the facts that a way takes out of the mine count one by one; ``None`` if it does anything else."""
        left, _ = self.open_cells()
        chain: list[Fact] = []
        for step in way.steps:
            if step.is_overlap or step.one != left:
                return None
            chain.append(self.closure.in_force[step.other])
            left = step.cells
        return chain

    def _rest(self, chain: list[Fact]) -> Fact:
        """Return the fact of the cells that the mine count leaves outside of the sentences of ``chain``."""
        known = self.closure.known & self._ground.covered
        mines = known & self.closure.mines
        count = self._whole.count - mines.bit_count() - sum([fact.count for fact in chain])
        # The rest is safe when all mines are taken out, and consists of mines when all safe cells are taken out.
        return self._whole.less(self._taken_out(known & ~mines if count else mines, chain))

    def _taken_out(self, targets: int, chain: list[Fact]) -> list[tuple[Fact, int]]:
        """Return the facts that take out the settled cells ``targets`` and the sentences of ``chain``.

        Each fact comes with the cells that it takes out. Whole clues are preferred: a clue's own sentence takes out all
        its cells in one step, without proof steps on how they are settled.
        """
        known = self.closure.known
        useful: list[tuple[int, int, int]] = []
        for clue in self._clues:
            cells = self._ground.clues[clue][0]
            inside = [fact for fact in chain if not fact.cells & ~cells]
            loose = cells & ~known
            for fact in inside:
                loose &= ~fact.cells
            gain = (cells & targets).bit_count() + len(inside)
            if gain > 1 and not loose:
                useful.append((gain, clue, cells))
        chosen = _disjoint_clues(useful)
        removed = 0
        for clue in chosen:
            removed |= self._ground.clues[clue][0]
        out = [(self._ground.clue_fact(clue), self._ground.clues[clue][0]) for clue in chosen]
        out += [(fact, fact.cells) for fact in chain if not fact.cells & removed]
        return out + self.closure.owners(targets & ~removed)


def _disjoint_clues(useful: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return clues that share no cell and take out much; ``useful`` holds gain, number and cells of each clue."""
    rng = Random(0)
    best: list[int] = []
    most = 0
    for attempt in range(_ORDERS if len(useful) > 1 else 1):
        order = sorted(useful, key=lambda one: (-one[0] - (rng.random() * 2 if attempt else 0), one[1]))
        removed = gained = 0
        chosen = []
        for gain, clue, cells in order:
            if not cells & removed:
                removed |= cells
                # One step takes the clue out, however many things it covers.
                gained += gain - 1
                chosen.append(clue)
        if gained > most:
            best, most = chosen, gained
    return best
