"""Tests of opening games: a session shows a game that was played elsewhere, with all its moves, and plays it on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Action, Difficulty, History, Minesweeper, Record, TurnMaker, Verb
from tests.gui.support.session_views import SessionViews


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["beginner"], seed=1)
    yield made
    made.shut_down()


def wait_until_learned(qtbot: QtBot, session: GameSession) -> None:
    qtbot.waitUntil(lambda: not session.is_learning, timeout=30_000)


def play(qtbot: QtBot, session: GameSession, seed: int, steps: int = 12) -> None:
    """Let the player and the AI move at random, and wait after each move until the agent has learned."""
    chance = random.Random(seed)
    for _ in range(steps):
        if session.game.state.is_over:
            break
        covered = sorted(set(session.game.grid.cells) - session.game.clues.keys())
        act = chance.choice((session.player.reveal, session.player.toggle_flag, None))
        if act is None:
            session.autoplay.move()
        else:
            act(chance.choice(covered))
        wait_until_learned(qtbot, session)


def judged(session: GameSession) -> list[tuple[object, ...]]:
    """Return what is known of each turn that a record holds or that the agent's knowledge decides."""
    return [
        (turn.maker, turn.cell, turn.plays, turn.is_safe, turn.strategy, turn.is_hint)
        for turn in session.timeline.moves
        if turn.maker is TurnMaker.PLAYER or turn.is_safe is not False
    ]


@pytest.mark.parametrize("difficulty", [Difficulty.custom(7, 9, 9), DIFFICULTIES["cs50"]])
@pytest.mark.parametrize("seed", range(4))
def test_a_recorded_game_is_shown_with_all_its_moments(qtbot: QtBot, seed: int, difficulty: Difficulty) -> None:
    played = GameSession(difficulty, seed)
    play(qtbot, played, seed)
    text = Record.of_history(played.playthrough.history).to_text()
    views = SessionViews(qtbot, "expert", seed=5)
    opened = views.session
    opened.open(*Record.from_text(text).history())
    views.wait_until_learned()
    views.assert_sound()
    assert (opened.difficulty.height, opened.difficulty.width) == (difficulty.height, difficulty.width)
    assert opened.difficulty.name == ("cs50" if difficulty.name == "cs50" else "custom")
    assert len(opened.timeline.moves) == len(played.timeline.moves)
    assert judged(opened) == judged(played)
    assert opened.view.state is played.view.state
    for number in range(len(played.timeline.moves) + 1):
        then, now = played.playthrough.history.moment(number), opened.playthrough.history.moment(number)
        assert now.position == then.position
        assert [str(sentence) for sentence in now.sentences] == [str(sentence) for sentence in then.sentences]
    opened.timeline.show_move(len(opened.timeline.moves) // 2)
    views.assert_sound()
    opened.branch()
    views.wait_until_learned()
    views.assert_sound()
    assert not opened.view.state.is_over
    play(qtbot, opened, seed + 1, steps=4)
    views.assert_sound()
    played.shut_down()


def test_a_played_game_needs_its_own_history(session: GameSession) -> None:
    before = session.game
    game = Minesweeper(4, 6, 3, seed=2)
    game.play(Action(Verb.FLAG, (0, 0)))
    for history in (None, History(Minesweeper(4, 6, 3, seed=2))):
        with pytest.raises(ValueError, match="needs its own history"):
            session.open(game, history)
    assert session.game is before


def test_moves_have_their_times_and_those_of_an_opened_game_go_on(qtbot: QtBot) -> None:
    now = [50.0]
    session = GameSession(DIFFICULTIES["beginner"], 1, seconds=lambda: now[0])
    session.player.reveal((4, 4))
    now[0] += 2.5
    wait_until_learned(qtbot, session)
    session.autoplay.move()
    assert [turn.seconds for turn in session.timeline.moves] == [0, 2.5]
    assert session.timeline.moves[1].strategy == "cs50"
    record = Record.of_history(session.playthrough.history)
    now[0] += 1000
    session.open(*record.history())
    assert session.playthrough.seconds == 2.5
    now[0] += 1
    session.clock.tick()
    assert session.clock.seconds == 3
    assert session.clock.is_running
    wait_until_learned(qtbot, session)
    session.request_hint()
    assert session.view.hint is not None
    session.player.reveal(session.view.hint)
    assert session.timeline.moves[-1].is_hint
    assert session.timeline.moves[-1].seconds == 3.5
    session.shut_down()
