"""A slider over the moves of a game, with marks below it for guesses and for the move that lost the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import State, Turn

_MARK = 5
"""The height of the marks in pixels."""


@guarded
class MoveSlider(QSlider):
    """A slider from 0, before the first move, to the number of moves; a tick marks a guess, a cross a loss."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._guesses: list[int] = []
        self._losing_move = 0
        self._move_count = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setRange(0, 0)

    def set_moves(self, moves: Sequence[Turn]) -> None:
        """Update range and marks to the moves of the same game, after moves were added or discarded."""
        count = len(moves)
        if count < self._move_count:
            self._guesses = [number for number in self._guesses if number <= count]
        for number in range(self._move_count + 1, count + 1):
            if moves[number - 1].is_safe is False:
                self._guesses.append(number)
        self._move_count = count
        self._losing_move = count if count and moves[-1].state is State.LOST else 0
        self.setRange(0, count)
        self.setPageStep(max(1, count // 10))
        self.update()

    def reset_moves(self, moves: Sequence[Turn]) -> None:
        """Set the moves of another game: clear the marks and compute them again."""
        self._guesses, self._move_count = [], 0
        self.set_moves(moves)

    def mark_move(self, number: int, is_guess: bool) -> None:
        """Set or clear the tick of move ``number``, the first being 1; nothing changes before ``set_moves`` had it."""
        if number <= self._move_count and is_guess != (number in self._guesses):
            self._guesses = sorted({*self._guesses, number} if is_guess else {*self._guesses} - {number})
            self.update()

    @property
    def guesses(self) -> list[int]:
        """The numbers of the moves with a tick."""
        return self._guesses

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), hint.height() + 2 * _MARK)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width(), hint.height() + 2 * _MARK)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._guesses and not self._losing_move:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = themes.for_palette(self.palette())
            bottom = self.height() - 1.0
            painter.setPen(QPen(self.palette().windowText().color(), 1.5))
            for x in sorted(self._places(number for number in self._guesses if number != self._losing_move)):
                painter.drawLine(QPointF(x, bottom - _MARK), QPointF(x, bottom))
            if self._losing_move:
                painter.setPen(QPen(theme.controls.loss, 2))
                (x,) = self._places((self._losing_move,))
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
