"""Tests of a highlight source: its requests are in effect only while it is active, and only changes are signalled."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.panel_requests import HighlightSource
from minesweeper_qt.gui.presentation.look import Highlight
from tests.gui.support.inspected import NO_CELLS, cells

ONE, OTHER = Highlight(cells=cells((0, 1))), Highlight(mines=cells((2, 2)))


@pytest.fixture
def panel(qtbot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def source(panel) -> HighlightSource:
    return HighlightSource(panel)


@pytest.fixture
def received(source) -> list[object]:
    """What was in effect at each signal."""
    values: list[object] = []

    def on_changed(changed: HighlightSource) -> None:
        assert changed is source
        values.append((changed.highlight, changed.outlined))

    source.changed.connect(on_changed)
    return values


def test_it_knows_its_panel(source, panel):
    assert source.panel is panel


def test_a_request_waits_until_the_source_is_active(source, received):
    source.set_highlight(ONE)
    source.set_outlined(cells((1, 1)))
    assert received == []
    assert (source.highlight, source.outlined) == (None, NO_CELLS)
    source.set_active(True)
    assert received == [(ONE, cells((1, 1)))]
    source.set_active(False)
    assert received[1:] == [(None, NO_CELLS)]
    source.set_highlight(OTHER)
    source.set_active(True)
    assert received[2:] == [(OTHER, cells((1, 1)))]


def test_both_kinds_of_request_change_alone(source, received):
    source.set_active(True)
    source.set_highlight(ONE)
    source.set_outlined(cells((1, 1)))
    source.set_highlight(None)
    source.set_outlined(NO_CELLS)
    assert received == [(ONE, NO_CELLS), (ONE, cells((1, 1))), (None, cells((1, 1))), (None, NO_CELLS)]


def test_only_changes_are_signalled(source, received):
    source.set_active(True)
    source.set_highlight(None)
    source.set_outlined(NO_CELLS)
    source.set_highlight(ONE)
    source.set_highlight(Highlight(cells=cells((0, 1))))
    source.set_active(True)
    assert received == [(ONE, NO_CELLS)]
