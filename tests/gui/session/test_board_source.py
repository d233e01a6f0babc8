"""Tests of the levels of a board source: they are found while they are requested and meaningful."""

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


def wait_until_found(qtbot: QtBot, session: GameSession) -> None:
    qtbot.waitUntil(
        lambda: not session.is_learning and not session.explanation_service.is_finding_levels, timeout=30_000
    )


def free(session: GameSession) -> tuple[int, int]:
    """Return a covered cell without a mine."""
    return min(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys())


def test_they_are_not_requested_at_first(qtbot: QtBot, session: GameSession) -> None:
    session.reveal((8, 8))
    wait_until_found(qtbot, session)
    assert session.levels is None
    assert session.last_levels is None


def test_they_belong_to_the_position_after_every_move(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    for cell in ((8, 8), None, None, None):
        session.reveal(cell or free(session))
        wait_until_found(qtbot, session)
        assert session.levels is not None
        assert dict(session.levels) == dict(reasoning_levels(session.position))
        assert session.last_levels is session.levels


def test_there_are_none_before_a_protected_first_click(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    assert not session.has_levels
    assert not session.explanation_service.is_finding_levels
    session.reveal((8, 8))
    wait_until_found(qtbot, session)
    assert session.has_levels
    session.restart()
    wait_until_found(qtbot, session)
    assert session.has_levels, "the same board again protects no click"
    session.new_game()
    assert not session.has_levels
    assert session.levels is None
    assert session.last_levels is None


def test_there_are_none_after_the_end(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    session.reveal((8, 8))
    wait_until_found(qtbot, session)
    session.reveal(min(session.game.mines))
    assert session.state is State.LOST
    assert session.levels is None
    assert session.last_levels is None


def test_they_stay_until_the_last_requester_releases_them(qtbot: QtBot, session: GameSession) -> None:
    session.reveal((8, 8))
    for requester in ("board", "panel"):
        session.request_levels(requester, True)
        session.request_levels(requester, True)
    wait_until_found(qtbot, session)
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
    wait_until_found(qtbot, session)
    before = session.levels
    engine.gate.shut()
    session.reveal(free(session))
    assert session.levels is None
    assert session.last_levels is before
    spy = QSignalSpy(session.levels_changed)
    engine.gate.open()
    wait_until_found(qtbot, session)
    assert spy.count() == 1
    assert session.last_levels is session.levels is not before
    engine.gate.shut()
    session.restart()
    assert session.last_levels is None, "the board is covered again"
    engine.gate.open()


def test_a_flag_changes_no_level(qtbot: QtBot, session: GameSession) -> None:
    session.set_levels_enabled(True)
    session.reveal((8, 8))
    wait_until_found(qtbot, session)
    before = session.levels
    assert before is not None
    session.toggle_flag(min(before.mines))
    assert session.last_levels is before
    wait_until_found(qtbot, session)
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
    positions: list[Position] = []
    find_levels = ExplanationService.find_levels

    def note(self: ExplanationService, position: Position) -> None:
        positions.append(position)
        find_levels(self, position)

    monkeypatch.setattr(ExplanationService, "find_levels", note)
    session.reveal((0, 0))
    session.request_levels("test", True)
    begun = len(positions)
    session.set_speed(0)
    session.start_autoplay()
    qtbot.waitUntil(lambda: not session.is_autoplaying)
    assert len(session.moves) > 3
    assert len(positions) <= begun + 1
    if not session.state.is_over:
        qtbot.waitUntil(lambda: session.levels is not None)
    session.shut_down()
