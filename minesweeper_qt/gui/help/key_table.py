"""Writes the keys of actions into a chapter: as they are now, in place of those that the file was written with.

In a chapter ``**A**<!-- game ai_move -->`` is the key of one action, and the lines from ``<!-- keys: game -->`` to
``<!-- end -->`` are the keys of all actions in the menus of a window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

HELP_KEYS = {
    "Alt+Left": "going back in the help",
    "Alt+Right": "going forward in the help",
    "Ctrl+F": "searching in the help",
    "F3": "the next place that the help found",
    "Shift+F3": "the last place that the help found",
    "Ctrl+W": "closing the help",
}
"""The keys of the help, with what they are for."""

_KEY = re.compile(r"\*\*[^*\n]+\*\*<!-- (\w+) (\w+) -->")
_HEAD = ("| Key | Name | What it does |", "| --- | --- | --- |")
_TABLE = re.compile(r"(?<=<!-- keys: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class KeySource:
    """The actions of a window by name, and its menus."""

    actions: Mapping[str, QAction]
    menus: QMenuBar


def with_keys(text: str, sources: Mapping[str, KeySource]) -> str:
    """Return the Markdown ``text`` with the present keys; those of windows that are not in ``sources`` stay."""

    def key(found: re.Match[str]) -> str:
        source = sources.get(found[1])
        if source is None:
            return found[0]
        return f"**{_main_key(source.actions[found[2]])}**<!-- {found[1]} {found[2]} -->"

    def table(found: re.Match[str]) -> str:
        source = sources.get(found[1])
        return found[0] if source is None else f"{found[1]}{found[2]}{key_tables(source.menus)}"

    return _TABLE.sub(table, _KEY.sub(key, text))


def key_tables(menus: QMenuBar) -> str:
    """Return a table for each menu, in Markdown: the keys of its actions, their names and what they do."""
    parts = [""]
    for action in menus.actions():
        rows = [
            f"| **{_escaped(_keys(entry))}** | {_title(entry)} | {_escaped(entry.statusTip())} |"
            for entry in _entries(action)
            if entry.shortcuts()
        ]
        if rows:
            parts.append("\n".join([f"### {_title(action)}\n", *_HEAD, *rows, ""]))
    return "\n".join([*parts, ""])


def _entries(action: QAction) -> Iterator[QAction]:
    """Yield the actions of a menu and of the menus in it."""
    menu = action.menu()
    if isinstance(menu, QMenu):
        for entry in menu.actions():
            yield from _entries(entry)
    else:
        yield action


def _title(action: QAction) -> str:
    """Return the text of ``action`` in the menu, without a number that stands there only to be typed."""
    return _escaped(re.sub("&(.)", r"\1", re.sub(r"^&[0-9] ", "", action.text())))


def _keys(action: QAction) -> str:
    return ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts())


def _main_key(action: QAction) -> str:
    """Return the key of ``action``, or its name in the menu if it has none."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return _escaped(keys) if keys else f"{_title(action)} in the menu"


def _escaped(text: str) -> str:
    """Return ``text`` so that Markdown takes none of its characters for markup."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)
