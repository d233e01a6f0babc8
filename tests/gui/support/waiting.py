"""Provides the schedule of the tests: its time passes when the test says so, and it computes between two events."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from PySide6.QtCore import QObject, QTimer

from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.gui.widgets.schedule import Schedule


class NotYet(BaseException):
    """Raised by what a test holds back: it is called again between the next events."""


class EventLoopExecutor(Executor):
    """Computes what was submitted in the event loop, one after the other, in the order of the requests.

    Attribute of the class: ``calls_again``, true while something is called that has raised ``NotYet``.
    """

    calls_again = False

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._compute_next)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, lambda: function(*arguments, **named)))
        self._timer.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        while self._waiting:
            self._compute_next()
            if self._is_held:
                break
        self._timer.stop()

    def _compute_next(self) -> None:
        future, function = self._waiting.pop(0)
        EventLoopExecutor.calls_again, self._is_held = self._is_held, False
        try:
            future.set_result(function())
        except NotYet:
            self._waiting.insert(0, (future, function))
            self._is_held = True
        except BaseException as error:
            future.set_exception(error)
        finally:
            EventLoopExecutor.calls_again = False
            if not self._waiting:
                self._timer.stop()


class WaitingTimer(QTimer):
    """A timer of a ``WaitingSchedule``; one without an interval waits for the event loop alone."""

    def __init__(self, schedule: WaitingSchedule, parent: QObject, **properties: Any) -> None:
        super().__init__(parent, **properties)
        self._schedule = schedule

    def start(self, milliseconds: int | None = None) -> None:
        if milliseconds is not None:
            self.setInterval(milliseconds)
        self.stop()
        if self.interval():
            self._schedule.due[self] = round(self._schedule.seconds + self.interval() / 1000, 6)
        else:
            super().start()

    def stop(self) -> None:
        self._schedule.due.pop(self, None)
        super().stop()

    def isActive(self) -> bool:  # noqa: N802 - a method of Qt's
        return self in self._schedule.due or super().isActive()


class WaitingSchedule(Schedule):
    """Lets time pass when the test says so.

    Attributes: ``seconds``, the time; ``seconds_a_look``, which
    each look at the clock takes, as on a slow machine; ``due``, the time at which
    each timer that waits is due; ``has_threads``, whether executors compute in threads, as in the program.
    """

    def __init__(self, has_threads: bool) -> None:
        self.seconds = self.seconds_a_look = self._looked = 0.0
        self.due: dict[QTimer, float] = {}
        self.has_threads = has_threads

    def now(self) -> float:
        self._looked += self.seconds_a_look
        return self.seconds + self._looked

    def time_of_day(self) -> float:
        return self.seconds

    def make_timer(self, parent: QObject, **properties: Any) -> QTimer:
        # A student's agent has a process, which takes its own time.
        takes_time = isinstance(parent, StudentAgent)
        return QTimer(parent, **properties) if takes_time else WaitingTimer(self, parent, **properties)

    def executor(self, name: str) -> Executor:
        return super().executor(name) if self.has_threads else EventLoopExecutor()

    def left(self, owner: QObject) -> int | None:
        """Return the milliseconds until a timer of ``owner`` is due; ``None`` while none waits."""
        found = [due for timer, due in self.due.items() if timer.parent() is owner]
        return round(1000 * (min(found) - self.seconds)) if found else None

    def wait(self, milliseconds: float) -> None:
        """Let time pass, and each timer that is due meanwhile act at its time."""
        end = round(self.seconds + milliseconds / 1000, 6)
        while (timer := min(self.due, key=self.due.__getitem__, default=None)) and self.due[timer] <= end:
            self.seconds = self.due[timer]
            timer.stop() if timer.isSingleShot() else timer.start()
            timer.timeout.emit()
        self.seconds = end
