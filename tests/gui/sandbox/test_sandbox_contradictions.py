"""Tests of the sandbox's panels and board while no layout agrees with the position."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import ALL_SETTLED, IMPOSSIBLE, NOTHING_CERTAIN
from minesweeper_qt.gui.presentation.look import Mark
from minesweeper_qt.gui.sandbox.sandbox_session import LeftOut
from minesweeper_qt.gui.sandbox.sandbox_window import summary
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.computations import Findings
from minesweeper_qt.model import Position
from tests.gui.support.sandboxes import SandboxDriver
from tests.gui.support.windows import CTRL, Key

AGREES = ("5x1x2", "1HH1H")
CONTRADICTS = ("5x1x2", "12H1H")


@pytest.fixture
def sandbox(qtbot: QtBot, tmp_path: Path) -> SandboxDriver:
    return SandboxDriver(qtbot, tmp_path / "settings.ini")


@pytest.mark.slow
def test_nothing_is_known_settled_or_marked(sandbox: SandboxDriver) -> None:
    panel, model = sandbox.window.inspector.knowledge_panel, sandbox.window.board_model
    sandbox.show(*AGREES)
    assert "Known mines: 1" in panel.figures.text()
    assert model.look((0, 1)).mark is Mark.MINE
    sandbox.show(*CONTRADICTS)
    assert panel.figures.text().endswith(NOTHING_CERTAIN)
    assert "Known mines" not in panel.figures.text()
    assert "Safe moves" not in panel.figures.text()
    sandbox.key(Key.Key_Z, CTRL)
    sandbox.wait_until_found()
    assert "Known mines: 1" in panel.figures.text()
    sandbox.show("3x1x2", "11H")
    assert not panel.proxy.rowCount()
    assert panel.table.hint == IMPOSSIBLE
    sandbox.show("3x1x1", "0HM")
    assert not panel.proxy.rowCount()
    assert panel.table.hint == ALL_SETTLED
    sandbox.show("5x1x2", "1HH12")
    assert sandbox.session.view.settled[0, 1].count == 1
    assert model.look((0, 1)).mark is Mark.NONE


@pytest.mark.slow
def test_the_board_announces_marks_that_appear_or_disappear(sandbox: SandboxDriver, qtbot: QtBot) -> None:
    sandbox.show(*AGREES)

    def announces(before: PositionView, now: PositionView) -> bool:
        return now.is_impossible is not before.is_impossible

    for mark in ("2", "H"):
        with qtbot.waitSignal(sandbox.session.changed, check_params_cb=announces):
            sandbox.session.editor.set_marks([(0, 4)], mark)


@pytest.mark.slow
def test_the_number_of_mines_that_the_clues_rule_out_is_left_out_and_named(sandbox: SandboxDriver) -> None:
    sandbox.show("5x1x3", "H1H1H")
    sandbox.window.actions_by["tell_mines"].setChecked(True)
    sandbox.wait_until_found()
    assert sandbox.session.left_out == LeftOut(against_mine_count=frozenset({(0, 1)}))
    assert not sandbox.session.view.settled.keys() - {(0, 1), (0, 3)}
    assert sandbox.window.footer.status.text().endswith("The knowledge base leaves out the number of mines.")
    sandbox.window.actions_by["tell_mines"].setChecked(False)
    sandbox.wait_until_found()
    assert sandbox.session.left_out == LeftOut()


def test_where_counting_is_too_hard_the_knowledge_base_names_what_can_not_be() -> None:
    too_hard = Findings(Position(1, 5, 3, {(0, 1): 1, (0, 3): 1}))
    assert summary(too_hard, LeftOut()) == "Too hard to count: only what the AI knows is shown."
    assert summary(too_hard, LeftOut(clues=frozenset({(0, 3)}))) == (
        "The knowledge base leaves out (0, 3): it contradicts the others."
    )
    assert summary(too_hard, LeftOut(against_mine_count=frozenset({(0, 1), (0, 3)}))) == (
        "The knowledge base leaves out the 3 mines in all, which the clues at (0, 1) and (0, 3) can't have."
    )
