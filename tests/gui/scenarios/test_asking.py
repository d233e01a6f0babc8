"""Tests of what asks why and what does not, with real keys and clicks, and of the keys that walk a proof's steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.session.worker import Kind, Request, Worker
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.model import Cell
from tests.gui.support.inspected import lines
from tests.gui.support.sandboxes import SandboxDriver, opened_sandbox
from tests.gui.support.windows import CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[Cell]:
    """The cells whose explanations are requested from now on, in any window."""
    cells: list[Cell] = []
    request = Worker.request

    def note(self: Worker, kind: Kind, function: Callable[..., object], *arguments: Any) -> Request:
        if kind is Kind.WHY:
            cells.append(arguments[1])
        return request(self, kind, function, *arguments)

    monkeypatch.setattr(Worker, "request", note)
    return cells


@pytest.fixture
def begun(make_player: MakePlayer, requests: list[Cell]) -> Player:
    """A game whose first click opened an area, with table and proof panel side by side."""
    player = make_player(opens_panels=True)
    player.click((4, 4))
    assert player.window.inspector.why_panel.isVisible()
    return player


def has_answered(driver: Player | SandboxDriver) -> None:
    service = driver.session.explanations
    driver.qtbot.waitUntil(lambda: not service.is_explaining, timeout=20_000)
    driver.qtbot.wait(1)


def mines(player: Player) -> list[Cell]:
    return sorted(player.session.view.snapshot.mines)


def heading(window: BoardWindow) -> str:
    return window.inspector.why_panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")


def ask(player: Player, cell: Cell) -> None:
    player.view.setFocus()
    player.go_to(cell)
    player.key(Key.Key_W)
    has_answered(player)


# -- what explains nothing


def test_cursor_keys_and_clicks_select_and_explain_nothing(begun: Player, requests: list[Cell]) -> None:
    cell = mines(begun)[0]
    begun.go_to(cell)
    assert begun.window.selection.cell == cell
    assert begun.window.knowledge_panel.proxy.filter.cell == cell
    begun.click(mines(begun)[1], LEFT, CTRL)
    assert begun.window.selection.cell == mines(begun)[1]
    begun.key(Key.Key_W, SHIFT)
    begun.key(Key.Key_W, SHIFT)
    begun.qtbot.wait(metrics.CURSOR_REST + 50)
    assert requests == []
    assert lines(begun.window.inspector.why_panel) == ()
    assert begun.window.board_view.highlight == Highlight()


def test_the_proof_stays_while_other_cells_are_selected(begun: Player, requests: list[Cell]) -> None:
    cell, other = mines(begun)[:2]
    ask(begun, cell)
    before = lines(begun.window.inspector.why_panel)
    assert before
    begun.go_to(other)
    begun.click((4, 4), LEFT, CTRL)
    assert lines(begun.window.inspector.why_panel) == before
    assert str(cell) in heading(begun.window)
    assert begun.window.board_view.highlight.mines == {cell}
    assert begun.window.knowledge_panel.proxy.filter.cell == (4, 4)
    assert requests == [cell]
    ask(begun, other)
    assert str(other) in heading(begun.window)


def test_moves_keep_the_answer_up_to_date(begun: Player, requests: list[Cell]) -> None:
    ask(begun, mines(begun)[0])
    begun.key(Key.Key_A)
    begun.key(Key.Key_A)
    has_answered(begun)
    assert set(requests) == {mines(begun)[0]}
    assert str(mines(begun)[0]) in heading(begun.window)


@pytest.mark.parametrize("how", ["Esc", "new game", "play elsewhere"])
def test_what_withdraws_the_question(begun: Player, how: str) -> None:
    ask(begun, mines(begun)[0])
    begun.go_to((4, 4))
    match how:
        case "Esc":
            begun.key(Key.Key_Escape)
        case "new game":
            begun.key(Key.Key_N, CTRL)
        case "play elsewhere":
            begun.click(begun.free())
    assert begun.window.selection.question is None
    assert lines(begun.window.inspector.why_panel) == ()
    assert begun.window.board_view.highlight == Highlight()


def test_a_review_after_a_loss_asks_about_the_fatal_cell(begun: Player, requests: list[Cell]) -> None:
    fatal = begun.mine()
    begun.click(fatal)
    begun.window.result.card.review_requested.emit()
    has_answered(begun)
    assert begun.window.board_view.cursor_cell == fatal
    assert requests == [fatal]


# -- follow the cursor


def test_the_cursor_is_followed_to_the_cell_where_it_rests(begun: Player, requests: list[Cell]) -> None:
    begun.waits_for_learning = False
    begun.view.setFocus()
    begun.key(Key.Key_U)
    assert begun.action("follow").isChecked()
    begun.go_to(mines(begun)[-1])
    begun.qtbot.waitUntil(lambda: bool(requests))
    assert requests == [mines(begun)[-1]]
    has_answered(begun)
    assert str(mines(begun)[-1]) in heading(begun.window)
    begun.key(Key.Key_U)
    begun.go_to((4, 4))
    begun.qtbot.wait(metrics.CURSOR_REST + 50)
    assert requests == [mines(begun)[-1]]


def test_following_shows_the_panel_but_not_when_it_was_on_at_the_start(make_player: MakePlayer) -> None:
    first = make_player(opens_panels=False)
    first.view.setFocus()
    assert not first.window.inspector.why_panel.isVisible()
    first.key(Key.Key_U)
    assert first.window.inspector.why_panel.isVisible()
    first.key(Key.Key_W, SHIFT)
    first.window.close()
    again = make_player(opens_panels=False)
    assert again.action("follow").isChecked()
    assert not again.window.inspector.why_panel.isVisible()


def test_what_was_asked_is_not_asked_again_by_the_cursor(begun: Player, requests: list[Cell]) -> None:
    begun.key(Key.Key_U)
    ask(begun, mines(begun)[0])
    begun.key(Key.Key_Escape)
    begun.qtbot.wait(metrics.CURSOR_REST + 50)
    assert requests == [mines(begun)[0]]
    assert begun.window.selection.question is None


# -- the steps


def test_keys_walk_the_steps_from_the_board(begun: Player) -> None:
    cell = mines(begun)[0]
    ask(begun, cell)
    panel, view = begun.window.inspector.why_panel, begun.window.board_view
    whole, count = view.highlight, len(lines(panel))
    for row in range(count):
        begun.key(Key.Key_Period)
        assert view.hasFocus()
        assert panel.steps.row == row
        assert view.highlight == panel.model.highlight(row)
    begun.key(Key.Key_Period)
    assert panel.steps.row == count - 1
    for row in reversed(range(-1, count - 1)):
        begun.key(Key.Key_Comma)
        assert panel.steps.row == row
    assert view.highlight == whole
    begun.key(Key.Key_Comma)
    assert panel.steps.row == -1
    assert begun.window.selection.cell == cell


def test_a_step_shows_a_proof_that_is_behind_another_panel(begun: Player) -> None:
    ask(begun, mines(begun)[0])
    begun.key(Key.Key_L, SHIFT)
    panel = begun.window.inspector.why_panel
    assert not panel.isVisible()
    begun.key(Key.Key_Period)
    assert panel.isVisible()
    assert panel.steps.row == 0
    assert begun.view.hasFocus()


def test_without_a_question_the_keys_of_the_steps_do_nothing(begun: Player, requests: list[Cell]) -> None:
    begun.window.inspector.docks["why_panel"].hide()
    begun.go_to(mines(begun)[0])
    for key in (Key.Key_Period, Key.Key_Comma):
        begun.key(key)
    assert not begun.window.inspector.why_panel.isVisible()
    assert requests == []


# -- screen readers


def test_only_what_was_asked_for_is_announced(begun: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[str] = []
    panel = begun.window.inspector.why_panel
    monkeypatch.setattr(panel, "announce", announced.append)
    cell = mines(begun)[0]
    begun.go_to(cell)
    assert announced == []
    ask(begun, cell)
    assert announced == [panel.heading_text]
    begun.key(Key.Key_Period)
    assert announced[1:] == [panel.model.rows[0].plain_text]
    announced.clear()
    begun.go_to((4, 4))
    begun.key(Key.Key_A)
    has_answered(begun)
    begun.key(Key.Key_Escape)
    assert announced == []
    for _ in range(2):
        ask(begun, cell)
    assert announced == [panel.heading_text] * 2


# -- the sandbox


def test_the_sandbox_has_questions_of_its_own(begun: Player, requests: list[Cell]) -> None:
    cell = mines(begun)[0]
    ask(begun, cell)
    begun.key(Key.Key_B, CTRL | SHIFT)
    sandbox = opened_sandbox(begun.window)
    sandbox.inspector.why((4, 4))
    assert begun.window.selection.question == cell
    assert "revealed" in heading(sandbox)
    assert str(cell) in heading(begun.window)
    sandbox.close()
    assert begun.window.selection.question == cell


def test_in_the_sandbox_a_key_asks_and_cursor_keys_do_not(qtbot: QtBot, tmp_path: Path, requests: list[Cell]) -> None:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    sandbox.show("3x1x1", "1HH")
    sandbox.window.inspector.bring_to_front("why_panel")
    sandbox.window.board_view.setFocus()
    sandbox.key(Key.Key_Right, NOTHING)
    assert sandbox.window.selection.cell == (0, 1)
    assert requests == []
    sandbox.key(Key.Key_W)
    has_answered(sandbox)
    assert heading(sandbox.window).startswith("(0, 1) is a mine")
    sandbox.key(Key.Key_Period)
    assert sandbox.window.inspector.why_panel.steps.row == 0
    sandbox.key(Key.Key_Right)
    assert heading(sandbox.window).startswith("(0, 1) is a mine")
    assert requests == [(0, 1)]
