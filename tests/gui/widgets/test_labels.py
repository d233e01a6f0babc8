"""Tests of the label whose text is cut off: in one line and in several, and copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.labels import CutLabel
from tests.gui.support.shown import shown
from tests.gui.support.windows import CTRL, LEFT, Key

TEXT = "Sentences that mention (13, 4): 5 of 87. The agent has not settled (13, 4)."


def label_in(qtbot: QtBot, width: int, *, wraps: bool) -> CutLabel:
    holder = QWidget()
    label = CutLabel(holder, wraps=wraps)
    label.set_text(TEXT)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(label)
    column.addStretch(1)
    shown(qtbot, holder, width, 200)
    return label


@pytest.mark.parametrize("wraps", [False, True])
def test_the_whole_text_is_shown_with_enough_space_and_in_the_tool_tip_without(qtbot: QtBot, wraps: bool) -> None:
    label = label_in(qtbot, 900, wraps=wraps)
    assert not label.is_cut
    assert label.height() < 2 * label.fontMetrics().lineSpacing()
    # Without space it is cut, and the tool tip has the whole text.
    whole = label.grab().toImage()
    line = label.fontMetrics().lineSpacing()
    label.window().resize(100, line)
    assert label.window().size().toTuple() == (100, line), "it insists on nothing"
    assert label.is_cut
    assert label.toolTip() == label.text() == TEXT
    assert label.grab().toImage() != whole.copy(label.rect()), "the cut is drawn"


def test_a_narrow_label_wraps(qtbot: QtBot) -> None:
    label = label_in(qtbot, 160, wraps=True)
    qtbot.waitUntil(lambda: label.height() >= 3 * label.fontMetrics().lineSpacing())
    assert not label.is_cut


def test_what_the_mouse_selects_is_copied(qtbot: QtBot) -> None:
    label = label_in(qtbot, 100, wraps=False)
    QTest.mousePress(label, LEFT, pos=QPoint(0, label.height() // 2))
    QTest.mouseMove(label, QPoint(50, label.height() // 2))
    QTest.mouseMove(label, QPoint(1000, label.height() // 2))
    QTest.mouseRelease(label, LEFT, pos=QPoint(1000, label.height() // 2))
    QTest.keyClick(label, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == TEXT
