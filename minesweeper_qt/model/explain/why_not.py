"""Finds what the rules of an agent lack for a cell that could be known and that the agent has not settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.check.satisfiable import is_satisfiable
from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.evidence.lack import Lack, LackKind, Stated
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.proof_step import ProofRule
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.exact.minimal_subset import minimal_subset
from minesweeper_qt.model.knowledge.agent import AgentSnapshot


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
    {(0, 0), (0, 1), (0, 2), (1, 0)} = 1 and {(0, 1), (0, 2), (0, 3), (1, 3)} = 3 overlap, and neither contains the \
other: the subset rule can't use them.
    """
    cell = outline.cell
    if outline.level <= Reasoning.SUBSET:
        return Lack(cell, LackKind.CONCLUSION)
    if any(step.rule is ProofRule.MINE_COUNT for step in outline.steps):
        return Lack(cell, _count_kind(known, uses_mine_count))
    read = _sentences_read(outline, known)
    in_force = list(dict.fromkeys([*read, *((one.cells, one.count) for one in known.sentences)]))
    for pair in _fixed_pairs([stated for stated in in_force if cell in stated[0]], in_force):
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


def _sentences_read(outline: Outline, known: AgentSnapshot) -> list[Stated]:
    """Return the sentences that the outline argues from, without the cells that the agent has settled."""
    position = outline.position
    sentences: dict[Stated, None] = {}
    for step in outline.steps:
        if step.clue is not None:
            # The step may be without cells that the outline itself settles.
            around = position.board.neighbours(step.clue).difference(position.clues)
            sentences[_without(known, around, position.clues[step.clue])] = None
        elif step.rule is ProofRule.KNOWN_SENTENCE:
            sentences[_without(known, step.cells, step.count)] = None
    return [stated for stated in sentences if stated[0]]


def _without(known: AgentSnapshot, cells: frozenset[Cell], count: int) -> Stated:
    """Return what the cells that the agent has settled leave of a sentence."""
    return cells.difference(known.settled), count - len(cells & known.mines)


def _fixed_pairs(ones: Iterable[Stated], others: Iterable[Stated]) -> Iterator[tuple[Stated, Stated]]:
    """Yield the pairs, neither inside the other, that fix the number of mines in the cells that they share."""
    for one, other in product(ones, others):
        is_nested = one[0] <= other[0] or other[0] <= one[0]
        if one[0] & other[0] and not is_nested and _shared_mines(one, other) is not None:
            yield one, other


def _shared_mines(one: Stated, other: Stated) -> int | None:
    """Return the number of mines in the shared cells where both sentences allow one alone; see ``Rule.OVERLAP``."""
    shared = len(one[0] & other[0])
    least = max(0, *(count - (len(cells) - shared) for cells, count in (one, other)))
    return least if least == min(one[1], other[1], shared) else None


def _settles(pair: tuple[Stated, Stated], cell: Cell) -> bool:
    """Return whether a pair that fixes the mines in its shared cells settles ``cell`` with that."""
    one, other = pair
    inner, mines = one[0] & other[0], _shared_mines(one, other)
    assert mines is not None
    parts = ((inner, mines), (one[0] - inner, one[1] - mines), (other[0] - inner, other[1] - mines))
    return any(cell in cells and count in (0, len(cells)) for cells, count in parts)


def _needed(sentences: list[Stated], cell: Cell, is_mine: bool) -> tuple[Stated, ...]:
    """Return sentences that settle ``cell`` together, none of them needlessly; all if that is too hard to check."""
    opposite = frozenset((cell,)), int(not is_mine)

    def is_enough(places: list[int]) -> bool:
        return not is_satisfiable([opposite, *(sentences[place] for place in places)])

    try:
        return tuple([sentences[place] for place in minimal_subset(is_enough, range(len(sentences)))])
    except TooHard:
        return tuple(sentences)
