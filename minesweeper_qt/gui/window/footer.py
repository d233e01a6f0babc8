"""The footer below a board: a line or two of status with the legends of the overlays, or a card in their place."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from PySide6.QtCore import QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QStackedLayout, QWidget

from minesweeper_qt.gui.board.tiles import paint_cell, paint_frame
from minesweeper_qt.gui.presentation.look import Chance, Face, Look, Mark, Overlay
from minesweeper_qt.gui.presentation.status_text import OTHERS_ARE_SAFE
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.theme import ink_on
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.knowledge.knowledge_comparison import RowKind
from minesweeper_qt.model.words import NO_BREAK, with_unbroken_cells

_LINE = 3
"""The height of the line that shows the time until a move, in pixels."""

_SMALL = 15
"""The side of the swatches of levels in a narrow footer, in pixels."""

_SCALE = (5, 50, 95)
"""The chances that the legend shows, in percent."""


@guarded
class Swatch(QWidget):
    """Shows one covered cell as it looks on the board; ``set_framed`` puts the frame of the lowest chance on it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._is_framed = False
        self.setFixedSize(metrics.SWATCH, metrics.SWATCH)

    def set_framed(self, is_framed: bool) -> None:
        self._is_framed = is_framed
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = themes.for_palette(self.palette())
            # The grooves around a cell belong to the board.
            corners = QPainterPath()
            radius = metrics.cell_radius(self.width())
            corners.addRoundedRect(QRectF(self.rect()), radius, radius)
            painter.setClipPath(corners)
            paint_cell(painter, QRectF(self.rect()), self._look, theme, self.font(), pressed=False, hovered=False)
            if self._is_framed:
                paint_frame(painter, QRectF(self.rect()), ink_on(theme.covered))


class _Legend(QWidget):
    """Swatches with a word after each group of them. Attributes: ``swatches``, ``words``, the labels."""

    def __init__(
        self, parent: QWidget, name: str, *groups: tuple[Sequence[Look], str], tips: Sequence[str] = ()
    ) -> None:
        super().__init__(parent, accessibleName=name)
        self.swatches: list[Swatch] = []
        self.words: list[QLabel] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.NARROW)
        for index, (looks, word) in enumerate(groups):
            swatches, label = [Swatch(look, self) for look in looks], QLabel(word, self)
            for part in (*swatches, label):
                part.setToolTip(tips[index] if tips else "")
                row.addWidget(part)
            row.addSpacing(metrics.NARROW)
            self.swatches += swatches
            self.words.append(label)


class Legends(QWidget):
    """The legend of the present overlay, in one row; nothing without an overlay.

    Attributes: ``known``, for known cells, ``differences``, for those of which only one of two agents is right,
    ``elsewhere``, for cells that touch no clue, ``scale``, for the chances of others, ``levels``, for reasoning levels;
    ``overlay``, the present one.
    Signal: ``changed``, when another width is needed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known = _Legend(
            self,
            "Overlay: a ring marks a cell known to be safe, a diamond a known mine",
            *(((Look(Face.COVERED, mark=mark),), word) for mark, word in ((Mark.SAFE, "safe"), (Mark.MINE, "mine"))),
        )
        self.differences = _Legend(
            self,
            "Both agents: a dashed mark on stripes is known to the reference only; a mark with a triangle is wrong; "
            "a mark with a plus is true, but does not follow by the three rules",
            ((Look(Face.COVERED, mark=Mark.SAFE, difference=RowKind.MISSING),), "missing"),
            ((Look(Face.COVERED, mark=Mark.MINE, difference=RowKind.WRONG),), "wrong"),
        )
        self.differences.setToolTip(
            "Dashed on stripes: only the reference knows it. With a triangle: your agent is wrong. "
            "With a plus: your agent is right, but not by the three rules."
        )
        self.elsewhere = _Legend(self, "", ([Look(Face.COVERED)], ""))
        self.scale = _Legend(
            self,
            "Chance to be a mine in percent, from low to high; the lowest has a frame",
            ([Look(Face.COVERED, chance=Chance(percent)) for percent in _SCALE], "% mine"),
        )
        marks = (Mark.SAFE, Mark.MINE)
        self.levels = _Legend(
            self,
            "Level of reasoning that settles a cell: one bar for a single clue, two for the subset rule, "
            "three for the overlap rule, four for the number of mines, five for cases; "
            "a ring marks a safe cell, a diamond a mine",
            *(([Look(Face.COVERED, mark=mark, level=level) for mark in marks], str(level)) for level in Reasoning),
            tips=[f"{level}: {level.meaning}" for level in Reasoning],
        )
        self.overlay = Overlay.OFF
        self._has_differences = False
        self._has_elsewhere = False
        self._is_guess_safe = False
        self._width = 0
        self._room = metrics.FEW_LEVELS_BELOW
        legends = self.elsewhere, self.scale, self.known, self.differences, self.levels
        self.setLayout(filled(ROW, metrics.EDGE, *legends))
        self._show()

    def set_overlay(self, overlay: Overlay) -> None:
        """Show the legend of ``overlay`` in place of any other."""
        self.overlay = overlay
        self._show()

    def set_differences(self, are_shown: bool) -> None:
        """Set whether the marks of the board tell a student's agent and the reference apart."""
        self._has_differences = are_shown
        self._show()

    def set_elsewhere(self, chance: Chance | None, is_every_cell: bool, is_guess_safe: bool = False) -> None:
        """Show the ``chance`` of the cells that touch no clue, which may be every cell; ``None`` if none has it.

        ``is_guess_safe``: any cell that is not a certain mine is safe, as the legend of the chances then says.
        """
        self._has_elsewhere, self._is_guess_safe = chance is not None, is_guess_safe
        if chance is not None:
            text = f"{'every cell' if is_every_cell else 'elsewhere'} {chance.text} %"
            self.elsewhere.words[0].setText(text)
            self.elsewhere.setAccessibleName(f"Chance to be a mine: {text}{', lowest risk' if chance.is_best else ''}")
            self.elsewhere.swatches[0].set_framed(chance.is_best)
        self._show()

    def set_room(self, width: int) -> None:
        """Set the width of the row in which legend and status stand: in a narrow one some swatches are left out."""
        self._room = width
        self._show()

    def set_small(self, is_small: bool, room: int) -> None:
        """Set whether the legend of the levels has small swatches and words, for a row of its own.

        Words that don't fit into the ``room`` are in the tool tips only, those in the middle first.
        """
        side, scale = (_SMALL, metrics.CAPTION) if is_small else (metrics.SWATCH, 1.0)
        for swatch in self.levels.swatches:
            swatch.setFixedSize(side, side)
        for word in self.levels.words:
            word.setFont(metrics.scaled(self.font(), scale))
        layout = self.levels.layout()
        if layout is not None:
            layout.setSpacing(metrics.HAIR if is_small else metrics.NARROW)
        words = self.levels.words
        for shown in (words, [words[0], words[-1]], []):
            for word in words:
                word.setVisible(word in shown)
            if not is_small or self.levels.sizeHint().width() <= room:
                break

    def _show(self) -> None:
        overlay, differs = self.overlay, self._has_differences
        is_wide, is_widest = self._room >= metrics.NARROW_FOOTER, self._room >= metrics.FEW_LEVELS_BELOW
        # The marks of known cells are the same without differences; those of the latter need words more.
        has_known = {Overlay.KNOWLEDGE: is_wide or not differs, Overlay.CHANCES: is_widest if differs else is_wide}
        has_differences = {Overlay.KNOWLEDGE: True, Overlay.CHANCES: is_wide}
        for mine in self.levels.swatches[1::2]:
            mine.setVisible(is_widest)
        self.known.setVisible(has_known.get(overlay, False))
        self.differences.setVisible(differs and has_differences.get(overlay, False))
        has_chances = overlay is Overlay.CHANCES
        is_guess_safe = has_chances and self._is_guess_safe
        for part in (self.known.swatches[0], self.known.words[0]):
            part.setHidden(is_guess_safe)
        self.known.words[1].setText("mine; any other is safe" if is_guess_safe else "mine")
        self.setToolTip(OTHERS_ARE_SAFE if is_guess_safe else "")
        self.elsewhere.setVisible(has_chances and self._has_elsewhere)
        self.scale.setVisible(has_chances and (is_wide or not self._has_elsewhere))
        self.levels.setVisible(overlay is Overlay.LEVELS)
        self.setVisible(overlay is not Overlay.OFF)
        if (width := self.sizeHint().width()) != self._width:
            self._width = width
            self.changed.emit()


@guarded
class Countdown(QWidget):
    """A line that empties from the right; without motion it is not shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._share = QVariantAnimation(self, startValue=1.0, endValue=0.0)
        self._share.valueChanged.connect(self.update)

    def start(self, milliseconds: int) -> None:
        """Begin full, and be empty after so many milliseconds; hide for 0."""
        self._share.stop()
        self.setVisible(milliseconds > 0 and appearance.current().moves)
        if self.isVisible():
            self.raise_()
            self._share.setDuration(milliseconds)
            self._share.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            colours = themes.for_palette(self.palette()).controls
            painter.fillRect(self.rect(), colours.border)
            painter.fillRect(0, 0, round(self.width() * self._share.currentValue()), self.height(), colours.accent)


class Notice(Enum):
    """What a notice in the footer is about."""

    CHANCE = auto()
    """The chance of the selected cell."""
    INSPECTING = auto()
    """What a click does while inspecting."""
    SEED = auto()
    """The seed that was copied."""
    MISTAKE = auto()
    """A mistake in the program."""
    ONCE = auto()
    """Anything that is shown until the next status, such as what a user should know at the first start."""


@guarded
class Footer(QWidget):
    """The status text and the legends of the overlays, or a card; its height is fixed.

    A notice covers the status text and the card until it is cleared or there is a new status. Attributes: ``status``,
    the label of the text; ``legends``. Signal: ``page_changed``, after the card came in place of the status, or that
    in place of the card; ``narrowed(bool)``, whether there is room for nothing beside the status but a legend.
    """

    page_changed = Signal()
    narrowed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = self._more = ""
        self._noticed: Notice | None = None
        """What the notice is about that covers the status, ``None`` while there is none."""
        self._text = ""
        self._room = 0
        self._card: QWidget | None = None
        self._has_card = False
        self._line = QWidget(self)
        self.status = CutLabel(self._line, wraps=True)
        self.legends = Legends(self._line)
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._line)
        row.setContentsMargins(metrics.HAIR, 0, metrics.HAIR, 0)
        row.addWidget(self.status, 1)
        self._row = row
        row.addWidget(self.legends)
        self._countdown = Countdown(self)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._line)
        self._pages.currentChanged.connect(self.page_changed)
        self.setFixedHeight(metrics.STATUS_HEIGHT)
        self.set_overlay(Overlay.OFF)

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` beside the status text, before the legends."""
        self._row.insertWidget(1, button)

    def set_card(self, card: QWidget) -> None:
        """Set the widget that can be shown in place of status and legends."""
        self._card = card
        self._pages.addWidget(card)

    def set_room(self, width: int) -> None:
        """Set how wide the footer could be; until then it is as wide as it can be."""
        self._room = width
        self.legends.set_room(width)
        self._place_legends()

    def _place_legends(self) -> None:
        """In a narrow footer, put the legend of the levels, which needs its words, below the status."""
        is_narrow = (self._room or self.width()) < metrics.NARROW_FOOTER
        self.narrowed.emit(is_narrow)
        is_below = self.legends.overlay is Overlay.LEVELS and is_narrow
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if is_below else directions.LeftToRight)
        self._row.setSpacing(0 if is_below else metrics.EDGE)
        self.legends.set_small(is_below, self.contentsRect().width() - 2 * metrics.HAIR)

    @property
    def legends_width(self) -> int:
        """The width of the legends that are shown, with their distance from the status; 0 without any."""
        if self.legends.isHidden() or self._row.direction() is QBoxLayout.Direction.TopToBottom:
            return 0
        return self.legends.sizeHint().width() + metrics.EDGE

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
        self._place_legends()
        side = Qt.AlignmentFlag.AlignHCenter if overlay is Overlay.OFF else Qt.AlignmentFlag.AlignLeft
        self.status.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def set_status(self, text: str, more: str = "") -> None:
        """Show ``text`` as the status, in place of a notice of other words too; ``more`` is in the tool tip alone.

        Who sets a status or a notice tells screen readers what is new in it.
        """
        self._status, self._more = text, more
        if text != self._text:
            self._noticed = None
        self._show(text)
        self.status.setToolTip("\n".join(filter(None, (text, more))))

    def set_large(self, is_large: bool) -> None:
        """Set whether the status has a larger font, for a large window."""
        font = self.font()
        if is_large:
            font.setPixelSize(max(metrics.LARGE_STATUS, self.fontInfo().pixelSize()))
        font.setWeight(self.status.font().weight())
        self.status.setFont(font)

    def set_countdown(self, milliseconds: int) -> None:
        """Write the status bold for so long, with a line below it that empties; at once as usual for 0."""
        font = self.status.font()
        font.setWeight(QFont.Weight.DemiBold if milliseconds else QFont.Weight.Normal)
        self.status.setFont(font)
        self._countdown.start(milliseconds)

    def set_notice(self, text: str, topic: Notice) -> None:
        """Show ``text`` in place of the status and of any other notice, until the next status."""
        self._noticed = topic
        self._show(text)

    def clear_notice(self, topic: Notice | None = None) -> None:
        """Show the status again in place of a notice; with ``topic``, only in place of a notice of that topic."""
        if self._noticed is not None and topic in (None, self._noticed):
            self._noticed = None
            self.set_status(self._status, self._more)

    def _show(self, text: str) -> None:
        self._choose_page()
        if text != self._text:
            self._text = text
            self.status.setText(with_unbroken_cells(text).replace(" %", f"{NO_BREAK}%"))
            self.status.setToolTip(text)
            self.status.setAccessibleName(f"Status: {text}")

    def _choose_page(self) -> None:
        shows_card = self._card is not None and self._has_card and self._noticed is None
        self._pages.setCurrentWidget(self._card if self._card is not None and shows_card else self._line)

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._countdown.setGeometry(0, self.height() - _LINE, self.width(), _LINE)
        self.legends.set_room(self._room or self.width())
        self._place_legends()

    def minimumSizeHint(self) -> QSize:
        # The status is cut off where space is short; the legends are not, but they need not fit the narrowest window.
        return QSize(0, self.height())
