"""Tests of the keys of one character in each view: each does what the view shows, or says why not.

They are those of the tables of actions; test_keyboard.py and others press them to see what they do.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.practice.practice_page import ENTRIES
from minesweeper_qt.gui.window.actions import GAME_ENTRIES, INSPECTOR_ENTRIES
from minesweeper_qt.gui.window.preferences import WindowView
from tests.gui.support.heard import Heard
from tests.gui.support.shown import activate
from tests.gui.support.windows import NOTHING, Key, MakePlayer, Player

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

PLAY, INSPECT, AGENT, PRACTISE = WindowView

KEYS = {
    key: entry.name
    for entry in (*INSPECTOR_ENTRIES, *GAME_ENTRIES)
    for key in entry.keys.split()
    if len(key.removeprefix("Shift+")) == 1 or key == "Space"
}
"""The name of the action of each key of one character."""

IN_PLAY = {"Space", "F", "P", "H", "D", "Shift+D", "Shift+B", "E", "Shift+E", "X", "Shift+X", "B", "Shift+Q"}
"""Those that work in Play: they play, or say what is there to who can't see the board, and the menu *Game* has them."""

IN_PRACTISE = {key for entry in ENTRIES for key in entry.keys.split()} | {"B"}

ELSEWHERE = {PLAY: KEYS.keys() - IN_PLAY, PRACTISE: KEYS.keys() - IN_PRACTISE, INSPECT: set(), AGENT: set()}
"""The keys that each view does not have."""


@pytest.fixture
def watched(make_player: MakePlayer, tmp_path: Path, heard: Heard) -> Player:
    """A game under way, of which the statistics can be shown."""
    player = make_player(folder=tmp_path / "kept")
    player.click((4, 4))
    return player


def triggered(player: Player) -> list[str]:
    """Return the names of the actions that are triggered from now on."""
    found: list[str] = []
    page = player.window.practice.page
    for act in (player.window.actions_by, *((page.actions_by,) if page is not None else ())):
        for name, action in act.by_name.items():
            action.triggered.connect(lambda _=False, name=name: found.append(name))
    return found


def press(player: Player, key: str) -> None:
    """Press ``key`` on the board that is shown."""
    page = player.window.practice.page
    (page.board_view if page is not None and page.isVisible() else player.view).setFocus()
    pressed = QKeySequence(key)[0]
    player.key(pressed.key(), pressed.keyboardModifiers())


def shown(player: Player) -> str:
    """Return the status of the board that is shown."""
    page = player.window.practice.page
    return page.footer.status.text() if page is not None and page.isVisible() else player.status


@pytest.mark.parametrize("view", WindowView, ids=lambda view: view.value)
def test_each_key_does_what_the_view_shows_or_says_why_not(watched: Player, heard: Heard, view: WindowView) -> None:
    window = watched.window
    window.show_view(view)
    found = triggered(watched)
    for key, name in KEYS.items():
        window.show_view(view)
        watched.wait_until_computed()
        action = watched.action(name)
        is_enabled, is_on, before = action.isEnabled(), action.isChecked(), watched.snapshot()
        heard.take()
        found.clear()
        press(watched, key)
        said = " ".join(heard.take())
        if key in ELSEWHERE[view]:
            assert (found, watched.snapshot(), window.view) == ([], before, view)
            assert action.shortcut().isEmpty(), "its menu shows none"
            assert not action.toolTip().endswith(")")
            assert shown(watched) == f"{key} works in Inspect."
            assert said.count(f"{key} works in Inspect") == 1
        elif not found:
            assert not is_enabled, key
            is_next = (key, view) == ("N", PRACTISE)  # it has nothing to do before an answer, as its tip says
            assert is_next or shown(watched) == f"{action.data()} is not possible now."
            assert is_next or said.count("is not possible now") == 1
        if action.isChecked() is not is_on:
            action.trigger()
        watched.session.stop_computing()
        if window.game_files.statistics is not None:
            window.game_files.statistics.close()
            activate(watched.qtbot, window)


def test_without_letters_f_alone_is_one_and_no_other_view_is_named(player: Player) -> None:
    player.preferences.letters_are_keys = False
    player.go_to((2, 3))
    player.key(Key.Key_F)
    assert player.game.mines_found == {(2, 3)}
    player.key(Key.Key_F6)
    before = player.status
    player.key(Key.Key_R)
    assert player.status == before
    player.key(Key.Key_F)
    assert player.game.mines_found == set()


# -- letters of other scripts, which come with their places


RUSSIAN = {"F": (0x410, 33, 3), "W": (0x426, 17, 13), "R": (0x41A, 19, 15)}
"""The code of the letter on each key of a Russian keyboard, the place of the key for Windows, and that for macOS."""


def press_place(player: Player, key: str, modifier: Qt.KeyboardModifier = NOTHING) -> None:
    """Press the key at the place of ``key`` as a system does that has a Russian layout alone."""
    code, place, mac = RUSSIAN[key]
    scan = place if sys.platform == "win32" else place + 8
    focus = QApplication.focusWidget()
    assert focus is not None
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(focus, QKeyEvent(kind, code, modifier, scan, mac, 0, chr(code)))
    player.wait_until_learned()


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_a_letter_of_another_script_acts_by_its_place(
    player: Player, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    player.go_to((2, 3))
    press_place(player, "F")
    assert player.game.mines_found == {(2, 3)}
    press_place(player, "R")
    assert player.action("risks").isChecked()
    player.window.knowledge_panel.filter_field.setFocus()
    press_place(player, "F")
    assert player.window.knowledge_panel.filter_field.text() == chr(RUSSIAN["F"][0])
    player.key(Key.Key_F6)
    press_place(player, "R")
    assert player.status == "R works in Inspect."
    player.key(Key.Key_F12)
    page = player.window.practice.page
    assert page is not None
    player.qtbot.waitUntil(lambda: not page.session.worker.is_computing)
    press_place(player, "W")
    assert page.session.had_help
