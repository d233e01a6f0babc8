"""Tests of advice: what belongs to which position, what is hidden, what is cancelled, and how moves are rated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.advice import KEPT_FOR, Advice
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.status_line import StatusLine
from minesweeper_qt.gui.session.worker import SLOW_AFTER, Outcome, Worker
from minesweeper_qt.model import (
    CLASSIC_RULES,
    Action,
    Cell,
    History,
    Minesweeper,
    Position,
    State,
    Turn,
    TurnKind,
    TurnMaker,
    Verb,
    mine_probabilities,
)
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from tests.gui.support.slow import Gate, GatedEngine, engine, strategies

__all__ = ["engine", "strategies"]  # fixtures

FIRST = Position(1, 5, 2, {(0, 1): 1})
SECOND = Position(1, 5, 2, {(0, 1): 1, (0, 3): 1})
FLAGGED = FIRST.with_marks({(0, 4): "F"})
CLASH = Position(1, 3, 1, {(0, 1): 2})
VIEW = PositionView(FIRST, AgentSnapshot(0), rules=CLASSIC_RULES, seed=1)


@pytest.fixture
def worker(qtbot: QtBot, engine: type[GatedEngine], strategies: Gate) -> Iterator[Worker]:
    """A worker whose engine and strategies have gates, which are open."""
    made = Worker()
    yield made
    engine.gate.open()
    strategies.open()
    made.close()


@pytest.fixture
def status(qtbot: QtBot) -> StatusLine:
    return StatusLine()


@pytest.fixture
def announced() -> list[str]:
    return []


@pytest.fixture
def advice(worker: Worker, status: StatusLine, announced: list[str]) -> Advice:
    return Advice(worker, status, lambda: announced.append("changed"), worker)


def show(advice: Advice, before: Position, now: Position) -> None:
    """Let ``now`` be shown after ``before``, of the same game."""
    advice.follow(replace(VIEW, position=before), replace(VIEW, position=now), rates=False)


def request_move(advice: Advice, found: list[Outcome] | None = None) -> None:
    """Request a move, which is added to ``found``."""
    advice.request_move("exact", VIEW, ([] if found is None else found).append)


def request_hint(advice: Advice) -> None:
    advice.request_hint(VIEW)


def wait_until_idle(qtbot: QtBot, advice: Advice) -> None:
    qtbot.waitUntil(lambda: not advice.is_busy, timeout=30_000)


# -- chances


def test_chances_are_found_for_the_present_position(qtbot, advice, announced):
    assert advice.lacks_chances
    advice.request_chances(FIRST)
    assert advice.is_busy
    assert not advice.lacks_chances
    assert not advice.is_current
    qtbot.waitUntil(lambda: len(announced) == 1)
    assert advice.is_current
    assert not advice.lacks_chances
    assert not advice.is_busy
    assert advice.chances is not None
    assert dict(advice.chances.exact) == dict(mine_probabilities(FIRST).probability)


def test_a_flag_keeps_the_chances_and_a_clue_does_not(qtbot, advice):
    advice.request_chances(FIRST)
    wait_until_idle(qtbot, advice)
    show(advice, FIRST, FLAGGED)
    assert advice.is_current
    assert not advice.lacks_chances
    before = advice.chances
    show(advice, FLAGGED, SECOND)
    assert not advice.is_current
    assert advice.lacks_chances
    assert advice.chances is before, "they are shown until there are new ones"
    advice.request_chances(SECOND)
    wait_until_idle(qtbot, advice)
    assert advice.is_current
    assert advice.chances is not before


def test_late_chances_are_dropped(qtbot, advice, engine, announced):
    engine.gate.shut()
    advice.request_chances(FIRST)
    qtbot.waitUntil(lambda: engine.gate.came == [FIRST])
    show(advice, FIRST, SECOND)
    assert not advice.is_busy
    advice.request_chances(SECOND)
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert len(announced) == 1
    assert advice.chances is not None
    assert dict(advice.chances.exact) == dict(mine_probabilities(SECOND).probability)


def test_old_chances_are_hidden_only_when_new_ones_take_long(qtbot, advice, engine, time, announced):
    engine.gate.shut()
    advice.request_chances(FIRST)
    time.wait(KEPT_FOR)
    assert not announced, "there are none that could be hidden"
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    show(advice, FIRST, SECOND)
    engine.gate.shut()
    advice.request_chances(SECOND)
    time.wait(KEPT_FOR - 1)
    assert advice.chances is not None
    time.wait(1)
    assert len(announced) == 2
    assert advice.chances is None
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert advice.chances is not None
    time.wait(KEPT_FOR)
    assert len(announced) == 3


@pytest.mark.parametrize("way", ["won", "earlier", "another game"])
def test_chances_that_must_not_be_shown_are_gone(qtbot, advice, engine, way, announced):
    before = replace(VIEW, position=SECOND)
    now = {
        "won": replace(before, state=State.WON),
        "earlier": VIEW,
        "another game": replace(VIEW, position=Position(1, 5, 2, {(0, 1): 1, (0, 3): 1}), game=1),
    }[way]
    advice.request_chances(SECOND)
    wait_until_idle(qtbot, advice)
    advice.follow(before, now, rates=False)
    assert advice.chances is None
    engine.gate.shut()
    advice.request_chances(SECOND)
    advice.follow(before, now, rates=False)
    assert not advice.is_busy
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    QCoreApplication.processEvents()
    assert advice.chances is None
    assert len(announced) == 1, "nothing more was shown"


def test_chances_that_cannot_be_found_are_not_requested_again(qtbot, advice):
    advice.request_chances(FIRST)
    wait_until_idle(qtbot, advice)
    show(advice, FIRST, SECOND)
    advice.request_chances(CLASH)
    wait_until_idle(qtbot, advice)
    assert "no layout agrees" in advice.problem
    assert advice.chances is None
    assert not advice.lacks_chances
    show(advice, FIRST, FLAGGED)
    assert advice.problem
    show(advice, FIRST, SECOND)
    assert not advice.problem
    assert advice.lacks_chances


# -- moves and hints


def test_moves_and_hints_are_found_for_the_present_position(qtbot, advice):
    moves: list[Outcome] = []
    request_move(advice, moves)
    assert advice.is_move_requested
    request_hint(advice)
    assert advice.is_choice_requested
    assert advice.is_busy
    wait_until_idle(qtbot, advice)
    assert not advice.is_choice_requested
    assert (len(moves), advice.hints) == (1, 1)
    assert advice.hint in FIRST.covered
    assert moves[0].result is not None
    assert moves[0].result.cell in FIRST.covered


def test_a_choice_is_requested_once_for_each_position(qtbot, advice, strategies):
    moves: list[Outcome] = []
    strategies.shut()
    for _ in range(3):
        request_move(advice, moves)
        request_hint(advice)
    strategies.open()
    wait_until_idle(qtbot, advice)
    assert (len(moves), advice.hints, len(strategies.came)) == (1, 1, 2)


@pytest.mark.parametrize("way", ["flag", "clue", "cancel"])
def test_a_late_choice_is_dropped(qtbot, advice, strategies, way):
    moves: list[Outcome] = []
    strategies.shut()
    request_move(advice, moves)
    request_hint(advice)
    qtbot.waitUntil(lambda: bool(strategies.came))
    if way == "cancel":
        advice.cancel_choices()
    else:
        show(advice, FIRST, SECOND if way == "clue" else FLAGGED)
    assert not advice.is_choice_requested
    strategies.open()
    wait_until_idle(qtbot, advice)
    QCoreApplication.processEvents()
    assert (moves, advice.hints) == ([], 0)
    request_move(advice, moves)
    wait_until_idle(qtbot, advice)
    assert len(moves) == 1


def test_only_a_long_choice_becomes_slow_and_only_once(qtbot, worker, time, advice, status, strategies, engine):
    spy = QSignalSpy(status.shown_once)
    engine.gate.shut()
    advice.request_chances(FIRST)
    time.wait(2 * SLOW_AFTER)
    assert spy.count() == 0, "chances are no choice"
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    request_move(advice)
    wait_until_idle(qtbot, advice)
    strategies.shut()
    request_move(advice)
    advice.cancel_choices()
    time.wait(2 * SLOW_AFTER)
    assert spy.count() == 0
    request_move(advice)
    for _ in range(2):
        time.wait(2 * SLOW_AFTER)
        assert spy.count() == 1
    show(advice, FIRST, FLAGGED)
    request_move(advice)
    time.wait(2 * SLOW_AFTER)
    assert spy.count() == 2


def test_nothing_is_sent_once_it_is_closed(qtbot, worker, time, advice, status, strategies, engine, announced):
    moves: list[Outcome] = []
    advice.request_chances(FIRST)
    wait_until_idle(qtbot, advice)
    game = Game()
    number = game.guess()
    advice.set_history(game.history)
    spies = [QSignalSpy(status.changed), QSignalSpy(status.shown_once)]
    announced.clear()
    strategies.shut()
    engine.gate.shut()
    show(advice, FIRST, SECOND)
    advice.request_chances(SECOND)
    request_move(advice, moves)
    request_hint(advice)
    advice.request_rating(number)
    advice.close()
    assert not advice.is_busy
    strategies.open()
    engine.gate.open()
    worker.close()
    qtbot.waitUntil(lambda: worker.wait(0))
    assert not time.due
    time.wait(2 * SLOW_AFTER)
    QCoreApplication.processEvents()
    assert [spy.count() for spy in spies] == [0, 0]
    assert not announced
    assert not moves


# -- ratings


class Game:
    """A game with a history of guesses."""

    def __init__(self, seed: int = 1, size: int = 6, mines: int = 10) -> None:
        self.game = Minesweeper(size, size, mines, seed=seed)
        self.game.play(Action(Verb.REVEAL, self.free()[0]))
        self.history = History(self.game)

    def free(self) -> list[Cell]:
        """Return the covered cells without a mine."""
        return sorted(set(self.game.grid.cells) - self.game.mines - self.game.clues.keys())

    def turn(self, verb: Verb, cell: Cell, kind: TurnKind, is_safe: bool | None) -> int:
        """Make a move; return its number."""
        result = self.game.play(Action(verb, cell))
        self.history.add(Turn(TurnMaker.PLAYER, kind, cell, (result,), is_safe))
        return len(self.history.turns)

    def guess(self) -> int:
        return self.turn(Verb.REVEAL, self.free()[-1], TurnKind.GUESS, is_safe=False)

    def expected(self, number: int) -> tuple[Fraction, Fraction]:
        """Return the risk of a move and the lowest risk then."""
        exact = mine_probabilities(self.history.moment(number - 1).position).probability
        cell = self.history.turns[number - 1].cell
        assert cell is not None
        return exact[cell], min(exact.values())


def test_the_risk_of_a_guess_is_that_of_the_position_before_it(qtbot, advice):
    game = Game()
    numbers = [game.guess() for _ in range(4)]
    advice.set_history(game.history)
    for number in numbers:
        advice.request_rating(number)
    assert advice.is_busy
    wait_until_idle(qtbot, advice)
    assert sorted(advice.take_rated()) == numbers
    for number in numbers:
        turn = game.history.turns[number - 1]
        assert (turn.risk, turn.least_risk) == game.expected(number)


def test_the_risk_of_a_chord_is_that_of_its_flags(qtbot, advice):
    # One of two cells is a mine, so that a flag on one of them is right in half of the layouts.
    game = Minesweeper(1, 3, 1, layout_mines=[(0, 0)])
    history = History(game)
    for verb, cell, kind in (
        (Verb.REVEAL, (0, 1), TurnKind.GUESS),
        (Verb.FLAG, (0, 2), TurnKind.FLAG),
        (Verb.CHORD, (0, 1), TurnKind.CHORD),
    ):
        history.add(Turn(TurnMaker.PLAYER, kind, cell, (game.play(Action(verb, cell)),), False))
    advice.set_history(history)
    advice.request_rating(3)
    wait_until_idle(qtbot, advice)
    assert history.turns[2].risk == Fraction(1, 2)


def test_the_last_request_is_rated_first_and_none_twice(qtbot, advice, engine):
    game = Game()
    numbers = [game.guess() for _ in range(4)]
    engine.gate.shut()
    advice.set_history(game.history)
    for number in (1, 2, 3, 4, 2, 1):
        advice.request_rating(number)
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert advice.take_rated() == [1, 4, 3, 2]
    for number in numbers:
        advice.request_rating(number)
    assert not advice.is_busy
    assert len(engine.gate.came) == 4


def test_only_guesses_are_rated(qtbot, advice):
    game = Game()
    advice.set_history(game.history)
    advice.request_rating(game.turn(Verb.REVEAL, game.free()[0], TurnKind.SAFE, is_safe=True))
    flag = min(game.game.mines)
    advice.request_rating(game.turn(Verb.FLAG, flag, TurnKind.FLAG, is_safe=None))
    assert not advice.is_busy


def test_a_risk_that_is_too_hard_to_count_is_marked_as_such(qtbot, advice, engine):
    engine.gives_up = True
    game = Game()
    numbers = [game.guess() for _ in range(2)]
    advice.set_history(game.history)
    for _ in range(2):
        for number in numbers:
            advice.request_rating(number)
        wait_until_idle(qtbot, advice)
    assert sorted(advice.take_rated()) == numbers
    assert len(engine.gate.came) == 2, "nobody asks twice"
    for number in numbers:
        turn = game.history.turns[number - 1]
        assert (turn.risk, turn.is_too_hard) == (None, True)


def test_the_next_move_does_not_cancel_a_rating(qtbot, advice, engine):
    game = Game()
    advice.set_history(game.history)
    engine.gate.shut()
    for _ in range(3):
        advice.request_rating(game.guess())
        show(advice, FIRST, SECOND)
        advice.request_chances(FIRST)
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert sorted(advice.take_rated()) == [1, 2, 3]
    assert all(turn.risk is not None for turn in game.history.turns)


def test_another_history_cancels_the_ratings_of_the_last(qtbot, advice, engine):
    game, other = Game(), Game(seed=2)
    numbers = [game.guess() for _ in range(3)]
    advice.set_history(game.history)
    engine.gate.shut()
    for number in numbers:
        advice.request_rating(number)
    qtbot.waitUntil(lambda: bool(engine.gate.came))
    advice.set_history(other.history)
    assert not advice.is_busy
    advice.request_rating(other.guess())
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert advice.take_rated() == [1]
    assert (other.history.turns[0].risk, other.history.turns[0].least_risk) == other.expected(1)
    assert all(turn.risk is None and not turn.is_too_hard for turn in game.history.turns)


def test_a_risk_is_noted_at_the_status_of_its_move_alone(qtbot, advice, status, engine):
    game = Game()
    number = game.guess()
    advice.set_history(game.history)
    engine.gate.shut()
    advice.follow(VIEW, VIEW, rates=True)
    assert advice.followed_move == number
    show(advice, FIRST, FLAGGED)
    status.set("Another strategy.")
    advice.follow(VIEW, VIEW, rates=True)
    engine.gate.open()
    wait_until_idle(qtbot, advice)
    assert advice.take_rated() == [number]
    assert status.text == "Another strategy."
