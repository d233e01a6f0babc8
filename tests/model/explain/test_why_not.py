"""Tests of what an agent's rules found_why: each claim is compared with all pairs of sentences, by a SAT solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from minesweeper_qt.model import AgentSnapshot, Cell, Explainer, MinesweeperAI, Position, Proof, Reasoning, Rule
from minesweeper_qt.model.explain.why_not import HeldSentence, WhyNot, WhyNotKind, why_not, why_not_text
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game
from tests.model.support.proofs import some_position
from tests.model.support.sat import Solver


def snapshot_of(position: Position, *, total: bool = False, overlap: bool = False) -> AgentSnapshot:
    mines = position.mines if total else None
    ai = MinesweeperAI(position.height, position.width, total_mines=mines, overlap=overlap)
    for cell in position.taken:
        ai.mark_mine(cell)
    for cell, clue in position.clues.items():
        ai.add_knowledge(cell, clue)
    return AgentSnapshot.of(1, ai.knowledge_base, ai.knowledge_base.settled, ai.moves_made)


def proof_at(text: str, cell: Cell, *, total: bool = False) -> tuple[Proof, AgentSnapshot]:
    position = Position.from_text(text)
    explainer, known = Explainer(position), snapshot_of(position, total=total)
    found = explainer.short_proof(cell, known)
    assert isinstance(found, Proof)
    return found, explainer.start_of(known)


def lack_at(text: str, cell: Cell, *, total: bool = False) -> WhyNot:
    return why_not(*proof_at(text, cell, total=total), uses_mine_count=total)


def mines_allowed(sentences: Iterable[tuple[frozenset[Cell], int]], cell: Cell) -> set[bool]:
    """Return what the cell is in the layouts that agree with the sentences, by a SAT solver."""
    solver = Solver(sentences, [cell])
    variable = solver.mine[cell]
    return {is_mine for is_mine in (False, True) if solver.layout(variable if is_mine else -variable) is not None}


def test_two_sentences_that_overlap_are_named() -> None:
    found_why = lack_at("4x2x3\nHHHH\nH13H", (0, 0))
    assert found_why.kind is WhyNotKind.OVERLAP
    assert set(found_why.sentences) == {
        HeldSentence(frozenset({(0, 0), (0, 1), (0, 2), (1, 0)}), 1, (1, 1), 1),
        HeldSentence(frozenset({(0, 1), (0, 2), (0, 3), (1, 3)}), 3, (1, 2), 3),
    }
    assert why_not_text(found_why) == (
        "The sentences of the 1 at (1, 1) and the 3 at (1, 2) overlap, and neither contains the other: "
        "the subset rule can't use them."
    )


def test_a_pair_that_settles_other_cells_first_is_called_that() -> None:
    """The middle cell of a 1-2-1 is safe once a mine beside it is known."""
    found_why = lack_at("5x3x4\nHHHHH\nHHHHH\nH121H", (1, 2))
    assert found_why.kind is WhyNotKind.FIRST_OVERLAP
    assert " overlap and settle other cells first. Neither contains the other" in why_not_text(found_why)


def test_a_pair_in_force_that_the_proof_does_not_read_is_named() -> None:
    found, known = proof_at("4x2x3\nHHHH\nH13H", (0, 0))
    found_why = why_not(replace(found, steps=found.steps[-1:]), known, uses_mine_count=False)
    assert found_why.kind is WhyNotKind.OVERLAP
    assert len(found_why.sentences) == 2


THREE = "4x4x3\nHH2H\n1HH1\nH11H\nHHHH"


def test_only_sentences_that_are_needed_settle_a_cell_together() -> None:
    found, known = proof_at(THREE, (0, 0))
    found_why = why_not(found, known, uses_mine_count=False)
    assert (found_why.kind, len(found_why.sentences)) == (WhyNotKind.TOGETHER, 3)
    unread = next(clue for clue in found.position.clues if clue not in found.clues)
    longer = replace(found, steps=(replace(found.steps[0], rule=Rule.CLUE, clue=unread), *found.steps))
    assert set(why_not(longer, known, uses_mine_count=False).sentences) == set(found_why.sentences)


def test_a_conclusion_that_the_three_rules_draw_is_called_that() -> None:
    """As a student's agent may have missed it."""
    explainer = Explainer(Position.from_text("5x2x2\nHHHHH\n11111"))
    found = explainer.short_proof((0, 2))
    assert isinstance(found, Proof)
    found_why = why_not(found, explainer.start_of(None), uses_mine_count=False)
    assert why_not_text(found_why) == "The three rules settle it: the agent has not drawn this conclusion."


def test_the_number_of_mines_is_missing_or_comes_later() -> None:
    text = "5x2x2\n1HHH1\nHHHHH"
    assert lack_at(text, (0, 2)).kind is WhyNotKind.COUNT
    # An agent that is told the number, with a safe cell left to open in the corner.
    later = "10x2x2\n0HH1HHHHH1\nHHHHHHHHHH"
    found_why = lack_at(later, (0, 6), total=True)
    assert (found_why.kind, found_why.sentences) == (WhyNotKind.COUNT_LATER, ())


def test_the_number_of_mines_with_sentences_that_share_cells_is_missing() -> None:
    found_why = lack_at("4x6x5\nHHHH\nH2HH\nHHH1\nHHH2\nHH2H\nH2H1", (0, 3), total=True)
    assert found_why.kind is WhyNotKind.COUNT_SHARED
    assert "subtract only sentences that share none" in why_not_text(found_why)


def test_sentences_that_settle_a_cell_together_are_named_up_to_three() -> None:
    stated = tuple(HeldSentence(frozenset({(0, place), (1, place)}), 1) for place in range(4))
    three, four = (why_not_text(WhyNot(WhyNotKind.TOGETHER, stated[:number])) for number in (3, 4))
    sentences = "{(0, 0), (1, 0)} = 1, {(0, 1), (1, 1)} = 1 and {(0, 2), (1, 2)} = 1"
    assert three == f"No two sentences in force settle it: it takes {sentences} together."
    assert four == "No two sentences in force settle it: it takes 4 together."


def test_a_pair_is_named_by_its_clues_first() -> None:
    one, other = HeldSentence(frozenset({(0, 0), (0, 1)}), 1), HeldSentence(frozenset({(0, 1), (0, 2)}), 1, (1, 1), 2)
    texts = [why_not_text(WhyNot(WhyNotKind.OVERLAP, pair)) for pair in ((one, other), (one, one))]
    assert texts[0].startswith("The sentence of the 2 at (1, 1) and {(0, 0), (0, 1)} = 1 overlap, and neither")
    assert texts[1].startswith("{(0, 0), (0, 1)} = 1 and {(0, 0), (0, 1)} = 1 overlap")


RULES = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.long
@pytest.mark.parametrize("total, overlap", RULES)
def test_each_claim_at_random_positions_is_true(total: bool, overlap: bool) -> None:
    found: Counter[WhyNotKind] = Counter()
    positions = [some_position(seed) for seed in range(1, 200) if seed % 20 != 1]
    positions += [seen_in_game(9, 9, 18, seed, (0.2, 0.3, 0.35, 0.4)[seed % 4]) for seed in range(24)]
    for position in positions:
        explainer = Explainer(position)
        snapshot = snapshot_of(position, total=total, overlap=overlap)
        for cell in explainer.levels.keys() - snapshot.settled.keys():
            proof = explainer.short_proof(cell, snapshot)
            assert isinstance(proof, Proof)
            found_why = why_not(proof, explainer.start_of(snapshot), uses_mine_count=total)
            check_claim(found_why, proof, snapshot, total, overlap)
            found[found_why.kind] += 1
    expected = {WhyNotKind.COUNT_LATER if total else WhyNotKind.COUNT, WhyNotKind.TOGETHER}
    if not overlap:
        expected |= {WhyNotKind.OVERLAP, WhyNotKind.FIRST_OVERLAP}
    assert found.keys() == expected


def check_claim(found_why: WhyNot, proof: Proof, snapshot: AgentSnapshot, total: bool, overlap: bool) -> None:
    counts = any(step.rule is Rule.MINE_COUNT for step in proof.steps)
    assert why_not_text(found_why).endswith(".")
    assert "\n" not in why_not_text(found_why)
    if found_why.kind in (WhyNotKind.COUNT, WhyNotKind.COUNT_LATER, WhyNotKind.COUNT_SHARED):
        assert counts
        assert total == (found_why.kind is not WhyNotKind.COUNT)
        assert (snapshot.safe_move is None) or found_why.kind is not WhyNotKind.COUNT_SHARED
        return
    assert not counts
    local = [(one.cells, one.count) for one in snapshot.sentences if len(one.cells) <= 8]
    about = [pair for pair in combinations(local, 2) if any(proof.cell in cells for cells, _ in pair)]
    pairs = [(one, other) for one, other in about if one[0] & other[0]]
    direct = [pair for pair in pairs if mines_allowed(pair, proof.cell) == {proof.is_mine}]
    named = [(sentence.cells, sentence.count) for sentence in found_why.sentences]
    for sentence in found_why.sentences:
        if sentence.clue is not None:
            assert sentence.number == proof.position.clues[sentence.clue]
            near = around(proof.position.height, proof.position.width, sentence.clue)
            assert sentence.cells == near - snapshot.settled.keys()
    if found_why.kind is WhyNotKind.TOGETHER:
        assert not direct
        assert len(found_why.sentences) > 2
        assert mines_allowed(named, proof.cell) == {proof.is_mine}
        for rest in combinations(named, len(named) - 1):
            assert len(mines_allowed(rest, proof.cell)) == 2
        return
    assert not overlap
    assert proof.level >= Reasoning.OVERLAP
    one, other = named
    assert {one, other} <= set(local)
    assert one[0] & other[0]
    assert not one[0] <= other[0]
    assert not other[0] <= one[0]
    if found_why.kind is WhyNotKind.OVERLAP:
        assert mines_allowed((one, other), proof.cell) == {proof.is_mine}
    else:
        assert found_why.kind is WhyNotKind.FIRST_OVERLAP
        assert not direct
        assert any(len(mines_allowed((one, other), cell)) == 1 for cell in one[0] | other[0])
