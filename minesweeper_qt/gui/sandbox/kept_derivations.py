"""Keeps derivations over the edits of a position: an edit replaces only those that it affects. It uses no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from minesweeper_qt.model import Derivation
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class KeptDerivations(KnowledgeCopy):
    """The knowledge about an edited position, with derivations that stay the same ones from edit to edit.

    They are numbered over all edits; ``move`` of a derivation is the number of the edit since which it holds. ``made``
    is the number of derivations made so far, ``by_content`` finds a derivation by what it states and from what.
    """

    made: int = 0
    by_content: Mapping[_Key, Derivation] = field(default_factory=dict)

    def renewed(self, knowledge: KnowledgeCopy, edit: int) -> KeptDerivations:
        """Return ``knowledge``, learned from the start after edit number ``edit``, with the derivations kept here."""
        made = self.made
        by_content: dict[_Key, Derivation] = {}
        own: dict[int, Derivation] = {}
        for derivation in _needed(knowledge):
            premises = tuple([own[premise.number] for premise in derivation.premises])
            key = (derivation.rule, derivation.cells, derivation.count, derivation.clue, premises)
            same = by_content.get(key) or self.by_content.get(key)
            if same is None:
                made += 1
                same = Derivation(
                    made, derivation.rule, derivation.cells, derivation.count, premises, edit, derivation.clue
                )
            by_content[key] = own[derivation.number] = same
        mine_count = knowledge.mine_count
        return KeptDerivations(
            tuple(own[derivation.number] for derivation in knowledge.sentences),
            {cell: own[derivation.number] for cell, derivation in knowledge.settled.items()},
            None if mine_count is None else own.get(mine_count.number),
            knowledge.is_undecided,
            made,
            by_content,
        )


def _needed(knowledge: KnowledgeCopy) -> list[Derivation]:
    """Return the sentences and verdicts of ``knowledge`` with all that they rest on, premises first."""
    seen: dict[int, Derivation] = {}
    todo = [*knowledge.sentences, *knowledge.settled.values()]
    while todo:
        derivation = todo.pop()
        if derivation.number not in seen:
            seen[derivation.number] = derivation
            todo += derivation.premises
    return [seen[number] for number in sorted(seen)]
