"""Tests of labels and menus: a text that is cut off, in one line and in several, and copied; links; the first entry."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.labels import CutLabel, LinkLabel, Menu
from tests.gui.support.heard import Heard
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


def test_each_link_that_tab_leads_to_is_spoken(qtbot: QtBot, heard: Heard) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    label = LinkLabel(holder)
    label.setText("Open <a href='a'>(0, 1)</a> or <a href='b'>(2, 3)</a>.")
    with qtbot.waitActive(holder):
        holder.show()
    label.setFocus(Qt.FocusReason.TabFocusReason)
    heard.take()
    for spoken in ("row 0, column 1, link", "row 2, column 3, link"):
        QTest.keyClick(label, Key.Key_Tab)
        assert heard.take()[-1] == spoken


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_menu_that_no_mouse_opens_begins_at_its_first_action_for_screen_readers(qtbot: QtBot, heard: Heard) -> None:
    menu = Menu("", None)
    qtbot.addWidget(menu)
    menu.addSeparator()
    first = menu.addAction("First")
    menu.addAction("Second")
    menu.popup(QPoint())
    qtbot.waitUntil(lambda: menu.activeAction() is first)
    menu.close()
