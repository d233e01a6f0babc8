"""Tests of the checker of derivations: what the agent derives is accepted, and every change of it is rejected."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, Checker, Derivation, DerivationError, MinesweeperAI, MinesweeperError, Rule
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES
from tests.model.support.oracles import ORDERS, Truth, truths
from tests.model.support.sat import Solver

INFORMATION = ["nothing", "the mines", "the mines, exact", "the mines, overlap", "the mines, exact, overlap"]
"""The information and the rules of the agents."""


class ObservedGame(NamedTuple):
    """The agent of a game, the information that it received, and the derivations that its knowledge rests on."""

    truth: Truth
    ai: MinesweeperAI
    clues: dict[Cell, int]
    marks: dict[Cell, int]

    @property
    def conclusions(self) -> list[Derivation]:
        return [*self.ai.knowledge_base.settled.values(), *self.ai.knowledge_base]

    @property
    def derivations(self) -> list[Derivation]:
        found = {derivation.number: derivation for end in self.conclusions for derivation in end.ancestors()}
        return [found[number] for number in sorted(found)]

    def checker(self) -> Checker:
        total = self.ai.knowledge_base.total_mines
        return Checker(self.truth.height, self.truth.width, self.clues, total, self.marks)


def play(truth: Truth, order: str, information: str, seed: int) -> Iterator[ObservedGame]:
    chance = random.Random(seed)
    total = len(truth.mines) if "the mines" in information else None
    exact, overlap = "exact" in information, "overlap" in information
    ai = MinesweeperAI(truth.height, truth.width, total_mines=total, exact=exact, overlap=overlap)
    played = ObservedGame(truth, ai, {}, {})
    yield played
    for cell, clue in ORDERS[order](truth, ai):
        if chance.random() < 0.1:
            marked = chance.choice(truth.cells)
            (ai.mark_mine if marked in truth.mines else ai.mark_safe)(marked)
            played.marks[marked] = int(marked in truth.mines)
        ai.add_knowledge(cell, clue)
        played.clues[cell] = clue
        yield played


@cache
def some_game(seed: int) -> ObservedGame:
    """Return a game after a random number of moves; the games of many seeds together use every rule.

    It is the same object each time, so no test may play on.
    """
    chance = random.Random(seed)
    cells = [(i, j) for i in range(6) for j in range(7)]
    chance.shuffle(cells)
    truth = Truth(6, 7, frozenset(cells[:8]), tuple(cells[8:]))
    information = INFORMATION[1:][seed % 4]
    *_, played = islice(play(truth, "agent-driven", information, seed), chance.randrange(8, 36))
    return played


games = st.builds(
    play,
    truths(6, 7, max_cells=36),
    st.sampled_from(sorted(ORDERS)),
    st.sampled_from(INFORMATION),
    st.integers(0, 2**32),
)


@pytest.mark.long
@given(game=games)
def test_every_derivation_is_accepted_without_a_cycle_and_with_its_move(game: Iterator[ObservedGame]) -> None:
    move = 0
    seen: set[int] = set()
    for move, played in enumerate(game):
        checker = played.checker()
        for derivation in played.conclusions:
            checker.check(derivation)
        derivations = played.derivations
        assert len({derivation.number for derivation in derivations}) == len(derivations)
        for derivation in derivations:
            assert all(premise.number < derivation.number for premise in derivation.premises)
            assert all(premise.move <= derivation.move for premise in derivation.premises)
            if derivation.number not in seen:
                # A mark comes between two moves.
                assert derivation.move in (move, max(move - 1, 0))
        seen.update(derivation.number for derivation in derivations)
    assert move == len(played.clues)


@pytest.mark.slow
@given(game=games)
def test_settled_cells_and_sentences_have_their_own_derivation(game: Iterator[ObservedGame]) -> None:
    for played in game:
        for cell in played.truth.cells:
            derivation = played.ai.derivation(cell)
            assert (derivation is None) == (cell not in played.ai.safes | played.ai.mines)
            if derivation is not None:
                assert derivation.is_verdict
                assert (derivation.cells, derivation.count) == (frozenset([cell]), int(cell in played.ai.mines))
        for derivation in played.ai.knowledge_base:
            assert not derivation.is_verdict
            clue = derivation.clue
            assert (clue is None) == (derivation.origin.rule is not Rule.CLUE)
            assert clue is None or derivation.cells <= played.ai.knowledge_base.board.neighbours(clue)


@pytest.mark.slow
def test_the_games_use_every_rule() -> None:
    rules = {derivation.rule for seed in range(40) for derivation in some_game(seed).derivations}
    of_proofs = {Rule.TAKEN, Rule.CONTRADICTION, *KNOWN_RULES}
    assert rules == set(Rule) - {Rule.STATED, Rule.CLAIMED} - of_proofs


@pytest.mark.parametrize("rule", [Rule.STATED, Rule.CLAIMED])
def test_what_an_agent_only_states_is_not_accepted(rule: Rule) -> None:
    checker = Checker(1, 3, {(0, 0): 1}, marks={(0, 1): 1})
    with pytest.raises(DerivationError, match="gives no derivation"):
        checker.check(Derivation(1, rule, frozenset({(0, 1)}), 1, (), 1, None))


def test_ancestors_come_once_and_premises_before_conclusions() -> None:
    for seed in range(10):
        for derivation in some_game(seed).conclusions:
            line = list(derivation.ancestors())
            assert line[-1] is derivation
            assert len(set(line)) == len(line)
            for index, step in enumerate(line):
                assert set(step.premises) <= set(line[:index])


@pytest.mark.parametrize("field", ["number", "rule", "cells", "count", "premises", "move", "clue"])
def test_a_derivation_can_not_be_changed(field: str) -> None:
    ai = MinesweeperAI(1, 2)
    ai.add_knowledge((0, 0), 1)
    derivation = ai.derivation((0, 1))
    with pytest.raises(FrozenInstanceError):
        setattr(derivation, field, None)
    derivation.sentence.mark_mine((0, 1))
    assert derivation.cells == {(0, 1)}


# -- what is wrong is rejected

Older, Changes = list[Derivation], Iterator[Derivation]


def another_count(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    yield from (replace(step, count=step.count + change) for change in (-1, 1))


def a_premise_less(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    for index in range(len(step.premises)):
        yield replace(step, premises=step.premises[:index] + step.premises[index + 1 :])
    if step.premises:
        yield replace(step, premises=())


def a_premise_more(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    if older:
        yield replace(step, premises=(*step.premises, chance.choice(older)))


def another_premise(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    others = [derivation for derivation in older if derivation not in step.premises]
    if others and step.premises:
        index = chance.randrange(len(step.premises))
        yield replace(step, premises=(*step.premises[:index], chance.choice(others), *step.premises[index + 1 :]))


def another_cell(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    out = chance.choice(sorted(step.cells))
    others = sorted(set(played.truth.cells) - step.cells)
    yield replace(step, cells=step.cells - {out})
    if others:
        cell = chance.choice(others)
        yield replace(step, cells=step.cells | {cell})
        yield replace(step, cells=step.cells - {out} | {cell})


def another_rule(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    yield from (replace(step, rule=rule) for rule in Rule if rule is not step.rule)


def another_clue(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    yield from (replace(step, clue=clue) for clue in (None, *played.clues) if clue != step.clue)


def a_younger_premise(step: Derivation, played: ObservedGame, older: Older, chance: random.Random) -> Changes:
    for index, premise in enumerate(step.premises):
        for raised in (replace(premise, number=step.number), replace(premise, move=step.move + 1)):
            yield replace(step, premises=(*step.premises[:index], raised, *step.premises[index + 1 :]))


def is_just_another_true_step(step: Derivation, played: ObservedGame) -> bool:
    """Return true when a changed step still states something that was observed or given, or follows by its rule."""
    if len(step.cells) != 1 or step.clue is not None:
        return False
    if any(p.number >= step.number or p.move > step.move or p.is_verdict for p in step.premises):
        return False
    (cell,) = step.cells
    if step.rule is Rule.REVEALED:
        return cell in played.clues and step.count == 0 and not step.premises
    if step.rule is Rule.MARKED:
        return played.marks.get(cell) == step.count and not step.premises
    if step.rule is Rule.CASES:
        if not step.premises or step.count not in (0, 1):
            return False
        statements = [(premise.cells, premise.count) for premise in step.premises]
        return Solver([*statements, (step.cells, 1 - step.count)]).layout() is None
    if step.rule not in (Rule.ALL_SAFE, Rule.ALL_MINES) or len(step.premises) != 1:
        return False
    (premise,) = step.premises
    needed, verdict = (0, 0) if step.rule is Rule.ALL_SAFE else (len(premise.cells), 1)
    return cell in premise.cells and premise.count == needed and step.count == verdict


MUTATIONS = [
    *(another_count, a_premise_less, a_premise_more, another_premise),
    *(another_cell, another_rule, another_clue, a_younger_premise),
]


@pytest.mark.long
@pytest.mark.parametrize("mutate", MUTATIONS)
def test_a_step_that_was_tampered_with_is_rejected(mutate: Callable[..., Iterator[Derivation]]) -> None:
    tried = still_true = 0
    for seed in range(12):
        played = some_game(seed)
        chance = random.Random(seed)
        derivations = played.derivations
        for place, derivation in enumerate(derivations):
            for wrong in mutate(derivation, played, derivations[:place], chance):
                tried += 1
                if is_just_another_true_step(wrong, played):
                    still_true += 1
                    played.checker().check(wrong)
                else:
                    with pytest.raises(DerivationError):
                        played.checker().check(wrong)
    assert tried > 300
    assert still_true < tried / 8


@pytest.mark.long
@given(seed=st.integers(0, 1000))
def test_a_fault_is_found_however_deep_it_lies(seed: int) -> None:
    played = some_game(seed)
    chance = random.Random(seed)
    end = chance.choice(played.conclusions)
    line = list(end.ancestors())
    bad = chance.choice(line)
    renewed = {bad: replace(bad, count=bad.count + 1)}
    for step in line:
        if step is not bad:
            renewed[step] = replace(step, premises=tuple(renewed.get(premise, premise) for premise in step.premises))
    checker = played.checker()
    for _ in range(2):
        with pytest.raises(DerivationError):
            checker.check(renewed[end])


def test_a_verdict_does_not_stand_in_for_a_sentence_nor_the_reverse() -> None:
    ai = MinesweeperAI(1, 3)
    ai.add_knowledge((0, 0), 1)
    verdict = ai.derivation((0, 1))
    (sentence,) = verdict.premises
    checker = Checker(1, 3, {(0, 0): 1})
    checker.check(verdict)
    again = replace(verdict, number=9, premises=(verdict,))
    nothing = Derivation(9, Rule.SETTLED, frozenset(), 0, (sentence, verdict), 1, sentence.clue)
    checker.check(nothing)
    for wrong in (
        again,
        replace(again, rule=Rule.SETTLED),
        replace(nothing, premises=(verdict, verdict), clue=None),
        replace(nothing, premises=(sentence, sentence)),
    ):
        with pytest.raises(DerivationError, match=r"needs|can't be taken out"):
            checker.check(wrong)


def test_information_that_was_not_given_is_rejected() -> None:
    ai = MinesweeperAI(1, 4, total_mines=2)
    ai.mark_mine((0, 3))
    ai.add_knowledge((0, 0), 1)
    derivation = ai.derivation((0, 2))
    Checker(1, 4, {(0, 0): 1}, 2, {(0, 3): 1}).check(derivation)
    for checker, fault in (
        (Checker(1, 4, {(0, 0): 1}, 2), "nobody said so"),
        (Checker(1, 4, {(0, 0): 1}, None, {(0, 3): 1}), "that is not known"),
        (Checker(1, 4, {(0, 0): 1}, 3, {(0, 3): 1}), "that is not known"),
        (Checker(1, 4, {}, 2, {(0, 3): 1}), "that cell was not revealed|does not say so"),
        (Checker(1, 4, {(0, 0): 0}, 2, {(0, 3): 1}), "does not say so"),
        (Checker(1, 5, {(0, 0): 1}, 2, {(0, 3): 1}), "that is not known"),
    ):
        with pytest.raises(DerivationError, match=fault):
            checker.check(derivation)


def test_the_error_is_an_error_of_the_model() -> None:
    assert issubclass(DerivationError, MinesweeperError)


# -- what people read


def test_reasons_name_the_rule_and_what_it_was_applied_to() -> None:
    ai = MinesweeperAI(2, 4, total_mines=2)
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((0, 1), 1)
    ai.mark_mine((1, 1))
    assert [derivation.reason() for derivation in ai.knowledge_base] == [
        "2 mines on the board, 6 settled cells taken out"
    ]
    ai.add_knowledge((0, 2), 2)
    assert [str(ai.derivation(cell)).partition(" ")[2] for cell in ((0, 0), (0, 2), (1, 1), (1, 0))] == [
        "(0, 0) is safe: revealed",
        "(0, 2) is safe: all safe in {(0, 2), (1, 2)} = 0",
        "(1, 1) is a mine: marked",
        "(1, 0) is safe: all safe in {(1, 0)} = 0",
    ]
    assert repr(ai.derivation((0, 0))) == "<Derivation #2 (0, 0) is safe: revealed>"
