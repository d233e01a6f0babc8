"""Tests of the rating service: ratings are right, made on request, and never lost."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline.move_log_model import LogColumn
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import Cell, Difficulty, InconsistentPosition, mine_probabilities
from tests.gui.support.session_views import RIGHT, SessionViews
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import MIDDLE

__all__ = ["engine"]  # a fixture


def text(views: SessionViews, row: int, column: LogColumn) -> str:
    model = views.log.model
    return str(model.data(model.index(row, column)))


def test_the_risk_of_a_guess_is_that_of_the_position_before_it(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "cs50", seed=2)
    for _ in range(6):
        views.click(views.free())
    views.session.ai_move()
    views.qtbot.waitUntil(lambda: not [row for row in range(7) if text(views, row, LogColumn.RISK) == "…"])
    for number, turn in enumerate(views.session.moves, 1):
        exact = mine_probabilities(views.session.history.moment(number - 1).position).probability
        assert turn.cell is not None
        assert turn.risk == exact[turn.cell]
        assert turn.least_risk == (min(exact.values()) if turn.is_safe is False else 0)


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_chord_on_unproved_flags_is_as_risky_as_the_flags_are_uncertain(qtbot: QtBot, seed: int) -> None:
    """The expected risk is that of a wrong flag, counted over all layouts."""
    views = SessionViews(qtbot, Difficulty.custom(6, 6, 10), seed)
    views.session.reveal((0, 0))
    session = views.session
    while (number := chordable(session)) is None:
        if session.state.is_over:
            session.new_game(seed=seed + 100)
        views.click(views.free())
    clue = session.game.clues[number]
    for cell in sorted(session.neighbours(number) - session.game.clues.keys())[:clue]:
        views.click(cell, RIGHT)
    before = session.position
    flags = session.neighbours(number) & before.flags
    views.click(number, MIDDLE)
    assert session.moves[-1].is_safe is False
    qtbot.waitUntil(lambda: session.moves[-1].risk is not None)
    right = 0
    with suppress(InconsistentPosition):
        right = mine_probabilities(before.with_marks(dict.fromkeys(flags, "M"))).layouts
    assert session.moves[-1].risk == 1 - Fraction(right, mine_probabilities(before).layouts)
    assert f"around {number}" in session.status


def chordable(session: GameSession) -> Cell | None:
    """Return a revealed cell with more covered neighbours than its clue, none of them settled; else ``None``."""
    clues, settled = session.game.clues, session.settled
    for cell, clue in sorted(clues.items()):
        around = session.neighbours(cell) - clues.keys()
        if clue and len(around) >= clue + 2 and not around & settled.keys():
            return cell
    return None


def test_a_risk_that_is_too_hard_to_count_is_shown_as_such(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    engine.gives_up = True
    views = SessionViews(qtbot, "cs50", seed=2)
    views.click(views.free())
    views.wait_until_computed()
    assert text(views, 0, LogColumn.RISK) == "too hard"
    assert text(views, 0, LogColumn.LEAST) == ""
    assert "Its risk is too hard to count." in views.log.details.toPlainText()
    came = len(engine.gate.came)
    views.session.undo()
    views.session.redo()
    qtbot.wait(5)
    assert len(engine.gate.came) == came, "nobody asks twice"


def test_only_visible_rows_are_rated(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "cs50", seed=1)
    views.log.hide()
    views.session.set_speed(0)
    for seed in range(50):
        views.session.new_game(seed=seed)
        views.session.start_autoplay()
        qtbot.waitUntil(lambda: not views.session.is_autoplaying)
        guesses = [turn for turn in views.session.moves if turn.is_safe is False]
        if len(guesses) > 1:
            break
    views.wait_until_computed()
    assert len(guesses) > 1
    assert [turn for turn in guesses if turn.risk is not None] in ([], guesses[-1:]), "the last, for the status"
    views.log.show()
    views.session.show_move(views.session.moves.index(guesses[0]) + 1)
    qtbot.waitUntil(lambda: visible_texts(views, LogColumn.RISK) and "…" not in visible_texts(views, LogColumn.RISK))
    views.wait_until_computed()
    assert all(risk.endswith("%") for risk in visible_texts(views, LogColumn.RISK))


def visible_texts(views: SessionViews, column: LogColumn) -> list[str]:
    """Return the texts of the visible rows in ``column``."""
    table = views.log.table
    last = table.rowAt(table.viewport().height() - 1)
    rows = range(max(table.rowAt(0), 0), (last if last >= 0 else views.log.model.rowCount() - 1) + 1)
    return [text(views, row, column) for row in rows]


def test_the_next_move_does_not_cancel_a_rating(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    views = SessionViews(qtbot, "cs50", seed=2)
    engine.gate.shut()
    views.click(views.free())
    qtbot.waitUntil(lambda: bool(engine.gate.came))
    views.click(views.free())
    views.click(views.free())
    engine.gate.open()
    views.wait_until_computed()
    assert all(turn.risk is not None for turn in views.session.moves)


def test_a_branch_cancels_the_ratings_of_the_moves_it_discards(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    views = SessionViews(qtbot, "cs50", seed=2)
    views.click(views.free())
    views.wait_until_computed()
    engine.gate.shut()
    views.click(views.free())
    qtbot.waitUntil(lambda: len(engine.gate.came) == 2)
    views.session.undo()
    views.session.branch()
    views.session.toggle_flag(views.free())
    engine.gate.open()
    views.wait_until_computed()
    assert len(views.session.moves) == 2
    assert views.session.moves[1].risk is None
