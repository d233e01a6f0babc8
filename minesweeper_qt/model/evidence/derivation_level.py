"""The level of reasoning that a derivation rests on."""

from __future__ import annotations

from minesweeper_qt.model.evidence.derivation import Derivation, Rule
from minesweeper_qt.model.evidence.reasoning import Reasoning

_TAKES = {Rule.SUBSET: Reasoning.SUBSET, Rule.MINE_COUNT: Reasoning.COUNT, Rule.CASES: Reasoning.CASES}
"""The level of a step by itself; what is not here reads a clue, or settles cells of one sentence."""


_REMEMBERED = 50_000
"""Derivations beyond which all are let go of: more than a board has, less than a day in the sandbox makes."""


class DerivationLevels:
    """Finds the strongest level of reasoning that derivations rest on, and remembers it for each.

    That is how the agent came to it: there may be a weaker way that it did not take.

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
        """Return the level of ``derivation``; quick when it was asked for its premises before."""
        if len(self._known) > _REMEMBERED:
            self.clear()
        known, todo = self._known, [derivation]
        while todo:
            step = todo[-1]
            unknown = [premise for premise in step.premises if premise not in known]
            if unknown:
                todo += unknown
                continue
            todo.pop()
            alone = _TAKES.get(step.rule, Reasoning.CLUE)
            known[step] = max([alone, *[known[premise] for premise in step.premises]])
        return known[derivation]

    def clear(self) -> None:
        """Let go of all derivations: those of another game come."""
        self._known.clear()
