"""Reads a proof by an own reading of its steps: each must be true in all layouts, and cases must be all cases."""

from __future__ import annotations

from minesweeper_qt.model import Cell, Proof
from minesweeper_qt.model.evidence.proof_step import ProofStep, Split, SplitCase
from tests.stress.support.formula import Formula
from tests.stress.support.layouts import Layouts


def read(proof: Proof, layouts: Layouts) -> int:
    """Assert that all that the proof states is true in all ``layouts``, and return the number of its statements."""
    number = 0
    for step in proof.steps:
        assert layouts.holds(step.cells, step.count), f"step {step.number} is wrong:\n{proof}"
        number += 1
        if step.split is not None:
            number += _read_split(proof, step, step.split, layouts, layouts.listed)
    end = proof.steps[-1]
    assert end.cells == {proof.cell}
    assert end.count == proof.is_mine
    return number


def _read_split(proof: Proof, step: ProofStep, split: Split, layouts: Layouts, left: list[int]) -> int:
    """Assert that each layout of those ``left`` is in one case, and that what each case says is true in it."""
    number = 0
    places = []
    for case in split.cases:
        mines, safes = layouts.mask(case.mines), layouts.mask(case.safes)
        inside = [layout for layout in left if layout & mines == mines and not layout & safes]
        places += inside
        number += 1 + _read_case(proof, step, case, layouts, inside)
    assert sorted(places) == sorted(left), f"not all cases of step {step.number}:\n{proof}"
    return number


def _read_case(proof: Proof, step: ProofStep, case: SplitCase, layouts: Layouts, inside: list[int]) -> int:
    for forced in case.forced:
        mask = layouts.mask(forced.cells)
        wrong = [layout for layout in inside if layout & mask != mask * forced.is_mine]
        assert not wrong, f"step {step.number}, case {case}: {forced} is wrong:\n{proof}"
    if case.clash is not None:
        assert not inside, f"step {step.number}, case {case}: it is possible:\n{proof}"
        return 1
    if case.split is not None:
        return _read_split(proof, step, case.split, layouts, inside)
    mask = layouts.mask(step.cells)
    assert all(layout & mask == mask * step.count for layout in inside), f"step {step.number}, case {case}:\n{proof}"
    return 1


def stated_cells(proof: Proof) -> set[Cell]:
    """Return the cells of the statements that ``read_with`` reads."""
    return {cell for step in _short_steps(proof) for cell in step.cells}


def read_with(proof: Proof, formula: Formula) -> int:
    """Do as ``read`` for a position with more layouts than are listed; long sentences and cases are left out."""
    for step in _short_steps(proof):
        assert formula.follows(step.cells, step.count), f"step {step.number} is wrong:\n{proof}"
    assert formula.all_follow([(proof.cell, int(proof.is_mine))]), str(proof)
    return len(proof.steps)


def _short_steps(proof: Proof) -> list[ProofStep]:
    return [step for step in proof.steps if len(step.cells) <= 8]
