"""Exchanges messages with the process of a student's agent, with limits on time and size."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable
from time import monotonic
from typing import Any

_LENGTH = struct.Struct(">I")

_MAX_BYTES = 4 * 2**20
"""The length of the longest message that is accepted."""

_CHECK_SECONDS = 0.05
_PART_BYTES = 1 << 16


class BrokenConnection(Exception):
    """The data received is no message, or no proper reply; the argument is a text for people."""


class ConnectionEnded(Exception):
    """The process has ended or closed the connection.

    The argument is the line of the watching process that says why, such as ``exit 1`` or ``signal 11``; it is empty
    where there is none.
    """


def _no_constant(name: str) -> Any:
    """Raise ``ValueError`` for ``NaN`` and infinity, which are no JSON."""
    raise ValueError(name)


_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder(parse_constant=_no_constant).decode


class Connection:
    """Sends requests and receives replies: JSON objects and lists, each after its length in four bytes.

    ``agent`` is the socket to the agent's process, ``control`` the one to the process that watches over it, if there is
    one. ``check`` is called at least every 50 ms while a reply is awaited and after each reply; what it raises ends the
    waiting.
    """

    def __init__(self, agent: socket.socket, control: socket.socket | None, check: Callable[[], None]) -> None:
        self._agent = agent
        self._control = control
        self._check = check
        self._data = bytearray()
        self._reason = b""
        self._is_closed = False
        agent.settimeout(_CHECK_SECONDS)

    def exchange(self, request: object, deadline: float) -> dict[str, Any]:
        """Send a request and return the reply.

        Raises ``TimeoutError`` when ``time.monotonic()`` reaches ``deadline``, ``ConnectionEnded``,
        ``BrokenConnection``, and what the check raises.
        """
        data = _encode(request).encode()
        self._send(_LENGTH.pack(len(data)) + data, deadline)
        return self.receive(deadline)

    def receive(self, deadline: float) -> dict[str, Any]:
        """Return the next message; raises as ``exchange`` does."""
        message = self._next_message()
        while message is None:
            left = deadline - monotonic()
            if left <= 0:
                raise TimeoutError
            if not self._read(left):
                self._raise_end(left)
            self._check()
            message = self._next_message()
        self._check()
        return message

    def _read(self, left: float) -> bool:
        """Take over what comes within ``left`` seconds, or within 50 ms; return whether something has come."""
        if self._is_closed:
            return False
        if left < _CHECK_SECONDS:
            self._agent.settimeout(left)
        try:
            part = self._agent.recv(_PART_BYTES)
        except TimeoutError:
            return False
        except OSError:
            part = b""
        finally:
            if left < _CHECK_SECONDS:
                self._agent.settimeout(_CHECK_SECONDS)
        self._is_closed = not part
        self._data += part
        return bool(part)

    def _raise_end(self, left: float) -> None:
        """Raise ``ConnectionEnded`` if the process has ended, by what the watching process or the system says."""
        if self._control is None:
            if self._is_closed:
                raise ConnectionEnded("")
            return
        # Where the agent's end is closed, its process has ended, or closed it by mistake and goes on.
        self._control.settimeout(min(left, _CHECK_SECONDS) if self._is_closed else 0)
        try:
            part = self._control.recv(200)
        except (BlockingIOError, TimeoutError):
            return
        except OSError:
            part = b""
        self._reason += part
        if not part or self._reason.endswith(b"\n"):
            raise ConnectionEnded(self._reason.decode("ascii", "replace").strip())

    def _send(self, data: bytes, deadline: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._agent.send(rest) :]
            except TimeoutError:
                if monotonic() >= deadline:
                    raise
            except OSError:
                self._is_closed = True  # the watching process says why
                return

    def _next_message(self) -> dict[str, Any] | None:
        """Return the first message of what was received; ``None`` while it is incomplete."""
        if len(self._data) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._data)
        if length > _MAX_BYTES:
            raise BrokenConnection(f"a message of {length:,} bytes was announced")
        end = _LENGTH.size + length
        if len(self._data) < end:
            return None
        text = bytes(self._data[_LENGTH.size : end])
        del self._data[:end]
        try:
            message = _decode(text.decode())
        except (ValueError, RecursionError):
            raise BrokenConnection("a message is no JSON") from None
        if not isinstance(message, dict):
            raise BrokenConnection("a message is no object")
        return message
