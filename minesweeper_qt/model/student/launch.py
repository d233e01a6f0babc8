"""Starts the process of a student's agent with its folder, its output and its environment, and ends it.

How a process is started and ended with all its children, and what the systems lack for that, is in
``watched_process`` and ``windows_process``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.student.student_state import Limits
from minesweeper_qt.model.text.quoted_text import quoted

if sys.platform == "win32":
    from minesweeper_qt.model.student.windows_process import JobProcess

    _Process = JobProcess
else:
    from minesweeper_qt.model.student.watched_process import WatchedProcess

    _Process = WatchedProcess

_CHILD = Path(__file__).with_name("child.py")
_MARK = "MINESWEEPER_QT_STUDENT"
"""The environment variable by which the processes of an agent are found if the watching process was killed."""

_END_SECONDS = 15.0
"""How long the end of all processes may take at most, when there is time."""

_KEPT_OUTPUT = 2**20
"""How many bytes of the output are kept, the last ones."""


class PythonNotStarted(MinesweeperError):
    """The Python that should run the agent can't be started on this machine."""


class Launched:
    """A process that was started for an agent, with a folder of its own.

    ``agent`` is the socket to it, ``control`` the one to the watching process, ``None`` where there is none. Raises
    ``PythonNotStarted``.
    """

    def __init__(self, python: str, seed: int, limits: Limits) -> None:
        self._limits = limits
        with ExitStack() as after_failure:
            try:
                self._folder = Path(tempfile.mkdtemp(prefix="minesweeper-qt-student-"))
                after_failure.callback(shutil.rmtree, self._folder, ignore_errors=True)
                (self._folder / "work").mkdir()
                self._output = after_failure.enter_context(open(self._folder / "output", "ab+", buffering=0))
                self._process: _Process | None = self._started(python, seed)
            except (OSError, ValueError) as wrong:  # a null character in the path is a ValueError
                reason = getattr(wrong, "strerror", None) or wrong
                raise PythonNotStarted(f"{quoted(python)} can't be started: {reason}") from None
            after_failure.pop_all()
        self.agent = self._process.agent
        self.control = self._process.control

    def _started(self, python: str, seed: int) -> _Process:
        limits = self._limits
        numbers = [limits.memory_mb, limits.output_mb, limits.processes]
        command = [python, "-u", str(_CHILD), str(self._folder), *map(str, numbers)]
        options: dict[str, Any] = {
            "stdout": self._output,
            "stderr": self._output,
            "cwd": self._folder / "work",
            "env": _environment(self._folder, seed, python),
        }
        mark = f"{_MARK}={self._folder}"
        if sys.platform == "win32":
            process = JobProcess(command, mark, limits.memory_mb * 2**20, limits.processes, **options)
        else:
            process = WatchedProcess(command, mark, **options)
        return process

    def reason(self) -> str:
        """Return why the process has ended, where no watching process says it."""
        return "" if self._process is None else self._process.reason()

    def has_flooded(self) -> bool:
        """Return whether the output is larger than the limit."""
        return os.fstat(self._output.fileno()).st_size > self._limits.output_mb * 2**20

    def output(self) -> str:
        """Return the last MiB of the output."""
        size = os.fstat(self._output.fileno()).st_size
        self._output.seek(max(0, size - _KEPT_OUTPUT))
        return self._output.read(_KEPT_OUTPUT).decode("utf-8", "replace")

    def drop_output(self) -> None:
        """Drop the output so far."""
        self._output.truncate(0)

    def dump(self, deadline: float) -> str:
        """Make the process write its running lines, and return them as ``faulthandler`` writes them."""
        if self._process is not None:
            self._process.ask_for_lines()
        text = self.trace()
        while monotonic() < deadline and _CHILD.name not in text:
            sleep(0.002)
            text = self.trace()
        return text

    def trace(self) -> str:
        """Return the running lines that the process has written."""
        with suppress(OSError):
            return (self._folder / "trace").read_text("utf-8", "replace")
        return ""

    def end(self, deadline: float) -> bool:
        """End all processes and remove the folder; return whether that is done at ``deadline``.

        It can be called again until it is done.
        """
        while self._process is not None and not self._process.end():
            if monotonic() >= deadline:
                return False
            sleep(0.001)
        if self._process is not None:
            self._process.close()
            self._process = None
            self._output.close()
            shutil.rmtree(self._folder, ignore_errors=True)
        return True

    def end_surely(self) -> None:
        """End all processes, if need be without the watching process."""
        if not self.end(monotonic() + _END_SECONDS) and self._process is not None:
            self._process.kill()
            self.end(monotonic() + _END_SECONDS)


def _environment(folder: Path, seed: int, python: str) -> Mapping[str, str]:
    """Return the environment of the process, without what would change how Python runs."""
    own = ("PYTHONHOME",) if python == sys.executable else ()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON") or name in own}
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
        _MARK: str(folder),
    }
