"""Provides fixtures with a filled knowledge panel, and functions to read it and to click on it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton

from minesweeper_qt.gui.panels.knowledge.column_menu import HIDDEN_AT_FIRST
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Role
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation
from tests.gui.support.inspected import POSITION, FixedBoardSource
from tests.gui.support.knowledge_games import Known, moves


@pytest.fixture
def kb(qapp: object) -> Known:
    """Return the knowledge base in the middle of an Expert game."""
    for number, (kb, _) in enumerate(moves(16, 30, 99, 3, with_mine_count=True)):
        if number == 150:
            return kb
    raise AssertionError


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def selection(qapp: object) -> Selection:
    return Selection(FixedBoardSource(POSITION))


@pytest.fixture
def panel(qtbot, model, selection) -> KnowledgePanel:
    panel = KnowledgePanel(model, selection)
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    panel.table.setFocus()
    return panel


@pytest.fixture
def filled(panel, model, kb) -> KnowledgePanel:
    model.reset(kb)
    return panel


def show_all_columns(panel: KnowledgePanel) -> None:
    """Show the columns too that are hidden at first."""
    for column in HIDDEN_AT_FIRST:
        panel._columns._actions[column].setChecked(True)


def shown(panel: KnowledgePanel) -> list[Derivation]:
    return [panel.proxy.index(row, 0).data(Role.DERIVATION) for row in range(panel.proxy.rowCount())]


def show_all_button(panel: KnowledgePanel) -> QPushButton:
    return panel.findChild(QPushButton)


def click_row(qtbot, panel: KnowledgePanel, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    index = panel.proxy.index(row, 0)
    panel.table.scrollTo(index)
    where = panel.table.visualRect(index).topLeft() + QPoint(5, 5)
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, modifier, where)
