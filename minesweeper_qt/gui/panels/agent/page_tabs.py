"""Tabs whose names are shortened together where there is no room for all of them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded

_AROUND_NAME = 16
"""The padding and the margin of a tab in the style sheet, in pixels."""


@guarded
class PageTabs(QTabWidget):
    """Pages with tabs, each of which has a long and a short name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agent_tabs")
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabBar().setExpanding(False)
        self.tabBar().setAccessibleName("Pages")
        self._pages: list[QWidget] = []
        self._names: list[tuple[str, str]] = []

    def add_page(self, page: QWidget, name: str, short: str, purpose: str) -> None:
        """Add a page; ``purpose`` is the tool tip of its tab."""
        self._pages.append(page)
        self._names.append((name, short))
        self.addTab(page, name)
        self.setTabToolTip(self.count() - 1, purpose)
        self._fit()

    def rename(self, page: QWidget, name: str, short: str) -> None:
        """Give the tab of ``page`` other names."""
        place = self._pages.index(page)
        if self._names[place] != (name, short):
            self._names[place] = (name, short)
            self._fit()

    def _fit(self) -> None:
        """Show the long names if there is room for all of them, whichever tab is selected, else the short ones."""
        measure = QFontMetrics(metrics.scaled(self.tabBar().font(), 1, QFont.Weight.DemiBold)).horizontalAdvance
        width = sum(measure(name) + _AROUND_NAME for name, _ in self._names)
        self._show(0 if width <= self.width() else 1)

    def _show(self, form: int) -> None:
        for place, names in enumerate(self._names):
            if self.tabText(place) != names[form]:
                self.setTabText(place, names[form])
                self.tabBar().setAccessibleTabName(place, names[0])

    # -- overrides of Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        width = max((page.minimumSizeHint().width() for page in self._pages), default=0)
        return QSize(width, self.tabBar().sizeHint().height() + metrics.PAGE_HEIGHT)
