"""Tests of moves that are made while the agent is learning: whether they were safe is shown once it has learned."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline.move_log_model import LogColumn
from minesweeper_qt.gui.presentation.status_text import STOPPED
from minesweeper_qt.gui.presentation.turn_status import READING
from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.model import Cell, Minesweeper
from tests.gui.support.session_views import SessionViews
from tests.gui.support.slow import Gate, strategies
from tests.model.support.agents import HeldAgent, PlainAgent, failing_after, held, slow

__all__ = ["strategies"]  # a fixture


def opened(qtbot: QtBot, make_agent: type[PlainAgent]) -> SessionViews:
    """Show a row of seven cells with a mine at its end, in which no click opens more than one cell.

    A held agent begins to learn at ``learn``.
    """
    views = SessionViews(qtbot, make_agent=make_agent)
    views.session.open(Minesweeper(1, 7, 1, layout_mines=[(0, 6)]))
    views.wait_until_learned()
    return views


def click_while_learning(views: SessionViews) -> None:
    """Open three cells: the first is a guess, the second is safe by the first one's clue, the third a guess."""
    for cell in ((0, 0), (0, 1), (0, 4)):
        views.click(cell)
    assert views.session.is_learning
    assert len(views.session.timeline.moves) == 3


def learn(views: SessionViews, agent: type[HeldAgent]) -> None:
    """Let the agent learn, and wait for it."""
    agent.go.set()
    views.wait_until_learned()


def safety(views: SessionViews) -> list[str]:
    """Return the column of the log that tells safe moves from guesses."""
    model = views.log.model
    return [model.data(model.index(row, LogColumn.SAFETY)) for row in range(model.rowCount())]


def test_a_move_is_neither_safe_nor_a_guess_until_the_agent_has_learned(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    changed: list[tuple[int, int, int]] = []

    def note(first: Any, last: Any) -> None:
        changed.append((first.row(), first.column(), last.column()))

    views.log.model.dataChanged.connect(note)
    click_while_learning(views)
    assert safety(views) == ["guess", "", ""]
    assert views.timeline.slider.guesses == [1]
    assert views.timeline.label.toolTip() == "Move 3 of 3: You opened (0, 4)"
    views.session.timeline.undo()
    learn(views, agent)
    assert safety(views) == ["guess", "safe", "guess"]
    assert views.timeline.slider.guesses == [1, 3]
    assert views.timeline.label.toolTip() == "Move 2 of 3: You opened (0, 1), safe"
    assert (1, LogColumn.SAFETY, LogColumn.REASON) in changed
    assert (2, LogColumn.SAFETY, LogColumn.REASON) in changed
    views.assert_sound()
    views.assert_history_is_as_learned()


def test_a_safe_move_made_while_learning_is_not_rated_as_a_guess(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    views.click((0, 0))
    views.wait_until_computed()
    views.click((0, 1))
    assert views.session.is_learning
    views.qtbot.wait(30)
    views.wait_until_computed()
    assert "Guess" not in views.session.status.text
    learn(views, agent)
    views.wait_until_computed()
    assert "Guess" not in views.session.status.text
    turn = views.session.timeline.moves[1]
    assert (turn.is_safe, turn.risk, turn.least_risk) == (True, 0, 0)


def test_a_guess_made_while_learning_is_rated_once_the_agent_has_learned(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    views.click((0, 0))
    views.click((0, 4))
    assert views.session.timeline.moves[1].risk is None
    learn(views, agent)
    views.wait_until_computed()
    assert views.session.timeline.moves[1].risk is not None
    assert "Guess at (0, 4): risk 20 %" in views.session.status.text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_branch_while_learning_does_not_lose_the_judgement(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    click_while_learning(views)
    views.session.timeline.undo()
    views.session.branch()
    assert views.session.is_learning
    learn(views, agent)
    assert safety(views) == ["guess", "safe"]
    assert views.timeline.slider.guesses == [1]
    views.assert_sound()
    views.assert_history_is_as_learned()


def test_another_agent_while_learning_does_not_lose_the_judgement(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    click_while_learning(views)
    views.session.autoplay.set_uses_mine_count(True)
    assert views.session.is_learning
    learn(views, agent)
    assert safety(views) == ["guess", "safe", "guess"]
    assert views.timeline.slider.guesses == [1, 3]
    views.assert_sound()
    views.assert_history_is_as_learned()


def test_an_agent_that_fails_leaves_no_move_without_judgement(qtbot: QtBot) -> None:
    class Failing(HeldAgent):
        go = Event()

        def add_knowledge(self, cell: Cell, count: int) -> None:
            if self.moves_made:
                raise RuntimeError
            super().add_knowledge(cell, count)

    agent = Failing
    views = opened(qtbot, agent)
    click_while_learning(views)
    learn(views, agent)
    assert safety(views) == ["guess", "safe", "guess"]
    views.wait_until_computed()
    assert views.session.timeline.moves[2].risk is not None
    assert views.log.details.toPlainText().endswith("Not learned: the agent raised RuntimeError.")
    views.assert_sound()
    views.assert_history_is_as_learned()


@pytest.mark.parametrize("drop", ["escape", "undo"])
def test_a_pending_move_of_the_ai_that_is_dropped_is_no_longer_announced(qtbot: QtBot, drop: str) -> None:
    agent = held()
    views = opened(qtbot, agent)
    click_while_learning(views)
    views.session.autoplay.move()
    assert views.session.status.text == READING
    views.session.autoplay.move()  # A second press changes nothing.
    assert views.session.status.text == READING
    if drop == "escape":
        views.session.stop_computing()
    else:
        views.session.timeline.undo()
        views.session.timeline.redo()
    assert views.session.status.text == STOPPED
    assert not views.session.autoplay.is_pending
    learn(views, agent)
    views.qtbot.wait(20)
    assert len(views.session.timeline.moves) == 3


def test_a_pending_move_of_the_ai_is_made_once(qtbot: QtBot) -> None:
    agent = held()
    views = opened(qtbot, agent)
    click_while_learning(views)
    views.session.autoplay.move()
    views.session.autoplay.move()
    learn(views, agent)
    views.qtbot.waitUntil(lambda: len(views.session.timeline.moves) == 4)
    views.wait_until_learned()
    views.qtbot.wait(20)
    assert len(views.session.timeline.moves) == 4
    assert not views.session.autoplay.is_pending


def test_what_was_learned_is_shown_while_a_strategy_looks_for_its_move(qtbot: QtBot, strategies: Gate) -> None:
    # Slower than the session waits after a click, but ready while the AI waits in turn for its move.
    views = opened(qtbot, slow(1.4 * SLICE))
    views.session.autoplay.set_strategy("exact")
    strategies.shut()
    views.click((0, 5))
    views.session.autoplay.move()
    views.qtbot.waitUntil(lambda: bool(strategies.came))
    assert not views.session.is_learning
    assert views.sentences.rowCount() == 1
    views.assert_sound()
    strategies.open()
    views.qtbot.waitUntil(lambda: len(views.session.timeline.moves) == 2)
    views.wait_until_learned()
    views.assert_sound()


def test_the_details_of_a_move_are_those_of_the_agent_that_learns_now(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "cs50", seed=1)
    views.click(views.free())
    views.wait_until_learned()
    before = views.log.details.toPlainText()
    views.session.autoplay.set_uses_mine_count(True)
    views.wait_until_learned()
    after = views.log.details.toPlainText()
    assert after != before
    length = len(views.session.view.sentences)
    assert f"Knowledge base length: {length}" in after.splitlines()


@pytest.mark.parametrize("fails", [False, True])
def test_a_hint_is_never_a_cell_that_is_revealed_but_not_learned(qtbot: QtBot, fails: bool) -> None:
    if fails:
        agent: type[PlainAgent] = failing_after(1, RuntimeError)
    else:
        agent = held()
    views = opened(qtbot, agent)
    if issubclass(agent, HeldAgent):
        agent.go.set()
    views.click((0, 2))
    views.wait_until_learned()
    if issubclass(agent, HeldAgent):
        agent.go.clear()
    # What the agent has proved to be safe, and what only the clues prove.
    for cell in ((0, 1), (0, 3)):
        views.click(cell)
    assert views.session.playthrough.snapshot.safes > views.session.playthrough.snapshot.moves_made
    views.session.request_hint()
    views.wait_until_computed()
    assert views.session.hint in {(0, 0), (0, 4)}
    views.click(views.session.hint)
    assert views.session.timeline.moves[-1].is_hint
    views.session.request_hint()
    views.wait_until_computed()
    assert views.session.hint not in views.session.game.clues
    if issubclass(agent, HeldAgent):
        learn(views, agent)
    views.assert_sound()


def test_a_verdict_that_the_agent_reverses_changes_the_marks_of_earlier_moments(qtbot: QtBot) -> None:
    class Fickle(PlainAgent):
        def add_knowledge(self, cell: Cell, count: int) -> None:
            self.moves_made.append(cell)
            self.safes, self.mines = ([(0, 5)], []) if len(self.moves_made) % 2 else ([], [(0, 5)])

    views = opened(qtbot, Fickle)
    for cell in ((0, 0), (0, 1), (0, 2)):
        views.click(cell)
        views.wait_until_learned()
        views.assert_sound()
    for _ in range(3):
        views.session.timeline.undo()
        views.assert_sound()
    for _ in range(3):
        views.session.timeline.redo()
        views.assert_sound()
