"""Measures for how long an event loop handles no events, beside an idle Qt program at the same time.

Run as a program, it is the idle one: it prints its own gaps until its standard input is closed.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, thread_time
from types import FrameType, TracebackType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier, Qt, QTimer, Slot

INTERVAL = 0.005
"""Seconds between two ticks of the timer that shows whether the event loop runs."""

_IDLE_LEAST = 0.002
"""The shortest gap that the idle program reports, in seconds."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time without events: from ``start``, of the clock ``time.monotonic``, for ``seconds``.

    ``busy``: the seconds of it in which the main thread computed: what other programs do to the machine is not in it,
    nor are waits for another thread. ``doing``: what was done last. ``stack``: where the main thread was.
    """

    start: float
    seconds: float
    busy: float = 0.0
    doing: str = ""
    stack: str = ""

    def beyond(self, idle: Iterable[Gap]) -> float:
        """Return the seconds of this gap in which the idle program, with the gaps ``idle``, did handle events."""
        end = self.start + self.seconds
        shared = (min(end, other.start + other.seconds) - max(self.start, other.start) for other in idle)
        return self.seconds - sum(overlap for overlap in shared if overlap > 0)


class GapMeter(QObject):
    """Records the ``gaps`` of at least ``least`` seconds of the event loop that it is made in.

    ``doing`` is called at the end of a gap and returns what was done. When a tick is late, an alarm of the system lets
    the main thread itself record where it is: another thread that looks there can crash Python 3.11.
    """

    def __init__(self, least: float, doing: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.gaps: list[Gap] = []
        self.ticks = 0
        self._least = least
        self._doing = doing
        self._last, self._busy = monotonic(), thread_time()
        self._stack = ""
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(round(INTERVAL * 1000))
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to measure."""
        signal.signal(signal.SIGALRM, self._look)
        self._timer.start()
        self.leave_out()

    @Slot()
    def leave_out(self) -> None:
        """Leave out the time since the last tick."""
        self._last, self._busy = monotonic(), thread_time()
        if self._timer.isActive():
            signal.setitimer(signal.ITIMER_REAL, INTERVAL + self._least * 0.75)

    def stop(self) -> None:
        """End the measurement."""
        self._timer.stop()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    @Slot()
    def _tick(self) -> None:
        now, busy = monotonic(), thread_time()
        late = now - self._last - INTERVAL
        if late >= self._least:
            self.gaps.append(Gap(self._last + INTERVAL, late, busy - self._busy, self._doing(), self._stack))
        self._stack = ""
        self.ticks += 1
        self.leave_out()

    def _look(self, number: int, frame: FrameType | None) -> None:
        places = []
        while frame is not None:
            name = frame.f_code.co_name
            if name == "guard":
                # The override of Qt that it guards.
                override = frame.f_locals.get("method")
                name = f"guard of {getattr(override, '__qualname__', override)}"
            places.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {name}")
            frame = frame.f_back
        self._stack = " > ".join(reversed(places[:9]))


class IdleProgram:
    """Runs an idle Qt program in another process; ``gaps`` are those of its event loop, after it has ended."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []

    def __enter__(self) -> IdleProgram:
        command = [sys.executable, str(Path(__file__))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()  # it runs
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        text, _ = self._process.communicate(timeout=60)
        self.gaps = [Gap(*map(float, line.split())) for line in text.splitlines()]


def _be_idle() -> None:
    application = QCoreApplication([])
    ended = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    ended.activated.connect(application.quit)
    meter = GapMeter(_IDLE_LEAST, str)
    meter.start()
    print("running", flush=True)
    application.exec()
    for gap in meter.gaps:
        print(gap.start, gap.seconds)


if __name__ == "__main__":
    _be_idle()
