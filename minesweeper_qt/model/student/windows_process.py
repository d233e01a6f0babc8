"""Starts a process of an agent on Windows in a job object, which limits its memory and ends all that it starts.

The parts that Windows alone has were written from Microsoft's documentation and have never been run.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

_CONNECT_SECONDS = 60.0
_WAIT_SECONDS = 0.1


def connected(
    start: Callable[[int], subprocess.Popen[bytes]], mark: bytes
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a process that connects to the port which ``start`` is given and sends ``mark``; return both.

    Windows can't pass a socket through the launcher that starts the Python of a virtual environment. Raises ``OSError``
    when no such connection comes.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(_WAIT_SECONDS)
        process = start(server.getsockname()[1])
        until = monotonic() + _CONNECT_SECONDS
        while process.poll() is None and monotonic() < until:
            with suppress(TimeoutError):
                connection, _ = server.accept()
                if _sends(connection, mark):
                    return process, connection
                connection.close()
    process.kill()
    process.wait()
    raise OSError("it does not connect")


def _sends(connection: socket.socket, mark: bytes) -> bool:
    connection.settimeout(_WAIT_SECONDS)
    received = b""
    with suppress(OSError):
        while len(received) < len(mark):
            part = connection.recv(len(mark) - len(received))
            if not part:
                break
            received += part
    return received == mark


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _CREATE_SUSPENDED = 0x4
    _EXTENDED_LIMITS = 9
    _ACTIVE_PROCESSES, _JOB_MEMORY, _KILL_ON_CLOSE = 0x8, 0x200, 0x2000

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("least_working_set", ctypes.c_size_t),
            ("most_working_set", ctypes.c_size_t),
            ("active_processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
            ("transfers", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        )

    class JobProcess:
        """A process of an agent in a job object; see ``WatchedProcess``, whose place it takes on Windows."""

        control = None

        def __init__(self, command: Sequence[str], mark: str, memory: int, processes: int, **options: Any) -> None:
            self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            self._kernel.CreateJobObjectW.restype = wintypes.HANDLE
            self._job = wintypes.HANDLE(self._kernel.CreateJobObjectW(None, None))
            flags = _ACTIVE_PROCESSES | _JOB_MEMORY | _KILL_ON_CLOSE
            limits = _Limits(flags=flags, active_processes=processes, job_memory=memory)
            size = ctypes.sizeof(limits)
            if not self._kernel.SetInformationJobObject(self._job, _EXTENDED_LIMITS, ctypes.byref(limits), size):
                raise ctypes.WinError(ctypes.get_last_error())
            self._process, self.agent = connected(
                lambda port: self._start([*command, str(port), "0"], options), mark.partition("=")[2].encode()
            )

        def _start(self, command: Sequence[str], options: dict[str, Any]) -> subprocess.Popen[bytes]:
            """Start the process in the job, before it can start another one outside."""
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW | _CREATE_SUSPENDED
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, creationflags=flags, **options)
            handle = wintypes.HANDLE(int(process._handle))  # type: ignore[attr-defined]
            if not self._kernel.AssignProcessToJobObject(self._job, handle):
                process.kill()
                raise ctypes.WinError(ctypes.get_last_error())
            ctypes.WinDLL("ntdll").NtResumeProcess(handle)
            return process

        def ask_for_lines(self) -> None:
            """Do nothing: the process writes its running lines by itself when the time is up."""

        def end(self) -> bool:
            """End all processes of the job; return whether the first one has ended."""
            self._kernel.TerminateJobObject(self._job, 1)
            return self._process.poll() is not None

        def kill(self) -> None:
            """End the first process when it does not end with the job."""
            self._process.kill()
            self._process.wait()

        def reason(self) -> str:
            """Return how the process has ended."""
            with suppress(subprocess.TimeoutExpired):
                return f"exit {self._process.wait(_WAIT_SECONDS)}"
            return ""

        def close(self) -> None:
            """Close the socket and the job."""
            self.agent.close()
            self._kernel.CloseHandle(self._job)
