"""Sends clicks, keys and wheel turns to any widget, and opens menus: the acts of the monkey on all widgets alike."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDockWidget, QHeaderView, QMenu, QWidget

from tests.stress.support import events
from tests.stress.support.events import Button, Modifier, double_click, move, press, press_key, release
from tests.stress.support.monkey.choices import BUTTONS, MODIFIERS, Act, Choices, name_of

_NAMES = (
    "A B C D F G H I K L M O P R S T W X 0 1 2 3 8 Up Down Left Right Space Return Escape Tab Delete Home End PageUp "
    "PageDown Menu F1 F11 BracketLeft BracketRight Plus Minus"
)
_KEYS = [getattr(Qt.Key, f"Key_{name}") for name in _NAMES.split()]
_WITH_CONTROL = "Z Y R N F C V B 0 Plus Minus Delete W Return L 1 2 3"
_CONTROL_KEYS = [getattr(Qt.Key, f"Key_{name}") for name in _WITH_CONTROL.split()]


def click_anywhere(choices: Choices) -> Act:
    """Click on any widget, and at times click twice more."""
    widget = choices.widget()
    place, button = choices.place(widget), choices.random.choice(BUTTONS)
    choices.note(f"click on {name_of(widget)} at {place.x()}, {place.y()} with {button.name}")
    press(widget, place, button)
    yield
    release(widget, place, button)
    yield
    if choices.random.random() < 0.2:
        double_click(widget, place, button)


def drag(choices: Choices) -> Act:
    """Drag the mouse over any widget."""
    widget = choices.widget()
    places = [choices.place(widget) for _ in range(4)]
    choices.note(f"drag over {name_of(widget)}")
    press(widget, places[0], Button.LeftButton)
    yield
    for place in places[1:]:
        move(widget, place, Button.LeftButton)
        yield
    release(widget, places[-1], Button.LeftButton)


def turn_wheel(choices: Choices) -> Act:
    """Turn the wheel over any widget."""
    widget, steps = choices.widget(), choices.random.choice((-5, -1, 1, 5))
    modifier = choices.random.choice((Modifier.NoModifier, Modifier.ControlModifier))
    choices.note(f"turn the wheel by {steps} with {modifier.name} over {name_of(widget)}")
    events.turn_wheel(widget, choices.place(widget), steps, modifier)
    yield


def press_keys(choices: Choices) -> Act:
    """Press some keys in the widget with the focus."""
    window = choices.board_window()
    window.activateWindow()
    if choices.random.random() < 0.5:
        window.board_view.setFocus()
    yield
    for _ in range(choices.random.choice((1, 1, 2, 6))):
        focus = QApplication.focusWidget() or window.board_view
        modifier = choices.random.choice(MODIFIERS)
        key = choices.random.choice(_CONTROL_KEYS if modifier is Modifier.ControlModifier else _KEYS)
        choices.note(f"press {modifier.name} {key.name} in {name_of(focus)}")
        press_key(focus, key, modifier)
        yield
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return


def use_menu(choices: Choices) -> Act:
    """Open a menu, which ``answers`` chooses from."""
    window = choices.board_window()
    menus = [menu for menu in window.findChildren(QMenu) if menu.actions() and menu.isEnabled()]
    menu = choices.random.choice(menus)
    choices.note(f"open the menu {menu.title()!r}")
    menu.popup(window.mapToGlobal(QPoint(50, 50)))
    yield


def request_menu(choices: Choices) -> Act:
    """Request the context menu of any widget."""
    widget = choices.widget(choices.random.choice((QAbstractItemView, QHeaderView, QWidget, QDockWidget)))
    place = choices.place(widget)
    choices.note(f"request the menu of {name_of(widget)} at {place.x()}, {place.y()}")
    events.request_menu(widget, place)
    yield
