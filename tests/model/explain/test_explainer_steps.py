"""Tests that a proof has no step that another one makes superfluous."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from minesweeper_qt.model import Cell, Position, Proof, Rule, explain
from minesweeper_qt.model.evidence.proof_step import ProofStep
from tests.model.support.proofs import POSITIONS, proofs_of, uses_proofs

pytestmark = [pytest.mark.long, uses_proofs]


def test_no_proof_states_anything_twice() -> None:
    position = Position.from_text("7x6x10\nH2H102H\nHH2102H\nHH21022\nH3H212H\nH2HH1HH\nH1H11HH")
    found = [explain(position, (5, 0)), *(proof for seed in range(1, POSITIONS) for proof in proofs_of(seed))]
    for proof in found:
        assert isinstance(proof, Proof)
        stated = Counter((step.is_verdict, step.cells, step.count) for step in proof.steps)
        assert max(stated.values()) == 1, str(proof)


def start_of(proof: Proof, step: ProofStep) -> frozenset[Cell]:
    """Return the cells of the sentence that a step takes its premises out of."""
    if step.rule is Rule.CLUE and step.clue is not None:
        return proof.position.board.neighbours(step.clue) & proof.position.covered
    return proof.position.covered if step.rule is Rule.MINE_COUNT else proof.steps[step.premises[0] - 1].cells


def test_verdicts_of_one_sentence_come_in_one_step_where_they_can() -> None:
    """Two verdicts could share a step when each sentence that loses cells of either loses all its cells of both."""
    for seed in range(1, POSITIONS):
        for proof in proofs_of(seed):
            verdicts = [step for step in proof.steps if step.rule in (Rule.ALL_SAFE, Rule.ALL_MINES)]
            for one, other in combinations(verdicts, 2):
                if one.premises != other.premises or proof.cell in one.cells | other.cells:
                    continue
                both = one.cells | other.cells
                pair = {one.number: one.cells, other.number: other.cells}
                users = [step for step in proof.steps if not pair.keys().isdisjoint(step.premises)]
                assert any(
                    start_of(proof, user) & both
                    != start_of(proof, user) & frozenset[Cell]().union(*(pair.get(n, ()) for n in user.premises))
                    for user in users
                ), f"{seed}\n{proof}"
