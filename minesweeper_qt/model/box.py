"""Starts processes that may do harm: in a box of ``bwrap`` (bubblewrap), and so that what they leave behind is found.

Linux has both. On other systems there is no box, and no orphan is found.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

import psutil  # type: ignore[import-untyped]  # it has no types of its own

_HIDDEN = ("/home", "/root", "/tmp", "/var/tmp", "/run")
"""Folders of people, of other programs' files, and of the sockets of services; beside the user's own."""

_MOST_PROCESSES = 32
"""The most processes that run at a time; this many need less memory than is allowed by default."""

_MARGIN_MB = 64
"""The memory beyond the limit from which on a process is ended although the system has not refused any."""

_PR_SET_CHILD_SUBREAPER = 36
_END_SECONDS = 15.0


def boxed(command: Sequence[str], folder: Path, visible: Iterable[Path] = ()) -> list[str]:
    """Return the command that runs ``command`` in a box, where all is over as soon as it ends.

    It has processes of its own and no network, and may write into ``folder`` alone. It may read the system, and of the
    folders of users and the temporary ones no more than ``visible``. An exit code above 128 is that of a signal.

    >>> boxed(["python", "a.py"], Path("/tmp/a"))[-2:]
    ['python', 'a.py']
    """
    places = {os.path.realpath(place) for place in (*_HIDDEN, Path.home(), tempfile.gettempdir())} - {"/"}
    hidden = [place for place in sorted(places) if os.path.isdir(place)]
    # Both by the name that is asked for and by that of the place: a link in a hidden folder is gone.
    shown = [name for place in visible for name in (str(place), os.path.realpath(place))]
    return [
        *(shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
        *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *(part for place in hidden for part in ("--tmpfs", place)),
        *(part for name in shown for part in ("--ro-bind-try", name, name)),
        *("--bind", str(folder), str(folder)),
        *(part for place in ("/dev", *hidden) for part in ("--remount-ro", place)),
        *command,
    ]


@cache
def box_problem() -> str:
    """Return why no box can be made on this machine; empty if one can.

    >>> box_problem().isprintable()
    True
    """
    if shutil.which("bwrap") is None:
        return "bwrap (bubblewrap) is not installed"
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(boxed(["true"], Path(folder)), capture_output=True, text=True)
    return f"bwrap is not permitted here ({' '.join(tried.stderr.split())})" if tried.returncode else ""


# -- what processes leave behind


class _Orphans:
    """The processes that others left behind when they ended, and that became children of this one.

    ``started`` are the children that this process has started itself; ``None`` where it adopts none. ``ended`` is the
    number of processes that were ended because they were left; those in ``of_boxes`` don't count.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.started: set[int] | None = None
        self.of_boxes: set[int] = set()
        self.ended = 0

    def end(self) -> bool:
        """Kill those that run now, and return whether there were any."""
        with self.lock:
            if self.started is None:
                return False
            found = [child for child in psutil.Process().children() if child.pid not in self.started]
        running = psutil.wait_procs(found, 0)[1]
        self.ended += sum(orphan.pid not in self.of_boxes for orphan in running)
        for orphan in running:
            with suppress(psutil.Error):
                orphan.kill()
        psutil.wait_procs(running, 1)
        return bool(running)


_orphans = _Orphans()


@contextmanager
def adopting_orphans() -> Iterator[_Orphans]:
    """Make this process the parent of what its descendants leave behind, where the system can.

    Yields an object whose ``ended`` counts what ``end`` has ended beside the processes themselves. Meanwhile no others
    may be started than by ``start``.
    """
    is_able = sys.platform == "linux" and not ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _orphans.ended = 0
    _orphans.started = {child.pid for child in psutil.Process().children()} if is_able else None
    try:
        yield _orphans
    finally:
        _orphans.started = None
        if is_able:
            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def start(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a process; ``options`` are those of ``Popen``."""
    with _orphans.lock:
        process = subprocess.Popen(command, **options)
        if _orphans.started is not None:
            _orphans.started.add(process.pid)
    return process


def own_of_box(process: psutil.Process) -> list[psutil.Process]:
    """Return the processes that a box has before it runs anything of others; they are counted as left by nobody."""
    with _orphans.lock, suppress(psutil.Error):
        own = list(process.children(recursive=True))
        _orphans.of_boxes.update(each.pid for each in own)
        return own
    return []


def descendants(process: psutil.Process) -> list[psutil.Process]:
    """Return the processes that a process has started, and those that they have; end the orphans."""
    _orphans.end()
    with suppress(psutil.Error):
        return list(process.children(recursive=True))
    return []


def kill_descendants(pid: int | None = None) -> None:
    """Kill what a process has started, by default this one; it can start nothing more, and should end next.

    A program that hangs does not notice that its input ends.
    """
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        if pid is None:
            _orphans.lock.acquire()
        else:
            process.suspend()
        for descendant in process.children(recursive=True):
            with suppress(psutil.Error):
                descendant.kill()


def memory_problem(process: psutil.Process, memory_mb: int) -> str:
    """Say which limit a process and its descendants exceed, that of memory or of processes; empty if none."""
    processes = [process, *descendants(process)]
    if len(processes) > _MOST_PROCESSES:
        return f"started more than {_MOST_PROCESSES} processes"
    memory = 0
    for one in processes:
        with suppress(psutil.Error):
            memory += one.memory_info().rss
    return f"needed more than {memory_mb} MB of memory" if memory > (memory_mb + _MARGIN_MB) << 20 else ""


def _is_running(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False


def end(process: subprocess.Popen[bytes], measured: psutil.Process, own: Sequence[psutil.Process] = ()) -> None:
    """Kill a process, which is ``measured`` too, with its group, its descendants and the orphans; await their end.

    ``own`` are those of its box, which are killed and not counted.
    """
    others = [each for each in descendants(measured) if each not in own]
    _orphans.ended += len(others)
    found = [*others, *own]
    process.kill()
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    for other in found:
        with suppress(psutil.Error):
            other.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_END_SECONDS)
    # Not psutil.wait_procs: it awaits the process 1, too, which may leave the dead of a box for ever.
    until = monotonic() + 1
    while any(map(_is_running, found)) and monotonic() < until:
        sleep(0.001)
    until = monotonic() + _END_SECONDS
    while _orphans.end() and monotonic() < until:
        pass  # what these had started is an orphan now
    with _orphans.lock:
        if _orphans.started is not None:
            _orphans.started.discard(process.pid)
        _orphans.of_boxes.difference_update(each.pid for each in own)
