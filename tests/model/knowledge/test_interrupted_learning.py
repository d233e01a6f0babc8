"""Tests that learning can be interrupted, and refuses what is no mark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import Board, Cell, InconsistentKnowledge, KnowledgeBase, SentenceError
from minesweeper_qt.model.errors import Stopped

Clues = list[tuple[Cell, int]]


@st.composite
def observations(draw: st.DrawFn) -> tuple[Board, int, Clues]:
    """Draw a board, a number of mines and clues for it: those of a layout, but for one in six."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    chance = random.Random(draw(st.integers(0, 2**32)))
    board = Board(height, width)
    cells = sorted(board.cells)
    mines = set(chance.sample(cells, chance.randrange(len(cells))))
    safe = [cell for cell in cells if cell not in mines]
    chance.shuffle(safe)
    around = [(cell, board.neighbours(cell)) for cell in safe[:6]]
    clues = [(c, chance.randint(0, len(near)) if chance.random() < 1 / 6 else len(near & mines)) for c, near in around]
    return board, len(mines), clues


def state(base: KnowledgeBase) -> object:
    return (
        [(derivation.number, derivation.text) for derivation in base],
        {cell: (verdict.number, verdict.text) for cell, verdict in base.settled.items()},
        base.clues,
        base.moves,
        base.mine_count and base.mine_count.text,
    )


def outcome_of(base: KnowledgeBase, cell: Cell, clue: int) -> object:
    try:
        return str(base.learn(cell, clue))
    except InconsistentKnowledge as wrong:
        return str(wrong)


def stop_after(polls: Iterator[int]) -> None:
    if next(polls, None) is None:
        raise Stopped("enough")


@pytest.mark.slow
@settings(max_examples=60)
@given(drawn=observations(), kind=st.sampled_from(["rules", "count", "exact"]))
def test_learning_can_be_interrupted_at_each_poll_and_then_nothing_has_changed(
    drawn: tuple[Board, int, Clues], kind: str
) -> None:
    board, mines, clues = drawn
    base, undisturbed = (
        KnowledgeBase(board, None if kind == "rules" else mines, exact=kind == "exact") for _ in range(2)
    )
    most = 0
    for cell, clue in clues:
        expected = outcome_of(undisturbed, cell, clue)
        before = state(base)
        for polls in count():
            base.poll = partial(stop_after, iter(range(polls)))
            try:
                outcome = outcome_of(base, cell, clue)
            except Stopped:
                assert state(base) == before
            else:
                most = max(most, polls)
                assert outcome == expected
                assert state(base) == state(undisturbed)
                break
    assert most or not undisturbed.moves


@pytest.mark.parametrize("mark", [-1, 2, 0.5, 1.0, True, None, "1"])
def test_only_0_and_1_are_marks(mark) -> None:
    base = KnowledgeBase(Board(1, 3))
    before = state(base)
    with pytest.raises(SentenceError, match=r"allowed are 0 .* and 1"):
        base.mark((0, 0), mark)
    with pytest.raises(SentenceError, match=r"allowed are 0 .* and 1"):
        base.learn((0, 1), 1, marks=(((0, 0), mark),))
    assert state(base) == before
