"""Tests of Esc in a panel: it acts there while it is useful, and else it is a shortcut of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.escape_key import EscapeKey

Key, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


class Panel(QWidget):
    """A panel with a field that has the focus; ``useful`` says whether Esc is useful, ``done`` what it did."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.useful = True
        self.done: list[str] = []
        self.field = QLineEdit(self)
        EscapeKey(self, lambda: self.useful, lambda: self.done.append("panel"))


@pytest.fixture
def panel(qtbot: QtBot) -> Panel:
    window = QMainWindow()
    panel = Panel(window)
    window.setCentralWidget(panel)
    QShortcut(QKeySequence(Key.Key_Escape), window).activated.connect(lambda: panel.done.append("window"))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    panel.field.setFocus()
    return panel


def test_it_acts_once_on_the_panel_or_on_the_window(panel: Panel) -> None:
    for useful, done in ((True, "panel"), (False, "window"), (True, "panel")):
        panel.useful = useful
        panel.done.clear()
        QTest.keyClick(panel.field, Key.Key_Escape)
        assert panel.done == [done]


def test_other_keys_are_left_alone(panel: Panel) -> None:
    QTest.keyClick(panel.field, Key.Key_Escape, SHIFT)
    QTest.keyClick(panel.field, Key.Key_W)
    assert panel.done == []
    assert panel.field.text() == "w"
