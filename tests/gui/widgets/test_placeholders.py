"""Tests that the text in an empty field can be read in every theme."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from tests.gui.support.colours import contrast

LEAST = 4.5
THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST)


def painted_contrast(widget: QWidget) -> float:
    """Return the contrast of the text in ``widget`` with its ground: the most frequent colour, in its middle."""
    image = widget.grab(widget.rect().adjusted(10, 4, -10, -4)).toImage()
    pixels = Counter(image.pixel(x, y) for x in range(image.width()) for y in range(image.height()))
    ground = QColor(pixels.most_common(1)[0][0])
    return max(contrast(QColor(pixel), ground) for pixel in pixels)


@pytest.mark.parametrize("choice", THEMES)
@pytest.mark.parametrize("is_in_key_field", [False, True])
def test_a_placeholder_can_be_read(qtbot: QtBot, choice: ThemeChoice, is_in_key_field: bool) -> None:
    look = appearance.current()
    look.apply(replace(look.choices, theme=choice))
    widget = QKeySequenceEdit() if is_in_key_field else QLineEdit()
    qtbot.addWidget(widget)
    field = widget.findChild(QLineEdit) if isinstance(widget, QKeySequenceEdit) else widget
    assert field is not None
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    field.setPlaceholderText("■■■■■ Find an action or a key")
    widget.resize(400, 40)
    with qtbot.waitExposed(widget):
        widget.show()
    ink = look.theme.controls.placeholder
    assert field.palette().color(QPalette.ColorRole.PlaceholderText) == ink
    assert ink != look.theme.controls.text, "it does not look like a value"
    assert contrast(ink, look.theme.controls.surface) >= LEAST
    assert painted_contrast(widget) >= LEAST
