"""Reads a replay with ms_toollib, in a process of its own: a broken file aborts it.

The program starts this script by its path, with the format and the limits as arguments, and the file as its input. It
prints what it has read as JSON. It imports nothing of the program.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

_COVERED, _FLAGGED, _EXPLODED = 10, 11, 15
"""The numbers that the library has for cells without a clue, besides -1 for a mine in the layout."""


def main() -> None:
    """Print the size, mines, actions and places of the pointer with their milliseconds, and result, time and mode."""
    kind, (memory, seconds, most_moves) = sys.argv[1], map(int, sys.argv[2:])
    if sys.platform != "win32":
        import resource

        for name, limit in (("RLIMIT_DATA", memory << 20), ("RLIMIT_CPU", seconds), ("RLIMIT_CORE", 0)):
            resource.setrlimit(getattr(resource, name), (limit, limit))
    data = bytearray(sys.stdin.buffer.read())
    if kind == "rmv":
        _clear_texts(data)
    video = getattr(import_module("ms_toollib"), f"{kind.capitalize()}Video")(f"replay.{kind}", list(data))
    video.parse()
    if not (video.row and video.column and video.mine_num):
        sys.exit("the library has found no board, and would abort")
    video.analyse()  # before this, most attributes would abort the process
    moves, path = _moves(video, most_moves)
    mines = [(row, column) for row, line in enumerate(video.board) for column, cell in enumerate(line) if cell == -1]
    json.dump([video.row, video.column, mines, moves, path, video.is_completed, video.rtime_ms, video.mode], sys.stdout)


def _clear_texts(data: bytearray) -> None:
    """Make all texts at the beginning of an RMV file ASCII: in another encoding than UTF-8 they abort the process."""
    texts = 28 + int.from_bytes(data[10:12]) if data[4:6] == b"\0\1" else 30
    texts += int.from_bytes(data[12:14])
    data[28:texts] = bytes([byte & 0x7F for byte in data[28:texts]])
    place = texts + 2
    for _ in range(int.from_bytes(data[texts:place])):
        length = data[place]
        data[place + 1 : place + 1 + length] = b"?" * length
        place += 1 + length


def _moves(video: Any, most: int) -> tuple[list[tuple[int, str]], list[tuple[int, float, float]]]:
    """Return what each mouse event did to the board, as actions: the library has played the game event by event.

    With them come the places of the pointer, in cells from the left and from the top.
    """
    moves: list[tuple[int, str]] = []
    path: list[tuple[int, float, float]] = []
    for event in video.events:
        if event.event is None or not event.event.is_mouse():
            continue
        mouse, time = event.event.unwrap_mouse(), round(1000 * event.time)
        path.append((time, mouse.x / video.pix_size, mouse.y / video.pix_size))
        before, after = event.prior_game_board.game_board, event.next_game_board.game_board
        if mouse.mouse == "mv" or before == after:
            continue
        has_opened = False
        for row, (old_line, new_line) in enumerate(zip(before, after, strict=True)):
            for column, (old, new) in enumerate(zip(old_line, new_line, strict=True)):
                if (old, new) in ((_COVERED, _FLAGGED), (_FLAGGED, _COVERED)):
                    moves.append((time, f"{'flag' if new == _FLAGGED else 'unflag'} {row} {column}"))
                has_opened |= old != new and (new < _COVERED or new == _EXPLODED)
        if has_opened:
            row, column = mouse.y // video.pix_size, mouse.x // video.pix_size
            moves.append((time, f"{'chord' if before[row][column] < _COVERED else 'reveal'} {row} {column}"))
        if len(moves) > most:
            sys.exit("there are more moves than people make")
    return moves, path


if __name__ == "__main__":
    main()
