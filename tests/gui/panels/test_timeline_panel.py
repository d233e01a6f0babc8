"""Tests of the timeline panel: the slider has all the room, and no text moves it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.timeline_panel import TimelinePanel
from minesweeper_qt.gui.session.game_review import GameReview
from tests.gui.support.windows import Player


@pytest.fixture
def panel(player: Player) -> TimelinePanel:
    made = TimelinePanel(player.session, GameReview(player.session))
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


@pytest.mark.parametrize("width, has_ends, has_label", [(520, True, True), (350, False, True), (240, False, False)])
def test_in_a_narrow_panel_some_parts_are_left_out_and_none_overlaps(
    panel: TimelinePanel, qtbot: QtBot, width: int, has_ends: bool, has_label: bool
) -> None:
    # A layout keeps a window as wide as it needs, but not a panel in a dock.
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(640, 480)
    panel.setParent(window)
    window.show()
    panel.show()
    panel.resize(width, 38)
    QCoreApplication.processEvents()
    assert panel.width() == width
    parts = [panel.slider, panel.label, *panel.buttons.values()]
    shown = sorted((part for part in parts if not part.isHidden()), key=lambda part: part.x())
    assert ((panel.buttons["first"] in shown), (panel.label in shown)) == (has_ends, has_label)
    assert {panel.buttons["back"], panel.buttons["forward"], panel.buttons["branch"]} <= {*shown}
    for before, after in pairwise(shown):
        assert before.geometry().right() < after.x()
    assert shown[-1].geometry().right() < width
    assert all(part.width() >= part.minimumSizeHint().width() for part in shown)


def test_a_narrow_window_shows_the_icon_of_play_on_alone(panel: TimelinePanel) -> None:
    button = panel.buttons["branch"]
    styles = Qt.ToolButtonStyle
    for width, style in ((1200, styles.ToolButtonTextBesideIcon), (700, styles.ToolButtonIconOnly)):
        panel.resize(width, 38)
        assert button.toolButtonStyle() is style
        name = QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
        assert name == "Play On from Here"
