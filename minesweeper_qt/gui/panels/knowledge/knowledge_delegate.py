"""Paints the rows of the table: the effect of the shown move, and in which way two agents differ."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from minesweeper_qt.gui.panels.knowledge.knowledge_model import ROW, Column, Row, Trace
from minesweeper_qt.gui.presentation.comparison_text import Standing
from minesweeper_qt.gui.widgets import assets, metrics, theme
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import Index
from minesweeper_qt.gui.widgets.theme import Controls
from minesweeper_qt.model.student.knowledge_comparison import RowKind

FADED = 0.25
"""The share of the background in the text colour of a sentence that is no longer in force."""

_BOLD = (RowKind.WRONG, RowKind.MISSING)


def row_ground(kind: RowKind | None, colours: Controls) -> QColor | None:
    """Return the ground of rows of the ``kind``; ``None`` for that of other rows."""
    grounds = {
        RowKind.WRONG: colours.wrong_row,
        RowKind.MISSING: colours.missing_row,
        RowKind.FURTHER: colours.further_row,
    }
    return None if kind is None else grounds.get(kind)


def mark_ink(kind: RowKind, colours: Controls) -> QColor:
    """Return the colour of the mark of rows of the ``kind``."""
    inks = {RowKind.WRONG: colours.loss, RowKind.MISSING: colours.accent, RowKind.FURTHER: colours.text}
    return inks.get(kind, colours.muted)


@guarded
class KnowledgeDelegate(QStyledItemDelegate):
    """Marks rows by signs before the sentence, and by their ground and font.

    A sentence that the shown move added or shortened has a sign and a ground, and one that it removed is struck out.
    Where the sentences are those of two agents, each row has the mark of its kind before the sentence; all but those
    that both have have a ground, and those that are wrong or missing are bold. Behind the sentence are the signs of one
    that is stated more than once, is empty, or has settled cells left in.
    """

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        row: Row = index.data(ROW)
        if row.trace is not None:
            _show_trace(option, row.trace)
        if row.standing is not None:
            _show_kind(option, row.standing.row.kind)
        if index.column() == Column.SENTENCE:
            # Space for the marks, like for an icon, in unmarked rows too: so all sentences are aligned.
            width = _sign_width(option) + (_mark_side(option) + metrics.NARROW if row.standing is not None else 0)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.decorationSize = QSize(width, 1)
            _cut(option, row, width)
        elif row.standing is not None and index.column() in (Column.YOURS, Column.REFERENCE):
            _shorten(option, row.standing, is_own=index.column() == Column.YOURS)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row: Row = index.data(ROW)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if row.standing is not None and is_selected:
            _paint_frame(painter, option, is_first=index.column() == Column.SENTENCE)
        if index.column() != Column.SENTENCE:
            return
        # Drawn separately from the text, which may be struck out or cut short.
        gap = option.fontMetrics.averageCharWidth() // 2
        place = option.rect.adjusted(gap, 0, 0, 0)
        if row.standing is not None:
            side = _mark_side(option)
            mark = QRect(place.left(), place.center().y() - side // 2, side, side)
            _paint_mark(painter, mark, row.standing.row.kind, option.palette)
            place.setLeft(mark.right() + metrics.NARROW)
            _paint_signs(painter, option, row.standing.signs)
        if row.trace is not None:
            role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
            place.setWidth(_sign_width(option))
            painter.setPen(option.palette.color(role))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.trace.value)


def _show_trace(option: QStyleOptionViewItem, trace: Trace) -> None:
    palette: QPalette = option.palette
    if trace is Trace.REMOVED:
        base, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
        palette.setColor(QPalette.ColorRole.Text, theme.mixed(ink, base, FADED))
        option.palette = palette
        font = option.font
        font.setStrikeOut(True)
        option.font = font
    else:
        option.backgroundBrush = QBrush(theme.for_palette(palette).controls.new_row)


def _show_kind(option: QStyleOptionViewItem, kind: RowKind) -> None:
    ground = row_ground(kind, theme.for_palette(option.palette).controls)
    if ground is not None:
        option.backgroundBrush = QBrush(ground)
    if kind in _BOLD:
        font = option.font
        font.setWeight(QFont.Weight.DemiBold)
        option.font = font
        option.fontMetrics = QFontMetrics(font)


def _cut(option: QStyleOptionViewItem, row: Row, marks: int) -> None:
    """Show the longest text of the sentence that fits between its ``marks``, so wide, and its signs."""
    measure = option.fontMetrics.horizontalAdvance
    signs = row.standing.signs if row.standing is not None else ""
    taken = 2 * metrics.NARROW + marks + metrics.GAP + (measure(signs) + metrics.GAP if signs else 0)
    room = option.rect.width() - taken
    if measure(option.text) > room:
        shorter = row.shorter_texts or [option.text]
        least = option.fontMetrics.elidedText(shorter[-1], Qt.TextElideMode.ElideRight, max(room, 0))
        option.text = next((text for text in shorter if measure(text) <= room), least)


def _shorten(option: QStyleOptionViewItem, standing: Standing, *, is_own: bool) -> None:
    """Show the brief text of the column of an agent where the other one does not fit."""
    room = option.rect.width() - 2 * option.fontMetrics.averageCharWidth()
    if option.fontMetrics.horizontalAdvance(option.text) > room:
        option.text = standing.own_text(brief=True) if is_own else standing.reference_text(brief=True)


def _paint_frame(painter: QPainter, option: QStyleOptionViewItem, *, is_first: bool) -> None:
    """Paint a part of the frame of a selected row: its ground alone is hardly another one than that of missing rows."""
    colour, place = theme.for_palette(option.palette).controls.accent, option.rect
    painter.fillRect(QRect(place.left(), place.top(), place.width(), 1), colour)
    painter.fillRect(QRect(place.left(), place.bottom(), place.width(), 1), colour)
    if is_first:
        painter.fillRect(QRect(place.left(), place.top(), metrics.HAIR, place.height()), colour)


def _paint_signs(painter: QPainter, option: QStyleOptionViewItem, signs: str) -> None:
    painter.setFont(option.font)
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    place = option.rect.adjusted(0, 0, -metrics.GAP, 0)
    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, signs)


def _paint_mark(painter: QPainter, place: QRect, kind: RowKind, palette: QPalette) -> None:
    inked = QPalette(palette)
    inked.setColor(QPalette.ColorRole.ButtonText, mark_ink(kind, theme.for_palette(palette).controls))
    assets.icon(f"row-{kind.value}", inked).paint(painter, place)


def _mark_side(option: QStyleOptionViewItem) -> int:
    height: int = option.fontMetrics.height()
    return max(height, metrics.ROW_ICON)


def _sign_width(option: QStyleOptionViewItem) -> int:
    return max(option.fontMetrics.horizontalAdvance(trace.value) for trace in Trace)
