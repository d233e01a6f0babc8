"""How risky moves were: right, rated when somebody asks, and never lost."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline.move_log_model import LogColumn
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import Cell, Difficulty, InconsistentPosition, mine_probabilities
from tests.gui.support.desk import RIGHT, Desk
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import MIDDLE

__all__ = ["engine"]  # a fixture


def text(desk: Desk, row: int, column: LogColumn) -> str:
    model = desk.log.model
    return str(model.data(model.index(row, column)))


def test_the_risk_of_a_guess_is_that_of_the_position_before_it(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "cs50", seed=2)
    for _ in range(6):
        desk.click(desk.free())
    desk.session.ai_move()
    desk.qtbot.waitUntil(lambda: not [row for row in range(7) if text(desk, row, LogColumn.RISK) == "…"])
    for number, turn in enumerate(desk.session.moves, 1):
        exact = mine_probabilities(desk.session.history.moment(number - 1).position).probability
        assert turn.cell is not None
        assert turn.risk == exact[turn.cell]
        assert turn.least_risk == (min(exact.values()) if turn.is_safe is False else 0)


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_chord_on_unproved_flags_is_as_risky_as_the_flags_are_uncertain(qtbot: QtBot, seed: int) -> None:
    """The chance that all flags are right, counted over all layouts."""
    desk = Desk(qtbot, Difficulty.custom(6, 6, 10), seed)
    desk.session.reveal((0, 0))
    session = desk.session
    while (number := chordable(session)) is None:
        if session.state.is_over:
            session.new_game(seed=seed + 100)
        desk.click(desk.free())
    clue = session.game.clues[number]
    for cell in sorted(session.neighbours(number) - session.game.clues.keys())[:clue]:
        desk.click(cell, RIGHT)
    before = session.position
    flags = session.neighbours(number) & before.flags
    desk.click(number, MIDDLE)
    assert session.moves[-1].is_safe is False
    qtbot.waitUntil(lambda: session.moves[-1].risk is not None)
    right = 0
    with suppress(InconsistentPosition):
        right = mine_probabilities(before.with_marks(dict.fromkeys(flags, "M"))).layouts
    assert session.moves[-1].risk == 1 - Fraction(right, mine_probabilities(before).layouts)
    assert f"around {number}" in session.status


def chordable(session: GameSession) -> Cell | None:
    """A number around which nothing is known of several cells, of which any could be flagged."""
    clues, settled = session.game.clues, session.settled
    for cell, clue in sorted(clues.items()):
        around = session.neighbours(cell) - clues.keys()
        if clue and len(around) >= clue + 2 and not around & settled.keys():
            return cell
    return None


def test_a_risk_that_nobody_can_count_is_said(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    engine.gives_up = True
    desk = Desk(qtbot, "cs50", seed=2)
    desk.click(desk.free())
    desk.has_thought()
    assert text(desk, 0, LogColumn.RISK) == "too hard"
    assert text(desk, 0, LogColumn.LEAST) == ""
    assert "Its risk is too hard to count." in desk.log.details.toPlainText()
    came = len(engine.gate.came)
    desk.session.undo()
    desk.session.redo()
    qtbot.wait(5)
    assert len(engine.gate.came) == came, "nobody asks twice"


def test_only_rows_in_sight_are_rated(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "cs50", seed=1)
    desk.log.hide()
    desk.session.set_speed(0)
    for seed in range(50):
        desk.session.new_game(seed=seed)
        desk.session.start_autoplay()
        qtbot.waitUntil(lambda: not desk.session.is_autoplaying)
        guesses = [turn for turn in desk.session.moves if turn.is_safe is False]
        if len(guesses) > 1:
            break
    desk.has_thought()
    assert len(guesses) > 1
    assert [turn for turn in guesses if turn.risk is not None] in ([], guesses[-1:]), "the last, for the status"
    desk.log.show()
    desk.session.show_move(desk.session.moves.index(guesses[0]) + 1)
    qtbot.waitUntil(lambda: in_sight(desk, LogColumn.RISK) and "…" not in in_sight(desk, LogColumn.RISK))
    desk.has_thought()
    assert all(risk.endswith("%") for risk in in_sight(desk, LogColumn.RISK))


def in_sight(desk: Desk, column: LogColumn) -> list[str]:
    """What the rows in sight say."""
    table = desk.log.table
    last = table.rowAt(table.viewport().height() - 1)
    rows = range(max(table.rowAt(0), 0), (last if last >= 0 else desk.log.model.rowCount() - 1) + 1)
    return [text(desk, row, column) for row in rows]


def test_what_is_being_rated_is_not_lost_by_the_next_move(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    desk = Desk(qtbot, "cs50", seed=2)
    engine.gate.shut()
    desk.click(desk.free())
    qtbot.waitUntil(lambda: bool(engine.gate.came))
    desk.click(desk.free())
    desk.click(desk.free())
    engine.gate.open()
    desk.has_thought()
    assert all(turn.risk is not None for turn in desk.session.moves)


def test_a_branch_forgets_the_ratings_of_what_it_discards(qtbot: QtBot, engine: type[GatedEngine]) -> None:
    desk = Desk(qtbot, "cs50", seed=2)
    desk.click(desk.free())
    desk.has_thought()
    engine.gate.shut()
    desk.click(desk.free())
    qtbot.waitUntil(lambda: len(engine.gate.came) == 2)
    desk.session.undo()
    desk.session.branch()
    desk.session.toggle_flag(desk.free())
    engine.gate.open()
    desk.has_thought()
    assert len(desk.session.moves) == 2
    assert desk.session.moves[1].risk is None
