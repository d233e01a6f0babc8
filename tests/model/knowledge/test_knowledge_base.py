"""Tests of the knowledge base: the closure under the rules, its changes, and the number of mines."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Board, Cell, CellError, KnowledgeBase, MineCountError, MinesweeperAI
from tests.model.support.oracles import ORDERS, Sentences, Truth, differences, fixpoint, in_force, layouts, truths

orders = pytest.mark.parametrize("reveal", ORDERS.values(), ids=ORDERS)


def local_sentences(truth: Truth, ai: MinesweeperAI) -> Sentences:
    """Return the sentences in force except that of the mine count, to which the subset rule is not applied."""
    sentences = in_force(ai)
    if ai.knowledge_base.total_mines is not None:
        sentences.pop(frozenset(truth.cells) - ai.mines - ai.safes, None)
    return sentences


def assert_true_and_closed(truth: Truth, ai: MinesweeperAI) -> None:
    assert ai.safes.isdisjoint(truth.mines)
    assert ai.mines <= truth.mines
    settled = ai.safes | ai.mines
    for cells, count in in_force(ai).items():
        assert 0 < count < len(cells)
        assert cells.isdisjoint(settled)
        assert len(cells & truth.mines) == count
    sentences = local_sentences(truth, ai)
    assert differences(sentences).items() <= sentences.items()


@pytest.mark.long
@orders
@given(truth=truths(), seed=st.integers(0, 2**32), overlap=st.booleans())
def test_what_is_known_is_what_a_plain_fixpoint_of_the_rules_finds(
    reveal, truth: Truth, seed: int, overlap: bool
) -> None:
    chance = random.Random(seed)
    ai = MinesweeperAI(truth.height, truth.width, overlap=overlap)
    clues: dict[Cell, int] = {}
    marks: dict[Cell, int] = {}
    for cell, clue in reveal(truth, ai):
        if chance.random() < 0.05:
            marked = chance.choice(truth.cells)
            marks[marked] = int(marked in truth.mines)
            (ai.mark_mine if marked in truth.mines else ai.mark_safe)(marked)
        ai.add_knowledge(cell, clue)
        clues[cell] = clue
        if len(truth.cells) <= 30 or len(clues) % 8 == 0 or len(clues) == len(truth.order):
            found = ai.safes, ai.mines, in_force(ai)
            assert found == fixpoint(truth.height, truth.width, clues, marks, overlap=overlap)


@pytest.mark.slow
@orders
@given(truth=truths(5, 6, max_cells=14), knows_mine_count=st.booleans(), exact=st.booleans(), overlap=st.booleans())
def test_what_is_known_holds_in_all_layouts(
    reveal, truth: Truth, knows_mine_count: bool, exact: bool, overlap: bool
) -> None:
    total = len(truth.mines) if knows_mine_count else None
    exact = exact and knows_mine_count
    ai = MinesweeperAI(truth.height, truth.width, total_mines=total, exact=exact, overlap=overlap)
    clues: dict[Cell, int] = {}
    for cell, clue in reveal(truth, ai):
        ai.add_knowledge(cell, clue)
        clues[cell] = clue
        possible = layouts(truth, clues, total=total)
        for mines in possible:
            assert ai.mines <= mines
            assert ai.safes.isdisjoint(mines)
            assert all(len(cells & mines) == count for cells, count in in_force(ai).items())
        if exact:
            assert ai.mines == frozenset(truth.cells).intersection(*possible)
            assert ai.safes == set(truth.cells).difference(*possible)
        whole = frozenset(truth.cells) - ai.safes - ai.mines
        assert total is None or not whole or in_force(ai)[whole] == total - len(ai.mines)


@pytest.mark.long
@orders
@given(truth=truths(), knows_mine_count=st.booleans())
def test_a_change_leads_to_what_is_true_and_lets_no_rule_apply_any_more(
    reveal, truth: Truth, knows_mine_count: bool
) -> None:
    ai = MinesweeperAI(truth.height, truth.width, total_mines=len(truth.mines) if knows_mine_count else None)
    assert_true_and_closed(truth, ai)
    derivations = {derivation.number: derivation for derivation in ai.knowledge_base}
    safes, mines = set(ai.safes), set(ai.mines)
    for move, (cell, clue) in enumerate(reveal(truth, ai), start=1):
        change = ai.add_knowledge(cell, clue)
        assert_true_and_closed(truth, ai)
        assert (change.cell, change.clue, change.move) == (cell, clue, move)
        for derivation in change.removed:
            assert derivations.pop(derivation.number) is derivation
        for derivation in change.added:
            assert derivations.setdefault(derivation.number, derivation) is derivation
            assert derivation not in change.removed
        assert set(derivations.values()) == set(ai.knowledge_base)
        for verdicts, known in ((change.safes, safes), (change.mines, mines)):
            new = {cell for verdict in verdicts for cell in verdict.cells}
            assert len(new) == len(verdicts)
            assert known.isdisjoint(new)
            known |= new
        assert (safes, mines) == (ai.safes, ai.mines)
    assert ai.moves_made == ai.safes == set(truth.order)


@pytest.mark.slow
@given(truth=truths())
def test_sentences_come_oldest_first_and_are_found_by_the_cells_they_mention(truth: Truth) -> None:
    ai = MinesweeperAI(truth.height, truth.width)
    for cell in truth.order:
        ai.add_knowledge(cell, truth.clue(cell))
        numbers = [derivation.number for derivation in ai.knowledge_base]
        assert numbers == sorted(numbers)
        assert [str(sentence) for sentence in ai.knowledge] == [derivation.text for derivation in ai.knowledge_base]


@pytest.mark.parametrize("cell", [(-1, 0), (2, 0), (0, 3), [0, 0], None, "00", (0,), (0, 0, 0), (True, 0), (0.0, 0)])
def test_a_cell_off_the_board_is_an_error_everywhere(cell) -> None:
    base = KnowledgeBase(Board(2, 3))
    base.learn((0, 0), 1)
    with pytest.raises(CellError, match="rows are 0 to 1, columns 0 to 2"):
        base.learn(cell, 0)
    with pytest.raises(CellError):
        base.learn((0, 1), 1, ((cell, 1),))
    assert base.moves == 1


# -- the number of mines


@pytest.mark.parametrize(
    "width, total, clues, mines",
    [
        (5, 1, {0: 1}, {1}),  # all mines are known, so every other cell is safe
        (5, 2, {0: 0, 1: 0}, {3, 4}),  # only mines are left
        (8, 4, {1: 1, 5: 1}, {3, 7}),  # disjoint sentences leave only mines
    ],
)
def test_the_number_of_mines_settles_the_rest(width: int, total: int, clues: dict[int, int], mines: set[int]) -> None:
    ai = MinesweeperAI(1, width, total_mines=total)
    for column, clue in clues.items():
        ai.add_knowledge((0, column), clue)
    assert ai.mines == {(0, column) for column in mines}
    if len(mines) == total:
        assert ai.safes == {(0, column) for column in range(width)} - ai.mines


def test_disjoint_sentences_that_hold_all_mines_leave_the_rest_safe() -> None:
    ai = MinesweeperAI(1, 9, total_mines=2)
    ai.add_knowledge((0, 1), 1)
    ai.add_knowledge((0, 5), 1)
    assert ai.safes == {(0, 1), (0, 5), (0, 3), (0, 7), (0, 8)}
    assert {str(sentence) for sentence in ai.knowledge} == {
        "{(0, 0), (0, 2)} = 1",
        "{(0, 4), (0, 6)} = 1",
        "{(0, 0), (0, 2), (0, 4), (0, 6)} = 2",
    }


def test_without_mines_or_with_only_mines_all_is_known_before_any_clue() -> None:
    assert MinesweeperAI(2, 2, total_mines=0).safes == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert MinesweeperAI(2, 2, total_mines=0).make_safe_move() == (0, 0)
    assert MinesweeperAI(1, 2, total_mines=2).mines == {(0, 0), (0, 1)}
    assert MinesweeperAI(1, 2, total_mines=2).make_random_move() is None


@pytest.mark.parametrize("total", [-1, 7, 1.0, True, "3"])
def test_an_impossible_number_of_mines_is_an_error(total) -> None:
    with pytest.raises(MineCountError, match="allowed are 0 to 6"):
        MinesweeperAI(2, 3, total_mines=total)


@pytest.mark.parametrize("spacing", [4, 5])
def test_many_disjoint_sentences_do_not_explode_with_the_number_of_mines(spacing: int) -> None:
    side = 30
    clues = [(i, j) for i in range(1, side - 1, spacing) for j in range(1, side - 1, spacing)]
    ai = MinesweeperAI(side, side, total_mines=200)
    for number, cell in enumerate(clues, start=1):
        change = ai.add_knowledge(cell, 1 + number % 3)
        assert len(ai.knowledge) == number + 1
        assert len(change.added) + len(change.removed) <= 3


@pytest.mark.long
@given(truth=truths(5, 6, max_cells=24))
def test_a_copy_knows_the_same_and_learns_on_its_own(truth: Truth) -> None:
    ai = MinesweeperAI(truth.height, truth.width)
    for cell in truth.order:
        ai = copy.deepcopy(ai) if truth.clue(cell) % 2 else pickle.loads(pickle.dumps(ai))
        ai.add_knowledge(cell, truth.clue(cell))
        assert_true_and_closed(truth, ai)
    assert ai.moves_made == set(truth.order)
