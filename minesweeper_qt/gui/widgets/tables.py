"""Parts of item models and their views: indices, headers of columns, and the table that all panels have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded

Index: TypeAlias = QModelIndex | QPersistentModelIndex
"""An index as Qt's item models take it."""

NO_PARENT = QModelIndex()
"""The default ``parent`` of ``rowCount`` and ``columnCount``: invalid, as no index of a table has children."""


ColumnT = TypeVar("ColumnT", bound=int)

_Role = Qt.ItemDataRole
_ROLES = {_Role.DisplayRole, _Role.ToolTipRole, _Role.AccessibleDescriptionRole, _Role.TextAlignmentRole}
"""The roles for which a header has data. A view queries mostly other roles."""


class Headers:
    """The header of a table or tree: for each column, from 0, its title, its explanation and its alignment.

    The columns in ``centred`` are centred, those in ``right`` aligned right, the others left.
    """

    def __init__(
        self, texts: Mapping[ColumnT, tuple[str, str]], centred: Collection[int] = (), right: Collection[int] = ()
    ) -> None:
        self._texts = [texts[column] for column in sorted(texts)]
        align = Qt.AlignmentFlag
        sides = dict.fromkeys(centred, align.AlignHCenter) | dict.fromkeys(right, align.AlignRight)
        self._alignments = [sides.get(column, align.AlignLeft) | align.AlignVCenter for column in sorted(texts)]

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return the alignment of a column, which its cells have too."""
        return self._alignments[column]

    def data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return what ``headerData`` of an item model returns."""
        if role not in _ROLES or orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._texts):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignments[section]
        title, explanation = self._texts[section]
        return title if role == Qt.ItemDataRole.DisplayRole else explanation


RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class Column(Generic[RowT]):
    """A column of a table: its title, the explanation of that, and the text that it has for a row.

    It is wide enough for ``sample``, and left out in a window that is narrower than ``least_width``.
    """

    title: str
    explanation: str
    text: Callable[[RowT], str]
    sample: str = "9999"
    least_width: int = 0
    is_figure: bool = True


@guarded
class ColumnsModel(QAbstractTableModel, Generic[RowT]):
    """A table with ``columns``, the same for each of its ``rows``; both are attributes.

    Figures are at the right below centred titles, or in the middle too if the model ``centres_figures``.
    """

    rows: Sequence[RowT] = ()

    def __init__(
        self, columns: Sequence[Column[RowT]], parent: QObject | None = None, *, centres_figures: bool = False
    ) -> None:
        super().__init__(parent)
        self.columns = columns
        texts = {number: (column.title, column.explanation) for number, column in enumerate(columns)}
        figures = [number for number, column in enumerate(columns) if column.is_figure]
        # The arrow of a sorted table would cover the end of a title at the right.
        self._headers = Headers(texts, centred=figures)
        self._cells = self._headers if centres_figures else Headers(texts, right=figures)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return column.text(self.rows[index.row()])
        if role == Qt.ItemDataRole.AccessibleTextRole:  # a row is read without the titles of its columns
            text = column.text(self.rows[index.row()])
            return f"{column.title} {text}" if text and column.is_figure else text
        return self._cells.alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self._headers.data(section, orientation, role)


def runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return the runs of consecutive numbers among ``rows``, each as (first, last), in ascending order.

    >>> runs([9, 10, 1, 2, 3, 7])
    [(1, 3), (7, 7), (9, 10)]
    """
    found: list[tuple[int, int]] = []
    for row in sorted(rows):
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found


@guarded
class RowTable(QTableView):
    """The table view of the inspector's tables: selects whole rows, all of one height, without a grid.

    Attributes: ``hint``, the text that is painted in the middle while the table has no rows; empty for none;
    ``hint_icon``, the name of the icon above it, if there is room.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, wordWrap=False, showGrid=False, cornerButtonEnabled=False)
        self.hint = self.hint_icon = ""
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)

    def fit_columns(self, samples: Iterable[tuple[int, str]]) -> None:
        """Set the width of columns so that their titles and a sample of their texts fit.

        ``samples`` are pairs of a column's number and its sample text.
        """
        font, header = QFontMetrics(self.font()), self.horizontalHeader()
        for column, sample in samples:
            width = font.horizontalAdvance(sample) + 2 * font.averageCharWidth()
            header.resizeSection(column, max(width, header.sectionSizeHint(column)))

    def _fit_rows(self) -> None:
        """Set the same height for all rows: 1.5 times the height of the font, but enough to be clicked."""
        height = max(round(self.fontMetrics().height() * 1.5), metrics.ROW_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(height)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hint and not self.model().rowCount():
            font = self.fontMetrics()
            area = self.viewport().rect().adjusted(font.height(), 0, -font.height(), 0)
            flags, text = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.hint
            if font.boundingRect(area, int(flags), text).height() > area.height():
                # One elided line is easier to read than several lines that are cut off.
                text = font.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
                flags = Qt.AlignmentFlag.AlignCenter
            with QPainter(self.viewport()) as painter:
                self._paint_icon(painter, area, font.boundingRect(area, int(flags), text).top())
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(area, int(flags), text)

    def _paint_icon(self, painter: QPainter, area: QRect, bottom: int) -> None:
        """Paint the icon of the hint above ``bottom`` in the middle of ``area``, if there is room."""
        side = metrics.EMPTY_ICON
        place = QRect(area.center().x() - side // 2, bottom - metrics.NARROW - side, side, side)
        if self.hint_icon and place.top() >= metrics.GAP:
            # The style sheet gives what is disabled in the table the colour of all its text.
            assets.icon(self.hint_icon, QApplication.palette()).paint(painter, place, mode=QIcon.Mode.Disabled)
