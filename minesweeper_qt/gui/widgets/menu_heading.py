"""Headings of groups in menus: a style sheet lets Qt draw a section as a bare line, without its text."""

from __future__ import annotations

from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QLabel, QMenu, QWidgetAction

from minesweeper_qt.gui.widgets import metrics


def add_heading(menu: QMenu, text: str) -> QAction:
    """Add ``text`` to ``menu`` as a heading, which can't be chosen, with a line above it unless it comes first."""
    if menu.actions():
        menu.addSeparator()
    label = QLabel(text, menu)
    label.setObjectName("menu_heading")
    label.setFont(metrics.scaled(menu.font(), metrics.CAPTION, QFont.Weight.DemiBold))
    label.setProperty("muted", True)
    heading = QWidgetAction(menu)
    heading.setText(text)
    heading.setSeparator(True)
    heading.setDefaultWidget(label)
    menu.addAction(heading)
    return heading
