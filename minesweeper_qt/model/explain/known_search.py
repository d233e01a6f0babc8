"""Searches for short proofs of a verdict from what an agent knows: by rules, with the number of mines, by cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import InconsistentPosition, Poll
from minesweeper_qt.model.evidence.derivation import Derivation, Reasoning, Rule
from minesweeper_qt.model.evidence.proof_step import ProofStep
from minesweeper_qt.model.explain.case_search import by_contradiction, by_split, fewest_forcing
from minesweeper_qt.model.explain.rule_closure import fewest_steps
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.bit_closure import MOST_STEPS, bits, leftover_places

MOST_RINGS = 4
"""The number of rings of facts around a cell in which a proof by the rules is searched for."""

MOST_NEAR = 24
"""The most facts, nearest first, that a search by the rules starts from."""

MOST_BY_CASES = 40
"""The most facts, nearest first, among which the fewest are searched for that force a cell by cases."""


class KnownFacts:
    """What an agent knows of a position; where it has settled ``cell``, what it knew when it could settle it.

    ``verdicts``: its verdicts, by cell. ``known`` and ``mines``: the cells that it has settled, and the mines among
    them, as bits. ``clues``: the fact that is left of each clue with open cells, by the clue's number. ``sentences``:
    the facts of the other sentences that the agent holds; for a settled cell, of those that its verdict rests on.
    """

    def __init__(self, ground: Ground, snapshot: AgentSnapshot, cell: Cell) -> None:
        self.ground = ground
        own = snapshot.settled.get(cell)
        # Other cells that the same sentence settled are none of the reasons.
        end = None if own is None else max([premise.number for premise in own.premises], default=own.number)
        self.verdicts = {
            other: verdict for other, verdict in snapshot.settled.items() if end is None or verdict.number < end
        }
        self.mines = ground.to_bits([other for other, verdict in self.verdicts.items() if verdict.count])
        safes = ground.to_bits([other for other, verdict in self.verdicts.items() if not verdict.count])
        self.known = self.mines | safes
        self._mine_fact = Fact(self.mines, self.mines.bit_count(), Rule.KNOWN_CELLS)
        self._safe_fact = Fact(safes, 0, Rule.KNOWN_CELLS)
        self.clues: dict[int, Fact] = {}
        for number, (cells, count) in ground.clues.items():
            if left := cells & ~self.known:
                if not 0 <= count - (cells & self.mines).bit_count() <= left.bit_count():
                    raise InconsistentPosition("what the agent knows does not agree with the position")
                self.clues[number] = self.left_of(ground.clue_fact(number))
        self._sentences = _sentences(snapshot, own)
        stated = {fact.cells for fact in self.clues.values()}
        # A sentence about cells that show clues by now would puzzle its readers.
        held = [self._sentence_fact(one) for cells, one in self._sentences.items() if cells <= ground.position.covered]
        self.sentences = [fact for fact in held if fact.cells & ~self.known and fact.cells not in stated]

    def _sentence_fact(self, derivation: Derivation) -> Fact:
        """Return the fact of a sentence that the agent holds or held, without the cells settled since."""
        return self.left_of(Fact(self.ground.to_bits(derivation.cells), derivation.count, Rule.KNOWN_SENTENCE))

    def left_of(self, fact: Fact) -> Fact:
        """Return what the known cells leave of ``fact``.

        Where its other cells are all safe then, or all mines, only the known cells are taken out that show this.
        """
        inside = fact.cells & self.known
        mines = inside & self.mines
        safes = inside & ~self.mines
        rest = fact.cells & ~self.known
        count = fact.count - mines.bit_count()
        if not rest:
            return fact
        if not count:
            safes = 0
        elif count == rest.bit_count():
            mines = 0
        out = [(self._mine_fact, mines)] * bool(mines) + [(self._safe_fact, safes)] * bool(safes)
        return fact.less(out) if out else fact

    def with_safes(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return ``facts``, each of a clue preceded by what its known mines leave of it, safe cells included."""
        found: list[Fact] = []
        for fact in facts:
            if fact.clue_number >= 0 and fact.cells and not fact.is_sure:
                whole = self.ground.clue_fact(fact.clue_number)
                if whole.cells & self.known & ~self.mines:
                    mines = whole.cells & self.mines
                    found.append(whole.less([(self._mine_fact, mines)]) if mines else whole)
            found.append(fact)
        return found

    def whole(self, without_safes: bool = True) -> Fact | None:
        """Return what the known cells leave of the sentence of the mine count; ``None`` if no cell is open.

        Without ``without_safes`` only the known mines are taken out.
        """
        fact = Fact(self.ground.covered, self.ground.position.mines, Rule.MINE_COUNT)
        if not self.ground.covered & ~self.known:
            return None
        if without_safes:
            return self.left_of(fact)
        mines = self.ground.covered & self.mines
        return fact.less([(self._mine_fact, mines)]) if mines else fact

    def rings(self, goal: int) -> Iterator[list[Fact]]:
        """Yield the facts that mention the cell number ``goal``, then those that share open cells with these.

        And so on. What is left of clues comes before other sentences in each ring.
        """
        by_cell: dict[int, list[Fact]] = {}
        for fact in (*self.clues.values(), *self.sentences):
            for cell in bits(fact.cells & ~self.known):
                by_cell.setdefault(cell, []).append(fact)
        ring = by_cell.get(goal, [])
        seen = {id(fact) for fact in ring}
        while ring:
            yield ring
            cells = dict.fromkeys(cell for fact in ring for cell in bits(fact.cells & ~self.known))
            coming = {id(fact): fact for cell in cells for fact in by_cell[cell] if id(fact) not in seen}
            seen.update(coming)
            ring = list(coming.values())

    def derivations_of(self, steps: Iterable[ProofStep]) -> dict[int, tuple[Derivation, ...]]:
        """Return the derivations of the known cells and sentences among ``steps``, by the number of the step."""
        found: dict[int, tuple[Derivation, ...]] = {}
        for step in steps:
            if step.rule is Rule.KNOWN_CELLS:
                found[step.number] = tuple([self.verdicts[cell] for cell in sorted(step.cells)])
            elif step.rule is Rule.KNOWN_SENTENCE:
                found[step.number] = (self._sentences[step.cells],)
        return found


def _sentences(snapshot: AgentSnapshot, own: Derivation | None) -> dict[frozenset[Cell], Derivation]:
    """Return the inferred sentences that a short proof may use, by their cells.

    ``own``: the verdict on the cell of the proof, ``None`` if the agent has not settled it.
    """
    held = snapshot.sentences if own is None else [one for one in own.ancestors() if one is not own]
    return {
        one.cells: one
        for one in held
        if not one.is_verdict
        and one.clue is None
        and one.origin.rule is not Rule.MINE_COUNT
        and 0 < one.count < len(one.cells)
    }


def short_facts(known: KnownFacts, cell: Cell, is_mine: bool, level: Reasoning, poll: Poll) -> list[Fact]:
    """Return facts that give ``cell`` its verdict, each the end of a short proof from ``known``; possibly none.

    They are those of the weakest kind of reasoning that settles the cell. ``level``: the highest level that a rule may
    have. ``poll`` is called often and may raise ``Stopped``.
    """
    search = _ShortSearch(known, cell[0] * known.ground.width + cell[1], is_mine, level, poll)
    for ways in ((search.by_rules,), (search.by_count, search.by_cases)):
        facts = [fact for way in ways if (fact := way()) is not None]
        if facts:
            return facts
    return []


class _ShortSearch:
    """Searches for facts that settle the cell with this ``number``."""

    def __init__(self, known: KnownFacts, number: int, is_mine: bool, level: Reasoning, poll: Poll) -> None:
        self._known = known
        self._number = number
        self._goal = 1 << number
        self._is_mine = is_mine
        self._level = level
        self._poll = poll

    def by_rules(self) -> Fact | None:
        """Return the fact with the fewest steps found by the rules, from as few rings as are enough."""
        near: list[Fact] = []
        for ring in islice(self._known.rings(self._number), MOST_RINGS):
            near = _distinct([*near, *(fact for fact in ring if self._level > Reasoning.CLUE or fact.clue_number >= 0)])
            given = self._known.with_safes(near[:MOST_NEAR])
            found = fewest_steps(given, self._goal, min(self._level, Reasoning.OVERLAP), self._poll)
            if found is not None or len(near) > MOST_NEAR:
                return found
        return None

    def by_count(self) -> Fact | None:
        """Return the fact of the number of mines, less disjoint facts that leave the cell and settle it by that."""
        whole = None if self._level < Reasoning.COUNT else self._known.whole()
        if whole is None or whole.is_sure:
            return whole
        facts = [fact for fact in self._all_facts() if not fact.cells & self._goal and not fact.is_sure]
        pairs = [(fact.cells, fact.count) for fact in facts]
        places = leftover_places(whole.cells.bit_count(), whole.count, pairs, MOST_STEPS, self._poll)
        if places is None:
            return None
        # Safe cells need not be taken out of what holds no mine.
        start = whole if self._is_mine else self._known.whole(without_safes=False)
        assert start is not None
        rest = start.less([(facts[place], facts[place].cells) for place in places])
        return rest if rest.is_sure and bool(rest.count) == self._is_mine else None

    def by_cases(self) -> Fact | None:
        """Return the fact over the fewest facts found that force the cell: by a contradiction, or else by a split."""
        if self._level < Reasoning.COUNT:
            return None
        reached = [
            fact
            for fact in _distinct([fact for ring in self._known.rings(self._number) for fact in ring])
            if not fact.is_sure
        ]
        chosen = fewest_forcing(reached, None, self._goal, self._is_mine, self._poll, MOST_BY_CASES)
        whole = self._known.whole()
        if chosen is None and whole is not None:
            facts = [fact for fact in self._all_facts() if not fact.is_sure]
            chosen = fewest_forcing(facts, whole, self._goal, self._is_mine, self._poll, MOST_BY_CASES)
        if chosen is None:
            return None
        arguments = (self._known.ground, chosen, self._goal, self._is_mine, self._poll)
        # A case split reads worse: nothing shows where it leads.
        return by_contradiction(*arguments) or by_split(*arguments)

    def _all_facts(self) -> list[Fact]:
        """Return what is left of all clues, and all sentences that the agent holds."""
        return _distinct([*self._known.clues.values(), *self._known.sentences])


def _distinct(facts: Sequence[Fact]) -> list[Fact]:
    """Return ``facts`` without later ones that have the cells of an earlier one."""
    found: dict[int, Fact] = {}
    for fact in facts:
        found.setdefault(fact.cells, fact)
    return list(found.values())
