"""Tests of the knowledge panel's menus with real keys and clicks: filters, requests, columns and copies."""

from __future__ import annotations

import csv
import io

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import (
    BEYOND,
    NO_PROOF,
    NOTHING_FOUND,
    NOTHING_NEW,
    NOTHING_USED,
    NOTHING_USES,
)
from minesweeper_qt.gui.panels.knowledge.knowledge_model import Column
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.model import Derivation, Position, Reasoning, Rule
from minesweeper_qt.model.evidence.derivation import Change
from tests.gui.support.comparisons import comparison_of, of_each_kind
from tests.gui.support.escape import escape
from tests.gui.support.inspected import FixedBoardSource
from tests.gui.support.knowledge_games import Known, moves
from tests.gui.support.knowledge_panels import click_row, panel, selected, selection, show_columns, shown

__all__ = ["panel", "selection"]  # fixtures

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


@pytest.fixture(autouse=True)
def fill(panel, played) -> None:
    kb, change = played
    panel.model.reset(kb)
    panel.model.set_move(change.added, change.removed)


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
    assert panel.bar_label.text() == "Filter: level subset"
    choose_filter(qtbot, panel, button.levels[Reasoning.CLUE])
    assert set(some) < set(shown(panel))
    assert panel.bar_label.text() == "Filter: level clue or subset"
    assert panel.figures.text().startswith(f"Shown: {len(shown(panel))} of {len(kb)}   Knowledge")
    assert button.text() == "Filter (2)"
    choose_filter(qtbot, panel, button.levels[Reasoning.SUBSET])
    assert not set(some) & set(shown(panel))


def test_new_and_proof_are_chosen_from_the_menu(panel, played, qtbot):
    _, change = played
    button = panel.filter_button
    choose_filter(qtbot, panel, button.is_new)
    assert set(shown(panel)) == set(change.added)
    assert panel.bar_label.text() == "Filter: new in this move"
    panel.model.set_move((), ())
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
def test_removed_sentences_are_not_selected_copied_or_counted(panel, played, qtbot):
    kb, change = played
    choose_filter(qtbot, panel, panel.filter_button.removed)
    assert shown(panel) == [*kb, *change.removed]
    click_row(qtbot, panel, len(kb))
    assert selected(panel) == []
    qtbot.keyClick(panel.table, Key.Key_A, CTRL)
    assert selected(panel) == list(kb)
    qtbot.keyClick(panel.table, Key.Key_C, CTRL)
    assert len(clipboard().splitlines()) == len(kb)
    panel.filter_field.setText("clue")
    from_clues = sum(derivation.clue is not None for derivation in kb)
    assert panel.figures.text().startswith(f"Shown: {from_clues} of {len(kb)}   Knowledge")


# -- questions about a row


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


def test_the_row_of_the_menu_may_be_gone_when_it_is_asked_about(panel, qtbot):
    """The game goes on while the menu is open, so that its row may be removed, or all rows."""
    asked: list[Derivation] = []
    panel.why_requested.connect(asked.append)
    click_row(qtbot, panel, 2)
    here, other = shown(panel)[2], shown(panel)[1]
    action = open_menu(qtbot, panel)["Why?"]
    panel.model.apply((), [other])
    action.trigger()
    assert asked == [here]
    panel.model.apply((), [here])
    assert not action.isEnabled()
    panel.menu.close()


def test_the_uses_of_a_sentence_are_shown_until_escape(panel, kb, qtbot):
    origins = {premise.origin for one in kb for premise in one.origin.premises}
    used = next(one for one in kb if one.origin in origins)
    panel.filter_field.setText(used.text)
    click_row(qtbot, panel, shown(panel).index(used))
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Uses This Sentence"])
    assert shown(panel) == [one for one in kb if any(each.origin is used.origin for each in one.origin.premises)] != []
    assert panel.bar_label.text().startswith("Filter: uses {")
    assert panel.filter_field.text() == "", "it takes the place of other filters"
    assert escape(panel)
    assert shown(panel) == list(kb)


def test_the_cells_that_a_sentence_settled_are_marked(qtbot):
    source = FixedBoardSource(Position.from_text("3x3x1\n1HH\nHHH\n0HH\n"))
    panel = KnowledgePanel(source, source.selection)
    qtbot.addWidget(panel)
    (zero,) = {verdict.premises[0] for verdict in source.view.settled.values() if verdict.rule is Rule.ALL_SAFE}
    panel.model.reset([zero])
    panel.show()
    panel.table.select_row(0)
    assert panel.highlight_source.highlight.clues == {(2, 0)}
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Uses This Sentence"])
    assert panel.highlight_source.highlight.safes == {(1, 0), (1, 1), (2, 1)}
    assert panel.table.hint == NOTHING_USES
    panel.model.reset([zero])
    assert panel.highlight_source.highlight is None, "with the game ends what is about its sentences"
    assert shown(panel) == [zero]


# -- copies


@pytest.mark.slow
@pytest.mark.parametrize("column", [-1, Column.SIZE])
def test_copies_contain_the_shown_rows_and_columns(panel, qtbot, column):
    show_columns(panel, Column.SENTENCE, Column.COUNT, Column.SIZE, Column.MOVE)
    panel.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    titles = ["Sentence", "Count", "Size", "Move"]
    rows = [[row.derivation.text, *(row.text(number) for number in (1, 2, 4))] for row in panel.proxy.rows]
    for chosen in ([], [4, 1]):
        for number, row in enumerate(chosen):
            click_row(qtbot, panel, row, CTRL if number else NOTHING)
        expected = [rows[row] for row in sorted(chosen)] or rows
        choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy as CSV"])
        assert list(csv.reader(io.StringIO(clipboard()))) == [titles, *expected]
        choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy as Markdown"])
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in clipboard().splitlines()]
        assert lines == [titles, ["---"] * 4, *expected]
        qtbot.keyClick(panel.table, Key.Key_C, CTRL)
        assert [line.split("\t") for line in clipboard().split("\n")] == expected


def test_copies_of_two_agents_have_the_kind_and_both_columns(panel, qtbot):
    rows = of_each_kind()
    panel.model.reset([row.derivation for row in rows])
    panel.set_comparison(comparison_of(rows), int)
    click_row(qtbot, panel, 2)
    click_row(qtbot, panel, 0, CTRL)
    qtbot.keyClick(panel.table, Key.Key_C, CTRL)
    assert [line.split("\t") for line in clipboard().split("\n")] == [
        ["wrong", "{(2, 1), (2, 2), (2, 3)} = 3", "= 3", "= 2"],
        ["missing", "{(0, 4), (0, 5)} = 1", "\N{EN DASH}", "move 10, clue"],
    ]
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy as CSV"])
    assert clipboard().splitlines()[0] == "Compared,Sentence,Yours,Reference"


@pytest.mark.slow
def test_the_menu_opens_at_the_mouse_and_by_keys_and_copies_the_knowledge_base_as_json(panel, qtbot):
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
    choose(qtbot, panel.menu, open_menu(qtbot, panel)["Copy Knowledge Base as JSON"])
    assert clipboard() == panel.knowledge_text()
    assert clipboard().startswith("{")
