"""Tests of the derivation panel while the window shows a move before the sentence was known."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.panels.derivation.derivation_panel import DerivationPanel
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Derivation
from tests.gui.support.windows import ALT, CTRL, Key, Player


@pytest.fixture
def panel(player: Player) -> DerivationPanel:
    """The derivation panel, showing a sentence that the last of three moves added."""
    player.click((4, 4))
    player.key(Key.Key_A)
    player.key(Key.Key_A)
    player.window.inspector.bring_to_front("derivation")
    panel = player.window.inspector.derivation_panel
    panel.show_derivation(newest(player))
    return panel


def newest(player: Player) -> Derivation:
    return max(player.session.view.sentences, key=lambda derivation: derivation.move)


def go_before(player: Player, derivation: Derivation) -> None:
    """Go back to the last move at which ``derivation`` was not yet known."""
    while player.session.timeline.shown_move >= player.session.move_of(derivation):
        player.key(Key.Key_Z, CTRL)


def shown_highlight(player: Player) -> Highlight:
    return player.window.board_view.highlight


@pytest.mark.slow
def test_a_sentence_not_yet_known_is_labelled_so_and_highlights_nothing(player: Player, panel: DerivationPanel) -> None:
    highlight = shown_highlight(player)
    known = panel.heading.text()
    assert highlight.cells == newest(player).cells
    move = player.session.move_of(newest(player))
    go_before(player, newest(player))
    assert "not yet known" in panel.heading.text()
    assert f"since move {move}" in panel.heading.text()
    assert shown_highlight(player) == Highlight()
    player.key(Key.Key_End, ALT)
    assert panel.heading.text() == known
    assert shown_highlight(player) == highlight


@pytest.mark.slow
def test_no_row_of_its_derivation_highlights_anything(player: Player, panel: DerivationPanel) -> None:
    go_before(player, newest(player))
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Key.Key_Down)
    QTest.keyClick(panel.tree, Key.Key_Down)
    assert panel.tree.model().derivation(panel.tree.currentIndex()) is not None
    assert shown_highlight(player) == Highlight()
    player.session.timeline.show_live()
    assert shown_highlight(player) != Highlight()


@pytest.mark.slow
def test_a_panel_that_was_hidden_catches_up(player: Player, panel: DerivationPanel) -> None:
    player.window.inspector.bring_to_front("proof")
    go_before(player, newest(player))
    player.window.inspector.bring_to_front("derivation")
    assert "not yet known" in panel.heading.text()
    assert shown_highlight(player) == Highlight()


@pytest.mark.slow
def test_a_sentence_known_before_stays_as_it_was(player: Player, panel: DerivationPanel) -> None:
    old = min(player.session.view.sentences, key=lambda derivation: derivation.move)
    panel.show_derivation(old)
    before = panel.heading.text(), shown_highlight(player)
    go_before(player, newest(player))
    assert (panel.heading.text(), shown_highlight(player)) == before


@pytest.mark.slow
def test_only_keys_in_the_tree_select_a_derivation(player: Player, panel: DerivationPanel) -> None:
    spy = QSignalSpy(panel.derivation_selected)
    player.view.setFocus()
    panel.tree.setCurrentIndex(panel.tree.model().index(0, 0, panel.tree.model().index(0, 0)))
    assert spy.count() == 0
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Key.Key_Up)
    QTest.keyClick(panel.tree, Key.Key_Down)
    assert spy.count() == 1
