"""Tests of what Esc does about a part of a window: only what is useful, and seen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.panel_requests import EscapeKey


@pytest.mark.parametrize("is_useful", [True, False])
@pytest.mark.parametrize("is_visible", [True, False])
def test_it_acts_while_it_is_useful_and_its_part_visible(qtbot: QtBot, is_useful: bool, is_visible: bool) -> None:
    part, done = QWidget(), list[str]()
    qtbot.addWidget(part)
    part.setVisible(is_visible)
    key = EscapeKey(part, lambda: is_useful, lambda: done.append("done"))
    assert key.use() is (is_useful and is_visible)
    assert done == ["done"] * (is_useful and is_visible)
