"""The card in the footer's place that shows how the game ended, with the buttons for what comes next."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from minesweeper_qt.gui.presentation.result_text import Result
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.one_line_label import OneLineLabel

_LEAST_DETAIL = 80
"""The least room for the detail beside the title, in pixels; with less it is left out."""


@guarded
class ResultCard(QFrame):
    """Shows a ``Result``, tinted as a win or a loss.

    Attributes: ``title`` and ``detail``, the labels; ``review`` and ``new_game``, the buttons; ``result``, what is
    shown, ``None`` at first. Signals: ``review_requested``, ``new_game_requested``; ``changed``, after another result
    was shown.
    """

    review_requested = Signal()
    new_game_requested = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("result_card")
        self.result: Result | None = None
        self.title = OneLineLabel(self)
        self.title.setObjectName("result_title")
        self.detail = OneLineLabel(self)
        self.review = _button("Re&view", "Inspect the game at the fatal move, or at its end", self)
        self.new_game = _button("New &Game", "Start a new game at this level", self)
        self.new_game.setProperty("main", True)
        self._texts = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._texts.setSpacing(0)
        self._texts.addWidget(self.title)
        self._texts.addWidget(self.detail, 1)
        self._row = row = QHBoxLayout(self)
        row.setSpacing(metrics.GAP)
        row.addLayout(self._texts, 1)
        self._buttons: list[QWidget] = [self.review, self.new_game]
        row.addWidget(self.review)
        row.addWidget(self.new_game)
        self._rise = QPropertyAnimation(self, b"pos", self)
        self._rise.setDuration(metrics.RESULT_TIME)
        self._rise.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.review.clicked.connect(self.review_requested)
        self.new_game.clicked.connect(self.new_game_requested)
        self.set_compact(False)

    def set_compact(self, is_compact: bool) -> None:
        """Set whether title and detail stand in one line."""
        directions = QBoxLayout.Direction
        self._texts.setDirection(directions.LeftToRight if is_compact else directions.TopToBottom)
        self._texts.setSpacing(metrics.EDGE if is_compact else 0)
        self._is_compact = is_compact
        scale = 1.0 if is_compact else metrics.RESULT_TITLE
        self.title.setFont(metrics.scaled(self.font(), scale, QFont.Weight.Bold))
        edge = metrics.GAP if is_compact else metrics.EDGE
        self._row.setContentsMargins(edge, metrics.HAIR, edge, metrics.HAIR)
        self._fit_title()

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` before the others."""
        self._row.insertWidget(1, button)
        self._buttons.insert(0, button)

    def fit_buttons(self) -> None:
        """Leave the title its room after a button was shown, hidden or named otherwise."""
        self._fit_title()
        self.changed.emit()

    def _fit_title(self) -> None:
        """In one line the title keeps its room as far as there is any; the detail is cut off, or left out."""
        text = _width(self.title)
        room = max(self.width() - self._around_texts(), 0)
        # setFixedWidth() could not be taken back without a number for "any width".
        self.title.setMinimumWidth(min(text, room) if self._is_compact else 0)
        self.detail.setHidden(self._is_compact and room < text + _LEAST_DETAIL)
        self._texts.setStretch(0, 0 if self._is_compact else 1)

    def _around_texts(self) -> int:
        """Return the width of margins, border and buttons."""
        shown = [button for button in self._buttons if not button.isHidden()]
        for button in shown:
            # Before that, the padding of the style sheet is missing in its width.
            button.ensurePolished()
        buttons = sum(button.sizeHint().width() + metrics.GAP for button in shown)
        return 2 * (self._row.contentsMargins().left() + metrics.HAIR) + buttons

    @property
    def whole_width(self) -> int:
        """The width with which no text is cut off."""
        title, detail = _width(self.title), _width(self.detail)
        texts = title + metrics.EDGE + detail if self._is_compact else max(title, detail)
        return texts + self._around_texts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()
        # In the next round of the event loop the title would stand over the buttons for a moment.
        self._row.activate()

    def set_result(self, result: Result) -> None:
        """Show ``result`` and announce it to screen readers."""
        self.result = result
        for widget in (self, self.title):
            widget.setProperty("won", result.is_won)
            # Rules of the style sheet about a property are applied anew only on request.
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.title.set_text(result.title)
        self._fit_title()
        self.detail.set_text(result.detail)
        text = f"{result.title}. {result.detail}"
        self.setAccessibleName(text)
        self.changed.emit()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def rise(self) -> None:
        """Slide up to its place, unless nothing should move."""
        if appearance.current().moves:
            self._rise.stop()
            self._rise.setStartValue(self.pos() + QPoint(0, metrics.RESULT_RISE))
            self._rise.setEndValue(self.pos())
            self._rise.start()


def _width(label: OneLineLabel) -> int:
    return label.fontMetrics().horizontalAdvance(label.text()) + metrics.HAIR


def _button(text: str, tip: str, parent: QWidget) -> QPushButton:
    button = QPushButton(text, parent)
    button.setToolTip(tip)
    # Enter presses the button that has the focus, and no other.
    button.setAutoDefault(True)
    return button
