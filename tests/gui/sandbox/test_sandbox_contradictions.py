"""What the sandbox's panels and board show while no layout agrees with the position."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import ALL_SETTLED, IMPOSSIBLE, NOTHING_CERTAIN
from minesweeper_qt.gui.presentation.look import Mark
from tests.gui.support.sandboxes import Scribe
from tests.gui.support.windows import CTRL, Key

AGREES = ("5x1x2", "1HH1H")
CONTRADICTS = ("5x1x2", "12H1H")


@pytest.fixture
def scribe(qtbot: QtBot, tmp_path: Path) -> Scribe:
    return Scribe(qtbot, tmp_path / "settings.ini")


def test_no_mine_is_known_and_no_move_safe(scribe: Scribe) -> None:
    panel = scribe.window.inspector.knowledge_panel
    scribe.show(*AGREES)
    assert "Known mines: 1" in panel.figures.text()
    scribe.show(*CONTRADICTS)
    assert panel.figures.text().endswith(NOTHING_CERTAIN)
    assert "Known mines" not in panel.figures.text()
    assert "Safe moves" not in panel.figures.text()
    scribe.key(Key.Key_Z, CTRL)
    scribe.has_found()
    assert "Known mines: 1" in panel.figures.text()


def test_a_table_without_sentences_does_not_say_that_all_is_settled(scribe: Scribe) -> None:
    panel = scribe.window.inspector.knowledge_panel
    scribe.show("3x1x2", "11H")
    assert not panel.proxy.rowCount()
    assert panel.table.hint == IMPOSSIBLE
    scribe.show("3x1x1", "0HM")
    assert not panel.proxy.rowCount()
    assert panel.table.hint == ALL_SETTLED


def test_no_cell_has_a_mark(scribe: Scribe) -> None:
    model = scribe.window.board_model
    scribe.show(*AGREES)
    assert model.look((0, 1)).mark is Mark.MINE
    scribe.show("5x1x2", "1HH12")
    assert scribe.session.settled[0, 1].count == 1
    assert model.look((0, 1)).mark is Mark.NONE


def test_the_marks_are_seen_to_come_and_go(scribe: Scribe, qtbot: QtBot) -> None:
    scribe.show(*AGREES)
    for mark in ("2", "H"):
        scribe.session.set_mark((0, 4), mark)
        qtbot.waitUntil(lambda: not scribe.session.is_learning)
        with qtbot.waitSignal(scribe.window.board_model.dataChanged):
            scribe.has_found()


def test_the_proof_panel_names_the_clues_that_clash(scribe: Scribe, qtbot: QtBot) -> None:
    panel = scribe.window.inspector.proof_panel
    scribe.show(*CONTRADICTS)
    scribe.window.inspector.why((0, 2))
    words = "Nothing can be said of (0, 2): the position contradicts itself. No layout agrees: the clues"

    def said() -> str:
        return " ".join(panel.heading.text().replace("\N{NO-BREAK SPACE}", " ").split())

    qtbot.waitUntil(lambda: said().startswith(words))
    assert "1 at (0, 0), 2 at (0, 1) contradict each other" in said()
    # Whichever comes first, the answer about the cell or what is wrong with the position.
    scribe.show("5x1x2", "12HH1")
    qtbot.waitUntil(lambda: said().startswith(words))
    scribe.show("5x1x2", "H2HH0")
    qtbot.waitUntil(lambda: "contradicts" not in said())
