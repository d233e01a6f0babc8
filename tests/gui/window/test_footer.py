"""Tests of the footer: one line of status, cut off with a tool tip; legends in one row; notices and the card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.look import Chance, Overlay
from minesweeper_qt.gui.window.footer import Footer, Notice, Swatch
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.words import NO_BREAK
from tests.gui.support.windows import Key, Player

LONGEST = (
    "No known safe move: AI made a random move. Revealed 12 cells. Guess at (0, 0): risk 15 %, the lowest was 12 %."
)


def shown_footer(qtbot: QtBot, width: int) -> Footer:
    window = QWidget()
    qtbot.addWidget(window)
    footer = Footer(window)
    footer.resize(width, footer.height())
    window.show()
    return footer


@pytest.mark.parametrize("width", [316, 440, 690, 980])
def test_the_status_has_the_lines_that_fit_and_its_end_is_in_the_tool_tip(qtbot: QtBot, width: int) -> None:
    footer = shown_footer(qtbot, width)
    footer.set_status(LONGEST)
    QCoreApplication.processEvents()
    label = footer.status
    assert label.toolTip() == LONGEST
    assert label.height() <= footer.height()
    lines = label.fontMetrics().horizontalAdvance(LONGEST) / label.width()
    room = footer.height() // label.fontMetrics().lineSpacing()
    assert label.is_cut or lines <= room
    assert lines > room - 0.5 or not label.is_cut


@pytest.mark.slow
def test_each_overlay_has_its_legend(player: Player) -> None:
    footer = player.window.footer
    player.window.resize(1280, 700)
    player.wait_until_laid_out()
    places = (footer.y(), footer.height(), player.view.geometry())
    for overlay, shown in (
        (Overlay.LEVELS, (False, False, True)),
        (Overlay.CHANCES, (True, True, False)),
        (Overlay.LEVELS, (False, False, True)),
        (Overlay.KNOWLEDGE, (True, False, False)),
        (Overlay.OFF, (False, False, False)),
    ):
        footer.set_overlay(overlay)
        QCoreApplication.processEvents()
        legends = footer.legends
        assert (legends.known.isVisible(), legends.scale.isVisible(), legends.levels.isVisible()) == shown
        assert (footer.y(), footer.height(), player.view.geometry()) == places


# -- status and notices


@pytest.fixture
def footer(qtbot: QtBot) -> Footer:
    made = Footer()
    qtbot.addWidget(made)
    made.set_status("Playing.")
    return made


def test_a_notice_covers_the_status_until_it_is_cleared_by_its_topic_or_replaced(footer: Footer) -> None:
    footer.set_notice("12 %", Notice.CHANCE)
    assert footer.text == footer.status.toolTip() == "12 %"
    assert footer.status.text() == f"12{NO_BREAK}%", "no line begins with the sign"
    footer.set_notice("13 %", Notice.CHANCE)
    assert footer.text == "13 %"
    footer.clear_notice(Notice.CHANCE)
    assert footer.text == footer.status.toolTip() == "Playing."
    footer.clear_notice()
    assert footer.text == "Playing."
    footer.set_notice("12 %", Notice.CHANCE)
    footer.set_notice("Copied.", Notice.SEED)
    footer.clear_notice(Notice.CHANCE)
    assert footer.text == "Copied."
    footer.clear_notice()
    assert footer.text == "Playing."
    for status in ("Playing.", "Won."):
        footer.set_notice("12 %", Notice.CHANCE)
        footer.set_status(status)
        assert footer.text == status
        footer.clear_notice(Notice.CHANCE)
        footer.clear_notice()
        assert footer.text == status


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


def test_the_legends_have_the_chance_beside_no_clue_all_levels_and_a_picture_for_each_word(footer: Footer) -> None:
    footer.set_overlay(Overlay.CHANCES)
    legend = footer.legends.elsewhere
    assert not legend.isVisibleTo(footer)
    pictures = []
    for chance, is_every_cell, text in (
        (Chance(21, is_elsewhere=True), True, "every cell 21 %"),
        (Chance(0, is_best=True, is_elsewhere=True), False, "elsewhere <1 %"),
    ):
        footer.legends.set_elsewhere(chance, is_every_cell)
        assert legend.isVisibleTo(footer)
        assert legend.words[0].text() == text
        assert legend.accessibleName() == f"Chance to be a mine: {text}{', lowest risk' * chance.is_best}"
        pictures.append(legend.swatches[0].grab().toImage())
    assert pictures[0] != pictures[1], "the lowest has a frame"
    footer.legends.set_elsewhere(None, is_every_cell=False)
    assert not legend.isVisibleTo(footer)
    footer.set_overlay(Overlay.LEVELS)
    labels = [label.text() for label in footer.legends.levels.findChildren(QLabel)]
    assert labels == [str(level) for level in Reasoning]
    swatches = footer.legends.levels.findChildren(Swatch)
    pictures = [bytes(swatch.grab().toImage().constBits()) for swatch in swatches]
    assert len(set(pictures)) == len(pictures) == 2 * len(Reasoning)
    assert "bar" in footer.legends.levels.accessibleName()
    # The legend of two agents has another picture for each word.
    swatches = footer.legends.known.findChildren(Swatch) + footer.legends.differences.findChildren(Swatch)
    pictures = {bytes(swatch.grab().toImage().constBits()) for swatch in swatches}
    assert len(pictures) == 4
    for word in ("reference only", "wrong", "three rules"):
        assert word in footer.legends.differences.accessibleName()


@pytest.mark.parametrize("width, levels, chances", [(980, 10, 6), (860, 5, 6), (720, 5, 6), (316, 5, 1)])
def test_legends_stand_in_one_row_beside_or_below_the_status_and_leave_it_room(
    qtbot: QtBot, width: int, levels: int, chances: int
) -> None:
    footer = shown_footer(qtbot, width)
    footer.legends.set_elsewhere(Chance(22, is_elsewhere=True), is_every_cell=False)
    for overlay, count in ((Overlay.LEVELS, levels), (Overlay.CHANCES, chances), (Overlay.KNOWLEDGE, 2)):
        footer.set_overlay(overlay)
        swatches = [swatch for swatch in footer.legends.findChildren(Swatch) if swatch.isVisible()]
        assert len(swatches) == count
        QCoreApplication.processEvents()
        status, legends = footer.status.geometry(), footer.legends.geometry()
        is_below = overlay is Overlay.LEVELS and width < 480
        assert (status.bottom() < legends.top()) if is_below else (status.right() < legends.left())
        assert footer.legends.geometry().right() < width
        assert len({swatch.mapTo(footer, swatch.rect().topLeft()).y() for swatch in swatches}) == 1
        assert all(footer.rect().contains(swatch.mapTo(footer, swatch.rect().bottomRight())) for swatch in swatches)
    footer.set_overlay(Overlay.LEVELS)
    assert shown_words(footer) == [str(level) for level in Reasoning]
    tips = [swatch.toolTip() for swatch in footer.legends.levels.findChildren(Swatch) if swatch.isVisible()]
    assert all(any(level.meaning in tip for tip in tips) for level in Reasoning)


# -- the legend of two agents


def shown_words(footer: Footer) -> list[str]:
    return [label.text() for label in footer.legends.findChildren(QLabel) if label.isVisible()]


@pytest.mark.parametrize("width, words", [(440, 5), (240, 2), (140, 0)])
def test_no_word_of_the_levels_is_cut_in_a_narrow_footer(qtbot: QtBot, width: int, words: int) -> None:
    footer = shown_footer(qtbot, width)
    footer.set_overlay(Overlay.LEVELS)
    QCoreApplication.processEvents()
    shown = [word for word in footer.legends.levels.words if word.isVisible()]
    assert len(shown) == words
    assert footer.legends.levels.width() <= width
    for part in (*shown, *(swatch for swatch in footer.legends.levels.swatches if swatch.isVisible())):
        assert part.width() >= part.sizeHint().width()
        assert part.mapTo(footer, part.rect().topRight()).x() < width
        assert part.toolTip()


@pytest.mark.parametrize("width", [316, 440, 690])  # in windows of 640, 800 and 1280 pixels
def test_the_legend_of_two_agents_fits_and_leaves_the_status_room(qtbot: QtBot, width: int) -> None:
    footer = shown_footer(qtbot, width)
    footer.set_status(LONGEST)
    footer.legends.set_differences(True)
    footer.legends.set_elsewhere(Chance(22, is_elsewhere=True), is_every_cell=False)
    assert shown_words(footer) == []
    for overlay, words in (
        (Overlay.KNOWLEDGE, ["missing", "wrong"] if width < 480 else ["safe", "mine", "missing", "wrong"]),
        (Overlay.CHANCES, ["elsewhere 22 %"] if width < 480 else ["elsewhere 22 %", "% mine", "missing", "wrong"]),
    ):
        footer.set_overlay(overlay)
        QCoreApplication.processEvents()
        assert sorted(shown_words(footer)) == sorted(words)
        assert footer.legends.geometry().right() < width
        assert footer.status.width() > width / 3
    footer.set_overlay(Overlay.LEVELS)
    assert "missing" not in shown_words(footer)
    footer.set_overlay(Overlay.KNOWLEDGE)
    footer.legends.set_differences(False)
    assert shown_words(footer) == ["safe", "mine"]
