"""The fields of the dialog, each of which shows and sets one value of ``Preferences`` at once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSlider, QWidget

from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model.text.number_text import counted

_Member = TypeVar("_Member", bound=Enum)


class CheckField(QCheckBox):
    """A switch of ``preferences``: the attribute with the name ``value``."""

    def __init__(self, preferences: Preferences, value: str, text: str, description: str = "") -> None:
        super().__init__(text)
        self._preferences = preferences
        self._value = value
        self.setObjectName(value)
        self.setToolTip(description)
        self.setAccessibleDescription(description)
        self._show(value)
        self.toggled.connect(self._apply)
        preferences.changed.connect(self._show)

    @Slot(bool)
    def _apply(self, on: bool) -> None:
        setattr(self._preferences, self._value, on)

    @Slot(str)
    def _show(self, name: str) -> None:
        if name == self._value:
            self.setChecked(getattr(self._preferences, name))


class ChoiceField(QComboBox):
    """A choice of ``preferences`` among the keys of ``words``, which holds the word that stands for each."""

    def __init__(self, preferences: Preferences, value: str, words: Mapping[_Member, str]) -> None:
        super().__init__()
        self._preferences = preferences
        self._value = value
        self._members = list(words)
        self.setObjectName(value)
        self.addItems(list(words.values()))
        self._show(value)
        self.activated.connect(self._apply)
        preferences.changed.connect(self._show)

    @Slot(int)
    def _apply(self, index: int) -> None:
        setattr(self._preferences, self._value, self._members[index])

    @Slot(str)
    def _show(self, name: str) -> None:
        if name == self._value:
            self.setCurrentIndex(self._members.index(getattr(self._preferences, name)))


class SpeedField(QWidget):
    """The speed of Auto-play, as a ``slider`` with its value beside it."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setAccessibleName("Speed of Auto-play")
        self._label = QLabel(self)
        self._label.setMinimumWidth(self._label.fontMetrics().horizontalAdvance("88 moves/s "))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.GAP)
        row.addWidget(self.slider, 1)
        row.addWidget(self._label)
        self._show("speed")
        self.slider.valueChanged.connect(self._apply)
        preferences.changed.connect(self._show)

    @Slot(int)
    def _apply(self, position: int) -> None:
        self._preferences.speed = SPEEDS[position]

    @Slot(str)
    def _show(self, name: str) -> None:
        if name == "speed":
            speed = self._preferences.speed
            text = f"{counted(speed, 'move')}/s" if speed else "instant"
            self._label.setText(text)
            self.slider.setAccessibleDescription(text)
            self.slider.setValue(SPEEDS.index(speed))
