"""The keys of all actions: the default ones, or those that the user chose, so that no key has two actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from minesweeper_qt.gui.window.actions import (
    DIFFICULTY_ENTRIES,
    GAME_ENTRIES,
    INSPECTOR_ENTRIES,
    STRATEGY_ENTRIES,
    Entry,
    InspectorActions,
    set_keys,
)
from minesweeper_qt.gui.window.own_keys import use_of
from minesweeper_qt.gui.window.preferences import Preferences

_NONE = "none"
"""Stands in the settings for an action that the user left without a key."""

_PORTABLE = QKeySequence.SequenceFormat.PortableText

BOARD_KEYS: Mapping[str, str] = {
    **dict.fromkeys(("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown"), "moving the cursor"),
    **dict.fromkeys(("Tab", "Shift+Tab", "Backtab"), "going to the next part of the window"),
    **dict.fromkeys(("Menu", "Shift+F10"), "the menu of a cell"),
    **{f"Alt+{chr(letter)}": "the menus, as all letters with Alt" for letter in range(ord("A"), ord("Z") + 1)},
}
"""The keys that no action can have, and what they are for."""


@dataclass(frozen=True)
class KeyGroup:
    """Actions that have their keys in the same windows. ``name`` stands in the settings, ``title`` in the dialog."""

    name: str
    title: str
    entries: Sequence[Entry]


@dataclass(frozen=True)
class KeyWindow:
    """The groups of actions of one kind of window; ``taken`` are keys that it uses itself, with what they are for."""

    groups: Sequence[KeyGroup]
    taken: Mapping[str, str]


GENERAL_KEYS = KeyGroup("general", "Every window", INSPECTOR_ENTRIES)
GAME_KEYS = KeyWindow(
    (
        GENERAL_KEYS,
        KeyGroup("game", "Game", GAME_ENTRIES),
        KeyGroup("level", "Levels", DIFFICULTY_ENTRIES),
        KeyGroup("strategy", "Strategies", STRATEGY_ENTRIES),
    ),
    BOARD_KEYS,
)
"""The groups of the game window."""


class Shortcuts:
    """Reads and writes the keys of the actions of ``windows``.

    Keys that the user chose go before default ones: a default key that another action got is gone from its own. A key
    in the settings that is invalid, or has an action or another use already, counts as missing.
    """

    def __init__(self, preferences: Preferences, windows: Sequence[KeyWindow]) -> None:
        self._preferences = preferences
        self._windows = windows

    @property
    def groups(self) -> list[KeyGroup]:
        """All groups, each once."""
        return list({group.name: group for window in self._windows for group in window.groups}.values())

    def table(self) -> dict[tuple[str, str], tuple[QKeySequence, ...]]:
        """Return the keys of all actions, by the names of group and action, in the first window that has each."""
        found: dict[tuple[str, str], tuple[QKeySequence, ...]] = {}
        for window in reversed(self._windows):
            found.update(self._in_force(window))
        return found

    def keys(self, group: KeyGroup, name: str) -> tuple[QKeySequence, ...]:
        """Return the keys of the action ``name`` of ``group``, in the first window that has the group."""
        return self.table()[group.name, name]

    def give(self, actions: InspectorActions, window: KeyWindow) -> None:
        """Give all ``actions`` of such a window their keys."""
        for (group, name), keys in self._in_force(window).items():
            set_keys(actions.actions_of(group)[name], keys)

    def conflict(self, key: QKeySequence, group: KeyGroup, name: str) -> str:
        """Return what has ``key`` already in a window with ``group``, in words; empty if nothing but ``name`` has."""
        shown = _text(key)
        for window in self._windows_with(group):
            if shown in window.taken:
                return window.taken[shown]
            for (owner, action), keys in self._in_force(window).items():
                if key in keys and (owner, action) != (group.name, name):
                    return title_of(next(entry for entry in _named(window, owner).entries if entry.name == action))
        return use_of(shown, name)

    def is_fixed(self, key: QKeySequence, group: KeyGroup, name: str) -> bool:
        """Return whether a window with ``group`` or a part of it uses ``key`` itself, so that it can't be freed."""
        shown = _text(key)
        return bool(use_of(shown, name)) or any(shown in window.taken for window in self._windows_with(group))

    def _windows_with(self, group: KeyGroup) -> list[KeyWindow]:
        return [window for window in self._windows if group in window.groups]

    def choose(self, group: KeyGroup, name: str, keys: Sequence[QKeySequence]) -> None:
        """Give the action ``name`` of ``group`` these keys, none of which may be in conflict."""
        text = QKeySequence.listToString(list(keys), _PORTABLE) or _NONE
        is_default = tuple(keys) == _defaults(_entry(group, name))
        self._preferences.set_keys(f"{group.name}/{name}", None if is_default else text)

    def reset(self, group: KeyGroup, name: str) -> str:
        """Give the action ``name`` of ``group`` its default keys again, or return what has one of them by now."""
        for key in _defaults(_entry(group, name)):
            found = self.conflict(key, group, name)
            if found:
                return f"{key.toString(QKeySequence.SequenceFormat.NativeText)} belongs to {found}"
        self._preferences.set_keys(f"{group.name}/{name}", None)
        return ""

    def reset_all(self) -> None:
        """Give all actions their default keys again."""
        self._preferences.clear_keys()

    def _in_force(self, window: KeyWindow) -> dict[tuple[str, str], tuple[QKeySequence, ...]]:
        """Return the keys of all actions of a window, by the names of group and action."""
        taken = set(window.taken)
        found: dict[tuple[str, str], tuple[QKeySequence, ...]] = {}
        chosen = [(group, entry, self._chosen(group, entry)) for group, entry in _all_of(window)]
        for group, entry, own in sorted(chosen, key=lambda each: each[2] is None):
            keys = ((key, _text(key)) for key in (_defaults(entry) if own is None else own))
            free = [key for key, text in keys if text not in taken and not use_of(text, entry.name)]
            taken.update(map(_text, free))
            found[group.name, entry.name] = tuple(free)
        return found

    def _chosen(self, group: KeyGroup, entry: Entry) -> tuple[QKeySequence, ...] | None:
        """Return the keys that the user chose, ``None`` for the default ones."""
        text = self._preferences.keys(f"{group.name}/{entry.name}")
        if text is None or text == _NONE:
            return None if text is None else ()
        keys = QKeySequence.listFromString(text, _PORTABLE)
        return tuple(keys) if keys and all(map(is_valid, keys)) else None


def is_valid(key: QKeySequence) -> bool:
    """Return whether ``key`` is one key, alone or with modifiers."""
    return key.count() == 1 and bool(_text(key))


def title_of(entry: Entry) -> str:
    """Return the name of an action as the dialog shows it.

    >>> title_of(GAME_ENTRIES[0])
    'New Game'
    """
    return entry.text.replace("&", "").rstrip("…")


def _text(key: QKeySequence) -> str:
    return key.toString(_PORTABLE)


def _defaults(entry: Entry) -> tuple[QKeySequence, ...]:
    return tuple(QKeySequence(keys) for keys in entry.keys.split())


def _all_of(window: KeyWindow) -> Iterator[tuple[KeyGroup, Entry]]:
    return ((group, entry) for group in window.groups for entry in group.entries)


def _named(window: KeyWindow, name: str) -> KeyGroup:
    return next(group for group in window.groups if group.name == name)


def _entry(group: KeyGroup, name: str) -> Entry:
    return next(entry for entry in group.entries if entry.name == name)
