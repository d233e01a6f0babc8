"""Tests of header and footer: the status is readable at every window size, and the legends leave space for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.window.header import Footer, Swatch, Topic
from minesweeper_qt.model import Reasoning
from tests.gui.support.windows import Key, MakePlayer, Player

SIZES = [(800, 600), (1366, 768)]
LONGEST = (
    "No known safe move: AI made a random move. Revealed 12 cells. Guess at (0, 0): risk 15 %, the lowest was 12 %."
)


def is_whole(player: Player) -> bool:
    label = player.window.footer.status
    return label.heightForWidth(label.width()) <= label.height()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("risks", [False, True])
def test_outcome_and_risk_can_be_read(make_player: MakePlayer, size: tuple[int, int], risks: bool) -> None:
    player = make_player("beginner", seed=1)
    player.window.resize(*size)
    assert player.action("knowledge").isChecked()
    player.action("risks").setChecked(risks)
    player.click((4, 4))
    player.click(min(player.game.mines))
    player.wait_until_computed()
    assert player.status.startswith("Lost after ")
    assert "Guess at " in player.status
    assert is_whole(player)
    player.window.footer.set_status(LONGEST)
    assert is_whole(player)


@pytest.mark.slow
def test_in_a_narrow_window_the_legends_are_below(player: Player) -> None:
    footer = player.window.footer
    player.key(Key.Key_R)
    player.window.resize(1366, 768)
    player.qtbot.waitUntil(lambda: footer.scale.geometry().left() >= footer.status.geometry().right())
    player.window.resize(800, 600)
    player.qtbot.waitUntil(lambda: footer.scale.geometry().top() >= footer.status.geometry().bottom())
    board = player.view.viewport().rect()
    last = player.view.visualRect(player.window.board_model.index(8, 8))
    assert board.contains(last), "the board keeps its room"
    player.wait_until_computed()


def test_each_overlay_has_its_legend(player: Player) -> None:
    footer = player.window.footer
    places = [widget.geometry() for widget in (footer, footer.status, player.view)]
    for overlay, shown in (
        (Overlay.LEVELS, (False, False, True)),
        (Overlay.CHANCES, (True, True, False)),
        (Overlay.LEVELS, (False, False, True)),
        (Overlay.KNOWLEDGE, (True, False, False)),
        (Overlay.OFF, (False, False, False)),
    ):
        footer.set_overlay(overlay)
        player.qtbot.wait(1)
        assert (footer.legend.isVisible(), footer.scale.isVisible(), footer.levels.isVisible()) == shown
        assert [widget.geometry() for widget in (footer, footer.status, player.view)] == places


# -- status and notices


@pytest.fixture
def footer(qtbot: QtBot) -> Footer:
    made = Footer()
    qtbot.addWidget(made)
    made.set_status("Playing.")
    return made


def test_a_notice_covers_the_status_until_it_is_cleared(footer: Footer) -> None:
    footer.set_notice("12 %", Topic.CHANCE)
    assert footer.text == footer.status.toolTip() == "12 %"
    footer.set_notice("13 %", Topic.CHANCE)
    assert footer.text == "13 %"
    footer.clear_notice(Topic.CHANCE)
    assert footer.text == footer.status.toolTip() == "Playing."
    footer.clear_notice()
    assert footer.text == "Playing."


@pytest.mark.parametrize("status", ["Playing.", "Won."])
def test_a_status_replaces_a_notice_for_good(footer: Footer, status: str) -> None:
    footer.set_notice("12 %", Topic.CHANCE)
    footer.set_status(status)
    assert footer.text == status
    footer.clear_notice(Topic.CHANCE)
    footer.clear_notice()
    assert footer.text == status


def test_only_a_notice_of_the_topic_is_cleared(footer: Footer) -> None:
    footer.set_notice("12 %", Topic.CHANCE)
    footer.set_notice("Copied.", Topic.SEED)
    footer.clear_notice(Topic.CHANCE)
    assert footer.text == "Copied."
    footer.clear_notice()
    assert footer.text == "Playing."


@pytest.mark.slow
def test_the_copied_seed_stays_while_a_cell_without_chance_is_selected(player: Player) -> None:
    player.key(Key.Key_R)
    player.click((4, 4))
    player.wait_until_computed()
    status = player.status
    seen, uncertain = min(player.game.clues), min(player.covered() - player.session.view.settled.keys())
    player.go_to(uncertain)
    assert "with probability" in player.status
    player.action("copy_seed").trigger()
    copied = player.status
    assert str(player.session.game.seed) in copied
    player.go_to(seen)
    # On the way there, chances of other cells may have replaced the notice.
    player.action("copy_seed").trigger()
    player.window.selection.clear()
    assert player.status == copied
    player.key(Key.Key_I)
    assert player.status.startswith("A click asks why")
    player.key(Key.Key_I)
    assert player.status == status


@pytest.mark.slow
def test_the_legend_names_all_reasoning_levels(player: Player) -> None:
    footer = player.window.footer
    footer.set_overlay(Overlay.LEVELS)
    labels = [label.text() for label in footer.levels.findChildren(QLabel)]
    assert labels == [str(level) for level in Reasoning]
    swatches = footer.levels.findChildren(Swatch)
    pictures = [bytes(swatch.grab().toImage().constBits()) for swatch in swatches]
    assert len(set(pictures)) == len(pictures) == 2 * len(Reasoning)
    assert "bar" in footer.levels.accessibleName()
