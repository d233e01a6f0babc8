"""Tests of the list of differences: its rows, and the ways to a move by mouse and keys."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.student_agent.pages import DifferencesPage
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.finding import Severity, Symptom
from tests.gui.support.shown import shown
from tests.gui.support.student_agents import difference
from tests.gui.support.windows import LEFT, Key

FIRST, SECOND, THIRD, OTHER = (difference(learned) for learned in (1, 2, 4, 6))
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


def half(learned: int) -> int:
    return learned // 2


@pytest.fixture
def page(qtbot: QtBot) -> DifferencesPage:
    return shown(qtbot, DifferencesPage(half), 400, 200)


def data(page: DifferencesPage, row: int, column: int, role: Qt.ItemDataRole) -> Any:
    return page.model().index(row, column).data(role)


def moves(page: DifferencesPage) -> list[str]:
    return [data(page, row, 0, Qt.ItemDataRole.DisplayRole) for row in range(page.model().rowCount())]


@pytest.mark.parametrize(
    "before, now, expected",
    [
        ([], [FIRST, SECOND], ["0", "1"]),
        ([FIRST], [FIRST, SECOND, THIRD], ["0", "1", "2"]),
        ([FIRST, SECOND], [FIRST], ["0"]),
        ([FIRST, SECOND], [FIRST, OTHER, THIRD], ["0", "3", "2"]),
        ([FIRST], [], []),
    ],
)
def test_rows_come_and_go(page: DifferencesPage, before: list[Fault], now: list[Fault], expected: list[str]) -> None:
    page.show_differences(before, 0)
    page.show_differences(now, 0)
    assert moves(page) == expected


def test_the_shown_move_is_marked_a_selected_row_stays_so_and_a_click_and_enter_choose_a_difference(
    page: DifferencesPage,
) -> None:
    page.show_differences([FIRST, SECOND], 0)
    page.selectRow(1)
    page.show_differences([FIRST, SECOND, THIRD], 0)
    assert [index.row() for index in page.selectionModel().selectedRows()] == [1]
    # Those of the shown move are marked.
    page.show_differences([FIRST, SECOND, THIRD], 1)
    fonts = [data(page, row, 1, Qt.ItemDataRole.FontRole) for row in range(3)]
    assert [font is not None and font.bold() for font in fonts] == [False, True, False]
    texts = [data(page, row, 0, ACCESSIBLE) for row in range(3)]
    assert texts == [
        "Move 0, missing: Your agent does not know that (0, 1) is safe",
        "Move 1, shown now, missing: Your agent does not know that (0, 1) is safe",
        "Move 2, missing: Your agent does not know that (0, 1) is safe",
    ]
    # A click and enter choose a difference.
    chosen: list[object] = []
    page.difference_chosen.connect(chosen.append)
    QTest.mouseClick(page.viewport(), LEFT, pos=page.visualRect(page.model().index(1, 1)).center())
    assert chosen == [SECOND]
    QTest.keyClick(page, Key.Key_Down)
    assert chosen == [SECOND]
    QTest.keyClick(page, Key.Key_Return)
    assert chosen == [SECOND, THIRD]
    QTest.mouseClick(page.viewport(), LEFT, pos=QPoint(20, page.viewport().height() - 3))
    assert chosen == [SECOND, THIRD]


def test_the_kinds_have_signs_and_words(page: DifferencesPage) -> None:
    rows = [
        difference(2, Symptom.WRONG_MINE, severity=Severity.ERROR),
        difference(2, Symptom.MISSING_MINE),
        difference(2, Symptom.SENTENCE_DOUBLE, ()),
        difference(2, Symptom.WRONG_SAFE, severity=Severity.NOTE),
    ]
    page.show_differences(rows, 0)
    kinds = [data(page, row, 0, ACCESSIBLE).split(", ")[1].split(":")[0] for row in range(4)]
    assert kinds == ["wrong", "missing", "minor", "minor"]
    assert len({data(page, row, 0, Qt.ItemDataRole.DecorationRole).cacheKey() for row in range(4)}) == 3
