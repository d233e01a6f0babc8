"""Tests that learning one clue has a bound in work, admits where that was too little, and can be interrupted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import Board, Cell, InconsistentKnowledge, KnowledgeBase, MinesweeperAI, SentenceError
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.knowledge import consistency
from minesweeper_qt.model.knowledge.consistency import Work

Clues = list[tuple[Cell, int]]


def lattice(side: int, seed: int) -> Clues:
    """Return a lattice of ``side`` x ``side`` lone clues that overlap at their edges, and four more clues."""
    chance = random.Random(seed)
    clues = [((2 * i + 1, 2 * j + 1), chance.randint(1, 4)) for i in range(side) for j in range(side)]
    between = [(i, j) for i in range(2 * side + 1) for j in range(2 * side + 1) if not (i % 2 and j % 2)]
    return clues + [(cell, chance.randint(1, 4)) for cell in chance.sample(between, 4)]


@pytest.mark.slow
@pytest.mark.parametrize("side, seed", [(8, 1), (11, 1), (14, 1), (14, 2)])
def test_one_clue_never_takes_more_work_than_its_limits(monkeypatch: pytest.MonkeyPatch, side: int, seed: int) -> None:
    started: list[Work] = []

    class CountedWork(Work):
        def __init__(self, most: int, *rest) -> None:
            super().__init__(most, *rest)
            self.most = most
            started.append(self)

    monkeypatch.setattr(consistency, "Work", CountedWork)
    # A tenth of the real limits shows the same in less time.
    for name in ("WALK_WORK", "SEARCH_WORK", "CLASH_WORK"):
        monkeypatch.setattr(consistency, name, getattr(consistency, name) // 10)
    limit = 1.1 * (consistency.WALK_WORK + consistency.SEARCH_WORK) + consistency.CLASH_WORK
    base = KnowledgeBase(Board(2 * side + 1, 2 * side + 1))
    spent = []
    for cell, clue in lattice(side, seed):
        started.clear()
        with suppress(InconsistentKnowledge):
            base.learn(cell, clue)
        # A search ends with the step in which its work is used up: that looks at some hundred sentences more.
        spent.append(sum(work.most - work.left for work in started))
    assert limit / 10 < max(spent) <= limit + 2_000
    # Undecided sentences are tried again with every clue, but with less and less work.
    assert sum(spent) <= 12 * limit


def test_it_is_admitted_that_a_contradiction_is_too_hard_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "WALK_WORK", 0)
    monkeypatch.setattr(consistency, "SEARCH_WORK", 0)
    base = KnowledgeBase(Board(3, 9))
    assert not base.is_undecided
    base.learn((1, 1), 4)
    assert base.is_undecided
    monkeypatch.undo()
    for column in (4, 7):
        base.learn((1, column), 4)
    assert not base.is_undecided


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
    clues = [
        (cell, chance.randint(0, len(near)) if chance.random() < 1 / 6 else len(near & mines))
        for cell, near in [(cell, board.neighbours(cell)) for cell in safe[:6]]
    ]
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


def test_the_agent_passes_its_poll_on() -> None:
    agent = MinesweeperAI(3, 3)
    assert agent.poll is None

    def poll() -> None:
        raise Stopped("enough")

    agent.poll = poll
    with pytest.raises(Stopped):
        agent.add_knowledge((0, 0), 1)
    assert not agent.moves_made
    agent.poll = None
    agent.add_knowledge((0, 0), 1)
    assert agent.moves_made == {(0, 0)}


@pytest.mark.parametrize("mark", [-1, 2, 0.5, 1.0, True, None, "1"])
def test_only_0_and_1_are_marks(mark) -> None:
    base = KnowledgeBase(Board(1, 3))
    before = state(base)
    with pytest.raises(SentenceError, match=r"allowed are 0 .* and 1"):
        base.mark((0, 0), mark)
    with pytest.raises(SentenceError, match=r"allowed are 0 .* and 1"):
        base.learn((0, 1), 1, marks=(((0, 0), mark),))
    assert state(base) == before
