"""Sends single events of mouse and keyboard to widgets, as a window system does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

Button, Modifier = Qt.MouseButton, Qt.KeyboardModifier


def target_of(widget: QWidget) -> QWidget:
    """Return the widget that gets the mouse events of ``widget``: the viewport if it scrolls."""
    return widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget


def press(widget: QWidget, place: QPoint, button: Button, modifier: Modifier = Modifier.NoModifier) -> None:
    QTest.mousePress(target_of(widget), button, modifier, place)


def release(widget: QWidget, place: QPoint, button: Button, modifier: Modifier = Modifier.NoModifier) -> None:
    QTest.mouseRelease(target_of(widget), button, modifier, place)


def double_click(widget: QWidget, place: QPoint, button: Button) -> None:
    QTest.mouseDClick(target_of(widget), button, Modifier.NoModifier, place)


def move(widget: QWidget, place: QPoint, buttons: Button = Button.NoButton) -> None:
    """Move the mouse, with ``buttons`` down, which ``QTest.mouseMove`` can't."""
    target = target_of(widget)
    where, on_screen = QPointF(place), QPointF(target.mapToGlobal(place))
    event = QMouseEvent(QEvent.Type.MouseMove, where, on_screen, Button.NoButton, buttons, Modifier.NoModifier)
    QApplication.sendEvent(target, event)


def turn_wheel(widget: QWidget, place: QPoint, steps: int, modifier: Modifier) -> None:
    target = target_of(widget)
    where, on_screen = QPointF(place), QPointF(target.mapToGlobal(place))
    angle = QPoint(0, 120 * steps)
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(where, on_screen, QPoint(), angle, Button.NoButton, modifier, phase, False)
    QApplication.sendEvent(target, event)


def request_menu(widget: QWidget, place: QPoint) -> None:
    """Request the context menu of ``widget``, which may have an event loop of its own until it is closed."""
    target = target_of(widget)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, target.mapToGlobal(place))
    QApplication.sendEvent(target, event)


def press_key(widget: QWidget, key: Qt.Key, modifier: Modifier = Modifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)
