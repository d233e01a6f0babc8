"""Tests of proofs from what the agent knows, in a real game: unfolding, other proofs, the table, and From the Clues."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from minesweeper_qt.gui.presentation.why_text import PATTERN_TOPICS
from minesweeper_qt.model import Cell, explain
from minesweeper_qt.model.evidence.proof import PatternKind, Proof
from minesweeper_qt.model.explain.explainer import short_proof
from tests.gui.support.windows import CTRL, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


def resting_on(player: Player) -> Cell:
    """Return a settled cell whose proof rests on another settled cell."""
    view = player.session.view
    for cell in sorted(view.board.cells):
        if cell not in view.position.clues and cell in view.settled:
            found = short_proof(view.position, cell, view.snapshot)
            assert isinstance(found, Proof)
            if any(known.is_verdict for derivations in found.known.values() for known in derivations):
                return cell
    raise AssertionError("the game has no such cell")


@pytest.fixture
def begun(make_player: MakePlayer) -> Player:
    """A game in which the AI has made its safe moves, so that much is known."""
    player = make_player("intermediate", seed=2)
    player.click((8, 8))
    while player.session.view.snapshot.safe_move is not None and len(player.session.timeline.moves) < 12:
        player.key(Key.Key_A)
    return player


def test_the_name_of_a_pattern_leads_to_its_chapter(player: Player) -> None:
    for kind in PatternKind:
        player.window.inspector.why_panel.topic_requested.emit(PATTERN_TOPICS[kind])
        browser = player.window.help_browser()
        player.qtbot.waitUntil(browser.isVisible)
        assert browser.page.chapter.topic == PATTERN_TOPICS[kind]
        assert kind.value in browser.page.chapter.title
    browser.close()


def test_a_key_changes_to_the_clues_alone_and_back(begun: Player) -> None:
    cell, position = resting_on(begun), begun.session.view.position
    begun.ask(cell)
    panel, proxy = begun.window.inspector.why_panel, begun.window.knowledge_panel.proxy
    assert proxy.has_proof
    before = panel.model.rows
    begun.key(Key.Key_C, SHIFT)
    begun.wait_until_explained()
    assert proxy.has_proof
    assert not any(shown.row.folded for shown in panel.model.rows)
    panel.steps.setFocus()
    begun.key(Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == str(explain(position, cell))
    begun.key(Key.Key_C, SHIFT)
    begun.wait_until_explained()
    assert panel.model.rows == before
    begun.key(Key.Key_Escape)
    assert not proxy.has_proof


def test_why_the_rules_have_not_found_it_stands_above_the_proof_of_an_unsettled_cell(make_player: MakePlayer) -> None:
    player = make_player("beginner", seed=3)
    player.click((4, 4))
    cell = (0, 0)  # which takes the number of mines
    assert cell not in player.session.view.settled
    player.ask(cell)
    panel = player.window.inspector.why_panel
    assert panel.why_not.isVisible()
    assert "which the agent is not told" in panel.why_not.text()
    player.key(Key.Key_M)
    player.wait_until_learned()
    player.wait_until_explained()
    assert "which the agent is not told" not in panel.why_not.text()
    assert panel.heading_text.startswith("(0, 0) is safe")
    settled = min(cell for cell in player.session.view.settled if cell not in player.game.clues)
    player.ask(settled)
    assert not panel.why_not.isVisible()
