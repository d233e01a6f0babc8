"""The levels of reasoning that a conclusion can need, and the level that a derivation rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from minesweeper_qt.model.evidence.derivation import Derivation, Rule


class Reasoning(IntEnum):
    """The levels of reasoning, weakest first.

    >>> Reasoning.CLUE < Reasoning.SUBSET < Reasoning.OVERLAP < Reasoning.COUNT < Reasoning.CASES
    True
    >>> str(Reasoning.SUBSET), Reasoning.SUBSET.meaning
    ('subset', "the difference of two sentences, CS50's rule")
    """

    CLUE = 1
    """One clue alone: all its undetermined neighbours are safe, or all are mines."""
    SUBSET = 2
    """The three rules of the CS50 project."""
    OVERLAP = 3
    """The three rules and the overlap rule, which players know as the 1-2 and 1-2-1 patterns."""
    COUNT = 4
    """The four rules with the number of mines on the board, as far as ``reasoning_levels`` searches."""
    CASES = 5
    """All consistent layouts agree on the cell."""

    @property
    def meaning(self) -> str:
        """A description of the level in a few words, for people."""
        return _MEANINGS[self]

    def __str__(self) -> str:
        return self.name.lower()


_MEANINGS = {
    Reasoning.CLUE: "one clue alone",
    Reasoning.SUBSET: "the difference of two sentences, CS50's rule",
    Reasoning.OVERLAP: "the shared cells of two sentences",
    Reasoning.COUNT: "the number of mines left",
    Reasoning.CASES: "all consistent layouts agree",
}


DERIVATION_LEVELS = {
    Rule.SUBSET: Reasoning.SUBSET,
    Rule.OVERLAP: Reasoning.OVERLAP,
    Rule.MINE_COUNT: Reasoning.COUNT,
    Rule.CASES: Reasoning.CASES,
}
"""The reasoning level of each rule. The other rules read a clue or settle cells of one sentence: level ``CLUE``."""

_NOT_DERIVED = (Rule.STATED, Rule.CLAIMED)
"""The rules of conclusions whose way, and so whose level, is not known."""

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
        self._known: dict[Derivation, Reasoning | None] = {}

    def of(self, derivation: Derivation) -> Reasoning | None:
        """Return the level of ``derivation``; fast when the levels of its premises are cached.

        ``None`` if it is, or rests on, a sentence or verdict of an agent that offers no derivations.
        """
        if len(self._known) > _MOST_KEPT:
            self.clear()
        known, todo = self._known, [derivation]
        while derivation not in known:
            step = todo[-1]
            unknown = [premise for premise in step.premises if premise not in known]
            if unknown:
                todo += unknown
                continue
            todo.pop()
            known[step] = _level_of(step, known)
        return known[derivation]

    def prepare(self, derivations: Iterable[Derivation]) -> None:
        """Find the levels of ``derivations``, as far as they are not cached."""
        known = self._known
        for derivation in derivations:
            if derivation not in known:
                self.of(derivation)

    def clear(self) -> None:
        """Clear the cache, because the next derivations belong to another game."""
        # Another thread may be using the dictionary.
        self._known = {}


def _level_of(step: Derivation, known: Mapping[Derivation, Reasoning | None]) -> Reasoning | None:
    """Return the level of a derivation whose premises have the levels ``known``."""
    if step.rule in _NOT_DERIVED:
        return None
    highest = DERIVATION_LEVELS.get(step.rule, Reasoning.CLUE)
    for premise in step.premises:
        level = known[premise]
        if level is None:
            return None
        highest = max(highest, level)
    return highest
