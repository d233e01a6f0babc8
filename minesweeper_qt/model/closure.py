"""What follows from a few sentences by the three rules: whether, how, and how in the fewest steps.

``settles`` only answers; it is asked thousands of times. ``Closure`` remembers how. ``shortest`` looks for few steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from minesweeper_qt.model.fact import Fact, Ground, Pair, bits
from minesweeper_qt.model.proof_step import ProofRule

MOST_FACTS = 500
"""How many facts ``shortest`` looks at before it gives up."""


def settles(sentences: Iterable[Pair], taken: int, goal: int, by_subset: bool) -> bool:
    """Whether the cells ``goal`` get a verdict from ``sentences`` and the mines ``taken``, by the rules.

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
            known |= cells
            if count:
                mines |= cells
            if not goal & ~known:
                return True
            hit = [pair for pair in in_force.items() if pair[0] & cells]
            for other, _ in hit:
                del in_force[other]
            todo += hit
            continue
        if by_subset:
            for other, least in in_force.items():
                both = other & cells
                if both == other:
                    todo.append((cells ^ other, count - least))
                elif both == cells:
                    todo.append((cells ^ other, least - count))
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
        parts: dict[int, int] = {}
        owners: dict[int, Fact] = {}
        for cell in bits(inside):
            owner = self.owner[cell]
            owners[id(owner)] = owner
            parts[id(owner)] = parts.get(id(owner), 0) | 1 << cell
        return fact.less((owner, parts[key]) for key, owner in owners.items()) if inside else fact

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
    found: dict[int, tuple[Fact, int]] = {}
    waiting: list[tuple[int, int, Fact]] = []
    made = 0

    def offer(cost: int, fact: Fact) -> None:
        nonlocal made
        if fact.cells and fact.cells not in found:
            made += 1
            heappush(waiting, (cost, made, fact))

    for clue in clues:
        offer(1, ground.clue_fact(clue))
    for cell in bits(inside & ground.taken):
        offer(1, ground.taken_fact(cell))
    while waiting and len(found) < MOST_FACTS:
        cost, _, fact = heappop(waiting)
        cells = fact.cells
        if cells in found:
            continue
        poll()
        is_sure = fact.is_sure
        if is_sure and cells & goal:
            return fact
        for other, (older, price) in found.items():
            both = other & cells
            if not both:
                continue
            older_sure = older.is_sure
            if older_sure:
                if not is_sure and both != cells:
                    offer(cost + price + (older.rule is not ProofRule.TAKEN), fact.less([(older, both)]))
            elif is_sure:
                if both != other:
                    offer(cost + price + (fact.rule is not ProofRule.TAKEN), older.less([(fact, both)]))
            elif by_subset:
                if both == other:
                    offer(cost + price + _is_new_step(fact), fact.less([(older, both)]))
                elif both == cells:
                    offer(cost + price + _is_new_step(older), older.less([(fact, both)]))
        found[cells] = (fact, cost)
    return None


def _is_new_step(fact: Fact) -> bool:
    """Whether taking a sentence out of ``fact`` is one step more: a step that does so anyway takes out several."""
    return all(other.is_sure for other, _ in fact.out)
