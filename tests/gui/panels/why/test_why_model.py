"""Tests of the item model of a proof, and of the list whose rows are as high as their text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.panels.why.why_list import LineRole, WhyList, WhyModel
from minesweeper_qt.gui.presentation.why_text import highlight_text, line_highlight, rows_of
from minesweeper_qt.model.evidence.proof import ProofLine
from tests.gui.support.inspected import CASE_LINES, LINES, cells
from tests.gui.support.shown import shown

Role = Qt.ItemDataRole
LONG = ProofLine("3. " + ", ".join(f"({i}, {j})" for i in range(10) for j in range(10)), 3)


@pytest.fixture
def model(qapp: object) -> WhyModel:
    return WhyModel()


def texts(model: WhyModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def test_the_model_keeps_the_rules_of_item_models(model, qtmodeltester):
    qtmodeltester.check(model)
    for lines in (LINES, CASE_LINES, LINES[:1], (), LINES):
        model.set_rows(rows_of(lines))
        assert [shown.row.line for shown in model.rows] == list(lines)
        assert texts(model) == [line.text for line in lines]
        qtmodeltester.check(model)


@pytest.mark.parametrize(
    "after, expected",
    [
        (LINES, []),
        (LINES[:2], ["removed 2 2"]),
        ((*LINES, LONG), ["inserted 3 3"]),
        ((LINES[0], LONG, LINES[2]), ["removed 1 1", "inserted 1 1"]),
        ((LONG,), ["removed 0 2", "inserted 0 0"]),
        ((LONG, *LINES), ["inserted 0 0"]),
        ((), ["removed 0 2"]),
    ],
)
def test_another_proof_changes_only_the_rows_that_differ(model, after, expected):
    model.set_rows(rows_of(LINES))
    received = []

    def listen(name, signal, first, last):
        signal.connect(lambda *args: received.append(f"{name} {first(*args)} {last(*args)}"))

    listen("inserted", model.rowsInserted, lambda parent, a, b: a, lambda parent, a, b: b)
    listen("removed", model.rowsRemoved, lambda parent, a, b: a, lambda parent, a, b: b)
    model.modelReset.connect(lambda: received.append("reset"))
    model.set_rows(rows_of(after))
    assert received == expected


def test_a_view_keeps_its_place_in_what_stays(model):
    model.set_rows(rows_of(LINES))
    place = QPersistentModelIndex(model.index(1))
    model.set_rows(rows_of((*LINES[:2], LONG)))
    assert place.row() == 1


def test_a_cell_is_never_broken_in_two(model):
    model.set_rows(rows_of(LINES))
    assert "(0,\N{NO-BREAK SPACE}1)" in model.rows[0].html


def test_screen_readers_get_the_text_the_depth_and_the_highlight(model):
    model.set_rows(rows_of(CASE_LINES))
    assert model.index(1).data(Role.AccessibleTextRole) == CASE_LINES[1].text
    assert model.index(4).data(Role.AccessibleTextRole) == f"case, depth 2: {CASE_LINES[4].text}"
    assert model.index(1).data(Role.AccessibleDescriptionRole) == (
        "clues read: (0, 0); cells of the sentence: (0, 1) and (1, 1)"
    )
    assert model.index(3).data(Role.AccessibleDescriptionRole) == "assumed mines: (0, 1); assumed safe: (1, 1)"
    assert model.index(4).data(Role.AccessibleDescriptionRole) == (
        "clues read: (1, 2); concluded safe: (0, 2) and (0, 3); mines in this case: (0, 1); safe in this case: (1, 1)"
    )


def test_the_highlight_in_words_names_the_conclusions():
    line = ProofLine("", 1, mines=cells((0, 1)), safes=cells((1, 0), (0, 0)))
    assert highlight_text(line_highlight([line], 0)) == "concluded mines: (0, 1); concluded safe: (0, 0) and (1, 0)"


def test_what_earlier_steps_prove_is_not_supposed():
    lines = [
        ProofLine("1.", 1, safes=cells((5, 5))),
        ProofLine("2. There are 2 ways", 2),
        ProofLine("Either", 2, 1, mines=cells((0, 0)), is_assumption=True),
        ProofLine("then", 2, 2),
    ]
    found = line_highlight(lines, 3)
    assert (found.supposed_mines, found.supposed_safes) == (cells((0, 0)), frozenset())


def test_a_missing_row_has_no_data(model):
    model.set_rows(rows_of(LINES))
    assert model.index(9).data() is None
    assert model.index(0).data(Role.DecorationRole) is None
    assert model.index(2).data(LineRole.SHOWN).row.line is LINES[2]


# -- the list


@pytest.fixture
def steps(qtbot, model) -> WhyList:
    steps = WhyList(model)
    model.setParent(steps)
    return shown(qtbot, steps, 300, 400)


@pytest.mark.parametrize("width", [150, 300, 900])
def test_rows_are_as_high_as_their_text(qtbot, steps, model, width):
    lines = (*CASE_LINES, LONG)
    model.set_rows(rows_of(lines))
    steps.resize(width, 400)
    qtbot.waitUntil(lambda: steps.visualRect(model.index(0)).height() > 0)
    for row, line in enumerate(lines):
        rect = steps.visualRect(model.index(row))
        assert rect.width() <= steps.viewport().width()
        metrics = QFontMetrics(steps.font())
        # The text needs at least this height, wherever it is wrapped.
        needed = metrics.horizontalAdvance(line.text) / width * metrics.height()
        assert rect.height() >= needed, (row, width)
    assert steps.horizontalScrollBar().maximum() == 0


def test_deep_within_cases_there_is_room_to_read(steps, model):
    model.set_rows(rows_of((LONG, replace(LONG, depth=30))))
    plain, deep = (steps.visualRect(model.index(row)).height() for row in range(2))
    assert plain < deep < 2 * plain


def test_the_rows_follow_the_width_at_once(steps, model):
    model.set_rows(rows_of(CASE_LINES[:3]))
    tops = [steps.visualRect(model.index(row)).top() for row in range(3)]
    steps.resize(150, 400)
    rects = [steps.visualRect(model.index(row)) for row in range(3)]
    assert [rect.top() for rect in rects] > tops
    for above, below in pairwise(rects):
        assert above.bottom() < below.top()


def test_keys_go_through_the_lines(steps, model):
    model.set_rows(rows_of(LINES))
    spy = QSignalSpy(steps.line_changed)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_End):
        QTest.keyClick(steps, key)
    assert [spy.at(i)[0] for i in range(spy.count())] == [0, 1, 0, 2]
    assert steps.selected_rows() == [2]


def test_the_current_row_can_be_cleared(steps, model):
    model.set_rows(rows_of(LINES))
    steps.go_to(1)
    spy = QSignalSpy(steps.line_changed)
    steps.go_to(-1)
    assert (steps.row, steps.selected_rows()) == (-1, [])
    assert [spy.at(i)[0] for i in range(spy.count())] == [-1]
