"""Finds outlines: short proofs of a cell's verdict that start from what an agent knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.outline_text import outline_lines
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.proof_step import ProofRule, ProofStep
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.exact.probability import Engine
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.explain.known_facts import KnownFacts, has_derivations
from minesweeper_qt.model.explain.outline_search import OutlineSearch
from minesweeper_qt.model.explain.pattern_finder import find_pattern
from minesweeper_qt.model.explain.proof_writer import write_steps
from minesweeper_qt.model.explain.search_facts import Ground
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from minesweeper_qt.model.text.cell_text import MOST_NAMED

_LONG = 4
"""The cost, in lines, of a sentence of so many cells that it is not written out."""

_SPLIT = 2
"""The cost, in lines, of a case split."""


def outline(
    position: Position,
    cell: Cell,
    known: AgentSnapshot | None = None,
    *,
    engine: Engine | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Outline | Undecided:
    """Return a short proof of the verdict on ``cell`` from what an agent knows, or what shows that it is undecided.

    >>> from minesweeper_qt.model.evidence.outline_text import outline_text
    >>> print(outline_text(outline(Position.from_text("3x1x1\\n?1H"), (0, 2))))
    (0, 2) is safe. Level clue: one clue alone.
    The 1 at (0, 1) has its mine already, (0, 0) ▸. So (0, 2) is safe.

    ``known``: what the agent knows about ``position``; ``None`` stands for all that the three rules of CS50 find.
    Arguments and errors are otherwise those of ``explain``. The method is our own: the search of ``explain``, with
    what the agent knows in place of the clues.
    """
    explainer = Explainer(position, engine=engine, should_stop=should_stop)
    return OutlineFinder(explainer, known).find(cell)


class OutlineFinder:
    """Finds the outlines of the cells of one position, from what one agent knows at one moment.

    ``explainer`` is about the position. ``known`` is what the agent knows; ``None`` stands for all that the three rules
    of CS50 find. So does what an agent states without derivations, or of another position.
    """

    def __init__(self, explainer: Explainer, known: AgentSnapshot | None = None) -> None:
        self._explainer = explainer
        self._given = known
        self._ground = Ground(explainer.position)

    @cached_property
    def known(self) -> AgentSnapshot:
        """What outlines start from."""
        given, position = self._given, self._explainer.position
        if given is not None and has_derivations(given) and given.moves_made <= position.clues.keys():
            return given
        base = knowledge_of(position, self._explainer.should_stop)
        return AgentSnapshot.of(0, base, base.settled, base.clues)

    def find(self, cell: Cell) -> Outline | Undecided:
        """Return what the function ``outline`` returns; raise what it raises."""
        position = self._explainer.position
        cell = position.board.cell(cell)
        level = None if cell in position.clues else self._explainer.levels.get(cell)
        if level is None:
            undecided = self._explainer.explain(cell)
            assert isinstance(undecided, Undecided)
            return undecided
        is_mine = cell in self._explainer.levels.mines
        if cell in position.taken:
            step = ProofStep(1, ProofRule.TAKEN, frozenset((cell,)), 1)
            return Outline(position, cell, is_mine, level, (step,))
        known = KnownFacts(self._ground, self.known, cell)
        found = self._outlines(known, cell, is_mine, level)
        if not found:
            proof = self._explainer.explain(cell)
            assert isinstance(proof, Proof)
            return Outline(position, cell, is_mine, level, proof.steps)
        best = min(found, key=_reading_cost)
        settled = {other: verdict.count > 0 for other, verdict in known.verdicts.items()}
        return replace(best, pattern=find_pattern(best, settled))

    def _outlines(self, known: KnownFacts, cell: Cell, is_mine: bool, level: Reasoning) -> list[Outline]:
        """Return the outlines that were found for ``cell`` from what is ``known``."""
        number = cell[0] * self._ground.width + cell[1]
        search = OutlineSearch(known, number, is_mine, level, self._explainer.poll)
        outlines = []
        for fact in search.found():
            steps = write_steps(self._ground, fact, cell)
            outlines.append(Outline(self._explainer.position, cell, is_mine, level, steps, known.lemmas(steps)))
        return outlines


def _reading_cost(found: Outline) -> tuple[int, int]:
    """Return the key that orders outlines by how much there is to read: lines and long sentences, then characters.

    A case split reads worse than a contradiction, since it has no end that shows where it leads.
    """
    lines = outline_lines(found)
    last = found.steps[-1]
    long = [
        step
        for step in found.steps
        if not step.is_verdict and len(step.cells) > MOST_NAMED and step.number not in last.premises
    ]
    cost = sum([1 + len(line.folded) for line in lines]) + _LONG * len(long) + _SPLIT * (last.rule is ProofRule.CASES)
    return cost, sum([len(line.text) for line in lines])
