"""Labels, cut off where space is short, for an empty panel, and for a group in a menu; and the class of all menus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QFont, QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded

_WRAPPED = int(Qt.AlignmentFlag.AlignTop.value) | int(Qt.TextFlag.TextWordWrap.value)


@guarded
class CutLabel(QLabel):
    """Shows plain text in one line, or, if it ``wraps``, in as many lines as there is room for.

    It insists on little space; a ``QLabel`` requires that of its whole text, which can make a window larger than the
    screen.
    """

    def __init__(self, parent: QWidget | None = None, *, wraps: bool = False) -> None:
        super().__init__(parent, wordWrap=wraps)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        vertical = QSizePolicy.Policy.Preferred if wraps else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)

    def set_text(self, text: str) -> None:
        """Show ``text``, and make it the tool tip."""
        self.setText(text)
        self.setToolTip(text)

    def show_longest(self, texts: Sequence[str], room: int | None = None) -> None:
        """Show the first of ``texts`` that fits ``room``, by default the label, or the last; the first is the tool tip.

        They begin with the longest.
        """
        width = self.contentsRect().width() if room is None else room
        advance = self.fontMetrics().horizontalAdvance
        self.setText(next((text for text in texts if advance(text) <= width), texts[-1]))
        self.setToolTip(texts[0])

    @property
    def is_cut(self) -> bool:
        """Whether there is no room for the whole text."""
        if self.wordWrap():
            return not self.fits(self.text())
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def fits(self, text: str) -> bool:
        """Return whether there is room for all lines of ``text``."""
        room, line = self.contentsRect(), self.fontMetrics().lineSpacing()
        lines = round(self.fontMetrics().boundingRect(room, _WRAPPED, text).height() / line)
        return lines <= max(room.height() // line, 1)

    # -- overrides of Qt

    def hasHeightForWidth(self) -> bool:
        return False

    def sizeHint(self) -> QSize:
        whole = super().sizeHint()
        return QSize(whole.width(), self.heightForWidth(max(self.width(), 1))) if self.wordWrap() else whole

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.wordWrap() and event.oldSize().width() != event.size().width():
            # The number of lines may have changed.
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasSelectedText() or not self.is_cut:
            super().paintEvent(event)
            return
        room, text = self.contentsRect(), self.text()
        flags = int((self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask).value)
        if self.wordWrap():
            flags |= _WRAPPED
            while " " in text and not self.fits(f"{text}…"):
                text = text.rpartition(" ")[0]
            text = f"{text}…"
        else:
            flags |= int(Qt.AlignmentFlag.AlignVCenter.value)
            text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        with QPainter(self) as painter:
            role = self.foregroundRole()
            self.style().drawItemText(painter, room, flags, self.palette(), self.isEnabled(), text, role)


class EmptyState(QWidget):
    """Shows an icon, a sentence and what to do about it below each other, muted."""

    def __init__(self, icon: str, sentence: str = "", action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = _Picture(icon, self)
        self._sentence, self._action = QLabel(self), QLabel(self)
        self._sentence.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        self._column = column = QVBoxLayout(self)
        column.setSpacing(metrics.NARROW)
        column.setContentsMargins(metrics.GAP, 0, metrics.GAP, 0)
        column.addStretch(1)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._sentence, self._action):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setProperty("muted", True)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        self.set_text(sentence, action)

    @classmethod
    def within(cls, view: QAbstractScrollArea, icon: str) -> EmptyState:
        """Return one that covers the viewport of ``view``, which keeps its mouse and keys."""
        made = cls(icon, parent=view.viewport())
        made.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(view.viewport()).addWidget(made)
        return made

    def set_text(self, sentence: str, action: str = "") -> None:
        """Show another sentence and action."""
        self._sentence.setText(sentence)
        self._action.setText(action)
        self._action.setHidden(not action)
        self.setAccessibleName(f"{sentence} {action}".strip())

    def add(self, widget: QWidget) -> None:
        """Put ``widget`` below the texts."""
        self._column.insertWidget(self._column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter)


@guarded
class _Picture(QWidget):
    """An icon in the colour of what can't be used now."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setFixedSize(metrics.EMPTY_ICON, metrics.EMPTY_ICON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            # The style sheet gives what is disabled in a table or a list the colour of all its text.
            assets.icon(self._icon, QApplication.palette()).paint(painter, self.rect(), mode=QIcon.Mode.Disabled)


@guarded
class Menu(QMenu):
    """A menu that shows the tool tips of its actions, and takes every key while it is open.

    Qt would first pass a key to the actions of the widget below with the focus: F would flag a cell. Screen readers
    hear nothing of a menu that a key opens until an action is active.
    """

    def __init__(self, text: str, parent: QWidget | None) -> None:
        super().__init__(text, parent, toolTipsVisible=True)
        self._opened = QTimer(self, singleShot=True)
        self._opened.timeout.connect(self._activate_first)
        self.aboutToShow.connect(self._opened.start)

    def _activate_first(self) -> None:
        is_heard = QAccessible.isActive() and QApplication.mouseButtons() is Qt.MouseButton.NoButton
        if is_heard and self.isVisible() and self.activeAction() is None:
            self.setActiveAction(next(action for action in self.actions() if not action.isSeparator()))

    def event(self, event: QEvent) -> bool:
        is_handled = super().event(event)
        event.setAccepted(event.isAccepted() or event.type() is QEvent.Type.ShortcutOverride)
        return is_handled


def add_heading(menu: QMenu, text: str) -> QAction:
    """Add ``text`` to ``menu`` as a heading, which can't be chosen, with a line above it unless it comes first."""
    if menu.actions():
        menu.addSeparator()
    label = QLabel(text, menu)
    label.setObjectName("menu_heading")
    label.setFont(metrics.scaled(menu.font(), metrics.CAPTION, QFont.Weight.DemiBold))
    label.setProperty("muted", True)
    heading = QWidgetAction(menu)
    heading.setText(text)
    heading.setSeparator(True)
    heading.setDefaultWidget(label)
    menu.addAction(heading)
    return heading
