"""Works through many items with a bar, and turns the first Ctrl-C into a request to stop early."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from types import FrameType
from typing import Any, Self, TypeVar

from tqdm import tqdm  # type: ignore[import-untyped]  # it has no types of its own

from minesweeper_qt.cli.output import silence
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.pools import END_SIGNALS, available_cores, local_pool, submit_all

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_POLL_SECONDS = 0.1
_LINE_SECONDS = 10.0
"""The time between two updates on what is no terminal; on a terminal they follow at once."""


# No thread that watches the bars, and no lock between processes: the only bar is updated by the only thread.
tqdm.monitor_interval = 0
tqdm.set_lock(RLock())


class ProgressBar:
    """A context manager with a bar of ``tqdm`` on standard error, which appears at the first call of ``show``.

    ``form`` is its ``bar_format``, ``settings`` are others of ``tqdm``. A stream that is closed or can't be
    written is no error.
    """

    def __init__(self, form: str, **settings: Any) -> None:
        self._settings = {"bar_format": form, "miniters": 0, "dynamic_ncols": True, **settings}
        self._bar: Any = None

    def show(self, done: int, total: int, text: str) -> None:
        """Show how much is done, unless the last update is too recent."""
        stream = sys.stderr
        if stream is None:
            return
        try:
            if self._bar is None:
                pause = {} if stream.isatty() else {"mininterval": _LINE_SECONDS, "delay": _LINE_SECONDS}
                self._bar = tqdm(file=stream, total=total, initial=done, desc=text, **self._settings, **pause)
            self._bar.total = total
            self._bar.set_description_str(text, refresh=False)
            self._bar.update(done - self._bar.n)
        except OSError:  # nobody needs to see progress
            silence(stream)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            try:
                self._bar.close()
            except OSError:
                silence(sys.stderr)


class Stop:
    """A context manager that records the first Ctrl-C, SIGTERM or SIGHUP as a request to stop early.

    The second signal raises ``KeyboardInterrupt``. Call the object to query whether a stop was requested.
    ``exit_code`` is the exit code that follows from the first signal; 0 as long as there was none.
    """

    def __init__(self) -> None:
        self.exit_code = 0
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        """Return whether a stop was requested."""
        return self.exit_code != 0

    def __enter__(self) -> Stop:
        for number in END_SIGNALS:
            # A signal that is ignored stays ignored: nohup ignores SIGHUP.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.exit_code:
            raise KeyboardInterrupt
        # The exit code that a shell reports for a program ended by this signal: 130 for Ctrl-C.
        self.exit_code = 128 + number


def batch(
    work: Callable[..., _Result], items: Sequence[_Item], jobs: int | None, stop: Stop, form: str, what: str
) -> Iterator[_Result]:
    """Yield what ``work(item, should_stop=...)`` returns for each item, in their order, while a bar counts ``what``.

    It runs in this number of ``jobs``, by default one for each core. ``form`` is that of ``ProgressBar``. After
    ``stop`` only what is done by then is yielded, and ``should_stop`` returns true. Raises what ``work`` raises, and
    ``WorkerLost`` if a process has died.
    """
    jobs = min(jobs or available_cores(), len(items))
    finished = yielded = 0

    def count(done: Future[_Result]) -> None:
        nonlocal finished  # and nothing of the result, which may be large
        finished += 1

    # A thread needs no time to start. The processes look for a file: no other signal reaches all of them everywhere.
    pools = ThreadPoolExecutor(1) if jobs == 1 else local_pool(jobs)
    with TemporaryDirectory() as folder, pools as pool, ProgressBar(form) as bar:
        ended = Path(folder, "ended")
        try:
            pending = deque(submit_all(pool, partial(work, should_stop=partial(os.path.exists, str(ended))), items))
            for future in pending:
                future.add_done_callback(count)
            while pending:
                future = pending.popleft()
                while not (future.done() or stop()):
                    bar.show(finished, len(items), what)
                    wait([future], _POLL_SECONDS)
                if future.done():
                    yielded += 1
                    bar.show(max(finished, yielded), len(items), what)
                    yield future.result()
        except BrokenExecutor as lost:
            raise WorkerLost("a process that computed has died") from lost
        finally:
            ended.touch()
            pool.shutdown(cancel_futures=True)
