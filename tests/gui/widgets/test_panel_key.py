"""Tests of keys that belong to a panel while they are useful there, and else to a shortcut of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget

from minesweeper_qt.gui.widgets.panel_key import PanelKey

Key, CTRL, SHIFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Panel(QWidget):
    """A panel with a child that has the focus; ``useful`` says whether its keys are useful, ``done`` what they did."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.useful = True
        self.done: list[str] = []
        self.child = QWidget(self)
        self.child.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field = QLineEdit(self)
        PanelKey(self, QKeySequence.StandardKey.Cancel, self.is_useful, self.escape)
        PanelKey(self, QKeySequence(Key.Key_W), self.is_useful, self.why)

    def is_useful(self) -> bool:
        return self.useful

    def escape(self) -> None:
        self.done.append("escape")

    def why(self) -> None:
        self.done.append("why")


@pytest.fixture
def panel(qtbot) -> Panel:
    window = QMainWindow()
    panel = Panel(window)
    window.setCentralWidget(panel)
    for key in (Key.Key_Escape, Key.Key_W, CTRL | Key.Key_W):
        shortcut = QShortcut(QKeySequence(key), window)
        shortcut.activated.connect(lambda: panel.done.append("window"))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    panel.child.setFocus()
    return panel


@pytest.mark.parametrize("key, done", [(Key.Key_Escape, "escape"), (Key.Key_W, "why")])
def test_a_useful_key_acts_on_the_panel_once(panel, key, done):
    QTest.keyClick(panel.child, key)
    assert panel.done == [done]


@pytest.mark.parametrize("key", [Key.Key_Escape, Key.Key_W])
def test_a_useless_key_belongs_to_the_window(panel, key):
    panel.useful = False
    QTest.keyClick(panel.child, key)
    assert panel.done == ["window"]
    panel.useful = True
    QTest.keyClick(panel.child, key)
    assert len(panel.done) == 2
    assert panel.done[1] != "window"


def test_another_modifier_is_another_key(panel):
    QTest.keyClick(panel.child, Key.Key_W, CTRL)
    assert panel.done == ["window"]
    QTest.keyClick(panel.child, Key.Key_W, SHIFT)
    QTest.keyClick(panel.child, Key.Key_A)
    assert panel.done == ["window"]


def test_a_child_that_uses_the_key_keeps_it(panel):
    panel.field.setFocus()
    QTest.keyClick(panel.field, Key.Key_W)
    assert panel.field.text() == "w"
    assert panel.done == []
    QTest.keyClick(panel.field, Key.Key_Escape)
    assert panel.done == ["escape"]
