"""Tests of the widths of the table's columns: the sentence gets what the others can spare."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHeaderView
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column
from minesweeper_qt.gui.widgets import metrics
from tests.gui.support.knowledge_panels import filled, kb, model, panel, selection

__all__ = ["filled", "kb", "model", "panel", "selection"]  # fixtures

OTHERS = (Column.COUNT, Column.SIZE, Column.KIND)


def fit(panel: KnowledgePanel, width: int, qtbot: QtBot) -> dict[Column, int]:
    """Resize the panel, and return the widths of the columns that are shown."""
    panel.resize(width, 400)
    header = panel.table.horizontalHeader()
    qtbot.waitUntil(lambda: header.length() == panel.table.viewport().width())
    return {column: header.sectionSize(column) for column in (Column.SENTENCE, *OTHERS)}


def test_the_others_give_way_while_the_sentence_is_cut_off(filled: KnowledgePanel, qtbot: QtBot) -> None:
    wide, narrow = fit(filled, 700, qtbot), fit(filled, 300, qtbot)
    title = QFontMetrics(metrics.scaled(filled.table.font(), 1, QFont.Weight.DemiBold)).horizontalAdvance
    for column in OTHERS:
        assert title(HEADERS[column][0]) < narrow[column] < wide[column]
    assert narrow[Column.SENTENCE] > 90
    assert not filled.table.horizontalScrollBar().isVisible()
    assert fit(filled, 700, qtbot) == wide


def test_the_sorted_column_keeps_its_room_for_the_arrow(filled: KnowledgePanel, qtbot: QtBot) -> None:
    wide, narrow = fit(filled, 700, qtbot), fit(filled, 300, qtbot)
    header: QHeaderView = filled.table.horizontalHeader()
    filled.table.sortByColumn(Column.SIZE, header.sortIndicatorOrder())
    assert header.sectionSize(Column.SIZE) == wide[Column.SIZE]
    assert header.sectionSize(Column.COUNT) == narrow[Column.COUNT]


@pytest.mark.parametrize("width", [30, 140])
def test_a_width_that_the_user_chose_stays(filled: KnowledgePanel, qtbot: QtBot, width: int) -> None:
    fit(filled, 700, qtbot)
    filled.table.horizontalHeader().resizeSection(Column.KIND, width)
    for room in (330, 700, 330):
        assert fit(filled, room, qtbot)[Column.KIND] == width


def test_a_hidden_column_stays_hidden_and_comes_back_as_it_was(filled: KnowledgePanel, qtbot: QtBot) -> None:
    fit(filled, 700, qtbot)
    state = filled.save_state()
    header = filled.table.horizontalHeader()
    filled.restore_state(type(state)(state.data().replace(b'"hidden": [', b'"hidden": [2, ')))
    assert header.isSectionHidden(Column.SIZE)
    fit(filled, 300, qtbot)
    assert header.isSectionHidden(Column.SIZE)
    filled.restore_state(state)
    assert header.sectionSize(Column.SIZE) > 0
