"""Tests of the referee of reasons: whether the clues that a solver names force what it says of a cell."""

from __future__ import annotations

import json
import runpy
from itertools import count, product
from random import Random

import pytest

from minesweeper_qt.model import CLASSIC_RULES, STRATEGIES, Action, Minesweeper, Position, State, Verb
from minesweeper_qt.model.lab.solver import Reason, judge_reason, read_answer
from tests.model.support.oracles import around
from tests.paths import ROOT

CORNER = Position.from_text("4x2x2\n1HHH\n11HH")


def drawn_position(random: Random, most: int) -> tuple[Position, frozenset]:
    """Return a position with up to ``most`` covered cells, some of them perhaps taken for mines, and its mines."""
    height, width = random.choice([size for size in product(range(1, 8), repeat=2) if 3 <= size[0] * size[1] <= 30])
    cells = list(product(range(height), range(width)))
    covered = random.sample(cells, random.randint(2, min(most, len(cells) - 1)))
    mines = frozenset(random.sample(covered, random.randint(0, len(covered) - 1)))
    clues = {cell: len(around(height, width, cell) & mines) for cell in cells if cell not in covered}
    taken = [mine for mine in mines if random.random() < 0.05]
    return Position(height, width, len(mines), clues, taken=taken), mines


def enumerated(position: Position, reason: Reason) -> list[frozenset]:
    """Return the layouts that agree with what ``reason`` names, and in which its verdict is wrong."""
    free = sorted(position.covered - position.taken)
    found = []
    for bits in product((0, 1), repeat=len(free)):
        mines = position.taken.union(cell for cell, bit in zip(free, bits, strict=True) if bit)
        near = {clue: len(around(position.height, position.width, clue) & mines) for clue in reason.clues}
        agrees = all(near[clue] == position.clues[clue] for clue in near)
        agrees = agrees and (not reason.mines or len(mines) == position.mines)
        if agrees and (reason.cell in mines) is not reason.is_mine:
            found.append(mines)
    return found


@pytest.mark.long
def test_5000_reasons_are_judged_as_by_enumeration() -> None:
    random, held, judged = Random(63), 0, 0
    while judged < 5000:
        position, mines = drawn_position(random, most=8)
        free = sorted(position.covered - position.taken)
        for cell in random.sample(free, min(3, len(free))):
            is_mine = (cell in mines) is (random.random() < 0.9)
            named = sorted(position.clues, key=lambda clue: max(abs(clue[0] - cell[0]), abs(clue[1] - cell[1])))
            clues = tuple(sorted(random.sample(named[:8], min(len(named), random.randint(0, 6)))))
            reason = Reason(cell, is_mine, clues, mines=random.random() < 0.3)
            wrong, found = enumerated(position, reason), judge_reason(position, reason)
            judged, held = judged + 1, held + (not wrong)
            assert (found.fault == "") is (not wrong), (position, reason)
            if wrong:
                assert found.layout in wrong
                assert len(found.layout or ()) == min(map(len, wrong))
            else:
                assert found.layout is None
                assert found.needless <= found.named == len(clues) + reason.mines
    assert 1500 < held < 3500


LEFT_OPEN = "what it names leaves that open"


@pytest.mark.parametrize(
    "reason, expected",
    [
        (Reason((1, 2), False, ((0, 0), (1, 1))), ("", 2, 0)),
        (Reason((1, 2), False, ((0, 0), (1, 0), (1, 1)), mines=True), ("", 4, 2)),
        (Reason((0, 1), True, ((0, 0),)), ("", 1, 0)),
        (Reason((0, 1), False, ((0, 2), (9, 9))), ("(0, 2) is covered", 0, 0)),
        (Reason((0, 1), False, ((9, 9),)), ("(9, 9) is off the board", 0, 0)),
        (Reason((0, 1), False), (LEFT_OPEN, 0, 0, {(0, 1)})),
        (Reason((0, 1), True), (LEFT_OPEN, 0, 0, set())),
        (Reason((0, 3), True, ((1, 1),)), (LEFT_OPEN, 0, 0, None)),
        (Reason((0, 3), True, ((0, 0), (1, 1)), mines=True), (LEFT_OPEN, 0, 0, {(0, 1), (1, 3)})),
    ],
)
def test_what_a_reason_names_alone_decides(reason: Reason, expected: tuple) -> None:
    found = judge_reason(CORNER, reason)
    assert (found.fault, found.named, found.needless) == expected[:3]
    if len(expected) > 3 and expected[3] is not None:
        assert found.layout == expected[3]


MOVES = 1000
"""The moves of each strategy. With 10,000 it was run once: no reason was false."""


@pytest.mark.long
@pytest.mark.parametrize("name", STRATEGIES)
def test_no_reason_of_a_strategy_of_ours_is_false(name: str) -> None:
    asked: list[str] = []
    answers = runpy.run_path(str(ROOT / "resources/solvers/strategy_solver.py"))["answers"](name, iter(asked.pop, None))
    moves = reasons = needless = named = 0
    for seed in count():
        game = Minesweeper(9, 9, 10, rules=CLASSIC_RULES, seed=seed)
        game.play(Action(Verb.REVEAL, (4, 4)))
        while game.state is State.PLAYING:
            position = Position.seen(game.grid, game.mine_total, game.clues)
            rows = position.to_text().split()[1:]
            asked.append(json.dumps({"height": 9, "width": 9, "mines": 10, "rows": rows}))
            answer = read_answer(json.dumps(next(answers)).encode(), position)
            judged = [judge_reason(position, reason) for reason in answer.because]
            assert not [one for one in judged if one.fault]
            assert {one.cell for one in judged} == answer.safe
            moves, reasons = moves + 1, reasons + (answer.open in answer.safe)
            named, needless = named + sum(one.named for one in judged), needless + sum(one.needless for one in judged)
            game.play(Action(Verb.REVEAL, answer.open))
        if moves >= MOVES:
            break
    print(f"{name}: {moves} moves, {reasons} with a reason, {needless} of {named} clues needless")
    assert reasons > moves * 0.8
