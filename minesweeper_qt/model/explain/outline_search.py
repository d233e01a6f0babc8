"""Searches for short proofs of a verdict from what an agent knows: by rules, with the number of mines, by cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.minimal_subset import minimal_subset, smallest_subset
from minesweeper_qt.model.explain.case_split import find_contradiction, find_split
from minesweeper_qt.model.explain.forced_cells import Forcing
from minesweeper_qt.model.explain.known_facts import KnownFacts
from minesweeper_qt.model.explain.rule_closure import fewest_steps
from minesweeper_qt.model.explain.search_facts import Fact
from minesweeper_qt.model.knowledge.bit_closure import Pair
from minesweeper_qt.model.knowledge.mine_count import MOST_STEPS, leftover_places

MOST_RINGS = 4
"""The number of rings of facts around a cell in which a proof by the rules is searched for."""

MOST_NEAR = 24
"""The most facts, nearest first, that a search by the rules starts from."""

MOST_BY_CASES = 40
"""The most facts, nearest first, among which the fewest are searched for that force a cell by cases."""


class OutlineSearch:
    """Searches for facts that give one cell its verdict, each the end of a short proof from ``known``.

    ``number``: the cell. ``level``: the highest level that a rule may have. ``poll`` is called often and may raise
    ``Stopped``.
    """

    def __init__(
        self, known: KnownFacts, number: int, is_mine: bool, level: Reasoning, poll: Callable[[], None]
    ) -> None:
        self._known = known
        self._ground = known.ground
        self._number = number
        self._goal = 1 << number
        self._is_mine = is_mine
        self._level = level
        self._poll = poll

    def found(self) -> Iterator[Fact]:
        """Yield facts that settle the cell, those of the weakest kind of reasoning that does; possibly none."""
        for searches in ((self._by_rules,), (self._by_count, self._by_cases), (self._by_rules_with_count,)):
            facts = [fact for search in searches for fact in search() if fact is not None]
            if facts:
                yield from facts
                return

    # -- by the rules

    def _by_rules(self) -> Iterator[Fact | None]:
        """Yield the proof with the fewest steps found by the rules, from as few rings as are enough."""
        near: list[Fact] = []
        for ring in islice(self._known.rings(self._number), MOST_RINGS):
            near = _distinct([*near, *(fact for fact in ring if self._level > Reasoning.CLUE or fact.clue_number >= 0)])
            found = self._fewest_steps(self._known.with_safes(near[:MOST_NEAR]))
            if found is not None:
                yield found
                return
            if len(near) > MOST_NEAR:
                return

    def _fewest_steps(self, given: Sequence[Fact]) -> Fact | None:
        return fewest_steps(given, self._goal, min(self._level, Reasoning.OVERLAP), self._poll)

    # -- with the number of mines

    def _by_count(self) -> Iterator[Fact | None]:
        """Yield the proof with the number of mines, less some of the facts that are known."""
        whole = self._known.whole()
        if whole is None or self._level < Reasoning.COUNT:
            return
        if whole.is_sure:
            yield whole
            return
        yield self._rest_of(whole, self._all_facts())

    def _by_rules_with_count(self) -> Iterator[Fact | None]:
        """Yield the proof with the fewest steps found by the rules, one of its sentences being the mine count."""
        whole = self._known.whole()
        if whole is not None and self._level is Reasoning.COUNT:
            near = [fact for ring in islice(self._known.rings(self._number), MOST_RINGS) for fact in ring]
            yield self._fewest_steps([whole, *_distinct([*near, *self._all_facts()])][: MOST_NEAR + 1])

    def _all_facts(self) -> list[Fact]:
        """Return what is left of all clues, and all sentences that the agent holds."""
        return _distinct([*self._known.clues.values(), *self._known.sentences])

    def _rest_of(self, whole: Fact, facts: list[Fact]) -> Fact | None:
        """Return ``whole`` less disjoint ``facts`` that leave the cell, settled by that; ``None`` if none do."""
        facts = [fact for fact in facts if not fact.cells & self._goal and not fact.is_sure]
        pairs = [(fact.cells, fact.count) for fact in facts]
        places = leftover_places(whole.cells.bit_count(), whole.count, pairs, MOST_STEPS, self._poll)
        if places is None:
            return None
        out = [(facts[place], facts[place].cells) for place in places]
        # Safe cells need not be taken out of what holds no mine.
        start = whole if self._is_mine else self._known.whole(without_safes=False)
        assert start is not None
        rest = start.less(out)
        return rest if rest.is_sure and bool(rest.count) == self._is_mine else None

    # -- by cases

    def _by_cases(self) -> Iterator[Fact | None]:
        """Yield the proof over the fewest facts found that force the cell: by a contradiction, or else by a split."""
        if self._level < Reasoning.COUNT:
            return
        reached = [fact for ring in self._known.rings(self._number) for fact in ring]
        near = [fact for fact in _distinct(reached) if not fact.is_sure]
        chosen = self._fewest(near, None)
        if chosen is None:
            whole = self._known.whole()
            facts = [fact for fact in self._all_facts() if not fact.is_sure]
            chosen = None if whole is None else self._fewest(facts, whole)
        if chosen is not None:
            # A case split reads worse: nothing shows where it leads.
            yield self._contradiction(chosen) or self._split(chosen)

    def _fewest(self, facts: list[Fact], whole: Fact | None) -> list[Fact] | None:
        """Return the fewest facts found that force the cell, with ``whole`` if given; ``None`` if all don't."""
        forcing = Forcing(self._goal, self._is_mine, poll=self._poll)
        last: Pair | None = None if whole is None else (whole.cells, whole.count)

        def enough(places: list[int]) -> bool:
            self._poll()
            return forcing.holds([(facts[place].cells, facts[place].count) for place in places], last)

        everything = list(range(len(facts)))
        if not enough(everything):
            return None
        best = minimal_subset(enough, everything)
        best = smallest_subset(enough, everything[:MOST_BY_CASES], best, forcing.tries())
        return [facts[place] for place in best] + ([] if whole is None else [whole])

    def _contradiction(self, premises: list[Fact]) -> Fact | None:
        """Return the fact that the opposite verdict contradicts ``premises``; ``None`` if that takes too many cases."""
        pairs = [(fact.cells, fact.count) for fact in premises]
        supposed = find_contradiction(self._ground, pairs, self._goal, self._is_mine, self._poll)
        if supposed is None:
            return None
        out = tuple((fact, fact.cells) for fact in premises)
        return Fact(self._goal, int(self._is_mine), ProofRule.CONTRADICTION, out=out, supposed=supposed)

    def _split(self, premises: list[Fact]) -> Fact:
        """Return the fact that the cell is the same in all cases of ``premises``; without them if they are too many."""
        pairs = [(fact.cells, fact.count) for fact in premises]
        split = find_split(self._ground, pairs, self._goal, self._is_mine, self._poll)
        out = tuple((fact, fact.cells) for fact in premises)
        return Fact(self._goal, int(self._is_mine), ProofRule.CASES, out=out, split=split)


def _distinct(facts: Sequence[Fact]) -> list[Fact]:
    """Return ``facts`` without later ones that have the cells of an earlier one."""
    found: dict[int, Fact] = {}
    for fact in facts:
        found.setdefault(fact.cells, fact)
    return list(found.values())
