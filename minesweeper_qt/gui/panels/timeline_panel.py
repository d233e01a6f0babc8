"""The timeline panel: a slider over the moves of the game, with buttons, in one row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QActionGroup, QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
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
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_review import GameReview
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import Menu
from minesweeper_qt.model import JudgedMove, Judgement, Review, State, Turn
from minesweeper_qt.model.review import review_words
from minesweeper_qt.model.words import plural

_MARK = 5
"""The height of the marks below the slider, in pixels."""
_BUTTONS = {
    "play": ("run", "Play", "Show the moves at their times, or one in a second where no times are kept; Esc stops"),
    "first": ("move-first", "To the Start", "The board before the first move"),
    "back": ("move-back", "Back One Move", "The game as it was a move before"),
    "forward": ("move-forward", "Forward One Move", "The game a move later"),
    "last": ("move-last", "Back to the Game", "Back to the game as it is now"),
    "branch": ("branch", "Play On from Here", "Discard the moves after the one shown, and play on, after a question"),
}
_SPEEDS = (0.5, 1, 2, 4)
"""How much faster than they were made the moves can be shown."""
_SIGN, _BAND = 7, 18
"""The size of the signs above the bars of a review, and the width of the band of the move shown."""
_LONGEST = "8888 / 8888"
_LEAST_SLIDER = 60
"""The width that the slider keeps, in device-independent pixels."""
_WIDE = 1000
"""The width of a window from which the last button has a text."""


@guarded
class MoveSlider(QSlider):
    """A slider from 0, before the first move, to the number of moves; a tick marks a guess, a cross a loss.

    With a review it shows a bar for each move instead, as high as its risk: red with a cross where a certain mine was
    misread, red with a triangle for a needless guess, grey with a ring for a forced one.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._moves: Sequence[Turn] = ()
        self._judged: Sequence[JudgedMove] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setRange(0, 0)

    def set_moves(self, moves: Sequence[Turn]) -> None:
        """Show these moves, and mark the guesses among them."""
        self._moves = moves
        self.setRange(0, len(moves))
        self.setPageStep(max(1, len(moves) // 10))
        self.update()

    def set_review(self, review: Review | None) -> None:
        """Show the judgements of ``review``, which is about the same moves; ``None`` for none."""
        self._judged = () if review is None else review.moves
        policy = QSizePolicy.Policy.Fixed if review is None else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
        self.update()

    @property
    def guesses(self) -> list[int]:
        """The numbers of the moves with a tick."""
        return [number for number, turn in enumerate(self._moves, 1) if turn.is_safe is False]

    def sizeHint(self) -> QSize:
        return super().sizeHint().grownBy(QMargins(0, 0, 0, 2 * _MARK))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().grownBy(QMargins(0, 0, 0, 2 * _MARK))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._judged:
            super().mousePressEvent(event)
        elif event.buttons() & Qt.MouseButton.LeftButton:
            room, place = self.width() - _BAND, round(event.position().x()) - _BAND // 2
            self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, room))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._judged:
            self.mousePressEvent(event)
        else:
            super().mouseMoveEvent(event)

    def _paint_review(self) -> None:
        """Paint the band of the move shown, and the bars; of several at one place a mistake, or else the highest."""
        colours, room = themes.for_palette(self.palette()).controls, self.width() - _BAND
        bottom, top = self.height() - 4.0, 4.0 + 2 * _SIGN
        worst: dict[int, JudgedMove] = {}
        for move in sorted(self._judged, key=lambda move: (move.is_mistake, move.risk or 0)):
            worst[QStyle.sliderPositionFromValue(0, self.maximum(), move.turn, room) + _BAND // 2] = move
        width = min(max(room / max(self.maximum(), 1) - 2, 1.0), 9.0)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours.border, 1))
            for y in (top, (top + bottom) / 2, bottom):
                painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
            shown = QStyle.sliderPositionFromValue(0, self.maximum(), self.value(), room)
            painter.setPen(QPen(colours.accent, 2 if self.hasFocus() else 1))
            painter.setBrush(colours.accent_soft)
            painter.drawRoundedRect(QRectF(shown + 0.5, 1, _BAND - 1, self.height() - 2), 4, 4)
            for x, move in worst.items():
                is_mistake = move.is_mistake
                colour = colours.loss if is_mistake else colours.control
                height = max(float(move.risk or 0) * (bottom - top), 2.0)
                painter.fillRect(QRectF(x - width / 2, bottom - height, width, height), colour)
                if is_mistake or move.judgement in (Judgement.LEAST_RISK, Judgement.HIGHER_RISK):
                    box = QRectF(x - _SIGN / 2, bottom - height - 1.5 * _SIGN, _SIGN, _SIGN)
                    _paint_sign(painter, box, move, colour)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._judged:
            self._paint_review()
            return
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


def _paint_sign(painter: QPainter, box: QRectF, move: JudgedMove, colour: QColor) -> None:
    """Paint a cross for a misread mine, a triangle for a needless guess, or a ring for a forced one."""
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if move.judgement is Judgement.PROVABLE_MINE:
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.drawLine(box.bottomLeft(), box.topRight())
    elif move.judgement is Judgement.MISSED:
        painter.setBrush(colour)
        painter.drawPolygon([box.topLeft(), box.topRight(), QPointF(box.center().x(), box.bottom())])
    else:
        painter.drawEllipse(box)


@guarded
class TimelinePanel(QWidget):
    """Shows which move of the game is displayed, and lets the user go to other moves.

    Attributes: ``slider``, whose tool tip describes the shown move; ``label``, the numbers of that and of all moves;
    ``buttons``, by their names ``play``, ``first``, ``back``, ``forward``, ``last``, ``branch``.
    """

    def __init__(self, session: GameSession, review: GameReview) -> None:
        super().__init__()
        self.session = session
        self._review = review
        self.setAccessibleName("Timeline")
        self.setAccessibleDescription("The moves of the game: board and knowledge base as they were after each")
        self.slider = MoveSlider(self)
        self.slider.setAccessibleName("Move that is shown")
        self.slider.setMinimumWidth(_LEAST_SLIDER)
        self.label = QLabel(self)
        self.label.setBuddy(self.slider)  # or else Orca would speak both, with the same text
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # Its width does not depend on the text, which would move the slider.
        self.label.setFixedWidth(self.label.fontMetrics().horizontalAdvance(_LONGEST))
        self.buttons = {name: self._make_button(name) for name in _BUTTONS}
        self.buttons["branch"].setAutoRaise(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, metrics.HAIR, metrics.GAP, metrics.HAIR)
        row.setSpacing(metrics.NARROW)
        self.setFixedHeight(metrics.TIMELINE_HEIGHT)
        for button in self.buttons.values():
            row.addWidget(button)
        row.insertWidget(3, self.slider, 1)
        row.insertWidget(4, self.label)
        line = session.timeline
        self._add_menu(self.buttons["play"])
        acts = (line.toggle_play, lambda: line.show_move(0), line.undo, line.redo, line.show_live, line.request_branch)
        for button, act in zip(self.buttons.values(), acts, strict=True):
            button.clicked.connect(act)
        self.slider.valueChanged.connect(line.show_move)
        session.changed.connect(self._on_changed)
        review.changed.connect(self._show_review)
        self._refresh_icons()
        self._show_moment()
        self._show_review()

    def _make_button(self, name: str) -> QToolButton:
        _, text, explanation = _BUTTONS[name]
        button = QToolButton(self, autoRaise=True)
        button.setObjectName(name)
        button.setText(text)
        button.setToolTip(explanation)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRepeat(name in ("back", "forward"))
        return button

    def _add_menu(self, play: QToolButton) -> None:
        """Add the speeds, and whether to stop at mistakes."""
        menu, speeds = Menu("", play), QActionGroup(play)
        for speed in _SPEEDS:
            menu.addAction(speeds.addAction(f"&{speed:g} {plural(speed == 1, 'time')}"))
            speeds.actions()[-1].triggered.connect(partial(setattr, self.session.timeline, "speed", speed))
        menu.addSeparator()
        menu.addAction("Stop at a &Mistake").toggled.connect(self._review.set_stops)
        for action in menu.actions():
            action.setCheckable(True)
        speeds.actions()[_SPEEDS.index(1)].setChecked(True)
        play.setMenu(menu)
        play.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        play.setCheckable(True)
        # Else Qt leaves no room for the icon beside the arrow.
        play.setMinimumWidth(2 * metrics.WIDE)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self._refresh_icons()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
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
        return QSize(metrics.TIMELINE_WIDTH, max(metrics.TIMELINE_HEIGHT, self.minimumHeight()))

    def _refresh_icons(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(assets.icon(_BUTTONS[name][0], self.palette()))

    def _show_review(self) -> None:
        """Show the bars of the review, which need more height, or none."""
        found = self._review.found
        self.slider.set_review(found)
        self._show_headline()
        self._fit_height()

    def _fit_height(self) -> None:
        found, low = self._review.found, self.window().height() < metrics.LOW_BELOW
        height = metrics.LOW_REVIEW_HEIGHT if low else metrics.REVIEW_HEIGHT
        self.setFixedHeight(metrics.TIMELINE_HEIGHT if found is None else height)

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        self.buttons["play"].setChecked(now.plays)
        if (now.game, now.move, now.last_move) != (before.game, before.move, before.last_move):
            self._show_moment()
        elif now.judged:
            self.slider.set_moves(self.session.timeline.moves)
            self._show_headline()

    def _show_moment(self) -> None:
        timeline = self.session.timeline
        # The session has changed the moment already: the slider must not request it again.
        with QSignalBlocker(self.slider):
            self.slider.set_moves(timeline.moves)
            self.slider.setValue(timeline.shown_move)
        self._show_headline()
        self.slider.setEnabled(bool(timeline.moves))
        for name, button in self.buttons.items():
            button.setEnabled(timeline.shown_move > 0 if name in ("first", "back") else not timeline.is_live)
        self.buttons["play"].setEnabled(bool(timeline.moves))

    def _show_headline(self) -> None:
        """Show which move is displayed, whether it was safe if that is known, and what comes next by the review."""
        timeline, found = self.session.timeline, self._review.found
        shown = timeline.shown_move
        text = str(headline(shown, len(timeline.moves), timeline.moves[shown - 1] if shown else None))
        for move in () if found is None else found.moves:
            if move.turn == shown + 1 and move.judgement in review_words.KINDS:
                text = f"{text.rstrip('.')}. Next: {review_words.mistake_text(move)}"
        self.slider.setAccessibleDescription(text)
        self.slider.setToolTip(text)
        self.label.setText(f"{shown} / {len(timeline.moves)}")
        self.label.setAccessibleName(text)
