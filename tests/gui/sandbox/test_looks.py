"""Tests that many cells look as each of them does, and that the work on levels is done in the learner's thread."""

from __future__ import annotations

import random

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.sandbox.sandbox_session import SandboxSession
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.game_view import PositionView
from minesweeper_qt.model import Difficulty, Position
from tests.gui.support.sandboxes import session, wait_until_found

__all__ = ["session"]  # a fixture


def assert_looks_agree(view: PositionView) -> None:
    cells = view.board.cells
    assert list(view.looks(cells)) == [view.look(cell) for cell in cells]


@pytest.mark.parametrize("shows_chances", [False, True])
def test_cells_of_an_edited_position(qtbot: QtBot, session: SandboxSession, shows_chances: bool) -> None:
    session.set_chances_enabled(shows_chances)
    for lines in ("5x4x4 1HHH0 1H3HH HHHHH HHHHH", "5x4x4 1HFH0 1H3HH HHHHM HHHHH", "3x1x0 1HH"):
        session.editor.set_position(Position.from_text("\n".join(lines.split()) + "\n"))
        assert_looks_agree(session.view)
        wait_until_found(qtbot, session)
        assert_looks_agree(session.view)


@pytest.mark.parametrize("shows_chances", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_cells_of_a_game(qtbot: QtBot, seed: int, shows_chances: bool) -> None:
    chance = random.Random(seed)
    game = GameSession(Difficulty.custom(9, 11, 14), seed)
    game.set_chances_enabled(shows_chances)
    for _ in range(30):
        cell = chance.choice(game.view.board.cells)
        (game.player.toggle_flag if chance.random() < 0.3 else game.player.reveal)(cell)
        assert_looks_agree(game.view)
        qtbot.wait(1)
        assert_looks_agree(game.view)
        game.timeline.show_move(chance.randint(0, len(game.timeline.moves)))
        assert_looks_agree(game.view)
        game.timeline.show_live()
    game.shut_down()
