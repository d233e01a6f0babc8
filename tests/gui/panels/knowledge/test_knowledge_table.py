"""Tests of the table view: its columns, its keys, and what is stored of the columns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from tests.gui.support.comparisons import comparison_of, of_each_kind
from tests.gui.support.inspected import FixedBoardSource
from tests.gui.support.knowledge_panels import filled, kb, panel, selection, shown

__all__ = ["filled", "kb", "panel", "selection"]  # fixtures

# The offscreen platform logs these warnings when a menu opens; they are no fault of the menu.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing the keyboard)")

DOWN = Qt.SortOrder.DescendingOrder
COMPARED = [Column.SENTENCE, Column.YOURS, Column.REFERENCE]


def choose(qtbot, panel: KnowledgePanel, title: str) -> None:
    """Open the menu of the columns by a right click on the titles, and choose one by its keys."""
    header = panel.table.horizontalHeader()
    place = QPoint(20, header.height() // 2)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, header.viewport().mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    while menu.activeAction() is None or menu.activeAction().text() != title:
        qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)


def entries(panel: KnowledgePanel) -> dict[str, bool]:
    """Return the entries of the menu of the columns, and whether each is checked."""
    panel.columns.popup(QPoint())
    shown = {action.text(): action.isChecked() for action in panel.columns.actions() if action.isVisible()}
    panel.columns.close()
    return shown


def test_columns_are_shown_on_request_and_a_click_on_a_title_sorts(filled, qtbot, kb):
    assert entries(filled) == {"Sentence": True, "Count": False, "Size": False, "Rule": True, "Move": False}
    choose(qtbot, filled, "Move")
    choose(qtbot, filled, "Rule")
    assert filled.columns.shown == [Column.SENTENCE, Column.MOVE]
    assert not filled.columns.actions()[Column.SENTENCE].isEnabled()
    choose(qtbot, filled, "Count")
    header = filled.table.horizontalHeader()
    where = QPoint(header.sectionViewportPosition(Column.COUNT) + 10, header.height() // 2)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
        orders.append([derivation.count for derivation in shown(filled)])
    counts = [derivation.count for derivation in kb]
    assert orders == [sorted(counts), sorted(counts, reverse=True), counts]


@pytest.mark.parametrize("width", [300, 460, 1100])
def test_the_sentence_has_what_room_there_is_and_nothing_scrolls_across(filled, qtbot, width):
    filled.resize(width, 400)
    header = filled.table.horizontalHeader()
    qtbot.waitUntil(lambda: header.length() == filled.table.viewport().width())
    assert header.sectionSize(Column.SENTENCE) > 90
    assert not filled.table.horizontalScrollBar().isVisible()


def test_no_row_moves_whatever_the_bar_says_and_without_it_the_table_has_its_room(filled, selection, qtbot):
    place = filled.table.geometry()
    assert filled.figures.y() - place.bottom() < 2 * filled.figures.height()
    selection.select_cell(min(shown(filled)[3].cells))
    filled.set_verdict("A verdict with a reason that needs more than the room of its line. " * 5)
    QApplication.processEvents()
    assert filled.table.geometry().topRight() == place.topRight()
    assert filled.bar.height() <= 3 * filled.figures.fontMetrics().lineSpacing()


def another(qtbot, like: KnowledgePanel) -> KnowledgePanel:
    source = like.findChild(FixedBoardSource)
    panel = KnowledgePanel(source, source.selection)
    qtbot.addWidget(panel)
    panel.resize(like.size())
    panel.show()
    return panel


@pytest.mark.parametrize("is_compared", [False, True])
def test_columns_of_both_modes_are_kept_and_restored_in_either(filled, qtbot, is_compared):
    header, rows = filled.table.horizontalHeader(), of_each_kind()
    choose(qtbot, filled, "Size")
    header.resizeSection(Column.RULE, 123)
    filled.table.sortByColumn(Column.SIZE, DOWN)
    order = shown(filled)
    filled.set_comparison(comparison_of(rows), int)
    assert filled.columns.shown == COMPARED
    assert list(entries(filled))[-2:] == ["Yours", "Reference"]
    assert header.sortIndicatorSection() == -1
    choose(qtbot, filled, "Reference")
    header.resizeSection(Column.YOURS, 133)
    filled.table.sortByColumn(Column.YOURS, DOWN)
    filled.set_comparison(None, int)
    assert shown(filled) == order
    states = [filled.columns.save_state(mode) for mode in (False, True)]
    other = another(qtbot, filled)
    other.set_comparison(comparison_of(rows) if is_compared else None, int)
    for mode in (False, True):
        other.columns.restore_state(states[mode], mode)
    for mode in (is_compared, not is_compared, is_compared):
        other.set_comparison(comparison_of(rows) if mode else None, int)
        if mode:
            assert other.columns.shown == [Column.SENTENCE, Column.YOURS]
            assert other.table.columnWidth(Column.YOURS) == 133
            assert other.table.horizontalHeader().sortIndicatorSection() == Column.YOURS
        else:
            assert other.columns.shown == [Column.SENTENCE, Column.SIZE, Column.RULE]
            assert other.table.columnWidth(Column.RULE) == 123
            other.model.reset(filled.model.sentences)
            assert shown(other) == order


def test_a_narrow_table_cuts_off_the_rule_and_gives_it_its_width_back(filled, qtbot):
    table = filled.table
    filled.resize(900, 400)
    wide = table.columnWidth(Column.RULE)
    filled.resize(300, 400)
    assert table.columnWidth(Column.RULE) < table.columnWidth(Column.SENTENCE) / 2
    other = another(qtbot, filled)
    other.columns.restore_state(filled.columns.save_state(is_compared=False), is_compared=False)
    for one in (filled, other):
        one.resize(900, 400)
        assert one.table.columnWidth(Column.RULE) == wide


def test_the_sentence_is_never_hidden(filled, qtbot):
    other = another(qtbot, filled)
    other.table.hideColumn(Column.SENTENCE)
    filled.columns.restore_state(other.columns.save_state(is_compared=False), is_compared=False)
    assert Column.SENTENCE in filled.columns.shown


def test_rows_follow_the_font(filled):
    rows = filled.table.verticalHeader()
    before = rows.sectionSize(0)
    font = filled.font()
    font.setPointSize(font.pointSize() * 3)
    filled.setFont(font)
    assert rows.sectionSize(0) > 2 * before
