"""Finds what the rules of an agent lack for a cell that could be known and that the agent has not settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.satisfiable import is_satisfiable
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.lack import Known, Lack, LackKind
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.overlap import shared_bounds


def why_not(outline: Outline, known: AgentSnapshot, *, uses_mine_count: bool) -> Lack:
    """Return what the rules of an agent lack for the verdict of ``outline``, on a cell that they have not settled.

    ``known``: what the outline starts from, ``OutlineFinder.known``: what the agent knows, or what the three rules find
    in place of an agent that shows no derivations. ``uses_mine_count``: the agent is told the number of mines. Where
    it has the overlap rule, its sentences show that: no two in force overlap in a fixed number of mines.

    >>> from minesweeper_qt.model import MinesweeperAI, Position
    >>> from minesweeper_qt.model.evidence.lack import lack_text
    >>> from minesweeper_qt.model.evidence.proof_step import ProofStep
    >>> ai = MinesweeperAI(2, 4)
    >>> changes = [ai.add_knowledge((1, 1), 1), ai.add_knowledge((1, 2), 3)]
    >>> known = AgentSnapshot.of(2, ai.knowledge_base, ai.knowledge_base.settled, ai.moves_made)
    >>> three, one = known.sentences
    >>> steps = (
    ...     ProofStep(1, ProofRule.CLUE, one.cells, 1, clue=(1, 1)),
    ...     ProofStep(2, ProofRule.CLUE, three.cells, 3, clue=(1, 2)),
    ...     ProofStep(3, ProofRule.OVERLAP, one.cells & three.cells, 1, (1, 2)),
    ...     ProofStep(4, ProofRule.SUBSET, one.cells - three.cells, 0, (1, 3)),
    ...     ProofStep(5, ProofRule.ALL_SAFE, frozenset({(0, 0)}), 0, (4,)),
    ... )
    >>> outline = Outline(Position.from_text("4x2x3\\nHHHH\\nH13H"), (0, 0), False, Reasoning.OVERLAP, steps)
    >>> lack = why_not(outline, known, uses_mine_count=False)
    >>> print(lack_text(lack))
    The sentences of the 1 at (1, 1) and the 3 at (1, 2) overlap, and neither contains the other: the subset rule \
can't use them.
    """
    cell = outline.cell
    if outline.level <= Reasoning.SUBSET:
        return Lack(cell, LackKind.CONCLUSION)
    if any(step.rule is ProofRule.MINE_COUNT for step in outline.steps):
        return Lack(cell, _count_kind(known, uses_mine_count))
    read = _sentences_read(outline, known)
    in_force = _distinct([*read, *(_held(one, outline) for one in known.sentences)])
    for pair in _fixed_pairs([sentence for sentence in in_force if cell in sentence.cells], in_force):
        if _settles(pair, cell):
            return Lack(cell, LackKind.OVERLAP, pair)
    for pair in _fixed_pairs(read, read):
        return Lack(cell, LackKind.FIRST_OVERLAP, pair)
    return Lack(cell, LackKind.TOGETHER, _needed(read, cell, outline.is_mine))


def _count_kind(known: AgentSnapshot, uses_mine_count: bool) -> LackKind:
    """Return what an agent lacks for a proof with the number of mines."""
    if not uses_mine_count:
        return LackKind.COUNT
    return LackKind.COUNT_SHARED if known.safe_move is None else LackKind.COUNT_LATER


def _sentences_read(outline: Outline, known: AgentSnapshot) -> list[Known]:
    """Return the sentences that the outline argues from, without the cells that the agent has settled."""
    position = outline.position
    sentences = []
    for step in outline.steps:
        if step.clue is not None:
            # The step may be without cells that the outline itself settles.
            around = position.board.neighbours(step.clue).difference(position.clues)
            clue = position.clues[step.clue]
            left = around.difference(known.settled)
            sentences.append(Known(left, clue - len(around & known.mines), step.clue, clue))
        elif step.rule is ProofRule.KNOWN_SENTENCE:
            sentences.append(Known(step.cells.difference(known.settled), step.count - len(step.cells & known.mines)))
    return _distinct(sentence for sentence in sentences if sentence.cells)


def _held(sentence: Derivation, outline: Outline) -> Known:
    """Return a sentence in force."""
    clue = sentence.clue
    return Known(sentence.cells, sentence.count, clue, None if clue is None else outline.position.clues[clue])


def _distinct(sentences: Iterable[Known]) -> list[Known]:
    """Return the sentences without those that state what one before states."""
    return list({sentence.cells: sentence for sentence in reversed(list(sentences))}.values())[::-1]


def _fixed_pairs(ones: Iterable[Known], others: Iterable[Known]) -> Iterator[tuple[Known, Known]]:
    """Yield the pairs, neither inside the other, that fix the number of mines in the cells that they share."""
    for one, other in product(ones, others):
        is_nested = one.cells <= other.cells or other.cells <= one.cells
        if one.cells & other.cells and not is_nested and _shared_mines(one, other) is not None:
            yield one, other


def _shared_mines(one: Known, other: Known) -> int | None:
    """Return the number of mines in the shared cells where both sentences allow one alone; see ``Rule.OVERLAP``."""
    least, most = shared_bounds(one, other)
    return least if least == most else None


def _settles(pair: tuple[Known, Known], cell: Cell) -> bool:
    """Return whether a pair that fixes the mines in its shared cells settles ``cell`` with that."""
    one, other = pair
    inner, mines = one.cells & other.cells, _shared_mines(one, other)
    assert mines is not None
    parts = ((inner, mines), (one.cells - inner, one.count - mines), (other.cells - inner, other.count - mines))
    return any(cell in cells and count in (0, len(cells)) for cells, count in parts)


def _needed(sentences: list[Known], cell: Cell, is_mine: bool) -> tuple[Known, ...]:
    """Return sentences that settle ``cell`` together, none of them needlessly; all if that is too hard to check."""
    opposite = frozenset((cell,)), int(not is_mine)

    def is_enough(places: list[int]) -> bool:
        chosen = [(sentences[place].cells, sentences[place].count) for place in places]
        return not is_satisfiable([opposite, *chosen])

    try:
        return tuple([sentences[place] for place in minimal_subset(is_enough, range(len(sentences)))])
    except TooHard:
        return tuple(sentences)
