"""The fact that settles a cell by cases: few sentences that force it, and a split over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.proof_step import ProofRule, Split
from minesweeper_qt.model.exact.minimal_subset import irredundant, smallest
from minesweeper_qt.model.explain.case_split import find_split
from minesweeper_qt.model.explain.count_search import CountFacts
from minesweeper_qt.model.explain.fewest_clues import fewest_clues
from minesweeper_qt.model.explain.forced_cells import Forcing, is_forced
from minesweeper_qt.model.explain.rule_closure import Closure
from minesweeper_qt.model.explain.search_facts import Fact, Ground, Pair, clues_behind, facts_behind
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase

MOST_DISJOINT = 60
"""How many ways are tried to take sentences out of the mine count before a case split."""

MOST_PREMISES = 10
"""Of more premises than that none is taken out of the mine count."""


def by_cases(
    ground: Ground, number: int, is_mine: bool, with_count: Callable[[], CountFacts], poll: Callable[[], None]
) -> Fact:
    """Return the fact that settles the cell of this number, which all layouts agree on.

    By clues alone if they force it; else by the number of mines as well. Raises ``TooHard`` where that is too much to
    count.
    """
    search = _Search(ground, 1 << number, is_mine, poll)
    return search.by_clues(number) or search.by_count(with_count())


class _Search:
    def __init__(self, ground: Ground, goal: int, is_mine: bool, poll: Callable[[], None]) -> None:
        self._ground = ground
        self._goal = goal
        self._is_mine = is_mine
        self._poll = poll

    def by_clues(self, number: int) -> Fact | None:
        """By clues alone; ``None`` if they leave the cell open."""
        ground = self._ground
        forcing = Forcing(self._goal, self._is_mine, ground.taken, self._poll)

        def enough(clues: list[int]) -> bool:
            self._poll()
            return forcing.holds([ground.clues[clue] for clue in clues])

        if not enough([clue for ring in ground.rings(number) for clue in ring]):
            return None
        clues = fewest_clues(ground, number, enough, tries=forcing.tries)
        # What the rules draw from these clues needs no cases.
        closure = Closure(ground, clues, True, self._poll)
        facts = [closure.without_known(ground.clue_fact(clue)) for clue in clues]
        facts = [fact for fact in facts if not fact.is_sure]
        found = self._split(self._needed(facts, None)[0])
        # Over the difference of two clues there may be fewer cases than over either.
        try:
            other = self._split(self._needed(list(closure.in_force.values()), None)[0])
        except TooHard:
            return found
        return min(found, other, key=_reading)

    def by_count(self, count: CountFacts) -> Fact:
        """By what the rules leave of the clues, and of the number of mines."""
        found = self._from_left(count, self._ground.clues)
        few = self._sparing(sorted(clues_behind(found)))
        if not few:
            return found
        return min(found, self._from_left(self._without_differences(few), few), key=_reading)

    def _sparing(self, clues: list[int]) -> list[int]:
        """Clues of which none can be spared for the rules to leave enough; nothing if these do not."""
        forcing = Forcing(self._goal, self._is_mine, poll=self._poll)

        def enough(some: list[int]) -> bool:
            self._poll()
            count = self._without_differences(some)
            facts = self._left_of(count, some)
            return forcing.holds([(fact.cells, fact.count) for fact in facts], count.open_cells())

        return irredundant(enough, clues) if enough(clues) else []

    def _without_differences(self, clues: list[int]) -> CountFacts:
        """Only what the rules draw from these clues: to search for differences each time would take too long."""
        return CountFacts(self._ground, clues, self._poll, KnowledgeBase(self._ground.position.board))

    def _left_of(self, count: CountFacts, clues: Iterable[int]) -> list[Fact]:
        """What the rules leave of the clues."""
        facts: dict[int, Fact] = {}
        for clue in clues:
            fact = count.closure.without_known(self._ground.clue_fact(clue))
            if not fact.is_sure:
                facts.setdefault(fact.cells, fact)
        return list(facts.values())

    def _from_left(self, count: CountFacts, clues: Iterable[int]) -> Fact:
        whole = count.left()
        chosen, needs_whole = self._needed(self._left_of(count, clues), whole)
        if not needs_whole:
            return self._split(chosen)
        best = self._split([*chosen, whole])
        # What lies apart from what decides is better taken out of the mine count than looked at in each case.
        for apart in islice(_disjoint([fact for fact in chosen if not fact.cells & self._goal]), 1, MOST_DISJOINT):
            left = whole.less((fact, fact.cells) for fact in apart)
            premises = self._forcing([*(fact for fact in chosen if fact not in apart), left])
            if premises:
                best = min(best, self._split(premises), key=_size)
        return best

    def _needed(self, facts: list[Fact], whole: Fact | None) -> tuple[list[Fact], bool]:
        """The fewest facts found that force the cell, with ``whole`` if they don't alone; and whether it takes that."""
        forcing = Forcing(self._goal, self._is_mine, poll=self._poll)
        everything = list(range(len(facts)))
        last: Pair | None = None

        def enough(places: list[int]) -> bool:
            self._poll()
            return forcing.holds([(facts[place].cells, facts[place].count) for place in places], last)

        if not enough(everything):
            last = None if whole is None else (whole.cells, whole.count)
            if last is None or not enough(everything):
                raise TooHard("the clues that settle this cell together take too much counting")
        best = smallest(enough, everything, irredundant(enough, everything), forcing.tries())
        return [facts[place] for place in best], last is not None

    def _forcing(self, premises: list[Fact]) -> list[Fact]:
        """Those premises that force the cell, none of which can be spared; nothing if they don't, or are too many."""

        def enough(places: list[int]) -> bool:
            self._poll()
            pairs = [(premises[place].cells, premises[place].count) for place in places]
            return is_forced(pairs, self._goal, self._is_mine)

        if len(premises) > MOST_PREMISES or not enough(list(range(len(premises)))):
            return []
        return [premises[place] for place in irredundant(enough, list(range(len(premises))))]

    def _split(self, premises: list[Fact]) -> Fact:
        pairs = [(fact.cells, fact.count) for fact in premises]
        split = find_split(self._ground, pairs, self._goal, self._is_mine, self._poll)
        out = tuple((fact, fact.cells) for fact in premises)
        return Fact(self._goal, int(self._is_mine), ProofRule.CASES, out=out, split=split)


def _disjoint(facts: list[Fact]) -> Iterator[list[Fact]]:
    """Yield all sets of facts that share no cell, the empty set first, then those with the first fact."""
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
    """How much there is to read in a proof by cases: whether they are too many, how many they are, and the premises."""
    return fact.split is None, 0 if fact.split is None else _ends(fact.split), len(fact.out)


def _reading(fact: Fact) -> tuple[bool, int]:
    """The same, in lines: those of the cases, and about one for each fact behind the premises."""
    return fact.split is None, len(facts_behind(fact)) + (0 if fact.split is None else _lines(fact.split))


def _lines(split: Split) -> int:
    return 1 + sum(
        [
            1 + len(case.forced) + (case.clash is not None) + (_lines(case.split) if case.split else 0)
            for case in split.cases
        ]
    )


def _ends(split: Split) -> int:
    return sum([1 if case.split is None else _ends(case.split) for case in split.cases])
