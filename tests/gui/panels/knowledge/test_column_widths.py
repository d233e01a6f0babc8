"""Tests of the widths of the table's columns: the sentence gets what the others can spare."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, Column
from minesweeper_qt.gui.session.board_source import Selection
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


@pytest.fixture
def numbered(filled: KnowledgePanel) -> KnowledgePanel:
    """The panel with the columns of numbers in place of the premises."""
    for column in (Column.COUNT, Column.SIZE, Column.PREMISES):
        filled._columns._actions[column].trigger()
    return filled


def test_the_others_give_way_while_the_sentence_is_cut_off(numbered: KnowledgePanel, qtbot: QtBot) -> None:
    wide, narrow = fit(numbered, 700, qtbot), fit(numbered, 300, qtbot)
    title = QFontMetrics(metrics.scaled(numbered.table.font(), 1, QFont.Weight.DemiBold)).horizontalAdvance
    for column in OTHERS:
        assert title(HEADERS[column][0]) < narrow[column] < wide[column]
    assert narrow[Column.SENTENCE] > 90
    assert not numbered.table.horizontalScrollBar().isVisible()
    assert fit(numbered, 700, qtbot) == wide


def test_the_sorted_column_keeps_its_room_for_the_arrow(numbered: KnowledgePanel, qtbot: QtBot) -> None:
    wide, narrow = fit(numbered, 700, qtbot), fit(numbered, 300, qtbot)
    header: QHeaderView = numbered.table.horizontalHeader()
    numbered.table.sortByColumn(Column.SIZE, header.sortIndicatorOrder())
    assert header.sectionSize(Column.SIZE) == wide[Column.SIZE]
    assert header.sectionSize(Column.COUNT) == narrow[Column.COUNT]


@pytest.mark.parametrize("width", [30, 140])
def test_a_width_that_the_user_chose_stays(numbered: KnowledgePanel, qtbot: QtBot, width: int) -> None:
    fit(numbered, 700, qtbot)
    numbered.table.horizontalHeader().resizeSection(Column.KIND, width)
    for room in (330, 700, 330):
        assert fit(numbered, room, qtbot)[Column.KIND] == width


def test_a_hidden_column_stays_hidden_and_comes_back_as_it_was(numbered: KnowledgePanel, qtbot: QtBot) -> None:
    fit(numbered, 700, qtbot)
    state = numbered.save_state()
    header = numbered.table.horizontalHeader()
    numbered.restore_state(type(state)(state.data().replace(b'"hidden": [', b'"hidden": [2, ')))
    assert header.isSectionHidden(Column.SIZE)
    fit(numbered, 300, qtbot)
    assert header.isSectionHidden(Column.SIZE)
    numbered.restore_state(state)
    assert header.sectionSize(Column.SIZE) > 0


# -- the premises


def test_the_premises_are_shown_at_first_with_what_the_sentence_can_spare(filled: KnowledgePanel, qtbot: QtBot) -> None:
    header = filled.table.horizontalHeader()
    assert filled._columns.shown == [Column.SENTENCE, Column.KIND, Column.PREMISES]
    before = 0
    for width in (290, 460, 640, 1100):
        fit(filled, width, qtbot)
        assert header.sectionSize(Column.SENTENCE) > 90
        assert header.sectionSize(Column.PREMISES) >= max(before, 60)
        before = header.sectionSize(Column.PREMISES)
        assert not filled.table.horizontalScrollBar().isVisible()
    assert before > 300


@pytest.mark.parametrize("width", [30, 140])
def test_a_width_of_the_premises_that_the_user_chose_stays(filled: KnowledgePanel, qtbot: QtBot, width: int) -> None:
    fit(filled, 700, qtbot)
    filled.table.horizontalHeader().resizeSection(Column.PREMISES, width)
    for room in (330, 700, 1100):
        fit(filled, room, qtbot)
        assert filled.table.horizontalHeader().sectionSize(Column.PREMISES) == width


def drawn(panel: KnowledgePanel, row: int, column: Column) -> str:
    """Return the text of a cell as it is painted, and test that it fits into its column."""
    index, table = panel.proxy.index(row, column), panel.table
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = table.visualRect(index)
    table.itemDelegate().initStyleOption(option, index)
    assert option.fontMetrics.horizontalAdvance(option.text) < option.rect.width() - 6
    return option.text


@pytest.mark.parametrize("width", [290, 420, 640])
def test_what_is_cut_keeps_its_count_and_is_whole_in_the_tool_tip(
    filled: KnowledgePanel, qtbot: QtBot, width: int
) -> None:
    fit(filled, width, qtbot)
    cut = 0
    for row in range(filled.proxy.rowCount()):
        derivation, index = filled.proxy.derivation(row), filled.proxy.index(row, Column.SENTENCE)
        text = drawn(filled, row, Column.SENTENCE)
        assert text.startswith("{")
        assert text.endswith(f"}} = {derivation.count}")
        if text != index.data():
            cut += 1
            named = text.split("…")[0].strip("{ ,")
            assert named in derivation.text, "the first cells"
            tip = index.data(Qt.ItemDataRole.ToolTipRole)
            assert all(str(cell) in tip for cell in derivation.cells) or f"more}} = {derivation.count}" in tip
    assert cut or width > 600


def test_cut_premises_keep_their_counts(filled: KnowledgePanel, qtbot: QtBot) -> None:
    fit(filled, 640, qtbot)
    cut = 0
    for row in range(filled.proxy.rowCount()):
        premises = filled.proxy.derivation(row).origin.premises
        text = drawn(filled, row, Column.PREMISES)
        if text != filled.proxy.index(row, Column.PREMISES).data():
            cut += 1
            assert [int(part.rpartition(" = ")[2]) for part in text.split(" \N{MINUS SIGN} ")] == [
                premise.count for premise in premises
            ]
    assert cut


def test_no_column_moves_when_a_filter_leaves_few_rows(
    filled: KnowledgePanel, selection: Selection, qtbot: QtBot
) -> None:
    before, table = fit(filled, 500, qtbot), filled.table
    place = table.geometry()
    assert table.verticalScrollBar().maximum() > 0
    cell = min(filled.proxy.derivation(3).cells)
    selection.select_cell(cell)
    filled.set_verdict("A verdict with a reason that needs more than the room of its line. " * 5)
    qtbot.wait(20)
    assert table.verticalScrollBar().maximum() == 0
    assert fit(filled, 500, qtbot) == before
    assert table.geometry() == place
    assert filled.bar_text.count("verdict") == 5
    selection.select_cell(None)
    qtbot.wait(20)
    assert table.geometry() == place
