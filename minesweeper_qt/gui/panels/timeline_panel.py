"""The timeline panel: a slider over the moves of the game, with buttons, in one row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QWidget,
)

from minesweeper_qt.gui.presentation.status_text import headline
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import State, Turn

_MARK = 5
"""The height of the marks below the slider, in pixels."""
_BUTTONS = {
    "first": ("move-first", "To the Start", "The board before the first move"),
    "back": ("move-back", "Back One Move", "The game as it was a move before"),
    "forward": ("move-forward", "Forward One Move", "The game a move later"),
    "last": ("move-last", "Back to the Game", "Back to the game as it is now"),
    "branch": ("branch", "Play On from Here", "Discard the moves after the one shown, and play on, after a question"),
}
_LONGEST = "8888 / 8888"
_LEAST_SLIDER = 60
"""The width that the slider keeps, in device-independent pixels."""
_WIDE = 1000
"""The width of a window from which the last button has a text."""


@guarded
class MoveSlider(QSlider):
    """A slider from 0, before the first move, to the number of moves; a tick marks a guess, a cross a loss."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._moves: Sequence[Turn] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setRange(0, 0)

    def set_moves(self, moves: Sequence[Turn]) -> None:
        """Show these moves, and mark the guesses among them."""
        self._moves = moves
        self.setRange(0, len(moves))
        self.setPageStep(max(1, len(moves) // 10))
        self.update()

    @property
    def guesses(self) -> list[int]:
        """The numbers of the moves with a tick."""
        return [number for number, turn in enumerate(self._moves, 1) if turn.is_safe is False]

    def sizeHint(self) -> QSize:
        return super().sizeHint().grownBy(QMargins(0, 0, 0, 2 * _MARK))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().grownBy(QMargins(0, 0, 0, 2 * _MARK))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._moves:
            return
        losing_move = len(self._moves) if self._moves[-1].state is State.LOST else 0
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            bottom = self.height() - 1.0
            painter.setPen(QPen(self.palette().windowText().color(), 1.5))
            for x in sorted(self._places(number for number in self.guesses if number != losing_move)):
                painter.drawLine(QPointF(x, bottom - _MARK), QPointF(x, bottom))
            for x in self._places([losing_move] if losing_move else []):
                painter.setPen(QPen(themes.for_palette(self.palette()).controls.loss, 2))
                box = QRectF(x - _MARK / 2, bottom - _MARK, _MARK, _MARK)
                painter.drawLine(box.topLeft(), box.bottomRight())
                painter.drawLine(box.bottomLeft(), box.topRight())

    def _places(self, numbers: Iterable[int]) -> set[float]:
        """Return the x coordinates of the middle of the handle for the values ``numbers``."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_Slider
        groove = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderGroove, self)
        handle = self.style().subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, self)
        span, start = groove.width() - handle.width(), groove.x() + handle.width() / 2
        place, ends = QStyle.sliderPositionFromValue, (self.minimum(), self.maximum())
        return {start + place(*ends, number, span, option.upsideDown) for number in numbers}


@guarded
class TimelinePanel(QWidget):
    """Shows which move of the game is displayed, and lets the user go to other moves.

    Attributes: ``slider``, whose tool tip describes the shown move; ``label``, the numbers of that and of all moves;
    ``buttons``, by their names ``first``, ``back``, ``forward``, ``last``, ``branch``.
    """

    def __init__(self, session: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setAccessibleName("Timeline")
        self.setAccessibleDescription("The moves of the game: board and knowledge base as they were after each")
        self.slider = MoveSlider(self)
        self.slider.setAccessibleName("Move that is shown")
        self.slider.setMinimumWidth(_LEAST_SLIDER)
        self.label = QLabel(self)
        # Its width does not depend on the text, which would move the slider.
        self.label.setFixedWidth(self.label.fontMetrics().horizontalAdvance(_LONGEST))
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = {name: self._make_button(name) for name in _BUTTONS}
        self.buttons["branch"].setAutoRaise(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, metrics.HAIR, metrics.GAP, metrics.HAIR)
        row.setSpacing(metrics.NARROW)
        self.setFixedHeight(metrics.TIMELINE_HEIGHT)
        for button in self.buttons.values():
            row.addWidget(button)
        row.insertWidget(2, self.slider, 1)
        row.insertWidget(3, self.label)
        timeline = session.timeline
        acts = (self._show_first, timeline.undo, timeline.redo, timeline.show_live, timeline.request_branch)
        for button, act in zip(self.buttons.values(), acts, strict=True):
            button.clicked.connect(act)
        self.slider.valueChanged.connect(timeline.show_move)
        session.game_started.connect(self._on_moment_changed)
        timeline.changed.connect(self._on_moment_changed)
        session.move_rated.connect(self._on_move_rated)
        self._refresh_icons()
        self._on_moment_changed()

    def _make_button(self, name: str) -> QToolButton:
        _, text, explanation = _BUTTONS[name]
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(explanation)
        button.setAccessibleName(text)
        button.setAccessibleDescription(explanation)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRepeat(name in ("back", "forward"))
        return button

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._refresh_icons()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        styles = Qt.ToolButtonStyle
        style = styles.ToolButtonTextBesideIcon if self.window().width() >= _WIDE else styles.ToolButtonIconOnly
        self.buttons["branch"].setToolButtonStyle(style)
        layout, ends = self.layout(), [self.buttons[name] for name in ("first", "last")]
        assert layout is not None
        for part in (*ends, self.label):
            part.show()
        for parts in (ends, [self.label]):
            if layout.minimumSize().width() > self.width():
                for part in parts:
                    part.hide()

    def sizeHint(self) -> QSize:
        # Qt would widen the window for a dock that is opened and prefers more than there is.
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(metrics.TIMELINE_WIDTH, metrics.TIMELINE_HEIGHT)

    def _refresh_icons(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(assets.icon(_BUTTONS[name][0], self.palette()))

    @Slot()
    def _show_first(self) -> None:
        self.session.timeline.show_move(0)

    @Slot()
    def _on_moment_changed(self) -> None:
        timeline = self.session.timeline
        # The session has changed the moment already: the slider must not request it again.
        with QSignalBlocker(self.slider):
            self.slider.set_moves(timeline.moves)
            self.slider.setValue(timeline.shown_move)
        self._show_headline()
        self.slider.setEnabled(bool(timeline.moves))
        for name, button in self.buttons.items():
            button.setEnabled(timeline.shown_move > 0 if name in ("first", "back") else not timeline.is_live)

    @Slot(int)
    def _on_move_rated(self, number: int) -> None:
        self.slider.set_moves(self.session.timeline.moves)
        if number == self.session.timeline.shown_move:
            self._show_headline()

    def _show_headline(self) -> None:
        """Show which move is displayed, and whether it was safe if that is known."""
        timeline = self.session.timeline
        shown = timeline.shown_move
        text = str(headline(shown, len(timeline.moves), timeline.moves[shown - 1] if shown else None))
        self.slider.setAccessibleDescription(text)
        self.slider.setToolTip(text)
        self.label.setText(f"{shown} / {len(timeline.moves)}")
        self.label.setAccessibleName(text)
