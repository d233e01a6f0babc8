"""Tests of explanations and levels: results, late answers, cancelling, and what is shown until levels are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from minesweeper_qt.gui.session.explanations import Explanation, Explanations
from minesweeper_qt.gui.session.worker import SLOW_AFTER, Worker
from minesweeper_qt.model import (
    Cell,
    Engine,
    InconsistentPosition,
    Minesweeper,
    Position,
    ReasoningLevels,
    TooHard,
    reasoning_levels,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided
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

    ``requests`` are the cells to explain, with ``None`` for a request about levels, and ``stopped`` those of them that
    were cancelled.
    """

    go: Event
    requests: list[Cell | None]
    stopped: list[Cell | None]

    def __init__(
        self,
        position: Position,
        *,
        engine: Engine,
        should_stop: Callable[[], bool],
        report: Callable[[int, int], None],
    ) -> None:
        self.position = position
        self._should_stop = should_stop

    def _wait(self, cell: Cell | None) -> None:
        if not EventLoopExecutor.calls_again:
            self.requests.append(cell)
        if current_thread() is main_thread() and not self.go.is_set():
            raise NotYet
        for _ in range(LIMIT * 1000):
            if self.go.wait(0.001):
                return
            if self._should_stop():
                self.stopped.append(cell)
                raise Stopped("told to")
        raise AssertionError("nobody has let it go on")

    def explain(self, cell: Cell) -> Proof:
        self._wait(cell)
        return Proof(self.position, cell, False, reasoning_levels(self.position)[cell], ())

    @property
    def levels(self) -> ReasoningLevels:
        self._wait(None)
        return reasoning_levels(self.position)


@pytest.fixture
def fake_explainer(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeExplainer]]:
    """The class that replaces ``Explainer`` in the worker; it holds every request back until ``go`` is set."""
    held = type("Held", (FakeExplainer,), {"requests": [], "stopped": [], "go": Event()})
    monkeypatch.setattr(import_module("minesweeper_qt.model.explain.explainer"), "Explainer", held)
    yield held
    held.go.set()


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.fixture
def explanations(worker: Worker) -> Explanations:
    return Explanations(worker)


@pytest.fixture
def found(explanations: Explanations) -> list[Explanation]:
    received: list[Explanation] = []
    explanations.explained.connect(received.append)
    return received


def certain(position: Position) -> list[Cell]:
    return list(reasoning_levels(position))


# -- explanations


def test_it_proves_what_is_certain_and_shows_layouts_for_what_is_not(qtbot, explanations, found):
    for position, cell, kind in ((POSITION, certain(POSITION)[0], Proof), (OPEN_END, (0, 0), Undecided)):
        explanations.explain(position, cell)
        assert explanations.is_explaining
        qtbot.waitUntil(lambda: not explanations.is_explaining)
        assert found[-1].error is None
        assert (found[-1].position, found[-1].cell) == (position, cell)
        assert isinstance(found[-1].found, kind)
    assert len(found) == 2


@pytest.mark.threads
def test_a_new_request_replaces_the_last(qtbot, worker, explanations, fake_explainer, found):
    first, second, third = certain(POSITION)[:3]
    explanations.explain(POSITION, first)
    qtbot.waitUntil(lambda: fake_explainer.requests == [first])
    explanations.explain(POSITION, second)
    explanations.explain(POSITION, third)
    qtbot.waitUntil(lambda: fake_explainer.requests[-1] == third)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanations.is_explaining)
    qtbot.waitUntil(lambda: worker.wait(0))
    assert [explanation.cell for explanation in found] == [third]
    assert fake_explainer.stopped == fake_explainer.requests[:-1]


def test_a_repeated_request_is_computed_once(qtbot, worker, explanations, fake_explainer, found):
    cell = certain(POSITION)[0]
    for _ in range(3):
        explanations.explain(POSITION, cell)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanations.is_explaining)
    qtbot.waitUntil(lambda: worker.wait(0))
    assert fake_explainer.requests == [cell]
    explanations.explain(POSITION, cell)
    qtbot.waitUntil(lambda: len(found) == 2)
    assert fake_explainer.requests == [cell] * 2, "it is computed again only once it was answered"


def test_the_same_cell_of_another_position_is_another_request(qtbot, explanations, fake_explainer, found):
    cell = certain(POSITION)[0]
    flagged = POSITION.with_marks({max(POSITION.covered): "F"})
    for position in (POSITION, flagged):
        explanations.explain(position, cell)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: not explanations.is_explaining)
    assert [explanation.position for explanation in found] == [flagged]


def test_a_cancelled_request_ends_soon_without_an_answer(qtbot, worker, explanations, fake_explainer, found):
    cell = certain(POSITION)[0]
    explanations.explain(POSITION, cell)
    qtbot.waitUntil(lambda: fake_explainer.requests == [cell])
    explanations.stop()
    assert not explanations.is_explaining
    qtbot.waitUntil(lambda: worker.wait(0))
    QCoreApplication.processEvents()
    assert found == []


def test_only_a_long_search_becomes_slow_and_only_once(qtbot, worker, time, explanations, fake_explainer):
    spy = QSignalSpy(explanations.became_slow)
    first, second = certain(POSITION)[:2]
    fake_explainer.go.set()
    explanations.explain(POSITION, first)
    qtbot.waitUntil(lambda: not explanations.is_explaining)
    fake_explainer.go.clear()
    explanations.request_levels("test", True)
    explanations.update(POSITION)
    explanations.explain(POSITION, second)
    explanations.stop()
    time.wait(2 * SLOW_AFTER)
    assert spy.count() == 0
    explanations.explain(POSITION, second)
    for _ in range(2):
        time.wait(2 * SLOW_AFTER)
        assert explanations.is_explaining
        assert spy.count() == 1
    explanations.explain(POSITION, first)
    time.wait(2 * SLOW_AFTER)
    assert spy.count() == 2


def test_an_error_is_reported_instead_of_an_explanation(qtbot, explanations, found):
    explanations.explain(CLASH, (0, 0))
    qtbot.waitUntil(lambda: bool(found))
    assert isinstance(found[0].error, InconsistentPosition)
    assert found[0].found is None


@pytest.mark.threads
def test_closing_does_not_wait_for_a_long_proof(qtbot, worker, time, explanations, fake_explainer, found):
    spies = QSignalSpy(explanations.levels_changed), QSignalSpy(explanations.became_slow)
    cell = certain(POSITION)[0]
    explanations.request_levels("test", True)
    explanations.update(POSITION)
    explanations.explain(POSITION, cell)
    qtbot.waitUntil(lambda: bool(fake_explainer.requests))
    explanations.close()
    assert not explanations.is_explaining
    assert not explanations.is_finding_levels
    worker.close()
    qtbot.waitUntil(lambda: worker.wait(0))
    assert fake_explainer.stopped == fake_explainer.requests, "it was cancelled, not waited for"
    time.wait(2 * SLOW_AFTER)
    QCoreApplication.processEvents()
    assert (found, [spy.count() for spy in spies]) == ([], [0, 0])


# -- levels


def wait_until_found(qtbot: QtBot, explanations: Explanations) -> None:
    qtbot.waitUntil(lambda: not explanations.is_finding_levels, timeout=30_000)


def test_levels_are_not_found_before_they_are_needed(qtbot, explanations):
    explanations.update(POSITION)
    assert not explanations.is_finding_levels
    assert explanations.levels is None
    assert explanations.last_levels is None


def test_it_finds_the_levels_of_the_position_shown(qtbot, explanations):
    spy = QSignalSpy(explanations.levels_changed)
    explanations.request_levels("board", True)
    explanations.update(POSITION)
    assert explanations.is_finding_levels
    assert explanations.levels is None
    qtbot.waitUntil(lambda: spy.count() == 1)
    assert explanations.levels is not None
    assert dict(explanations.levels) == dict(reasoning_levels(POSITION))
    assert explanations.last_levels is explanations.levels
    assert not explanations.is_finding_levels
    explanations.update(OPEN_END)
    assert explanations.levels is None


def test_known_levels_are_not_computed_again(qtbot, explanations, fake_explainer):
    explanations.request_levels("board", True)
    for _ in range(2):
        explanations.update(POSITION)
    fake_explainer.go.set()
    wait_until_found(qtbot, explanations)
    explanations.update(POSITION)
    assert not explanations.is_finding_levels
    assert fake_explainer.requests == [None]


def test_going_back_to_known_levels_cancels_the_request(qtbot, worker, explanations, fake_explainer):
    fake_explainer.go.set()
    explanations.request_levels("board", True)
    explanations.update(POSITION)
    wait_until_found(qtbot, explanations)
    fake_explainer.go.clear()
    explanations.update(OPEN_END)
    qtbot.waitUntil(lambda: len(fake_explainer.requests) == 2)
    explanations.update(POSITION)
    assert not explanations.is_finding_levels
    qtbot.waitUntil(lambda: worker.wait(0))
    assert explanations.levels is not None
    assert explanations.last_levels is explanations.levels
    explanations.update(OPEN_END)
    assert explanations.levels is None


def test_why_there_are_no_levels(qtbot, explanations):
    spy = QSignalSpy(explanations.levels_changed)
    explanations.request_levels("board", True)
    explanations.update(CLASH)
    assert not explanations.problem
    wait_until_found(qtbot, explanations)
    assert spy.count() == 1
    assert explanations.levels is None
    assert "no layout agrees" in explanations.problem
    explanations.update(CLASH)
    assert not explanations.is_finding_levels, "nobody asks twice"
    explanations.request_levels("board", False)
    assert not explanations.problem
    explanations.request_levels("board", True)
    assert explanations.problem
    explanations.update(POSITION)
    assert not explanations.problem


def test_meaningless_levels_are_not_found(qtbot, explanations):
    explanations.request_levels("board", True)
    explanations.update(seen(60))
    wait_until_found(qtbot, explanations)
    assert explanations.levels is not None
    spy = QSignalSpy(explanations.levels_changed)
    explanations.update(None)
    assert spy.count() == 1
    assert (explanations.levels, explanations.last_levels, explanations.problem) == (None, None, "")
    assert not explanations.is_finding_levels
    explanations.update(seen(60))
    assert spy.count() == 2
    assert explanations.last_levels is explanations.levels is not None, "they were found before"


def test_an_update_to_nothing_cancels_the_request(qtbot, worker, explanations, fake_explainer):
    spy = QSignalSpy(explanations.levels_changed)
    explanations.request_levels("board", True)
    explanations.update(POSITION)
    explanations.update(None)
    assert not explanations.is_finding_levels
    qtbot.waitUntil(lambda: worker.wait(0))
    QCoreApplication.processEvents()
    assert spy.count() == 0


def test_levels_whose_request_was_cancelled_are_requested_again(qtbot, explanations, fake_explainer):
    explanations.request_levels("board", True)
    for position in (POSITION, None, POSITION):
        explanations.update(position)
    fake_explainer.go.set()
    qtbot.waitUntil(lambda: explanations.levels is not None)


def test_levels_stay_until_the_last_requester_releases_them(qtbot, explanations):
    explanations.update(seen(60))
    for requester in ("board", "panel"):
        explanations.request_levels(requester, True)
        explanations.request_levels(requester, True)
    wait_until_found(qtbot, explanations)
    explanations.request_levels("panel", False)
    assert explanations.levels is not None
    explanations.request_levels("board", False)
    assert explanations.levels is None
    assert explanations.last_levels is None
    explanations.request_levels("panel", True)
    assert explanations.last_levels is explanations.levels is not None, "they were found before"


def test_the_old_levels_are_shown_until_there_are_new_ones(qtbot, explanations, fake_explainer):
    fake_explainer.go.set()
    explanations.request_levels("board", True)
    explanations.update(seen(60))
    wait_until_found(qtbot, explanations)
    before = explanations.levels
    assert before is not None
    fake_explainer.go.clear()
    spy = QSignalSpy(explanations.levels_changed)
    explanations.update(seen(61))
    assert explanations.levels is None
    assert explanations.last_levels is before
    explanations.update(seen(62))
    assert explanations.last_levels is before
    assert spy.count() == 0
    fake_explainer.go.set()
    wait_until_found(qtbot, explanations)
    assert spy.count() == 1
    assert explanations.last_levels is explanations.levels is not before
    fake_explainer.go.clear()
    explanations.update(seen(10))
    assert explanations.last_levels is None, "cells are covered again"
    assert spy.count() == 2


def test_levels_of_a_position_with_more_cells_taken_for_mines_are_not_shown(qtbot, explanations, fake_explainer):
    fake_explainer.go.set()
    explanations.request_levels("board", True)
    explanations.update(OPEN_END.with_marks({(0, 0): "M"}))
    wait_until_found(qtbot, explanations)
    assert explanations.last_levels is not None
    fake_explainer.go.clear()
    explanations.update(OPEN_END)
    assert explanations.last_levels is None


def test_a_flag_changes_no_level(qtbot, explanations):
    explanations.request_levels("board", True)
    explanations.update(seen(60))
    wait_until_found(qtbot, explanations)
    before = explanations.levels
    assert before is not None
    explanations.update(seen(60, flags=3))
    assert explanations.last_levels is before
    wait_until_found(qtbot, explanations)
    assert dict(explanations.levels or {}) == dict(before)


def test_a_panel_may_release_the_levels_when_everything_is_destroyed(qtbot, worker):
    window = QObject()
    explanations = Explanations(worker, window)
    explanations.request_levels("panel", True)
    explanations.update(POSITION)
    wait_until_found(qtbot, explanations)
    assert explanations.last_levels is not None
    explanations.close()
    worker.close()
    delete(window)
    assert not isValid(explanations)
    explanations.request_levels("panel", False)
    assert explanations.last_levels is None


@pytest.mark.slow
def test_the_hardest_position_is_given_up(qtbot, explanations, found):
    explanations.request_levels("board", True)
    explanations.update(LATTICE)
    explanations.explain(LATTICE, (0, 0))
    qtbot.waitUntil(lambda: not explanations.is_finding_levels and not explanations.is_explaining, timeout=60_000)
    assert explanations.levels is not None
    assert explanations.levels.probabilities is None, "without a limit it would take for ever"
    assert isinstance(found[0].error, TooHard)
