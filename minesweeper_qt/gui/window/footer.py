"""The footer below a board: one line of status with the legends of the overlays, or a card in their place."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.cut_label import CutLabel
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.window.legends import Legends


class Topic(Enum):
    """What a notice in the footer is about."""

    CHANCE = auto()
    """The chance of the selected cell."""
    INSPECTING = auto()
    """What a click does while inspecting."""
    SEED = auto()
    """The seed that was copied."""
    MISTAKE = auto()
    """A mistake in the program."""
    FIRST_START = auto()
    """What a user should know at the first start."""


@guarded
class Footer(QWidget):
    """The status text and the legends of the overlays, or a card; its height is fixed.

    A notice covers the status text and the card until it is cleared or there is a new status. Attributes: ``status``,
    the label of the text; ``legends``. Signal: ``page_changed``, after the card came in place of the status, or that
    in place of the card.
    """

    page_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = self._more = ""
        self._noticed: Topic | None = None
        """What the notice is about that covers the status, ``None`` while there is none."""
        self._text = ""
        self._card: QWidget | None = None
        self._has_card = False
        self._line = QWidget(self)
        self.status = CutLabel(self._line)
        self.legends = Legends(self._line)
        row = QHBoxLayout(self._line)
        row.setContentsMargins(metrics.HAIR, 0, metrics.HAIR, 0)
        row.setSpacing(metrics.EDGE)
        row.addWidget(self.status, 1)
        self._row = row
        row.addWidget(self.legends)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._line)
        self._pages.currentChanged.connect(self.page_changed)
        self.set_height(metrics.COMPACT_FOOTER_HEIGHT)
        self.set_overlay(Overlay.OFF)

    def set_height(self, height: int) -> None:
        """Set the height, which nothing that is shown changes."""
        self.setFixedHeight(height)

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` beside the status text, before the legends."""
        self._row.insertWidget(1, button)

    def set_card(self, card: QWidget) -> None:
        """Set the widget that can be shown in place of status and legends."""
        self._card = card
        self._pages.addWidget(card)

    def show_card(self, is_shown: bool) -> None:
        """Show the card in place of status and legends, or these again; a notice covers the card too."""
        self._has_card = is_shown
        self._choose_page()

    @property
    def shows_card(self) -> bool:
        """Whether the card is shown, and no notice covers it."""
        return self._card is not None and self._pages.currentWidget() is self._card

    @property
    def text(self) -> str:
        """The text that is shown: the notice, or else the status."""
        return self._text

    def set_overlay(self, overlay: Overlay) -> None:
        """Show the legend of this overlay and hide the others; without a legend the status is centred."""
        self.legends.set_overlay(overlay)
        side = Qt.AlignmentFlag.AlignHCenter if overlay is Overlay.OFF else Qt.AlignmentFlag.AlignLeft
        self.status.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def set_differences(self, are_shown: bool) -> None:
        """Set whether the legend of the marks names those by which two agents differ."""
        self.legends.set_differences(are_shown)

    @Slot(str)
    def set_status(self, text: str, more: str = "") -> None:
        """Show ``text`` as the status, in place of a notice too; ``more`` is in the tool tip alone."""
        self._status, self._more, self._noticed = text, more, None
        self._show(text)
        self.status.setToolTip("\n".join(filter(None, (text, more))))

    def set_notice(self, text: str, topic: Topic) -> None:
        """Show ``text`` in place of the status and of any other notice, until the next status."""
        self._noticed = topic
        self._show(text)

    def clear_notice(self, topic: Topic | None = None) -> None:
        """Show the status again in place of a notice; with ``topic``, only in place of a notice of that topic."""
        if self._noticed is not None and topic in (None, self._noticed):
            self.set_status(self._status, self._more)

    def _show(self, text: str) -> None:
        """Show ``text`` and announce it to screen readers; do nothing if it is shown already."""
        self._choose_page()
        if text == self._text:
            return
        self._text = text
        self.status.set_text(text)
        self.status.setAccessibleName(f"Status: {text}")
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.status, text))

    def _choose_page(self) -> None:
        shows_card = self._card is not None and self._has_card and self._noticed is None
        self._pages.setCurrentWidget(self._card if self._card is not None and shows_card else self._line)

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.legends.set_room(self.width())

    def minimumSizeHint(self) -> QSize:
        # The status is cut off where space is short; the legends are not, but they need not fit the narrowest window.
        return QSize(0, self.height())
