"""The switch between the views of the game window, for its tool bar."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.actions import Actions


class ViewSwitch(QFrame):
    """A button with text for each view; that of the present view is checked. Attribute: ``buttons``, from the left.

    Where there is no room for all of them, the menu bar alone has the view *Agent*.
    """

    def __init__(self, act: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("view_switch")
        self.setAccessibleName("View")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.HAIR, metrics.HAIR, metrics.HAIR, metrics.HAIR)
        row.setSpacing(0)
        self.setFixedHeight(metrics.TOOL_HEIGHT)
        self.buttons: list[QToolButton] = []
        for view in WindowView:
            action = act[view.action]
            action.setIconText(view.title)
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            self.buttons.append(button)

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether there is no room for the button of *Agent*."""
        self.buttons[list(WindowView).index(WindowView.AGENT)].setVisible(not is_narrow)
