"""Tests of the levels of a board source: they are found while they are requested and meaningful."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.computations import find_levels
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.worker import Request, Worker
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Position, State, reasoning_levels
from tests.gui.support.slow import engine

__all__ = ["engine"]  # a fixture


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["intermediate"], seed=1)
    yield made
    made.shut_down()


def wait_until_found(qtbot: QtBot, session: GameSession) -> None:
    qtbot.waitUntil(lambda: not session.is_learning and not session.levels.is_searching, timeout=30_000)


def free(session: GameSession) -> tuple[int, int]:
    """Return a covered cell without a mine."""
    return min(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys())


def test_they_are_not_requested_at_first(qtbot: QtBot, session: GameSession) -> None:
    session.player.reveal((8, 8))
    wait_until_found(qtbot, session)
    assert session.levels.found is None
    assert session.levels.last is None


def test_they_belong_to_the_position_after_every_move(qtbot: QtBot, session: GameSession) -> None:
    session.levels.set_needed("board", True)
    for cell in ((8, 8), None, None, None):
        session.player.reveal(cell or free(session))
        wait_until_found(qtbot, session)
        assert session.levels.found is not None
        assert dict(session.levels.found) == dict(reasoning_levels(session.view.position))
        assert session.levels.last is session.levels.found


def test_there_are_none_before_a_protected_first_click(qtbot: QtBot, session: GameSession) -> None:
    session.levels.set_needed("board", True)
    assert not session.view.has_levels
    assert not session.levels.is_searching
    session.player.reveal((8, 8))
    wait_until_found(qtbot, session)
    assert session.view.has_levels
    session.restart()
    wait_until_found(qtbot, session)
    assert session.view.has_levels, "the same board again protects no click"
    session.new_game()
    assert not session.view.has_levels
    assert session.levels.found is None
    assert session.levels.last is None


def test_there_are_none_after_the_end(qtbot: QtBot, session: GameSession) -> None:
    session.levels.set_needed("board", True)
    session.player.reveal((8, 8))
    wait_until_found(qtbot, session)
    session.player.reveal(min(session.game.mines))
    assert session.view.state is State.LOST
    assert session.levels.found is None
    assert session.levels.last is None


def test_nothing_is_left_when_it_is_shut_down(qtbot: QtBot) -> None:
    session = GameSession(Difficulty.custom(30, 30, 150), seed=1)
    session.levels.set_needed("board", True)
    session.player.reveal((15, 15))
    session.shut_down()
    assert not session.levels.is_searching


def test_an_instant_autoplay_is_not_slowed_by_them_and_has_them_at_its_end(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = GameSession(DIFFICULTIES["cs50"], seed=2)
    positions: list[Position] = []
    request = Worker.request

    def note(self: Worker, then: Any, function: Callable[..., object], *arguments: Any, **options: Any) -> Request:
        if function is find_levels:
            positions.append(*arguments)
        return request(self, then, function, *arguments, **options)

    monkeypatch.setattr(Worker, "request", note)
    session.player.reveal((0, 0))
    session.levels.set_needed("test", True)
    begun = len(positions)
    session.autoplay.set_speed(0)
    session.autoplay.start()
    qtbot.waitUntil(lambda: not session.autoplay.is_running)
    assert len(session.timeline.moves) > 3
    assert len(positions) <= begun + 1
    if not session.view.state.is_over:
        qtbot.waitUntil(lambda: session.levels.found is not None)
    session.shut_down()
