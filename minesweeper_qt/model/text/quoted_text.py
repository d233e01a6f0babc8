"""Quotes text from outside in messages, without the end of a long one."""

from __future__ import annotations

_LETTERS = 80
"""The number of letters that are shown of a longer text."""


def quoted(text: str) -> str:
    """Return ``text`` in quotes, with three dots in place of the end of a long one.

    >>> quoted("jump 1")
    "'jump 1'"
    >>> quoted("9" * 1000)[-8:]
    "9999'..."
    """
    return repr(text) if len(text) <= _LETTERS else f"{text[:_LETTERS]!r}..."
