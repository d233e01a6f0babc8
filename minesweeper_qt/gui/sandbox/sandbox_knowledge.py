"""The knowledge that follows from an edited position, updated edit by edit. It uses no Qt."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from minesweeper_qt.model import Cell, Derivation, InconsistentKnowledge, KnowledgeBase, Position

_SLICE = 64
"""The number of derivations to process between two yields, at which the caller can look at the clock."""

_Key = tuple[object, ...]


class SandboxKnowledge:
    """The sentences and verdicts that follow from a position; an edit replaces only the derivations that it affects.

    Attributes: ``sentences``, the derivations of the sentences in force; ``settled``, the verdicts by cell;
    ``left_out``, the clues that were not learned because they contradict the clues before them, in reading order.
    Derivations are numbered over all edits, and ``move`` is the number of the edit since which a derivation holds.
    """

    def __init__(self) -> None:
        self.sentences: list[Derivation] = []
        self.settled: dict[Cell, Derivation] = {}
        self.left_out: frozenset[Cell] = frozenset()
        self._made = 0
        self._kept: dict[_Key, Derivation] = {}

    def clear(self) -> None:
        """Drop all knowledge, for another board."""
        self.sentences, self.settled, self.left_out, self._kept = [], {}, frozenset(), {}

    def rebuild(self, position: Position, mines: int | None, edit: int) -> Generator[None, None, None]:
        """Learn ``position`` from the start, and the number of ``mines`` if it is given, step by step.

        ``edit`` is the number of the edit that new derivations get as their ``move``. The attributes change together,
        with the last step.
        """
        base = KnowledgeBase(position.board)
        left_out: set[Cell] = set()
        for cell in sorted(position.taken):
            base.mark(cell, 1)
            yield
        # In reading order: the knowledge must depend on the position alone, not on the order of the edits.
        for cell in sorted(position.clues):
            try:
                base.learn(cell, position.clues[cell])
            except InconsistentKnowledge:
                left_out.add(cell)
            yield
        if mines is not None:
            # Counting all layouts finds this contradiction too, and explains it better.
            with suppress(InconsistentKnowledge):
                base.learn_mine_count(mines)
            yield
        needed = yield from _needed(base)
        made = self._made
        kept: dict[_Key, Derivation] = {}
        own: dict[int, Derivation] = {}
        for place, derivation in enumerate(needed):
            premises = tuple([own[premise.number] for premise in derivation.premises])
            key = (derivation.rule, derivation.cells, derivation.count, derivation.clue, premises)
            same = kept.get(key) or self._kept.get(key)
            if same is None:
                made += 1
                same = Derivation(
                    made, derivation.rule, derivation.cells, derivation.count, premises, edit, derivation.clue
                )
            kept[key] = own[derivation.number] = same
            if place % _SLICE == 0:
                yield
        self._made, self._kept = made, kept
        self.sentences = [own[derivation.number] for derivation in base]
        self.settled = {cell: own[derivation.number] for cell, derivation in base.settled.items()}
        self.left_out = frozenset(left_out)


def _needed(base: KnowledgeBase) -> Generator[None, None, list[Derivation]]:
    """Collect the sentences and verdicts of ``base`` and all their direct and indirect premises, premises first."""
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
