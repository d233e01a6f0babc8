"""Computes the reasoning level that a derivation rests on."""

from __future__ import annotations

from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.evidence.reasoning import Reasoning

_RULE_LEVELS = {Rule.SUBSET: Reasoning.SUBSET, Rule.MINE_COUNT: Reasoning.COUNT, Rule.CASES: Reasoning.CASES}
"""The reasoning level of each rule. The other rules read a clue or settle cells of one sentence: level ``CLUE``."""


_MOST_KEPT = 50_000
"""The cache is cleared above this number of derivations: more than one board has, fewer than a day in the sandbox
makes."""


class DerivationLevels:
    """Computes the strongest reasoning level that a derivation rests on, and caches it for each derivation.

    This is the level of the way in which the agent derived the conclusion; a weaker way may exist.

    >>> from minesweeper_qt.model import MinesweeperAI
    >>> ai = MinesweeperAI(2, 3)
    >>> changes = [ai.add_knowledge((1, 0), 1), ai.add_knowledge((1, 1), 2)]
    >>> levels = DerivationLevels()
    >>> for derivation in ai.knowledge_base:
    ...     print(levels.of(derivation), derivation.text)
    clue {(0, 0), (0, 1), (0, 2), (1, 2)} = 2
    clue {(0, 0), (0, 1)} = 1
    subset {(0, 2), (1, 2)} = 1
    """

    def __init__(self) -> None:
        self._known: dict[Derivation, Reasoning] = {}

    def of(self, derivation: Derivation) -> Reasoning:
        """Return the level of ``derivation``; fast when the levels of its premises are cached."""
        if len(self._known) > _MOST_KEPT:
            self.clear()
        known, todo = self._known, [derivation]
        while todo:
            step = todo[-1]
            unknown = [premise for premise in step.premises if premise not in known]
            if unknown:
                todo += unknown
                continue
            todo.pop()
            alone = _RULE_LEVELS.get(step.rule, Reasoning.CLUE)
            known[step] = max([alone, *[known[premise] for premise in step.premises]])
        return known[derivation]

    def clear(self) -> None:
        """Clear the cache, because the next derivations belong to another game."""
        self._known.clear()
