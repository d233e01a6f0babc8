"""Tests of the timeline panel: its text is whole while there is room, and neither moves the slider nor the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from minesweeper_qt.gui.panels.timeline_panel import TimelinePanel
from tests.gui.support.windows import Player


@pytest.fixture
def panel(player: Player) -> TimelinePanel:
    made = TimelinePanel(player.session)
    player.qtbot.addWidget(made)
    made.show()
    player.click((4, 4))
    player.click((0, 0))
    return made


@pytest.mark.slow
def test_a_text_is_whole_where_there_is_room(panel: TimelinePanel) -> None:
    for width in (1280, 900, 640):
        panel.resize(width, 38)
        assert panel.label.text() == panel.label.toolTip()
        assert panel.label.text().startswith("Move ")


@pytest.mark.slow
def test_where_there_is_none_the_text_is_cut_off_and_the_slider_can_be_used(panel: TimelinePanel) -> None:
    panel.resize(360, 38)
    assert panel.label.text() != panel.label.toolTip()
    assert panel.slider.width() >= 60
    assert panel.width() == 360


@pytest.mark.slow
def test_another_text_does_not_move_the_slider(panel: TimelinePanel) -> None:
    panel.resize(900, 38)
    before = panel.slider.geometry()
    panel.session.timeline.show_move(0)
    assert panel.label.text() == "Before the first move"
    assert panel.slider.geometry() == before


def test_a_narrow_window_shows_the_icon_of_play_on_alone(panel: TimelinePanel) -> None:
    button = panel.buttons["branch"]
    styles = Qt.ToolButtonStyle
    for width, style in ((1200, styles.ToolButtonTextBesideIcon), (700, styles.ToolButtonIconOnly)):
        panel.resize(width, 38)
        assert button.toolButtonStyle() is style
        assert button.accessibleName() == "Play On from Here"
