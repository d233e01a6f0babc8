"""Tests of freeing games that are over: in pieces between events, and wholly."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.old_games import OldGames
from minesweeper_qt.model import DIFFICULTIES, History, Minesweeper


class Part:
    """A part of what was learned."""


class LongHistory(History):
    """A history of a long game."""

    def __init__(self, parts: list[Part]) -> None:
        super().__init__(Minesweeper(2, 2, 1, seed=1))
        self._parts = parts

    @property
    def learned(self) -> list[Part]:
        return list(self._parts)


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["expert"], seed=1)
    yield made
    made.shut_down()


def test_no_event_frees_a_long_game_at_once(qtbot: QtBot) -> None:
    owner = QObject()
    games, parts = OldGames(owner), [Part() for _ in range(3_000)]
    alive = weakref.WeakSet(parts)
    games.add(LongHistory(parts))
    parts.clear()
    numbers = [len(alive)]
    timer = QTimer(owner)
    timer.timeout.connect(lambda: numbers.append(len(alive)))
    timer.start(0)
    qtbot.waitUntil(lambda: not alive)
    assert numbers[0] == 3_000
    assert max(before - after for before, after in pairwise(numbers)) < 1_500


def test_a_new_game_frees_the_one_before(qtbot: QtBot, session: GameSession) -> None:
    session.player.reveal((8, 8))
    qtbot.waitUntil(lambda: not session.is_learning)
    part = session.playthrough.history.learned[-1]
    session.new_game(seed=2)
    kept = sys.getrefcount(part)
    qtbot.waitUntil(lambda: sys.getrefcount(part) < kept)
    assert sys.getrefcount(part) == 2  # `part` and the argument


def test_what_others_hold_of_an_old_game_stays_whole(qtbot: QtBot, session: GameSession) -> None:
    session.player.reveal((8, 8))
    qtbot.waitUntil(lambda: not session.is_learning)
    history = session.playthrough.history
    before = history.moment(1)
    session.new_game(seed=2)
    qtbot.wait(50)
    assert history.moment(1) == before
