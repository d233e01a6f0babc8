"""Sends requests to a strange agent's process, and receives its replies with a limit on time and size."""

from __future__ import annotations

import json
import select
import socket
import struct
from collections.abc import Callable
from time import monotonic
from typing import Any

_LENGTH = struct.Struct(">I")
MAX_BYTES = 8 * 2**20
"""The length of the longest message that is accepted."""


class BrokenConnection(Exception):
    """The connection has ended, or what came is no message; the argument is a text for people."""


def no_constant(name: str) -> Any:
    """Raise ``ValueError`` for ``NaN`` and infinity, which are no JSON."""
    raise ValueError(name)


class Connection:
    """Exchanges messages, JSON after its length in four bytes, through a connected socket.

    ``while_waiting`` is called again and again while a reply is awaited, at least every 50 ms; what it raises ends the
    waiting.
    """

    def __init__(self, connected: socket.socket, while_waiting: Callable[[], None]) -> None:
        self._socket = connected
        self._socket.setblocking(False)
        self._while_waiting = while_waiting
        self._data = bytearray()
        self._poll = select.poll()
        self._poll.register(connected, select.POLLIN)

    def send(self, message: object, deadline: float) -> None:
        """Send a message; raise ``TimeoutError`` or ``BrokenConnection``."""
        data = json.dumps(message, separators=(",", ":")).encode()
        self._socket.settimeout(max(deadline - monotonic(), 0.001))
        try:
            self._socket.sendall(_LENGTH.pack(len(data)) + data)
        except TimeoutError:
            raise
        except OSError as wrong:
            raise BrokenConnection(wrong.strerror or str(wrong)) from None

    def receive(self, deadline: float) -> dict[str, Any]:
        """Return the next message, an object; raise ``TimeoutError`` or ``BrokenConnection``."""
        while True:
            message = self._next_message()
            if message is not None:
                return message
            left = deadline - monotonic()
            if left <= 0:
                raise TimeoutError
            if self._poll.poll(min(left * 1000, 50)):
                self._read()
            self._while_waiting()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _read(self) -> None:
        try:
            part = self._socket.recv(1 << 18)
        except (BlockingIOError, TimeoutError):
            return
        except OSError as wrong:
            raise BrokenConnection(wrong.strerror or str(wrong)) from None
        if not part:
            raise BrokenConnection("the connection was closed")
        self._data += part

    def _next_message(self) -> dict[str, Any] | None:
        """Return the first message of what was received; ``None`` while it is incomplete."""
        if len(self._data) < 4:
            return None
        (length,) = _LENGTH.unpack_from(self._data)
        if length > MAX_BYTES:
            raise BrokenConnection(f"a message of {length:,} bytes was announced")
        if len(self._data) < 4 + length:
            return None
        text = bytes(self._data[4 : 4 + length])
        del self._data[: 4 + length]
        try:
            message = json.loads(text, parse_constant=no_constant)
        except (ValueError, RecursionError):
            raise BrokenConnection("a message is no JSON") from None
        if not isinstance(message, dict):
            raise BrokenConnection("a message is no object")
        return message
