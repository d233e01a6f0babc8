"""Searches for facts that settle a cell by cases: few sentences that force the cell, and a split with few cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice
from math import comb
from operator import or_
from typing import NamedTuple

from minesweeper_qt.model.check.derivation_checker import is_satisfiable
from minesweeper_qt.model.errors import Poll, TooHard, never_interrupt
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof_step import Forced, Split, SplitCase
from minesweeper_qt.model.exact.front_count import (
    FrontCount,
    FrontCounter,
    SentenceGroup,
    connect,
    mentions,
    numbers_of_mines,
    possible_numbers,
)
from minesweeper_qt.model.exact.minimal_subset import minimal_subset, smallest_subset
from minesweeper_qt.model.explain.rule_closure import Closure, CountFacts
from minesweeper_qt.model.explain.search_facts import Fact, Ground, facts_behind, fewest_clues
from minesweeper_qt.model.knowledge.bit_closure import Pair, bits, close

FORCING_BUDGET = 1_000_000
"""State transitions for one answer; beyond them the answer is no. The engine has the same budget for a position."""

WORK = 400_000
"""The work, in state transitions, that is worth spending on a search for fewer sentences."""

_PER_ANSWER = 600
"""The cost of an answer besides its state transitions, in the same unit."""


class Forcing:
    """Decides whether sentences force one cell, ``goal`` as a bit, to one verdict; keeps the fronts it has counted."""

    def __init__(self, goal: int, is_mine: bool, taken: int = 0, poll: Poll = never_interrupt) -> None:
        self._goal = goal
        self._is_mine = is_mine
        self._taken = taken
        self._counter = FrontCounter(FORCING_BUDGET, poll)
        self._answers = 0
        self._spent = 0

    def tries(self) -> int:
        """Return how many more answers are worth their work, if each takes as much as the previous ones on average."""
        return WORK * self._answers // (self._spent + self._answers * _PER_ANSWER + 1)

    def holds(self, sentences: Iterable[Pair], whole: Pair | None = None) -> bool:
        """Return whether ``sentences`` leave only this verdict for the cell; false too when that is too hard to count.

        ``whole`` is the sentence of the mine count: its cells include all cells that the other sentences don't settle.
        """
        known, mines, left = close(sentences, Reasoning.CLUE, self._taken, self._taken)
        if known & self._goal:
            return True
        self._counter.begin()
        self._answers += 1
        try:
            if whole is None:
                near = _groups(left, self._goal)
                return bool(near) and self._is_forced(*self._count(near[0]))
            return self._by_count(_groups(left), (whole[0] & ~known, whole[1] - (whole[0] & mines).bit_count()))
        except TooHard:
            return False
        finally:
            self._spent += self._counter.work

    def _by_count(self, groups: list[SentenceGroup[int, int]], whole: Pair) -> bool:
        """Return whether the groups and ``whole``, the sentence of the mine count, leave only this verdict."""
        counted = [self._count(group) for group in groups]
        away = whole[0] & ~reduce(or_, [cells for group in groups for cells in group.clues], 0)
        size = away.bit_count()
        parts = [numbers_of_mines(count.least, count.ways) for count, _ in counted]
        *possible, elsewhere = possible_numbers([*parts, (1 << size + 1) - 1], whole[1])
        for (count, box), numbers in zip(counted, possible, strict=True):
            if box >= 0:
                return self._is_forced(count, box, numbers)
        return elsewhere == (1 << size if self._is_mine else 1) and bool(away & self._goal)

    def _is_forced(self, count: FrontCount, box: int, numbers: int = -1) -> bool:
        """Return whether the cell has this verdict in all fillings of its front with a number of mines in ``numbers``.

        That is a bit mask, by default of all numbers.
        """
        return count.verdict(box, numbers) == self._is_mine

    def _count(self, group: SentenceGroup[int, int]) -> tuple[FrontCount, int]:
        """Return the ways to fill the group, and the box of the cell (or -1)."""
        goal = self._goal.bit_length() - 1
        places = [place for place, box in enumerate(group.boxes) if goal in box]
        return self._counter.count(group.form), places[0] if places else -1


def fewest_forcing(
    facts: Sequence[Fact], whole: Fact | None, goal: int, is_mine: bool, poll: Poll, most: int | None = None
) -> list[Fact] | None:
    """Return the fewest facts found that force the cell ``goal`` to this verdict; ``None`` if all together don't.

    ``whole``, the sentence of the mine count, is the last of them if given. ``most``: only among so many facts, the
    first ones, fewer are searched for than a minimal set.
    """
    forcing = Forcing(goal, is_mine, poll=poll)
    last = None if whole is None else (whole.cells, whole.count)

    def enough(places: list[int]) -> bool:
        poll()
        return forcing.holds([(facts[place].cells, facts[place].count) for place in places], last)

    everything = list(range(len(facts)))
    if not enough(everything):
        return None
    best = smallest_subset(enough, everything[:most], minimal_subset(enough, everything), forcing.tries())
    return [facts[place] for place in best] + ([] if whole is None else [whole])


def _groups(need: dict[int, int], goal: int = 0) -> list[SentenceGroup[int, int]]:
    """Return the groups of sentences that share cells, by the cells of each; with ``goal`` only the group of that."""
    cells_of = {cells: list(bits(cells)) for cells in need}
    start = [cells for cells in need if cells & goal][:1] if goal else need
    return connect(cells_of, need, mentions(cells_of), start) if start else []


MOST_STEPS = 5_000
"""The bound on the states by which premises are tested; beyond it they count as not enough."""

MOST_DISJOINT = 60
"""The largest number of sets of sentences that are tried for subtraction from the mine count before a case split."""

MOST_PREMISES = 10
"""With more premises than this, no sentence is subtracted from the mine count."""

MOST_CASES = 40
"""The largest number of ends that a split may have; one with more explains nothing."""

MOST_STATES = 1_500
"""After this many states of the cells, a split that was found is not improved, and no further one is searched for."""

_TRIED_INSIDE = 3
"""Within a case only this number of sentences is tried: those with the fewest ways to fill them."""

Inference = tuple[int, int, bool]
"""A sentence as its place among the premises, the cells that it settles now (as bits), and whether they are mines."""


class _Tree(NamedTuple):
    """The case tree below one state of the cells.

    ``ends`` is the number of its cases that are not split further, ``lines`` the number of its lines in a proof.
    ``inferences`` come before the first split. Then the state ends with a contradiction, with the verdict on the cell
    of the proof, or with a split: ``contradiction`` is the place of the sentence that can't be true, or -1; ``place``
    is that of the sentence that is split over, or -1; ``cases`` holds, for each case of that split, its mines, its safe
    cells and its tree. ``used`` is the union of the cells of all sentences that the tree reads.
    """

    ends: int
    lines: int
    inferences: tuple[Inference, ...]
    contradiction: int
    place: int
    cases: tuple[tuple[int, int, _Tree], ...]
    used: int


def by_split(
    ground: Ground, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll, most: int = MOST_CASES
) -> Fact:
    """Return the fact that ``goal`` has the verdict ``is_mine`` in all cases of ``premises``, or that the others clash.

    The split of the fact refers to the premises by their places. It is ``None`` if it would take more than ``most``
    ends, or is not found within ``MOST_STATES`` states. ``poll`` is called often and may raise ``Stopped``.
    """
    tree = _SplitSearch(premises, goal, is_mine, poll).split(0, 0, most)
    split = None if tree is None else _as_split(ground, tree)
    return Fact(goal, int(is_mine), Rule.CASES, out=_whole(premises), split=split)


def by_contradiction(ground: Ground, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll) -> Fact | None:
    """Return the fact that the opposite verdict on ``goal`` contradicts ``premises``; ``None`` beyond the limits.

    Limits are those of ``by_split``.
    """
    mines, safes = (0, goal) if is_mine else (goal, 0)
    tree = _SplitSearch(premises, goal, is_mine, poll).follow(mines, safes, MOST_CASES)
    if tree is None:
        return None
    supposed = _as_case(ground, mines, safes, tree)
    return Fact(goal, int(is_mine), Rule.CONTRADICTION, out=_whole(premises), supposed=supposed)


def _whole(premises: Sequence[Fact]) -> tuple[tuple[Fact, int], ...]:
    return tuple((fact, fact.cells) for fact in premises)


class _SplitSearch:
    """Searches for the smallest split over ``premises``; a state is the set of cells known as mines and as safe."""

    def __init__(self, premises: Sequence[Fact], goal: int, is_mine: bool, poll: Poll) -> None:
        self._premises: list[Pair] = [(fact.cells, fact.count) for fact in premises]
        self._goal = goal
        self._is_mine = is_mine
        self._poll = poll
        self._states = 0
        self._found: dict[tuple[int, int], tuple[_Tree | None, int]] = {}
        """The smallest split found for a state, and the number of ends that it was allowed."""

    def split(self, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the smallest split found of a state in which nothing follows; ``None`` for more than ``most`` ends."""
        best, allowed = self._found.get((mines, safes), (None, -1))
        if best is not None or most <= allowed:
            return best if best is None or best.ends <= most else None
        known = mines | safes
        ways: list[tuple[int, int, int, int]] = []
        for place, (cells, count) in enumerate(self._premises):
            left = cells & ~known
            if left:
                need = count - (cells & mines).bit_count()
                ways.append((comb(left.bit_count(), need), place, left, need))
        ways.sort()
        for number, place, left, need in ways[: _TRIED_INSIDE if known else None]:
            limit = most if best is None else best.ends
            if number > limit or self._states > MOST_STATES:
                break
            tree = self._split_over(place, left, need, mines, safes, limit)
            if tree is not None and (best is None or (tree.ends, tree.lines) < (best.ends, best.lines)):
                best = tree
        self._found[mines, safes] = best, most
        return best

    def _split_over(self, place: int, left: int, need: int, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the split over the sentence at ``place``; ``None`` if it has more than ``most`` ends.

        The sentence has the open cells ``left``, which hold ``need`` mines.
        """
        cells = [1 << cell for cell in bits(left)]
        cases: list[tuple[int, int, _Tree]] = []
        ends = lines = 0
        used = self._premises[place][0]
        remaining = comb(len(cells), need)
        for chosen in combinations(cells, need):
            remaining -= 1
            added = sum(chosen)
            tree = self.follow(mines | added, safes | (left & ~added), most - ends - remaining)
            if tree is None:
                return None
            cases.append((added, left & ~added, tree))
            ends += tree.ends
            lines += 1 + tree.lines
            used |= tree.used
            if ends + remaining > most:
                return None
        return _Tree(ends, lines, (), -1, place, tuple(cases), used)

    def follow(self, mines: int, safes: int, most: int) -> _Tree | None:
        """Return the tree of all that follows from a state; ``None`` if it has more than ``most`` ends."""
        self._states += 1
        self._poll()
        inferences: list[Inference] = []
        while True:
            if (mines | safes) & self._goal and bool(mines & self._goal) == self._is_mine:
                return self._leaf(inferences, -1, self._goal)
            contradicted, found = self._examine(mines, safes)
            if contradicted >= 0:
                return self._leaf(inferences, contradicted, self._clashing(contradicted, mines, safes, inferences))
            if not found:
                break
            for place, cells, is_mine in found:
                # A sentence settles all of its open cells, or is left for the next round.
                if not cells & (mines | safes):
                    inferences.append((place, cells, is_mine))
                    if is_mine:
                        mines |= cells
                    else:
                        safes |= cells
        tree = self.split(mines, safes, most)
        if tree is None:
            return None
        needed, used = self._needed(inferences, tree.used)
        return tree._replace(inferences=needed, lines=tree.lines + len(needed), used=used)

    def _examine(self, mines: int, safes: int) -> tuple[int, list[Inference]]:
        """Return the place of a sentence that can't be true in a state, or -1, and what the others settle."""
        known = mines | safes
        found: list[Inference] = []
        for place, (cells, count) in enumerate(self._premises):
            left = cells & ~known
            need = count - (cells & mines).bit_count()
            if not 0 <= need <= left.bit_count():
                return place, []
            if left and (not need or need == left.bit_count()):
                found.append((place, left, need > 0))
        return -1, found

    def _clashing(self, place: int, mines: int, safes: int, inferences: list[Inference]) -> int:
        """Return the cells of a sentence that make it impossible: its mines if they are too many, else its safe cells.

        What the last inferences add is left out where the other cells are enough.
        """
        cells, count = self._premises[place]
        is_full = (cells & mines).bit_count() > count
        used = cells & (mines if is_full else safes)
        spare = used.bit_count() - (count if is_full else cells.bit_count() - count) - 1
        for _, settled, _ in reversed(inferences):
            part = used & settled
            if part.bit_count() <= spare:
                used ^= part
                spare -= part.bit_count()
        return used

    def _leaf(self, inferences: list[Inference], contradiction: int, cells: int) -> _Tree:
        """Return a tree that ends without a split; ``cells`` are those that are read at its end."""
        needed, used = self._needed(inferences, cells)
        return _Tree(1, len(needed), needed, contradiction, -1, (), used)

    def _needed(self, inferences: list[Inference], used: int) -> tuple[tuple[Inference, ...], int]:
        """Return those of ``inferences`` that settle cells which are read later, and all cells that are read."""
        needed = []
        for inference in reversed(inferences):
            if inference[1] & used:
                needed.append(inference)
                used |= self._premises[inference[0]][0]
        return tuple(reversed(needed)), used


def _as_split(ground: Ground, tree: _Tree) -> Split:
    """Return ``tree`` as a split of a proof step, with cells instead of bits."""
    return Split(tree.place, tuple([_as_case(ground, mines, safes, inner) for mines, safes, inner in tree.cases]))


def _as_case(ground: Ground, mines: int, safes: int, inner: _Tree) -> SplitCase:
    """Return the case that supposes ``mines`` and ``safes``, and the tree within it, with cells instead of bits."""
    forced = tuple(Forced(place, ground.to_cells(cells), is_mine) for place, cells, is_mine in inner.inferences)
    contradiction = inner.contradiction if inner.contradiction >= 0 else None
    split = _as_split(ground, inner) if inner.place >= 0 else None
    return SplitCase(ground.to_cells(mines), ground.to_cells(safes), forced, contradiction, split)


def by_cases(ground: Ground, number: int, is_mine: bool, with_count: Callable[[], CountFacts], poll: Poll) -> Fact:
    """Return the fact that settles the cell with this ``number`` by cases; all layouts must agree on the cell.

    The fact uses the clues alone if they force the cell, and otherwise the number of mines as well. ``with_count``
    returns the facts that need the number of mines; it is called only when they are needed. ``poll`` is called often
    and may raise ``Stopped``. Raises ``TooHard`` where the search takes too much counting.
    """
    search = _CaseSearch(ground, 1 << number, is_mine, poll)
    return search.by_clues(number) or search.by_count(with_count())


class _CaseSearch:
    """Searches for the fact that gives one cell, ``goal`` as a bit, its verdict."""

    def __init__(self, ground: Ground, goal: int, is_mine: bool, poll: Poll) -> None:
        self._ground = ground
        self._goal = goal
        self._is_mine = is_mine
        self._poll = poll

    def by_clues(self, number: int) -> Fact | None:
        """Return the fact that settles the cell by clues alone; ``None`` if they leave the cell open."""
        ground = self._ground
        forcing = Forcing(self._goal, self._is_mine, ground.taken, self._poll)

        def enough(clues: list[int]) -> bool:
            self._poll()
            return forcing.holds([ground.clues[clue] for clue in clues])

        if not enough([clue for ring in ground.rings(number) for clue in ring]):
            return None
        clues = fewest_clues(ground, number, enough, tries=forcing.tries)
        # What follows from these clues by the rules needs no cases.
        closure = Closure(ground, clues, Reasoning.OVERLAP, self._poll)
        facts = [closure.without_known(ground.clue_fact(clue)) for clue in clues]
        facts = [fact for fact in facts if not fact.is_sure]
        found = self._split(self._needed(facts))
        # A split over the difference of two clues may have fewer cases than a split over either of them.
        try:
            other = self._split(self._needed([closure.fact(cells) for cells in closure.in_force]))
        except TooHard:
            return found
        return min(found, other, key=_reading_cost)

    def by_count(self, count: CountFacts) -> Fact:
        """Return the fact that settles the cell by the number of mines and by what the rules leave of the clues."""
        facts: dict[int, Fact] = {}
        for clue in self._ground.clues:
            fact = count.closure.without_known(self._ground.clue_fact(clue))
            if not fact.is_sure:
                facts.setdefault(fact.cells, fact)
        whole = count.left()
        chosen = self._needed(list(facts.values()), whole)
        best = self._split(chosen)
        if chosen[-1] is not whole:
            return best
        chosen.pop()
        # Sentences without the cell are better subtracted from the mine count than examined again in each case.
        for apart in islice(_disjoint_sets([fact for fact in chosen if not fact.cells & self._goal]), 1, MOST_DISJOINT):
            left = whole.less((fact, fact.cells) for fact in apart)
            premises = self._minimal_premises([*(fact for fact in chosen if fact not in apart), left])
            if premises:
                # A split with more cases than the best one so far would not be chosen.
                most = MOST_CASES if best.split is None else _ends(best.split)
                best = min(best, self._split(premises, most), key=_size)
        return best

    def _needed(self, facts: list[Fact], whole: Fact | None = None) -> list[Fact]:
        """Return the fewest facts found that force the cell, with ``whole`` as the last one if they need it.

        Raises ``TooHard`` if that isn't enough either.
        """
        arguments = (self._goal, self._is_mine, self._poll)
        needed = fewest_forcing(facts, None, *arguments)
        if needed is None and whole is not None:
            needed = fewest_forcing(facts, whole, *arguments)
        if needed is None:
            raise TooHard("the clues that settle this cell together take too much counting")
        return needed

    def _minimal_premises(self, premises: list[Fact]) -> list[Fact]:
        """Return a minimal part of ``premises`` that forces the cell.

        No premise of that part can be left out. Returns an empty list if the premises don't force the cell, or are more
        than ``MOST_PREMISES``.
        """
        to_cells = self._ground.to_cells
        statements = [(to_cells(fact.cells), fact.count) for fact in premises]
        opposite = to_cells(self._goal), int(not self._is_mine)

        def enough(places: list[int]) -> bool:
            self._poll()
            try:
                return not is_satisfiable([opposite, *(statements[place] for place in places)], MOST_STEPS)
            except TooHard:
                return False

        if len(premises) > MOST_PREMISES or not enough(list(range(len(premises)))):
            return []
        return [premises[place] for place in minimal_subset(enough, list(range(len(premises))))]

    def _split(self, premises: list[Fact], most: int = MOST_CASES) -> Fact:
        """Return the fact that settles the cell by cases over ``premises``; no split with more than ``most`` ends."""
        return by_split(self._ground, premises, self._goal, self._is_mine, self._poll, most)


def _disjoint_sets(facts: list[Fact]) -> Iterator[list[Fact]]:
    """Yield all sets of facts that share no cell: the empty set first, then the sets with the first fact."""
    stack: list[tuple[int, list[Fact]]] = [(0, [])]
    while stack:
        place, chosen = stack.pop()
        yield chosen
        stack += [
            (later + 1, [*chosen, facts[later]])
            for later in range(len(facts) - 1, place - 1, -1)
            if not any(facts[later].cells & fact.cells for fact in chosen)
        ]


def _size(fact: Fact) -> tuple[bool, int, int]:
    """Return the key that orders facts by their cases: whether too many to show, how many, and how many premises."""
    return fact.split is None, 0 if fact.split is None else _ends(fact.split), len(fact.out)


def _reading_cost(fact: Fact) -> tuple[bool, int]:
    """Return the key that orders facts by the lines of their proofs.

    Counted are the lines of the cases, and about one line for each fact behind the premises. A fact whose cases are too
    many to show comes last.
    """
    return fact.split is None, len(facts_behind(fact)) + (0 if fact.split is None else _lines(fact.split))


def _lines(split: Split) -> int:
    """Return the number of lines that a split takes in the text of a proof."""
    inner = [_lines(case.split) for case in split.cases if case.split]
    return 1 + sum([1 + len(case.forced) + (case.clash is not None) for case in split.cases], sum(inner))


def _ends(split: Split) -> int:
    """Return the number of ends of a split, which are the cases that are not split further."""
    return sum([1 if case.split is None else _ends(case.split) for case in split.cases])
