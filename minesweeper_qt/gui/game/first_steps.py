"""Shows the first steps in place of the table of sentences, before the first move of a game."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from minesweeper_qt.gui.panels.knowledge.knowledge_panel import NOTHING_KNOWN
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.labels import CutLabel, EmptyState
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences

_KEYS = {"ai_move": "lets the AI open one.", "overlay": "shows what it knows.", "why": "asks why."}
"""What the actions with these names do."""


class FirstSteps(EmptyState):
    """Names three keys, with a button for each; ``is_done`` once each of their actions was used, by key or otherwise.

    Signal: ``done``, when the last one was used for the first time.
    """

    done = Signal()

    def __init__(self, act: Actions, preferences: Preferences) -> None:
        super().__init__("knowledge", NOTHING_KNOWN, "Open a cell: its clue becomes a sentence.")
        self._act, self._preferences = act, preferences
        self.setObjectName("first_steps")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        keys = QWidget(self)
        grid = QGridLayout(keys)
        grid.setContentsMargins(0, metrics.NARROW, 0, 0)
        grid.setSpacing(metrics.NARROW)
        grid.setColumnStretch(1, 1)
        self._buttons = {name: self._make_button(name) for name in _KEYS}
        for row, (button, text) in enumerate(zip(self._buttons.values(), _KEYS.values(), strict=True)):
            label = CutLabel(keys)
            label.setText(text)
            label.setProperty("muted", True)
            grid.addWidget(button, row, 0)
            grid.addWidget(label, row, 1)
        self.add(keys)
        self._name_keys()

    @property
    def is_done(self) -> bool:
        """True once all three actions were used."""
        return all(self._preferences.switch(f"used_{name}", default=False) for name in self._buttons)

    def _make_button(self, name: str) -> QPushButton:
        action, button = self._act[name], QPushButton(self)
        button.setObjectName("key_cap")
        button.setAccessibleName(action.iconText())
        button.setAccessibleDescription(action.statusTip())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(action.trigger)
        action.triggered.connect(self._keep)
        action.changed.connect(self._name_keys)
        return button

    @Slot()
    def _name_keys(self) -> None:
        for name, button in self._buttons.items():
            action = self._act[name]
            button.setText(action.shortcut().toString() or action.iconText())
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())

    @Slot()
    def _keep(self) -> None:
        if not self.is_done:
            self._preferences.set_switch(f"used_{self.sender().objectName()}", on=True)
            if self.is_done:
                self.done.emit()
