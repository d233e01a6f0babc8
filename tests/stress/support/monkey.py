"""Uses both windows at random, by real events: mouse, keys, menus, dialogs, docks, sizes, pastes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QDockWidget,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPushButton,
    QSpinBox,
    QWidget,
)
from shiboken6 import isValid

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.model import Board, Cell, Minesweeper, Position
from tests.stress.support.events import (
    Button,
    Modifier,
    double_click,
    move,
    press,
    press_key,
    release,
    request_menu,
    target_of,
    turn_wheel,
)

PAUSE = 3
"""Milliseconds between two events."""

_KEYS = [
    getattr(Qt.Key, f"Key_{name}")
    for name in [
        "A",
        "B",
        "C",
        "D",
        "F",
        "G",
        "H",
        "I",
        "K",
        "L",
        "M",
        "O",
        "P",
        "R",
        "S",
        "T",
        "W",
        "X",
        "0",
        "1",
        "2",
        "3",
        "8",
    ]
] + [
    getattr(Qt.Key, f"Key_{name}")
    for name in [
        "Up",
        "Down",
        "Left",
        "Right",
        "Space",
        "Return",
        "Escape",
        "Tab",
        "Delete",
        "Home",
        "End",
        "PageUp",
        "PageDown",
        "Menu",
        "F1",
        "F11",
        "BracketLeft",
        "BracketRight",
        "Plus",
        "Minus",
    ]
]
_CONTROL_KEYS = [
    getattr(Qt.Key, f"Key_{name}")
    for name in [
        "Z",
        "Y",
        "R",
        "N",
        "F",
        "C",
        "V",
        "B",
        "0",
        "Plus",
        "Minus",
        "Delete",
        "W",
        "Return",
        "L",
        "1",
        "2",
        "3",
    ]
]
_MODIFIERS = [Modifier.NoModifier] * 12 + [Modifier.ControlModifier, Modifier.ShiftModifier, Modifier.AltModifier]
_BUTTONS = [Button.LeftButton] * 6 + [Button.RightButton] * 3 + [Button.MiddleButton]

Act = Iterator[object]
"""Sends events one by one: the event loop runs between two of them."""


class Monkey(QObject):
    """Draws one action after the other from ``seed``, and sends its events to the windows.

    An action is drawn from the seed and its number alone, so the same seed gives the same actions; what they meet may
    differ where it depends on the speed of the machine. It answers all dialogs. ``start`` makes the windows: it returns
    the main one, which the monkey closes and opens again now and then.

    Attributes: ``window``; ``doing``, the present action; ``actions``, the number of actions. Signal: ``prepared``, the
    time since the last event was needed by the monkey itself, or by the start of the program.
    """

    prepared = Signal()

    def __init__(self, seed: int, start: Callable[[], MainWindow]) -> None:
        super().__init__()
        self.doing = "start"
        self.actions = 0
        self._seed = seed
        self._start = start
        self._random = random.Random(seed)
        self._act: Act = iter(())
        # Not QTimer.singleShot(): each call would leave a weak reference to the receiver.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._go_on)
        self.window = start()
        self._acts: list[tuple[Callable[[], Act], int]] = [
            (self._play, 30),
            (self._write, 14),
            (self._click_anywhere, 20),
            (self._press_keys, 20),
            (self._use_menu, 14),
            (self._request_menu, 6),
            (self._turn_wheel, 8),
            (self._paste, 8),
            (self._use_dock, 8),
            (self._resize, 4),
            (self._trigger, 16),
            (self._drag, 8),
            (self._play_large, 2),
            (self._change_palette, 1),
        ]

    def begin(self) -> None:
        """Send the first event, and all others after it."""
        self._timer.start()

    def pause(self) -> None:
        """Send no more events until ``resume``."""
        self._timer.stop()

    def resume(self) -> None:
        """Go on after ``pause``, with another action."""
        self._act = iter(())
        self.begin()

    @Slot()
    def _go_on(self) -> None:
        """Send the next event; the timer runs before it, since a menu or a dialog may have an event loop of its own."""
        self._timer.start()
        try:
            next(self._act)
        except StopIteration:
            self._act = self._next_act()
        except RuntimeError as error:
            # A widget of the action was destroyed in between.
            if "already deleted" not in str(error):
                raise
            self._act = self._next_act()
        except ValueError as error:
            if "generator already executing" not in str(error):
                raise
            # The action waits for the menu or the dialog that it has opened.
            self._act = self._next_act()

    def _next_act(self) -> Act:
        self.actions += 1
        self._random = random.Random(f"{self._seed} {self.actions}")
        acts, weights = zip(*self._acts, strict=True)
        (act,) = self._random.choices(acts, weights)
        if self._random.random() < 1 / 500:
            act = self._restart
        dialog, popup = QApplication.activeModalWidget(), QApplication.activePopupWidget()
        if popup is not None:
            return self._answer_menu(popup)
        if dialog is not None:
            return self._answer(dialog)
        if not self.window.isVisible():
            return self._restart()
        return act()

    def _note(self, text: str) -> None:
        self.doing = f"{self.actions} {text}"

    # -- choosing

    def _windows(self) -> list[BoardWindow]:
        sandbox = self.window.sandbox
        return [self.window] + ([sandbox] if sandbox is not None and sandbox.isVisible() else [])

    def _window(self) -> BoardWindow:
        return self._random.choice(self._windows())

    def _widget(self, kind: type[QWidget] = QWidget) -> QWidget:
        found = [widget for widget in self._window().findChildren(kind) if widget.isVisible() and widget.isEnabled()]
        return self._random.choice(found or [self.window])

    def _place(self, widget: QWidget) -> QPoint:
        size = target_of(widget).size()
        return QPoint(self._random.randrange(max(size.width(), 1)), self._random.randrange(max(size.height(), 1)))

    def _cell(self, view: BoardView) -> QPoint:
        """Return the middle of a visible cell."""
        model = view.model()
        index = model.index(self._random.randrange(model.rowCount()), self._random.randrange(model.columnCount()))
        if self._random.random() < 0.2:
            view.scrollTo(index)
        place = view.visualRect(index).center()
        return place if view.viewport().rect().contains(place) else self._place(view)

    # -- what it does

    def _play(self) -> Act:
        view, button = self.window.board_view, self._random.choice(_BUTTONS)
        place, modifier = self._cell(view), self._random.choice(_MODIFIERS)
        self._note(f"click on the board at {place.x()}, {place.y()} with {button.name} and {modifier.name}")
        press(view, place, button, modifier)
        yield
        if self._random.random() < 0.1:
            press(view, place, Button.RightButton)
            yield
            release(view, place, Button.RightButton)
        release(view, place, button, modifier)

    def _write(self) -> Act:
        """Draw a stroke in the sandbox, with a paste or an undo in the middle of some."""
        if len(self._windows()) < 2:
            yield from self._open_sandbox()
            return
        view, button = self.window.sandbox.board_view, self._random.choice(_BUTTONS)
        places = [self._cell(view) for _ in range(self._random.choice((1, 1, 2, 4)))]
        self._note(f"stroke in the sandbox over {len(places)} cells with {button.name}")
        press(view, places[0], button)
        yield
        for place in places[1:]:
            if self._random.random() < 0.1:
                yield from self._paste()
            move(view, place, button)
            yield
        release(view, places[-1], button)

    def _open_sandbox(self) -> Act:
        name = self._random.choice(("sandbox", "sandbox_here"))
        self._note(f"open the sandbox by {name}")
        self.window.actions_by[name].trigger()
        yield

    def _click_anywhere(self) -> Act:
        widget = self._widget()
        place, button = self._place(widget), self._random.choice(_BUTTONS)
        self._note(f"click on {_name(widget)} at {place.x()}, {place.y()} with {button.name}")
        press(widget, place, button)
        yield
        release(widget, place, button)
        yield
        if self._random.random() < 0.2:
            double_click(widget, place, button)

    def _press_keys(self) -> Act:
        window = self._window()
        window.activateWindow()
        if self._random.random() < 0.5:
            window.board_view.setFocus()
        yield
        for _ in range(self._random.choice((1, 1, 2, 6))):
            focus = QApplication.focusWidget() or window.board_view
            modifier = self._random.choice(_MODIFIERS)
            key = self._random.choice(_CONTROL_KEYS if modifier is Modifier.ControlModifier else _KEYS)
            self._note(f"press {modifier.name} {key.name} in {_name(focus)}")
            press_key(focus, key, modifier)
            yield
            if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
                return

    def _use_menu(self) -> Act:
        window = self._window()
        menus = [menu for menu in window.findChildren(QMenu) if menu.actions()]
        menu = self._random.choice(menus)
        self._note(f"open the menu {menu.title()!r}")
        menu.popup(window.mapToGlobal(QPoint(50, 50)))
        yield

    def _answer_menu(self, menu: QWidget) -> Act:
        actions = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
        if not isinstance(menu, QMenu) or not actions or self._random.random() < 0.25:
            self._note(f"close {_name(menu)}")
            press_key(menu, Qt.Key.Key_Escape)
            yield
            if isValid(menu) and menu.isVisible():
                menu.close()
            return
        action = self._random.choice(actions)
        if action.objectName() == "quit" and self._random.random() < 0.9:
            action = actions[0]
        self._note(f"choose {action.text()!r} in {_name(menu)}")
        place = menu.actionGeometry(action).center()
        move(menu, place)
        yield
        press(menu, place, Button.LeftButton)
        yield
        release(menu, place, Button.LeftButton)

    def _request_menu(self) -> Act:
        widget = self._widget(self._random.choice((QAbstractItemView, QHeaderView, QWidget, QDockWidget)))
        place = self._place(widget)
        self._note(f"request the menu of {_name(widget)} at {place.x()}, {place.y()}")
        request_menu(widget, place)
        yield

    def _turn_wheel(self) -> Act:
        widget, steps = self._widget(), self._random.choice((-5, -1, 1, 5))
        modifier = self._random.choice((Modifier.NoModifier, Modifier.ControlModifier))
        self._note(f"turn the wheel by {steps} with {modifier.name} over {_name(widget)}")
        turn_wheel(widget, self._place(widget), steps, modifier)
        yield

    def _paste(self) -> Act:
        window = self._window()
        text = self._text()
        self.prepared.emit()
        self._note(f"paste {text.splitlines()[0][:30] if text else ''!r} into {_name(window)}")
        QGuiApplication.clipboard().setText(text)
        window.board_view.setFocus()
        press_key(window.board_view, Qt.Key.Key_V, Modifier.ControlModifier)
        yield

    def _text(self) -> str:
        """Return the text of a position: of a game, of marks that may contradict each other, or of none."""
        chance = self._random
        if chance.random() < 0.1:
            return chance.choice(("", "hello", "3x3x1\nHHH", "9x9x99\n", "\ufeff2x1x1\r\n1H\r\n"))
        height, width = (chance.choice((1, 2, 5, 9, 16, 24, chance.randint(1, 60))) for _ in range(2))
        if chance.random() < 0.05:
            height = width = 100
        mines = chance.randrange(height * width // 4 + 1)
        cells = Board(height, width).cells
        game = Minesweeper(height, width, mines, seed=chance.randrange(10**6))
        share = chance.choice((0.05, 0.3, 0.9))
        clues: dict[Cell, int] = {
            cell: game.nearby_mines(cell) for cell in cells if cell not in game.mines and chance.random() < share
        }
        for cell in chance.sample(sorted(clues), min(len(clues), chance.choice((0, 0, 1, 4)))):
            clues[cell] = chance.randrange(9)
        return Position(height, width, mines, clues).to_text()

    def _use_dock(self) -> Act:
        window = self._window()
        name, dock = self._random.choice(sorted(window.inspector.docks.items()))
        what = self._random.choice(("float", "float", "move", "resize", "tab", "toggle", "toggle", "close", "area"))
        self._note(f"{what} the dock {name} of {_name(window)}")
        match what:
            case "float":
                dock.setFloating(not dock.isFloating())
            case "move":
                dock.move(self._random.randrange(900), self._random.randrange(600))
            case "resize":
                dock.resize(self._random.randrange(50, 900), self._random.randrange(50, 700))
            case "tab":
                other = self._random.choice([*window.inspector.docks.values()])
                if other is not dock:
                    window.tabifyDockWidget(other, dock)
            case "toggle":
                window.actions_by[name].trigger()
            case "close":
                dock.close()
            case "area":
                area = self._random.choice(
                    (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea)
                )
                window.addDockWidget(area, dock)
        yield
        if self._random.random() < 0.1:
            window.actions_by["arrange"].trigger()

    def _resize(self) -> Act:
        window: QMainWindow = self._window()
        width, height = self._random.randrange(300, 1900), self._random.randrange(300, 1100)
        self._note(f"resize {_name(window)} to {width}x{height}")
        window.resize(width, height)
        yield
        if self._random.random() < 0.2:
            window.showMinimized()
            yield
            window.showNormal()

    def _trigger(self) -> Act:
        """Trigger an action by what its key does; those that end or restart the program have acts of their own."""
        window = self._window()
        names = sorted(set(window.actions_by.by_name) - {"quit", "full_screen", "open", "save", "save_knowledge"})
        name = self._random.choice(names)
        self._note(f"trigger {name} of {_name(window)}")
        if window.actions_by[name].isEnabled():
            window.actions_by[name].trigger()
        yield

    def _drag(self) -> Act:
        widget = self._widget()
        places = [self._place(widget) for _ in range(4)]
        self._note(f"drag over {_name(widget)}")
        press(widget, places[0], Button.LeftButton)
        yield
        for place in places[1:]:
            move(widget, place, Button.LeftButton)
            yield
        release(widget, places[-1], Button.LeftButton)

    def _play_large(self) -> Act:
        """Begin a game of any size up to 100x100 through the dialog, which ``_answer`` fills."""
        self._note("open the dialog of a custom game")
        self.window.actions_by.difficulties["custom"].trigger()
        yield

    def _change_palette(self) -> Act:
        dark = self._random.random() < 0.5
        self._note(f"change to a {'dark' if dark else 'light'} palette")
        palette = QPalette(Qt.GlobalColor.darkGray if dark else Qt.GlobalColor.white)
        QApplication.setPalette(palette)
        self.prepared.emit()  # the desktop does that, and all its programs draw themselves anew
        yield

    def _restart(self) -> Act:
        self._note("close the window and start again")
        before = self.window
        before.close()
        yield
        before.deleteLater()
        self.window = self._start()
        self.prepared.emit()
        yield

    # -- dialogs

    def _answer(self, dialog: QWidget) -> Act:
        """Fill the fields of a dialog and press a button of it; a file is chosen by name alone, never by clicks."""
        self._note(f"answer {_name(dialog)}")
        if isinstance(dialog, QFileDialog):
            if self._random.random() < 0.5:
                dialog.findChild(QLineEdit).setText(self._random.choice(("monkey.txt", "no/such/file", ".")))
                press_key(dialog, Qt.Key.Key_Return)
            else:
                dialog.reject()
            yield
            return
        for field in dialog.findChildren(QSpinBox):
            if self._random.random() < 0.8:
                value = self._random.randint(field.minimum(), min(field.maximum(), 3000))
                field.setFocus()
                field.selectAll()
                for digit in str(value):
                    press_key(field, Qt.Key(Qt.Key.Key_0 + int(digit)))
                yield
        for field in dialog.findChildren(QLineEdit, "seed"):
            field.setText(str(self._random.randrange(1000)))
        buttons = [button for button in dialog.findChildren(QPushButton) if button.isEnabled() and button.isVisible()]
        if buttons and self._random.random() < 0.8:
            button = self._random.choice(buttons)
            press(button, button.rect().center(), Button.LeftButton)
            yield
            release(button, button.rect().center(), Button.LeftButton)
        elif isinstance(dialog, QDialog):
            press_key(dialog, Qt.Key.Key_Escape)
        yield

    def tidy(self) -> Iterator[object]:
        """Bring the windows into one state, to compare figures: a new game of one size, one position, usual docks."""
        self._note("tidy up")
        while True:
            popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
            if popup is None and dialog is None:
                break
            (popup or dialog).close()
            yield
        yield from self._open_sandbox()
        for window in self._windows():
            window.showNormal()
            window.resize(window.first_size)
            window.actions_by["arrange"].trigger()
            for name in ("overlay", "risks", "levels"):
                window.actions_by[name].setChecked(False)
            yield
        self.window.actions_by.difficulties["intermediate"].trigger()
        sandbox = self.window.sandbox
        assert isinstance(sandbox, SandboxWindow)
        sandbox.actions_by.examples[min(sandbox.actions_by.examples)].trigger()
        while True:
            if not any(window._source.is_computing or window._source.is_learning for window in self._windows()):
                break
            yield


def _name(widget: QObject) -> str:
    return f"{type(widget).__name__} {widget.objectName()}".rstrip()
