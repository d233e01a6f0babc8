"""The controls for the speed of Auto-play: a slider with a label, and a menu for where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QLabel, QMenu, QSlider, QWidget

from minesweeper_qt.gui.session.autoplay import SPEEDS, Autoplay
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.model.text.number_text import counted

_LETTERS = "124863mi"
"""The key of each speed in the menu: a letter or a digit of its text, which stands for one speed only."""


class SpeedControl(QObject):
    """Sets the speed of ``autoplay``, by a ``slider`` with a ``label`` or by an entry of ``menu``.

    ``menu`` can be shown in several places; the slider's value is the index of the speed in ``SPEEDS``.
    """

    def __init__(self, autoplay: Autoplay, parent: QWidget) -> None:
        super().__init__(parent)
        self._autoplay = autoplay
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedWidth(metrics.SPEED_SLIDER_WIDTH)
        self.slider.setAccessibleName("Auto-play speed")
        self.label = QLabel()
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance("88 moves/s "))
        self.label.setBuddy(self.slider)
        self.menu = QMenu("Sp&eed", parent)
        self._group = QActionGroup(self)
        for index, speed in enumerate(SPEEDS):
            text = _words(speed)
            place = text.index(_LETTERS[index])
            action = QAction(f"{text[:place]}&{text[place:]}", self._group)
            action.setCheckable(True)
            action.setData(index)
            action.triggered.connect(self._on_chosen)
        self.menu.addActions(self._group.actions())
        self.slider.valueChanged.connect(self._on_changed)
        self._on_changed(self.slider.value())

    @property
    def speed(self) -> int:
        """The chosen moves per second, 0 for instant."""
        return SPEEDS[self.slider.value()]

    def set_speed(self, speed: int) -> None:
        """Choose ``speed``, one of ``SPEEDS``."""
        self.slider.setValue(SPEEDS.index(speed))

    @Slot()
    def slow_down(self) -> None:
        """Choose the next lower speed, if there is one."""
        self.slider.setValue(self.slider.value() - 1)

    @Slot()
    def speed_up(self) -> None:
        """Choose the next higher speed, if there is one."""
        self.slider.setValue(self.slider.value() + 1)

    @Slot()
    def _on_chosen(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.slider.setValue(int(action.data()))

    @Slot(int)
    def _on_changed(self, position: int) -> None:
        text = _words(SPEEDS[position])
        self.label.setText(text)
        self.slider.setAccessibleDescription(text)
        self.slider.setToolTip(f"Auto-play speed: {text}")
        self._group.actions()[position].setChecked(True)
        self._autoplay.set_speed(SPEEDS[position])


def _words(speed: int) -> str:
    return f"{counted(speed, 'move')}/s" if speed else "instant"
