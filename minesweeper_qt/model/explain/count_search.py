"""Searches for facts that need the number of mines: what ``leftovers`` settles, by as few sentences as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.explain.rule_closure import Closure
from minesweeper_qt.model.explain.search_facts import Fact, Ground, Pair
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase
from minesweeper_qt.model.knowledge.mine_count import leftovers

_ORDERS = 30
"""The number of orders that are tried in the search for disjoint clues that take many cells out of the mine count."""

_STEPS = 1_000
"""The bound on one search of ``leftovers``; the search is repeated for each clue that may be left out."""


class CountFacts:
    """The facts that follow from some clues and the number of mines.

    ``closure`` holds the facts; ``left`` returns the sentence about the cells that are still open. With ``base``, a
    knowledge base that has learned the same clues, the closure has exactly what ``base`` found: the differences it
    tries decide the reasoning level of a cell. Without ``base`` the search goes on until it settles no more cells.
    """

    def __init__(
        self,
        ground: Ground,
        clues: Iterable[int],
        poll: Callable[[], None],
        base: KnowledgeBase | None = None,
    ) -> None:
        self._ground = ground
        self._clues = list(clues)
        self._whole = Fact(ground.covered, ground.position.mines, ProofRule.MINE_COUNT)
        self.closure = Closure(ground, self._clues, True, poll)
        chains = self._find_chains() if base is None else iter(_differences(base, ground))
        for chain in chains:
            self._settle_rest([self.closure.in_force[cells] for cells in chain])
            self.closure.close()

    def left(self) -> Fact:
        """Return ``{all open cells} = mines left``."""
        known = self.closure.known & self._ground.covered
        return self._whole.less(self._taken_out(known, [])) if known else self._whole

    def open_cells(self) -> Pair:
        """Return the cells and the count of ``left`` without building its fact."""
        known = self.closure.known & self._ground.covered
        mines = self.closure.mines & self._ground.covered
        return self._whole.cells & ~known, self._whole.count - mines.bit_count()

    def _find_chains(self) -> Iterator[list[int]]:
        """Yield sets of sentences whose removal from the mine count leaves only safe cells or only mines.

        Searches as the knowledge base does, and yields each set as the cells of its sentences.
        """
        closure, to_cells = self.closure, self._ground.to_cells
        before = -1
        # A set that settles nothing contradicts the mine count; it would be found again and again.
        while closure.known != before:
            before = closure.known
            cells, count = self.open_cells()
            whole = Derivation(0, Rule.MINE_COUNT, to_cells(cells), count, (), 0, None)
            places = list(closure.in_force)
            derivations = [
                Derivation(place, Rule.SUBSET, to_cells(cells), closure.in_force[cells].count, (), 0, None)
                for place, cells in enumerate(places)
            ]
            chain = leftovers(whole, derivations, _STEPS) if whole.cells else None
            if chain is None:
                return
            yield [places[derivation.number] for derivation in chain]

    def _settle_rest(self, chain: list[Fact]) -> None:
        """Settle the cells that the mine count leaves outside of the sentences of ``chain``."""
        known = self.closure.known & self._ground.covered
        mines = known & self.closure.mines
        count = self._whole.count - mines.bit_count() - sum([fact.count for fact in chain])
        # The rest is safe when all mines are taken out, and consists of mines when all safe cells are taken out.
        fact = self._whole.less(self._taken_out(known & ~mines if count else mines, chain))
        if fact.is_sure:
            self.closure.settle(fact)

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
    dice = Random(0)
    best: list[int] = []
    most = 0
    for attempt in range(_ORDERS if len(useful) > 1 else 1):
        order = sorted(useful, key=lambda one: (-one[0] - (dice.random() * 2 if attempt else 0), one[1]))
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


def _differences(base: KnowledgeBase, ground: Ground) -> list[list[int]]:
    """Return the cells of the sentences that ``base`` subtracted from the mine count each time that it settled cells.

    The sets are in the order in which ``base`` found them.
    """
    found: dict[int, list[int]] = {}
    for verdict in base.settled.values():
        if verdict.rule not in (Rule.ALL_SAFE, Rule.ALL_MINES):
            continue
        (derivation,) = verdict.premises
        chain: list[int] = []
        number = derivation.number
        while derivation.rule in (Rule.SUBSET, Rule.SETTLED):
            if derivation.rule is Rule.SUBSET:
                chain.append(ground.to_bits(derivation.premises[1].cells))
            derivation = derivation.premises[0]
        if derivation.rule is Rule.MINE_COUNT:
            found[number] = chain
    return [found[number] for number in sorted(found)]
