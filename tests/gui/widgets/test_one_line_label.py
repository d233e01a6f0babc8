"""Tests of the label of one line: what is cut off, and what the user selects and copies."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.one_line_label import OneLineLabel
from tests.gui.support.windows import CTRL, LEFT, Key

TEXT = "No known safe move: AI made a random move. Revealed 12 cells."
SIDES = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter)


class Page(QWidget):
    """A label, and a field that has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.label = OneLineLabel(self)
        self.label.set_text(TEXT)
        self.field = QLineEdit("field", self)
        column = QVBoxLayout(self)
        column.addWidget(self.label)
        column.addWidget(self.field)


@pytest.fixture
def page(qtbot: QtBot) -> Page:
    made = Page()
    qtbot.addWidget(made)
    made.resize(900, 100)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.field.setFocus()
    qtbot.waitUntil(made.field.hasFocus)
    made.field.deselect()
    QGuiApplication.clipboard().setText("before")
    return made


def at(label: OneLineLabel, part: str, behind: bool = False) -> QPoint:
    """Return the point before the first letter of ``part`` in the label, or behind its last one."""
    place = label.shown_text.index(part) + (len(part) if behind else 0)
    x = label._text_rect().left() + label.fontMetrics().horizontalAdvance(label.shown_text[:place])
    return QPoint(x, label.height() // 2)


def drag(label: OneLineLabel, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(label, LEFT, pos=start)
    for step in range(1, 5):
        QTest.mouseMove(label, start + (end - start) * (step / 4))
    QTest.mouseRelease(label, LEFT, pos=end)


def copied() -> str:
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize("side", SIDES)
def test_a_drag_selects_and_the_usual_key_copies_without_the_focus(page: Page, side: Qt.AlignmentFlag) -> None:
    label = page.label
    label.setAlignment(side)
    drag(label, at(label, "AI"), at(label, "move.", behind=True))
    assert label.selected_text == "AI made a random move."
    assert page.field.hasFocus()
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == "AI made a random move."


def test_a_selection_backwards_is_the_same(page: Page) -> None:
    drag(page.label, at(page.label, "move.", behind=True), at(page.label, "AI"))
    assert page.label.selected_text == "AI made a random move."


@pytest.mark.parametrize("side", SIDES)
def test_what_is_cut_off_is_copied_too(page: Page, side: Qt.AlignmentFlag, qtbot: QtBot) -> None:
    label = page.label
    label.setAlignment(side)
    page.resize(260, 100)
    qtbot.waitUntil(lambda: label.shown_text != TEXT)
    drag(label, at(label, "known"), QPoint(label.width() - 1, label.height() // 2))
    assert label.selected_text == TEXT[3:]
    drag(label, at(label, "known"), at(label, "safe"))
    assert label.selected_text == "known "


def test_a_double_click_selects_all(page: Page) -> None:
    QTest.mouseDClick(page.label, LEFT, pos=at(page.label, "AI"))
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == TEXT


def test_no_other_key_is_taken_and_what_is_selected_by_keys_is_copied_then(page: Page) -> None:
    QTest.mouseDClick(page.label, LEFT, pos=at(page.label, "AI"))
    QTest.keyPress(page.field, Key.Key_Control)
    assert page.label.selected_text == TEXT
    for key in (Key.Key_X, Key.Key_A):
        QTest.keyClick(page.field, key)
    assert page.field.text() == "fieldxa"
    assert page.label.selected_text == ""
    page.label.select_all()
    QTest.keyClick(page.field, Key.Key_A, CTRL)
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == "fieldxa"


def test_without_a_selection_the_key_is_left_to_the_focus(page: Page) -> None:
    page.field.selectAll()
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == "field"
    drag(page.label, at(page.label, "AI"), at(page.label, "made"))
    QTest.mouseClick(page.label, LEFT, pos=at(page.label, "Revealed"))
    assert page.label.selected_text == ""
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == "field"


def test_a_press_elsewhere_and_another_text_deselect(page: Page) -> None:
    page.label.select_all()
    QTest.mouseClick(page.field, LEFT)
    assert page.label.selected_text == ""
    page.label.select_all()
    page.label.set_text("Another.")
    assert page.label.selected_text == ""
    QTest.keyClick(page.field, Key.Key_C, CTRL)
    assert copied() == "before"


def test_what_is_selected_is_painted(page: Page) -> None:
    plain = page.label.grab().toImage()
    drag(page.label, at(page.label, "AI"), at(page.label, "made"))
    selected = page.label.grab().toImage()
    highlight = page.label.palette().highlight().color()
    assert plain != selected
    corner = at(page.label, "AI") + QPoint(0, -page.label.fontMetrics().height() // 2 + 1)
    assert selected.pixelColor(corner) == highlight
    assert plain.pixelColor(corner) != highlight


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_copies_the_selection_or_all(page: Page) -> None:
    for selects, text in ((False, TEXT), (True, "AI ")):
        if selects:
            drag(page.label, at(page.label, "AI"), at(page.label, "made"))
        place = at(page.label, "AI")
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, page.label.mapToGlobal(place))
        QApplication.sendEvent(page.label, event)
        (menu,) = (menu for menu in page.label.findChildren(QMenu) if menu.isVisible())
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[0]).center())
        assert copied() == text
        assert page.field.hasFocus()
