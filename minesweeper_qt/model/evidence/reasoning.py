"""The rules of inference, and the levels of reasoning that a conclusion can need."""

from __future__ import annotations

from enum import Enum, IntEnum


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


_LEVELS = {
    "subset": Reasoning.SUBSET,
    "overlap": Reasoning.OVERLAP,
    "mine count": Reasoning.COUNT,
    "cases": Reasoning.CASES,
    "contradiction": Reasoning.CASES,
}
"""The reasoning levels of rules. The others, which read a clue or settle cells of one sentence, have the lowest."""

_VERDICTS = (
    *("revealed", "marked", "all safe", "all mines", "cases", "claimed by the agent"),
    *("taken", "known cells", "contradiction"),
)
"""The rules that settle their cells as safe or as mines."""


class Rule(Enum):
    """The rules by which a derivation or a step of a proof follows; the value is the name of the rule for people.

    ``level`` is the reasoning level of a rule, and ``is_verdict`` whether it settles its cells as safe or as mines.

    In a proof, ``CLUE``, ``MINE_COUNT`` and ``SUBSET`` state a sentence *minus* some premises. A premise that is a
    verdict removes those of its cells that the sentence mentions. Any other premise must lie inside the sentence and is
    removed as a whole. No cell is removed twice. A verdict of a proof may settle several cells, one of a derivation
    settles one.

    >>> Rule.SUBSET.value
    'subset'
    >>> Rule("all safe").name
    'ALL_SAFE'

    ``Rule(name)`` raises ``ValueError`` for any other name.
    """

    REVEALED = "revealed"
    """The cell was revealed and is not a mine. No premises."""
    CLUE = "clue"
    """The clue of a revealed cell counts the mines among its neighbours: all of them, or in proofs the covered ones."""
    MARKED = "marked"
    """The verdict was set from outside (``mark_mine``, ``ai.safes.add``) and is assumed to be true. No premises."""
    MINE_COUNT = "mine count"
    """The whole board, or in proofs all covered cells, holds the number of mines that is given."""
    SETTLED = "settled"
    """In derivations: the first premise without the cells that the other premises, which are verdicts, settle."""
    ALL_SAFE = "all safe"
    """CS50's first rule: the premise counts no mine, so each of its cells is safe."""
    ALL_MINES = "all mines"
    """CS50's second rule: the premise counts as many mines as cells, so each of its cells is a mine."""
    SUBSET = "subset"
    """CS50's third rule: the first premise minus the second, a subset of it: ``set2 - set1 = count2 - count1``."""
    OVERLAP = "overlap"
    """The rule beyond CS50's: the cells that the two premises share, where both allow one number of mines alone.

    For premises ``A = a`` and ``B = b``, neither inside the other, ``I = A & B`` holds at least
    ``max(0, a - |A - I|, b - |B - I|)`` mines and at most ``min(a, b, |I|)``. Where the two are equal, that is the
    count of ``I``.
    """
    CASES = "cases"
    """The rule of the exact engine: the cell is safe, or is a mine, in all layouts that satisfy the premises."""
    STATED = "stated by the agent"
    """A sentence of an agent that offers no derivations, which nobody has verified. No premises."""
    CLAIMED = "claimed by the agent"
    """A verdict of an agent that offers no derivations, which nobody has verified. No premises."""
    TAKEN = "taken"
    """In proofs, as all that follow: the position takes the cell for a mine. No premises."""
    KNOWN_CELLS = "known cells"
    """The agent has settled the cells, all as safe or all as mines. No premises; see ``Proof.known``."""
    KNOWN_SENTENCE = "known sentence"
    """The agent holds, or held, the sentence. No premises; see ``Proof.known``."""
    CONTRADICTION = "contradiction"
    """The opposite verdict, which ``supposed`` begins with, contradicts the premises."""

    def __init__(self, name: str) -> None:
        self.level = _LEVELS.get(name, Reasoning.CLUE)
        self.is_verdict = name in _VERDICTS


KNOWN_RULES = (Rule.KNOWN_CELLS, Rule.KNOWN_SENTENCE)
"""The rules of steps that state what an agent knows."""
