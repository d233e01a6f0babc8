"""Tests of the connection to a process that may send anything: nothing but its own errors comes of it, in time."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model.student.connection import BrokenConnection, Connection, ConnectionEnded


def nothing() -> None:
    pass


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, ...]]:
    """The program's and the process's ends of the connection to the agent, and of that to the watching process."""
    agent, its_end = socket.socketpair()
    control, watching_end = socket.socketpair()
    with agent, its_end, control, watching_end:
        yield agent, its_end, control, watching_end


def framed(message: object) -> bytes:
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    return struct.pack(">I", len(data)) + data


def soon() -> float:
    return time.monotonic() + 0.02


def late() -> float:
    return time.monotonic() + 60


def test_a_reply_may_come_in_parts(sockets) -> None:
    agent, its_end, control, _ = sockets
    connection = Connection(agent, control, nothing)
    its_end.sendall(framed({"id": 1})[:6])
    with pytest.raises(TimeoutError):
        connection.exchange(["a"], soon())
    assert its_end.recv(100) == framed(["a"])
    its_end.sendall(framed({"id": 1})[6:] + framed({"id": 2}))
    assert connection.receive(late()) == {"id": 1}
    assert connection.receive(late()) == {"id": 2}


@pytest.mark.parametrize(
    "data, text",
    [
        (b"\xff\xff\xff\xff", "a message of 4,294,967,295 bytes was announced"),
        (framed(b"\xff"), "a message is no JSON"),
        (framed(b""), "a message is no JSON"),
        (framed(b'{"a": NaN}'), "a message is no JSON"),
        (framed(b'{"a": ' + b"1" * 10_000 + b"}"), "a message is no JSON"),
        (framed(b"[" * 100_000), "a message is no JSON"),
        (framed([1]), "a message is no object"),
        (framed(None), "a message is no object"),
    ],
)
def test_what_is_no_message_is_named(sockets, data, text) -> None:
    agent, its_end, control, _ = sockets
    its_end.sendall(data)
    with pytest.raises(BrokenConnection, match=text):
        Connection(agent, control, nothing).receive(late())


@pytest.mark.slow
@given(data=st.binary(max_size=60), is_closed=st.booleans())
def test_random_bytes_lead_to_a_message_or_an_error(data, is_closed) -> None:
    agent, its_end = socket.socketpair()
    with agent, its_end:
        connection = Connection(agent, None, nothing)
        its_end.sendall(data)
        if is_closed:
            its_end.close()
        deadline = time.monotonic() + 0.001
        with suppress(BrokenConnection, ConnectionEnded, TimeoutError):
            while True:
                assert isinstance(connection.receive(deadline), dict)


def test_a_drip_does_not_put_off_the_end_of_the_time(sockets) -> None:
    agent, its_end, control, _ = sockets
    stop = threading.Event()

    def drip() -> None:
        its_end.sendall(struct.pack(">I", 100_000))
        while not stop.wait(0.001):
            its_end.sendall(b" ")

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        with pytest.raises(TimeoutError):
            Connection(agent, control, nothing).receive(time.monotonic() + 0.1)
        assert thread.is_alive()
    finally:
        stop.set()
        thread.join()


def test_a_process_that_reads_nothing_is_given_up(sockets) -> None:
    agent, _, control, _ = sockets
    with pytest.raises(TimeoutError):
        Connection(agent, control, nothing).exchange(["x" * 10_000_000], soon())


def test_the_watching_process_says_why_the_agent_ended(sockets) -> None:
    agent, its_end, control, watching_end = sockets
    connection = Connection(agent, control, nothing)
    watching_end.sendall(b"exit ")
    with pytest.raises(TimeoutError):
        connection.receive(soon())
    its_end.close()
    with pytest.raises(TimeoutError):
        connection.exchange([], soon())
    watching_end.sendall(b"3\n")
    with pytest.raises(ConnectionEnded) as ended:
        connection.exchange([], late())
    assert ended.value.args == ("exit 3",)


def test_a_reply_counts_even_if_the_process_ended_after_it(sockets) -> None:
    agent, its_end, control, watching_end = sockets
    its_end.sendall(framed({"id": 1}))
    its_end.close()
    watching_end.sendall(b"exit 0\n")
    connection = Connection(agent, control, nothing)
    assert connection.receive(late()) == {"id": 1}
    with pytest.raises(ConnectionEnded):
        connection.receive(late())


def test_the_end_of_the_watching_process_is_noticed(sockets) -> None:
    agent, _, control, watching_end = sockets
    watching_end.close()
    with pytest.raises(ConnectionEnded) as ended:
        Connection(agent, control, nothing).receive(late())
    assert ended.value.args == ("",)


def test_what_the_check_raises_ends_the_waiting(sockets) -> None:
    agent, _, control, _ = sockets

    def refuse() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Connection(agent, control, refuse).receive(late())
