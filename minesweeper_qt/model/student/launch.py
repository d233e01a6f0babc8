"""Starts the process of a strange agent with its sockets, its folder and its environment, and ends it.

On Linux a watching process ends the agent's process and all that descend from it, whatever session they are in. On
macOS, which has no subreapers, a process that was forked twice and has left its session is not found, and the memory is
measured four times a second instead of being limited. On Windows a job object holds all processes together; this was
never run there.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.text.quoted_text import quoted

_CHILD = Path(__file__).with_name("child.py")
_TOKEN = "MINESWEEPER_QT_STUDENT"
"""The environment variable by which the processes of an agent are found if the watching process was killed."""

KEPT_OUTPUT = 2**20
"""How many bytes of the output are kept, the last ones."""


class PythonNotStarted(MinesweeperError):
    """The Python that should run the agent can't be started on this machine."""


class Launched:
    """A process that was started for an agent.

    ``agent`` is the socket to it, ``control`` the one to the watching process, ``None`` where there is none.
    """

    def __init__(self, python: str, seed: int, limits: Limits) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        with ExitStack() as ends, ExitStack() as after_failure:
            try:
                self.folder = Path(tempfile.mkdtemp(prefix="minesweeper-qt-student-"))
                after_failure.callback(shutil.rmtree, self.folder, ignore_errors=True)
                (self.folder / "work").mkdir()
                self._output = after_failure.enter_context(open(self.folder / "output", "ab+", buffering=0))
                self.agent, agent_end = map(after_failure.enter_context, socket.socketpair())
                ends.enter_context(agent_end)
                self.control, control_end = map(after_failure.enter_context, socket.socketpair())
                ends.enter_context(control_end)
                self._process = self._start(python, seed, agent_end, control_end)
            except (OSError, ValueError) as wrong:  # a null character in the path is a ValueError
                reason = getattr(wrong, "strerror", None) or wrong
                raise PythonNotStarted(f"{quoted(python)} can't be started: {reason}") from None
            after_failure.pop_all()

    def _start(
        self, python: str, seed: int, agent_end: socket.socket, control_end: socket.socket
    ) -> subprocess.Popen[bytes]:
        ends = [agent_end.fileno(), control_end.fileno()]
        numbers = [self._limits.memory_mb, self._limits.output_mb, self._limits.processes, *ends]
        return subprocess.Popen(
            [python, "-u", str(_CHILD), str(self.folder), *map(str, numbers)],
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=self._output,
            cwd=self.folder / "work",
            env=_environment(self.folder, seed),
            pass_fds=ends,
            start_new_session=True,
        )

    def has_flooded(self) -> bool:
        """Return whether the output is larger than the limit."""
        return os.fstat(self._output.fileno()).st_size > self._limits.output_mb * 2**20

    def output(self) -> str:
        """Return the last MiB of the output."""
        size = os.fstat(self._output.fileno()).st_size
        self._output.seek(max(0, size - KEPT_OUTPUT))
        return self._output.read(KEPT_OUTPUT).decode("utf-8", "replace")

    def drop_output(self) -> None:
        """Drop the output so far."""
        self._output.truncate(0)

    def dump(self, deadline: float) -> str:
        """Make the process write its running lines, and return them as ``faulthandler`` writes them."""
        with suppress(OSError):
            self.control.send(b"d")
        text = self.trace()
        while monotonic() < deadline and _CHILD.name not in text:
            sleep(0.002)
            text = self.trace()
        return text

    def trace(self) -> str:
        """Return the running lines that the process has written."""
        with suppress(OSError):
            return (self.folder / "trace").read_text("utf-8", "replace")
        return ""

    def end(self, deadline: float) -> bool:
        """End all processes and remove the folder; return whether that is done at ``deadline``.

        It can be called again until it is done.
        """
        if self._process is None:
            return True
        with suppress(OSError):
            self.control.shutdown(socket.SHUT_WR)
            self._process.send_signal(signal.SIGCONT)
        while self._process.poll() is None:
            if monotonic() >= deadline:
                return False
            sleep(0.001)
        if self._process.returncode:
            _kill_marked(self.folder)
        self._remove()
        return True

    def end_surely(self) -> None:
        """End all processes, if need be without the watching process."""
        if self.end(monotonic() + 15) or self._process is None:
            return
        self._process.kill()
        self.end(monotonic() + 5)

    def _remove(self) -> None:
        """Close the sockets and remove the folder."""
        self._process = None
        self.agent.close()
        self.control.close()
        self._output.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _environment(folder: Path, seed: int) -> Mapping[str, str]:
    """Return the environment of the process, without what would change how Python runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON") or name == "PYTHONHOME"}
    work = str(folder / "work")
    return {
        **kept,
        "PYTHONHASHSEED": str(seed % 2**32),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8:backslashreplace",
        # Each arena of the C library reserves more addresses than small agents ever use.
        "MALLOC_ARENA_MAX": "1",
        "TMPDIR": work,
        "TEMP": work,
        "TMP": work,
        _TOKEN: str(folder),
    }


def _kill_marked(folder: Path) -> None:
    """Kill all processes with the mark of an agent, after the process that watched over them was killed."""
    mark = f"{_TOKEN}={folder}\0".encode()
    found = True
    while found:
        found = False
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (place / "environ").read_bytes():
                    os.kill(int(place.name), signal.SIGKILL)
                    found = True
