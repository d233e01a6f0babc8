"""Tests of moves that are made while the agent is learning: whether they were safe is shown once it has learned."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.move_log_panel import REASON, SAFETY
from minesweeper_qt.gui.presentation.status_text import STOPPED
from minesweeper_qt.model import Minesweeper
from tests.gui.support.session_views import SessionViews
from tests.gui.support.slow import Gate, strategies

__all__ = ["strategies"]  # a fixture


pytestmark = pytest.mark.usefixtures("slow_machine")


def opened(qtbot: QtBot) -> SessionViews:
    """Show a row of seven cells with a mine at its end, in which no click opens more than one cell."""
    views = SessionViews(qtbot)
    views.session.open(Minesweeper(1, 7, 1, layout_mines=[(0, 6)]))
    views.wait_until_learned()
    return views


def click_while_learning(views: SessionViews) -> None:
    """Open three cells, and let a new agent learn them; while it does, open two more: a safe one, and a guess."""
    for cell in ((0, 0), (0, 1), (0, 2)):
        views.click(cell)
    views.session.autoplay.set_uses_mine_count(True)
    for cell in ((0, 3), (0, 5)):
        views.click(cell)
        assert views.session.is_learning
    assert len(views.session.timeline.moves) == 5


def safety(views: SessionViews) -> list[str]:
    """Return the column of the log that tells safe moves from guesses."""
    model = views.log.model
    return [model.data(model.index(row, SAFETY)) for row in range(model.rowCount())]


@pytest.mark.slow
def test_a_move_is_neither_safe_nor_a_guess_until_the_agent_has_learned(qtbot: QtBot) -> None:
    views = opened(qtbot)
    changed: list[tuple[int, int, int]] = []

    def note(first: Any, last: Any) -> None:
        changed.append((first.row(), first.column(), last.column()))

    views.log.model.dataChanged.connect(note)
    click_while_learning(views)
    assert safety(views) == ["guess", "safe", "safe", "", ""]
    assert views.timeline.slider.guesses == [1]
    assert views.timeline.slider.toolTip() == "Move 5 of 5: You opened (0, 5)"
    views.wait_until_learned()
    assert safety(views) == ["guess", "safe", "safe", "safe", "guess"]
    assert views.timeline.slider.guesses == [1, 5]
    views.session.timeline.undo()
    assert views.timeline.slider.toolTip() == "Move 4 of 5: You opened (0, 3), safe"
    assert (3, SAFETY, REASON) in changed
    assert (4, SAFETY, REASON) in changed
    views.wait_until_computed()
    assert views.session.timeline.moves[4].risk is not None
    assert (views.session.timeline.moves[3].is_safe, views.session.timeline.moves[3].risk) == (True, 0)
    views.assert_sound()
    views.assert_history_is_as_learned()


@pytest.mark.slow
def test_a_branch_while_learning_keeps_the_judgement_and_a_pending_move_is_made_once(qtbot: QtBot) -> None:
    views = opened(qtbot)
    click_while_learning(views)
    views.session.timeline.undo()
    views.session.branch()
    assert views.session.is_learning
    views.wait_until_learned()
    assert safety(views) == ["guess", "safe", "safe", "safe"]
    assert views.timeline.slider.guesses == [1]
    views.assert_sound()
    views.assert_history_is_as_learned()
    # A pending move of the AI is made once.
    views.session.autoplay.move()
    views.session.autoplay.move()
    views.qtbot.waitUntil(lambda: len(views.session.timeline.moves) == 6)
    views.wait_until_learned()
    QCoreApplication.processEvents()
    assert len(views.session.timeline.moves) == 6
    assert not views.session.autoplay.is_pending


@pytest.mark.slow
@pytest.mark.parametrize("drop", ["escape", "undo"])
def test_a_pending_move_of_the_ai_that_is_dropped_is_no_longer_announced(qtbot: QtBot, drop: str) -> None:
    views = opened(qtbot)
    click_while_learning(views)
    views.session.autoplay.move()
    views.session.autoplay.move()  # A second press changes nothing.
    if drop == "escape":
        views.session.stop_computing()
    else:
        views.session.timeline.undo()
        views.session.timeline.redo()
    assert views.session.status.text == STOPPED
    assert not views.session.autoplay.is_pending
    views.wait_until_learned()
    QCoreApplication.processEvents()
    assert len(views.session.timeline.moves) == 5


def test_what_was_learned_is_shown_while_a_strategy_looks_for_its_move(qtbot: QtBot, strategies: Gate) -> None:
    views = opened(qtbot)
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


def test_a_hint_is_never_a_cell_that_is_revealed_but_not_learned(qtbot: QtBot) -> None:
    views = opened(qtbot)
    click_while_learning(views)
    assert views.session.playthrough.snapshot.safe_move in views.session.game.clues
    views.session.request_hint()
    views.wait_until_computed()
    assert views.session.view.hint not in {None, *views.session.game.clues}
