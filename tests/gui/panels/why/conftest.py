"""Provides a shown panel Why about a fixed position, with a fake explanation service, to its tests."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from tests.gui.support.inspected import POSITION, FixedBoardSource
from tests.gui.support.shown import shown


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(POSITION)


@pytest.fixture
def panel(qtbot: QtBot, source: FixedBoardSource) -> WhyPanel:
    made = WhyPanel(source, source.selection)
    source.setParent(made)
    return shown(qtbot, made, 420, 400)
