"""The middle of the game window: header, board and footer below each other, the outer two as wide as the board."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.game.result_card import ResultCard
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.window.footer import Footer
from minesweeper_qt.gui.window.header import Header


@guarded
class BoardColumn(QWidget):
    """Places header, board and footer; the heights of the first and the last depend on view and window alone."""

    def __init__(self, header: Header, area: BoardArea, footer: Footer, card: ResultCard) -> None:
        super().__init__()
        self._header = header
        self._area = area
        self._footer = footer
        self._card = card
        self._is_compact = False
        for part in (header, area, footer):
            part.setParent(self)
        for changed in (area.arranged, footer.page_changed, card.changed):
            changed.connect(self._fit_widths)

    def set_compact(self, is_compact: bool) -> None:
        """Set whether header and footer are low at any height of the window."""
        self._is_compact = is_compact
        self._arrange()

    def _arrange(self) -> None:
        is_low = self.window().height() < metrics.COMPACT_BELOW
        self._header.set_compact(self._is_compact or is_low)
        self._card.set_compact(self._is_compact)
        high = metrics.LOW_FOOTER_HEIGHT if is_low else metrics.FOOTER_HEIGHT
        self._footer.set_height(metrics.COMPACT_FOOTER_HEIGHT if self._is_compact else high)
        top = metrics.GAP + self._header.height() + metrics.GAP
        room = self.height() - top - self._footer.height()
        self._area.setGeometry(QRect(metrics.GAP, top, self.width() - 2 * metrics.GAP, room))
        if self._area.isHidden():
            # A hidden widget receives the event of its new size only when it is shown.
            self._area.arrange()
        self._fit_widths()

    @Slot()
    def _fit_widths(self) -> None:
        """Make header and footer as wide as the board, between their least width and that of the window.

        A card in the footer is as wide as its texts, if there is room.
        They stand next to the board, also where the window is higher than all three.
        """
        board = self._area.board_rect
        most, edge = self.width() - 2 * metrics.GAP, max(self._area.height() - board.height(), 0) // 2
        header = max(metrics.HEADER_WIDTH, self._header.minimumSizeHint().width())
        card = self._card.whole_width if self._footer.shows_card else 0
        for part, least, top in (
            (self._header, header, metrics.GAP + edge),
            (self._footer, max(metrics.FOOTER_WIDTH, card), self.height() - self._footer.height() - edge),
        ):
            width = min(max(board.width(), least), most)
            part.setGeometry((self.width() - width) // 2, top, width, part.height())
        self._header.set_room(self._header.width())

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return self._area.sizeHint() + QSize(0, self._outside())

    def minimumSizeHint(self) -> QSize:
        least = self._area.minimumSizeHint().expandedTo(QSize(metrics.HEADER_WIDTH, 0))
        return least + QSize(2 * metrics.GAP, self._outside())

    def _outside(self) -> int:
        """Return the height of everything but the board, at least."""
        return 2 * metrics.GAP + metrics.COMPACT_HEADER_HEIGHT + metrics.COMPACT_FOOTER_HEIGHT
