"""Levels of reasoning are followed while somebody wants them and they mean something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.background.explanation_service import ExplanationService
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Difficulty, Position, State, reasoning_levels
from tests.gui.support.slow import GatedEngine, engine

__all__ = ["engine"]  # a fixture


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["intermediate"], seed=1)
    yield made
    made.shut_down()


def settle(qtbot: QtBot, session: GameSession) -> None:
    qtbot.waitUntil(
        lambda: not session.is_learning and not session.explanation_service.is_finding_levels, timeout=30_000
    )


def free(session: GameSession) -> tuple[int, int]:
    """A covered cell without a mine."""
    return min(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys())


def test_nobody_wants_them_at_first(qtbot: QtBot, session: GameSession) -> None:
    session.reveal((8, 8))
    settle(qtbot, session)
    assert session.levels is None
    assert session.last_levels is None


def test_they_are_those_of_the_position_after_every_move(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    for cell in ((8, 8), None, None, None):
        session.reveal(cell or free(session))
        settle(qtbot, session)
        assert session.levels is not None
        assert dict(session.levels) == dict(reasoning_levels(session.position))
        assert session.last_levels is session.levels


def test_there_are_none_before_a_first_click_that_is_safe_anyway(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    assert not session.has_levels
    assert not session.explanation_service.is_finding_levels
    session.reveal((8, 8))
    settle(qtbot, session)
    assert session.has_levels
    session.restart()
    settle(qtbot, session)
    assert session.has_levels, "the same board again protects no click"
    session.new_game()
    assert not session.has_levels
    assert session.levels is None
    assert session.last_levels is None


def test_there_are_none_after_the_end(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    session.reveal((8, 8))
    settle(qtbot, session)
    session.reveal(min(session.game.mines))
    assert session.state is State.LOST
    assert session.levels is None
    assert session.last_levels is None


def test_they_stay_as_long_as_one_of_all_who_want_them(qtbot: QtBot, session: GameSession) -> None:
    session.reveal((8, 8))
    for who in ("board", "panel"):
        session.request_levels(who, True)
        session.request_levels(who, True)
    settle(qtbot, session)
    session.request_levels("panel", False)
    assert session.levels is not None
    session.set_levels_enabled(False)
    assert session.levels is None
    assert session.last_levels is None
    session.request_levels("panel", True)
    assert session.last_levels is session.levels is not None, "they were found before"


def test_the_old_ones_are_shown_until_there_are_new_ones(
    qtbot: QtBot, engine: type[GatedEngine], session: GameSession
) -> None:
    session.set_levels_enabled(True)
    session.reveal((8, 8))
    settle(qtbot, session)
    before = session.levels
    engine.gate.shut()
    session.reveal(free(session))
    assert session.levels is None
    assert session.last_levels is before
    spy = QSignalSpy(session.levels_changed)
    engine.gate.open()
    settle(qtbot, session)
    assert spy.count() == 1
    assert session.last_levels is session.levels is not before
    engine.gate.shut()
    session.restart()
    assert session.last_levels is None, "the board is covered again"
    engine.gate.open()


def test_a_flag_changes_no_level(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    session.reveal((8, 8))
    settle(qtbot, session)
    before = session.levels
    assert before is not None
    session.toggle_flag(min(before.mines))
    assert session.last_levels is before
    settle(qtbot, session)
    assert dict(session.levels or {}) == dict(before)


def test_nothing_is_left_when_it_is_shut_down(qtbot: QtBot) -> None:
    session = GameSession(Difficulty.custom(30, 30, 150), seed=1)
    session.set_levels_enabled(True)
    session.reveal((15, 15))
    session.shut_down()
    assert not session.explanation_service.is_finding_levels


def test_an_instant_autoplay_is_not_slowed_by_them_and_has_them_at_its_end(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = GameSession(DIFFICULTIES["cs50"], seed=2)
    asked: list[Position] = []
    find_levels = ExplanationService.find_levels

    def note(self: ExplanationService, position: Position) -> None:
        asked.append(position)
        find_levels(self, position)

    monkeypatch.setattr(ExplanationService, "follow", note)
    session.reveal((0, 0))
    session.request_levels("test", True)
    begun = len(asked)
    session.set_speed(0)
    session.start_autoplay()
    qtbot.waitUntil(lambda: not session.is_autoplaying)
    assert len(session.moves) > 3
    assert len(asked) <= begun + 1
    if not session.state.is_over:
        qtbot.waitUntil(lambda: session.levels is not None)
    session.shut_down()
