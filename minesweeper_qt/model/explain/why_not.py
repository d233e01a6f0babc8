"""Finds why the rules of an agent have not settled a cell that is certain, and writes it in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.derivation_checker import is_satisfiable
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Reasoning, Rule
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.knowledge_base import shared_bounds
from minesweeper_qt.model.words import joined, plural, short_sentence

_NAMED = 3
"""The most sentences that one line names."""


class WhyNotKind(Enum):
    """The kinds of reasons why an agent's rules have not settled a cell."""

    CONCLUSION = "conclusion"
    """Nothing: the three rules settle the cell, and the agent has not drawn the conclusion."""
    OVERLAP = "overlap"
    """The overlap rule: two sentences overlap and settle the cell, but neither contains the other."""
    FIRST_OVERLAP = "first overlap"
    """The overlap rule as well: such a pair settles other cells first, from which the proof goes on."""
    TOGETHER = "together"
    """Three sentences or more settle the cell together, and no two of those in force do."""
    COUNT = "count"
    """The number of mines, which the agent is not told."""
    COUNT_LATER = "count later"
    """The number of mines, which the rules use only when no safe cell is left to open."""
    COUNT_SHARED = "count shared"
    """The number of mines together with sentences that share cells: the rules subtract only those that share none."""


@dataclass(frozen=True, slots=True)
class HeldSentence:
    """A sentence that an agent holds, without settled cells: ``cells`` hold ``count`` mines.

    ``clue`` is the revealed cell whose clue it states, and ``number`` that clue; ``None`` for an inferred sentence.
    """

    cells: frozenset[Cell]
    count: int
    clue: Cell | None = None
    number: int | None = None

    @property
    def name(self) -> str:
        """The clue, or the sentence itself.

        >>> cells = frozenset({(0, 0), (0, 1)})
        >>> HeldSentence(cells, 1, (1, 0), 2).name, HeldSentence(cells, 1).name
        ('the 2 at (1, 0)', '{(0, 0), (0, 1)} = 1')
        """
        return short_sentence(self.cells, self.count) if self.clue is None else f"the {self.number} at {self.clue}"


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why the rules of an agent have not settled a cell.

    ``sentences``: the pair of an overlap, or those that settle the cell together; of other kinds, none.

    >>> print(why_not_text(WhyNot(WhyNotKind.COUNT)))
    The proof takes the number of mines, which the agent is not told.
    """

    kind: WhyNotKind
    sentences: tuple[HeldSentence, ...] = ()


def why_not_text(found: WhyNot) -> str:
    """Return why the cell is not settled, in one sentence or two.

    >>> one = HeldSentence(frozenset({(0, 0), (0, 1)}), 1, (1, 0), 1)
    >>> two = HeldSentence(frozenset({(0, 1), (0, 2), (0, 3)}), 2, (1, 2), 2)
    >>> print(why_not_text(WhyNot(WhyNotKind.OVERLAP, (one, two))))
    The sentences of the 1 at (1, 0) and the 2 at (1, 2) overlap, and neither contains the other: the subset rule \
can't use them.
    """
    sentences = sorted(found.sentences, key=lambda sentence: sentence.clue is None)
    names = joined(sentence.name for sentence in sentences)
    if found.kind is WhyNotKind.TOGETHER:
        few = len(sentences) <= _NAMED
        names = joined(sentence.name for sentence in found.sentences) if few else str(len(sentences))
    elif sentences and sentences[0].clue is not None:
        names = f"The {plural(sum(sentence.clue is not None for sentence in sentences), 'sentence')} of {names}"
    return _TEXTS[found.kind].format(names=names)


_TEXTS = {
    WhyNotKind.CONCLUSION: "The three rules settle it: the agent has not drawn this conclusion.",
    WhyNotKind.OVERLAP: "{names} overlap, and neither contains the other: the subset rule can't use them.",
    WhyNotKind.FIRST_OVERLAP: (
        "{names} overlap and settle other cells first. Neither contains the other: the subset rule can't use them."
    ),
    WhyNotKind.TOGETHER: "No two sentences in force settle it: it takes {names} together.",
    WhyNotKind.COUNT: "The proof takes the number of mines, which the agent is not told.",
    WhyNotKind.COUNT_LATER: (
        "The proof takes the number of mines, which the agent's rules use only when no safe cell is left to open."
    ),
    WhyNotKind.COUNT_SHARED: (
        "The proof takes the number of mines and sentences that share cells: from that number, the agent's rules "
        "subtract only sentences that share none."
    ),
}


def why_not(proof: Proof, known: AgentSnapshot, *, uses_mine_count: bool) -> WhyNot:
    """Return why the rules of an agent have not found the verdict of the short ``proof``.

    ``known``: what the proof starts from, ``Explainer.start_of``: what the agent knows, or what the three rules find
    in place of an agent that shows no derivations. ``uses_mine_count``: the agent is told the number of mines. Where
    it has the overlap rule, its sentences show that: no two in force overlap in a fixed number of mines.

    >>> from minesweeper_qt.model import MinesweeperAI, Position
    >>> from minesweeper_qt.model.evidence.proof_step import ProofStep
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 1), 1), ai.add_knowledge((1, 2), 3)]
    >>> known = AgentSnapshot.of(2, ai.knowledge_base, ai.knowledge_base.settled, ai.moves_made)
    >>> three, one = known.sentences
    >>> steps = (
    ...     ProofStep(1, Rule.CLUE, one.cells, 1, clue=(1, 1)),
    ...     ProofStep(2, Rule.CLUE, three.cells, 3, clue=(1, 2)),
    ...     ProofStep(3, Rule.OVERLAP, one.cells & three.cells, 1, (1, 2)),
    ...     ProofStep(4, Rule.SUBSET, one.cells - three.cells, 0, (1, 3)),
    ...     ProofStep(5, Rule.ALL_SAFE, frozenset({(0, 0)}), 0, (4,)),
    ... )
    >>> proof = Proof(Position.from_text("4x2x3\\nHHHH\\nH13H"), (0, 0), False, Reasoning.OVERLAP, steps)
    >>> found = why_not(proof, known, uses_mine_count=False)
    >>> print(why_not_text(found))
    The sentences of the 1 at (1, 1) and the 3 at (1, 2) overlap, and neither contains the other: the subset rule \
can't use them.
    """
    cell = proof.cell
    if proof.level <= Reasoning.SUBSET:
        return WhyNot(WhyNotKind.CONCLUSION)
    if any(step.rule is Rule.MINE_COUNT for step in proof.steps):
        later = WhyNotKind.COUNT_SHARED if known.safe_move is None else WhyNotKind.COUNT_LATER
        return WhyNot(later if uses_mine_count else WhyNotKind.COUNT)
    read = _sentences_read(proof, known)
    clues = proof.position.clues
    held = [
        HeldSentence(one.cells, one.count, one.clue, clues[one.clue] if one.clue else None) for one in known.sentences
    ]
    in_force = _distinct([*read, *held])
    for one, other, mines in _fixed_pairs([sentence for sentence in in_force if cell in sentence.cells], in_force):
        if _settles(one, other, mines, cell):
            return WhyNot(WhyNotKind.OVERLAP, (one, other))
    for one, other, _ in _fixed_pairs(read, read):
        return WhyNot(WhyNotKind.FIRST_OVERLAP, (one, other))
    return WhyNot(WhyNotKind.TOGETHER, _needed(read, cell, proof.is_mine))


def _sentences_read(proof: Proof, known: AgentSnapshot) -> list[HeldSentence]:
    """Return the sentences that the proof argues from, without the cells that the agent has settled."""
    position = proof.position
    sentences = []
    for step in proof.steps:
        if step.clue is not None:
            # The step may be without cells that the proof itself settles.
            around = position.board.neighbours(step.clue).difference(position.clues)
            clue = position.clues[step.clue]
            left = around.difference(known.settled)
            sentences.append(HeldSentence(left, clue - len(around & known.mines), step.clue, clue))
        elif step.rule is Rule.KNOWN_SENTENCE:
            sentences.append(
                HeldSentence(step.cells.difference(known.settled), step.count - len(step.cells & known.mines))
            )
    return _distinct(sentence for sentence in sentences if sentence.cells)


def _distinct(sentences: Iterable[HeldSentence]) -> list[HeldSentence]:
    """Return the sentences without those that state what one before states."""
    return list({sentence.cells: sentence for sentence in reversed(list(sentences))}.values())[::-1]


def _fixed_pairs(
    ones: Iterable[HeldSentence], others: Iterable[HeldSentence]
) -> Iterator[tuple[HeldSentence, HeldSentence, int]]:
    """Yield the pairs, neither inside the other, that fix the number of mines in their shared cells; and that number.

    See ``Rule.OVERLAP``.
    """
    for one, other in product(ones, others):
        least, most = shared_bounds(one, other)
        is_nested = one.cells <= other.cells or other.cells <= one.cells
        if one.cells & other.cells and not is_nested and least == most:
            yield one, other, least


def _settles(one: HeldSentence, other: HeldSentence, mines: int, cell: Cell) -> bool:
    """Return whether a pair with this number of ``mines`` in its shared cells settles ``cell`` with that."""
    inner = one.cells & other.cells
    parts = ((inner, mines), (one.cells - inner, one.count - mines), (other.cells - inner, other.count - mines))
    return any(cell in cells and count in (0, len(cells)) for cells, count in parts)


def _needed(sentences: list[HeldSentence], cell: Cell, is_mine: bool) -> tuple[HeldSentence, ...]:
    """Return sentences that settle ``cell`` together, none of them needlessly; all if that is too hard to check."""
    opposite = frozenset((cell,)), int(not is_mine)

    def is_enough(places: list[int]) -> bool:
        chosen = [(sentences[place].cells, sentences[place].count) for place in places]
        return not is_satisfiable([opposite, *chosen])

    try:
        return tuple([sentences[place] for place in minimal_subset(is_enough, range(len(sentences)))])
    except TooHard:
        return tuple(sentences)
