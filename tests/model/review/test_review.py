"""Tests of the review: written games of each kind, and random games against brute force over all layouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from math import isclose, log10
from random import Random
from typing import Any

import pytest

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Cell,
    Engine,
    FirstClick,
    IllegalAction,
    JudgedMove,
    Judgement,
    Minesweeper,
    MinesweeperError,
    Position,
    Reasoning,
    Record,
    Review,
    Rules,
    State,
    TooHard,
    Verb,
    Win,
    reasoning_levels,
    review,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.exact.probability import chord_risk
from minesweeper_qt.model.review.judgement import LossCause, Luck
from tests.model.support.games import drawn
from tests.model.support.oracles import around

NO_CASCADE = Rules(FirstClick.ANYTHING, cascade=False, win=Win.REVEALED)
SAFE_FIRST = Rules(FirstClick.SAFE)


def played(game: Minesweeper, texts: str) -> Record:
    """Return the record of ``game`` with the actions in ``texts``, divided by commas."""
    game.replay(map(Action.from_text, texts.split(",")))
    return Record.of(game)


def judgements(found: Review) -> list[str]:
    return [move.judgement.value for move in found.moves]


# -- an independent judge


def all_layouts(game: Minesweeper) -> list[int]:
    """Return all sets of so many mines, as whole numbers with a bit for each mine."""
    size = game.height * game.width
    return [sum(1 << cell for cell in mines) for mines in combinations(range(size), game.mine_total)]


class BruteForce:
    """Judges the moves of a small game by all layouts that agree with the clues seen before each of them."""

    def __init__(self, game: Minesweeper) -> None:
        self.game = game
        self.size = game.height, game.width
        self.layouts = all_layouts(game)
        self.clues: dict[Cell, int] = {}
        self.flags: set[Cell] = set()
        self.chance = Fraction(1)
        self.logarithm = 0.0
        self.guesses = self.survived = 0
        self.expected = Fraction(0)
        self.cause: LossCause | None = None

    def bit(self, cell: Cell) -> int:
        return 1 << cell[0] * self.size[1] + cell[1]

    def risk_of(self, cells: set[Cell]) -> Fraction:
        """Return the share of the layouts that have a mine in ``cells``."""
        mask = sum(map(self.bit, cells))
        return Fraction(sum(bool(layout & mask) for layout in self.layouts), len(self.layouts))

    def covered(self) -> set[Cell]:
        return {(i, j) for i in range(self.size[0]) for j in range(self.size[1])} - self.clues.keys()

    def judge(self, move: JudgedMove, is_first_protected: bool) -> Judgement:
        """Return the judgement on ``move``, and check its risks."""
        cell, verb = move.result.action.cell, move.result.action.verb
        assert dict(move.position.clues) == self.clues
        assert not move.position.flags
        if verb is Verb.UNFLAG:
            return Judgement.FLAG_OFF
        if verb is Verb.FLAG:
            names = {0: Judgement.WRONG_FLAG, 1: Judgement.RIGHT_FLAG}
            return names.get(self.risk_of({cell}), Judgement.UNPROVED_FLAG)  # type: ignore[call-overload,no-any-return]
        cells = {cell} if verb is Verb.REVEAL else around(*self.size, cell) - self.flags
        cells = set(cells - self.clues.keys())
        if not cells:
            return Judgement.WASTED
        if is_first_protected and not self.clues:
            return Judgement.PROTECTED
        risk = self.risk_of(cells)
        risks = {one: self.risk_of({one}) for one in self.covered()}
        least = min(risks.values())
        assert (move.risk, move.least_risk) == (risk, least)
        if not risk:
            judgement = Judgement.CERTAIN
            levels = reasoning_levels(move.position)
            assert move.level is max(levels[one] for one in cells)
        elif risk == 1:
            judgement = Judgement.PROVABLE_MINE
        elif not least:
            judgement = Judgement.MISSED
            self.check_miss(move, {one for one in risks if not risks[one]})
        else:
            judgement = Judgement.LEAST_RISK if risk == least else Judgement.HIGHER_RISK
        self.count(judgement, risk, bool(move.result.exploded))
        return judgement

    def check_miss(self, move: JudgedMove, safe: set[Cell]) -> None:
        """Check that the missed cell is the nearest of those with the least level."""
        cell, levels = move.result.action.cell, reasoning_levels(move.position)
        assert levels.safe == safe
        ranks = {one: (levels[one], max(abs(one[0] - cell[0]), abs(one[1] - cell[1]))) for one in safe}
        assert move.proved is not None
        assert ranks[move.proved] == min(ranks.values())

    def count(self, judgement: Judgement, risk: Fraction, is_lost: bool) -> None:
        if is_lost:
            causes = {Judgement.PROVABLE_MINE: LossCause.MISREAD, Judgement.MISSED: LossCause.NEEDLESS}
            self.cause = causes.get(judgement, LossCause.FORCED)
        if 0 < risk < 1:
            self.guesses += 1
            self.survived += not is_lost
            self.expected += 1 - risk
            self.chance *= 1 - risk
            self.logarithm -= log10(1 - risk)

    def learn(self, move: JudgedMove) -> None:
        for cell, clue in move.result.observations:
            mask, own = sum(map(self.bit, around(*self.size, cell))), self.bit(cell)
            self.layouts = [
                layout for layout in self.layouts if not layout & own and (layout & mask).bit_count() == clue
            ]
            self.clues[cell] = clue
        self.flags.update(move.result.flagged)
        self.flags.difference_update(move.result.unflagged)


SIZES = [(4, 5), (5, 4), (3, 6), (6, 3), (1, 14), (12, 1), (2, 7), (4, 4)]


def some_game(chance: Random) -> Minesweeper:
    """Return a small game: all rules, by a seed or a layout, and some with a start that was given."""
    height, width = chance.choice(SIZES)
    mines = chance.randint(1, min(6, height * width // 3))
    rules = chance.choice([CS50_RULES, CLASSIC_RULES, CLASSIC_RULES, SAFE_FIRST, NO_CASCADE])
    start = (chance.randrange(height), chance.randrange(width))
    seed = chance.randrange(10**6)
    if chance.random() < 0.2:
        given = Minesweeper(height, width, mines, seed=seed).mines
        return Minesweeper(height, width, mines, rules=rules, start=start, layout_mines=given)
    return Minesweeper(height, width, mines, rules=rules, seed=seed, start=start if chance.random() < 0.2 else None)


def random_actions(game: Minesweeper, chance: Random) -> Iterator[Action]:
    """Yield actions of a player who errs: safe and unsafe reveals, right and wrong flags, chords, wasted clicks."""
    cells = game.grid.cells
    while True:
        cell = chance.choice(cells)
        kind = chance.random()
        if kind < 0.3:
            chords = [one for one in game.clues if len(game.grid.neighbours(one) & game.mines_found) == game.clues[one]]
            yield Action(Verb.CHORD, chance.choice(chords or [cell]))
        elif kind < 0.55:
            mine = chance.choice(sorted(game.mines))
            target = mine if chance.random() < 0.8 else cell
            yield Action(Verb.UNFLAG if target in game.mines_found else Verb.FLAG, target)
        else:
            is_lucky = chance.random() < 0.8
            yield Action(Verb.REVEAL, chance.choice(sorted(set(cells) - game.mines)) if is_lucky else cell)


def random_record(chance: Random) -> Record:
    game = some_game(chance)
    actions = random_actions(game, chance)
    for _ in range(chance.choice([5, 15, 60])):
        try:
            game.play(next(actions))
        except IllegalAction:
            continue
        if game.state.is_over:
            break
    return Record.of(game)


def check_random_game(seed: int) -> Review:
    record = random_record(Random(seed))
    found = review(record)
    game = record.replay()
    oracle = BruteForce(game)
    for move in found.moves:
        is_at_start = move.result.action.cell == game.start and game.start not in game.mines
        is_protected = game.rules.first_click is not FirstClick.ANYTHING and is_at_start
        assert move.judgement is oracle.judge(move, is_protected), (seed, move)
        check_level(move)
        oracle.learn(move)
    assert [move.result.action for move in found.moves] == game.history
    assert (found.guesses, found.survived, found.expected) == (oracle.guesses, oracle.survived, oracle.expected)
    assert found.chance == oracle.chance
    assert isclose(found.chance, 10**-oracle.logarithm)
    assert found.cause is oracle.cause
    expected = Luck(oracle.guesses, oracle.survived, float(oracle.expected), float(oracle.chance), oracle.cause)
    assert found.luck == expected
    return found


def check_level(move: JudgedMove) -> None:
    """Check the level against a new search in the same position."""
    if move.proved is not None:
        assert move.level is reasoning_levels(move.position)[move.proved]
    proves = (Judgement.MISSED, Judgement.PROVABLE_MINE, Judgement.RIGHT_FLAG, Judgement.WRONG_FLAG)
    is_reveal = move.result.action.verb is not Verb.CHORD
    assert (move.proved is not None) == (move.judgement in proves) or not is_reveal


@pytest.mark.parametrize("seed", range(30))
def test_a_random_game_is_judged_as_by_brute_force(seed: int) -> None:
    check_random_game(seed)


@pytest.mark.long
def test_random_games_are_judged_as_by_brute_force() -> None:
    """All judgements occur, in games that are won, lost and unfinished, and chords that are guesses."""
    found = [check_random_game(seed) for seed in range(30, 330)]
    counted = Counter(move.judgement for game in found for move in game.moves)
    assert min(counted[judgement] for judgement in Judgement if judgement is not Judgement.UNKNOWN) >= 10
    assert {game.cause for game in found} == {None, *LossCause}
    assert {game.moves[-1].result.state for game in found if game.moves} >= {State.WON, State.LOST, State.PLAYING}
    chords = [move for game in found for move in game.moves if move.result.action.verb is Verb.CHORD and move.is_guess]
    assert len(chords) >= 10
    levels = {move.level for game in found for move in game.moves if move.judgement is Judgement.CERTAIN}
    assert levels == set(Reasoning)


# -- written games


def test_a_chord_is_one_guess_with_its_joint_risk() -> None:
    """Of the 28 ways to place two mines around the clue one alone makes the chord safe."""
    found = review(played(drawn("**. ... ..."), "reveal 1 1,flag 0 0,flag 0 1,chord 1 1"))
    assert judgements(found) == ["forced, least risk", "unproved flag", "unproved flag", "forced, higher risk"]
    chord = found.moves[3]
    assert (chord.risk, chord.least_risk) == (Fraction(27, 28), Fraction(1, 4))
    assert found.luck == Luck(2, 2, float(Fraction(7, 9) + Fraction(1, 28)), 1 / 36)
    assert found.cause is None


@pytest.mark.parametrize(
    "texts, cause, luck",
    [
        ("reveal 0 0", LossCause.FORCED, Luck(1, 0, 2 / 3, 2 / 3, LossCause.FORCED)),
        ("reveal 0 1,reveal 0 0", LossCause.FORCED, Luck(2, 1, 7 / 6, 1 / 3, LossCause.FORCED)),
        ("reveal 0 2,reveal 0 1,reveal 0 0", LossCause.MISREAD, Luck(1, 1, 2 / 3, 2 / 3, LossCause.MISREAD)),
        ("reveal 0 2", None, Luck(1, 1, 2 / 3, 2 / 3)),
    ],
)
def test_a_loss_has_its_cause_and_a_game_its_luck(texts: str, cause: LossCause | None, luck: Luck) -> None:
    found = review(played(drawn("*..", rules=CS50_RULES), texts))
    assert (found.cause, found.luck) == (cause, luck)


def test_a_needless_guess_names_the_weakest_proof_that_was_missed() -> None:
    """After the first clue {(0, 0), (0, 2)} has the one mine, so all others are safe, by the number of mines."""
    found = review(played(drawn("..*....."), "reveal 0 1,reveal 0 0,reveal 0 2"))
    assert judgements(found) == ["forced, least risk", "missed", "provable mine"]
    _, missed, misread = found.moves
    assert (found.mistakes, found.needless, found.state) == ((missed, misread), 1, State.LOST)
    assert (missed.proved, missed.level, missed.risk) == ((0, 3), Reasoning.COUNT, Fraction(1, 2))
    assert (misread.proved, misread.level, misread.risk) == ((0, 2), Reasoning.CLUE, Fraction(1))


def test_the_time_is_that_of_the_last_move_that_has_one() -> None:
    text = Record.of(drawn("*..", rules=CS50_RULES)).to_text()
    found = [review(Record.from_text(text + moves)) for moves in ("", "reveal 0 2 at 1.500\nflag 0 0\n")]
    assert [(one.seconds, one.state) for one in found] == [(None, State.READY), (1.5, State.WON)]


def test_a_missed_cell_is_the_one_of_the_weakest_level() -> None:
    """Three clues have all mines around them, so that the other cells are safe; then a clue 0 shows one more simply."""
    texts = "reveal 0 2,reveal 0 7,reveal 0 12,reveal 0 8,reveal 0 3,reveal 0 13,reveal 0 9,reveal 0 5,reveal 0 0"
    found = review(played(drawn(".*....*....*..", CS50_RULES), texts))
    misses = [move for move in found.moves if move.judgement is Judgement.MISSED]
    assert [(move.proved, str(move.level)) for move in misses] == [((0, 9), "count"), *[((0, 9), "clue")] * 2]


def test_a_turn_of_several_actions_has_a_judgement_for_each() -> None:
    """An agent takes a wrong flag off before it opens the cell; its last step flags the mines."""
    game = Minesweeper(1, 4, 1, layout_mines=[(0, 3)])
    lines = ["reveal 0 0", "flag 0 1", "unflag 0 1, reveal 0 1 by ai", "reveal 0 1", "reveal 0 2 by ai"]
    lines += ["flag 0 3 by ai"]
    found = review(Record.from_text(Record.of(game).to_text() + "\n".join([*lines, ""])))
    flagged = "forced, least risk", "wrong flag", "flag off", "certain", "wasted", "certain", "right flag"
    assert tuple(judgements(found)) == flagged
    assert [move.turn for move in found.moves] == [1, 2, 3, 3, 4, 5, 6]
    assert [move.maker.value for move in found.moves] == ["You", "You", "AI", "AI", "You", "AI", "AI"]
    assert found.moves[-1].result.state is State.WON


def test_a_game_without_moves_has_no_luck() -> None:
    found = review(Record.of(Minesweeper(4, 4, 2, rules=CLASSIC_RULES)))
    assert (found.moves, found.luck) == ((), Luck(0, 0, 0.0, 1.0))


def test_what_is_too_hard_to_count_is_unknown_unless_a_rule_settles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_too_hard(engine: Engine, position: Position) -> None:
        raise TooHard("too many layouts")

    monkeypatch.setattr(Engine, "solve", raise_too_hard)
    found = review(played(drawn(".*..*", CS50_RULES), "reveal 0 0,flag 0 1,reveal 0 2,reveal 0 3,reveal 0 4"))
    assert judgements(found) == ["unknown", "right flag", "unknown", "certain", "provable mine"]
    assert (found.luck, found.moves[4].least_risk, found.cause) == (None, None, LossCause.MISREAD)
    found = review(played(Minesweeper(4, 4, 4, rules=SAFE_FIRST, seed=1), "flag 0 0,unflag 0 0,reveal 1 1"))
    assert judgements(found) == ["unknown", "flag off", "protected"]
    assert found.luck == Luck(0, 0, 0.0, 1.0), "a flag risks nothing"


def test_a_review_stops_when_that_is_requested() -> None:
    record = random_record(Random(49))
    calls = 0

    def is_over(most: int = 10**9) -> bool:
        nonlocal calls
        calls += 1
        return calls > most

    assert review(record, should_stop=is_over) == review(record)
    all_calls = calls
    assert all_calls > 2 * len(record.moves)
    for most in (0, all_calls // 2, all_calls - 1):
        calls = 0
        with pytest.raises(Stopped):
            review(record, should_stop=lambda most=most: is_over(most))  # type: ignore[misc]
        assert calls == most + 1


def test_a_review_stops_before_a_move_and_while_it_counts_the_risk_of_a_chord(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Stopped):
        review(played(Minesweeper(4, 4, 2, rules=SAFE_FIRST, seed=1), "reveal 1 1"), should_stop=lambda: True)
    is_counting = False

    def count(*arguments: Any) -> Fraction:
        nonlocal is_counting
        is_counting = True
        return chord_risk(*arguments)

    monkeypatch.setattr(import_module("minesweeper_qt.model.review.review"), "chord_risk", count)
    record = played(drawn("**..... ......* ......."), "reveal 1 1,flag 0 0,flag 0 1,reveal 1 5,chord 1 1")
    with pytest.raises(Stopped):
        review(record, should_stop=lambda: is_counting)


def test_a_record_that_is_no_game_raises_what_its_replay_raises() -> None:
    record = replace(played(Minesweeper(4, 4, 2, rules=SAFE_FIRST, seed=1), "reveal 1 1"), layout=frozenset({(0, 0)}))
    with pytest.raises(MinesweeperError, match="not that of seed 1"):
        review(record)
