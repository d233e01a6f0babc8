"""Changes files at random in the ways in which files go wrong, or are made to go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

_ODD = (
    # Among others a lone surrogate, a digit of another script, and separators of lines that are none for all.
    *(b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\r", b"\r\n", b"\n", b"\x0b", b"\x1b[31m"),
    *(b"\x1a", b" ", b"\t", b'"', b"'", b",", b"\\", b"%s%n{0}", b"<b>", b"-"),
    *(text.encode() for text in ("٣", "²", "\u2028", "\x85", "\ufeff", "e\u0301\u202e", "😀")),
)
_NUMBERS = (
    *(b"0", b"-1", b"00", b"1e9", b"1.5", b"0x10", b"1_0", b"+3", b"9", b"99", b"1000", b"1001", b"2147483648"),
    *(b"9" * 19, b"9" * 400, b"9" * 5000, b"NaN", b"Infinity", b"-Infinity", b"null", b"true", "١٢".encode()),
)


def mutated(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Return ``data`` after one to four changes; some splice it with ``other``."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(_CHANGES)(rng, data, other)
    return data


def _place(rng: random.Random, data: bytes) -> int:
    """Return a place in ``data``, often near its beginning or end."""
    kind = rng.random()
    if kind < 0.2:
        return min(len(data), rng.randrange(12))
    if kind < 0.3:
        return max(0, len(data) - rng.randrange(12))
    return rng.randint(0, len(data))


def _flip(rng: random.Random, data: bytes, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if data else 0):
        place = rng.randrange(len(data))
        changed[place] = rng.choice((changed[place] ^ 1 << rng.randrange(8), rng.randrange(256)))
    return bytes(changed)


def _swap(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Replace a byte by another one of the same file, so that the file remains plausible."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 2, 5)) if data else 0):
        changed[rng.randrange(len(data))] = data[rng.randrange(len(data))]
    return bytes(changed)


def _truncate(rng: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] if rng.random() < 0.8 else data[place:]


def _delete(rng: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] + data[place + rng.choice((1, 1, 2, 10, 100)) :]


def _duplicate(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = sorted((_place(rng, data), _place(rng, data)))
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 30)) + data[end:]


def _lines(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Repeat, remove, swap or mix lines."""
    lines = data.splitlines(keepends=True) or [b""]
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        lines.insert(two, lines[one])
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines[one], lines[two] = lines[two], lines[one]
    elif kind == 3:
        lines.insert(one, b"\n" * rng.choice((1, 1000)))
    else:
        theirs = other.splitlines(keepends=True) or [b""]
        lines[one] = rng.choice(theirs)
    return b"".join(lines)


def _splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def _insert(rng: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] + rng.choice(_ODD) * rng.choice((1, 1, 1, 3, 500)) + data[place:]


def _number(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Put another number in place of one."""
    starts = [n for n, byte in enumerate(data) if chr(byte).isdigit() and not (n and chr(data[n - 1]).isdigit())]
    if not starts:
        return data + rng.choice(_NUMBERS)
    start = end = rng.choice(starts[:6] if rng.random() < 0.5 else starts)
    while end < len(data) and chr(data[end]).isdigit():
        end += 1
    return data[:start] + rng.choice(_NUMBERS) + data[end:]


def _line_ends(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"", "\u2028".encode(), b"\n\r")))


def _long_line(rng: random.Random, data: bytes, other: bytes) -> bytes:
    place = _place(rng, data)
    piece = data[place : place + rng.choice((1, 3, 9))] or b"H"
    return data[:place] + piece * rng.choice((1000, 20_000)) + data[place:]


def _deep(rng: random.Random, data: bytes, other: bytes) -> bytes:
    depth = rng.choice((10, 1000, 20_000))
    place = _place(rng, data)
    return data[:place] + rng.choice((b"[" * depth, b'{"a":' * depth, b"[" * depth + b"]" * depth)) + data[place:]


def _mark(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Put a byte order mark before the file, or write it in another encoding."""
    kind = rng.randrange(4)
    if kind == 0:
        return b"\xef\xbb\xbf" * rng.choice((1, 2)) + data
    text = data.decode("latin-1")
    return text.encode(("utf-16", "utf-16-le", "utf-32")[kind - 1])


def _empty(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return rng.choice((b"", b"\n", b" ", b"\x00" * 100, b"\n" * 5000, rng.randbytes(200)))


_CHANGES: tuple[Callable[[random.Random, bytes, bytes], bytes], ...] = (
    *(_flip, _flip, _swap, _swap, _truncate, _truncate, _delete, _duplicate, _lines, _lines, _splice),
    *(_insert, _insert, _number, _number, _line_ends, _long_line, _deep, _mark, _empty),
)
