"""Moves docks, resizes windows, triggers actions and tidies up: the acts of the monkey on whole windows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QMainWindow

from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from tests.stress.support.monkey.board_acts import open_sandbox
from tests.stress.support.monkey.choices import Act, Choices, name_of


def use_dock(choices: Choices) -> Act:
    """Move, size, show or hide a dock."""
    window = choices.board_window()
    name, dock = choices.random.choice(sorted(window.inspector.docks.items()))
    what = choices.random.choice(("float", "float", "move", "resize", "tab", "toggle", "toggle", "close", "area"))
    choices.note(f"{what} the dock {name} of {name_of(window)}")
    match what:
        case "float":
            dock.setFloating(not dock.isFloating())
        case "move":
            dock.move(choices.random.randrange(900), choices.random.randrange(600))
        case "resize":
            dock.resize(choices.random.randrange(50, 900), choices.random.randrange(50, 700))
        case "tab":
            other = choices.random.choice([*window.inspector.docks.values()])
            # No user can tab a dock to one that floats; Qt 6.12 takes it out of the window then.
            if other is not dock and not other.isFloating():
                window.tabifyDockWidget(other, dock)
        case "toggle":
            window.actions_by[name].trigger()
        case "close":
            dock.close()
        case "area":
            area = choices.random.choice((Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea))
            # As a user who drags it there: Qt keeps a dock that is added while it floats out of its layout.
            dock.setFloating(False)
            window.addDockWidget(area, dock)
    yield
    if choices.random.random() < 0.1:
        window.actions_by["arrange"].trigger()


def resize(choices: Choices) -> Act:
    """Give a window another size, and at times minimise it."""
    window: QMainWindow = choices.board_window()
    width, height = choices.random.randrange(300, 1900), choices.random.randrange(300, 1100)
    choices.note(f"resize {name_of(window)} to {width}x{height}")
    window.resize(width, height)
    yield
    if choices.random.random() < 0.2:
        window.showMinimized()
        yield
        window.showNormal()


def trigger(choices: Choices) -> Act:
    """Trigger an action by what its key does; those that end or restart the program have acts of their own."""
    window = choices.board_window()
    files = {"open", "open_agent", "open_game", "save", "save_game", "save_knowledge"}
    names = sorted(set(window.actions_by.by_name) - {"quit", "full_screen", *files})
    name = choices.random.choice(names)
    choices.note(f"trigger {name} of {name_of(window)}")
    if window.actions_by[name].isEnabled():
        window.actions_by[name].trigger()
    yield


def change_palette(choices: Choices) -> Act:
    """Change the colours of the desktop."""
    dark = choices.random.random() < 0.5
    choices.note(f"change to a {'dark' if dark else 'light'} palette")
    palette = QPalette(Qt.GlobalColor.darkGray if dark else Qt.GlobalColor.white)
    QApplication.setPalette(palette)
    yield


def tidy(choices: Choices) -> Act:
    """Bring the windows into one state, to compare figures: a new game of one size, one position, usual docks."""
    choices.note("tidy up")
    while True:
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is None and dialog is None:
            break
        (popup or dialog).close()
        yield
    yield from open_sandbox(choices)
    choices.note("tidy up")
    # One at a time, as a user does it: the gaps of several would count as one.
    for window in choices.windows():
        window.showNormal()
        window.resize(window.first_size)
        yield
        window.actions_by["arrange"].trigger()
        yield
        for name in ("overlay", "risks", "levels"):
            window.actions_by[name].setChecked(False)
        yield
    preferences = choices.preferences
    asks, preferences.asks_new_game = preferences.asks_new_game, False
    choices.window.actions_by.difficulties["intermediate"].trigger()
    preferences.asks_new_game = asks
    yield
    sandbox = choices.window.sandbox
    assert isinstance(sandbox, SandboxWindow)
    sandbox.actions_by.examples[min(sandbox.actions_by.examples)].trigger()
    while True:
        if not any(window.session.worker.is_computing or window.session.is_learning for window in choices.windows()):
            break
        yield
