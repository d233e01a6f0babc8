"""Outlines of settled cells of random positions, from what different agents know."""

from __future__ import annotations

import random
from functools import cache

import pytest

from minesweeper_qt.model import AgentSnapshot, Explainer, KnowledgeBase, Position, Proof, Reasoning
from tests.model.support.proofs import some_position

uses_short_proofs = pytest.mark.xdist_group("short_proofs")
"""Marks tests that use the proofs, so that one worker runs them all: no other worker finds the same ones again."""

AGENTS = ("three rules", "told the mines", "overlap", "exact")


def agent_of(seed: int) -> str:
    """Return the agent whose knowledge the proofs of ``some_position(seed)`` start from."""
    return AGENTS[seed // 4 % len(AGENTS)]


def snapshot_of(position: Position, agent: str) -> AgentSnapshot:
    """Return what an agent of ``AGENTS`` knows that has learned the clues of ``position`` in a random order."""
    mines = None if agent == "three rules" else position.mines
    base = KnowledgeBase(position.board, mines, exact=agent == "exact", overlap=agent == "overlap")
    for cell in sorted(position.taken):
        base.mark(cell, 1)
    clues = sorted(position.clues.items())
    random.Random(len(clues)).shuffle(clues)
    for cell, clue in clues:
        base.learn(cell, clue)
    return AgentSnapshot.of(0, base, base.settled, base.clues)


@cache
def short_proofs_of(seed: int) -> tuple[tuple[AgentSnapshot, Proof], ...]:
    """Return proofs of certain cells of ``some_position(seed)``, each with what its agent knew; one agent a seed.

    Of a large position, few cells of each reasoning level.
    """
    position = some_position(seed)
    explainer = Explainer(position)
    known = snapshot_of(position, agent_of(seed))
    cells = list(explainer.levels)
    if len(position.board.cells) > 200:
        rng = random.Random(seed)
        groups = [[cell for cell, found in explainer.levels.items() if found is level] for level in Reasoning]
        cells = [cell for group in groups for cell in rng.sample(group, min(2, len(group)))]
    return tuple((known, found) for cell in cells if isinstance(found := explainer.short_proof(cell, known), Proof))
