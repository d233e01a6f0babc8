"""Turns what follows from a few sentences by the rules of a reasoning level, up to ``OVERLAP``, into facts for a proof.

``Closure`` builds facts from the trace of ``close``, and ``CountFacts`` goes on with the number of mines: what
``count_way`` finds, from as few sentences as possible. ``shortest`` searches for a derivation with few steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from random import Random

from minesweeper_qt.model.errors import Poll, never_interrupt
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.bit_closure import Bounds, CountWay, Pair, Trace, bits, close, count_way

MOST_FACTS = 500
"""The number of facts that ``shortest`` examines before it gives up."""


class Closure:
    """What follows from some clues by the rules, and the facts behind it, which are built when they are asked for.

    ``known``: the settled cells, as bits. ``mines``: the mines among them. ``in_force``: the sentences about the other
    cells, as the cells of each with its count.
    """

    def __init__(self, ground: Ground, clues: Iterable[int], level: Reasoning, poll: Poll = never_interrupt) -> None:
        self._level = level
        self._poll = poll
        self.known = self.mines = ground.taken
        self.in_force: dict[int, int] = {}
        self._facts = {1 << cell: ground.taken_fact(cell) for cell in bits(ground.taken)}
        self._owner = {cell: 1 << cell for cell in bits(ground.taken)}
        """The cells of a sentence that settles each settled cell, by the cell's number."""
        self._trace: Trace = {}
        self.add([ground.clue_fact(clue) for clue in clues])

    def add(self, given: Sequence[Fact]) -> None:
        """Add facts, and draw all conclusions."""
        trace: Trace = {}
        sentences = [*self.in_force.items(), *((fact.cells, fact.count) for fact in given)]
        self._facts = {fact.cells: fact for fact in given} | self._facts
        closed = close(sentences, self._level, self.known, self.mines, trace=trace, poll=self._poll)
        self.known, self.mines, self.in_force = closed
        for cells in trace:
            if not cells & ~self.known and cells & self.mines in (0, cells):
                for cell in bits(cells):
                    self._owner.setdefault(cell, cells)
        self._trace = trace | self._trace

    def owner(self, number: int) -> Fact:
        """Return a fact that settles the cell with this ``number``."""
        return self.fact(self._owner[number])

    def extend(self, trace: Trace, start: Fact) -> None:
        """Add the trace of sentences that follow from ``start`` and from sentences in force."""
        self._facts.setdefault(start.cells, start)
        self._trace = trace | self._trace

    def fact(self, cells: int) -> Fact:
        """Return the fact about these ``cells``, after those that it rests on; a sentence about them was made."""
        facts, trace = self._facts, self._trace
        todo = [cells]
        while todo:
            made = todo.pop()
            if made not in facts:
                one, other = trace[made]
                premises = [one, other] if other else [one, *(self._owner[cell] for cell in bits(one & ~made))]
                if missing := [premise for premise in premises if premise not in facts]:
                    todo += [made, *missing]
                elif not other:
                    facts[made] = self.without_known(facts[one], one & ~made)
                else:
                    shared = facts[one].shared(facts[other]) if other & ~one else None
                    facts[made] = shared or facts[one].less([(facts[other], other)])
        return facts[cells]

    def without_known(self, fact: Fact, inside: int = -1) -> Fact:
        """Return ``fact`` without its settled cells, or without those that are ``inside``.

        Where that makes the fact sure, only the settled cells needed for that are taken out: the mines if the rest is
        safe, the safe cells if the rest consists of mines.
        """
        inside &= fact.cells & self.known
        mines = inside & self.mines
        count = fact.count - mines.bit_count()
        if not count:
            inside = mines
        elif count == (fact.cells & ~inside).bit_count():
            inside &= ~mines
        return fact.less(self.owners(inside)) if inside else fact

    def owners(self, cells: int) -> list[tuple[Fact, int]]:
        """Return the facts that settle ``cells``, each with those of the cells that it settles."""
        parts: dict[int, int] = {}
        for cell in bits(cells):
            owner = self._owner[cell]
            parts[owner] = parts.get(owner, 0) | 1 << cell
        return [(self.fact(owner), part) for owner, part in parts.items()]


def shortest(
    ground: Ground, clues: Iterable[int], goal: int, level: Reasoning, poll: Poll = never_interrupt
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


def fewest_steps(given: Iterable[Fact], goal: int, level: Reasoning, poll: Poll = never_interrupt) -> Fact | None:
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
        poll: Poll,
        goal: int = 0,
        bounds: Bounds | None = None,
        level: Reasoning = Reasoning.OVERLAP,
    ) -> None:
        self._ground = ground
        self._clues = list(clues)
        self._whole = Fact(ground.covered, ground.position.mines, Rule.MINE_COUNT)
        self.closure = closure = Closure(ground, self._clues, level, poll)
        while goal & ~closure.known:
            way = count_way(closure.in_force, self.open_cells(), bounds, poll)
            if way is None:
                return
            closure.add([self._end_of(way)])

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
        left, _ = self.open_cells()
        chain: list[Fact] = []
        cells = way.cells
        while cells != left:
            cells, other = way.trace.get(cells, (0, 0))
            if other & ~cells or other not in self.closure.in_force:
                self.closure.extend(way.trace, self.left())
                return self.closure.fact(way.cells)
            chain.insert(0, self.closure.fact(other))
        return self._rest(chain)

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
