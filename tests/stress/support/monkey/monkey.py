"""Uses both windows at random, by real events: mouse, keys, menus, dialogs, docks, sizes, pastes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.window.preferences import Preferences
from tests.stress.support.monkey import answers, board_acts, widget_acts, window_acts
from tests.stress.support.monkey.choices import Act, Choices

PAUSE = 3
"""Milliseconds between two events."""

_ACTS: list[tuple[Callable[[Choices], Act], int]] = [
    (board_acts.play, 30),
    (board_acts.write, 14),
    (widget_acts.click_anywhere, 20),
    (widget_acts.press_keys, 20),
    (widget_acts.use_menu, 14),
    (widget_acts.request_menu, 6),
    (widget_acts.turn_wheel, 8),
    (board_acts.paste, 8),
    (window_acts.use_dock, 8),
    (window_acts.resize, 4),
    (window_acts.trigger, 16),
    (widget_acts.drag, 8),
    (board_acts.play_large, 2),
    (window_acts.change_palette, 1),
]
"""The acts, and how often each is drawn in relation to the others."""


class Monkey(QObject):
    """Draws one action after the other from ``seed``, and sends its events to the windows.

    An action is drawn from the seed and its number alone, so the same seed gives the same actions; what they meet may
    differ where it depends on the speed of the machine. It answers all dialogs. ``start`` makes the windows: it returns
    the main one, which the monkey closes and opens again now and then. ``preferences`` are those of all windows.

    Attribute: ``choices``, which holds the window and the present action.
    """

    def __init__(self, seed: int, start: Callable[[], MainWindow], preferences: Preferences) -> None:
        super().__init__()
        self._start = start
        self._act: Act = iter(())
        # Not QTimer.singleShot(): each call would leave a weak reference to the receiver.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._go_on)
        self.choices = Choices(seed, start(), preferences)

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
        choices = self.choices
        choices.begin_action()
        acts, weights = zip(*_ACTS, strict=True)
        (act,) = choices.random.choices(acts, weights)
        must_restart = choices.random.random() < 1 / 500
        dialog, popup = QApplication.activeModalWidget(), QApplication.activePopupWidget()
        if popup is not None:
            return answers.answer_menu(choices, popup)
        if dialog is not None:
            return answers.answer(choices, dialog)
        if must_restart or not choices.window.isVisible():
            return self._restart()
        chosen: Act = act(choices)
        return chosen

    def _restart(self) -> Act:
        choices = self.choices
        choices.note("close the window and start again")
        before = choices.window
        before.close()
        yield
        before.deleteLater()
        choices.window = self._start()
        yield
