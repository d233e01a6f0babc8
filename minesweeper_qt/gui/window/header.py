"""The header above a board (mines left, New Game, time) and the footer below it (status text, overlay legends)."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.presentation.chances import Chance
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, Overlay
from minesweeper_qt.gui.widgets import assets
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.text.number_text import clock_text


class Figure(QWidget):
    """An icon and a number of fixed width, so that nothing moves when the number of digits changes."""

    def __init__(self, icon: str, name: str, widest: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self._name = name
        self._icon = QLabel(self)
        self._number = QLabel(self)
        font = self._number.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setBold(True)
        self._number.setFont(font)
        self._number.setMinimumWidth(self._number.fontMetrics().horizontalAdvance(widest))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._icon)
        row.addWidget(self._number)
        self.set_text("0")
        self.refresh_icon()

    def set_text(self, text: str) -> None:
        """Show ``text`` as the number."""
        self._number.setText(text)
        self._number.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(f"{self._name}: {text}")

    def text(self) -> str:
        """Return the shown text."""
        return self._number.text()

    def refresh_icon(self) -> None:
        """Draw the icon in the palette's colour."""
        self._icon.setPixmap(assets.icon(self._icon_name, self.palette()).pixmap(QSize(24, 24)))


class Header(QWidget):
    """Mines left on the left, New Game in the middle, time on the right."""

    def __init__(self, new_game: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mines = Figure("flag", "Mines left", "-0000", self)
        self.time = Figure("timer", "Time in minutes and seconds", "000:00", self)
        button = QToolButton(self)
        button.setDefaultAction(new_game)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(24, 24))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 2)
        row.addWidget(self.mines, 1, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(button)
        row.addWidget(self.time, 1, Qt.AlignmentFlag.AlignRight)

    @Slot(int)
    def set_seconds(self, seconds: int) -> None:
        """Show the time as minutes and seconds."""
        self.time.set_text(clock_text(seconds))

    def refresh_icons(self) -> None:
        """Draw the icons in the palette's colour."""
        self.mines.refresh_icon()
        self.time.refresh_icon()


@guarded
class Swatch(QWidget):
    """Shows one covered cell as it looks on the board."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(20, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = themes.for_palette(self.palette())
            paint_cell(painter, QRectF(self.rect()), self._look, theme, self.font(), pressed=False, hovered=False)


_SCALE = (1, 25, 50, 75, 99)
"""The chances that the legend shows, in percent."""


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


@guarded
class Footer(QWidget):
    """The status text and the legends of the overlays, whose space is kept free while they are hidden.

    A notice covers the status text until it is cleared or there is a new status. The legends are beside the text if
    that leaves it twice their width, else below it. Attributes: ``status``, the label of the text; the legends
    ``legend`` (known cells), ``scale`` (chances) and ``levels`` (reasoning levels).
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = ""
        self._noticed: Topic | None = None
        """What the notice is about that covers the status, ``None`` while there is none."""
        self._text = ""
        self.status = QLabel(self)
        self.status.setWordWrap(True)
        self.status.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.status.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.status.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.legend, marks = _row(self, "Overlay: a ring marks a cell known to be safe, a diamond a known mine")
        for mark, word in ((Mark.SAFE, "known safe"), (Mark.MINE, "known mine")):
            marks.addWidget(Swatch(Look(Face.COVERED, mark=mark), self.legend))
            marks.addWidget(QLabel(word, self.legend))
        marks.addStretch(1)
        self.scale, steps = _row(self, "Chance to be a mine in percent, from low to high; the lowest has a frame")
        for percent in _SCALE:
            chance = Chance(percent, is_best=percent == _SCALE[0])
            steps.addWidget(Swatch(Look(Face.COVERED, chance=chance), self.scale))
        steps.addWidget(QLabel("% mine", self.scale))
        steps.addStretch(1)
        self.levels = _level_legend(self)
        # The legend of reasoning levels is never shown together with the other two, so it shares their space.
        self._legends = QGridLayout()
        self._legends.setSpacing(2)
        self._legends.addWidget(self.scale, 0, 0)
        self._legends.addWidget(self.legend, 1, 0)
        self._legends.addWidget(self.levels, 0, 0, 2, 1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(12, 2, 12, 6)
        self._parts.setSpacing(4)
        self._parts.addWidget(self.status, 1)
        self._parts.addLayout(self._legends)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        is_narrow = self.width() < self._legends.sizeHint().width() * 3
        below, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._parts.setDirection(below if is_narrow else beside)
        # A wrapped label grows with its text, which would move the board above it.
        self.status.setFixedHeight(self.status.fontMetrics().lineSpacing() * (4 if is_narrow else 3))

    @property
    def text(self) -> str:
        """The text that is shown: the notice, or else the status."""
        return self._text

    def set_overlay(self, overlay: Overlay) -> None:
        """Show the legends of this overlay and hide the others."""
        self.legend.setVisible(overlay in (Overlay.KNOWLEDGE, Overlay.CHANCES))
        self.scale.setVisible(overlay is Overlay.CHANCES)
        self.levels.setVisible(overlay is Overlay.LEVELS)

    @Slot(str)
    def set_status(self, text: str) -> None:
        """Show ``text`` as the status, in place of a notice too."""
        self._status, self._noticed = text, None
        self._show(text)

    def set_notice(self, text: str, topic: Topic) -> None:
        """Show ``text`` in place of the status and of any other notice, until the next status."""
        self._noticed = topic
        self._show(text)

    def clear_notice(self, topic: Topic | None = None) -> None:
        """Show the status again in place of a notice; with ``topic``, only in place of a notice of that topic."""
        if self._noticed is not None and topic in (None, self._noticed):
            self.set_status(self._status)

    def _show(self, text: str) -> None:
        """Show ``text`` and announce it to screen readers; do nothing if it is shown already."""
        if text == self._text:
            return
        self._text = text
        # A line must not break between a number and its percent sign.
        self.status.setText(text.replace(" %", "\N{NO-BREAK SPACE}%"))
        self.status.setToolTip(text)
        self.status.setAccessibleName(f"Status: {text}")
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.status, text))


def _row(parent: QWidget, name: str) -> tuple[QWidget, QHBoxLayout]:
    """Make a legend with a row for its parts; return both. ``name`` is for screen readers."""
    row = _legend(parent, name)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    return row, layout


def _legend(parent: QWidget, name: str) -> QWidget:
    """Make a widget that keeps its space while it is hidden; ``name`` is for screen readers."""
    legend = QWidget(parent)
    legend.setAccessibleName(name)
    kept = legend.sizePolicy()
    kept.setRetainSizeWhenHidden(True)
    legend.setSizePolicy(kept)
    return legend


def _level_legend(parent: QWidget) -> QWidget:
    """Make the legend of the reasoning levels, no higher than the two rows of the other legends."""
    legend = _legend(
        parent,
        "Level of reasoning that settles a cell: one bar for a single clue, two for the subset rule, "
        "three for the number of mines, four for cases; a ring marks a safe cell, a diamond a mine",
    )
    grid = QGridLayout(legend)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(2)
    for level in Reasoning:
        row, column = divmod(level - 1, 2)
        pair = QHBoxLayout()
        pair.setSpacing(2)
        for mark in (Mark.SAFE, Mark.MINE):
            pair.addWidget(Swatch(Look(Face.COVERED, mark=mark, level=level), legend))
        label = QLabel(str(level), legend)
        label.setToolTip(level.meaning)
        pair.addSpacing(2)
        pair.addWidget(label)
        pair.addStretch(1)
        grid.addLayout(pair, row, column)
    return legend
