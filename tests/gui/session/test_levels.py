"""Tests of the levels of the position shown: results, late answers, cancelling, and what is shown until then."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from minesweeper_qt.gui.session.computations import find_proof
from minesweeper_qt.gui.session.levels import Levels
from minesweeper_qt.gui.session.worker import Lane, Outcome, Worker
from minesweeper_qt.model import Cell, Engine, Minesweeper, Position, ReasoningLevels, TooHard, reasoning_levels
from minesweeper_qt.model.errors import Poll
from tests.gui.support.held import LIMIT
from tests.gui.support.waiting import EventLoopExecutor, NotYet

POSITION = Position(3, 5, 3, {(0, 0): 1, (1, 0): 1, (0, 4): 0, (1, 4): 0, (2, 4): 0})
OPEN_END = Position(1, 5, 2, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})
LATTICE = Position(30, 30, 300, {(i, j): 3 for i in range(1, 30, 2) for j in range(1, 30, 2)})
"""A lattice of single clues: every way of counting is slow at it."""

GAME = Minesweeper(16, 16, 40, seed=1)
SAFE = sorted(set(GAME.grid.cells) - GAME.mines)


def seen(cells: int, flags: int = 0) -> Position:
    """Return the position of a game with the first safe ``cells`` revealed and flags on the first mines."""
    clues = {cell: GAME.nearby_mines(cell) for cell in SAFE[:cells]}
    return Position(16, 16, 40, clues, flags=sorted(GAME.mines)[:flags])


class FakeExplainer:
    """A stand-in for ``Explainer`` that waits until ``go`` is set or the request is cancelled.

    ``requests`` are the cells to explain, with ``None`` for a request about levels.
    """

    go: Event
    requests: list[Cell | None]

    def __init__(self, position: Position, *, engine: Engine, poll: Poll) -> None:
        self.position = position
        self._poll = poll

    def _wait(self, cell: Cell | None) -> None:
        if not EventLoopExecutor.calls_again:
            self.requests.append(cell)
        if current_thread() is main_thread() and not self.go.is_set():
            raise NotYet
        for _ in range(LIMIT * 1000):
            if self.go.wait(0.001):
                return
            self._poll()
        raise AssertionError("nobody has let it go on")

    def explain(self, cell: Cell) -> None:
        self._wait(cell)

    @property
    def levels(self) -> ReasoningLevels:
        self._wait(None)
        return reasoning_levels(self.position)


@pytest.fixture
def fake_explainer(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeExplainer]]:
    """The class that replaces ``Explainer`` in the worker; it holds every request back until ``go`` is set."""
    held = type("Held", (FakeExplainer,), {"requests": [], "go": Event()})
    monkeypatch.setattr(import_module("minesweeper_qt.model.explain.explainer"), "Explainer", held)
    yield held
    held.go.set()


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def levels(worker: Worker) -> Levels:
    return Levels(worker)


def wait_until_found(qtbot: QtBot, levels: Levels) -> None:
    qtbot.waitUntil(lambda: not levels.is_searching, timeout=30_000)


def test_levels_of_the_position_shown_are_found_and_not_before_they_are_needed(qtbot, levels):
    levels.update(POSITION)
    assert not levels.is_searching
    assert levels.found is None
    assert levels.last is None
    # It finds the levels of the position shown.
    spy = QSignalSpy(levels.changed)
    levels.set_needed("board", True)
    levels.update(POSITION)
    assert levels.is_searching
    assert levels.found is None
    qtbot.waitUntil(lambda: spy.count() == 1)
    assert levels.found is not None
    assert dict(levels.found) == dict(reasoning_levels(POSITION))
    assert levels.last is levels.found
    assert not levels.is_searching
    levels.update(OPEN_END)
    assert levels.found is None


def test_known_levels_are_not_computed_again(qtbot, levels, fake_explainer):
    levels.set_needed("board", True)
    for _ in range(2):
        levels.update(POSITION)
    fake_explainer.go.set()
    wait_until_found(qtbot, levels)
    levels.update(POSITION)
    assert not levels.is_searching
    assert fake_explainer.requests == [None]


def test_going_back_to_known_levels_cancels_the_request(qtbot, worker, levels, fake_explainer):
    fake_explainer.go.set()
    levels.set_needed("board", True)
    levels.update(POSITION)
    wait_until_found(qtbot, levels)
    fake_explainer.go.clear()
    levels.update(OPEN_END)
    qtbot.waitUntil(lambda: len(fake_explainer.requests) == 2)
    levels.update(POSITION)
    assert not levels.is_searching
    qtbot.waitUntil(lambda: worker.wait(0))
    assert levels.found is not None
    assert levels.last is levels.found
    levels.update(OPEN_END)
    assert levels.found is None


def test_why_there_are_no_levels(qtbot, levels):
    spy = QSignalSpy(levels.changed)
    levels.set_needed("board", True)
    levels.update(CLASH)
    assert not levels.problem
    wait_until_found(qtbot, levels)
    assert spy.count() == 1
    assert levels.found is None
    assert "no layout agrees" in levels.problem
    levels.update(CLASH)
    assert not levels.is_searching, "nobody asks twice"
    levels.set_needed("board", False)
    assert not levels.problem
    levels.set_needed("board", True)
    assert levels.problem
    levels.update(POSITION)
    assert not levels.problem


def test_meaningless_levels_are_not_found_and_a_flag_changes_no_level(qtbot, levels):
    levels.set_needed("board", True)
    levels.update(seen(60))
    wait_until_found(qtbot, levels)
    assert levels.found is not None
    spy = QSignalSpy(levels.changed)
    levels.update(None)
    assert spy.count() == 1
    assert (levels.found, levels.last, levels.problem) == (None, None, "")
    assert not levels.is_searching
    levels.update(seen(60))
    assert spy.count() == 2
    assert levels.last is levels.found is not None, "they were found before"
    # A flag changes no level.
    before = levels.found
    assert before is not None
    levels.update(seen(60, flags=3))
    assert levels.last is before
    wait_until_found(qtbot, levels)
    assert dict(levels.found or {}) == dict(before)


def test_an_update_to_nothing_cancels_the_request_and_levels_are_requested_again(qtbot, worker, levels, fake_explainer):
    spy = QSignalSpy(levels.changed)
    levels.set_needed("board", True)
    levels.update(POSITION)
    levels.update(None)
    assert not levels.is_searching
    qtbot.waitUntil(lambda: worker.wait(0))
    QCoreApplication.processEvents()
    assert spy.count() == 0
    # Levels whose request was cancelled are requested again.
    for position in (POSITION, None, POSITION):
        levels.update(position)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: levels.found is not None)


def test_levels_stay_until_the_last_requester_releases_them(qtbot, levels):
    levels.update(seen(60))
    for requester in ("board", "panel"):
        levels.set_needed(requester, True)
        levels.set_needed(requester, True)
    wait_until_found(qtbot, levels)
    levels.set_needed("panel", False)
    assert levels.found is not None
    levels.set_needed("board", False)
    assert levels.found is None
    assert levels.last is None
    levels.set_needed("panel", True)
    assert levels.last is levels.found is not None, "they were found before"


def test_the_old_levels_are_shown_until_there_are_new_ones(qtbot, levels, fake_explainer):
    fake_explainer.go.set()
    levels.set_needed("board", True)
    levels.update(seen(60))
    wait_until_found(qtbot, levels)
    before = levels.found
    assert before is not None
    fake_explainer.go.clear()
    spy = QSignalSpy(levels.changed)
    levels.update(seen(61))
    assert levels.found is None
    assert levels.last is before
    levels.update(seen(62))
    assert levels.last is before
    assert spy.count() == 0
    fake_explainer.go.set()
    wait_until_found(qtbot, levels)
    assert spy.count() == 1
    assert levels.last is levels.found is not before
    fake_explainer.go.clear()
    levels.update(seen(10))
    assert levels.last is None, "cells are covered again"
    assert spy.count() == 2


def test_levels_of_a_position_with_more_cells_taken_for_mines_are_not_shown(qtbot, levels, fake_explainer):
    fake_explainer.go.set()
    levels.set_needed("board", True)
    levels.update(OPEN_END.with_marks({(0, 0): "M"}))
    wait_until_found(qtbot, levels)
    assert levels.last is not None
    fake_explainer.go.clear()
    levels.update(OPEN_END)
    assert levels.last is None


def test_a_panel_may_release_the_levels_when_everything_is_destroyed(qtbot, worker):
    window = QObject()
    levels = Levels(worker, window)
    levels.set_needed("panel", True)
    levels.update(POSITION)
    wait_until_found(qtbot, levels)
    assert levels.last is not None
    levels.close()
    worker.close()
    delete(window)
    assert not isValid(levels)
    levels.set_needed("panel", False)
    assert levels.last is None


@pytest.mark.slow
def test_the_hardest_position_is_given_up(qtbot, worker, levels):
    answers: list[Outcome[object]] = []
    levels.set_needed("board", True)
    levels.update(LATTICE)
    worker.request(answers.append, find_proof, LATTICE, (0, 0), lane=Lane.LONG)
    qtbot.waitUntil(lambda: not worker.is_computing, timeout=60_000)
    assert levels.found is not None
    assert levels.found.probabilities is None, "without a limit it would take for ever"
    assert isinstance(answers[0].error, TooHard)
