"""Tests of the proof checker: proofs that hold, and everything that can be wrong with a proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings

from minesweeper_qt.model import Cell, Position, Reasoning, TooHard, mine_probabilities
from minesweeper_qt.model.check import proof_checker as checker_module
from minesweeper_qt.model.check.proof_checker import ProofError, check_proof
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.proof_step import Forced, ProofStep, Split
from tests.model.check.test_proof_checker_mutations import changes, changes_refused
from tests.model.support.oracles import around
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions
from tests.model.support.sat import Solver
from tests.model.support.written_proofs import (
    CASES,
    CLUES,
    COUNT,
    FORCED,
    NESTED,
    OVERLAP,
    PROOFS,
    SPLIT,
    SUBSET,
    SURE,
    TAKEN,
    TWO_CLUES,
    named,
    step,
)


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_by_each_rule_holds(name: str) -> None:
    check_proof(PROOFS[name])


# -- a proof with anything changed does not hold


@pytest.mark.parametrize("name", PROOFS)
def test_with_anything_changed_a_proof_does_not_hold(name: str) -> None:
    assert sum(changes_refused([PROOFS[name]], changes).values()) > 25


def with_garbage(whole: Any) -> Iterator[Any]:
    """Yield the step, split, case or forced cells with a value in one of its fields that can't stand there."""
    for field in fields(whole):
        value = getattr(whole, field.name)
        # A split may be missing, and premises may be none in any collection.
        allowed = (value, frozenset() if value == () else value, None if field.name == "split" else value)
        for wrong in (None, "x", [9], 0.5, -1, 99, (9, 9), frozenset()):
            if wrong not in allowed:
                yield replace(whole, **{field.name: wrong})
        for place, part in enumerate(value if isinstance(value, tuple) else ()):
            if is_dataclass(part):
                for broken in with_garbage(part):
                    yield replace(whole, **{field.name: (*value[:place], broken, *value[place + 1 :])})
        if is_dataclass(value):
            yield from (replace(whole, **{field.name: broken}) for broken in with_garbage(value))


@pytest.mark.parametrize("name", PROOFS)
def test_with_garbage_in_any_field_a_proof_does_not_hold(name: str) -> None:
    proof = PROOFS[name]
    for place, whole in enumerate(proof.steps):
        for broken in with_garbage(whole):
            wrong = replace(proof, steps=(*proof.steps[:place], broken, *proof.steps[place + 1 :]))
            assert not holds(wrong), broken


def holds(proof: Proof) -> bool:
    try:
        check_proof(proof)
    except ProofError:
        return False
    return True


# -- the message of each fault


def changed(proof: Proof, which: int, **changes: Any) -> Proof:
    steps = list(proof.steps)
    steps[which - 1] = replace(steps[which - 1], **changes)
    return replace(proof, steps=tuple(steps))


def with_split(split: Split) -> Proof:
    return changed(SPLIT, 3, split=split)


def with_case(which: int, **changes: Any) -> Proof:
    cases = list(FORCED.cases)
    cases[which] = replace(cases[which], **changes)
    return with_split(Split(1, tuple(cases)))


ALL_OF_THE_FIRST = (CLUES.steps[0], step(2, "ALL_MINES", "00 02", 2, 1))
TAKEN_TWICE = replace(
    TAKEN,
    cell=(0, 3),
    position=Position.from_text("4x1x2\nMM1H"),
    steps=(step(1, "TAKEN", "00", 1), step(2, "TAKEN", "01", 1, 1), *TAKEN.steps[1:]),
)
NOTHING_LEFT = replace(CLUES, steps=(*ALL_OF_THE_FIRST, step(3, "CLUE", "", 0, 2, clue=(0, 1))))
NOTHING_OUT = replace(
    TAKEN,
    position=Position.from_text("7x1x3\nM1HHH1M"),
    steps=(
        step(1, "TAKEN", "00", 1),
        step(2, "CLUE", "02", 0, 1, clue=(0, 1)),
        step(3, "ALL_SAFE", "02", 0, 2),
        step(4, "CLUE", "04 06", 1, 1, clue=(0, 5)),
    ),
)
LESS_OF_A_VERDICT = replace(
    CLUES,
    level=Reasoning.SUBSET,
    steps=(*ALL_OF_THE_FIRST, step(3, "ALL_MINES", "02", 1, 1), step(4, "SUBSET", "00", 1, 2, 3)),
)
OVERLAP_INSIDE = changed(OVERLAP, 4, rule=Rule.OVERLAP, cells=named("13 14"), count=1, premises=(1, 3))
OVERLAP_OPEN = replace(
    OVERLAP,
    position=Position.from_text("5x3x3\nHHHH1\nHHHHH\nHHHH1"),
    steps=(OVERLAP.steps[0], replace(OVERLAP.steps[1], count=1), *OVERLAP.steps[2:]),
)
OVERLAP_OF_A_VERDICT = replace(
    CLUES, level=Reasoning.OVERLAP, steps=(*CLUES.steps[:2], step(3, "OVERLAP", "02", 1, 1, 2))
)
FAULTS = [
    (replace(CLUES, steps=()), "there is no step"),
    (changed(CLUES, 2, number=3), "step 2: bears the number 3"),
    (replace(SUBSET, level=Reasoning.CLUE), "step 3: its rule is above the level clue"),
    (replace(OVERLAP, level=Reasoning.SUBSET), "step 3: its rule is above the level subset"),
    (replace(COUNT, level=Reasoning.OVERLAP), "step 3: its rule is above the level overlap"),
    (replace(SPLIT, level=Reasoning.COUNT), "step 3: its rule is above the level count"),
    (changed(CLUES, 1, clue=None), "step 1: can't read a clue at None"),
    (changed(CLUES, 1, clue=(0, 0)), "step 1: can't read a clue at (0, 0)"),
    (changed(CLUES, 2, clue=(0, 1)), "step 2: can't read a clue at (0, 1)"),
    (changed(CLUES, 2, split=FORCED), "step 2: only a step by cases splits them"),
    (changed(CLUES, 2, premises=(2,)), "step 2: rests on 2, which is no step before it"),
    (changed(CLUES, 2, premises=(0,)), "step 2: rests on 0, which is no step before it"),
    (changed(COUNT, 3, premises=(1, 2, 1)), "step 3: names a premise twice"),
    (changed(TAKEN, 1, cells=named("02")), "step 1: the position does not take that for a mine"),
    (changed(TAKEN, 1, count=0), "step 1: the position does not take that for a mine"),
    (TAKEN_TWICE, "step 2: the position does not take that for a mine"),
    (changed(CLUES, 3, premises=(1,)), "step 3: a clue is stated less verdicts alone"),
    (changed(CLUES, 3, clue=(0, 1), premises=(2,)), "step 3: what is left is something else"),
    (NOTHING_LEFT, "step 3: is no sentence"),
    (NOTHING_OUT, "step 4: #1 can't be taken out of what is left"),
    (LESS_OF_A_VERDICT, "step 4: needs a sentence, and what to take out of it"),
    (changed(CLUES, 1, count=1), "step 1: what is left is something else"),
    (changed(CLUES, 1, cells=named("00")), "step 1: what is left is something else"),
    (changed(SUBSET, 3, premises=(1, 2)), "step 3: #2 can't be taken out of what is left"),
    (changed(SUBSET, 3, premises=(2,)), "step 3: needs a sentence, and what to take out of it"),
    (changed(OVERLAP, 3, premises=(1,)), "step 3: needs two sentences"),
    (changed(OVERLAP, 3, count=2), "step 3: the shared cells may hold another number of mines"),
    (changed(OVERLAP, 3, cells=named("13")), "step 3: the shared cells may hold another number of mines"),
    (OVERLAP_INSIDE, "step 4: needs two sentences that share cells, neither inside the other"),
    (OVERLAP_OPEN, "step 3: the shared cells may hold another number of mines"),
    (OVERLAP_OF_A_VERDICT, "step 3: needs two sentences"),
    (changed(CLUES, 4, premises=(2,)), "step 4: needs one sentence as its premise"),
    (changed(CLUES, 2, premises=()), "step 2: needs one sentence as its premise"),
    (changed(CLUES, 2, rule=Rule.ALL_SAFE, count=0), "step 2: the count of the premise does not settle it"),
    (changed(CLUES, 2, cells=named("04")), "step 2: is not what the premise says"),
    (changed(CLUES, 2, cells=named(""), count=0), "step 2: is no sentence"),
    (changed(CLUES, 2, count=0), "step 2: is not what the premise says"),
    (changed(CASES, 3, rule="cases"), "step 3: 'cases' is no rule"),
    (changed(CASES, 3, cells=named("23 13")), "step 3: settles one cell at a time, safe or a mine"),
    (changed(CASES, 3, count=2), "step 3: settles one cell at a time, safe or a mine"),
    (changed(CASES, 3, count=0), "step 3: the premises leave it open"),
    (changed(CASES, 3, cells=named("13")), "step 3: the premises leave it open"),
    (changed(CASES, 3, premises=(2,)), "step 3: the premises leave it open"),
    (changed(CASES, 3, premises=()), "step 3: the premises leave it open"),
    (changed(SPLIT, 3, premises=(1,)), "step 3: its cases speak of #2, which is no premise"),
    (with_split(Split(3, FORCED.cases)), "step 3: its cases speak of #3, which is no premise"),
    (with_split(Split(1, FORCED.cases[1:])), "step 3: not all cases of #1"),
    (with_split(Split(1, (*FORCED.cases[1:], FORCED.cases[1]))), "step 3: not all cases of #1"),
    (with_case(1, split=Split(1, ())), "step 3: #1 leaves nothing to split"),
    (with_case(0, clash=None, split=Split(2, ())), "step 3: #2 leaves nothing to split"),
    (with_case(0, safes=named("13")), "step 3: a case does not fill #1"),
    (with_case(0, mines=named("03 13"), safes=named("14")), "step 3: a case does not fill #1"),
    (with_case(0, mines=named("99"), safes=named("03 13 14")), "step 3: a case does not fill #1"),
    (with_case(0, clash=1), "step 3: #1 does not clash"),
    (with_case(0, split=NESTED), "step 3: #2 does not clash"),
    (with_case(1, forced=(Forced(2, named("23"), False),)), "step 3: #2 does not force that"),
    (with_case(1, forced=(Forced(2, named("23 13"), True),)), "step 3: #2 does not force that"),
    (with_case(1, forced=(*FORCED.cases[1].forced * 2,)), "step 3: #2 does not force that"),
    (with_case(1, forced=(*FORCED.cases[1].forced, Forced(2, named(""), True))), "step 3: #2 does not force that"),
    (with_case(0, clash=None), "step 3: a case leaves it open"),
    (with_case(1, forced=()), "step 3: a case leaves it open"),
    (changed(SPLIT, 3, count=0), "step 3: a case leaves it open"),
    (changed(CLUES, 1, premises=None), "step 1: 'NoneType' object is not iterable"),
    (replace(CLUES, steps=(None,)), "step 1: 'NoneType' object has no attribute 'number'"),
    (replace(CLUES, steps=CLUES.steps[:3]), "step 3: is not the verdict on (0, 4)"),
    (replace(CLUES, steps=CLUES.steps[:2]), "step 2: is not the verdict on (0, 4)"),
    (replace(CLUES, is_mine=True), "step 4: is not the verdict on (0, 4)"),
    (replace(CLUES, cell=(0, 0)), "step 4: is not the verdict on (0, 0)"),
    (replace(SUBSET, steps=(*SUBSET.steps[:3], step(4, "ALL_SAFE", "02 12", 0, 3))), "step 4: is not the verdict"),
    (replace(CLUES, steps=(*CLUES.steps, step(5, "ALL_MINES", "00", 1, 1))), "step 4: nothing rests on it"),
    (replace(CLUES, steps=(*CLUES.steps, step(5, "ALL_SAFE", "04", 0, 3))), "step 5: step 4 says the same"),
    (replace(TAKEN, steps=(TAKEN.steps[0], step(2, "TAKEN", "00", 1))), "step 2: step 1 says the same"),
    (replace(CLUES, level=Reasoning.SUBSET), "no step takes the level subset"),
    (replace(SUBSET, level=Reasoning.CASES), "no step takes the level cases"),
    (replace(CLUES, level=1), "is no proof"),
    (replace(CLUES, level=None), "is no proof"),
    (replace(CLUES, steps=7), "is no proof"),
    (replace(CLUES, steps=None), "is no proof"),
    (replace(CLUES, steps=list(CLUES.steps)), "is no proof"),
    (replace(CLUES, cell=(9, 9)), "(9, 9) is no covered cell"),
    (replace(CLUES, cell=(0, 1)), "(0, 1) is no covered cell"),
    (changed(CLUES, 2, number=2.0), "step 2: bears the number 2.0"),
    (changed(CLUES, 2, count=1.0), "step 2: is no sentence"),
    (changed(TAKEN, 1, count=True), "step 1: is no sentence"),
    (changed(CLUES, 2, cells={(0, 2)}), "step 2: is no sentence"),
    (changed(CLUES, 3, cells=None), "step 3: is no sentence"),
]


@pytest.mark.parametrize("proof, fault", FAULTS, ids=[fault for _, fault in FAULTS])
def test_each_fault_is_named_with_its_step(proof: Proof, fault: str) -> None:
    with pytest.raises(ProofError) as wrong:
        check_proof(proof)
    assert str(wrong.value).startswith(fault)


def test_a_premise_that_cases_do_not_need_is_a_fault() -> None:
    position = Position(3, 5, 3, {**SURE.clues, (1, 0): 1})
    check_proof(replace(CASES, position=position))
    more = step(3, "CLUE", "00 01 11 20 21", 1, clue=(1, 0))
    with pytest.raises(ProofError, match="step 4: #3 is not needed"):
        check_proof(replace(CASES, position=position, steps=(*TWO_CLUES, more, step(4, "CASES", "23", 1, 1, 2, 3))))


def test_a_verdict_takes_out_a_cell_once() -> None:
    """A sentence can't lose the same cell twice, to two steps that both settle it."""
    steps = (*CLUES.steps[:2], step(3, "ALL_MINES", "00 02", 2, 1), step(4, "CLUE", "04", 0, 2, 3, clue=(0, 3)))
    with pytest.raises(ProofError, match="step 4: #3 can't be taken out of what is left"):
        check_proof(replace(CLUES, steps=(*steps, step(5, "ALL_SAFE", "04", 0, 4))))


def test_a_proof_too_hard_to_verify_is_not_reported_as_wrong(monkeypatch) -> None:
    def too_hard(statements: Any) -> bool:
        raise TooHard("more than 0 steps")

    monkeypatch.setattr(checker_module, "is_satisfiable", too_hard)
    with pytest.raises(TooHard):
        check_proof(CASES)


# -- by cases, on any position


class Premises:
    """The sentences of a position, of each clue with covered neighbours and of the number of mines.

    ``sentences`` has each by the cell of its clue, or by ``None`` for the number of mines.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.sentences: dict[Cell | None, tuple[frozenset[Cell], int]] = {
            clue: (frozenset(cells), position.clues[clue])
            for clue in sorted(position.clues)
            if (cells := around(position.height, position.width, clue) - position.clues.keys())
        }
        self.sentences[None] = (position.covered, position.mines)
        self._solver = Solver(self.sentences.values(), optional=True)
        self._in_force = dict(zip(self.sentences, self._solver.in_force, strict=True))

    def leave_open(self, names: Iterable[Cell | None], cell: Cell, is_mine: bool) -> bool:
        """Return whether the sentences ``names`` allow the opposite verdict on ``cell``."""
        number = self._solver.mine[cell]
        return (
            self._solver.layout(*(self._in_force[name] for name in names), -number if is_mine else number) is not None
        )


def by_cases(premises: Premises, cell: Cell, is_mine: bool, reach: int = 99) -> Proof | None:
    """Return a proof by cases from the number of mines and the clues within ``reach``, using only premises it needs.

    Return ``None`` when these premises leave the cell open.
    """
    names = [
        clue
        for clue in premises.sentences
        if clue is None or max(abs(clue[0] - cell[0]), abs(clue[1] - cell[1])) <= reach
    ]
    if premises.leave_open(names, cell, is_mine):
        return None
    for name in names:
        others = [other for other in names if other != name]
        if not premises.leave_open(others, cell, is_mine):
            names = others
    steps = [
        ProofStep(number, Rule.CLUE if name else Rule.MINE_COUNT, *premises.sentences[name], clue=name)
        for number, name in enumerate(names, 1)
    ]
    last = ProofStep(len(names) + 1, Rule.CASES, frozenset([cell]), int(is_mine), tuple(range(1, len(names) + 1)))
    return Proof(premises.position, cell, is_mine, Reasoning.CASES, (*steps, last))


@pytest.mark.slow
@settings(max_examples=100)
@given(tiny_positions())
def test_what_is_certain_can_be_proved_by_cases_and_nothing_else(position: Position) -> None:
    position = Position(position.height, position.width, position.mines, position.clues)
    found = all_layouts(position)
    if not found:
        return
    premises = Premises(position)
    for cell in position.covered:
        mines = {cell in layout for layout in found}
        for is_mine in (False, True):
            proof = by_cases(premises, cell, is_mine)
            assert (proof is not None) == (mines == {is_mine})
            if proof is None:
                everything = ProofStep(1, Rule.MINE_COUNT, position.covered, position.mines)
                end = ProofStep(2, Rule.CASES, frozenset([cell]), int(is_mine), (1,))
                assert not holds(Proof(position, cell, is_mine, Reasoning.CASES, (everything, end)))
                continue
            check_proof(proof)
            *before, end = proof.steps
            for n, premise in enumerate(before):
                spared = (*end.premises[:n], *end.premises[n + 1 :])
                assert not holds(replace(proof, steps=(*before, replace(end, premises=spared))))
                for count in (premise.count - 1, premise.count + 1):
                    steps = (*before[:n], replace(premise, count=count), *before[n + 1 :], end)
                    assert not holds(replace(proof, steps=steps))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_the_number_of_mines_of_a_whole_board_may_be_a_premise_of_cases(seed: int) -> None:
    position = seen_in_game(16, 30, 99, seed, 0.5)
    found = mine_probabilities(position)
    certain = sorted(found.safe | found.mines)
    premises = Premises(position)
    proof = next(filter(None, (by_cases(premises, cell, cell in found.mines, reach=3) for cell in certain)))
    check_proof(proof)
    everything = ProofStep(1, Rule.MINE_COUNT, position.covered, position.mines)
    moved = [replace(step, number=step.number + 1) for step in proof.steps]
    end = replace(moved.pop(), premises=tuple(range(1, len(proof.steps) + 1)))
    with pytest.raises(ProofError, match="#1 is not needed"):
        check_proof(replace(proof, steps=(everything, *moved, end)))
