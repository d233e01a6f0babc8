"""Tests of the knowledge panel's menus with real keys and clicks: filters, requests, columns and copies."""

from __future__ import annotations

import csv
import io
import json

import pytest
from PySide6.QtCore import QByteArray, QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from minesweeper_qt.gui.panels.knowledge.knowledge_delegate import FADED
from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.panels.knowledge.knowledge_row import USUAL_COLUMNS, Column
from minesweeper_qt.gui.panels.knowledge.panel_texts import (
    BEYOND,
    NO_PROOF,
    NOTHING_FOUND,
    NOTHING_NEW,
    NOTHING_USED,
)
from minesweeper_qt.gui.widgets import theme
from minesweeper_qt.model import Change, Derivation, Reasoning
from tests.gui.support.colours import contrast
from tests.gui.support.knowledge_games import Known, moves
from tests.gui.support.knowledge_panels import selection, show_all_columns

__all__ = ["selection"]  # a fixture

# The offscreen platform logs these warnings when a menu opens; they are no fault of the menu.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing the keyboard)")

Key, LEFT, CTRL = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
SHIFT, NOTHING = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def played(qapp: object) -> tuple[Known, Change]:
    """The knowledge in the middle of a game, and the change of a move that added and removed many sentences."""
    for number, (kb, change) in enumerate(moves(16, 30, 99, 3, with_mine_count=True)):
        if number >= 120 and len(change.added) > 6 and len(change.removed) > 4:
            return kb, change
    raise AssertionError


@pytest.fixture
def kb(played) -> Known:
    return played[0]


@pytest.fixture
def panel(qtbot, played, selection) -> KnowledgePanel:
    kb, change = played
    model = KnowledgeTableModel()
    model.reset(kb)
    panel = KnowledgePanel(model, selection)
    model.setParent(panel)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    panel.set_move(change.added, change.removed)
    panel.table.setFocus()
    return panel


def shown(panel: KnowledgePanel) -> list[Derivation]:
    return [panel.proxy.derivation(row) for row in range(panel.proxy.rowCount())]


def click_row(qtbot, panel: KnowledgePanel, row: int, modifier=NOTHING, column: int = 0) -> None:
    index = panel.proxy.index(row, column)
    panel.table.scrollTo(index)
    qtbot.mouseClick(panel.table.viewport(), LEFT, modifier, panel.table.visualRect(index).center())


def choose(qtbot, menu: QMenu, action: QAction) -> None:
    """Walk through an open menu with the arrow keys and press Enter at an action."""
    assert menu.isVisible()
    for _ in menu.actions():
        qtbot.keyClick(menu, Key.Key_Down)
        if menu.activeAction() is action:
            qtbot.keyClick(menu, Key.Key_Return)
            assert not menu.isVisible()
            return
    raise AssertionError(f"no way to {action.text()}")


def choose_filter(qtbot, panel: KnowledgePanel, action: QAction) -> None:
    """Open the button's menu and choose an action with the keyboard.

    ``popup`` is used because the button itself would run an event loop of its own until the menu is closed.
    """
    menu = panel.filter_button.menu()
    menu.popup(panel.filter_button.mapToGlobal(panel.filter_button.rect().bottomLeft()))
    choose(qtbot, menu, action)


def open_menu(qtbot, panel: KnowledgePanel) -> dict[str, QAction]:
    """Open the table's menu with its key; return the actions by their texts."""
    qtbot.keyClick(panel.table, Key.Key_F10, SHIFT)
    assert panel.menu.isVisible()
    return {action.text().replace("&", "").split("\t")[0]: action for action in panel.menu.actions()}


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


# -- filters


def test_levels_are_chosen_from_the_menu_and_named_in_the_bar(panel, kb, qtbot):
    button = panel.filter_button
    assert (button.text(), button.accessibleDescription()) == ("Filter", "None is on")
    choose_filter(qtbot, panel, button.levels[Reasoning.SUBSET])
    some = shown(panel)
    assert 0 < len(some) < len(kb)
    assert panel.bar_text == "Filter: level subset"
    choose_filter(qtbot, panel, button.levels[Reasoning.CLUE])
    assert set(some) < set(shown(panel))
    assert panel.bar_text == "Filter: level clue or subset"
    assert panel.figures.text().startswith(f"Shown: {len(shown(panel))} of {len(kb)}   Knowledge")
    assert button.text() == "Filter (2)"
    choose_filter(qtbot, panel, button.levels[Reasoning.SUBSET])
    assert not set(some) & set(shown(panel))


@pytest.mark.slow
def test_the_button_opens_its_menu_by_the_keyboard(panel, qtbot):
    menu = panel.filter_button.menu()
    opened = QSignalSpy(menu.aboutToShow)
    # The menu runs an event loop of its own until it is closed.
    QTimer.singleShot(0, menu, menu.close)
    panel.filter_field.setFocus()
    qtbot.keyClick(panel.filter_field, Key.Key_Tab)
    assert panel.filter_button.hasFocus()
    qtbot.keyClick(panel.filter_button, Key.Key_Space)
    assert opened.count() == 1


def test_new_and_proof_are_chosen_from_the_menu(panel, played, qtbot):
    _, change = played
    button = panel.filter_button
    choose_filter(qtbot, panel, button.is_new)
    assert set(shown(panel)) == set(change.added)
    assert panel.bar_text == "Filter: new in this move"
    panel.set_move((), ())
    assert panel.table.hint == NOTHING_NEW
    choose_filter(qtbot, panel, button.is_new)
    choose_filter(qtbot, panel, button.is_in_proof)
    assert panel.table.hint == NO_PROOF
    panel.set_proof([(change.added[0].cells, change.added[0].count)], [])
    assert shown(panel) == [change.added[0]]
    panel.set_proof([(change.added[0].cells, -1)], [])
    assert panel.table.hint == NOTHING_USED
    panel.filter_field.setText("no such text")
    assert panel.table.hint == NOTHING_FOUND


def test_a_level_that_no_sentence_has_is_named(panel, kb, qtbot):
    button = panel.filter_button
    assert all(derivation.level is not Reasoning.CASES for derivation in kb), "else the test shows nothing"
    choose_filter(qtbot, panel, button.levels[Reasoning.CASES])
    assert panel.table.hint == f"The agent knows no sentence of level cases. {BEYOND}"
    choose_filter(qtbot, panel, button.levels[Reasoning.CLUE])
    panel.filter_field.setText("no such text")
    assert panel.table.hint == NOTHING_FOUND


@pytest.mark.slow
@pytest.mark.parametrize("way", ["escape", "menu", "button"])
def test_all_filters_are_cleared_at_once(panel, selection, kb, qtbot, way):
    button = panel.filter_button
    panel.filter_field.setText("c")
    selection.select_cell(min(shown(panel)[0].cells))
    for action in (button.levels[Reasoning.CLUE], button.is_new, button.is_in_proof):
        choose_filter(qtbot, panel, action)
    assert not shown(panel)
    cleared = QSignalSpy(selection.cell_changed)
    if way == "escape":
        qtbot.keyClick(panel.filter_button, Key.Key_Escape)
    elif way == "menu":
        choose_filter(qtbot, panel, button.clear)
    else:
        qtbot.mouseClick(panel.findChild(QPushButton), LEFT)
    assert shown(panel) == list(kb)
    assert panel.proxy.filter == Filter()
    assert panel.filter_field.text() == ""
    assert not any(action.isChecked() for action in (*button.levels.values(), button.is_new, button.is_in_proof))
    assert not button.clear.isEnabled()
    assert cleared.count() == 1


@pytest.mark.slow
def test_removed_sentences_are_not_selected_copied_or_counted(panel, played, qtbot):
    kb, change = played
    choose_filter(qtbot, panel, panel.filter_button.removed)
    assert shown(panel) == [*kb, *change.removed]
    click_row(qtbot, panel, len(kb))
    assert panel.selected_derivations() == []
    qtbot.keyClick(panel.table, Key.Key_A, CTRL)
    assert panel.selected_derivations() == list(kb)
    qtbot.keyClick(panel.table, Key.Key_C, CTRL)
    assert len(clipboard().splitlines()) == len(kb)
    panel.filter_field.setText("clue")
    from_clues = sum(derivation.clue is not None for derivation in kb)
    assert panel.figures.text().startswith(f"Shown: {from_clues} of {len(kb)}   Knowledge")


@pytest.mark.parametrize("name", theme.NAMES)
def test_marked_rows_can_be_read(name):
    colours = theme.load(name).controls
    assert contrast(colours.text, colours.new_row) > 7
    assert contrast(colours.new_row, colours.surface) > 1.1
    assert contrast(theme.mixed(colours.text, colours.surface, FADED), colours.surface) > 4.5


def test_the_marks_are_painted(panel, played):
    """New sentences have a sign and another background in all columns; other sentences have neither."""
    _, change = played
    rows = [row for row in range(panel.proxy.rowCount()) if panel.proxy.derivation(row) in change.added]
    panel.table.scrollTo(panel.proxy.index(rows[-1], 0))
    new, old = rows[-1], next(row for row in range(rows[-1], 0, -1) if row not in rows)

    def pictures(row: int) -> list[QImage]:
        rects = (panel.table.visualRect(panel.proxy.index(row, column)) for column in (Column.SENTENCE, Column.KIND))
        return [panel.table.viewport().grab(rect).toImage() for rect in rects]

    marked, plain = pictures(new), pictures(old)
    grounds = [{picture.pixelColor(1, 1).name() for picture in pair} for pair in (marked, plain)]
    assert [len(ground) for ground in grounds] == [1, 1]
    panel.set_move((), ())
    assert pictures(new)[1].pixelColor(1, 1).name() not in grounds[0]
    assert pictures(old)[1] == plain[1]


# -- requests for derivations


def test_mouse_and_keys_request_derivations(panel, qtbot):
    requested: list[Derivation] = []
    panel.derivation_requested.connect(requested.append)
    derivations = shown(panel)
    click_row(qtbot, panel, 2)
    qtbot.keyClick(panel.table, Key.Key_Down)
    qtbot.keyClick(panel.table, Key.Key_Right)
    qtbot.keyClick(panel.table, Key.Key_Return)
    click_row(qtbot, panel, 3)
    actions = open_menu(qtbot, panel)
    choose(qtbot, panel.menu, actions["Why?"])
    assert requested == [derivations[2], *[derivations[3]] * 4]


def test_keys_double_clicks_and_the_menu_ask_about_a_row(panel, qtbot):
    asked: list[Derivation] = []
    panel.why_requested.connect(asked.append)
    here = shown(panel)[2]
    click_row(qtbot, panel, 2)
    assert asked == [], "selecting explains nothing"
    qtbot.keyClick(panel.table, Key.Key_Return)
    place = panel.table.visualRect(panel.proxy.index(2, 0)).center()
    qtbot.mouseDClick(panel.table.viewport(), LEFT, pos=place)
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Why?"])
    panel.ask_about_row()
    assert asked == [here] * 4


def test_removed_rows_request_no_derivation(panel, kb, qtbot):
    click_row(qtbot, panel, 2)
    with qtbot.assertNotEmitted(panel.derivation_requested):
        panel.filter_field.setText("inferred")
        panel.show_all()
        panel.table.model().sort(Column.SIZE)
        panel.table.selectRow(5)
        panel._model.apply((), list(kb)[:20])
        panel._model.reset()
        qtbot.keyClick(panel.table, Key.Key_Return)
        qtbot.mouseClick(panel.table.viewport(), LEFT, pos=QPoint(20, 50))


def test_the_row_of_the_menu_may_be_gone_when_its_derivation_is_requested(panel, kb, qtbot):
    """The game goes on while the menu is open, so that its row may be removed, or all rows."""
    requested: list[Derivation] = []
    panel.derivation_requested.connect(requested.append)
    click_row(qtbot, panel, 2)
    here, other = shown(panel)[2], shown(panel)[1]
    requested.clear()
    action = open_menu(qtbot, panel)["Why?"]
    panel._model.apply((), [other])
    action.trigger()
    assert requested == [here]
    panel._model.apply((), [here])
    assert not action.isEnabled()
    panel.menu._request_row()
    panel._model.reset()
    panel.menu._request_row()
    panel.menu.close()
    assert requested == [here]


def test_without_a_current_row_no_derivation_is_requested(panel, qtbot):
    panel.table.setCurrentIndex(QModelIndex())
    action = open_menu(qtbot, panel)["Why?"]
    assert not action.isEnabled()
    with qtbot.assertNotEmitted(panel.derivation_requested):
        panel.menu._request_row()
    panel.menu.close()


# -- columns


@pytest.mark.slow
def test_columns_are_hidden_by_keys_but_not_the_sentence(panel, qtbot):
    actions = open_menu(qtbot, panel)
    columns = actions["Columns"].menu()
    columns.popup(QPoint())
    entries = {action.text(): action for action in columns.actions()}
    assert [entry for entry, action in entries.items() if not action.isEnabled()] == ["Sentence"]
    choose(qtbot, columns, entries["Kind"])
    assert panel.table.isColumnHidden(Column.KIND)
    columns.popup(QPoint())
    choose(qtbot, columns, entries["Kind"])
    assert not panel.table.isColumnHidden(Column.KIND)
    panel.menu.close()


def test_a_right_click_on_the_titles_opens_the_columns(panel, qtbot):
    header = panel.table.horizontalHeader()
    place = QPoint(20, header.height() // 2)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, header.viewport().mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()][:2] == ["Sentence", "Count"]
    menu.close()


def test_at_first_only_sentence_kind_and_premises_are_shown(panel):
    assert panel._columns.shown == [Column.SENTENCE, Column.KIND, Column.PREMISES]
    panel.resize(330, 400)
    panel.show()
    assert panel.table.horizontalScrollBar().maximum() == 0
    panel.hide()


def test_hidden_columns_are_saved_with_their_widths(panel, selection, qtbot):
    show_all_columns(panel)
    header = panel.table.horizontalHeader()
    header.resizeSection(Column.KIND, 77)
    panel._columns._actions[Column.KIND].trigger()
    panel._columns._actions[Column.MOVE].trigger()
    state = panel.save_state()
    other = KnowledgePanel(KnowledgeTableModel(panel), selection)
    qtbot.addWidget(other)
    other.restore_state(state)
    assert other.save_state() == state
    assert [column for column in USUAL_COLUMNS if other.table.isColumnHidden(column)] == [Column.KIND, Column.MOVE]
    other._columns._actions[Column.KIND].trigger()
    assert other.table.columnWidth(Column.KIND) == 77
    older = json.loads(bytes(state.data()))
    del older["hidden"]
    other.restore_state(QByteArray(json.dumps(older).encode()))
    assert not any(other.table.isColumnHidden(column) for column in USUAL_COLUMNS)


@pytest.mark.parametrize("hidden", ["x", 3, [0], [7], [-1], ["kind"], None])
def test_a_state_that_hides_what_cannot_be_hidden_is_ignored(panel, hidden):
    before = panel.save_state()
    state = json.loads(bytes(before.data())) | {"hidden": hidden, "widths": [50] * 7}
    panel.restore_state(QByteArray(json.dumps(state).encode()))
    assert panel.save_state() == before


# -- copies


@pytest.mark.slow
@pytest.mark.parametrize("column", [-1, Column.SIZE])
def test_copies_contain_the_shown_rows_and_columns(panel, qtbot, column):
    show_all_columns(panel)
    panel.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    panel._columns._actions[Column.RULE].trigger()
    titles = ["Sentence", "Count", "Size", "Kind", "Premises", "Move"]
    rows = [
        [texts[number] for number in USUAL_COLUMNS if number is not Column.RULE]
        for texts in (panel.proxy.full_texts(row) for row in range(panel.proxy.rowCount()))
    ]
    for chosen in ([], [4, 1]):
        for number, row in enumerate(chosen):
            click_row(qtbot, panel, row, CTRL if number else NOTHING)
        expected = [rows[row] for row in sorted(chosen)] or rows
        choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy as CSV"])
        assert list(csv.reader(io.StringIO(clipboard()))) == [titles, *expected]
        choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy as Markdown"])
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in clipboard().splitlines()]
        assert lines == [titles, ["---"] * 6, *expected]
        for copy in ("menu", "keys"):
            QGuiApplication.clipboard().clear()
            if copy == "menu":
                choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy"])
            else:
                qtbot.keyClick(panel.table, Key.Key_C, CTRL)
            assert [line.split("\t") for line in clipboard().split("\n")] == expected


@pytest.mark.slow
def test_the_knowledge_base_is_copied_as_the_json_source_returns_it(panel, qtbot):
    assert not open_menu(qtbot, panel)["Copy Knowledge Base as JSON"].isEnabled()
    panel.menu.close()
    panel.set_json_source(lambda: '{"all": 1}')
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy Knowledge Base as JSON"])
    assert clipboard() == '{"all": 1}'


@pytest.mark.slow
def test_the_menu_opens_at_the_mouse_and_by_the_menu_key(panel, qtbot):
    click_row(qtbot, panel, 1)
    for _ in range(2):
        qtbot.keyClick(panel.table, Key.Key_Menu)
        assert panel.menu.isVisible()
        below = panel.table.viewport().mapToGlobal(panel.table.visualRect(panel.proxy.index(1, 0)).bottomLeft())
        assert panel.menu.pos().y() >= below.y()
        panel.menu.close()
    place = QPoint(60, 60)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, panel.table.viewport().mapToGlobal(place))
    QApplication.sendEvent(panel.table.viewport(), event)
    assert panel.menu.isVisible()
    panel.menu.close()
