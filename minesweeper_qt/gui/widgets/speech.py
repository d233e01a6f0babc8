"""Sends screen readers the messages of a window, and the cell that the cursor of a table is on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSplitter, QTableView, QWidget

from minesweeper_qt.gui.widgets.guarded import guarded

SPACING = 150
"""The least milliseconds between two texts: of two objects that get the focus at once, Orca misses the first."""


def announce(source: QWidget, text: str, *, joins: bool = False) -> None:
    """Let screen readers speak ``text``, which ``source`` shows, after those of other widgets about the same event.

    It takes the place of an earlier one of ``source`` about that event, or comes after it if it ``joins``. A text that
    is part of another one is not spoken twice.
    """
    if text and QAccessible.isActive():
        texts = _Message.of(source.window()).texts
        before = texts.pop(source, "")
        texts[source] = f"{before.rstrip('.')}. {text}" if joins and before else text


def pronounced(text: str) -> str:
    """Return ``text`` with cells as they are spoken everywhere; sentences and calls stay as they are written.

    >>> pronounced("The 1 at (0, 3)"), pronounced("add_knowledge((0, 3), 1)")
    ('The 1 at row 0, column 3', 'add_knowledge((0, 3), 1)')
    """
    return re.sub(r"(?<!\()\((\d+),\s(\d+)\)(?![^{]*})", r"row \1, column \2", text)


def announce_cell(table: QTableView) -> None:
    """Let screen readers speak the cell that the cursor of ``table`` is on, after any text."""
    if table.hasFocus() and QAccessible.isActive():
        _Message.of(table.window()).table = table


@contextmanager
def unheard() -> Iterator[None]:
    """Keep from screen readers what happens meanwhile: Qt reports each tab that comes to the front."""
    is_active = QAccessible.isActive()
    QAccessible.setActive(False)
    try:
        yield
    finally:
        QAccessible.setActive(is_active)


def _is_orca() -> bool:
    return sys.platform not in ("win32", "darwin")


class _Message(QTimer):
    """What a window says when it has handled the present event, or a little later than what it said before."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, singleShot=True)
        self.timeout.connect(self._send)
        self._window = window
        self._last = QElapsedTimer()
        self.texts: dict[QWidget, str] = {}
        self.table: QTableView | None = None

    @classmethod
    def of(cls, window: QWidget) -> _Message:
        """Return that of ``window``, which is sent soon."""
        message = window.findChild(cls, options=Qt.FindChildOption.FindDirectChildrenOnly) or cls(window)
        if not message.isActive():
            message.start(max(0, SPACING - message._last.elapsed()) if message._last.isValid() else 0)
        return message

    def _send(self) -> None:
        said, table = [text.rstrip(".") for text in self.texts.values()], self.table
        # The whole text in place of what is part of it, once.
        texts = [*dict.fromkeys(max((whole for whole in said if text in whole), key=len) for text in said)]
        self.texts, self.table = {}, None
        if table is not None and table.hasFocus():
            texts.append(table.model().data(table.currentIndex(), Qt.ItemDataRole.AccessibleTextRole) or "")
        text = pronounced(". ".join(filter(None, texts)))
        self._last.start()
        focus = QApplication.focusWidget() if _is_orca() else None
        nearest = Qt.FindChildOption.FindDirectChildrenOnly
        # In a field, what is typed would no longer be heard.
        if text and focus is not None and focus.parentWidget() is not None and not isinstance(focus, QLineEdit):
            (focus.findChild(CellCursor, options=nearest) or CellCursor(focus)).speak(text)
        elif text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))


@guarded
class Field(QLineEdit):
    """A field whose name is heard when Tab leads to it: Orca 43 misses it once the text cursor has moved there."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        why = Qt.FocusReason
        super().focusInEvent(QFocusEvent(event.type(), why.OtherFocusReason))
        if self.text() and event.reason() in (why.TabFocusReason, why.BacktabFocusReason, why.ShortcutFocusReason):
            QTimer.singleShot(0, self, self.selectAll)


class Choice(QComboBox):
    """A box whose name is heard, and its choices while it has the focus.

    Orca 43 misses those that the arrow keys make; and on Linux, Qt gives it the choice as the name.
    """

    def __init__(self, parent: QWidget, name: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        if _is_orca():
            self.setAccessibleDescription(name)
        self.currentTextChanged.connect(self._speak)

    def _speak(self, text: str) -> None:
        if _is_orca() and self.hasFocus():
            announce(self, text)


@guarded
class CellCursor(QObject):
    """Has the focus of a screen reader in place of ``part`` or its cells, while that has the focus of the keys.

    Qt reports each cell of a table by itself, for which Orca reads the whole row; and Orca 43 hears no announcements.
    It always hears the name of another object that gets the focus. So two widgets that show nothing take turns at
    that, and have the names of cells and the messages of the window. The next key gives the focus back to ``part``,
    unless that is a table. NVDA and VoiceOver, on Windows and macOS, hear announcements, and need none of this.
    """

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self._part = part
        self._widgets: list[QWidget] = []
        """The one that has the focus, and the other; they are made when a screen reader needs them."""

    def speak(self, text: str) -> None:
        """Let a screen reader speak ``text``, also if it is the same as before; the table has the focus."""
        part, parent = self._part, self._part.parentWidget()
        while isinstance(parent, QSplitter):  # it would make room for them
            parent = parent.parentWidget()
        if parent is None or not text:
            return
        if not self._widgets:
            self._widgets = [_invisible(parent, text), _invisible(parent, text)]
        self._widgets.reverse()
        now, before = self._widgets
        # A widget says of itself that it has the focus if its proxy has it.
        before.setFocusProxy(parent)
        now.setFocusProxy(part)
        place = QRect(part.mapTo(parent, QPoint(0, 0)), part.size())
        if isinstance(part, QTableView):
            place = part.visualRect(part.currentIndex()).translated(part.viewport().mapTo(parent, QPoint(0, 0)))
        part.installEventFilter(self)
        # Orca takes two objects with the same name at the same place as one, and would not repeat it.
        now.setGeometry(place.adjusted(0, 0, 0, -1) if place == before.geometry() else place)
        now.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(now, QAccessible.Event.Focus))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_table, tabs = isinstance(watched, QTableView), (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if not is_table or event.key() in tabs:
            watched.removeEventFilter(self)
            for widget in self._widgets:  # or else Tab would stop there
                widget.setFocusProxy(widget.window())
        if not is_table:
            QAccessible.updateAccessibility(QAccessibleEvent(watched, QAccessible.Event.Focus))
        return False


def _invisible(parent: QWidget, name: str) -> QWidget:
    widget = QWidget(parent)
    widget.setAccessibleName(name)
    # Only now: later it would be that of its proxy too.
    widget.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    widget.lower()
    widget.show()
    return widget
