"""Runs a student's agent in a process of its own, with limits, and calls its methods.

``psutil`` measures and ends the process with all that it has started; what it has detached is found in a box, or where
this program adopts orphans. The process ends itself when its time is up or this program has ended.
The parts that Windows alone has were written from its documentation and have never been run.
"""

from __future__ import annotations

import json
import linecache
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Self, TypeVar

from minesweeper_qt.model.board.board import MAX_SIDE, Cell
from minesweeper_qt.model.errors import MinesweeperError, Stopped, quoted
from minesweeper_qt.model.student.child import CHANNEL_LOST, MEMORY_GONE
from minesweeper_qt.model.student.in_place import ChildInPlace
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import (
    NO_REPLY,
    CallResult,
    FindingKind,
    Limits,
    SourceLine,
    StateTable,
    StudentFailure,
    StudentState,
    call_text,
    read_cells,
    read_failure,
    read_lines,
    read_move,
    read_seconds,
    read_seen,
    read_text,
)
from minesweeper_qt.model.words import rows_and_columns

if sys.platform != "emscripten":  # which has no processes
    import psutil  # type: ignore[import-untyped]  # it has no types of its own

    from minesweeper_qt.model.box import boxed, end, memory_problem, own_of_box, start

IN_PLACE = "\0"
"""In place of the path of a Python: the agent runs in this one, within the limits that need no process."""

_CHILD = Path(__file__).with_name("child.py")
_START_SECONDS = 60.0
"""The time in which Python starts even on a busy machine."""

_LAST_SECONDS = 1.0
"""How long the process may take to end itself after the time limit of a call, or the end of the connection. It writes
the running lines meanwhile."""

_LOOK_SECONDS = 0.05
"""The time after which the process is looked at while a reply is awaited."""

_REST_SECONDS = 1.0
"""The time after which the process is looked at although it replies quickly."""

_OLDEST_PYTHON = [3, 8]
_MOST_BYTES = 4 * 2**20
"""The length of the longest reply that is accepted."""

_PART_BYTES = 2**16
"""How much is received at once."""

_KEPT_BYTES = 2**20
"""How much of the output is kept, the end of it."""

_BOX_NAMES = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "TZ")
"""The names in the environment that are kept in a box: others may hold secrets."""

_STACK_OVERFLOW = 0xC00000FD
"""The exit code of a process whose stack was full, on Windows."""

_MOST_LINES = 20

_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode
_FRAME = re.compile(r'^ +File "(.*)", line (\d+) in (.*)$', re.MULTILINE)

_Value = TypeVar("_Value")


class PythonNotStarted(MinesweeperError):
    """The Python that should run the agent can't be started on this machine."""


class _Child:
    """A process that runs ``child``, with a folder of its own; see ``StudentProcess`` for the arguments.

    ``end`` must be called. Raises ``PythonNotStarted`` and ``Stopped``.
    """

    def __init__(
        self, file: StudentFile, python: str, seed: int, limits: Limits, should_stop: Callable[[], bool]
    ) -> None:
        self._file = file
        self._limits = limits
        self._should_stop = should_stop
        self._requests = 0
        self._text = "the start"
        self._looked = monotonic()
        self._process: subprocess.Popen[bytes] | None = None
        self._main_thread, self._installed = 0, list[str]()
        self._closing = ExitStack()
        self._own_of_box: list[psutil.Process] = []
        try:
            self._start(python, seed)
        except BaseException:
            # Also for Ctrl-C: the caller never gets this object, so its process and its folder must go here.
            self.end()
            raise

    def _start(self, python: str, seed: int) -> None:
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="minesweeper-qt-student-"))
            self._closing.callback(shutil.rmtree, self._folder, ignore_errors=True)
            for name in ("work", "file"):
                (self._folder / name).mkdir()
            self.copy = self._folder / "file" / self._file.path.name
            self.copy.write_bytes(self._file.source)
            file = open(self._folder / "output", "ab+", buffering=0)  # noqa: SIM115 - open as long as the process runs
            self._output = self._closing.enter_context(file)
            options: dict[str, Any] = {"start_new_session": True}
            if sys.platform == "win32":  # a socket can't be passed on there
                other = self._closing.enter_context(socket.create_server(("127.0.0.1", 0)))
                number = other.getsockname()[1]
                options["creationflags"] = subprocess.CREATE_NO_WINDOW
            else:
                self._socket, other = map(self._closing.enter_context, socket.socketpair())
                number = other.fileno()
                options["pass_fds"] = [number]
            numbers = (self._limits.memory_mb, self._limits.output_mb, number)
            command = [python, "-u", str(_CHILD), str(self._folder), *map(str, numbers)]
            if self._limits.box:
                command = boxed(command, self._folder, _visible(python, self._file))
            self._process = start(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                cwd=self._folder / "work",
                env=_environment(python, seed, self._folder, self._limits.box),
                **options,
            )
            self._measured = psutil.Process(self._process.pid)
        except (OSError, ValueError) as wrong:  # a null character in the path is a ValueError
            reason = getattr(wrong, "strerror", None) or wrong
            raise PythonNotStarted(f"{quoted(python)} can't be started: {reason}") from None
        try:
            deadline = monotonic() + _START_SECONDS
            if sys.platform == "win32":
                self._socket = self._closing.enter_context(accepted(other, self._process, deadline))
            other.close()
            hello = self._received(deadline)
            # Nothing of the student has run yet.
            self._own_of_box = own_of_box(self._measured) if self._limits.box else []
            version = [int(number) for number in hello["python"]]
            self._main_thread = int(hello["main"])
            self._installed = list(map(str, hello["installed"]))
        except Stopped:
            raise
        except (TimeoutError, EOFError, *NO_REPLY):
            said = self.output().strip().splitlines()
            printed = f"; it printed {quoted(said[-1])}" if said else ""
            raise PythonNotStarted(f"{quoted(python)} does not run as Python 3.8 or newer{printed}") from None
        if version < _OLDEST_PYTHON:
            shown = ".".join(map(str, version))
            raise PythonNotStarted(f"{quoted(python)} is Python {shown}; needed is 3.8 or newer")

    def exchange(self, text: str, seconds: float, request: list[Any]) -> dict[str, Any]:
        """Send a request, and return the reply to it; ``text`` is the call for people.

        Raises ``StudentFailure``, ``Stopped`` and the errors of ``NO_REPLY``; what is raised ends the process.
        """
        self._requests += 1
        self._text = text
        deadline = monotonic() + seconds
        data = _encode([self._requests, seconds, *request]).encode() + b"\n"
        self._socket.settimeout(seconds)  # macOS takes 8 KiB at once
        with suppress(OSError):  # the reply, or its absence, says more
            self._socket.sendall(data)
        late = f"took longer than {seconds:g} s"
        try:
            reply = self._received(deadline + _LAST_SECONDS)  # it stops the call itself when its time is up
        except TimeoutError:
            raise self._failure(FindingKind.TIMEOUT, late) from None
        except EOFError:
            is_late = monotonic() >= deadline
            failure = self._own_end()
            raise self._failure(FindingKind.TIMEOUT, late) if is_late else failure from None
        if reply.get("failure") == "timeout":
            reply["text"] = late
        if reply["id"] != self._requests:
            raise ValueError("this replies to no request")
        return reply

    def _received(self, deadline: float) -> dict[str, Any]:
        """Return the next message; raise ``TimeoutError`` and, at the end of the connection, ``EOFError``."""
        data = b""
        while not data.endswith(b"\n"):
            left = deadline - monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(min(left, _LOOK_SECONDS))
            try:
                received = self._socket.recv(_PART_BYTES)
            except TimeoutError:
                self._look(0)
                continue
            except OSError:
                received = b""
            if not received:
                raise EOFError
            data += received
            if len(data) > _MOST_BYTES:
                raise ValueError("the reply is too long")
        self._look(_REST_SECONDS)
        return dict(_decode(data.decode()))

    def _look(self, rest: float) -> None:
        """Raise ``Stopped`` if the reply is no longer needed, and ``StudentFailure`` if a limit is exceeded.

        The processes and their memory are measured if that was ``rest`` seconds ago.
        """
        limits = self._limits
        if self._should_stop():
            raise Stopped("the reply is no longer needed")
        if os.fstat(self._output.fileno()).st_size > limits.output_mb << 20:
            raise self._failure(FindingKind.OUTPUT, f"printed more than {limits.output_mb} MB")
        if monotonic() < self._looked + rest:
            return
        problem = memory_problem(self._measured, limits.memory_mb)
        if problem:
            raise self._failure(FindingKind.MEMORY, problem)
        self._looked = monotonic()

    def _own_end(self) -> StudentFailure:
        """Return how the process ends, which it does by itself when its time is up or its connection is closed."""
        assert self._process is not None
        code = CHANNEL_LOST
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LAST_SECONDS)
        if code == MEMORY_GONE:
            return self._failure(FindingKind.MEMORY, f"needed more than {self._limits.memory_mb} MB of memory")
        did = f"ended the process with exit code {code}"
        if code == CHANNEL_LOST:
            did = "closed or changed file descriptors that are not its own"
        elif code == _STACK_OVERFLOW:
            did = "recursed too deeply: its stack is full"
        elif code < 0 or (self._limits.box and code > 128):
            code = code if code < 0 else 128 - code
            name = next((number.name for number in signal.Signals if number == -code), str(-code))
            did = f"ended the process: signal {name}"
        return self._failure(FindingKind.EXIT, did)

    def _failure(self, kind: FindingKind, did: str) -> StudentFailure:
        """Return the failure of the call, which ``did`` so, with the lines that ran when the process ended itself."""
        trace: tuple[SourceLine, ...] = ()
        with suppress(OSError):
            dump = (self._folder / "trace").read_text("utf-8", "replace")
            trace = own_lines(dump, self._main_thread, self._file, self._installed)
        return StudentFailure(kind, f"{self._text} {did}", trace)

    def output(self) -> str:
        """Return the last MiB of the output."""
        size = os.fstat(self._output.fileno()).st_size
        self._output.seek(max(0, size - _KEPT_BYTES))
        return self._output.read(_KEPT_BYTES).decode("utf-8", "replace")

    def drop_output(self) -> None:
        """Drop the output so far."""
        self._output.truncate(0)

    def end(self) -> None:
        """Kill the process and those that descend from it, await its end, and remove its folder."""
        process, self._process = self._process, None
        if process is not None:
            end(process, self._measured, self._own_of_box)
        self._closing.close()


def accepted(server: socket.socket, process: subprocess.Popen[bytes], deadline: float) -> socket.socket:
    """Return the connection that ``process`` makes to ``server``.

    Raises ``EOFError`` when it ends before, and when ``time.monotonic()`` reaches ``deadline``.
    """
    server.settimeout(_LOOK_SECONDS)
    while process.poll() is None and monotonic() < deadline:
        with suppress(TimeoutError):
            return server.accept()[0]
    raise EOFError


def _environment(python: str, seed: int, folder: Path, is_boxed: bool) -> dict[str, str]:
    """Return the environment of the process, without what would change how Python runs; in a box hardly any."""
    own = "PYTHONHOME" if python == sys.executable else ""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON") or name == own}
    if is_boxed:
        kept = {name: value for name, value in kept.items() if name in _BOX_NAMES} | {"HOME": str(folder / "work")}
    return {
        **kept,
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "work")),
        "PYTHONHASHSEED": str(seed % 2**32),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8:backslashreplace",
        "MALLOC_ARENA_MAX": "1",  # each arena of the C library reserves more memory than small agents ever use
    }


def _visible(python: str, file: StudentFile) -> Iterator[Path]:
    """Yield what a process needs of the folders that a box hides: the file's folder, its Python, and this program."""
    own = Path(python).absolute()
    yield from (file.path.parent, Path(__file__).parents[2], Path(sys.prefix), Path(sys.base_prefix))
    yield own.parents[1] if (own.parents[1] / "pyvenv.cfg").exists() else own
    yield own.resolve().parents[1]


class StudentProcess:
    """The process of a student's agent; one runs at a time, and one thread may use it.

    It starts with the first call, and again with the first one after it has ended. ``file`` is the student's file,
    ``seed`` seeds the random numbers of its import and the hashes of its texts, and ``python`` is the path of another
    Python that runs it, from 3.8 on, or ``IN_PLACE``. ``should_stop`` is called about
    every 50 ms while a reply is awaited; once it returns true, the process is ended. All methods but ``close`` raise
    ``StudentFailure`` when the agent fails, ``PythonNotStarted`` when this machine can't run it, and ``Stopped`` once
    ``should_stop`` has returned true. No call takes more than 0.4 s longer than its limit, besides the start of Python
    itself, unless the machine is busy. Use it in a ``with`` statement, or call ``close`` at the end.

    >>> from pathlib import Path
    >>> source = b'''
    ... class MinesweeperAI:
    ...     def __init__(self, height, width):
    ...         self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []
    ...     def add_knowledge(self, cell, count):
    ...         self.moves_made.add(cell)
    ... '''
    >>> with StudentProcess(StudentFile.of(Path("minesweeper.py").absolute(), source)) as process:
    ...     state = process.create(3, 3)
    ...     process.call("add_knowledge", (0, 1), 2).state.moves_made
    frozenset({(0, 1)})
    """

    def __init__(
        self,
        file: StudentFile,
        limits: Limits | None = None,
        *,
        seed: int = 0,
        python: str | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._file = file
        self._limits = limits or Limits()
        self._seed = seed
        self._python = python or sys.executable
        self._should_stop = should_stop
        self._notes = dict.fromkeys(file.notes)
        self._child: _Child | ChildInPlace | None = None
        self._import_failure: StudentFailure | None = None
        self._has_agent = False
        self._table = StateTable()
        self._size = (0, 0)
        self._output = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def notes(self) -> tuple[str, ...]:
        """The differences from the course's project that were tolerated so far, a line each."""
        return tuple(self._notes)

    @property
    def output(self) -> str:
        """The last MiB of what the agent printed since it was created; for the first one, since the import."""
        return self._output if self._child is None else self._child.output()

    @property
    def size(self) -> tuple[int, int]:
        """The height and the width that the agent really has, which differ from those asked for if hard-coded."""
        return self._size

    def create(self, height: int, width: int, seed: int | None = None, *, runs_again: bool = False) -> StudentState:
        """Create a new agent in place of the previous one, and return what it states; ``seed`` seeds ``random``.

        With ``runs_again`` the student's file is run again for it, so that nothing is left of previous agents: nearly
        what a new process does, and a hundred times faster.
        """
        runs_again = runs_again and self._has_agent
        if self._has_agent:
            self._output = ""
            if self._child is not None:
                self._child.drop_output()
        self.load()
        self._has_agent = True
        self._table = StateTable()

        def parse(reply: dict[str, Any]) -> StudentState:
            self._size = (height, width)
            own = read_cells(reply["value"])[0]
            if own != self._size and all(1 <= side <= MAX_SIDE for side in own):
                self._size = own
                note = f"the size {rows_and_columns(*own)} is hard-coded; the games are played at that size"
                if own == (width, height):
                    note = "MinesweeperAI(height, width) keeps them the other way round; the games are played so"
                self._notes.setdefault(note)
            return self._table.update(reply["state"])

        request = ["create", height, width, self._seed if seed is None else seed, runs_again]
        return self._request(f"MinesweeperAI({height}, {width})", request, parse)

    def call(self, method: str, *arguments: Cell | int) -> CallResult:
        """Call a method of the agent, such as ``add_knowledge`` with a cell and its clue."""

        def parse(reply: dict[str, Any]) -> CallResult:
            value, seconds = read_move(reply["value"]), read_seconds(reply["seconds"])
            return CallResult(value, self._table.update(reply["state"]), seconds)

        return self._request(call_text(method, *arguments), ["call", method, *arguments], parse)

    def update(self, attribute: str, cells: Collection[Cell]) -> StudentState:
        """Add ``cells`` to an attribute of the agent from outside, and return what it states then."""
        text = f"{attribute}.update({set(cells) or '()'})"
        return self._request(text, ["update", attribute, list(cells)], lambda reply: self._table.update(reply["state"]))

    def watch(self, copied: Collection[int] = ()) -> tuple[SourceLine, ...]:
        """Watch the loops of the agents that are created from now on; those in the lines ``copied`` go over copies.

        Return the loops of earlier agents that were watched and went through a list or set that changed meanwhile.
        """
        self.load()
        return self._request("the loops", ["watch", list(copied)], lambda reply: read_lines(reply["value"]))

    def mend(self, names: Collection[str]) -> None:
        """Put the methods ``names`` right in the agents that are created from now on, as the course describes them."""
        self.load()
        self._request("the methods put right", ["mend", list(names)], lambda reply: None)

    def change(self, source: str = "") -> frozenset[str]:
        """Run another ``source`` in the agents that are created from now on, or again the student's own without one.

        Return the names of the functions of the student's own that have run since it was taken in this way.
        """
        self.load()
        request = ["change", source]
        return self._request(
            "the changed file",
            request,
            lambda reply: frozenset(map(read_text, reply["value"])),
            self._limits.import_seconds,
        )

    def course_step(self, text: str, step: str, *given: object) -> str | None:
        """Carry out a step with the agent's own objects, ``text`` for people; the steps are those of ``CourseObjects``.

        Return ``None``, or what is there in place of what is expected. The step ``begin`` imports the file again.
        """
        self.load()
        self._has_agent = True
        return self._request(text, ["course", step, *given], lambda reply: read_seen(reply.get("value")))

    def close(self) -> None:
        """End the process with all its children, and return when they have ended; the object can be used again."""
        self._end()
        self._import_failure = None
        self._has_agent = False

    def load(self) -> None:
        """Start the process and import the student's file, unless it runs; an import that failed once fails again."""
        if self._child is not None:
            return
        if self._import_failure is not None:
            raise self._import_failure
        file, limits = self._file, self._limits
        if self._python == IN_PLACE:
            self._child = ChildInPlace(file, limits, self._should_stop)
        else:
            self._child = _Child(file, self._python, self._seed, limits, self._should_stop)
        paths = [str(file.path), str(self._child.copy)]
        request = ["load", *paths, file.source.decode("latin-1"), self._seed, limits.sentences, limits.cells]
        try:
            self._request(f"the import of {file.path.name}", request, lambda reply: None, limits.import_seconds)
        except StudentFailure as failure:
            self._end()
            failure.is_import = True
            failure.is_alive = False
            if failure.kind is FindingKind.TIMEOUT and failure.trace:
                # The innermost line is chance; that of the file's own level is the loop of the game, or calls it.
                failure.trace = failure.trace[:1]
                failure.message += " (what plays a game belongs under if __name__ == '__main__')"
            self._import_failure = failure
            raise

    def _request(
        self, text: str, request: list[Any], parse: Callable[[dict[str, Any]], _Value], seconds: float | None = None
    ) -> _Value:
        """Send a request, and return what ``parse`` makes of the reply; ``text`` is the call for people."""
        if self._child is None:
            raise StudentFailure(FindingKind.EXIT, f"{text}: its process has ended")
        try:
            reply = self._child.exchange(text, self._limits.seconds if seconds is None else seconds, request)
            for note in reply["notes"]:
                self._notes.setdefault(read_text(note))
            if "failure" not in reply:
                return parse(reply)
            failure = read_failure(text, reply, self._limits)
            failure.state = self._table.update(reply["state"]) if "state" in reply else None
        except Stopped:
            self._end()
            raise
        except StudentFailure as ended:
            failure = ended
        except NO_REPLY as wrong:
            failure = StudentFailure(FindingKind.EXIT, f"{text} disturbed the connection to its process: {wrong}")
        if not failure.is_alive:
            self._end()
        raise failure

    def _end(self) -> None:
        if self._child is not None:
            self._output = self._child.output()
            self._child.end()
            self._child = None


# -- the lines that were running


def own_lines(dump: str, main_thread: int, file: StudentFile, installed: Iterable[str] = ()) -> tuple[SourceLine, ...]:
    """Return the lines of the student's own files that the main thread was running, the innermost last.

    ``dump`` is what ``faulthandler`` has written, ``main_thread`` is the number of the main thread. ``installed`` are
    the folders of Python and of this program, which may lie below the student's. Of a long recursion the innermost
    lines are returned.

    >>> from pathlib import Path
    >>> file = StudentFile.of(Path("/a/minesweeper.py"), b"while True:\\n    pass\\n")
    >>> dump = 'Thread 0x1 (most recent call first):\\n  File "/a/minesweeper.py", line 2 in <module>\\n'
    >>> print(own_lines(dump, 1, file)[0])
    minesweeper.py:2, in <module>: pass
    """
    # The writer escapes what is no ASCII, since it must not allocate memory.
    places = (file.path.name, os.path.join(file.path.parent, ""), *installed)
    own, folder, *rest = (place.encode("ascii", "backslashreplace").decode() for place in places)
    others = tuple(place for place in rest if not folder.startswith(place))
    _, *dumps = re.split(f"hread 0x0*{main_thread:x} ", dump)
    last = dumps[-1].partition("\n\n")[0] if dumps else ""
    frames = [
        (path[len(folder) :], int(line), function)
        for path, line, function in _FRAME.findall(last)
        if path.startswith(folder) and not path.startswith(others)
    ]
    found = []
    for name, line, function in reversed(frames[:_MOST_LINES]):
        text = linecache.getline(str(file.path.parent / name), line)
        if name == own:  # the file may have changed since
            text = "".join(file.source.decode("utf-8-sig", "replace").splitlines()[line - 1 : line])
        found.append(SourceLine(name, line, function, text.strip()[:200]))
    return tuple(found)
