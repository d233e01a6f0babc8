"""Tests of the agent with ``exact=True``: it settles what all layouts agree on, explains it, and never hangs."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    Board,
    Checker,
    Engine,
    InconsistentKnowledge,
    InconsistentPosition,
    KnowledgeBase,
    MineCountError,
    Minesweeper,
    MinesweeperAI,
    MinesweeperError,
    Position,
    Rule,
    TooHard,
)
from minesweeper_qt.model.check.derivation_checker import is_satisfiable
from minesweeper_qt.model.knowledge import knowledge_base
from tests.model.support.oracles import ORDERS, Truth, around, fixpoint, layouts, truths
from tests.model.support.oracles import is_satisfiable as by_trying_all
from tests.model.support.sat import Solver


def certain(found: list[frozenset]) -> tuple[frozenset, frozenset]:
    """Return the cells that are mines in any of the layouts, and those that are mines in all of them."""
    return frozenset().union(*found), frozenset.intersection(*found)


@pytest.mark.long
@given(truth=truths(), order=st.sampled_from(sorted(ORDERS)))
def test_it_settles_after_each_clue_what_the_engine_finds(truth: Truth, order: str) -> None:
    ai = MinesweeperAI(truth.height, truth.width, total_mines=len(truth.mines), exact=True)
    engine, clues = Engine(), {}
    for cell, clue in ORDERS[order](truth, ai):
        clues[cell] = clue
        change = ai.add_knowledge(cell, clue)
        found = engine.solve(Position(truth.height, truth.width, len(truth.mines), clues))
        assert ai.safes == found.safe | clues.keys()
        assert ai.mines == found.mines
        assert {cell for verdict in change.mines for cell in verdict.cells} <= found.mines
        assert ai.knowledge_base.settled.keys() == ai.safes | ai.mines
        assert all(not (sentence.cells & (ai.safes | ai.mines)) for sentence in ai.knowledge)


@pytest.mark.long
@given(truth=truths(4, 4, max_cells=12), seed=st.integers(0, 2**32))
def test_it_settles_what_all_layouts_agree_on_with_marks_of_both_kinds(truth: Truth, seed: int) -> None:
    chance = random.Random(seed)
    ai = MinesweeperAI(truth.height, truth.width, total_mines=len(truth.mines), exact=True)
    clues, marks = {}, {}
    for cell in truth.order:
        if chance.random() < 0.4:
            marked = chance.choice(truth.cells)
            (ai.mark_mine if marked in truth.mines else ai.mark_safe)(marked)
            marks[marked] = int(marked in truth.mines)
        else:
            clues[cell] = truth.clue(cell)
            ai.add_knowledge(cell, clues[cell])
        any_mine, all_mines = certain(layouts(truth, clues, marks, len(truth.mines)))
        assert ai.mines == all_mines
        assert ai.safes == set(truth.cells) - any_mine


@pytest.mark.long
@given(truth=truths(4, 4, max_cells=12), seed=st.integers(0, 2**32), total=st.integers(0, 12))
def test_it_refuses_exactly_what_no_layout_agrees_with_and_stays_as_it_was(truth: Truth, seed: int, total: int) -> None:
    chance = random.Random(seed)
    total = min(total, len(truth.cells)) if chance.random() < 0.5 else len(truth.mines)
    ai = MinesweeperAI(truth.height, truth.width, total_mines=total, exact=True)
    clues = {}
    for cell in truth.order:
        clue = truth.clue(cell) + chance.choice([0, 0, 0, 1, -1])
        possible = bool(layouts(truth, {**clues, cell: clue}, None, total))
        before = (set(ai.safes), set(ai.mines), set(ai.moves_made), [str(sentence) for sentence in ai.knowledge])
        if possible:
            ai.add_knowledge(cell, clue)
            clues[cell] = clue
            continue
        with pytest.raises(InconsistentKnowledge) as caught:
            ai.add_knowledge(cell, clue)
        assert (ai.safes, ai.mines, ai.moves_made, [str(sentence) for sentence in ai.knowledge]) == before
        if caught.value.clash:
            sentences = [(derivation.cells, derivation.count) for derivation in caught.value.clash]
            assert not is_satisfiable(sentences)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_what_it_accepts_is_possible_on_larger_boards_and_what_clashes_is_not(seed: int) -> None:
    chance = random.Random(seed)
    game, clues = Minesweeper(8, 8, chance.choice((8, 14, 20)), seed=seed), {}
    clashes: list[list[tuple[frozenset, int]]] = []
    ai = MinesweeperAI(8, 8, total_mines=game.mine_total, exact=True)
    for cell in chance.sample(sorted(set(game.grid.cells) - game.mines), 30):
        clue = max(0, game.nearby_mines(cell) + chance.choice((0, 0, 0, 0, 1, -1)))
        try:
            ai.add_knowledge(cell, clue)
            clues[cell] = clue
        except InconsistentKnowledge as error:
            clashes.append([(one.cells, one.count) for one in error.clash])
    assert all(Solver(clash).layout() is None for clash in clashes if clash)
    covered = set(game.grid.cells) - clues.keys()
    statements = [(game.grid.neighbours(cell) & covered, clue) for cell, clue in clues.items()]
    assert Solver([*statements, (covered, game.mine_total)]).layout() is not None


@pytest.mark.long
@given(truth=truths(6, 7, max_cells=36), order=st.sampled_from(sorted(ORDERS)))
def test_cases_are_for_what_the_rules_do_not_settle(truth: Truth, order: str) -> None:
    """No rule settles the cell of a derivation by cases, which names more than one sentence as its premises."""
    ai = MinesweeperAI(truth.height, truth.width, total_mines=len(truth.mines), exact=True)
    clues = {}
    for cell, clue in ORDERS[order](truth, ai):
        known = {cell: verdict.count for cell, verdict in ai.knowledge_base.settled.items()}
        change = ai.add_knowledge(cell, clue)
        clues[cell] = clue
        by_rules = fixpoint(truth.height, truth.width, clues, known)
        for verdict in (*change.safes, *change.mines):
            if verdict.rule is Rule.CASES:
                assert not (verdict.cells & (by_rules[0] | by_rules[1]))
                assert len(verdict.premises) > 1
                assert verdict.reason().startswith("in all cases of ")
                assert verdict.is_verdict


def game(seed: int, height: int = 16, width: int = 30, mines: int = 99) -> tuple[MinesweeperAI, dict]:
    """Return an agent that has learned a whole game, and the clues.

    Where it would have to guess, it learns the clue of a random safe cell instead.
    """
    truth = Minesweeper(height, width, mines, seed=seed)
    clues = {cell: truth.nearby_mines(cell) for cell in truth.grid.cells if cell not in truth.mines}
    ai = MinesweeperAI(height, width, total_mines=mines, exact=True)
    helped = list(clues)
    random.Random(seed).shuffle(helped)
    while len(ai.moves_made) < len(clues):
        cell = ai.make_safe_move() or next(cell for cell in helped if cell not in ai.moves_made)
        ai.add_knowledge(cell, clues[cell])
    return ai, clues


@pytest.mark.long
def test_in_expert_games_every_step_by_cases_is_verified() -> None:
    by_cases = 0
    for seed in range(5):
        ai, clues = game(seed)
        assert ai.safes == clues.keys()
        checker = Checker(16, 30, clues, 99)
        for verdict in ai.knowledge_base.settled.values():
            by_cases += verdict.rule is Rule.CASES
            checker.check(verdict)
    assert by_cases > 20


@pytest.mark.slow
def test_what_is_too_hard_is_left_to_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge_base, "BACKBONE_BUDGET", 1_000)
    side, total = 17, 72
    cells = [(i, j) for i in range(1, side, 2) for j in range(1, side, 2)]
    exact, plain = (MinesweeperAI(side, side, total_mines=total, exact=switched) for switched in (True, False))
    # Only the last clues create the hard front: the clues before them leave a row and a column free.
    for cell in sorted(cells, key=lambda cell: (cell[0] == 7 or cell[1] == 7, cell))[:-5]:
        plain.add_knowledge(cell, 2)
    for cell in plain.moves_made:
        exact.knowledge_base.learn(cell, 2)
    with pytest.raises(TooHard):
        Engine(1_000).solve(Position(side, side, total, dict.fromkeys(plain.moves_made, 2)))
    assert exact.knowledge_base.settled.keys() == plain.knowledge_base.settled.keys()


def test_the_number_of_mines_is_needed() -> None:
    with pytest.raises(MineCountError, match="exact=True needs total_mines; allowed are 0 to 12"):
        MinesweeperAI(3, 4, exact=True)


def test_without_exact_the_agent_is_that_of_the_documents() -> None:
    """A cell that only cases settle is known to the exact agent, and unknown to the others."""
    clues = {(2, 4): 2, (0, 4): 1}
    agents = [MinesweeperAI(3, 5), MinesweeperAI(3, 5, total_mines=3), MinesweeperAI(3, 5, total_mines=3, exact=True)]
    for ai in agents:
        for cell, clue in clues.items():
            ai.add_knowledge(cell, clue)
    assert [(0, 3) in ai.safes for ai in agents] == [False, False, True]
    with pytest.raises(InconsistentPosition):
        Engine().solve(Position(3, 5, 3, clues, taken=[(0, 3)]))


# -- the checker


cells = st.frozensets(st.sampled_from([(i, j) for i in (0, 1) for j in range(5)]), min_size=1)
sentence_lists = st.lists(st.tuples(cells, st.integers(0, 5)), min_size=1, max_size=6)


@pytest.mark.long
@given(sentences=sentence_lists)
def test_satisfiable_agrees_with_all_ways_tried(sentences) -> None:
    assert is_satisfiable(sentences) == by_trying_all(sentences)


@pytest.mark.long
def test_a_step_that_takes_too_long_to_check_is_too_hard() -> None:
    side = 40
    clues = [(i, j) for i in range(1, side - 1, 2) for j in range(1, side - 1, 2)]
    sentences = [(around(side, side, clue), 3) for clue in clues]
    with pytest.raises(TooHard, match="steps to check"):
        is_satisfiable(sentences)


# -- learning the number of mines later


@pytest.mark.long
@given(truth=truths(4, 5, max_cells=14), seed=st.integers(0, 2**32))
def test_the_number_of_mines_may_be_learned_last_and_be_wrong(truth: Truth, seed: int) -> None:
    chance = random.Random(seed)
    base, misled = (KnowledgeBase(Board(truth.height, truth.width)) for _ in range(2))
    clues = {cell: truth.clue(cell) for cell in truth.order[: chance.randrange(len(truth.order) + 1)]}
    for cell, clue in clues.items():
        base.learn(cell, clue)
        misled.learn(cell, clue)
    before = dict(base.settled)
    verdicts = base.learn_mine_count(len(truth.mines))
    assert {cell for verdict in verdicts for cell in verdict.cells} == base.settled.keys() - before.keys()
    any_mine, all_mines = certain(layouts(truth, clues, None, len(truth.mines)))
    checker = Checker(truth.height, truth.width, clues, len(truth.mines))
    for verdict in verdicts:
        checker.check(verdict)
        assert verdict.cells <= all_mines if verdict.count else not (verdict.cells & any_mine)
    # At least one layout must agree with the clues and with all that a wrong number settles.
    with suppress(InconsistentKnowledge):
        misled.learn_mine_count(chance.randrange(len(truth.cells) + 1))
    settled = {cell: verdict.count for cell, verdict in misled.settled.items()}
    assert layouts(truth, clues, settled)


@pytest.mark.parametrize("wrong, error", [(0, InconsistentKnowledge), (7, MineCountError), (-1, MineCountError)])
def test_a_number_of_mines_that_can_not_be_changes_nothing(wrong: int, error: type[MinesweeperError]) -> None:
    base = KnowledgeBase(Board(2, 3))
    base.learn((0, 0), 1)
    before = (dict(base.settled), list(base))
    with pytest.raises(error):
        base.learn_mine_count(wrong)
    assert (dict(base.settled), list(base), base.total_mines) == (*before, None)
    base.learn_mine_count(1)
    with pytest.raises(MineCountError, match="told once"):
        base.learn_mine_count(2)
    assert base.total_mines == 1
