"""Tests that the table names cells by the letters which an example gives them on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from tests.gui.support.sandboxes import SandboxDriver
from tests.gui.support.windows import CTRL


def column(sandbox: SandboxDriver, number: Column, role: int = Qt.ItemDataRole.DisplayRole) -> list[str]:
    proxy = sandbox.window.inspector.knowledge_panel.proxy
    return [proxy.index(row, number).data(role) for row in range(proxy.rowCount())]


@pytest.fixture
def lettered(qtbot: QtBot, tmp_path: Path) -> SandboxDriver:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    sandbox.action("course-difference").trigger()
    sandbox.wait_until_found()
    return sandbox


def test_the_table_has_the_letters_of_the_help_in_sentences_search_and_bar(lettered: SandboxDriver) -> None:
    sentences = column(lettered, Column.SENTENCE)
    assert {"{A, B, C} = 1", "{D, E} = 1"} <= set(sentences)
    row = sentences.index("{D, E} = 1")
    tip = column(lettered, Column.SENTENCE, Qt.ItemDataRole.ToolTipRole)[row]
    assert "{A, B, C, D, E} = 2 minus {A, B, C} = 1" in tip
    assert "{D, E} = 1" in tip
    assert "D and E" in column(lettered, Column.SENTENCE, Qt.ItemDataRole.AccessibleTextRole)[row]
    # A revealed cell has no letter.
    assert any("clue 2 at (2, 2)" in rule for rule in column(lettered, Column.RULE))
    panel = lettered.window.inspector.knowledge_panel
    for text in ("{D", "(2, 1)"):
        panel.filter_field.setFocus()
        panel.filter_field.clear()
        lettered.qtbot.waitUntil(lambda: "{A, B, C} = 1" in column(lettered, Column.SENTENCE))
        lettered.qtbot.keyClicks(panel.filter_field, text)
        lettered.qtbot.waitUntil(lambda: "{A, B, C} = 1" not in column(lettered, Column.SENTENCE))
        assert "{D, E} = 1" in column(lettered, Column.SENTENCE)
    panel.filter_field.clear()
    lettered.click((1, 1), modifier=CTRL)
    bar = panel.bar_label.text()
    assert bar.startswith("Sentences that mention A: ")
    assert "(1, 1)" not in bar
