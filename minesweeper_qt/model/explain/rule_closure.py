"""What follows from a few sentences by the three rules: whether, how, and how in the fewest steps.

``settles`` only answers; it is asked thousands of times. ``Closure`` remembers how. ``shortest`` looks for few steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.explain.search_facts import Fact, Ground, Pair, bits

MOST_FACTS = 500
"""How many facts ``shortest`` looks at before it gives up."""


def settles(sentences: Iterable[Pair], taken: int, goal: int, by_subset: bool) -> bool:
    """Whether the cell ``goal`` gets a verdict from ``sentences`` and the mines ``taken``, by the rules.

    Without ``by_subset`` by rules 1 and 2 alone.
    """
    known = mines = taken
    in_force: dict[int, int] = {}
    todo = list(sentences)
    while todo:
        cells, count = todo.pop()
        if cells & known:
            count -= (cells & mines).bit_count()
            cells &= ~known
        if not cells or cells in in_force:
            continue
        if not count or count == cells.bit_count():
            if cells & goal:
                return True
            known |= cells
            mines |= cells if count else 0
            hit = [pair for pair in in_force.items() if pair[0] & cells]
            for other, _ in hit:
                del in_force[other]
            todo += hit
            continue
        if by_subset:
            todo += [
                (cells ^ other, abs(count - less))
                for other, less in in_force.items()
                if other & cells in (other, cells)
            ]
        in_force[cells] = count
    return False


class Closure:
    """All that follows by the rules from some clues, and what each fact came from: single clues first, round by round.

    ``owner``: for each settled cell, by number, a fact that settles it. ``in_force``: the others, by their cells.
    """

    def __init__(
        self, ground: Ground, clues: Iterable[int], by_subset: bool, poll: Callable[[], None] = lambda: None
    ) -> None:
        self._by_subset = by_subset
        self._poll = poll
        self.known = ground.taken
        self.owner: dict[int, Fact] = {cell: ground.taken_fact(cell) for cell in bits(ground.taken)}
        self.in_force: dict[int, Fact] = {}
        self._by_cell: dict[int, dict[int, None]] = {}
        self._todo = deque(ground.clue_fact(clue) for clue in clues)
        self._unmet: deque[int] = deque()
        self.close()

    def close(self) -> None:
        """Draw all conclusions."""
        while True:
            while self._todo:
                self._state(self._todo.popleft())
            self._poll()
            if not self._unmet:
                return
            cells = self._unmet.popleft()
            fact = self.in_force.get(cells)
            if fact is not None:
                self._meet(fact)

    def settle(self, fact: Fact) -> None:
        """Settle the cells of a fact that is sure."""
        new = fact.cells & ~self.known
        self.known |= new
        touched: dict[int, None] = {}
        for cell in bits(new):
            self.owner[cell] = fact
            touched.update(self._by_cell.get(cell, ()))
        for cells in touched:
            self._todo.append(self.in_force.pop(cells))
            for cell in bits(cells):
                del self._by_cell[cell][cells]

    def without_known(self, fact: Fact) -> Fact:
        """Return ``fact`` less its settled cells; where that makes it sure, less those that this needs."""
        inside = fact.cells & self.known
        if not inside:
            return fact
        mines = sum([1 << cell for cell in bits(inside) if self.owner[cell].count])
        count = fact.count - mines.bit_count()
        if not count:
            inside = mines
        elif count == (fact.cells & ~self.known).bit_count():
            inside &= ~mines
        return fact.less(self.owners(inside)) if inside else fact

    def owners(self, cells: int) -> list[tuple[Fact, int]]:
        """Return the facts that settle ``cells``, each with those of them that it settles."""
        parts: dict[int, tuple[Fact, int]] = {}
        for cell in bits(cells):
            owner = self.owner[cell]
            parts[id(owner)] = owner, parts.get(id(owner), (owner, 0))[1] | 1 << cell
        return list(parts.values())

    def _state(self, fact: Fact) -> None:
        if not fact.cells & ~self.known:
            return
        fact = self.without_known(fact)
        if fact.is_sure:
            self.settle(fact)
        elif fact.cells not in self.in_force:
            self.in_force[fact.cells] = fact
            for cell in bits(fact.cells):
                self._by_cell.setdefault(cell, {})[fact.cells] = None
            if self._by_subset:
                self._unmet.append(fact.cells)

    def _meet(self, fact: Fact) -> None:
        cells = fact.cells
        near: dict[int, None] = {}
        for cell in bits(cells):
            near.update(self._by_cell[cell])
        for other in near:
            if other == cells:
                continue
            both = other & cells
            if both == other:
                smaller = self.in_force[other]
                self._todo.append(fact.less([(smaller, other)]))
            elif both == cells:
                self._todo.append(self.in_force[other].less([(fact, cells)]))


def shortest(
    ground: Ground, clues: Iterable[int], goal: int, by_subset: bool, poll: Callable[[], None] = lambda: None
) -> Fact | None:
    """Return the fact that settles ``goal`` in the fewest steps found; ``None`` after ``MOST_FACTS`` without it.

    Counts a step that is used twice twice. Source: Knuth, A generalization of Dijkstra's algorithm (1977).
    """
    clues = list(clues)
    inside = 0
    for clue in clues:
        inside |= ground.clues[clue][0]
    given = [ground.clue_fact(clue) for clue in clues] + [
        ground.taken_fact(cell) for cell in bits(inside & ground.taken)
    ]
    waiting = [(1, place, fact) for place, fact in enumerate(given)]
    found: dict[int, tuple[Fact, int]] = {}
    made = len(waiting)
    while waiting and len(found) < MOST_FACTS:
        cost, _, fact = heappop(waiting)
        if fact.cells in found:
            continue
        if fact.is_sure and fact.cells & goal:
            return fact
        poll()
        for other, price in found.values():
            met = _met(fact, other, by_subset)
            if met is not None and met[1].cells not in found:
                made += 1
                heappush(waiting, (cost + price + met[0], made, met[1]))
        found[fact.cells] = fact, cost
    return None


def _met(one: Fact, other: Fact, by_subset: bool) -> tuple[int, Fact] | None:
    """What one of two facts is less the other, and how many steps that takes; ``None`` if nothing."""
    both = one.cells & other.cells
    if not both or (one.is_sure and other.is_sure):
        return None
    larger, smaller = (one, other) if other.is_sure or both == other.cells else (other, one)
    if smaller.is_sure:
        # To take it out it is stated as a verdict first, and the sentence that loses it in the same step.
        steps = int(smaller.rule is not ProofRule.TAKEN)
        return None if both == larger.cells else (steps, larger.less([(smaller, both)]))
    if not by_subset or both != smaller.cells:
        return None
    # A step that takes a sentence out may take out several.
    steps = int(all(fact.is_sure for fact, _ in larger.out))
    return steps, larger.less([(smaller, both)])
