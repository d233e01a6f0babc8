"""The file of the student's agent: watches it, loads it again, and says whether the first difference is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from minesweeper_qt import model
from minesweeper_qt.gui.widgets import schedule

if TYPE_CHECKING:
    from minesweeper_qt.model import Cell, Fault, Observation, StudentFile, StudentGame
    from minesweeper_qt.model.student.student_state import StudentFailure

_FILE_INTERVAL = 150
"""Milliseconds between two looks at the file: editors write it in several steps, or put another in its place."""


class FileWatch(QObject):
    """Watches the file at a path, also where an editor replaces it by another one, by a look several times a second.

    Signal: ``changed``, after it was written, replaced or taken away, and has been left alone since.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path = Path()
        self._known = self._seen = _stamp(self._path)
        """The stamps of the file as it was signalled last, and as it was at the last look."""
        self._timer = schedule.current.timer(self, self._look, _FILE_INTERVAL, repeats=True)

    def watch(self, path: Path | None) -> None:
        """Watch the file at ``path`` from now on; none for ``None``."""
        self._timer.stop()
        if path is not None:
            self._path = path
            self._known = self._seen = _stamp(path)
            self._timer.start()

    def _look(self) -> None:
        before, self._seen = self._seen, _stamp(self._path)
        if self._seen == before != self._known:
            self._known = self._seen
            self.changed.emit()


def _stamp(path: Path) -> tuple[int, ...]:
    """Return what changes when the file is written or replaced; empty while there is no file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


@dataclass(frozen=True, slots=True)
class Reload:
    """What a changed file did.

    ``before`` is the first difference of the previous agent, ``None`` if it had none. ``is_done``: the new agent has
    learned the game up to that difference and to the moment that was shown, or failed. ``is_reached`` is false if it
    failed before it got to that difference. Otherwise ``is_gone`` is true if it does not differ there in the same way,
    and ``following`` is its own first difference, if it has one.
    """

    before: Fault | None
    is_done: bool = False
    is_gone: bool = False
    following: Fault | None = None
    is_reached: bool = True


class StudentAgentReload(QObject):
    """Loads a file again; ``make_game`` returns an agent of a file that learns the game that is played from its start.

    The previous agent plays on until the new one was created; if that fails, it stays. Signals: ``loaded(StudentGame)``
    when the new agent takes its place; ``changed`` when ``last`` or ``problem`` has.

    Attributes: ``last``, what the last change of the file did, ``None`` before one; ``problem``, why the file as it is
    now can't be loaded, empty if it can.
    """

    loaded = Signal(object)
    changed = Signal()

    def __init__(self, make_game: Callable[[StudentFile], StudentGame], parent: QObject) -> None:
        super().__init__(parent)
        self.last: Reload | None = None
        self.problem = ""
        self._make_game = make_game
        self._candidate: StudentGame | None = None
        """The agent that is being created."""
        self._target = 0
        """The number of observations at the moment that was shown when the file was loaded."""

    def load(self, game: StudentGame, target: int, *, is_asked: bool) -> None:
        """Load the file of ``game``, the present agent, unless it is unchanged and the user has not asked for that.

        ``target`` is the number of observations at the moment that is shown.
        """
        try:
            file = model.StudentFile.find(game.file.path)
        except model.StudentFileError as lost:
            self.cancel()
            self._fail(f"{lost}; the previous agent still plays")
            return
        if file.digest == game.file.digest and self._candidate is None and not is_asked:
            if self.problem:
                self._fail("")  # the change that could not be loaded was taken back
            return
        self.cancel()
        before = next(iter(game.faults), None)
        self._target = target if before is None else max(target, before.learned)
        self._candidate = self._make_game(file)
        self.problem, self.last = "", Reload(before)
        self.changed.emit()

    @property
    def is_loading(self) -> bool:
        """True while an agent is being created."""
        return self._candidate is not None

    def cancel(self) -> None:
        """Drop the agent that is being created."""
        if self._candidate is not None:
            self._candidate.close(0)
            self._candidate = None

    def clear(self) -> None:
        """Drop all that is known of changes: another file is used, or another game is played."""
        self.cancel()
        if self.last is not None or self.problem:
            self.last, self.problem = None, ""
            self.changed.emit()

    def teach(self, observations: Sequence[Observation], mines: frozenset[Cell]) -> None:
        """Let the agent that is being created learn what is revealed meanwhile."""
        if self._candidate is not None:
            self._candidate.teach(observations, mines)

    def take_over(self) -> None:
        """Let the new agent take its place once it was created; keep the previous agent if that failed."""
        candidate = self._candidate
        if candidate is None:
            return
        candidate.take_over()
        if candidate.is_created:
            self._candidate = None
            self.loaded.emit(candidate)
        elif candidate.failure is not None:
            self.cancel()
            self._fail(f"{load_failure_line(candidate.failure, candidate.file)}; the previous agent still plays")

    def judge(self, game: StudentGame) -> None:
        """Compare the first differences, once the new agent, which plays ``game``, has learned what was shown."""
        if self.last is None or self.last.is_done or self._candidate is not None:
            return
        # A move that the previous agent was asked for there is picked after the observations.
        is_past = game.learned > self._target or (game.learned == self._target and not game.is_busy)
        if not is_past and game.failure is None:
            return
        before, following = self.last.before, next(iter(game.faults), None)
        is_gone, is_reached = False, True
        if before is not None and not any(_is_same(found, before) for found in game.faults):
            is_gone = is_reached = game.failure is None or game.learned >= before.learned
        self.last = Reload(before, True, is_gone, following, is_reached)
        self.changed.emit()

    def _fail(self, problem: str) -> None:
        """Set why the file can't be loaded; what a change before did is no news any more."""
        if problem != self.problem or self.last is not None:
            self.problem, self.last = problem, None
            self.changed.emit()


def _is_same(found: Fault, before: Fault) -> bool:
    """Return whether two agents err alike: at the same call in the same way, or about a cell, whenever and why."""
    is_alike = found.symptom is before.symptom and not set(found.cells).isdisjoint(before.cells)
    return is_alike or (found.learned, found.call, found.key) == (before.learned, before.call, before.key)


def load_failure_line(failure: StudentFailure, file: StudentFile) -> str:
    """Return a failure of the agent in ``file``, with the student's own line."""
    from minesweeper_qt.model.student import fault_text

    if failure.is_import:
        return f"{file.path.name} can't be loaded: {fault_text.import_text(failure)}"
    return fault_text.agent_error_line(failure)
