"""The facts that an outline of one cell may start from: what an agent knows, and what it leaves of the clues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.errors import InconsistentPosition
from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.explain.search_facts import Fact, Ground
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.bit_closure import bits

_NOT_PROVED = (Rule.STATED, Rule.CLAIMED)
"""The rules of conclusions of agents that offer no derivations."""


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
        self._mine_fact = Fact(self.mines, self.mines.bit_count(), ProofRule.KNOWN_CELLS)
        self._safe_fact = Fact(safes, 0, ProofRule.KNOWN_CELLS)
        self.clues: dict[int, Fact] = {}
        for number, (cells, count) in ground.clues.items():
            if cells & ~self.known:
                self._check(cells & ~self.known, count - (cells & self.mines).bit_count())
                self.clues[number] = self.left_of(ground.clue_fact(number))
        self._sentences = _sentences(snapshot, own)
        stated = {fact.cells for fact in self.clues.values()}
        # A sentence about cells that show clues by now would puzzle its readers.
        held = [self._sentence_fact(one) for cells, one in self._sentences.items() if cells <= ground.position.covered]
        self.sentences = [fact for fact in held if fact.cells & ~self.known and fact.cells not in stated]

    @staticmethod
    def _check(cells: int, count: int) -> None:
        if not 0 <= count <= cells.bit_count():
            raise InconsistentPosition("what the agent knows does not agree with the position")

    def _sentence_fact(self, derivation: Derivation) -> Fact:
        """Return the fact of a sentence that the agent holds or held, without the cells settled since."""
        return self.left_of(Fact(self.ground.to_bits(derivation.cells), derivation.count, ProofRule.KNOWN_SENTENCE))

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
        fact = Fact(self.ground.covered, self.ground.position.mines, ProofRule.MINE_COUNT)
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

    def lemmas(self, steps: Iterable[ProofStep]) -> dict[int, tuple[Derivation, ...]]:
        """Return the derivations of the known cells and sentences among ``steps``, by the number of the step."""
        found: dict[int, tuple[Derivation, ...]] = {}
        for step in steps:
            if step.rule is ProofRule.KNOWN_CELLS:
                found[step.number] = tuple([self.verdicts[cell] for cell in sorted(step.cells)])
            elif step.rule is ProofRule.KNOWN_SENTENCE:
                found[step.number] = (self._sentences[step.cells],)
        return found


def has_derivations(snapshot: AgentSnapshot) -> bool:
    """Return whether everything in ``snapshot`` has a derivation that can be checked.

    >>> has_derivations(AgentSnapshot(0))
    True
    """
    return not any(one.rule in _NOT_PROVED for one in (*snapshot.sentences, *snapshot.settled.values()))


def _sentences(snapshot: AgentSnapshot, own: Derivation | None) -> dict[frozenset[Cell], Derivation]:
    """Return the inferred sentences that an outline may use, by their cells.

    ``own``: the verdict on the cell of the outline, ``None`` if the agent has not settled it.
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
