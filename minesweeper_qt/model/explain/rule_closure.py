"""Derives the facts that follow from a few sentences by the rules of a reasoning level, up to ``OVERLAP``.

``settles`` only decides whether a cell is settled; it is called thousands of times. ``Closure`` also keeps how each
fact was derived. ``shortest`` searches for a derivation with few steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from minesweeper_qt.model.evidence.reasoning import Reasoning, Rule
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.bit_closure import Pair, bits, close

MOST_FACTS = 500
"""The number of facts that ``shortest`` examines before it gives up."""


def settles(sentences: Iterable[Pair], taken: int, goal: int, level: Reasoning) -> bool:
    """Return whether the rules of ``level`` settle the cell ``goal`` from ``sentences`` and the mines ``taken``."""
    return close(sentences, level, taken, taken, goal).known & goal > 0


class Closure:
    """The facts that follow from some clues by the rules, with their origins: single clues first, round by round.

    ``known``: the settled cells, as bits. ``mines``: the mines among them. ``owner``: for each settled cell, by its
    number, a fact that settles it. ``in_force``: the other facts, by their cells.
    """

    def __init__(
        self, ground: Ground, clues: Iterable[int], level: Reasoning, poll: Callable[[], None] = lambda: None
    ) -> None:
        self._level = level
        self._poll = poll
        self.known = self.mines = ground.taken
        self.owner: dict[int, Fact] = {cell: ground.taken_fact(cell) for cell in bits(ground.taken)}
        self.in_force: dict[int, Fact] = {}
        self._by_cell: dict[int, dict[int, None]] = {}
        self._todo = deque(ground.clue_fact(clue) for clue in clues)
        self._uncombined: deque[int] = deque()
        self.close()

    def close(self) -> None:
        """Derive everything that follows."""
        while True:
            while self._todo:
                self._state(self._todo.popleft())
            self._poll()
            if not self._uncombined:
                return
            cells = self._uncombined.popleft()
            fact = self.in_force.get(cells)
            if fact is not None:
                self._combine(fact)

    def settle(self, fact: Fact) -> None:
        """Settle the cells of a sure fact."""
        new = fact.cells & ~self.known
        self.known |= new
        if fact.count:
            self.mines |= new
        touched: dict[int, None] = {}
        for cell in bits(new):
            self.owner[cell] = fact
            touched.update(self._by_cell.get(cell, ()))
        for cells in touched:
            self._todo.append(self.in_force.pop(cells))
            for cell in bits(cells):
                del self._by_cell[cell][cells]

    def without_known(self, fact: Fact) -> Fact:
        """Return ``fact`` without its settled cells.

        Where that makes the fact sure, only the settled cells needed for that are taken out: the mines if the rest is
        safe, the safe cells if the rest consists of mines.
        """
        inside = fact.cells & self.known
        if not inside:
            return fact
        mines = inside & self.mines
        count = fact.count - mines.bit_count()
        if not count:
            inside = mines
        elif count == (fact.cells & ~self.known).bit_count():
            inside &= ~mines
        return fact.less(self.owners(inside)) if inside else fact

    def owners(self, cells: int) -> list[tuple[Fact, int]]:
        """Return the facts that settle ``cells``, each with those of the cells that it settles."""
        parts: dict[int, tuple[Fact, int]] = {}
        for cell in bits(cells):
            owner = self.owner[cell]
            parts[id(owner)] = owner, parts.get(id(owner), (owner, 0))[1] | 1 << cell
        return list(parts.values())

    def _state(self, fact: Fact) -> None:
        """Add a fact without its settled cells: settle its cells if it is sure, else put it in force."""
        if not fact.cells & ~self.known:
            return
        fact = self.without_known(fact)
        if fact.is_sure:
            self.settle(fact)
        elif fact.cells not in self.in_force:
            self.in_force[fact.cells] = fact
            for cell in bits(fact.cells):
                self._by_cell.setdefault(cell, {})[fact.cells] = None
            if self._level > Reasoning.CLUE:
                self._uncombined.append(fact.cells)

    def _combine(self, fact: Fact) -> None:
        """Apply the subset rule and the overlap rule to a fact in force and all others that share cells with it."""
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
            elif self._level > Reasoning.SUBSET and both not in self.in_force:
                shared = fact.shared(self.in_force[other])
                if shared is not None:
                    self._todo.append(shared)


def shortest(
    ground: Ground, clues: Iterable[int], goal: int, level: Reasoning, poll: Callable[[], None] = lambda: None
) -> Fact | None:
    """Return the fact that settles ``goal`` in the fewest steps found from some clues; see ``fewest_steps``."""
    clues = list(clues)
    inside = 0
    for clue in clues:
        inside |= ground.clues[clue][0]
    given = [ground.clue_fact(clue) for clue in clues] + [
        ground.taken_fact(cell) for cell in bits(inside & ground.taken)
    ]
    return fewest_steps(given, goal, level, poll)


def fewest_steps(
    given: Iterable[Fact], goal: int, level: Reasoning, poll: Callable[[], None] = lambda: None
) -> Fact | None:
    """Return the fact that settles ``goal`` in the fewest steps found from the facts ``given``.

    ``None`` after ``MOST_FACTS`` facts without it. A step that is used twice counts twice. Source: Knuth, A
    generalization of Dijkstra's algorithm (1977).
    """
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
            new = _combined(fact, other, level)
            if new is not None and new[1].cells not in found:
                made += 1
                heappush(waiting, (cost + price + new[0], made, new[1]))
        found[fact.cells] = fact, cost
    return None


def _combined(one: Fact, other: Fact, level: Reasoning) -> tuple[int, Fact] | None:
    """Return what follows from two facts, and the number of steps that it takes; ``None`` if no rule applies."""
    both = one.cells & other.cells
    if not both or (one.is_sure and other.is_sure):
        return None
    larger, smaller = (one, other) if other.is_sure or both == other.cells else (other, one)
    if smaller.is_sure:
        # One step states the smaller fact as a verdict; the sentence that loses its cells takes no step of its own.
        steps = int(smaller.rule is not Rule.TAKEN)
        return None if both == larger.cells else (steps, larger.less([(smaller, both)]))
    if level < Reasoning.SUBSET or (both != smaller.cells and level < Reasoning.OVERLAP):
        return None
    if both != smaller.cells:
        shared = one.shared(other)
        return None if shared is None else (1, shared)
    # One step may take out several sentences, so only the first one costs a step.
    steps = int(all(fact.is_sure for fact, _ in larger.out))
    return steps, larger.less([(smaller, both)])
