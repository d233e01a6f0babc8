"""Reads replays of other programs with ms_toollib, each in a process of its own, which has limits.

The library aborts its process at many broken files. Where the system can't limit memory, as on Windows, only time is
limited. That part has never been run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from minesweeper_qt.model.board.rules import Guesses
from minesweeper_qt.model.errors import ForeignFileError
from minesweeper_qt.model.game.action import Action, IllegalAction
from minesweeper_qt.model.game.minesweeper import State
from minesweeper_qt.model.play.record import Record, RecordedMove
from minesweeper_qt.model.replay.board_formats import board_record
from minesweeper_qt.model.words import counted

MOST_MIB = 5
"""The size of the largest replay that is read."""

_CHILD = Path(__file__).with_name("replay_child.py")
_MEMORY_MB, _SECONDS, _MOST_MOVES = 400, 5, 50_000
_ROUNDED = 0.015
"""Seconds by which times may differ: most programs count hundredths."""

READ = {"avf": "Minesweeper Arbiter", "evf": "Metasweeper", "mvf": "Minesweeper Clone", "rmv": "Vienna Minesweeper"}
_UNREAD = {"mvr": "Minesweeper X", "umf": "Vienna Minesweeper", "fvsf": "FreeSweeper", "evfs": "Metasweeper"}
PROGRAMS = {**READ, **_UNREAD, "rawvf": ""}
"""The programs that write replays, by the ending of their files; RAWVF is written by many."""

_MODES = {1: "UPK, with a board that is known", 2: "cheat", 3: "density"}
_GUESSES = {5: Guesses.NOT_NEEDED, 6: Guesses.NOT_NEEDED} | dict.fromkeys((7, 8, 9, 10), Guesses.FAIR)
"""The guesses of Metasweeper's modes; in the fair ones the mines move away from a guess."""
_USUAL_MODES = (0, 4, *_GUESSES, 65535)


def signed_kind(data: bytes) -> str:
    """Return the ending that a replay with this content should have; empty where no signature tells.

    >>> signed_kind(b"*rmv..."), signed_kind(b"minesweeper-qt record 2")
    ('rmv', '')
    """
    signs = {
        "rmv": data.startswith(b"*rmv"),
        "mvf": data.startswith(b"\x11Minesweeper Clone"),
        "avf": b"Minesweeper Arbiter" in data[-500:],
        "evf": b"\0" < data[:1] < b"\5" and "元".encode() in data[:100],
    }
    return next((kind for kind, is_signed in signs.items() if is_signed), "")


def read_replay(data: bytes, kind: str) -> tuple[Record, str]:
    """Return the record of the game in a replay, and a note on what the file itself says otherwise, or an empty text.

    ``kind`` is the ending of the name of the file, one of ``PROGRAMS``. The last move of a game that is over has the
    time that the file states. The first click counts as protected, as it is in all usual modes of these programs.

    >>> read_replay(b"", "rawvf")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    minesweeper_qt.model.errors.ForeignFileError: RAWVF is not read: the library for replays can't;...

    Raises ``ForeignFileError``, also if the library is not installed.
    """
    program = PROGRAMS[kind]
    if kind not in READ:
        by = f", the format of {program}," if program else ""
        allowed = "allowed are replays in AVF, EVF, MVF and RMV"
        raise ForeignFileError(f"{kind.upper()}{by} is not read: the library for replays can't; {allowed}")
    if sys.platform == "emscripten":
        raise ForeignFileError(f"replays of {program} are read by the program alone, not in a page")
    if find_spec("ms_toollib") is None:
        raise ForeignFileError(f'replays of {program} need a library: pip install "minesweeper-qt[replays]"')
    try:
        height, width, mines, moves, path, is_won, milliseconds, mode = json.loads(_run_child(data, kind))
        mines = [(row, column) for row, column in mines]
        first = next((Action.from_text(text).cell for _, text in moves if text.startswith("reveal")), None)
        record = board_record(height, width, mines, None if first in mines else first)
        record = replace(record, rules=replace(record.rules, guesses=_GUESSES.get(mode, Guesses.AS_DEALT)), moves=())
        record, differences = _with_moves(record, moves, path, is_won, milliseconds / 1000)
        if mode not in _USUAL_MODES:
            differences += f" It was played in the mode {_MODES.get(mode, mode)}; its risks and luck mean little."
        return record, f"This is a replay of {program}.{differences}" if differences else ""
    except subprocess.TimeoutExpired:
        raise ForeignFileError(f"this replay of {program} took more than {_SECONDS} s to read") from None
    except (ValueError, TypeError, OSError, subprocess.SubprocessError) as wrong:
        reason = wrong if isinstance(wrong, ForeignFileError) else _why_unread(data, kind)
        raise ForeignFileError(f"this should be a replay of {program}, but {reason}") from None


def _why_unread(data: bytes, kind: str) -> str:
    """Return why the library has not read a replay; one of Minesweeper Clone has the year's last digit at byte 27."""
    if kind == "mvf" and not signed_kind(data):
        return "it is damaged, or of a version before 0.97; allowed is 0.97"
    if kind == "mvf" and data[27:28] in (b"6", b"7"):
        return f"it is of version 200{data[27]:c}; allowed is 0.97"
    return "it is damaged, or of a version that is not read"


def _run_child(data: bytes, kind: str) -> bytes:
    """Return what the process prints that reads a replay; a process that was aborted prints nothing.

    It runs in a folder of its own, where the library writes a file when it aborts.
    """
    limits = map(str, (_MEMORY_MB, _SECONDS, _MOST_MOVES))
    with TemporaryDirectory(prefix="minesweeper-qt-replay-") as folder:
        return subprocess.run(
            [sys.executable, "-P", str(_CHILD), kind, *limits],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
            cwd=folder,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ).stdout


def _with_moves(
    record: Record, moves: Sequence[tuple[int, str]], path: Sequence[Sequence[float]], is_won: bool, seconds: float
) -> tuple[Record, str]:
    """Return ``record`` with ``moves`` and ``path``, which have milliseconds, and what differs in result and time."""
    game, made, left_out, note = record.new_game(), list[RecordedMove](), 0, ""
    start = next((time for time, text in moves if not text.startswith(("flag", "unflag"))), 0)
    for time, text in moves:
        if game.state.is_over:
            break
        action = Action.from_text(text)
        try:
            game.play(action)
        except IllegalAction:
            left_out += 1
        else:
            last = made[-1].seconds or 0 if made else 0
            made.append(RecordedMove((action,), seconds=max(last, (time - start) / 1000)))
    if left_out:
        note += f" {counted(left_out, 'move')} can't be made by the rules here."
    if is_won != (game.state is State.WON):
        says, ends = ("won", "not") if is_won else ("not won", "won")
        note += f" It says that the game was {says}; by its moves it was {ends}."
    if game.state.is_over and made:
        last = made[-1].seconds or 0
        if abs(last - seconds) > _ROUNDED:
            note += f" It says that the game took {seconds:.3f} s; its last move was at {last:.3f} s."
        made = [replace(move, seconds=min(move.seconds or 0, seconds)) for move in made]
        made[-1] = replace(made[-1], seconds=seconds)
    return replace(record, moves=tuple(made), path=tuple([((time - start) / 1000, x, y) for time, x, y in path])), note
