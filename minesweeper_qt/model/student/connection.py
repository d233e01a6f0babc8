"""Exchanges messages with a strange agent's process, with limits on time and size."""

from __future__ import annotations

import json
import selectors
import socket
import struct
from collections.abc import Callable
from time import monotonic
from typing import Any

_LENGTH = struct.Struct(">I")

_MAX_BYTES = 8 * 2**20
"""The length of the longest message that is accepted."""

_CHECK_SECONDS = 0.05


class BrokenConnection(Exception):
    """What came is no message or no proper reply; the argument is a text for people."""


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
        self._selector = selectors.DefaultSelector()
        agent.setblocking(False)
        self._selector.register(agent, selectors.EVENT_READ, self._read_agent)
        if control is not None:
            control.setblocking(False)
            self._selector.register(control, selectors.EVENT_READ, self._read_control)

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
            ready = self._selector.select(min(left, _CHECK_SECONDS))
            for key, _ in ready:
                key.data()
            message = self._next_message()
            if message is None:
                self._raise_end()
                self._check()
        self._check()
        return message

    def end_reason(self, deadline: float) -> str:
        """Return the line that says why the process ended; an empty text if none comes until ``deadline``."""
        while self._control is not None and not self._reason.endswith(b"\n"):
            left = deadline - monotonic()
            if left <= 0 or self._control not in self._sockets() or not self._selector.select(left):
                break
            self._read_control()
        return self._reason.decode("ascii", "replace").strip()

    def close(self) -> None:
        """Stop using the sockets, which stay open."""
        self._selector.close()

    def _sockets(self) -> list[object]:
        return [key.fileobj for key in self._selector.get_map().values()]

    def _send(self, data: bytes, deadline: float) -> None:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._agent.send(rest) :]
            except BlockingIOError:
                if monotonic() > deadline:
                    raise TimeoutError from None
                self._wait_until_writable(deadline)
            except OSError:
                return  # the reading of the reply finds out why

    def _wait_until_writable(self, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._agent, selectors.EVENT_WRITE)
            selector.select(max(0.0, deadline - monotonic()))

    def _read_agent(self) -> None:
        part = _received(self._agent, 1 << 18)
        if part == b"":
            self._selector.unregister(self._agent)
        self._data += part or b""

    def _read_control(self) -> None:
        assert self._control is not None
        part = _received(self._control, 200)
        if part == b"":
            self._selector.unregister(self._control)
        self._reason += part or b""

    def _raise_end(self) -> None:
        """Raise ``ConnectionEnded`` if the process has ended, by what the watching process or the system says."""
        sockets = self._sockets()
        if self._reason.endswith(b"\n") or (self._control is not None and self._control not in sockets):
            raise ConnectionEnded(self._reason.decode("ascii", "replace").strip())
        if self._agent not in sockets and self._control is None:
            raise ConnectionEnded("")

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


def _received(source: socket.socket, most: int) -> bytes | None:
    """Return what has come, nothing at the end, and ``None`` if nothing has come yet."""
    try:
        return source.recv(most)
    except BlockingIOError:
        return None
    except OSError:
        return b""
