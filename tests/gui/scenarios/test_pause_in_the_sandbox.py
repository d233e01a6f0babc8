"""Tests that the pause covers a sandbox with a copy of the paused game, and no other sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.window.board_window import PauseCover
from minesweeper_qt.model import State
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.windows import LEFT, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


@pytest.fixture
def playing(player: Player) -> Player:
    player.click((4, 4))
    assert player.game.state is State.PLAYING
    return player


@pytest.fixture
def copy(playing: Player) -> Iterator[SandboxWindow]:
    """The sandbox with a copy of the position."""
    playing.action("sandbox_here").trigger()
    window = opened_sandbox(playing.window)
    playing.qtbot.waitUntil(lambda: window.session.view.position == playing.session.view.position)
    yield window
    window.close()


def shown(window: SandboxWindow) -> list[QWidget]:
    """Return the widgets that are in view and show the position."""
    widgets = [window.board_view, window.footer, window.caption, *window.inspector.panels.values()]
    return [widget for widget in widgets if widget.isVisible()]


def cover(window: SandboxWindow) -> PauseCover:
    found = window.findChild(PauseCover)
    assert found is not None
    return found


def test_a_copy_is_covered_until_the_pause_ends(playing: Player, copy: SandboxWindow) -> None:
    before = shown(copy)
    enabled = {name for name, action in copy.actions_by.by_name.items() if action.isEnabled()}
    playing.session.pause.begin()
    assert shown(copy) == []
    assert cover(copy).isVisible()
    assert not copy.fields.isEnabled()
    assert {name for name, action in copy.actions_by.by_name.items() if action.isEnabled()} == {
        *("close", "quit", "help", "keys", "hide_panels", "arrange", "knowledge", "why_panel", "known")
    }
    playing.session.pause.end()
    assert shown(copy) == before
    assert not cover(copy).isVisible()
    assert {name for name, action in copy.actions_by.by_name.items() if action.isEnabled()} == enabled
    # An edited copy is covered too, and a click on the cover ends the pause.
    cell = min(set(copy.session.view.position.board.cells) - playing.game.clues.keys())
    copy.session.editor.set_marks([cell], "1")
    playing.session.pause.begin()
    assert shown(copy) == []
    playing.qtbot.mouseClick(cover(copy), LEFT)
    assert not playing.session.pause.is_on
    assert copy.board_view.isVisible()
    # As is one that is opened meanwhile.
    copy.close()
    playing.session.pause.begin()
    playing.action("sandbox").trigger()
    playing.qtbot.waitUntil(copy.isVisible)
    assert shown(copy) == []
    playing.session.pause.end()
    assert copy.board_view.isVisible()
