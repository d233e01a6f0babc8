"""Tests of what asks why and what does not, with real keys and clicks, and of the keys that walk a proof's steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.session.computations import find_proof
from minesweeper_qt.gui.session.worker import Request, Worker
from minesweeper_qt.gui.widgets.metrics import CURSOR_REST
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.model import Cell
from tests.gui.support.inspected import lines
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import CTRL, LEFT, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[Cell]:
    """The cells whose explanations are requested from now on, in any window."""
    cells: list[Cell] = []
    request = Worker.request

    def note(self: Worker, then: Any, function: Callable[..., object], *arguments: Any, **options: Any) -> Request:
        if function is find_proof:
            cells.append(arguments[1])
        return request(self, then, function, *arguments, **options)

    monkeypatch.setattr(Worker, "request", note)
    return cells


@pytest.fixture
def begun(make_player: MakePlayer, requests: list[Cell]) -> Player:
    """A game whose first click opened an area, with the table and the panel Why."""
    player = make_player()
    player.window.inspector.bring_to_front("why_panel")
    player.click((4, 4))
    return player


def mines(player: Player) -> list[Cell]:
    return sorted(player.session.view.snapshot.mines)


def heading(window: BoardWindow) -> str:
    return window.inspector.why_panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")


# -- what explains nothing


def test_only_once_there_is_a_question_keys_walk_the_steps(begun: Player, requests: list[Cell]) -> None:
    cell = mines(begun)[0]
    begun.go_to(cell)
    assert begun.window.selection.cell == cell
    assert begun.window.knowledge_panel.proxy.filter.cell == cell
    begun.click(mines(begun)[1], LEFT, CTRL)
    assert begun.window.selection.cell == mines(begun)[1]
    begun.key(Key.Key_W, SHIFT)
    begun.key(Key.Key_W, SHIFT)
    begun.time.wait(CURSOR_REST)
    assert requests == []
    assert lines(begun.window.inspector.why_panel) == ()
    assert begun.window.board_view.highlight == Highlight()
    begun.view.setFocus()
    cell, inspector, view = mines(begun)[0], begun.window.inspector, begun.window.board_view
    inspector.docks["why_panel"].hide()
    begun.go_to(cell)
    for key in (Key.Key_Period, Key.Key_Comma):
        begun.key(key)
    assert not inspector.why_panel.isVisible()
    assert requests == []
    begun.ask(cell)
    panel = inspector.why_panel
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
    # A step shows the proof that is behind another panel.
    begun.key(Key.Key_L, SHIFT)
    assert not panel.isVisible()
    begun.key(Key.Key_Period)
    assert panel.isVisible()
    assert panel.steps.row == 0
    assert begun.view.hasFocus()


def test_an_answer_stays_up_to_date_until_its_question_is_withdrawn(begun: Player, requests: list[Cell]) -> None:
    window, (cell, other) = begun.window, mines(begun)[:2]
    begun.ask(cell)
    before = lines(window.inspector.why_panel)
    assert before
    begun.go_to(other)
    begun.click((4, 4), LEFT, CTRL)
    assert lines(window.inspector.why_panel) == before
    assert str(cell) in heading(window)
    assert window.board_view.highlight.mines == {cell}
    assert window.knowledge_panel.proxy.filter.cell == (4, 4)
    assert requests == [cell]
    begun.ask(other)
    assert str(other) in heading(window)
    requests.clear()
    begun.ask(cell)
    begun.key(Key.Key_A)
    begun.key(Key.Key_A)
    begun.wait_until_explained()
    assert set(requests) == {cell}
    assert str(cell) in heading(window)
    for how in ("Esc", "play elsewhere", "new game"):
        begun.ask(cell)
        assert lines(window.inspector.why_panel)
        begun.go_to((4, 4))
        match how:
            case "Esc":
                begun.key(Key.Key_Escape)
            case "play elsewhere":
                begun.click(begun.free())
            case "new game":
                begun.key(Key.Key_N, CTRL)
        assert window.selection.question is None
        assert lines(window.inspector.why_panel) == ()
        assert window.board_view.highlight == Highlight()


# -- follow the cursor


def test_the_cursor_is_followed_to_the_cell_where_it_rests(begun: Player, requests: list[Cell]) -> None:
    cell, *_, last = mines(begun)
    begun.view.setFocus()
    begun.key(Key.Key_U)
    assert begun.action("follow").isChecked()
    begun.go_to(last)
    begun.time.wait(CURSOR_REST - 1)
    assert requests == []
    begun.time.wait(1)
    begun.wait_until_explained()
    assert requests == [last]
    assert str(last) in heading(begun.window)
    # What was asked in another way is not asked again by the cursor.
    begun.ask(cell)
    begun.time.wait(CURSOR_REST)
    for place in ((4, 4), cell):
        begun.go_to(place)
    begun.time.wait(CURSOR_REST)
    begun.key(Key.Key_Escape)
    begun.time.wait(CURSOR_REST)
    assert requests == [last, cell]
    assert begun.window.selection.question is None
    begun.key(Key.Key_U)
    begun.go_to((4, 4))
    begun.time.wait(CURSOR_REST)
    assert requests == [last, cell]


def test_following_shows_the_panel_but_not_when_it_was_on_at_the_start(make_player: MakePlayer) -> None:
    first = make_player()
    first.view.setFocus()
    assert not first.window.inspector.why_panel.isVisible()
    first.key(Key.Key_U)
    assert first.window.inspector.why_panel.isVisible()
    first.key(Key.Key_W, SHIFT)
    first.window.close()
    again = make_player()
    assert again.action("follow").isChecked()
    assert not again.window.inspector.why_panel.isVisible()


# -- the steps


# -- the sandbox


def test_the_sandbox_has_questions_of_its_own(begun: Player, requests: list[Cell]) -> None:
    cell = mines(begun)[0]
    begun.ask(cell)
    begun.key(Key.Key_B, CTRL | SHIFT)
    sandbox = opened_sandbox(begun.window)
    sandbox.inspector.why((4, 4))
    assert begun.window.selection.question == cell
    assert "revealed" in heading(sandbox)
    assert str(cell) in heading(begun.window)
    sandbox.close()
    assert begun.window.selection.question == cell
