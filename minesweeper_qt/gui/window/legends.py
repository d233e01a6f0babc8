"""The legends of the overlays: one row of swatches with a word each."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark, Overlay
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.watch.knowledge_comparison import RowKind

_SCALE = (1, 25, 50, 75, 99)
"""The chances that the legend shows, in percent."""


@guarded
class Swatch(QWidget):
    """Shows one covered cell as it looks on the board."""

    def __init__(self, look: Look, parent: QWidget | None = None, side: int = metrics.SWATCH) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = themes.for_palette(self.palette())
            # The grooves around a cell belong to the board.
            corners = QPainterPath()
            radius = self.width() * metrics.CELL_RADIUS
            corners.addRoundedRect(QRectF(self.rect()), radius, radius)
            painter.setClipPath(corners)
            paint_cell(painter, QRectF(self.rect()), self._look, theme, self.font(), pressed=False, hovered=False)


class Legends(QWidget):
    """The legend of the present overlay, in one row; nothing without an overlay.

    Attributes: ``known``, for known cells, ``differences``, for those of which only one of two agents is right,
    ``scale``, for chances, ``levels``, for reasoning levels.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known = _known_legend(self)
        self.differences = _difference_legend(self)
        self.scale = _scale_legend(self)
        self.levels = _LevelLegend(self)
        self._overlay = Overlay.OFF
        self._has_differences = False
        self._room = metrics.FEW_LEVELS_BELOW
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.EDGE)
        for legend in (self.scale, self.known, self.differences, self.levels):
            row.addWidget(legend)
        self._show()

    def set_overlay(self, overlay: Overlay) -> None:
        """Show the legend of ``overlay`` in place of any other."""
        self._overlay = overlay
        self._show()

    def set_differences(self, are_shown: bool) -> None:
        """Set whether the marks of the board tell a student's agent and the reference apart."""
        self._has_differences = are_shown
        self._show()

    def set_room(self, width: int) -> None:
        """Set the width of the row in which legend and status stand: in a narrow one some swatches are left out."""
        before, self._room = self._limits_passed(), width
        if self._limits_passed() != before:
            self._show()

    def _limits_passed(self) -> tuple[bool, bool]:
        """Return whether the room is wide enough for a second legend, and for a third or one of the double width."""
        return self._room >= metrics.NARROW_FOOTER, self._room >= metrics.FEW_LEVELS_BELOW

    def _show(self) -> None:
        overlay, differs = self._overlay, self._has_differences
        is_wide, is_widest = self._limits_passed()
        # The marks of known cells are the same without differences; those of the latter need words more.
        has_known = {Overlay.KNOWLEDGE: is_wide or not differs, Overlay.CHANCES: is_widest if differs else is_wide}
        has_differences = {Overlay.KNOWLEDGE: True, Overlay.CHANCES: is_wide}
        self.levels.set_room(has_mines=is_widest, has_words=is_wide)
        self.known.setVisible(has_known.get(overlay, False))
        self.differences.setVisible(differs and has_differences.get(overlay, False))
        self.scale.setVisible(overlay is Overlay.CHANCES)
        self.levels.setVisible(overlay is Overlay.LEVELS)
        self.setVisible(overlay is not Overlay.OFF)


class _LevelLegend(QWidget):
    """A safe cell, a mine and a word for each reasoning level; where space is short, mines or words are hidden."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(
            "Level of reasoning that settles a cell: one bar for a single clue, two for the subset rule, "
            "three for the overlap rule, four for the number of mines, five for cases; "
            "a ring marks a safe cell, a diamond a mine"
        )
        self._mines: list[Swatch] = []
        self._words: list[QLabel] = []
        row = _row(self)
        for level in Reasoning:
            safe, mine = (Swatch(Look(Face.COVERED, mark=mark, level=level), self) for mark in (Mark.SAFE, Mark.MINE))
            self._mines.append(mine)
            label = QLabel(str(level), self)
            self._words.append(label)
            for widget in (safe, mine, label):
                widget.setToolTip(f"{level}: {level.meaning}")
                row.addWidget(widget)
            row.addSpacing(metrics.NARROW)

    def set_room(self, *, has_mines: bool, has_words: bool) -> None:
        """Set what is shown besides the safe cells; their tool tips name the levels in any case."""
        for mine in self._mines:
            mine.setVisible(has_mines)
        for word in self._words:
            word.setVisible(has_words)


def _known_legend(parent: QWidget) -> QWidget:
    legend = QWidget(parent)
    legend.setAccessibleName("Overlay: a ring marks a cell known to be safe, a diamond a known mine")
    row = _row(legend)
    for mark, word in ((Mark.SAFE, "safe"), (Mark.MINE, "mine")):
        _add_pair(row, Look(Face.COVERED, mark=mark), QLabel(word, legend))
    return legend


def _difference_legend(parent: QWidget) -> QWidget:
    legend = QWidget(parent)
    legend.setAccessibleName(
        "Both agents: a dashed mark on stripes is known to the reference only; a mark with a triangle is wrong; "
        "a mark with a plus is true, but does not follow by the three rules"
    )
    legend.setToolTip(
        "Dashed on stripes: only the reference knows it. With a triangle: your agent is wrong. "
        "With a plus: your agent is right, but not by the three rules."
    )
    row = _row(legend)
    for mark, kind, word in ((Mark.SAFE, RowKind.MISSING, "missing"), (Mark.MINE, RowKind.WRONG, "wrong")):
        _add_pair(row, Look(Face.COVERED, mark=mark, difference=kind), QLabel(word, legend))
    return legend


def _add_pair(row: QHBoxLayout, look: Look, label: QLabel) -> None:
    row.addWidget(Swatch(look, label.parentWidget()))
    row.addWidget(label)
    row.addSpacing(metrics.NARROW)


def _scale_legend(parent: QWidget) -> QWidget:
    legend = QWidget(parent)
    legend.setAccessibleName("Chance to be a mine in percent, from low to high; the lowest has a frame")
    row = _row(legend)
    for percent in _SCALE:
        chance = Chance(percent, is_best=percent == _SCALE[0])
        row.addWidget(Swatch(Look(Face.COVERED, chance=chance), legend))
    row.addWidget(QLabel("% mine", legend))
    return legend


def _row(legend: QWidget) -> QHBoxLayout:
    row = QHBoxLayout(legend)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(metrics.NARROW)
    row.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    return row
