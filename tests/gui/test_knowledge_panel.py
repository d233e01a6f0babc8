"""The knowledge panel under real keys and clicks."""

from __future__ import annotations

import random

import pytest
from knowledge_games import moves
from PySide6.QtCore import QByteArray, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QMainWindow, QPushButton

from minesweeper_qt.gui.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.knowledge_panel import ALL_SETTLED, NOTHING_FOUND, NOTHING_KNOWN, KnowledgePanel
from minesweeper_qt.gui.knowledge_row import Column, Role
from minesweeper_qt.model import Derivation, KnowledgeBase

ESC, DOWN = Qt.Key.Key_Escape, Qt.SortOrder.DescendingOrder
NOBODY = frozenset()


@pytest.fixture
def kb(qapp: object) -> KnowledgeBase:
    """What is known in the middle of an expert's game."""
    for number, (kb, _) in enumerate(moves(16, 30, 99, 3, tell=True)):
        if number == 150:
            return kb
    raise AssertionError


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def panel(qtbot, model) -> KnowledgePanel:
    panel = KnowledgePanel(model)
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


def shown(panel: KnowledgePanel) -> list[Derivation]:
    return [panel.proxy.index(row, 0).data(Role.RECORD) for row in range(panel.proxy.rowCount())]


def show_all_button(panel: KnowledgePanel) -> QPushButton:
    return panel.findChild(QPushButton)


def click_row(qtbot, panel: KnowledgePanel, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    index = panel.proxy.index(row, 0)
    panel.table.scrollTo(index)
    where = panel.table.visualRect(index).topLeft() + QPoint(5, 5)
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, modifier, where)


# -- selection


def test_selecting_rows_tells_their_cells(filled, qtbot):
    first, second = shown(filled)[1:3]
    with qtbot.waitSignal(filled.cells_selected) as told:
        click_row(qtbot, filled, 1)
    assert told.args == [first.cells]
    with qtbot.waitSignal(filled.cells_selected) as told:
        click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    assert told.args == [first.cells | second.cells]
    assert filled.selected_records() == [first, second]
    with qtbot.waitSignal(filled.cells_selected) as told:
        qtbot.keyClick(filled.table, ESC)
    assert told.args == [NOBODY]


def test_the_keyboard_selects_too(filled, qtbot):
    click_row(qtbot, filled, 0)
    qtbot.keyClick(filled.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert filled.selected_records() == shown(filled)[:2]
    qtbot.keyClick(filled.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert filled.selected_records() == shown(filled)


@pytest.mark.parametrize("text", ["", "clue"])
@pytest.mark.parametrize("column", [-1, *Column])
def test_the_selection_survives_moves_and_says_when_cells_change(panel, model, qtbot, column, text):
    panel.table.sortByColumn(column, DOWN)
    panel.filter_field.setText(text)
    chance = random.Random(1)
    told: list[frozenset] = [NOBODY]
    panel.cells_selected.connect(told.append)
    survived = 0
    for number, (kb, change) in enumerate(moves(16, 30, 99, 4, tell=True)):
        before = {record.origin for record in panel.selected_records()}
        said = len(told)
        model.apply(change.added, change.removed)
        after = set(panel.selected_records())
        in_force = {record.origin: record for record in kb}
        assert after == {in_force[origin] for origin in before if origin in in_force}
        assert told[-1] == NOBODY.union(*(record.cells for record in after))
        assert len(told) <= said + 1
        survived += len(after & set(change.added))
        if number % 3 == 0 and panel.proxy.rowCount():
            flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            index = panel.proxy.index(chance.randrange(panel.proxy.rowCount()), 0)
            panel.table.selectionModel().select(index, flags)
    assert survived > 10


def test_a_filter_that_hides_a_selected_row_deselects_it(filled, qtbot):
    records = shown(filled)
    inferred = next(record for record in records if record.clue is None)
    click_row(qtbot, filled, records.index(inferred))
    with qtbot.waitSignal(filled.cells_selected) as told:
        filled.filter_field.setText("clue")
    assert told.args == [NOBODY]
    assert inferred not in shown(filled)


def test_a_new_game_deselects(filled, model, qtbot):
    click_row(qtbot, filled, 1)
    with qtbot.waitSignal(filled.cells_selected) as told:
        model.reset()
    assert told.args == [NOBODY]
    with qtbot.assertNotEmitted(filled.cells_selected):
        model.reset()


def test_out_of_sight_it_marks_no_cell_and_in_sight_again_what_is_selected(filled, qtbot):
    click_row(qtbot, filled, 1)
    (record,) = filled.selected_records()
    told = []
    filled.cells_selected.connect(told.append)
    filled.hide()
    assert told == [NOBODY]
    filled.show()
    assert told == [NOBODY, record.cells]
    assert filled.selected_records() == [record]


def test_a_sentence_can_be_selected_without_asking_about_it(filled, qtbot):
    records = shown(filled)
    last = records[-1]
    with qtbot.assertNotEmitted(filled.record_asked), qtbot.waitSignal(filled.cells_selected) as told:
        filled.select_record(last)
    assert told.args == [last.cells]
    assert filled.selected_records() == [last]
    row = filled.table.visualRect(filled.table.currentIndex())
    assert filled.table.viewport().rect().contains(row), "it is scrolled to"
    qtbot.keyClick(filled.table, Qt.Key.Key_Up)
    assert filled.selected_records() == [records[-2]], "the arrow keys go on from there"
    with qtbot.assertNotEmitted(filled.record_asked), qtbot.waitSignal(filled.cells_selected) as told:
        filled.clear_selection()
    assert told.args == [NOBODY]


def test_selecting_one_of_the_selected_leaves_the_others(filled, qtbot):
    click_row(qtbot, filled, 0)
    click_row(qtbot, filled, 2, Qt.KeyboardModifier.ControlModifier)
    both = filled.selected_records()
    filled.select_record(both[0])
    assert filled.selected_records() == both


def test_what_has_no_row_is_not_selected(filled, model, qtbot):
    first, second = shown(filled)[:2]
    click_row(qtbot, filled, 0)
    filled.select_record(None)
    model.apply((), [second])
    filled.select_record(second)
    assert filled.selected_records() == [first]
    filled.filter_field.setText("no such text")
    filled.select_record(first)
    assert filled.selected_records() == []


# -- one cell


def test_the_bar_shows_while_a_cell_is_asked_about(filled, kb, qtbot):
    cell = min(shown(filled)[0].cells)
    mentioning = [record for record in kb if cell in record.cells]
    button = show_all_button(filled)
    assert not button.isVisible()
    filled.show_cell(cell)
    assert button.isVisible()
    assert shown(filled) == mentioning
    assert filled.bar_text == f"Sentences that mention {cell}: {len(mentioning)} of {len(kb)}"
    with qtbot.waitSignal(filled.cell_cleared):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isVisible()
    assert shown(filled) == list(kb)
    with qtbot.assertNotEmitted(filled.cell_cleared):
        filled.show_cell(cell)
        filled.show_cell(None)


def test_the_bar_counts_on(panel, model, qtbot):
    panel.show_cell((8, 8))
    for number, (kb, change) in enumerate(moves(16, 30, 99, 4, tell=True)):
        model.apply(change.added, change.removed)
        count = sum((8, 8) in record.cells or record.clue == (8, 8) for record in kb)
        assert panel.bar_text == f"Sentences that mention (8, 8): {count} of {len(kb)}"
        if number == 100:
            break


@pytest.mark.parametrize("where", ["table", "filter_field"])
def test_esc_shows_all_then_deselects_then_is_free(filled, kb, qtbot, where):
    widget = getattr(filled, where)
    widget.setFocus()
    filled.show_cell(min(shown(filled)[0].cells))
    filled.filter_field.setText("c")
    click_row(qtbot, filled, 0)
    widget.setFocus()
    cleared = QSignalSpy(filled.cell_cleared)
    qtbot.keyClick(widget, ESC)
    assert cleared.count() == 1
    assert shown(filled) == list(kb)
    assert filled.filter_field.text() == ""
    assert len(filled.selected_records()) == 1
    qtbot.keyClick(widget, ESC)
    assert not filled.selected_records()
    assert cleared.count() == 1


def test_esc_is_the_windows_when_there_is_nothing_to_clear(model, kb, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = KnowledgePanel(model)
    window.setCentralWidget(panel)
    action = QAction("Something else", window)
    action.setShortcut(QKeySequence(ESC))
    window.addAction(action)
    triggered = QSignalSpy(action.triggered)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    panel.filter_field.setFocus()
    panel.filter_field.setText("clue")
    qtbot.keyClick(panel.filter_field, ESC)
    assert (panel.filter_field.text(), triggered.count()) == ("", 0)
    qtbot.keyClick(panel.filter_field, ESC)
    assert triggered.count() == 1


def test_clearing_a_text_alone_is_no_news_for_the_board(filled, kb, qtbot):
    filled.filter_field.setText("clue")
    with qtbot.assertNotEmitted(filled.cell_cleared):
        qtbot.keyClick(filled.table, ESC)
    assert shown(filled) == list(kb)


def test_the_focus_stays_in_the_panel_when_the_button_goes(filled, qtbot):
    filled.show_cell((0, 0))
    show_all_button(filled).setFocus()
    qtbot.keyClick(show_all_button(filled), Qt.Key.Key_Space)
    assert filled.table.hasFocus()


# -- search, figures, hints


def test_typing_filters(filled, kb, qtbot):
    filled.focus_filter()
    assert filled.filter_field.hasFocus()
    qtbot.keyClicks(filled.filter_field, "inferred")
    assert shown(filled) == [record for record in kb if record.clue is None and record is not kb.mine_count] != []


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_lead_from_the_field_to_what_it_found(filled, qtbot, key):
    filled.focus_filter()
    qtbot.keyClicks(filled.filter_field, "inferred")
    with qtbot.waitSignal(filled.record_asked) as asked, qtbot.assertNotEmitted(filled.record_opened):
        qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert filled.selected_records() == shown(filled)[:1] == asked.args
    qtbot.keyClick(filled.table, Qt.Key.Key_Down)
    assert filled.selected_records() == shown(filled)[1:2]
    filled.filter_field.setFocus()
    qtbot.keyClick(filled.filter_field, key)
    assert filled.table.hasFocus()
    assert filled.selected_records() == shown(filled)[1:2], "what is selected stays so"


def test_no_key_leads_where_nothing_was_found(filled, qtbot):
    filled.focus_filter()
    qtbot.keyClicks(filled.filter_field, "no such text")
    with qtbot.assertNotEmitted(filled.record_asked):
        qtbot.keyClick(filled.filter_field, Qt.Key.Key_Down)
    assert filled.filter_field.hasFocus()


def test_figures(filled, kb, qtbot):
    filled.set_figures(87, 12, 5)
    assert filled.figures.text() == "Knowledge base length: 87   Known mines: 12   Safe moves remaining: 5"
    filled.filter_field.setText("inferred")
    assert filled.figures.text().endswith(f"Safe moves remaining: 5   Shown: {len(shown(filled))} of {len(kb)}")
    filled.show_all()
    assert "Shown" not in filled.figures.text()


def test_hints(panel, model, kb):
    assert panel.table.hint == NOTHING_KNOWN
    model.apply((), ())
    assert panel.table.hint == NOTHING_KNOWN
    model.apply(list(kb), ())
    assert panel.table.hint == ""
    panel.filter_field.setText("no such text")
    assert panel.table.hint == NOTHING_FOUND
    panel.show_all()
    model.apply((), list(kb))
    assert panel.table.hint == ALL_SETTLED
    model.reset()
    assert panel.table.hint == NOTHING_KNOWN
    panel.set_figures(0, 10, 0)
    assert panel.table.hint == ALL_SETTLED


def test_the_hint_is_painted_and_goes(panel, model, kb):
    bare = panel.table.viewport().grab().toImage()
    panel.table.say("")
    assert panel.table.viewport().grab().toImage() != bare


# -- copying


def test_copy(filled, qtbot, model):
    filled.table.sortByColumn(Column.SIZE, DOWN)
    mine_count, other = shown(filled)[0], shown(filled)[4]
    click_row(qtbot, filled, 4)
    click_row(qtbot, filled, 0, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(filled.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert [line[0] for line in lines] == [mine_count.text, other.text]
    assert lines[0][1:4] == [str(mine_count.count), str(len(mine_count.cells)), "Mine count"]
    assert [len(line) for line in lines] == [len(Column)] * 2


def test_copy_needs_a_sentence(panel, model, kb, qtbot):
    (action,) = panel.table.actions()
    assert not action.isEnabled()
    model.reset(kb)
    assert action.isEnabled()
    panel.filter_field.setText("no such text")
    assert not action.isEnabled()


# -- sorting and state


def test_clicking_a_title_sorts_and_a_third_click_restores(filled, kb, qtbot):
    header = filled.table.horizontalHeader()
    where = QPoint(header.sectionViewportPosition(Column.COUNT) + 10, header.height() // 2)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=where)
        orders.append([record.count for record in shown(filled)])
    counts = [record.count for record in kb]
    assert orders == [sorted(counts), sorted(counts, reverse=True), counts]


def test_state_is_kept(filled, model, kb, qtbot):
    header = filled.table.horizontalHeader()
    header.resizeSection(Column.RULE, 123)
    filled.table.sortByColumn(Column.SIZE, DOWN)
    state = filled.save_state()
    other = KnowledgePanel(model)
    qtbot.addWidget(other)
    other.restore_state(state)
    assert other.table.horizontalHeader().sectionSize(Column.RULE) == 123
    assert other.save_state() == state
    assert shown(other) == shown(filled)


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"\xff\x00",
        b"null",
        b"[" * 100_000,
        b'{"widths": [], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 1e999], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 0], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, 99999999], "sort": [0, false]}',
        b'{"widths": [1, 2, 3, 4, 5, 6, "x"], "sort": [0, false]}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70], "sort": [7, false]}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70], "sort": []}',
        b'{"widths": [10, 20, 30, 40, 50, 60, 70]}',
        b"\x00\x00\x00\xff\x00\x00\x00\x00",
    ],
)
def test_a_broken_state_is_ignored(filled, state):
    before = filled.save_state()
    filled.restore_state(QByteArray(state))
    assert filled.save_state() == before


# -- what everybody can use


def test_names_for_screen_readers_and_the_way_of_the_tab_key(filled, qtbot):
    for widget in (filled, filled.table, filled.filter_field, filled.filter_button, filled.figures):
        assert widget.accessibleName()
    filled.show_cell(min(shown(filled)[0].cells))
    filled.filter_field.setFocus()
    for widget in (filled.filter_button, filled.table, show_all_button(filled)):
        qtbot.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_Tab)
        assert widget.hasFocus()
    filled.show_cell(None)
    click_row(qtbot, filled, 0)
    qtbot.keyClick(filled.table, Qt.Key.Key_Tab)
    assert not filled.table.hasFocus()


def test_rows_follow_the_font(filled):
    rows = filled.table.verticalHeader()
    before = rows.sectionSize(0)
    font = filled.font()
    font.setPointSize(font.pointSize() * 3)
    filled.setFont(font)
    assert rows.sectionSize(0) > 2 * before
