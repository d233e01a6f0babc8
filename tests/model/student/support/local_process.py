"""An agent in this process, with the calls of a ``StudentProcess``: tests of the audit then start no process."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from minesweeper_qt.model import MinesweeperAI, Sentence
from minesweeper_qt.model.student.child import CourseObjects
from minesweeper_qt.model.student.student_state import (
    CallResult,
    FindingKind,
    SourceLine,
    StatedSentence,
    StudentFailure,
    StudentState,
    call_text,
)


def state_of(agent: Any) -> StudentState:
    """Return what ``agent`` states."""
    sentences = tuple(StatedSentence(frozenset(sentence.cells), sentence.count) for sentence in agent.knowledge)
    return StudentState(frozenset(agent.moves_made), frozenset(agent.mines), frozenset(agent.safes), sentences)


@contextmanager
def processor_time_limited() -> Iterator[None]:
    """Raise ``TimeoutError`` in the block after 2 seconds of processor time, where the system and the thread allow it.

    An agent whose sentences are wrong may go on for ever on some boards.
    """
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, 2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class LocalProcess:
    """Creates agents with ``factory`` and calls them."""

    notes: tuple[str, ...] = ()

    def __init__(self, factory: Callable[..., Any] = MinesweeperAI, sentence: Callable[..., Any] = Sentence) -> None:
        self.factory = factory
        self.sentence_factory = sentence
        self.created = 0
        self.size = (0, 0)
        self.closed = 0

    def create(self, height: int, width: int, seed: int | None = None, *, runs_again: bool = False) -> StudentState:
        self.created += 1
        self.size = height, width
        self.agent = (
            self.factory(height, width, seed=seed) if self.factory is MinesweeperAI else self.factory(height, width)
        )
        return state_of(self.agent)

    def call(self, method: str, *arguments: Any) -> CallResult:
        return self._call(call_text(method, *arguments), lambda: getattr(self.agent, method)(*arguments))

    def update(self, attribute: str, cells: Any) -> StudentState:
        getattr(self.agent, attribute).update(cells)
        return state_of(self.agent)

    def course_step(self, text: str, step: str, *given: Any) -> str | None:
        if step == "begin":
            self.course = CourseObjects({"MinesweeperAI": self.factory, "Sentence": self.sentence_factory}.__getitem__)
            return None
        try:
            return getattr(self.course, step)(*given)
        except Exception as wrong:
            message = f"{text} raised {type(wrong).__name__}: {wrong}"
            raise StudentFailure(FindingKind.EXCEPTION, message, is_alive=True) from None

    def close(self) -> None:
        self.closed += 1

    def __enter__(self) -> LocalProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _call(self, text: str, call: Callable[[], Any]) -> CallResult:
        try:
            with processor_time_limited():
                value = call()
        except TimeoutError:
            line = SourceLine("minesweeper.py", 7, "add_knowledge", "while True:")
            raise StudentFailure(FindingKind.TIMEOUT, f"{text} took longer than 2 s", (line,)) from None
        except Exception as wrong:
            message = f"{text} raised {type(wrong).__name__}: {wrong}"
            raise StudentFailure(FindingKind.EXCEPTION, message, is_alive=True) from None
        return CallResult(
            value if value is None or isinstance(value, tuple) else repr(value), state_of(self.agent), 0.0
        )
