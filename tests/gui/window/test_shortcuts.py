"""Tests of the keys of actions: defaults, what the user chose, conflicts, and garbage in the settings."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QKeySequence

from minesweeper_qt.gui.sandbox.sandbox_actions import SANDBOX_KEYS
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.gui.window.shortcuts import GAME_KEYS, GENERAL_KEYS, KeyGroup, Shortcuts

WINDOWS = (GAME_KEYS, SANDBOX_KEYS)
GARBAGE = ("", "nonsense", "-1", "@Invalid()", "\x00", "Ctrl+X, Ctrl+Y", "F99", "A; ", "; ; ", "none; A", "Ctrl+")


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


@pytest.fixture
def preferences(ini: Path) -> Preferences:
    return Preferences(QSettings(str(ini), QSettings.Format.IniFormat))


@pytest.fixture
def shortcuts(preferences: Preferences) -> Shortcuts:
    return Shortcuts(preferences, WINDOWS)


def group(name: str) -> KeyGroup:
    return next(found for window in WINDOWS for found in window.groups if found.name == name)


def texts(shortcuts: Shortcuts, group_name: str, name: str) -> list[str]:
    return [key.toString() for key in shortcuts.keys(group(group_name), name)]


def assert_no_key_has_two_actions(preferences: Preferences) -> None:
    for window in WINDOWS:
        table = Shortcuts(preferences, (window,)).table()
        found = Counter(key.toString() for keys in table.values() for key in keys)
        assert set(found.values()) <= {1}
        assert not found.keys() & window.taken.keys()


def test_all_defaults_are_in_force(preferences: Preferences, shortcuts: Shortcuts) -> None:
    for window in WINDOWS:
        table = Shortcuts(preferences, (window,)).table()
        for group in window.groups:
            for entry in group.entries:
                assert table[group.name, entry.name] == tuple(map(QKeySequence, entry.keys.split())), entry.name
    assert_no_key_has_two_actions(preferences)
    assert texts(shortcuts, "game", "pause") == ["P"]
    assert texts(shortcuts, "game", "autoplay") == ["Shift+P"]


def test_chosen_keys_come_back(preferences: Preferences, shortcuts: Shortcuts, ini: Path) -> None:
    shortcuts.choose(group("game"), "hint", [QKeySequence("Ctrl+;"), QKeySequence("X")])
    shortcuts.choose(group("game"), "flag", [])
    preferences.settings.sync()
    again = Shortcuts(Preferences(QSettings(str(ini), QSettings.Format.IniFormat)), WINDOWS)
    assert texts(again, "game", "hint") == ["Ctrl+;", "X"]
    assert texts(again, "game", "flag") == []
    assert texts(again, "sandbox", "undo") == ["Ctrl+Z"]


@pytest.mark.parametrize(
    "key, name, owner",
    [
        ("H", "autoplay", "Hint"),
        ("Ctrl+4", "autoplay", "4 Expert: 16 × 30, 99 mines"),
        ("O", "autoplay", "Overlay"),
        ("Left", "autoplay", "moving the cursor"),
        ("Alt+G", "autoplay", "the menus, as all letters with Alt"),
        ("Esc", "autoplay", "Select No Cell"),
        ("Return", "hint", "opening the selected row of a panel"),
        ("Space", "hint", "Reveal or Chord"),
        ("Backspace", "hint", "going back in the derivation"),
        ("Alt+Left", "hint", "Back One Move"),
        ("Ctrl+C", "hint", "copying rows and texts"),
        ("Ctrl+A", "hint", "selecting rows and texts"),
        ("Ctrl+W", "quit", "closing the help"),
        ("F3", "help", "the next place that the help found"),
        ("F3", "hint", ""),
        ("Return", "reveal", ""),
        ("Shift+P", "autoplay", ""),
        ("X", "autoplay", ""),
        ("Ctrl+S", "autoplay", ""),
    ],
)
def test_a_conflict_is_named(shortcuts: Shortcuts, key: str, name: str, owner: str) -> None:
    assert shortcuts.conflict(QKeySequence(key), group("game"), name) == owner


@pytest.mark.parametrize(
    "key, group_name, owner, use",
    [
        ("Esc", "general", "show_all", "clearing and stopping in the panels"),
        ("Space", "game", "reveal", "pressing the button with the focus"),
        ("Alt+Left", "game", "undo", "going back in the derivation"),
    ],
)
def test_a_key_that_an_action_gives_up_stays_with_the_part_that_has_it(
    shortcuts: Shortcuts, key: str, group_name: str, owner: str, use: str
) -> None:
    shortcuts.choose(group(group_name), owner, [])
    assert shortcuts.conflict(QKeySequence(key), group("game"), "hint") == use


def test_a_part_leaves_its_key_to_the_action_that_does_the_same(shortcuts: Shortcuts) -> None:
    for group_name, name, key in (("general", "show_all", "Esc"), ("sandbox", "copy", "Ctrl+C")):
        shortcuts.choose(group(group_name), name, [])
        assert shortcuts.conflict(QKeySequence(key), group(group_name), name) == ""
        assert shortcuts.reset(group(group_name), name) == ""
        assert texts(shortcuts, group_name, name) == [key]


def test_a_key_of_a_part_in_the_settings_counts_as_missing(preferences: Preferences) -> None:
    preferences.set_keys("game/hint", "Backspace")
    assert texts(Shortcuts(preferences, WINDOWS), "game", "hint") == []


@pytest.mark.parametrize(
    "key, owner",
    [("Ctrl+S", "Save As"), ("A", "AI Move"), ("M", "Tell AI the Number of Mines"), ("5", "writing on the board")],
)
def test_keys_of_every_window_conflict_with_those_of_each(shortcuts: Shortcuts, key: str, owner: str) -> None:
    assert shortcuts.conflict(QKeySequence(key), GENERAL_KEYS, "overlay") == owner


def test_a_key_is_free_again_once_its_action_has_another(shortcuts: Shortcuts) -> None:
    shortcuts.choose(group("game"), "hint", [QKeySequence("X")])
    assert shortcuts.conflict(QKeySequence("H"), group("game"), "autoplay") == ""
    shortcuts.choose(group("game"), "autoplay", [QKeySequence("H")])
    assert shortcuts.reset(group("game"), "hint") == "H belongs to Auto-play"
    assert texts(shortcuts, "game", "hint") == ["X"]
    assert shortcuts.reset(group("game"), "autoplay") == ""
    assert shortcuts.reset(group("game"), "hint") == ""
    assert texts(shortcuts, "game", "hint") == ["H"]


def test_all_are_reset(preferences: Preferences, shortcuts: Shortcuts) -> None:
    shortcuts.choose(group("game"), "hint", [QKeySequence("X")])
    shortcuts.choose(group("sandbox"), "undo", [])
    shortcuts.reset_all()
    assert texts(shortcuts, "game", "hint") == ["H"]
    assert texts(shortcuts, "sandbox", "undo") == ["Ctrl+Z"]
    assert not [key for key in preferences.settings.allKeys() if key.startswith("keys")]


def test_a_default_key_that_the_user_gave_to_another_action_is_gone(preferences: Preferences) -> None:
    # As after an update that brings an action with a new default key.
    preferences.set_keys("game/hint", "P")
    shortcuts = Shortcuts(preferences, WINDOWS)
    assert texts(shortcuts, "game", "hint") == ["P"]
    assert texts(shortcuts, "game", "pause") == []


def test_of_two_actions_with_one_key_in_the_settings_the_first_has_it(preferences: Preferences) -> None:
    preferences.set_keys("game/hint", "X")
    preferences.set_keys("game/step", "X")
    assert_no_key_has_two_actions(preferences)


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_counts_as_missing(preferences: Preferences, ini: Path, text: str) -> None:
    preferences.settings.setValue("keys/game/hint", text)
    preferences.settings.sync()
    again = Preferences(QSettings(str(ini), QSettings.Format.IniFormat))
    assert texts(Shortcuts(again, WINDOWS), "game", "hint") == ["H"]


@pytest.mark.parametrize("value", [3, ["A", "B"], {"a": 1}, b"xyz"])
def test_values_of_other_types_count_as_missing(preferences: Preferences, value: object) -> None:
    preferences.settings.setValue("keys/game/hint", value)
    assert texts(Shortcuts(preferences, WINDOWS), "game", "hint") == ["H"]


@pytest.mark.parametrize("seed", range(4))
def test_no_key_ever_has_two_actions(preferences: Preferences, shortcuts: Shortcuts, seed: int) -> None:
    chance = random.Random(seed)
    tried = ("A", "B", "H", "O", "Ctrl+N", "F2", "X", "5", "Left", "Ctrl+Z", "Alt+1", "Esc", "Space")
    keys = [QKeySequence(text) for text in tried]
    actions = [(group, entry.name) for window in WINDOWS for group in window.groups for entry in group.entries]
    for _ in range(25):
        group_, name = chance.choice(actions)
        key = chance.choice(keys)
        if chance.random() < 0.2:
            shortcuts.reset(group_, name)
        elif chance.random() < 0.2:
            preferences.set_keys(f"{group_.name}/{name}", key.toString())
        elif not shortcuts.conflict(key, group_, name):
            shortcuts.choose(group_, name, [key])
            assert shortcuts.keys(group_, name) == (key,)
        assert_no_key_has_two_actions(preferences)
