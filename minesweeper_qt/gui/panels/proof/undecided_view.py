"""The view of an undecided cell in the proof panel: two layouts side by side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from minesweeper_qt.gui.board.layout_picture import LayoutPicture
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.text.cell_text import MOST_LISTED, joined, listed


@guarded
class UndecidedView(QScrollArea):
    """Shows an ``Undecided``: a layout with a mine at the cell, one without, and the cells of least risk.

    Signal: ``cell_requested(Cell)``, emitted when the user follows the link to another cell.

    Attributes: ``pictures``, the two layouts; ``words``, the label about them; ``advice``, the label with the links.
    """

    cell_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Two layouts")
        content = QWidget(self)
        self.pictures = (LayoutPicture("Layout with a mine there"), LayoutPicture("Layout without a mine there"))
        self._captions = (QLabel("A mine there:"), QLabel("No mine there:"))
        self.words = QLabel()
        self.advice = QLabel()
        grid = QGridLayout(content)
        room = grid.contentsMargins()
        grid.setContentsMargins(0, 0, room.right() // 2, 0)
        # The advice comes first, so that it is visible in a low panel too.
        for label in (self.advice, self.words):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        grid.addWidget(self.advice, 0, 0, 1, 2)
        for column in (0, 1):
            grid.addWidget(self._captions[column], 1, column)
            grid.addWidget(self.pictures[column], 2, column, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(column, 1)
        grid.addWidget(self.words, 3, 0, 1, 2)
        grid.setRowStretch(4, 1)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setAccessibleName("What the layouts show")
        self.advice.setTextFormat(Qt.TextFormat.RichText)
        self.advice.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.advice.setAccessibleName("What else there is to open")
        self.advice.linkActivated.connect(self._follow)
        self.setWidget(content)
        self._advised: tuple[Cell, ...] = ()
        self._advice_text = ""

    def show_undecided(self, found: Undecided) -> None:
        """Show the two layouts of ``found`` and the texts about them."""
        differing = found.with_mine ^ found.without
        for picture, mines in zip(self.pictures, (found.with_mine, found.without), strict=True):
            picture.show_layout(found.position, found.cell, mines, differing)
        self.words.setText(proof_panel_text.with_unbroken_cells(proof_panel_text.layouts_text(found)))
        self.setToolTip(found.layouts_text)
        self._advice_text, self._advised = proof_panel_text.safest_cells_text(found)
        self._write_advice()
        # Otherwise a screen reader would read out the HTML of the links.
        self.advice.setAccessibleDescription(f"{self._advice_text} {listed(self._advised, MOST_LISTED)}.")
        self.verticalScrollBar().setValue(0)

    def _write_advice(self) -> None:
        """Write the links in the colour of text: a palette's link colour may be made for another background."""
        # Not the palette of the label, which changes later than the palette of this widget.
        ink = self.palette().color(QPalette.ColorRole.WindowText).name()
        self.advice.setText(f"{self._advice_text} {_links(self._advised, ink)}.")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self._advised:
            self._write_advice()

    @Slot(str)
    def _follow(self, link: str) -> None:
        i, j = link.split(",")
        self.cell_requested.emit((int(i), int(j)))


def _links(cells: tuple[Cell, ...], ink: str) -> str:
    """Return HTML with the cells as links of the colour ``ink``, at most ``MOST_LISTED`` of them, then a count."""
    first = [f'<a style="color: {ink}" href="{i},{j}">({i},&nbsp;{j})</a>' for i, j in cells[:MOST_LISTED]]
    return joined(first, len(cells) - len(first))
