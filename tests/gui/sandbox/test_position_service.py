"""Tests of the sandbox's findings: layouts, chances and contradictions, and their text."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from threading import Event
from time import monotonic, process_time, sleep

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.sandbox import position_service
from minesweeper_qt.gui.sandbox.sandbox_session import SandboxSession
from minesweeper_qt.gui.sandbox.sandbox_text import TOO_HARD, summary
from minesweeper_qt.model import (
    Engine,
    Minesweeper,
    Position,
    Probabilities,
    TooHard,
)
from minesweeper_qt.model.board.examples import example_named
from minesweeper_qt.model.errors import Stopped
from tests.gui.support.sandboxes import conclusions, expected_conclusions, session, show, wait_until_found

__all__ = ["session"]  # a fixture


# -- all layouts


def test_chances(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert session.findings is not None
    assert session.findings.layouts == 8
    assert session.look((0, 0)).chance is None
    assert session.chance_text((0, 0)) == ""
    with qtbot.waitSignal(session.chances_changed):
        session.set_chances_enabled(True)
    assert session.look((0, 0)).chance is not None
    assert session.chance_text((0, 0)) == "(0, 0) is a mine with probability 1/8 = 12.50 %."
    session.set_mark((0, 0), "M")
    assert session.look((0, 1)).is_stale
    wait_until_found(qtbot, session)
    assert session.chances is not None
    assert session.chances.exact[0, 1] == Fraction(0)


def test_late_findings_are_dropped(qtbot: QtBot, session: SandboxSession) -> None:
    for clue in (0, 3, 1):
        session.set_clue((1, 1), clue)
    wait_until_found(qtbot, session)
    assert session.findings is not None
    assert session.findings.position is session.position
    assert session.findings.layouts == 8


@pytest.mark.slow
def test_a_late_answer_leaves_the_findings_stale(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(qtbot, session, "4x4x2", *["HHHH"] * 4)
    begun, first, second = Event(), Event(), Event()
    solve = Engine.solve

    def wait(self: Engine, position: Position) -> Probabilities:
        begun.set()
        assert (first if position.clues[1, 1] == 2 else second).wait(20)
        return solve(self, position)

    monkeypatch.setattr(Engine, "solve", wait)
    session.set_clue((1, 1), 2)
    qtbot.waitUntil(begun.is_set)
    session.set_clue((1, 1), 1)
    qtbot.waitUntil(lambda: session.is_slow)
    begun.clear()
    first.set()
    qtbot.waitUntil(begun.is_set)
    qtbot.wait(20)
    assert session.is_slow
    assert session.findings is None
    second.set()
    wait_until_found(qtbot, session)
    assert not session.is_slow


# -- contradictions


def test_a_contradiction_is_explained(qtbot: QtBot, session: SandboxSession) -> None:
    session.set_position(example_named("pattern-contradiction").position)
    wait_until_found(qtbot, session)
    assert session.clash == {(0, 4), (1, 4)}
    assert session.problem == "No layout agrees: the clues 1 at (0, 4) and 0 at (1, 4) contradict each other."
    assert session.left_out == {(1, 4)}
    assert summary(session.findings, session.left_out).endswith(
        "The knowledge base leaves out (1, 4): it contradicts the others."
    )
    session.set_clue((1, 4), None)
    wait_until_found(qtbot, session)
    assert (session.problem, session.clash, session.left_out) == ("", frozenset(), frozenset())


def test_a_contradiction_with_the_number_of_mines(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x4", "HHH", "H1H", "HHH")
    assert session.problem == "No layout agrees: the clue 1 at (1, 1) and 4 mines in all do not go together."
    assert session.clash == {(1, 1)}
    assert conclusions(session) == expected_conclusions(session.position)
    session.set_uses_mine_count(True)
    assert session.left_out == frozenset()


def test_more_cells_taken_for_mines_than_mines(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "2x2x1", "MM", "HH")
    assert session.clash == frozenset()
    assert session.problem == "No layout agrees: its cells taken for mines and 1 mine in all do not go together."


def test_an_impossible_clue(qtbot: QtBot, session: SandboxSession) -> None:
    session.set_clue((0, 0), 8)
    wait_until_found(qtbot, session)
    assert session.clash == session.left_out == {(0, 0)}
    assert session.problem == "No layout agrees: the clue 8 at (0, 0) can't be."
    assert session.findings is not None
    assert summary(session.findings, session.left_out) == f"{session.problem} The knowledge base leaves it out."


# -- text


def test_the_summary_of_a_position(qtbot: QtBot, session: SandboxSession) -> None:
    def summary_of(*lines: str) -> str:
        show(qtbot, session, *lines)
        return summary(session.findings)

    assert summary_of("3x3x1", "HHH", "H1H", "HHH") == (
        "8 layouts agree. No covered cell is provably safe; the least risk is 1/8 = 12.50 % at (0, 0) and 7 more."
    )
    assert summary_of("3x1x1", "0HH") == "1 layout agrees. Safe for certain: (0, 1)."
    assert summary_of("7x1x0", "0HHHHHH") == "1 layout agrees. 6 covered cells are safe for certain."
    assert summary_of("3x1x1", "HMH") == "1 layout agrees. Safe for certain: (0, 0) and (0, 2)."
    assert summary_of("2x1x1", "1M") == "1 layout agrees. No covered cell is safe."
    assert summary_of("1x1x0", "0") == "1 layout agrees. No covered cell is safe."


def test_too_hard_to_count(qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(self: Engine, position: Position) -> Probabilities:
        raise TooHard("too many layouts for a test")

    monkeypatch.setattr(Engine, "solve", give_up)
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert summary(session.findings) == TOO_HARD
    assert (session.problem, session.chances, session.clash) == ("", None, frozenset())
    assert conclusions(session) == expected_conclusions(session.position)


def test_a_clash_that_is_too_hard_to_find(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_service, "CONTRADICTION_BUDGET", 1)
    session.set_position(example_named("pattern-contradiction").position)
    wait_until_found(qtbot, session)
    assert session.problem == "No layout agrees; which clues clash is too hard to find."
    assert session.clash == frozenset()


def test_a_mistake_in_the_thread_is_raised_and_ends_the_wait(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Engine, position: Position) -> Probabilities:
        raise ZeroDivisionError("a mistake")

    wait_until_found(qtbot, session)
    monkeypatch.setattr(Engine, "solve", fail)
    with qtbot.captureExceptions() as caught:
        session.set_clue((1, 1), 1)
        wait_until_found(qtbot, session)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]


def test_a_mistake_in_the_search_for_a_clash_is_raised_too(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(position: Position, budget: int, should_stop: Callable[[], bool]) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(position_service, "contradicting_clues", fail)
    with qtbot.captureExceptions() as caught:
        session.set_position(example_named("pattern-contradiction").position)
        wait_until_found(qtbot, session)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]


@pytest.mark.parametrize("closes", [False, True])
def test_a_cancelled_search_for_a_clash_ends(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    begun, ended = Event(), Event()

    def search(position: Position, budget: int, should_stop: Callable[[], bool]) -> None:
        begun.set()
        until = monotonic() + 20
        while not should_stop():
            assert monotonic() < until
            sleep(0.001)
        ended.set()
        raise Stopped("for a test")

    monkeypatch.setattr(position_service, "contradicting_clues", search)
    session.set_position(example_named("pattern-contradiction").position)
    qtbot.waitUntil(begun.is_set)
    assert not ended.is_set()
    if closes:
        session.shut_down()
    else:
        session.clear()
    qtbot.waitUntil(ended.is_set)
    monkeypatch.undo()
    session.resume()
    wait_until_found(qtbot, session)
    assert bool(session.problem) is closes


@pytest.mark.slow
def test_cancelled_counting_of_layouts_ends(qtbot: QtBot, session: SandboxSession) -> None:
    """With thousands of cells away from the clues, combining the fronts takes most of the time: several seconds."""
    game = Minesweeper(100, 100, 2000, seed=3)
    safe = sorted(set(game.grid.cells) - game.mines)
    session.set_position(Position(100, 100, 2000, {cell: game.nearby_mines(cell) for cell in safe[::8]}))
    qtbot.waitUntil(lambda: not session.is_learning, timeout=30_000)
    qtbot.wait(100)
    assert session.is_computing
    began = process_time()
    session.shut_down()
    assert process_time() - began < 1
    assert session.is_computing


@pytest.mark.slow
def test_findings_become_stale_only_when_new_ones_take_long(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    solve = Engine.solve

    def wait(self: Engine, position: Position) -> Probabilities:
        assert gate.wait(20)
        return solve(self, position)

    session.set_chances_enabled(True)
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert not session.chances_are_stale
    monkeypatch.setattr(Engine, "solve", wait)
    session.set_clue((0, 0), 0)
    assert not session.chances_are_stale
    assert session.look((0, 1)).chance is not None
    with qtbot.waitSignal(session.findings_changed):
        pass
    assert session.chances_are_stale
    gate.set()
    wait_until_found(qtbot, session)
    assert not session.chances_are_stale
    assert not session.look((0, 1)).is_stale
