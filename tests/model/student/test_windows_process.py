"""Tests of what works on other systems too of the way in which processes are connected on Windows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from minesweeper_qt.model.student.windows_process import connected

SCRIPT = """
import socket, sys
for mark in sys.argv[2:]:
    connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    connection.sendall(mark.encode())
    if mark != sys.argv[-1]:
        connection.close()
print(connection.recv(9).decode())
"""


@pytest.mark.parametrize("marks", [["right"], ["wrong", "", "right"]])
def test_the_process_that_sends_the_mark_is_connected(marks) -> None:
    def start(port: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", SCRIPT, str(port), *marks], stdout=subprocess.PIPE)

    process, connection = connected(start, b"right")
    with process, connection:
        connection.sendall(b"hello")
        assert process.stdout is not None
        assert process.stdout.read().strip() == b"hello"


def test_a_process_that_ends_without_connecting_is_named() -> None:
    with pytest.raises(OSError, match="it does not connect"):
        connected(lambda port: subprocess.Popen([sys.executable, "-c", ""]), b"right")
