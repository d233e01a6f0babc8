"""Provides fixtures with a filled knowledge panel, and functions to read it and to click on it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column, KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation
from tests.gui.support.inspected import POSITION, FixedBoardSource
from tests.gui.support.knowledge_games import Known, moves
from tests.gui.support.shown import shown as shown_window


@pytest.fixture(scope="session")
def kb() -> Known:
    """Return the knowledge base in the middle of an Expert game."""
    for number, (kb, _) in enumerate(moves(16, 30, 99, 3, with_mine_count=True)):
        if number == 150:
            return kb
    raise AssertionError


@pytest.fixture
def panel(qtbot: QtBot) -> KnowledgePanel:
    """Return a panel with the focus in its empty table."""
    source = FixedBoardSource(POSITION)
    panel = KnowledgePanel(source, source.selection)
    source.setParent(panel)
    shown_window(qtbot, panel, 900, 500)
    panel.table.setFocus()
    return panel


@pytest.fixture
def model(panel: KnowledgePanel) -> KnowledgeTableModel:
    return panel.model


@pytest.fixture
def selection(panel: KnowledgePanel) -> Selection:
    return panel.findChild(FixedBoardSource).selection


@pytest.fixture
def filled(panel: KnowledgePanel, kb: Known) -> KnowledgePanel:
    panel.model.reset(kb)
    return panel


def show_columns(panel: KnowledgePanel, *columns: Column) -> None:
    """Show these columns alone."""
    for column in Column:
        panel.table.setColumnHidden(column, column not in columns)


def selected(panel: KnowledgePanel) -> list[Derivation]:
    """Return the sentences in force whose rows are selected."""
    return [row.derivation for row in panel.table.selected if not row.is_removed]


def shown(panel: KnowledgePanel) -> list[Derivation]:
    return [row.derivation for row in panel.proxy.rows]


def show_all_button(panel: KnowledgePanel) -> QPushButton:
    return panel.show_all_button


def click_row(qtbot, panel: KnowledgePanel, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    index = panel.proxy.index(row, 0)
    panel.table.scrollTo(index)
    where = panel.table.visualRect(index).topLeft() + QPoint(5, 5)
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, modifier, where)
