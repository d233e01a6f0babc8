"""Tests of the timeline panel: the slider has all the room, and no text moves it."""

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
def test_the_slider_has_all_the_room_and_a_text_moves_nothing(panel: TimelinePanel) -> None:
    panel.resize(630, 38)
    before = panel.slider.geometry()
    assert before.width() >= 300
    assert panel.label.text() == "2 / 2"
    panel.session.timeline.show_move(0)
    assert panel.label.text() == "0 / 2"
    assert panel.slider.toolTip() == "Before the first move"
    assert panel.slider.geometry() == before
    panel.resize(320, 38)
    assert panel.slider.width() >= 60
    assert panel.buttons["first"].isHidden()
    assert not panel.buttons["back"].isHidden()


def test_a_narrow_window_shows_the_icon_of_play_on_alone(panel: TimelinePanel) -> None:
    button = panel.buttons["branch"]
    styles = Qt.ToolButtonStyle
    for width, style in ((1200, styles.ToolButtonTextBesideIcon), (700, styles.ToolButtonIconOnly)):
        panel.resize(width, 38)
        assert button.toolButtonStyle() is style
        assert button.accessibleName() == "Play On from Here"
