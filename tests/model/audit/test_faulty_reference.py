"""The reference without faults knows what ``MinesweeperAI`` knows; each fault changes that on some board."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import MinesweeperAI
from minesweeper_qt.model.audit.causes import FORMS
from minesweeper_qt.model.audit.faulty_reference import (
    BoardBits,
    ChangedWhileIterated,
    FaultyReference,
    Pass,
    Settling,
    Switches,
    TooManySentences,
)
from minesweeper_qt.model.audit.finding import Cause
from tests.model.support.oracles import ORDERS, Truth, truths

HABITS = [
    Switches(settling, marks_again, settles_first, compares, larger_first, equal_too, False, drops_doubles)
    for settling, compares, marks_again, settles_first, larger_first, equal_too, drops_doubles in product(
        Settling, Pass, *[(False, True)] * 5
    )
]


@pytest.mark.slow
@given(truth=truths(), order=st.sampled_from(sorted(ORDERS)), habits=st.sampled_from(HABITS))
def test_without_faults_it_knows_what_the_reference_knows(truth: Truth, order: str, habits: Switches) -> None:
    reference = MinesweeperAI(truth.height, truth.width)
    agent = FaultyReference(truth.height, truth.width, habits)
    for cell, clue in ORDERS[order](truth, reference):
        reference.add_knowledge(cell, clue)
        agent.add_knowledge(cell, clue)
        assert set(agent.bits.cells(agent.safes)) == reference.safes
        assert set(agent.bits.cells(agent.mines)) == reference.mines


def differs(truth: Truth, form: Switches) -> bool:
    """Return whether the fault shows on this board, as its safe cells are revealed in order."""
    reference = MinesweeperAI(truth.height, truth.width)
    agent = FaultyReference(truth.height, truth.width, form)
    for cell in truth.order:
        reference.add_knowledge(cell, truth.clue(cell))
        try:
            agent.add_knowledge(cell, truth.clue(cell))
        except (ChangedWhileIterated, TooManySentences):
            return True
        known = agent.bits.cells(agent.safes), agent.bits.cells(agent.mines)
        if known != (sorted(reference.safes), sorted(reference.mines)):
            return True
    return False


@pytest.mark.parametrize("cause", list(Cause))
def test_the_forms_of_each_fault_show_on_some_board(cause: Cause) -> None:
    boards = [truths_of(seed) for seed in range(60)]
    # Of some faults there are hundreds of forms, one for each habit.
    for form in FORMS[cause][:: -(-len(FORMS[cause]) // 20)]:
        assert any(differs(board, form) for board in boards), form


def truths_of(seed: int) -> Truth:
    """Return a random board of 5 x 6 cells with 6 mines."""
    cells = [(i, j) for i in range(5) for j in range(6)]
    random.Random(seed).shuffle(cells)
    return Truth(5, 6, frozenset(cells[:6]), tuple(cells[6:]))


@settings(max_examples=50)
@given(truth=truths(), form=st.sampled_from([form for cause in Cause for form in FORMS[cause]]))
def test_a_fault_never_raises_anything_unexpected(truth: Truth, form: Switches) -> None:
    differs(truth, form)


def test_no_form_belongs_to_two_faults() -> None:
    forms = [form for cause in Cause for form in FORMS[cause]]
    assert len(set(forms)) == len(forms)
    assert Switches() not in forms


def test_a_cell_far_from_the_board_has_no_bit() -> None:
    assert BoardBits(2, 2).mask([(0, 0), (4, 0)]) is None
