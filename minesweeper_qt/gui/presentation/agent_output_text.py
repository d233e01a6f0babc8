"""The output of the student's agent as the panel shows it: printable, and what was added since the last time. No Qt."""

from __future__ import annotations

import re

NO_OUTPUT = "Your agent has printed nothing in this game."

_LONG_LINE = re.compile(r"[^\n]{400}(?=[^\n])")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_TAIL = 4096
"""The number of characters by which the part of an output is found that was shown before."""


def added_output(before: str, now: str) -> str | None:
    """Return what came after ``before`` in ``now``, whose beginning may be gone; ``None`` if ``before`` is not in it.

    >>> added_output("one ", "one two"), added_output("x", "y")
    ('two', None)
    """
    if now.startswith(before):
        return now[len(before) :]
    tail = before[-_TAIL:]
    place = now.rfind(tail)
    return None if place < 0 else now[place + len(tail) :]


def printable(text: str) -> str:
    """Return printed text with visible control characters, and with very long lines broken.

    >>> printable("a\\x1b[0m\\r\\n")
    'a\\u241b[0m\\n'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return _LONG_LINE.sub("\\g<0>\n", text)
