"""Tests of the short label: it wraps its text where there is space, and elides it where there is none."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.widgets.short_label import ShortLabel

TEXT = "Sentences that mention (13, 4): 5 of 87\nThe agent has not settled (13, 4)."


@pytest.fixture
def holder(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def label(qtbot: QtBot, holder: QWidget) -> ShortLabel:
    made = ShortLabel(holder)
    made.set_text(TEXT)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(made)
    column.addStretch(1)
    holder.resize(600, 200)
    with qtbot.waitExposed(holder):
        holder.show()
    return made


def test_with_enough_space_the_whole_text_is_shown(label: ShortLabel) -> None:
    assert label.shown_text == TEXT
    assert label.toolTip() == ""
    assert label.height() == 2 * label.fontMetrics().lineSpacing()


def test_a_narrow_label_wraps(label: ShortLabel, holder: QWidget, qtbot: QtBot) -> None:
    holder.resize(label.fontMetrics().horizontalAdvance("Sentences that mention"), 200)
    qtbot.waitUntil(lambda: label.height() >= 4 * label.fontMetrics().lineSpacing())
    assert label.shown_text.replace("\n", " ") == TEXT.replace("\n", " ")
    assert label.toolTip() == ""


def test_without_space_it_is_cut_short_and_the_tool_tip_has_the_whole_text(label: ShortLabel, holder: QWidget) -> None:
    whole = label.grab().toImage()
    line = label.fontMetrics().lineSpacing()
    holder.resize(200, line)
    assert holder.height() == line, "it insists on nothing"
    assert label.shown_text.startswith("Sentences that")
    assert label.shown_text.endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.shown_text) <= label.width()
    assert label.toolTip() == label.text() == TEXT
    assert label.grab().toImage() != whole.copy(label.rect()), "the end of the line is drawn"
    label.set_text("Short")
    assert (label.shown_text, label.toolTip()) == ("Short", "")


def test_of_three_lines_two_are_shown_with_the_second_cut_short(label: ShortLabel, holder: QWidget) -> None:
    holder.resize(200, 2 * label.fontMetrics().lineSpacing())
    lines = label.shown_text.splitlines()
    assert len(lines) == 2
    assert TEXT.startswith(lines[0])
    assert lines[1].endswith("…")
