"""What follows from an edited position, kept over its edits. No Qt in here."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from minesweeper_qt.model import Cell, Derivation, InconsistentKnowledge, KnowledgeBase, Position

_SLICE = 64
"""So many derivations are compared before somebody may look at the clock."""

_Key = tuple[object, ...]


class SandboxKnowledge:
    """The sentences and verdicts that follow from a position, in derivations that an edit only replaces where it must.

    A clue that contradicts what was learned before it, in reading order, is not learned: ``left_out`` are such clues.
    Derivations are numbered over all edits, and ``move`` is the number of the edit since which a derivation holds.
    """

    def __init__(self) -> None:
        self.sentences: list[Derivation] = []
        self.settled: dict[Cell, Derivation] = {}
        self.left_out: frozenset[Cell] = frozenset()
        self._made = 0
        self._kept: dict[_Key, Derivation] = {}

    def clear(self) -> None:
        """Know nothing: the board is another."""
        self.sentences, self.settled, self.left_out, self._kept = [], {}, frozenset(), {}

    def rebuild(self, position: Position, mines: int | None, edit: int) -> Generator[None, None, None]:
        """Learn ``position`` from the start, and the number of ``mines`` if there is one, step by step.

        All that is known changes at once, with the last step.
        """
        base = KnowledgeBase(position.board)
        left_out: set[Cell] = set()
        for cell in sorted(position.taken):
            base.mark(cell, 1)
            yield
        # In reading order: what is known depends on the position, not on how somebody came to it.
        for cell in sorted(position.clues):
            try:
                base.learn(cell, position.clues[cell])
            except InconsistentKnowledge:
                left_out.add(cell)
            yield
        if mines is not None:
            # Counting all layouts finds a clash too, and says more of it.
            with suppress(InconsistentKnowledge):
                base.learn_mine_count(mines)
            yield
        needed = yield from _needed(base)
        made = self._made
        kept: dict[_Key, Derivation] = {}
        ours: dict[int, Derivation] = {}
        for place, derivation in enumerate(needed):
            premises = tuple([ours[premise.number] for premise in derivation.premises])
            key = (derivation.rule, derivation.cells, derivation.count, derivation.clue, premises)
            mine = kept.get(key) or self._kept.get(key)
            if mine is None:
                made += 1
                mine = Derivation(
                    made, derivation.rule, derivation.cells, derivation.count, premises, edit, derivation.clue
                )
            kept[key] = ours[derivation.number] = mine
            if place % _SLICE == 0:
                yield
        self._made, self._kept = made, kept
        self.sentences = [ours[derivation.number] for derivation in base]
        self.settled = {cell: ours[derivation.number] for cell, derivation in base.settled.items()}
        self.left_out = frozenset(left_out)


def _needed(base: KnowledgeBase) -> Generator[None, None, list[Derivation]]:
    """Collect all that the sentences and verdicts of ``base`` rest on, themselves too, premises before conclusions."""
    seen: dict[int, Derivation] = {}
    todo = [*base, *base.settled.values()]
    while todo:
        derivation = todo.pop()
        if derivation.number not in seen:
            seen[derivation.number] = derivation
            todo += derivation.premises
            if len(seen) % _SLICE == 0:
                yield
    return [seen[number] for number in sorted(seen)]
