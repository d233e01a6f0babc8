"""Tests of the inspector as a whole: docks, proofs on request, earlier moves, files and the sandbox."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.window.dialogs import BranchDialog
from minesweeper_qt.model import Proof, State, explain
from minesweeper_qt.model.evidence.proof import short_heading
from minesweeper_qt.model.explain.explainer import short_proof
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.shown import activate
from tests.gui.support.windows import ALT, CTRL, RIGHT, SHIFT, Key, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def begun(player: Player) -> Player:
    """A game whose first click opened an area, some of whose neighbours are settled."""
    player.click((4, 4))
    return player


def heading(player: Player) -> str:
    return player.window.inspector.why_panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")


def shown(player: Player) -> set[str]:
    """Return the names of the visible panels."""
    return {name for name, panel in player.window.inspector.panels.items() if panel.isVisible()}


def answer_branch_dialog(monkeypatch: pytest.MonkeyPatch, answers: list[bool]) -> list[int]:
    """Replace the dialog that asks whether to play on; return the numbers of moves that it would discard."""
    discarded: list[int] = []

    def ask(moves: int, parent: object) -> bool:
        discarded.append(moves)
        return answers[len(discarded) - 1]

    monkeypatch.setattr(BranchDialog, "ask", ask)
    return discarded


# -- docks


def test_a_key_brings_a_dock_to_the_front_and_hides_it(player: Player) -> None:
    for name, *press in (("known", Key.Key_L, SHIFT), ("log", Key.Key_G)):
        player.key(*press)
        assert name in shown(player)
        assert player.action(name).isChecked()
        player.key(*press)
        assert name not in shown(player)
        assert not player.action(name).isChecked()
        assert player.window.inspector.docks[name].isHidden()


def test_hidden_docks_come_back_to_their_places(player_with_panels: Player) -> None:
    for dock in player_with_panels.window.inspector.docks.values():
        dock.hide()
    player_with_panels.action("arrange").trigger()
    assert shown(player_with_panels) == {"knowledge"}
    for name in ("log", "review", "knowledge", "known", "agent", "why_panel", "timeline"):
        player_with_panels.window.inspector.bring_to_front(name)
    assert shown(player_with_panels) == {"knowledge", "why_panel", "timeline"}
    assert all(player_with_panels.action(name).isChecked() for name in shown(player_with_panels))
    assert all(not dock.isHidden() for dock in player_with_panels.window.inspector.docks.values())


# -- proofs


def test_w_proves_the_cell_under_the_cursor_and_highlights_it(begun: Player) -> None:
    cell = min(begun.session.playthrough.snapshot.mines)
    begun.go_to(cell)
    begun.window.inspector.docks["why_panel"].hide()
    begun.key(Key.Key_W)
    begun.wait_until_explained()
    found = short_proof(begun.session.view.position, cell, begun.session.view.snapshot)
    assert isinstance(found, Proof)
    assert "why_panel" in shown(begun)
    assert heading(begun) == short_heading(found)
    assert begun.window.board_view.highlight.mines == {cell}
    assert begun.window.board_view.highlight.clues == set(found.clues)
    begun.key(Key.Key_C, SHIFT)
    begun.wait_until_explained()
    proof = explain(begun.session.view.position, cell)
    assert isinstance(proof, Proof)
    assert heading(begun) == short_heading(proof)
    assert begun.window.board_view.highlight.clues == set(proof.clues)


def test_a_click_while_inspecting_and_the_context_menu_request_the_proof(
    begun: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda self, place: menus.append(self))
    cell, *_, other = sorted(begun.session.playthrough.snapshot.mines)
    begun.go_to(other)
    QTest.keyClick(begun.view, Key.Key_F10, SHIFT)
    begun.click(other, RIGHT, SHIFT)
    assert menus
    assert other not in begun.game.mines_found
    for menu in menus:
        why, *others = menu.actions()
        assert why is begun.action("why")
        assert {action.objectName() for action in others} >= {"reveal", "flag"}
        menu.deleteLater()
    why.trigger()
    begun.wait_until_explained()
    assert str(other) in heading(begun)
    before = begun.snapshot()
    begun.key(Key.Key_I)
    begun.click(cell)
    begun.wait_until_explained()
    assert str(cell) in heading(begun)
    assert begun.snapshot() == before
    begun.key(Key.Key_I)
    free = begun.free()
    begun.click(free)
    assert free in begun.game.clues


# -- earlier moves


def test_playing_on_from_an_earlier_move_asks_first(begun: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    discarded = answer_branch_dialog(monkeypatch, [False, True, True])
    timeline = begun.session.timeline
    begun.key(Key.Key_A)
    begun.key(Key.Key_A)
    moves = len(timeline.moves)
    begun.key(Key.Key_Z, CTRL)
    assert f"before move {moves} of {moves}" in begun.window.windowTitle()
    assert begun.action("branch").isEnabled()
    begun.key(Key.Key_A)
    assert discarded == [1]
    assert len(timeline.moves) == moves
    begun.key(Key.Key_End, ALT)
    assert timeline.is_live
    assert "move" not in begun.window.windowTitle()
    assert not begun.action("branch").isEnabled()
    begun.key(Key.Key_Z, CTRL)
    begun.key(Key.Key_Return, CTRL)
    assert timeline.is_live
    assert len(timeline.moves) == moves - 1
    begun.click(min(begun.game.mines))
    assert begun.session.view.state is State.LOST
    assert not begun.action("ai_move").isEnabled()
    begun.key(Key.Key_Z, CTRL)
    assert begun.action("ai_move").isEnabled()
    begun.key(Key.Key_A)
    assert discarded == [1, 1, 1]
    assert begun.session.view.state is State.PLAYING
    assert len(timeline.moves) == moves
    assert timeline.is_live


# -- files and the sandbox


def test_the_knowledge_base_is_saved_as_json_or_the_file_named(
    begun: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, warnings = tmp_path / "kb.json", list[str]()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    begun.key(Key.Key_E, CTRL)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert len(saved["sentences"]) == len(begun.session.view.sentences)
    assert saved["height"] == begun.game.height
    monkeypatch.setattr("minesweeper_qt.gui.window.dialogs.warn", lambda parent, title, text: warnings.append(text))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "kb.json"), ""))
    begun.action("save_knowledge").trigger()
    assert len(warnings) == 1
    assert "can't be written" in warnings[0]
    assert list(tmp_path.glob("no*")) == []


def test_one_sandbox_takes_the_position_along_and_closes_with_the_window(begun: Player) -> None:
    begun.action("sandbox").trigger()
    sandbox = begun.window.sandbox
    assert not sandbox.isVisible(), "it is shown after the round of the event loop that makes it"
    begun.qtbot.waitUntil(sandbox.isVisible)
    sandbox.close()
    activate(begun.qtbot, begun.window)
    begun.key(Key.Key_B, CTRL | SHIFT)
    begun.action("sandbox").trigger()
    assert opened_sandbox(begun.window) is sandbox
    assert begun.window.findChildren(SandboxWindow) == [sandbox]
    assert sandbox.session.view.position.clues == begun.session.view.position.clues
    begun.window.close()
    assert not sandbox.isVisible()


@pytest.mark.parametrize("rounds", range(3))
def test_a_window_that_is_closed_while_its_sandbox_is_shown_closes_that_too(player: Player, rounds: int) -> None:
    player.action("sandbox").trigger()
    for _ in range(rounds):
        QApplication.processEvents()
    player.window.close()
    for _ in range(4):
        QApplication.processEvents()
    assert not any(sandbox.isVisible() for sandbox in player.window.findChildren(SandboxWindow))
    assert not any(sandbox.session.is_learning for sandbox in player.window.findChildren(SandboxWindow))
