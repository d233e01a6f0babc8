"""Tests of asking about the sentences of the table, also while the window shows a move before they were known."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Derivation
from tests.gui.support.knowledge_panels import selected
from tests.gui.support.windows import CTRL, LEFT, SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def panel(player: Player) -> WhyPanel:
    """The panel Why after three moves."""
    player.click((4, 4))
    player.key(Key.Key_A)
    player.key(Key.Key_A)
    return player.window.inspector.why_panel


def newest(player: Player) -> Derivation:
    return max(player.session.view.sentences, key=lambda derivation: derivation.move)


def choose_row(player: Player, sentence: Derivation) -> None:
    """Go to the row of ``sentence`` in the table, by keys."""
    table = player.window.knowledge_panel
    table.table.setFocus()
    player.key(Key.Key_Home, CTRL)
    for _ in range(len(player.shown_rows())):
        if selected(table) != [sentence]:
            player.key(Key.Key_Down)
    assert selected(table) == [sentence]


def shown_highlight(player: Player) -> Highlight:
    return player.window.board_view.highlight


def test_the_table_asks_about_its_row_and_selecting_does_not(player: Player, panel: WhyPanel) -> None:
    sentence = newest(player)
    table = player.window.knowledge_panel.table
    for how in ("W", "Enter", "double click"):
        choose_row(player, sentence)
        assert panel.sentence is None
        match how:
            case "W":
                player.key(Key.Key_W)
            case "Enter":
                QTest.keyClick(table, Key.Key_Return)
            case "double click":
                place = table.visualRect(table.currentIndex()).center()
                QTest.mouseClick(table.viewport(), LEFT, pos=place)
                QTest.mouseDClick(table.viewport(), LEFT, pos=place)
        assert panel.isVisible()
        assert panel.sentence is sentence
        assert panel.heading_text == sentence.conclusion
        assert table.hasFocus()
        panel.copy_button.setFocus()
        assert shown_highlight(player) == highlight_of(sentence)
        player.view.setFocus()
        player.key(Key.Key_Escape)
        assert panel.sentence is None
        assert shown_highlight(player) == Highlight()
    choose_row(player, sentence)
    player.view.setFocus()
    player.key(Key.Key_W)
    assert (panel.sentence, panel.cell) == (None, player.window.board_view.cursor_cell), "the board has the focus"
    player.key(Key.Key_W, SHIFT)
    assert not panel.isVisible()
    player.key(Key.Key_W, SHIFT)
    assert panel.isVisible()
