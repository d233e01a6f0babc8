"""Changes files at random in the ways in which files go wrong, or are made to go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

_ODD = (
    b"\x00",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xed\xa0\x80",  # a lone surrogate
    b"\xc3",
    "٣".encode(),  # a digit of another script
    "²".encode(),
    "\u2028".encode(),
    "\x85".encode(),
    "\ufeff".encode(),
    "e\u0301\u202e".encode(),
    "😀".encode(),
    b"\r",
    b"\r\n",
    b"\n",
    b"\x0b",
    b"\x1b[31m",
    b"\x1a",
    b" ",
    b"\t",
    b'"',
    b"'",
    b",",
    b"\\",
    b"%s%n{0}",
    b"<b>",
    b"-",
)
_NUMBERS = (
    *(b"0", b"-1", b"00", b"1e9", b"1.5", b"0x10", b"1_0", b"+3", b"9", b"99", b"1000", b"1001", b"2147483648"),
    *(b"9" * 19, b"9" * 400, b"9" * 5000, b"NaN", b"Infinity", b"-Infinity", b"null", b"true", "١٢".encode()),
)


def mutated(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """Return ``data`` after one to four changes; some splice it with ``other``."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        data = dice.choice(_CHANGES)(dice, data, other)
    return data


def _place(dice: random.Random, data: bytes) -> int:
    """Return a place in ``data``, often near its beginning or end."""
    kind = dice.random()
    if kind < 0.2:
        return min(len(data), dice.randrange(12))
    if kind < 0.3:
        return max(0, len(data) - dice.randrange(12))
    return dice.randint(0, len(data))


def _flip(dice: random.Random, data: bytes, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 3, 20)) if data else 0):
        place = dice.randrange(len(data))
        changed[place] = dice.choice((changed[place] ^ 1 << dice.randrange(8), dice.randrange(256)))
    return bytes(changed)


def _swap(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """Replace a byte by another one of the same file, so that the file remains plausible."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 2, 5)) if data else 0):
        changed[dice.randrange(len(data))] = data[dice.randrange(len(data))]
    return bytes(changed)


def _truncate(dice: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(dice, data)
    return data[:place] if dice.random() < 0.8 else data[place:]


def _delete(dice: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(dice, data)
    return data[:place] + data[place + dice.choice((1, 1, 2, 10, 100)) :]


def _duplicate(dice: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = sorted((_place(dice, data), _place(dice, data)))
    return data[:end] + data[start:end] * dice.choice((1, 1, 2, 30)) + data[end:]


def _lines(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """Repeat, remove, swap or mix lines."""
    lines = data.splitlines(keepends=True) or [b""]
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    kind = dice.randrange(5)
    if kind == 0:
        lines.insert(two, lines[one])
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines[one], lines[two] = lines[two], lines[one]
    elif kind == 3:
        lines.insert(one, b"\n" * dice.choice((1, 1000)))
    else:
        theirs = other.splitlines(keepends=True) or [b""]
        lines[one] = dice.choice(theirs)
    return b"".join(lines)


def _splice(dice: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: _place(dice, data)] + other[_place(dice, other) :]


def _insert(dice: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(dice, data)
    return data[:place] + dice.choice(_ODD) * dice.choice((1, 1, 1, 3, 500)) + data[place:]


def _number(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """Put another number in place of one."""
    starts = [n for n, byte in enumerate(data) if chr(byte).isdigit() and not (n and chr(data[n - 1]).isdigit())]
    if not starts:
        return data + dice.choice(_NUMBERS)
    start = end = dice.choice(starts[:6] if dice.random() < 0.5 else starts)
    while end < len(data) and chr(data[end]).isdigit():
        end += 1
    return data[:start] + dice.choice(_NUMBERS) + data[end:]


def _line_ends(dice: random.Random, data: bytes, other: bytes) -> bytes:
    return data.replace(b"\n", dice.choice((b"\r\n", b"\r", b"\n\n", b"", "\u2028".encode(), b"\n\r")))


def _long_line(dice: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(dice, data)
    piece = data[place : place + dice.choice((1, 3, 9))] or b"H"
    return data[:place] + piece * dice.choice((1000, 20_000)) + data[place:]


def _deep(dice: random.Random, data: bytes, other: bytes) -> bytes:
    depth = dice.choice((10, 1000, 20_000))
    place = _place(dice, data)
    return data[:place] + dice.choice((b"[" * depth, b'{"a":' * depth, b"[" * depth + b"]" * depth)) + data[place:]


def _mark(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """Put a byte order mark before the file, or write it in another encoding."""
    kind = dice.randrange(4)
    if kind == 0:
        return b"\xef\xbb\xbf" * dice.choice((1, 2)) + data
    text = data.decode("latin-1")
    return text.encode(("utf-16", "utf-16-le", "utf-32")[kind - 1])


def _empty(dice: random.Random, data: bytes, other: bytes) -> bytes:
    return dice.choice((b"", b"\n", b" ", b"\x00" * 100, b"\n" * 5000, dice.randbytes(200)))


_CHANGES: tuple[Callable[[random.Random, bytes, bytes], bytes], ...] = (
    *(_flip, _flip, _swap, _swap, _truncate, _truncate, _delete, _duplicate, _lines, _lines, _splice),
    *(_insert, _insert, _number, _number, _line_ends, _long_line, _deep, _mark, _empty),
)
