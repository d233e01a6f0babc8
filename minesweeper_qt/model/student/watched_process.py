"""Starts a process of an agent on Linux, macOS and the like, with one that watches over it and ends all its children.

On macOS, which has no subreapers, a process that was forked twice and has left its session is not found, and memory is
measured four times a second instead of being limited.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep
from typing import Any

_MOST_ROUNDS = 1000


class WatchedProcess:
    """A process of an agent with its watching process.

    ``agent`` is the socket to the agent's process, ``control`` the one to the watching process. ``mark`` is an entry of
    the environment that only processes of this agent have. Raises ``OSError`` if it can't be started.
    """

    def __init__(self, command: Sequence[str], mark: str, **options: Any) -> None:
        self._mark = mark.encode() + b"\0"
        with ExitStack() as ends, ExitStack() as after_failure:
            self.agent, agent_end = map(after_failure.enter_context, socket.socketpair())
            ends.enter_context(agent_end)
            self.control, control_end = map(after_failure.enter_context, socket.socketpair())
            ends.enter_context(control_end)
            numbers = [agent_end.fileno(), control_end.fileno()]
            self._process = subprocess.Popen(
                [*command, *map(str, numbers)],
                stdin=subprocess.DEVNULL,
                pass_fds=numbers,
                start_new_session=True,
                **options,
            )
            after_failure.pop_all()

    def ask_for_lines(self) -> None:
        """Make the agent's process write its running lines into its file."""
        with suppress(OSError):
            self.control.send(b"d")

    def end(self) -> bool:
        """Make the watching process end all the others and itself; return whether it has done so."""
        with suppress(OSError):
            self.control.shutdown(socket.SHUT_WR)
            # A student's code may have stopped it.
            self._process.send_signal(signal.SIGCONT)
        if self._process.poll() is None:
            return False
        if self._process.returncode:
            self._kill_marked()
        return True

    def kill(self) -> None:
        """End the watching process, and with it the agent's, when it does not end by itself."""
        self._process.kill()
        self._process.wait()

    def reason(self) -> str:
        """Return why the agent's process has ended; the watching process has reported all that is known."""
        return ""

    def close(self) -> None:
        """Close the sockets."""
        self.agent.close()
        self.control.close()

    def _kill_marked(self) -> None:
        """Kill all processes with the mark, after the watching process was killed itself."""
        for _ in range(_MOST_ROUNDS):
            found = False
            for place in Path("/proc").glob("[0-9]*"):
                with suppress(OSError):
                    if self._mark in (place / "environ").read_bytes():
                        os.kill(int(place.name), signal.SIGKILL)
                        found = True
            if not found:
                return
            sleep(0.001)  # the system ends killed processes after this call, later on a busy machine
