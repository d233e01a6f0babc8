"""Searches for a fact that settles a cell by cases: few sentences that force the cell, and a case split over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.proof_step import Split
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.explain.case_split import MOST_CASES, by_split
from minesweeper_qt.model.explain.count_search import CountFacts
from minesweeper_qt.model.explain.forced_cells import Forcing, fewest_forcing, is_forced
from minesweeper_qt.model.explain.rule_closure import Closure
from minesweeper_qt.model.explain.search_facts import Fact, Ground, clues_behind, facts_behind, fewest_clues

MOST_DISJOINT = 60
"""The largest number of sets of sentences that are tried for subtraction from the mine count before a case split."""

MOST_PREMISES = 10
"""With more premises than this, no sentence is subtracted from the mine count."""


def by_cases(
    ground: Ground, number: int, is_mine: bool, with_count: Callable[[], CountFacts], poll: Callable[[], None]
) -> Fact:
    """Return the fact that settles the cell with this ``number`` by cases; all layouts must agree on the cell.

    The fact uses the clues alone if they force the cell, and otherwise the number of mines as well. ``with_count``
    returns the facts that need the number of mines; it is called only when they are needed. ``poll`` is called often
    and may raise ``Stopped``. Raises ``TooHard`` where the search takes too much counting.
    """
    search = _CaseSearch(ground, 1 << number, is_mine, poll)
    return search.by_clues(number) or search.by_count(with_count())


class _CaseSearch:
    """Searches for the fact that gives one cell, ``goal`` as a bit, its verdict."""

    def __init__(self, ground: Ground, goal: int, is_mine: bool, poll: Callable[[], None]) -> None:
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
            other = self._split(self._needed(list(closure.in_force.values())))
        except TooHard:
            return found
        return min(found, other, key=_reading_cost)

    def by_count(self, count: CountFacts) -> Fact:
        """Return the fact that settles the cell by the number of mines and by what the rules leave of the clues."""
        found = self._from_left(count, self._ground.clues)
        few = self._minimal_clues(sorted(clues_behind(found)))
        if not few:
            return found
        return min(found, self._from_left(self._by_rules_alone(few), few), key=_reading_cost)

    def _minimal_clues(self, clues: list[int]) -> list[int]:
        """Return a minimal part of ``clues`` of which the rules leave enough to force the cell.

        No clue of that part can be left out. Returns an empty list if not even all ``clues`` are enough.
        """
        forcing = Forcing(self._goal, self._is_mine, poll=self._poll)

        def enough(some: list[int]) -> bool:
            self._poll()
            count = self._by_rules_alone(some)
            facts = self._left_of(count, some)
            return forcing.holds([(fact.cells, fact.count) for fact in facts], count.open_cells())

        return minimal_subset(enough, clues) if enough(clues) else []

    def _by_rules_alone(self, clues: list[int]) -> CountFacts:
        """Return what follows from these clues by the rules alone, without a search with the number of mines.

        That search would take too long, since this is called for each set of clues that is tried.
        """
        return CountFacts(self._ground, clues, self._poll)

    def _left_of(self, count: CountFacts, clues: Iterable[int]) -> list[Fact]:
        """Return what the rules leave of these clues: a fact for each clue with open cells, equal facts once."""
        facts: dict[int, Fact] = {}
        for clue in clues:
            fact = count.closure.without_known(self._ground.clue_fact(clue))
            if not fact.is_sure:
                facts.setdefault(fact.cells, fact)
        return list(facts.values())

    def _from_left(self, count: CountFacts, clues: Iterable[int]) -> Fact:
        """Return the fact by cases over what the rules leave of ``clues`` and, if needed, of the mine count."""
        whole = count.left()
        chosen = self._needed(self._left_of(count, clues), whole)
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

        def enough(places: list[int]) -> bool:
            self._poll()
            pairs = [(premises[place].cells, premises[place].count) for place in places]
            return is_forced(pairs, self._goal, self._is_mine)

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
    return 1 + sum(
        [
            1 + len(case.forced) + (case.clash is not None) + (_lines(case.split) if case.split else 0)
            for case in split.cases
        ]
    )


def _ends(split: Split) -> int:
    """Return the number of ends of a split, which are the cases that are not split further."""
    return sum([1 if case.split is None else _ends(case.split) for case in split.cases])
