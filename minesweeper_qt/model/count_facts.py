"""Facts that need the number of mines: what ``mine_count.leftovers`` settles, as few sentences as can be found for it.

Which differences the knowledge base found decides the level of a cell. So they are read from its records, and replayed
among facts.
"""

from __future__ import annotations

from collections.abc import Callable

from minesweeper_qt.model.closure import Closure
from minesweeper_qt.model.derivation import Derivation, Rule
from minesweeper_qt.model.fact import Fact, Ground, bits
from minesweeper_qt.model.knowledge import KnowledgeBase
from minesweeper_qt.model.proof_step import ProofRule


class CountFacts:
    """The closure of a position, with the number of mines: ``closure`` and the sentence ``left`` of what is open."""

    def __init__(self, ground: Ground, base: KnowledgeBase, poll: Callable[[], None]) -> None:
        self._ground = ground
        self._poll = poll
        self._whole = Fact(ground.covered, ground.position.mines, ProofRule.MINE_COUNT)
        self.closure = Closure(ground, sorted(ground.clues), True, poll)
        for chain in _differences(base):
            self._replay([self.closure.in_force[ground.to_bits(record.cells)] for record in chain])
            self.closure.close()

    def left(self) -> Fact:
        """Return ``{all open cells} = mines left``."""
        known = self.closure.known & self._ground.covered
        return self._whole.less(self._disjoint(known, {}, None)) if known else self._whole

    def _replay(self, chain: list[Fact]) -> None:
        """Settle what the mine count leaves outside of the sentences of ``chain``."""
        known = self.closure.known & self._ground.covered
        owner = self.closure.owner
        rest, count = self._whole.cells & ~known, self._whole.count
        for fact in chain:
            rest &= ~fact.cells
            count -= fact.count
        mines = sum([1 << cell for cell in bits(known) if owner[cell].count])
        is_mine = count > mines.bit_count()
        # The rest is safe when all mines are taken out, and all mines when all safe cells are.
        wanted = known & ~mines if is_mine else mines
        fact = self._whole.less(self._disjoint(wanted, {fact.cells: fact for fact in chain}, is_mine, rest))
        assert fact.is_sure
        self.closure.settle(fact)

    def _disjoint(
        self, wanted: int, chain: dict[int, Fact], is_mine: bool | None, rest: int = 0
    ) -> list[tuple[Fact, int]]:
        """Take out the settled cells ``wanted`` and the sentences of ``chain``: by whole clues where they do it.

        A clue's own sentence takes out at once what it covers, without a word on how that is settled. With ``is_mine``
        ``None`` exactly these cells go; else cells of the other kind may go as well, as long as one of ``rest`` stays.
        """
        owner = self.closure.owner
        known = self.closure.known & self._ground.covered
        ranked = []
        for clue, (cells, _) in self._ground.clues.items():
            loose = cells & ~wanted
            if loose and (is_mine is None or loose & rest):
                inside = [other for other in chain if not other & ~cells]
                ok = False
            else:
                inside = [other for other in chain if not other & ~cells]
                ok = True
            if not ok:
                continue
            for other in inside:
                loose &= ~other
            if loose & ~known:
                continue
            gain = (cells & wanted).bit_count() + len(inside)
            if gain > 1:
                ranked.append((-gain, clue, cells))
        out: list[tuple[Fact, int]] = []
        gone = 0
        for _, clue, cells in sorted(ranked):
            if cells & gone or any(other & cells and other & ~cells for other in chain):
                continue
            gone |= cells
            out.append((self._ground.clue_fact(clue), cells))
        out += [(fact, cells) for cells, fact in chain.items() if not cells & gone]
        parts: dict[int, int] = {}
        owners: dict[int, Fact] = {}
        for cell in bits(wanted & ~gone):
            fact = owner[cell]
            owners[id(fact)] = fact
            parts[id(fact)] = parts.get(id(fact), 0) | 1 << cell
        return out + [(fact, parts[key]) for key, fact in owners.items()]


def _differences(base: KnowledgeBase) -> list[list[Derivation]]:
    """The sentences that were taken out of the mine count each time that it settled cells, in their order."""
    found: dict[int, list[Derivation]] = {}
    for verdict in base.settled.values():
        if verdict.rule not in (Rule.ALL_SAFE, Rule.ALL_MINES):
            continue
        (record,) = verdict.premises
        chain: list[Derivation] = []
        number = record.number
        while record.rule in (Rule.SUBSET, Rule.SETTLED):
            if record.rule is Rule.SUBSET:
                chain.append(record.premises[1])
            record = record.premises[0]
        if record.rule is Rule.MINE_COUNT:
            found[number] = chain
    return [found[number] for number in sorted(found)]
