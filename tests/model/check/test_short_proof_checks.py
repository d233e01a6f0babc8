"""Tests that a short proof with any one part changed no longer holds, nor one that rests on its own verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from minesweeper_qt.model import (
    AgentSnapshot,
    Derivation,
    Explainer,
    Position,
    Proof,
    ProofError,
    Reasoning,
    Rule,
    check_proof,
    short_proof,
)
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES
from minesweeper_qt.model.evidence.proof import Pattern, PatternKind
from minesweeper_qt.model.evidence.proof_step import ProofStep
from tests.model.check.test_proof_checker_mutations import cases_changed, changes_refused
from tests.model.check.test_proof_checker_mutations import step_changes as changes_of_a_step
from tests.model.support.short_proofs import short_proofs_of, uses_short_proofs

pytestmark = [pytest.mark.slow, uses_short_proofs]

EACH = 4
"""The number of proofs of each reasoning level that are changed in every way."""

ROW = Position.from_text("6x2x2\nHHHHHH\n112110")


def sample() -> list[Proof]:
    """Return proofs of every reasoning level, with known as far as there are any."""
    found: dict[Reasoning, list[Proof]] = {level: [] for level in Reasoning}
    for seed in range(1, 400):
        for _, proof in short_proofs_of(seed):
            if len(found[proof.level]) < EACH and len(proof.steps) > (2 if proof.known else 3):
                found[proof.level].append(proof)
        if all(len(proofs) == EACH for proofs in found.values()):
            break
    return [proof for proofs in found.values() for proof in proofs]


def changes(proof: Proof) -> Iterator[tuple[str, Proof]]:
    yield "verdict", replace(proof, is_mine=not proof.is_mine)
    for cell in sorted(proof.position.covered - {proof.cell})[:3]:
        yield "cell", replace(proof, cell=cell)
    for place, step in enumerate(proof.steps):
        for name, changed in step_changes(proof, step):
            steps = (*proof.steps[:place], replace(step, **changed), *proof.steps[place + 1 :])
            yield name, replace(proof, steps=steps)
        yield "step removed", replace(proof, steps=proof.steps[:place] + proof.steps[place + 1 :])
    for number, derivations in proof.known.items():
        for name, lemma in known_changes(proof, derivations):
            yield name, replace(proof, known={**proof.known, number: lemma})
        without = {other: lemma for other, lemma in proof.known.items() if other != number}
        yield "lemma without derivations", replace(proof, known=without)
    yield "lemma of no step", replace(proof, known={**proof.known, len(proof.steps) + 1: ()})


def step_changes(proof: Proof, step: ProofStep) -> Iterator[tuple[str, dict[str, object]]]:
    yield from changes_of_a_step(proof, step)
    if step.supposed is not None:
        for name, supposed in cases_changed(step.supposed):
            yield f"contradiction: {name}", {"supposed": supposed}
        yield "contradiction of nothing", {"supposed": None}


def known_changes(proof: Proof, derivations: tuple[Derivation, ...]) -> Iterator[tuple[str, tuple[Derivation, ...]]]:
    yield "derivation twice", (*derivations, derivations[-1])
    for place, one in enumerate(derivations):
        before, after = derivations[:place], derivations[place + 1 :]
        yield "derivation removed", before + after
        for name, other in (
            ("derivation of the opposite", remade(one, count=len(one.cells) - one.count)),
            ("derivation of more cells", remade(one, cells=one.cells | {proof.cell})),
            ("derivation by an agent's claim", remade(one, rule=Rule.CLAIMED if one.is_verdict else Rule.STATED)),
            ("derivation from nothing", remade(one, premises=())),
        ):
            if (other.count, other.premises, other.cells, other.rule) != (one.count, one.premises, one.cells, one.rule):
                yield name, (*before, other, *after)


def remade(one: Derivation, **changed: object) -> Derivation:
    parts = {name: getattr(one, name) for name in ("number", "rule", "cells", "count", "premises", "move", "clue")}
    return Derivation(**{**parts, **changed})


def test_a_short_proof_that_is_changed_anywhere_does_not_hold() -> None:
    proofs = sample()
    assert Counter(proof.level for proof in proofs) == dict.fromkeys(Reasoning, EACH)
    tried = changes_refused(proofs, changes)
    assert sum(tried.values()) > 1_200
    assert min(tried.values()) >= 3, tried


def test_what_is_known_and_rests_on_the_verdict_is_a_circle() -> None:
    """(0, 3) follows from the verdict on (0, 4), so no proof of (0, 4) may start from it."""
    explainer = Explainer(ROW)
    known = explainer.start_of(None)
    last = max(known.settled.values(), key=lambda verdict: verdict.number if verdict.premises else 0)
    (cell,) = last.cells
    first = next(
        verdict
        for verdict in known.settled.values()
        if verdict.premises and verdict is not last and any(verdict is one for one in last.ancestors())
    )
    (start,) = first.cells
    honest = explainer.short_proof(start)
    assert isinstance(honest, Proof)
    check_proof(honest)
    forged = AgentSnapshot.of(0, known.sentences, {cell: last, start: first}, known.moves_made)
    begin = honest.steps[0].__class__(1, Rule.KNOWN_CELLS, frozenset({cell}), last.count)
    later = [
        replace(step, number=step.number + 1, premises=tuple(n + 1 for n in step.premises)) for step in honest.steps
    ]
    lemmas = {1: (forged.settled[cell],), **{number + 1: lemma for number, lemma in honest.known.items()}}
    circle = Proof(ROW, start, first.count > 0, Reasoning.CASES, (begin, *later), lemmas)
    with pytest.raises(ProofError, match="step 1: rests on the verdict"):
        check_proof(circle)


def test_known_are_the_known_cells_and_sentences() -> None:
    for seed in range(1, 60):
        for _, proof in short_proofs_of(seed):
            known = [step.number for step in proof.steps if step.rule in KNOWN_RULES]
            assert sorted(proof.known) == known


def test_a_short_proof_of_a_revealed_cell_or_without_steps_is_a_fault() -> None:
    honest = short_proof(Position.from_text("3x1x1\n1HH"), (0, 1))
    assert isinstance(honest, Proof)
    with pytest.raises(ProofError, match=r"\(0, 0\) is no covered cell"):
        check_proof(replace(honest, cell=(0, 0)))
    with pytest.raises(ProofError, match="there is no step"):
        check_proof(replace(honest, steps=()))


@pytest.mark.parametrize(
    "change",
    [
        {"level": Reasoning.CASES},
        {"level": Reasoning.CLUE},
        {"pattern": Pattern(PatternKind.ONE_ONE, clues=((1, 0), (1, 1)))},
        {"pattern": Pattern(PatternKind.ONE_TWO_ONE, is_reduced=True, clues=((1, 0), (1, 1), (1, 2)))},
        {"pattern": Pattern(PatternKind.ONE_TWO_ONE, clues=((1, 0), (1, 1)))},
        {"pattern": Pattern(PatternKind.ONE_TWO_ONE, clues=((1, 0), (1, 2), (1, 1)))},
        {"pattern": Pattern(PatternKind.ONE_TWO_ONE, clues=((2, 0), (2, 1), (2, 2)))},
        {"pattern": "1-2-1"},
        {"known": None},
        {"known": {1: None}},
        {"known": {1: ("no derivation",)}},
        {"steps": None},
        {"position": None},
        {"cell": [0, 1]},
        {"is_mine": 0},
    ],
    ids=str,
)
def test_a_wrong_level_or_pattern_and_malformed_fields_are_faults(change: dict[str, Any]) -> None:
    honest = short_proof(Position.from_text("3x3x2\nHHH\n121\n000"), (0, 1))
    assert isinstance(honest, Proof)
    assert honest.pattern is not None
    check_proof(honest)
    with pytest.raises(ProofError):
        check_proof(replace(honest, **change))
