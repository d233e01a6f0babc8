"""Writes the keys that actions have now into texts: they follow the keys that the user chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QKeySequence

_KEYS = re.compile(r"\{([\w |]+)\}")
_PART = re.compile(rf"\[([^\[\]]*)\]|{_KEYS.pattern}")


class KeyTexts:
    """Fills texts with the keys of ``actions``, which are known by their names.

    In a text ``{why}`` stands for the key of the action ``why``, and ``{inspect|show_all}`` for those of both: "I or
    Esc". A part in square brackets is left out unless it has a key: ``Thinking…[ {show_all} stops it.]``.
    """

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        self._actions = actions
        self._shown: list[tuple[str, Callable[[str], object]]] = []

    def fill(self, text: str) -> str:
        """Return ``text`` with the present keys."""
        return _PART.sub(self._part, text)

    def show(self, text: str, shown_by: Callable[[str], object]) -> None:
        """Pass ``text`` with its keys to ``shown_by``, such as the ``setToolTip`` of a widget, now and at ``refresh``.

        The widget must exist as long as the actions.
        """
        self._shown.append((text, shown_by))
        shown_by(self.fill(text))

    def refresh(self) -> None:
        """Show all texts again, after a change of keys."""
        for text, shown_by in self._shown:
            shown_by(self.fill(text))

    def _part(self, found: re.Match[str]) -> str:
        """Return a part in square brackets with its keys, or nothing if none of its actions has one."""
        part = found[1] if found[1] is not None else found[0]
        has_keys = any(self._keys_of(names) for names in _KEYS.findall(part))
        return _KEYS.sub(self._keys, part) if has_keys else ""

    def _keys(self, found: re.Match[str]) -> str:
        keys = self._keys_of(found[1])
        return " or ".join(filter(None, (", ".join(keys[:-1]), *keys[-1:])))

    def _keys_of(self, names: str) -> list[str]:
        """Return the first keys of these actions, as the user reads them, without those that have none."""
        texts = (
            self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            for name in names.split("|")
            if name in self._actions
        )
        return [text for text in texts if text]
