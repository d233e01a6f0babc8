"""The derivation of what is not yet known at the moment that is shown, in the window."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.panels.derivation.derivation_panel import DerivationPanel
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.model import Derivation
from tests.gui.support.windows import ALT, CTRL, Key, Player


@pytest.fixture
def panel(player: Player) -> DerivationPanel:
    """The panel, with the derivation of a sentence that the last of three moves brought."""
    player.click((4, 4))
    player.key(Key.Key_A)
    player.key(Key.Key_A)
    player.window.inspector.bring("derivation")
    panel = player.window.inspector.derivation_panel
    panel.show_derivation(newest(player))
    return panel


def newest(player: Player) -> Derivation:
    return max(player.session.sentences(), key=lambda derivation: derivation.move)


def go_before(player: Player, derivation: Derivation) -> None:
    """Go back in the game to where there was no such derivation."""
    while player.session.shown_move >= player.session.move_of(derivation):
        player.key(Key.Key_Z, CTRL)


def lit(player: Player) -> Highlight:
    return player.window.board_view.highlight


def test_what_is_not_yet_known_says_so_and_lights_nothing(player: Player, panel: DerivationPanel) -> None:
    lights = lit(player)
    known = panel.heading.text()
    assert lights.cells == newest(player).cells
    move = player.session.move_of(newest(player))
    go_before(player, newest(player))
    assert "not yet known" in panel.heading.text()
    assert f"since move {move}" in panel.heading.text()
    assert lit(player) == Highlight()
    player.key(Key.Key_End, ALT)
    assert panel.heading.text() == known
    assert lit(player) == lights


def test_no_row_of_it_lights_anything_either(player: Player, panel: DerivationPanel) -> None:
    go_before(player, newest(player))
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Key.Key_Down)
    QTest.keyClick(panel.tree, Key.Key_Down)
    assert panel.tree.model().derivation(panel.tree.currentIndex()) is not None
    assert lit(player) == Highlight()
    player.session.show_live()
    assert lit(player) != Highlight()


def test_a_panel_that_was_hidden_catches_up(player: Player, panel: DerivationPanel) -> None:
    player.window.inspector.bring("proof")
    go_before(player, newest(player))
    player.window.inspector.bring("derivation")
    assert "not yet known" in panel.heading.text()
    assert lit(player) == Highlight()


def test_what_was_known_before_stays_as_it_was(player: Player, panel: DerivationPanel) -> None:
    old = min(player.session.sentences(), key=lambda derivation: derivation.move)
    panel.show_derivation(old)
    before = panel.heading.text(), lit(player)
    go_before(player, newest(player))
    assert (panel.heading.text(), lit(player)) == before


def test_only_who_walks_there_selects_a_record(player: Player, panel: DerivationPanel) -> None:
    spy = QSignalSpy(panel.derivation_selected)
    player.view.setFocus()
    panel.tree.setCurrentIndex(panel.tree.model().index(0, 0, panel.tree.model().index(0, 0)))
    assert spy.count() == 0
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Key.Key_Up)
    QTest.keyClick(panel.tree, Key.Key_Down)
    assert spy.count() == 1
