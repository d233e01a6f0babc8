"""Tests that an outline with any one part changed no longer holds, nor one that rests on its own verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from minesweeper_qt.model import (
    AgentSnapshot,
    Derivation,
    Explainer,
    Outline,
    OutlineError,
    OutlineFinder,
    Position,
    ProofRule,
    Reasoning,
    Rule,
    check_outline,
)
from minesweeper_qt.model.evidence.outline import LEMMA_RULES
from tests.model.check.test_proof_checker_mutations import cases_changed, premises_changed
from tests.model.support.outlines import outlines_of, uses_outlines

pytestmark = [pytest.mark.slow, uses_outlines]

EACH = 8
"""The number of outlines of each reasoning level that are changed in every way."""

ROW = Position.from_text("6x2x2\nHHHHHH\n112110")


def sample() -> list[Outline]:
    """Return outlines of every reasoning level, with lemmas as far as there are any."""
    found: dict[Reasoning, list[Outline]] = {level: [] for level in Reasoning}
    for seed in range(1, 400):
        for _, outline in outlines_of(seed):
            if len(found[outline.level]) < EACH and len(outline.steps) > (2 if outline.lemmas else 3):
                found[outline.level].append(outline)
        if all(len(outlines) == EACH for outlines in found.values()):
            break
    return [outline for outlines in found.values() for outline in outlines]


def changes(outline: Outline) -> Iterator[tuple[str, Outline]]:
    yield "verdict", replace(outline, is_mine=not outline.is_mine)
    for cell in sorted(outline.position.covered - {outline.cell})[:3]:
        yield "cell", replace(outline, cell=cell)
    for place, step in enumerate(outline.steps):
        for name, changed in step_changes(outline, step):
            steps = (*outline.steps[:place], replace(step, **changed), *outline.steps[place + 1 :])
            yield name, replace(outline, steps=steps)
        yield "step removed", replace(outline, steps=outline.steps[:place] + outline.steps[place + 1 :])
    for number, derivations in outline.lemmas.items():
        for name, lemma in lemma_changes(outline, derivations):
            yield name, replace(outline, lemmas={**outline.lemmas, number: lemma})
        without = {other: lemma for other, lemma in outline.lemmas.items() if other != number}
        yield "lemma without derivations", replace(outline, lemmas=without)
    yield "lemma of no step", replace(outline, lemmas={**outline.lemmas, len(outline.steps) + 1: ()})


def step_changes(outline: Outline, step) -> Iterator[tuple[str, dict[str, object]]]:
    for name, premises in premises_changed(step):
        yield name, {"premises": premises}
    for count in {step.count - 1, step.count + 1, len(step.cells) - step.count} - {step.count}:
        yield "count", {"count": count}
    for cell in step.cells:
        yield "cell of a step removed", {"cells": step.cells - {cell}}
    yield "number", {"number": step.number + 1}
    for rule in set(ProofRule) - {step.rule} - ({ProofRule.CASES} if step.is_verdict else set()):
        yield "rule", {"rule": rule}
    if step.supposed is not None:
        for name, supposed in cases_changed(step.supposed):
            yield f"contradiction: {name}", {"supposed": supposed}
        yield "contradiction of nothing", {"supposed": None}


def lemma_changes(
    outline: Outline, derivations: tuple[Derivation, ...]
) -> Iterator[tuple[str, tuple[Derivation, ...]]]:
    yield "derivation twice", (*derivations, derivations[-1])
    for place, one in enumerate(derivations):
        before, after = derivations[:place], derivations[place + 1 :]
        yield "derivation removed", before + after
        for name, other in (
            ("derivation of the opposite", remade(one, count=len(one.cells) - one.count)),
            ("derivation of more cells", remade(one, cells=one.cells | {outline.cell})),
            ("derivation by an agent's claim", remade(one, rule=Rule.CLAIMED if one.is_verdict else Rule.STATED)),
            ("derivation from nothing", remade(one, premises=())),
        ):
            if (other.count, other.premises, other.cells, other.rule) != (one.count, one.premises, one.cells, one.rule):
                yield name, (*before, other, *after)


def remade(one: Derivation, **changed: object) -> Derivation:
    parts = {name: getattr(one, name) for name in ("number", "rule", "cells", "count", "premises", "move", "clue")}
    return Derivation(**{**parts, **changed})


def test_an_outline_that_is_changed_anywhere_does_not_hold() -> None:
    outlines = sample()
    assert Counter(outline.level for outline in outlines) == dict.fromkeys(Reasoning, EACH)
    tried: Counter[str] = Counter()
    held: list[str] = []
    for outline in outlines:
        check_outline(outline)
        for name, changed in changes(outline):
            tried[name] += 1
            try:
                check_outline(changed)
            except OutlineError:
                continue
            held.append(f"{name}: {changed.steps}\n{outline.position.to_text()}")
    assert not held, f"{len(held)} of {sum(tried.values())} {Counter(one.split(':')[0] for one in held)}\n{held[0]}"
    assert sum(tried.values()) > 2_500
    assert min(tried.values()) >= 3, tried


def test_a_lemma_that_rests_on_the_verdict_is_a_circle() -> None:
    """(0, 3) follows from the verdict on (0, 4), so no outline of (0, 4) may start from it."""
    finder = OutlineFinder(Explainer(ROW))
    known = finder.known
    last = max(known.settled.values(), key=lambda verdict: verdict.number if verdict.premises else 0)
    (cell,) = last.cells
    first = next(
        verdict
        for verdict in known.settled.values()
        if verdict.premises and verdict is not last and any(verdict is one for one in last.ancestors())
    )
    (start,) = first.cells
    honest = finder.find(start)
    assert isinstance(honest, Outline)
    check_outline(honest)
    forged = AgentSnapshot.of(0, known.sentences, {cell: last, start: first}, known.moves_made)
    circle = Outline(
        ROW,
        start,
        first.count > 0,
        Reasoning.CASES,
        (
            honest.steps[0].__class__(1, ProofRule.KNOWN_CELLS, frozenset({cell}), last.count),
            *(
                replace(step, number=step.number + 1, premises=tuple(n + 1 for n in step.premises))
                for step in honest.steps
            ),
        ),
        {1: (forged.settled[cell],), **{number + 1: lemma for number, lemma in honest.lemmas.items()}},
    )
    with pytest.raises(OutlineError, match="step 1: rests on the verdict"):
        check_outline(circle)


def test_lemmas_are_the_known_cells_and_sentences() -> None:
    for seed in range(1, 60):
        for _, outline in outlines_of(seed):
            lemmas = [step.number for step in outline.steps if step.rule in LEMMA_RULES]
            assert sorted(outline.lemmas) == lemmas


def test_an_outline_of_a_revealed_cell_or_without_steps_is_a_fault() -> None:
    honest = OutlineFinder(Explainer(Position.from_text("3x1x1\n1HH"))).find((0, 1))
    assert isinstance(honest, Outline)
    with pytest.raises(OutlineError, match=r"\(0, 0\) is no covered cell"):
        check_outline(replace(honest, cell=(0, 0)))
    with pytest.raises(OutlineError, match="there is no step"):
        check_outline(replace(honest, steps=()))
