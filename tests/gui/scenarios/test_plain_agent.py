"""Tests of the whole window with an agent as students write it: only the CS50 methods, and lists for sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.presentation.look import Mark
from tests.gui.support.knowledge_panels import selected
from tests.gui.support.window_checks import assert_moment_is_shown, assert_sound
from tests.gui.support.windows import ALT, CTRL, LEFT, Key, MakePlayer, Player
from tests.model.support.agents import PlainAgent
from tests.model.support.replays import assert_history_is_as_learned

pytestmark = pytest.mark.slow


def check(player: Player) -> None:
    """Check that the window agrees with the snapshot, the game and the history."""
    assert_moment_is_shown(player)
    assert_sound(player)
    playthrough = player.session.playthrough
    assert playthrough.snapshot.moves_made == player.game.clues.keys()
    assert_history_is_as_learned(playthrough.history, PlainAgent, playthrough.uses_mine_count)


def test_the_window_works_with_what_a_plain_agent_states(
    make_player: MakePlayer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    student = make_player("cs50", seed=1, make_agent=PlainAgent)
    student.action("known").trigger()
    for _ in range(4):
        student.click(min(cell for cell in student.covered() if student.game.nearby_mines(cell)))
    student.key(Key.Key_O)
    check(student)
    # The overlay colours what the agent claims.
    claimed = student.session.playthrough.snapshot
    for covered in set(student.game.grid.cells) - student.game.clues.keys():
        expected = Mark.SAFE if covered in claimed.safes else Mark.MINE if covered in claimed.mines else Mark.NONE
        assert student.mark(covered) is expected
    # The table shows what it states, and can be sorted.
    panel = student.window.knowledge_panel
    rules = {panel.proxy.index(row, Column.RULE).data() for row in range(panel.proxy.rowCount())}
    assert rules == {"stated by the agent"}
    for column in Column:
        panel.table.sortByColumn(column, panel.table.horizontalHeader().sortIndicatorOrder())
        assert sorted(student.shown_rows()) == sorted(student.rows())
    file = tmp_path / "kb.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    student.key(Key.Key_E, CTRL)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert len(saved["sentences"]) == len(student.session.view.sentences)
    spot = panel.table.visualRect(panel.table.model().index(0, 0)).center()
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=spot)
    (chosen,) = selected(panel)
    assert student.window.board_view.outlined == chosen.cells
    QTest.keyClick(panel.table, Key.Key_Return)
    assert student.window.inspector.why_panel.sentence == chosen
    student.key(Key.Key_Escape)
    student.view.setFocus()
    # What it knows is proved.
    cell = min(cell for cell in claimed.mines | claimed.safes if cell not in student.game.clues)
    student.window.inspector.why(cell)
    student.qtbot.waitUntil(lambda: not student.session.worker.is_computing)
    assert student.window.inspector.why_panel.cell == cell
    # It moves under any strategy, and is shown at earlier moments.
    for key in (Key.Key_1, Key.Key_4, Key.Key_2):
        student.key(key, ALT)
        student.key(Key.Key_A)
        student.qtbot.waitUntil(lambda: not student.session.autoplay.is_pending)
        check(student)
    student.key(Key.Key_Z, CTRL)
    assert_moment_is_shown(student)
    student.key(Key.Key_End, ALT)
    student.autoplay()
    student.wait_until_learned()
    check(student)
    student.key(Key.Key_N, CTRL)
    assert student.rows() == []
