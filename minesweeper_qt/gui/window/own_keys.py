"""The keys that parts of a window handle themselves: as the key of an action each would stop working in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from minesweeper_qt.gui.help.key_table import HELP_KEYS

ON_BOARD = frozenset(("reveal", "flag"))
"""The actions whose keys work on the board alone: keys of panels, buttons and fields don't conflict with theirs."""

IN_DIALOGS = frozenset(("help", "quit"))
"""The actions whose keys work in the help and in dialogs too."""


@dataclass(frozen=True, slots=True)
class OwnKey:
    """What a part uses a key for; ``shared`` are the actions that may have it, since they do the same elsewhere."""

    use: str
    shared: frozenset[str] = frozenset()


_MOVES = ("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown")
_BACK = OwnKey("going back in the derivation", frozenset(("undo",)))
_ROWS = OwnKey("opening and closing the rows of trees")
_SELECTING = OwnKey("selecting rows and texts")

PART_KEYS: Mapping[str, OwnKey] = {
    **dict.fromkeys(("Esc", "Cancel"), OwnKey("clearing and stopping in the panels", frozenset(("show_all",)))),
    **dict.fromkeys(("Return", "Enter"), OwnKey("opening the selected row of a panel")),
    "Space": OwnKey("pressing the button with the focus"),
    **dict.fromkeys(("Backspace", "Shift+Backspace", "Ctrl+Backspace", "Ctrl+Shift+Backspace"), _BACK),
    **dict.fromkeys(("Alt+Backspace", "Alt+Left"), _BACK),
    **dict.fromkeys("+-*", _ROWS),
    **{f"{held}+{key}": _SELECTING for held in ("Shift", "Ctrl", "Ctrl+Shift") for key in (*_MOVES, "Space")},
    "Ctrl+A": _SELECTING,
    "Ctrl+C": OwnKey("copying rows and texts", frozenset(("copy",))),
    "Ctrl+X": OwnKey("cutting in fields"),
    "Ctrl+V": OwnKey("pasting into fields", frozenset(("paste",))),
    "Ctrl+Z": OwnKey("taking back in fields", frozenset(("undo",))),
    **dict.fromkeys(("Ctrl+Y", "Ctrl+Shift+Z"), OwnKey("making again in fields", frozenset(("redo",)))),
}
"""The keys of panels, buttons and fields. Letters, which fields take too, are free: they are only typed there."""


def use_of(key: str, action: str) -> str:
    """Return what a part of the window uses ``key`` for, so that ``action`` can't have it; empty if it can.

    >>> use_of("Esc", "hint")
    'clearing and stopping in the panels'
    >>> use_of("Esc", "show_all")
    ''
    """
    if action in IN_DIALOGS and key in HELP_KEYS:
        return HELP_KEYS[key]
    own = PART_KEYS.get(key)
    return "" if own is None or action in own.shared | ON_BOARD else own.use
