"""Answers the menus and dialogs that are open: chooses, fills the fields and presses buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QMenu, QPushButton, QSpinBox, QWidget
from shiboken6 import isValid

from tests.stress.support.events import Button, move, press, press_key, release
from tests.stress.support.monkey.choices import Act, Choices, name_of


def answer_menu(choices: Choices, menu: QWidget) -> Act:
    """Choose an action of a menu or close it."""
    actions = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
    if not isinstance(menu, QMenu) or not actions or choices.random.random() < 0.25:
        choices.note(f"close {name_of(menu)}")
        press_key(menu, Qt.Key.Key_Escape)
        yield
        if isValid(menu) and menu.isVisible():
            menu.close()
        return
    action = choices.random.choice(actions)
    if action.objectName() == "quit" and choices.random.random() < 0.9:
        action = actions[0]
    choices.note(f"choose {action.text()!r} in {name_of(menu)}")
    place = menu.actionGeometry(action).center()
    move(menu, place)
    yield
    press(menu, place, Button.LeftButton)
    yield
    release(menu, place, Button.LeftButton)


def answer(choices: Choices, dialog: QWidget) -> Act:
    """Fill the fields of a dialog and press a button of it; a file is chosen by name alone, never by clicks."""
    choices.note(f"answer {name_of(dialog)}")
    if isinstance(dialog, QFileDialog):
        if choices.random.random() < 0.5:
            dialog.findChild(QLineEdit).setText(choices.random.choice(("monkey.txt", "no/such/file", ".")))
            press_key(dialog, Qt.Key.Key_Return)
        else:
            dialog.reject()
        yield
        return
    for field in dialog.findChildren(QSpinBox):
        if choices.random.random() < 0.8:
            value = choices.random.randint(field.minimum(), min(field.maximum(), 3000))
            field.setFocus()
            field.selectAll()
            for digit in str(value):
                press_key(field, Qt.Key(Qt.Key.Key_0 + int(digit)))
            yield
    for field in dialog.findChildren(QLineEdit, "seed"):
        field.setText(str(choices.random.randrange(1000)))
    buttons = [button for button in dialog.findChildren(QPushButton) if button.isEnabled() and button.isVisible()]
    if buttons and choices.random.random() < 0.8:
        button = choices.random.choice(buttons)
        press(button, button.rect().center(), Button.LeftButton)
        yield
        release(button, button.rect().center(), Button.LeftButton)
    elif isinstance(dialog, QDialog):
        press_key(dialog, Qt.Key.Key_Escape)
    yield
