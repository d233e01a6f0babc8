"""Tests of the agent: marks from outside, its moves, and its construction."""

from __future__ import annotations

import operator
import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    BoardSizeError,
    CellError,
    InconsistentKnowledge,
    MinesweeperAI,
    Rule,
    SeedError,
    Sentence,
)
from tests.model.support.oracles import Truth, fixpoint, in_force, layouts, truths

# -- marks from outside


WAYS = [
    lambda marks, cells: marks.update(cells) or marks,
    lambda marks, cells: [*map(marks.add, cells), marks][-1],
    operator.ior,
    lambda marks, cells: operator.ixor(marks, cells - marks),
    lambda marks, cells: set(marks) | cells,
    lambda marks, cells: frozenset(marks) | cells,
]
"""Ways to mark cells: in place by four methods, and by another set."""


@pytest.mark.slow
@given(truth=truths(6, 7, max_cells=36), seed=st.integers(0, 2**32), way=st.sampled_from(WAYS))
def test_true_marks_are_respected_however_they_are_made(truth: Truth, seed: int, way) -> None:
    chance = random.Random(seed)
    ai = MinesweeperAI(truth.height, truth.width)
    clues, marks = {}, {}
    for cell in truth.order:
        if chance.random() < 0.3:
            marked = set(chance.sample(truth.cells, min(2, len(truth.cells))))
            ai.mines = way(ai.mines, marked & truth.mines)
            ai.safes = way(ai.safes, marked - truth.mines)
            marks |= {cell: int(cell in truth.mines) for cell in marked}
        ai.add_knowledge(cell, truth.clue(cell))
        clues[cell] = truth.clue(cell)
        assert (ai.safes, ai.mines, in_force(ai)) == fixpoint(truth.height, truth.width, clues, marks)
        move = ai.make_safe_move()
        assert (move is None) == (ai.safes <= ai.moves_made)
        assert move is None or move in ai.safes - ai.moves_made


@pytest.mark.parametrize("way", WAYS, ids=["update", "add", "or", "xor", "set", "frozenset"])
def test_a_mark_counts_from_the_next_clue_on_and_is_derived_as_marked(way) -> None:
    ai = MinesweeperAI(3, 3)
    ai.add_knowledge((0, 0), 2)
    ai.mines = way(ai.mines, {(1, 1)})
    ai.safes = way(ai.safes, {(0, 1)})
    assert ai.make_safe_move() == (0, 1)
    assert ai.derivation((1, 1)) is None
    ai.add_knowledge((2, 2), 2)
    assert ai.mines == {(1, 1), (1, 0)}
    assert {str(sentence) for sentence in ai.knowledge} == {"{(1, 2), (2, 1)} = 1"}
    assert ai.derivation((1, 1)).rule is ai.derivation((0, 1)).rule is Rule.MARKED
    assert ai.derivation((1, 0)).rule is Rule.ALL_MINES


def test_mark_mine_and_mark_safe_draw_their_conclusions_at_once() -> None:
    ai = MinesweeperAI(3, 3)
    ai.add_knowledge((0, 0), 1)
    ai.mark_mine((0, 1))
    assert ai.knowledge == []
    assert ai.mines == {(0, 1)}
    assert ai.safes == {(0, 0), (1, 0), (1, 1)}
    assert ai.make_safe_move() in {(1, 0), (1, 1)}
    assert ai.derivation((1, 1)).rule is Rule.ALL_SAFE
    other = MinesweeperAI(1, 3)
    other.add_knowledge((0, 1), 1)
    other.mark_safe((0, 0))
    assert other.mines == {(0, 2)}
    assert other.make_safe_move() == (0, 0)


def test_a_mark_that_no_layout_allows_changes_nothing() -> None:
    ai = MinesweeperAI(2, 3)
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 1)
    known = [str(sentence) for sentence in ai.knowledge], set(ai.mines), set(ai.safes)
    for mark in (
        lambda: ai.mark_mine((0, 2)),
        lambda: ai.mark_mine((0, 0)),
        lambda: ai.mark_safe((0, 2)) or ai.mark_mine((1, 2)),
    ):
        with pytest.raises(InconsistentKnowledge):
            mark()
    assert ai.derivation((0, 2)).rule is Rule.ALL_SAFE
    assert ([str(sentence) for sentence in ai.knowledge], set(ai.mines), set(ai.safes)) == known


@pytest.mark.parametrize("cell", [(-1, 0), (0, 4), None, [0, 0], (0, True)])
def test_a_mark_off_the_board_is_an_error_at_once(cell) -> None:
    ai = MinesweeperAI(1, 4)
    for method in (ai.mark_mine, ai.mark_safe, ai.derivation):
        with pytest.raises(CellError, match="rows are 0 to 0, columns 0 to 3"):
            method(cell)
    assert (ai.mines, ai.safes) == (set(), set())


@pytest.mark.parametrize("junk", [(9, 9), (-1, 0), None, "a1", 7, (0, 0, 0)])
def test_marks_that_are_no_cells_are_never_moves_and_an_error_at_the_next_clue(junk) -> None:
    ai = MinesweeperAI(2, 2)
    for marks in (ai.safes, ai.mines):
        marks.update([junk, "other"])
        assert ai.make_safe_move() is None
        assert ai.make_random_move() in {(0, 0), (0, 1), (1, 0), (1, 1)}
        with pytest.raises(CellError):
            ai.add_knowledge((0, 0), 1)
        assert (ai.moves_made, ai.knowledge) == (set(), [])
        marks.clear()
    ai.add_knowledge((0, 0), 1)
    assert ai.moves_made == {(0, 0)}


@pytest.mark.parametrize(
    "way, arguments",
    [
        *(("clear", []), ("pop", []), ("remove", [(0, 1)]), ("discard", [(0, 1)]), ("difference_update", [{(0, 1)}])),
        *(("intersection_update", [set()]), ("symmetric_difference_update", [{(0, 1)}])),
        *(("__isub__", [{(0, 1)}]), ("__iand__", [set()]), ("__ixor__", [{(0, 1)}])),
    ],
)
def test_what_was_learned_stays_however_it_is_taken_out_of_a_set(way: str, arguments: list) -> None:
    ai = MinesweeperAI(1, 4)
    ai.add_knowledge((0, 0), 1)
    assert ai.mines == {(0, 1)}
    getattr(ai.mines, way)(*arguments)
    assert ai.mines == set()
    ai.add_knowledge((0, 3), 0)
    assert ai.mines == {(0, 1)}
    assert ai.safes == {(0, 0), (0, 2), (0, 3)}


@pytest.mark.parametrize("sort", ["mines", "safes"])
def test_marks_that_contradict_what_is_known_are_refused_until_taken_out(sort: str) -> None:
    ai = MinesweeperAI(1, 6)
    ai.add_knowledge((0, 1), 1)
    ai.add_knowledge((0, 0), 0)
    wrong = {(0, 1)} if sort == "mines" else {(0, 2)}
    known = (set(ai.mines), set(ai.safes), [str(s) for s in ai.knowledge], set(ai.moves_made))
    getattr(ai, sort).update(wrong)
    with pytest.raises(InconsistentKnowledge) as caught:
        ai.add_knowledge((0, 4), 1)
    assert len(caught.value.clash) == 2
    getattr(ai, sort).difference_update(wrong)
    assert (ai.mines, ai.safes, [str(s) for s in ai.knowledge], ai.moves_made) == known
    ai.add_knowledge((0, 4), 1)
    assert ai.moves_made == {(0, 0), (0, 1), (0, 4)}


def test_a_cell_marked_both_ways_is_a_contradiction() -> None:
    ai = MinesweeperAI(2, 2)
    ai.mines.add((1, 1))
    ai.safes.add((1, 1))
    assert ai.make_safe_move() is None
    with pytest.raises(InconsistentKnowledge) as caught:
        ai.add_knowledge((0, 0), 1)
    assert [str(sentence) for sentence in caught.value.sentences] == ["{(1, 1)} = 1", "{(1, 1)} = 0"]
    assert ai.moves_made == set()


def test_other_references_see_the_sets_change_and_a_mark_taken_out_before_the_next_clue_never_was() -> None:
    ai = MinesweeperAI(1, 3)
    mines, safes = ai.mines, ai.safes
    mines.add((0, 2))
    ai.add_knowledge((0, 0), 1)
    assert mines == {(0, 1), (0, 2)} == ai.mines
    assert safes == {(0, 0)} == ai.safes
    # A mark taken out before the next clue was never there.
    ai = MinesweeperAI(1, 3)
    ai.mines.add((0, 2))
    ai.mines.discard((0, 2))
    ai.add_knowledge((0, 0), 0)
    assert ai.mines == set()


def test_changing_a_sentence_of_the_list_changes_nothing_in_the_agent() -> None:
    ai = MinesweeperAI(2, 2)
    ai.add_knowledge((0, 0), 1)
    ai.knowledge[0].mark_mine((0, 1))
    ai.knowledge.clear()
    assert ai.knowledge == [Sentence({(0, 1), (1, 0), (1, 1)}, 1)]


# -- moves


@pytest.mark.slow
@given(truth=truths(), knows_mine_count=st.booleans())
def test_moves_change_nothing_and_are_never_made_moves_or_known_mines(truth: Truth, knows_mine_count: bool) -> None:
    ai = MinesweeperAI(truth.height, truth.width, total_mines=len(truth.mines) if knows_mine_count else None, seed=1)
    for cell in [*truth.order, None]:
        known = (set(ai.mines), set(ai.safes), set(ai.moves_made), ai.knowledge)
        safe, guess = ai.make_safe_move(), ai.make_random_move()
        assert ai.make_safe_move() == safe
        assert (ai.mines, ai.safes, ai.moves_made, ai.knowledge) == known
        assert safe in ai.safes - ai.moves_made if safe else ai.safes == ai.moves_made
        candidates = set(truth.cells) - ai.moves_made - ai.mines
        assert guess in candidates if guess else not candidates
        if cell is not None:
            ai.add_knowledge(cell, truth.clue(cell))


def test_random_moves_are_uniform_over_all_candidates() -> None:
    ai = MinesweeperAI(4, 5, seed=7)
    ai.add_knowledge((0, 0), 3)
    ai.add_knowledge((3, 3), 2)
    candidates = {(i, j) for i in range(4) for j in range(5)} - ai.moves_made - ai.mines
    assert ai.mines == {(0, 1), (1, 0), (1, 1)}
    draws = 15_000
    seen = Counter(ai.make_random_move() for _ in range(draws))
    assert seen.keys() == candidates
    expected = draws / len(candidates)
    chi_square = sum((seen[cell] - expected) ** 2 / expected for cell in candidates)
    assert chi_square < 36  # 14 degrees of freedom: 1 in 1000 fair draws exceeds it, and this seed never does


def test_random_moves_of_a_seed_repeat_and_those_of_others_differ() -> None:
    def moves(seed: int | None) -> list:
        ai = MinesweeperAI(16, 16, seed=seed)
        return [ai.make_random_move() for _ in range(10)]

    assert moves(5) == moves(5)
    assert moves(5) != moves(6)
    assert moves(None) != moves(None)


def test_the_safe_cell_known_longest_comes_first() -> None:
    ai = MinesweeperAI(1, 9)
    ai.add_knowledge((0, 7), 0)
    ai.add_knowledge((0, 1), 0)
    assert ai.make_safe_move() in {(0, 6), (0, 8)}


# -- construction, errors and wrong marks


@pytest.mark.parametrize(
    "seed", [1.5, True, "7", [], 2**63, -(2**63) - 1, pytest.param(10**5000, id="too_long_to_print")]
)
def test_an_impossible_seed_is_an_error(seed) -> None:
    with pytest.raises(SeedError, match="allowed are whole numbers from"):
        MinesweeperAI(seed=seed)


@pytest.mark.parametrize("size", [(0, 5), (5, -1), (2.0, 2), (True, 2), ("8", 8), (None, 8), (1001, 1)])
def test_an_impossible_size_is_an_error(size) -> None:
    with pytest.raises(BoardSizeError, match="allowed are whole numbers from 1 to 1000"):
        MinesweeperAI(*size)


def test_the_default_board_is_8x8() -> None:
    ai = MinesweeperAI()
    assert (ai.height, ai.width) == (8, 8)
    assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == (set(), set(), set(), [])


def test_after_an_error_marks_from_outside_count_at_the_next_clue() -> None:
    ai = MinesweeperAI(1, 4)
    ai.mines.add((0, 3))
    with pytest.raises(InconsistentKnowledge):
        ai.add_knowledge((0, 0), 2)
    assert ai.mines == {(0, 3)}
    assert ai.derivation((0, 3)) is None
    ai.add_knowledge((0, 2), 1)
    assert ai.safes == {(0, 1), (0, 2)}


@pytest.mark.slow
@given(truth=truths(3, 4, max_cells=12), wrong=st.sampled_from(range(12)))
def test_a_wrong_mark_is_taken_as_true_as_far_as_clues_allow(truth: Truth, wrong: int) -> None:
    cell = truth.cells[wrong % len(truth.cells)]
    marks = {cell: int(cell not in truth.mines)}
    ai = MinesweeperAI(truth.height, truth.width)
    (ai.mines if marks[cell] else ai.safes).add(cell)
    clues = {}
    for revealed in truth.order:
        clues[revealed] = truth.clue(revealed)
        agree = layouts(truth, clues, marks)
        if not agree:
            with suppress(InconsistentKnowledge):
                ai.add_knowledge(revealed, clues[revealed])
            return
        ai.add_knowledge(revealed, clues[revealed])
        assert ai.mines <= frozenset.intersection(*agree)
        assert ai.safes.isdisjoint(frozenset.union(*agree))
