"""Tests that a proof with any one premise removed, or any one number changed, no longer holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from minesweeper_qt.model import Cell, Position, Proof, ProofError, Reasoning, Rule, check_proof
from minesweeper_qt.model.evidence.proof_step import ProofStep, Split, SplitCase
from tests.model.support.proofs import proofs_of, uses_proofs

pytestmark = [pytest.mark.long, uses_proofs]

EACH = 25
"""The number of proofs of each reasoning level that are changed in every way."""


def sample() -> list[Proof]:
    """Return proofs of every reasoning level: the longer ones among those of many positions."""
    found: dict[Reasoning, list[Proof]] = {level: [] for level in Reasoning}
    for seed in range(1, 1_000):
        for proof in proofs_of(seed) if seed % 200 else ():
            if len(found[proof.level]) < EACH and len(proof.steps) > (1 if proof.level is Reasoning.CLUE else 3):
                found[proof.level].append(proof)
        if all(len(proofs) == EACH for proofs in found.values()):
            break
    return [proof for proofs in found.values() for proof in proofs]


def with_step(proof: Proof, place: int, **changes: object) -> Proof:
    steps = list(proof.steps)
    steps[place] = replace(steps[place], **changes)
    return replace(proof, steps=tuple(steps))


def premises_changed(step: ProofStep) -> Iterator[tuple[str, tuple[int, ...]]]:
    for place, premise in enumerate(step.premises):
        before, after = step.premises[:place], step.premises[place + 1 :]
        yield "premise removed", before + after
        yield "premise named twice", (*before, premise, premise, *after)
        for other in (0, step.number, step.number + 1):
            yield "premise that does not come before", (*before, other, *after)


def steps_changed(proof: Proof) -> Iterator[tuple[str, Proof]]:
    for place, step in enumerate(proof.steps):
        for name, changes in step_changes(proof, step):
            yield name, with_step(proof, place, **changes)
        yield "step removed", replace(proof, steps=proof.steps[:place] + proof.steps[place + 1 :])
        yield "step twice", replace(proof, steps=(*proof.steps[:place], step, *proof.steps[place:]))


def step_changes(proof: Proof, step: ProofStep) -> Iterator[tuple[str, dict[str, object]]]:
    for name, premises in premises_changed(step):
        yield name, {"premises": premises}
    for count in {step.count - 1, step.count + 1, len(step.cells) - step.count} - {step.count}:
        yield "count", {"count": count}
    for cell in step.cells:
        yield "cell removed", {"cells": step.cells - {cell}}
    near = step.cells.union(*(proof.steps[premise - 1].cells for premise in step.premises))
    for spare in sorted(proof.position.covered - near)[:2]:
        yield "cell added", {"cells": step.cells | {spare}}
    yield "number", {"number": step.number + 1}
    # A verdict that follows from one sentence also holds in all cases, so the rule CASES would not be a fault.
    for rule in set(Rule) - {step.rule} - ({Rule.CASES} if step.is_verdict else set()):
        yield "rule", {"rule": rule}
    if step.split is not None:
        for name, split in splits_changed(step.split):
            yield name, {"split": split}
    for clue in (None, *proof.position.clues) if step.clue else ():
        if clue is None or clue_minus_premises(proof, step, clue) != (step.cells, step.count):
            yield "clue", {"clue": clue}


def clue_minus_premises(proof: Proof, step: ProofStep, clue: Cell) -> tuple[frozenset[Cell], int]:
    """Return the sentence of ``clue`` minus the premises of ``step``: two clues may state the same sentence."""
    cells = proof.position.board.neighbours(clue) - proof.position.clues.keys()
    count = proof.position.clues[clue]
    for premise in step.premises:
        verdict = proof.steps[premise - 1]
        count -= len(verdict.cells & cells) if verdict.count else 0
        cells -= verdict.cells
    return cells, count


def splits_changed(split: Split) -> Iterator[tuple[str, Split]]:
    yield "sentence of the cases", replace(split, premise=split.premise + 1_000)
    for place, case in enumerate(split.cases):
        others = split.cases[:place] + split.cases[place + 1 :]
        yield "case removed", replace(split, cases=others)
        yield "case twice", replace(split, cases=(*others, case, case))
        for name, changed in cases_changed(case):
            yield name, replace(split, cases=(*split.cases[:place], changed, *split.cases[place + 1 :]))


def cases_changed(case: SplitCase) -> Iterator[tuple[str, SplitCase]]:
    if case.mines != case.safes:
        yield "mines for safe cells", replace(case, mines=case.safes, safes=case.mines)
    for cell in case.mines:
        yield "mine removed", replace(case, mines=case.mines - {cell})
    for cell in case.safes:
        yield "safe cell removed", replace(case, safes=case.safes - {cell})
    for place, forced in enumerate(case.forced):
        before, after = case.forced[:place], case.forced[place + 1 :]
        yield "forced removed", replace(case, forced=before + after)
        yield "forced turned", replace(case, forced=(*before, replace(forced, is_mine=not forced.is_mine), *after))
        yield "forced by nothing", replace(case, forced=(*before, replace(forced, premise=0), *after))
    if case.clash is not None:
        yield "clash removed", replace(case, clash=None)
        yield "clash of nothing", replace(case, clash=0)
    if case.split is not None:
        yield "cases within removed", replace(case, split=None)
        for name, split in splits_changed(case.split):
            yield name, replace(case, split=split)


def wholes_changed(proof: Proof) -> Iterator[tuple[str, Proof]]:
    position = proof.position
    yield "verdict", replace(proof, is_mine=not proof.is_mine)
    counts = any(step.rule is Rule.MINE_COUNT for step in proof.steps)
    if proof.level > Reasoning.CLUE and not (proof.level is Reasoning.CASES and counts):
        # The weaker level does not allow the rules of this one; cases may prove what takes the number of mines.
        yield "level", replace(proof, level=Reasoning(proof.level - 1))
    for cell in sorted(position.covered - {proof.cell})[:3]:
        yield "cell", replace(proof, cell=cell)
    for clue in proof.clues:
        for number in (position.clues[clue] - 1, position.clues[clue] + 1):
            if 0 <= number <= 8:
                clues = {**position.clues, clue: number}
                yield "number of a clue", replace(proof, position=remade(position, position.mines, clues))
        clues = {cell: number for cell, number in position.clues.items() if cell != clue}
        yield "clue covered", replace(proof, position=remade(position, position.mines, clues))
    if counts:
        for mines in (position.mines - 1, position.mines + 1):
            if 0 <= mines <= len(position.board.cells):
                yield "number of mines", replace(proof, position=remade(position, mines, position.clues))
    if any(step.rule is Rule.TAKEN for step in proof.steps):
        yield (
            "cells taken",
            replace(proof, position=Position(position.height, position.width, position.mines, position.clues)),
        )


def remade(position: Position, mines: int, clues: object) -> Position:
    return Position(position.height, position.width, mines, clues, taken=position.taken)


def changes(proof: Proof) -> Iterator[tuple[str, Proof]]:
    yield from steps_changed(proof)
    yield from wholes_changed(proof)


def test_a_proof_that_is_changed_anywhere_does_not_hold() -> None:
    proofs = sample()
    assert Counter(proof.level for proof in proofs) == dict.fromkeys(Reasoning, EACH)
    tried = changes_refused(proofs, changes)
    assert sum(tried.values()) > 10_000
    assert min(tried.values()) >= 4, tried


def changes_refused(proofs: list[Proof], changes: Callable[[Proof], Iterator[tuple[str, Proof]]]) -> Counter[str]:
    """Assert that the proofs hold, and none with one of the changes; return how often each change was tried."""
    tried: Counter[str] = Counter()
    held: list[str] = []
    for proof in proofs:
        check_proof(proof)
        for name, changed in changes(proof):
            tried[name] += 1
            try:
                check_proof(changed)
            except ProofError:
                continue
            held.append(f"{name}:\n{proof}\n\n{proof.position.to_text()}\n{changed.steps}")
    assert not held, f"{len(held)} of {sum(tried.values())} {Counter(one.split(':')[0] for one in held)}\n{held[0]}"
    return tried


def test_a_step_that_is_needed_by_nothing_is_a_fault() -> None:
    proof = next(proof for proof in proofs_of(3) if proof.level is Reasoning.CLUE)
    again = [
        replace(step, number=step.number + 1, premises=tuple(n + 1 for n in step.premises)) for step in proof.steps
    ]
    with pytest.raises(ProofError, match="step 1"):
        check_proof(replace(proof, steps=(replace(proof.steps[0], number=1), *again)))
