"""Tests of the list of differences: its rows by the item model's tester, and the ways to a move by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.agent.differences_model import DifferenceColumn, DifferencesModel
from minesweeper_qt.gui.panels.agent.differences_page import DifferencesPage
from minesweeper_qt.model.audit.finding import Severity, Symptom
from minesweeper_qt.model.watch.difference import Difference
from tests.gui.support.watched import difference
from tests.gui.support.windows import LEFT, Key

FIRST, SECOND, THIRD, OTHER = (difference(learned) for learned in (1, 2, 4, 6))
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


def half(learned: int) -> int:
    return learned // 2


@pytest.fixture
def model(qapp: QApplication, qtmodeltester: ModelTester) -> DifferencesModel:
    made = DifferencesModel(half)
    qtmodeltester.check(made, force_py=True)
    return made


@pytest.fixture
def page(qtbot: QtBot, model: DifferencesModel) -> DifferencesPage:
    made = DifferencesPage(model)
    qtbot.addWidget(made)
    made.resize(400, 200)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def listed(model: DifferencesModel) -> list[Difference]:
    return [model.difference(row) for row in range(model.rowCount())]


@pytest.mark.parametrize(
    "before, now, inserted, removed",
    [
        ([], [FIRST, SECOND], 1, 0),
        ([FIRST], [FIRST, SECOND, THIRD], 1, 0),
        ([FIRST, SECOND], [FIRST, SECOND], 0, 0),
        ([FIRST, SECOND], [FIRST], 0, 1),
        ([FIRST, SECOND], [FIRST, OTHER, THIRD], 1, 1),
        ([FIRST], [], 0, 1),
    ],
)
def test_rows_come_and_go_without_a_reset(
    model: DifferencesModel,
    qtmodeltester: ModelTester,
    before: list[Difference],
    now: list[Difference],
    inserted: int,
    removed: int,
) -> None:
    model.set_differences(before)
    spies = QSignalSpy(model.rowsInserted), QSignalSpy(model.rowsRemoved), QSignalSpy(model.modelReset)
    model.set_differences(now)
    assert listed(model) == now
    assert [spy.count() for spy in spies] == [inserted, removed, 0]
    qtmodeltester.check(model, force_py=True)


def test_a_selected_row_stays_selected_when_more_are_found(page: DifferencesPage, model: DifferencesModel) -> None:
    model.set_differences([FIRST, SECOND])
    page.selectRow(1)
    model.set_differences([FIRST, SECOND, THIRD])
    assert [index.row() for index in page.selectionModel().selectedRows()] == [1]


def test_those_of_the_shown_move_are_marked(model: DifferencesModel) -> None:
    model.set_differences([FIRST, SECOND, THIRD])
    spy = QSignalSpy(model.dataChanged)
    model.set_shown(1)
    model.set_shown(1)
    assert spy.count() == 1
    fonts = [model.index(row, 1).data(Qt.ItemDataRole.FontRole) for row in range(3)]
    assert [font is not None and font.bold() for font in fonts] == [False, True, False]
    texts = [model.index(row, 0).data(ACCESSIBLE) for row in range(3)]
    assert texts == [
        "Move 0, missing: Your agent does not know that (0, 1) is safe",
        "Move 1, shown now, missing: Your agent does not know that (0, 1) is safe",
        "Move 2, missing: Your agent does not know that (0, 1) is safe",
    ]


def test_the_kinds_have_signs_and_words(model: DifferencesModel) -> None:
    rows = [
        difference(2, Symptom.WRONG_MINE, severity=Severity.ERROR),
        difference(2, Symptom.MISSING_MINE),
        difference(2, Symptom.SENTENCE_DOUBLE, ()),
        difference(2, Symptom.WRONG_SAFE, severity=Severity.NOTE),
    ]
    model.set_differences(rows)
    kinds = [model.index(row, 0).data(ACCESSIBLE).split(", ")[1].split(":")[0] for row in range(4)]
    assert kinds == ["wrong", "missing", "minor", "minor"]
    keys = {model.index(row, 0).data(Qt.ItemDataRole.DecorationRole).cacheKey() for row in range(4)}
    assert len(keys) == 3
    assert model.headerData(DifferenceColumn.WHAT, Qt.Orientation.Horizontal) == "Difference"


def test_a_click_and_enter_choose_a_difference(page: DifferencesPage, model: DifferencesModel) -> None:
    model.set_differences([FIRST, SECOND, THIRD])
    chosen: list[object] = []
    page.difference_chosen.connect(chosen.append)
    QTest.mouseClick(page.viewport(), LEFT, pos=page.visualRect(model.index(1, 1)).center())
    assert chosen == [SECOND]
    QTest.keyClick(page, Key.Key_Down)
    assert chosen == [SECOND]
    QTest.keyClick(page, Key.Key_Return)
    assert chosen == [SECOND, THIRD]
    QTest.mouseClick(page.viewport(), LEFT, pos=QPoint(20, page.viewport().height() - 3))
    assert chosen == [SECOND, THIRD]
