"""Tests of explanations: settled cells have valid proofs of their level with few clues, undecided cells two layouts."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from minesweeper_qt.model import (
    Cell,
    CellError,
    Engine,
    Explainer,
    InconsistentPosition,
    KnowledgeBase,
    Position,
    Proof,
    Reasoning,
    Rule,
    TooHard,
    Undecided,
    check_proof,
    explain,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.errors import Stopped
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game
from tests.model.support.proofs import POSITIONS, proofs_of, some_position, uses_proofs
from tests.model.support.work import Calls


def agrees(position: Position, mines: frozenset[Cell]) -> bool:
    near = {cell: len(around(position.height, position.width, cell) & mines) for cell in position.clues}
    return len(mines) == position.mines and position.taken <= mines <= position.covered and near == position.clues


@pytest.mark.long
@uses_proofs
def test_every_settled_cell_has_a_proof_that_holds() -> None:
    found: Counter[Reasoning] = Counter()
    splits: Counter[bool] = Counter()
    for seed in range(POSITIONS):
        position = some_position(seed)
        levels = reasoning_levels(position)
        exact = mine_probabilities(position)
        proofs = {proof.cell: proof for proof in proofs_of(seed)}
        assert proofs.keys() == exact.safe | exact.mines == levels.keys()
        for cell, proof in proofs.items():
            assert proof.position == position
            assert proof.is_mine == (cell in exact.mines)
            assert proof.level is levels[cell]
            check_proof(proof)
            found[proof.level] += 1
            if proof.steps[-1].rule is Rule.CASES:
                splits[proof.steps[-1].split is not None] += 1
    assert found[Reasoning.CLUE] > 5_000
    assert found[Reasoning.SUBSET] > 500
    assert found[Reasoning.OVERLAP] > 500
    assert found[Reasoning.COUNT] > 500
    assert found[Reasoning.CASES] > 30
    # Nearly all case splits are small enough to be shown.
    assert splits[False] < splits[True] / 20


@pytest.mark.slow
@uses_proofs
def test_proofs_of_dense_boards_hold_and_use_the_overlap_rule() -> None:
    """A share of the test above, of the boards with most proofs at the higher levels."""
    found: Counter[Reasoning] = Counter()
    overlaps: Counter[Reasoning] = Counter()
    for seed in range(2, 62, 4):
        exact = mine_probabilities(some_position(seed))
        for proof in proofs_of(seed):
            check_proof(proof)
            assert proof.is_mine == (proof.cell in exact.mines)
            found[proof.level] += 1
            overlaps[proof.level] += any(step.rule is Rule.OVERLAP for step in proof.steps)
    assert min(found[level] for level in Reasoning if level < Reasoning.CASES) > 5
    assert overlaps[Reasoning.OVERLAP] == found[Reasoning.OVERLAP]
    assert not overlaps[Reasoning.SUBSET]


@pytest.mark.long
def test_every_other_cell_has_two_layouts() -> None:
    shown = 0
    for seed in range(POSITIONS // 2):
        position = some_position(seed)
        explainer = Explainer(position)
        chances = mine_probabilities(position).probability
        open_cells = [cell for cell, chance in chances.items() if 0 < chance < 1]
        if len(open_cells) > 12:
            open_cells = random.Random(seed).sample(open_cells, 12)
        for cell in open_cells:
            answer = explainer.explain(cell)
            assert isinstance(answer, Undecided)
            assert cell in answer.with_mine
            assert cell not in answer.without
            assert agrees(position, answer.with_mine)
            assert agrees(position, answer.without)
            assert answer.chance == chances[cell]
            assert answer.least == min(chances.values())
            assert answer.least_cells == tuple(c for c, chance in chances.items() if chance == answer.least)
            shown += 1
    assert shown > 2_000


# -- few clues


def is_forced(position: Position, clues: tuple[Cell, ...], cell: Cell, is_mine: bool) -> bool:
    """Return whether these clues, without the number of mines, leave only this verdict: by trying all layouts."""
    covered = [around(position.height, position.width, clue) - position.clues.keys() for clue in clues]
    open_cells = frozenset[Cell]().union(*covered) - position.taken
    if cell not in open_cells or len(open_cells) > 16:
        return False
    bit = {other: 1 << place for place, other in enumerate(open_cells - {cell})}
    opposite = frozenset() if is_mine else {cell}
    tests = [
        (sum(bit.get(other, 0) for other in cells), position.clues[clue] - len(cells & (position.taken | opposite)))
        for clue, cells in zip(clues, covered, strict=True)
    ]
    return not any(all((mines & mask).bit_count() == need for mask, need in tests) for mines in range(1 << len(bit)))


def by_the_rules(position: Position, clues: tuple[Cell, ...], cell: Cell, overlap: bool) -> bool:
    """Return whether the three rules, or with ``overlap`` the four, settle the cell from these clues alone."""
    base = KnowledgeBase(position.board, overlap=overlap)
    for taken in position.taken:
        base.mark(taken, 1)
    for clue in position.clues:
        base.mark(clue, 0)
    for clue in clues:
        base.learn(clue, position.clues[clue])
    return cell in base.settled


@pytest.mark.long
@uses_proofs
def test_no_fewer_clues_would_do_for_a_chain_or_for_cases() -> None:
    tried: Counter[Reasoning] = Counter()
    most = {Reasoning.SUBSET: 30, Reasoning.OVERLAP: 30, Reasoning.CASES: 15}
    for seed in range(POSITIONS):
        position = some_position(seed)
        is_small = len(position.board.cells) <= 42 and len(position.clues) <= 14
        if len(position.board.cells) > 64:
            continue
        for proof in proofs_of(seed):
            level, number = proof.level, len(proof.clues)
            if any(step.rule is Rule.MINE_COUNT for step in proof.steps) or not 2 <= number <= 14:
                continue
            # Few cells are settled by cases, and those on larger boards.
            if tried[level] == most.get(level, 0) or not (is_small or (level is Reasoning.CASES and number <= 5)):
                continue
            tried[level] += 1
            for clues in combinations(position.clues, number - 1):
                if level is Reasoning.CASES:
                    assert not is_forced(position, clues, proof.cell, proof.is_mine)
                else:
                    assert not by_the_rules(position, clues, proof.cell, level is Reasoning.OVERLAP)
    assert tried == most


@pytest.mark.slow
def test_no_clue_can_be_spared_where_the_number_of_mines_takes_many() -> None:
    """With one clue less and the number of mines, the knowledge base doesn't settle the cell."""
    for seed, share, most in ((32, 0.95, 43), (73, 0.91, 23)):
        position = seen_in_game(16, 30, 99, seed, share)
        explainer = Explainer(position)
        cell = next(cell for cell, level in explainer.levels.items() if level is Reasoning.COUNT)
        proof = explainer.explain(cell)
        assert isinstance(proof, Proof)
        check_proof(proof)
        assert len(proof.clues) <= most
        for spared in proof.clues:
            base = KnowledgeBase(position.board)
            for clue in position.clues:
                base.mark(clue, 0)
            for clue in set(proof.clues) - {spared}:
                base.learn(clue, position.clues[clue])
            base.learn_mine_count(position.mines)
            assert cell not in base.settled


BY_CASES = Position.from_text("8x8x26\nHHH23H3H\nHHHHHH4H\nHHH1H3HH\nHHH1HH3H\nHH2HH4H2\n3HH23HH2\n3H6H5HHH\nHHHHHH3H")
"""A position whose clues alone settle (5, 6) by cases."""


def test_cases_are_those_of_a_difference_where_these_are_fewer() -> None:
    """The clues that settle the cell can be filled in five ways, what two of them leave of the others in three."""
    proof = explain(BY_CASES, (5, 6))
    assert isinstance(proof, Proof)
    check_proof(proof)
    assert proof.level is Reasoning.CASES
    split = proof.steps[-1].split
    assert [case.split for case in split.cases] == [None, None, None]
    assert any(step.rule is Rule.SUBSET for step in proof.steps)


# -- errors and stops


def test_a_revealed_cell_needs_no_explanation() -> None:
    position = Position.from_text("3x1x1\n1HH")
    with pytest.raises(CellError, match=r"\(0, 0\) is revealed; allowed are covered cells"):
        explain(position, (0, 0))
    with pytest.raises(CellError, match="not on the board"):
        explain(position, (1, 0))


def test_where_no_layout_agrees_nothing_is_explained() -> None:
    with pytest.raises(InconsistentPosition):
        explain(Position.from_text("5x2x3\n1H3H1\nHHHH0"), (0, 1))


def test_what_is_too_hard_for_the_engine_is_explained_where_a_rule_settles_it() -> None:
    position = seen_in_game(16, 30, 99, 3, 0.5)
    all_levels = reasoning_levels(position)
    for cell in sorted(position.covered):
        if all_levels.get(cell, Reasoning.CASES) is Reasoning.CASES:
            with pytest.raises(TooHard):
                explain(position, cell, engine=Engine(budget=1))
            break
    settled = next(cell for cell, level in all_levels.items() if level is Reasoning.SUBSET)
    proof = explain(position, settled, engine=Engine(budget=1))
    assert isinstance(proof, Proof)
    check_proof(proof)


@pytest.mark.long
def test_a_search_can_be_stopped_at_any_time() -> None:
    position = seen_in_game(16, 30, 99, 10, 0.8)
    hardest = max(reasoning_levels(position).items(), key=lambda item: item[1])[0]
    calls = Calls()
    explain(position, hardest, poll=calls)
    assert calls.number > 100
    for moment in (1, 2, calls.number // 2, calls.number):
        with pytest.raises(Stopped):
            explain(position, hardest, poll=Calls(moment))


@pytest.mark.slow
def test_a_search_can_be_stopped_while_it_counts() -> None:
    """A lattice of separate clues gives few sentences, but hundreds of thousands of states to count."""
    position = Position(9, 17, 57, {(i, j): 3 for i in range(1, 9, 2) for j in range(1, 17, 2)})
    calls, engine = Calls(), Engine()
    assert isinstance(explain(position, (0, 0), engine=engine, poll=calls), Undecided)
    # Polled between clues, and during three counts: that of the position, and one for each layout that is drawn.
    assert calls.number > 150
    assert engine.counter.poll is not calls
    stopped = Calls(calls.number - 4)
    with pytest.raises(Stopped):
        explain(position, (0, 0), engine=Engine(), poll=stopped)
    assert stopped.number == calls.number - 4
