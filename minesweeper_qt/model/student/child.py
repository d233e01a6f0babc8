"""Runs a student's agent in a process of its own, for another process that calls the agent's methods.

The program starts this script by its path, with any Python from 3.8 on. It imports the standard library only, and all
of it before the student's folder joins ``sys.path``. Requests and replies are JSON, each after its length in four
bytes. Where processes can fork, this process watches over a second one, which runs the agent: it ends the agent's
process and all that descend from it, also when the program that started it has been killed.
"""

from __future__ import annotations

import binascii
import collections.abc
import contextlib
import faulthandler
import importlib.machinery
import itertools
import json
import linecache
import operator
import os
import random
import select
import signal
import struct
import sys
import threading
import time
import types

if os.name == "nt":
    import socket
else:
    import fcntl
    import resource
if not os.path.exists("/proc/self/stat"):
    import subprocess
try:
    import ctypes
except ImportError:  # a Python that was built without it
    ctypes = None  # type: ignore[assignment]

TYPE_CHECKING = False
"""Type checkers take it as true; ``typing`` itself would take long to import."""

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Reply = dict[str, Any]
    Processes = dict[int, tuple[int, int, int]]

IS_WINDOWS = os.name == "nt"
HAS_PROC = os.path.exists("/proc/self/stat")

INSTALLED = [
    os.path.join(place, "")
    for place in (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.__file__), os.path.dirname(__file__))
]
"""The folders of Python and of this program, which may lie below that of a student."""

CHANNEL_LOST = 82
MEMORY_GONE = 83
"""The exit codes of a process whose connection to the program is closed or damaged, and of one without memory."""

LARGEST = 2**53
"""Whole numbers of at least this size are left out: JSON readers need not keep them."""

MEBIBYTE = 2**20
MARGIN = 64 * MEBIBYTE
"""The memory beyond the limit from which on a process is ended although the system has not refused any."""

COURSE_SIDE = 8
PROBLEMS = 8
TRACE_LINES = 20
WATCH_SECONDS = 0.25
MOVES = {"safe": "make_safe_move", "random": "make_random_move"}
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


class LimitExceeded(Exception):
    """The agent states more than the limit; the argument is the text."""


class ApiMismatch(Exception):
    """The student's file lacks something, or uses what is not there; the argument is the text."""


# -- text that can be sent


def short(text: str) -> str:
    """Return ``text`` on one line, without what can't be printed, and without the end of a long one."""
    text = text if len(text) <= 200 else text[:200] + "..."
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(letter if letter.isprintable() else " " for letter in text)


def shown(value: Any) -> str:
    """Return the ``repr`` of ``value``, shortened."""
    try:
        return short(repr(value))
    except Exception:  # the student's __repr__ may raise anything
        return "an object of the class " + short(type(value).__name__)


def described(error: BaseException) -> str:
    """Return the class and the message of an exception."""
    try:
        text = str(error)
    except Exception:  # the student's __str__ may raise anything
        text = ""
    name = short(type(error).__name__)
    return name + ": " + short(text) if text else name


# -- what the agent states


def whole(value: Any) -> int | None:
    """Return ``value`` as an ``int``; ``None`` if it is no whole number, or too large."""
    try:
        number = operator.index(value)
    except TypeError:
        if not isinstance(value, float) or not value.is_integer():
            return None
        number = int(value)
    return None if abs(number) >= LARGEST else int(number)


def pair(value: Any) -> tuple[int, int] | None:
    """Return ``value`` as a cell, a pair of ints; ``None`` if it is none."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return None
    row, column = whole(value[0]), whole(value[1])
    return None if row is None or column is None else (row, column)


def as_set(values: Any, most: int) -> frozenset[Any]:
    """Return a collection of cells as a frozen set; raise ``LimitExceeded`` if it holds more than ``most``."""
    if not isinstance(values, (set, frozenset)):
        values = list(itertools.islice(iter(values), most + 1))
    if len(values) > most:
        raise LimitExceeded(f"states more than {most:,} cells")
    try:
        return frozenset(values)
    except TypeError:
        return frozenset(tuple(value) if isinstance(value, list) else value for value in values)


def flat(cells: Any) -> list[int]:
    """Return the rows and columns of cells in one list; leave out ``None``."""
    return [number for cell in cells if cell for number in cell]


class StateReader:
    """Reads what an agent states, and returns what changed since the last time.

    Cells are sent as a flat list of rows and columns. Each sentence has a number, which stays the same as long as
    neither its cells nor its count change; new ones are defined in the order of their numbers.
    """

    def __init__(self, most_sentences: int, most_cells: int) -> None:
        self.most_sentences = most_sentences
        self.most_cells = most_cells
        self.pairs: dict[Any, tuple[int, int] | None] = {}
        self.restart()

    def restart(self) -> None:
        """Count nothing as sent."""
        self.has_restarted = True
        self.cells: dict[str, frozenset[Any]] = dict.fromkeys(("moves_made", "mines", "safes"), frozenset())
        self.wrong: dict[str, list[str]] = {name: [] for name in self.cells}
        self.numbers: dict[Any, int] = {}
        self.sentences: list[int] = []
        self.problems: list[str] = []

    def changes(self, agent: Any) -> Reply:
        """Return the changes of what ``agent`` states, ready to be sent; raise ``LimitExceeded``."""
        if len(self.numbers) > 4 * self.most_sentences:
            self.restart()
        state: Reply = {"restart": True} if self.has_restarted else {}
        try:
            self._read(agent, state)
        except BaseException:  # what has been read will not be sent
            self.restart()
            raise
        self.has_restarted = False
        return state

    def _read(self, agent: Any, state: Reply) -> None:
        problems: list[str] = []
        for name in self.cells:
            try:
                self._read_cells(name, getattr(agent, name), state)
            except (LimitExceeded, MemoryError):
                raise
            except Exception as error:  # the student's property may raise anything
                self._read_cells(name, (), state)
                problems.append(unreadable(agent, name, error))
            problems.extend(f"{name} holds {text}, which is no cell" for text in self.wrong[name])
        self._read_sentences(agent, state, problems)
        if problems != self.problems:
            self.problems = problems
            state["problems"] = problems[:PROBLEMS]

    def _read_cells(self, name: str, values: Any, state: Reply) -> None:
        last = self.cells[name]
        if isinstance(values, set) and values == last:
            return
        current = as_set(values, self.most_cells)
        if current == last:
            return
        added = [self._pair(value) for value in current - last]
        removed = [self._pair(value) for value in last - current]
        self.wrong[name] = [shown(value) for value in current if self._pair(value) is None][:2]
        self.cells[name] = current
        state[name] = [flat(added), flat(removed)]

    def _pair(self, value: Any) -> tuple[int, int] | None:
        try:
            return self.pairs[value]
        except KeyError:
            found = self.pairs[value] = pair(value)
            return found

    def _read_sentences(self, agent: Any, state: Reply, problems: list[str]) -> None:
        numbers: list[int] = []
        new: list[Any] = []
        try:
            self._number_sentences(agent.knowledge, numbers, new, problems)
        except (LimitExceeded, MemoryError):
            raise
        except Exception as error:  # the student's property may raise anything
            problems.append(unreadable(agent, "knowledge", error))
        if new:
            state["new"] = new
        if numbers != self.sentences:
            self.sentences = numbers
            state["sentences"] = numbers

    def _number_sentences(self, knowledge: Any, numbers: list[int], new: list[Any], problems: list[str]) -> None:
        known = self.numbers
        most = self.most_sentences
        cells_left = self.most_cells
        for sentence in knowledge:
            most -= 1
            try:
                key = (as_set(sentence.cells, self.most_cells), sentence.count)
                cells_left -= len(key[0])
                if cells_left < 0:
                    raise LimitExceeded(f"states more than {self.most_cells:,} cells")
                number = known.get(key)
                numbers.append(self._define(key, new) if number is None else number)
            except (LimitExceeded, MemoryError):
                raise
            except Exception as error:  # the student's class may raise anything
                if len(problems) < PROBLEMS:
                    problems.append(f"a sentence can't be read: {described(error)}")
            if most < 0:
                raise LimitExceeded(f"states more than {self.most_sentences:,} sentences")

    def _define(self, key: Any, new: list[Any]) -> int:
        """Give a sentence a number, add it to ``new``, and return the number."""
        cells = [self._pair(value) for value in key[0]]
        count = whole(key[1])
        if None in cells:
            raise ValueError("its cells are " + shown(key[0]))
        if count is None:
            raise ValueError("its count is " + shown(key[1]))
        new.append([flat(cells), count])
        number = self.numbers[key] = len(self.numbers)
        return number


def unreadable(agent: Any, name: str, error: Exception) -> str:
    """Return the text of the problem that an attribute can't be read."""
    if isinstance(error, AttributeError) and not hasattr(type(agent), name):
        return f"the attribute {name} is missing"
    return f"the attribute {name} can't be read: {described(error)}"


# -- what is tolerated


class NoGame:
    """Finds an empty stand-in for ``pygame``: an agent needs no window, and none may open."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.note = note

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return where the stand-in comes from; ``None`` for any other module."""
        if name.partition(".")[0] != "pygame":
            return None
        self.note("the file imports pygame, which an agent does not need; it is left out")
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> None:
        """Leave it to Python to create the module."""

    def exec_module(self, module: Any) -> None:
        """Make every use of the module an error."""

        def missing(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            raise ApiMismatch(f"uses pygame.{name}; the agent's file must not show a game")

        module.__getattr__ = missing


def sample_sets(note: Callable[[str], None]) -> None:
    """Make ``random.sample`` take sets, as it did before Python 3.11."""
    original = random.Random.sample

    def sample(self: random.Random, population: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(population, collections.abc.Set):
            note("random.sample on a set, an error since Python 3.11, is done as before")
            population = tuple(population)
        return original(self, population, *arguments, **named)

    random.Random.sample = sample  # type: ignore[method-assign]
    random.sample = random.choice.__self__.sample  # type: ignore[attr-defined]


# -- the student's module


def called(function: Any, *arguments: Any, **named: Any) -> Any:
    """Call what the student wrote; raise ``ApiMismatch`` if it can't be called with these arguments."""
    try:
        return function(*arguments, **named)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise ApiMismatch(f"can't be called so: {described(error)}") from None
        raise


class Student:
    """The student's module and the agent that it made; ``answer`` carries out a request."""

    def __init__(self, trace: Any) -> None:
        self.trace_file = trace
        self.module: Any = None
        self.name = ""
        self.code: Any = None
        self.agent: Any = None
        self.reader = StateReader(0, 0)
        self.folder = ""
        self.installed: list[str] = []
        self.notes: list[str] = []
        self.has_own_size = False
        self.limits = (0, 0)
        self.seconds = 0.0
        self.requests: dict[str, Callable[..., Reply]] = {
            "import": self.load,
            "create": self.create,
            "learn": self.learn,
            "safe": self.move,
            "random": self.move,
            "update": self.update,
            "sentence": self.sentence,
        }

    def answer(self, request: Any) -> Reply:
        """Carry out a request, and return the reply."""
        name, arguments = request[1], request[2:]
        if IS_WINDOWS and self.seconds:
            faulthandler.dump_traceback_later(self.seconds, file=self.trace_file)
        try:
            reply = self.requests[name](name, *arguments)
        except BaseException as error:  # the student's code may raise anything
            reply = self.failure(error)
        if IS_WINDOWS:
            faulthandler.cancel_dump_traceback_later()
        reply["id"] = request[0]
        if self.notes:
            reply["notes"] = self.notes[:PROBLEMS]
            self.notes = []
        return reply

    def failure(self, error: BaseException) -> Reply:
        """Return the reply for an exception that a call raised."""
        kind, text = "exception", described(error)
        if isinstance(error, LimitExceeded):
            kind, text = "output", error.args[0]
        elif isinstance(error, ApiMismatch):
            kind, text = "api", error.args[0]
        elif isinstance(error, MemoryError):
            self.agent = None
            kind = "memory"
        elif isinstance(error, SystemExit):
            kind, text = "exit", "called sys.exit({})".format("" if error.code is None else shown(error.code))
        elif isinstance(error, EOFError) and "reading a line" in text:
            text = "EOFError: it asks for input, and there is none"
        return {"failure": kind, "text": text, "trace": self.trace(error)}

    def note(self, text: str) -> None:
        """Add a note, with the student's line that is running."""
        frame: Any = sys._getframe()
        while frame is not None and not self.is_own(frame.f_code.co_filename):
            frame = frame.f_back
        if frame is not None:
            path, line = frame.f_code.co_filename, frame.f_lineno
            source = short(linecache.getline(path, line).strip())
            text = f"{text} ({os.path.basename(path)}, line {line}: {source})"
        self.notes.append(text)

    def load(self, _: str, options: dict[str, Any]) -> Reply:
        """Import the student's file from the source in ``options``."""
        path, source = options["path"], binascii.a2b_base64(options["source"])
        self.folder = os.path.join(os.path.dirname(path), "")
        self.installed = [place for place in INSTALLED if not self.folder.startswith(place)]
        self.limits = (options["sentences"], options["cells"])
        self.seconds = options["seconds"]
        random.seed(options["seed"])
        sample_sets(self.note)
        sys.meta_path.insert(0, NoGame(self.note))
        sys.argv = [path]
        if os.path.isdir(self.folder):
            sys.path.insert(0, os.path.dirname(path))
        lines = source.decode("utf-8-sig", "replace").splitlines(True)
        linecache.cache[path] = (len(source), None, lines, path)
        name = os.path.splitext(os.path.basename(path))[0]
        if name in sys.modules or not name.isidentifier():
            name = "minesweeper"
        self.name = name
        self.code = compile(source, path, "exec", dont_inherit=True)
        self.run_file()
        return {}

    def run_file(self) -> None:
        """Run the student's file as a new module, without what it had imported of its own folder before."""
        for name, module in list(sys.modules.items()):
            if self.is_own(str(getattr(module, "__file__", ""))):
                del sys.modules[name]
        self.module = types.ModuleType(self.name)
        self.module.__file__ = self.code.co_filename
        sys.modules[self.name] = self.module
        exec(self.code, self.module.__dict__)

    def find(self, name: str) -> Any:
        """Return a class of the student's module."""
        kind = vars(self.module).get(name)
        if kind is None:
            defined = [short(key) for key, value in vars(self.module).items() if isinstance(value, type)]
            held = "defines " + ", ".join(defined[:8]) if defined else "defines no class"
            raise ApiMismatch(f"the file has no class {name}; it {held}")
        return kind

    def create(self, _: str, height: int, width: int, seed: int, again: bool) -> Reply:
        """Make a new agent, from a file that is run ``again`` if asked for; the value is its height and its width."""
        self.agent = None
        random.seed(seed)
        if again:
            self.run_file()
        kind = self.find("MinesweeperAI")
        began = time.perf_counter()
        self.agent = self._new(kind, height, width)
        seconds = time.perf_counter() - began
        self.reader = StateReader(*self.limits)
        size = [self._side("height", height), self._side("width", width)]
        return {"value": size, "seconds": seconds, "state": self.reader.changes(self.agent)}

    def _new(self, kind: Any, height: int, width: int) -> Any:
        """Make an agent of the size that is asked for, or else of the only one that its class knows."""
        self.has_own_size = False
        try:
            return called(kind, height=height, width=width)
        except ApiMismatch:
            pass
        try:
            return called(kind, height, width)
        except ApiMismatch as error:
            wrong = error
        self.has_own_size = True
        try:
            return called(kind)
        except ApiMismatch:
            raise wrong from None

    def _side(self, name: str, asked: int) -> int:
        """Return a side of the agent's board: as it states, or else as it was asked for, or that of the course."""
        try:
            side = whole(getattr(self.agent, name, None))
        except Exception:  # the student's property may raise anything
            side = None
        if side is not None:
            return side
        return COURSE_SIDE if self.has_own_size else asked

    def learn(self, _: str, row: int, column: int, count: int) -> Reply:
        """Call ``add_knowledge``."""
        return self._timed("add_knowledge", (row, column), count)

    def move(self, name: str) -> Reply:
        """Call ``make_safe_move`` or ``make_random_move``."""
        return self._timed(MOVES[name])

    def _timed(self, name: str, *arguments: Any) -> Reply:
        method = getattr(self.agent, name, None)
        if method is None:
            raise ApiMismatch(f"the class {short(type(self.agent).__name__)} has no method {name}")
        began = time.perf_counter()
        value = called(method, *arguments)
        seconds = time.perf_counter() - began
        if value is not None:
            value = pair(value) or shown(value)
        return {"value": value, "seconds": seconds, "state": self.reader.changes(self.agent)}

    def update(self, _: str, name: str, cells: list[Any]) -> Reply:
        """Add cells to an attribute of the agent, a set or a list."""
        value = getattr(self.agent, name)
        add = getattr(value, "update", None) or value.extend
        add([tuple(cell) for cell in cells])
        return {"state": self.reader.changes(self.agent)}

    def sentence(self, _: str, cells: list[Any], count: int, mark: Any) -> Reply:
        """Make a sentence, mark a cell in it if that is asked for, and return what it states."""
        sentence = called(self.find("Sentence"), {tuple(cell) for cell in cells}, count)
        if mark is not None:
            called(getattr(sentence, mark[0]), tuple(mark[1]))
        found = [sentence.cells, called(sentence.known_mines), called(sentence.known_safes)]
        number = whole(sentence.count)
        return {"value": [*map(self._stated, found), shown(sentence.count) if number is None else number]}

    def _stated(self, value: Any) -> Any:
        """Return cells as a flat list; the text of ``value`` if it holds something else."""
        try:
            cells = [pair(cell) for cell in as_set(value, self.limits[1])]
        except TypeError:
            return shown(value)
        return shown(value) if None in cells else flat(cells)

    def trace(self, error: BaseException) -> list[Any]:
        """Return the student's own lines of an exception, the innermost last."""
        step = error.__traceback__
        places = []
        while step is not None:
            code = step.tb_frame.f_code
            if self.is_own(code.co_filename):
                places.append((code.co_filename, step.tb_lineno, code.co_name))
            step = step.tb_next
        if isinstance(error, SyntaxError) and self.is_own(str(error.filename)) and error.lineno:
            places.append((str(error.filename), error.lineno, "<module>"))
        return [
            [short(os.path.basename(path)), line, short(name), short(linecache.getline(path, line).strip())]
            for path, line, name in places[-TRACE_LINES:]
        ]

    def is_own(self, path: str) -> bool:
        """Return whether a file is the student's own, and none of Python's or of this program in a folder below."""
        if not self.folder or not path.startswith(self.folder) or "site-packages" in path:
            return False
        return not any(path.startswith(place) for place in self.installed)


# -- the connection


def out_of_the_way(descriptor: int) -> int:
    """Return a copy of a file descriptor with a high number, which a student's code does not close by accident."""
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1024)
    for least in (most - 10, most // 2, 3):
        try:
            copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)
        except (OSError, ValueError):
            continue
        os.close(descriptor)
        return copy
    return descriptor


class Channel:
    """Sends and receives messages; ``receive_bytes`` and ``send_bytes`` are those of a socket or a file descriptor."""

    def __init__(self, receive_bytes: Callable[[int], bytes], send_bytes: Callable[[bytes], int]) -> None:
        self.receive_bytes = receive_bytes
        self.send_bytes = send_bytes
        self.process = os.getpid()
        self.encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
        self.decode = json.JSONDecoder().decode

    def receive(self) -> Any:
        """Return the next message; end the process when the program has closed the connection.

        The program sends one message only after the reply to the one before.
        """
        data = self._received()
        while len(data) < 4:
            data += self._received()
        length = 4 + struct.unpack_from(">I", data)[0]
        while len(data) < length:
            data += self._received()
        return self.decode(data[4:].decode())

    def _received(self) -> bytes:
        try:
            part = self.receive_bytes(1 << 16)
        except OSError:
            os._exit(CHANNEL_LOST)
        if not part:
            os._exit(0)
        return part

    def send(self, message: Reply) -> None:
        """Send a message, unless this process is a copy that the student's code made of the one that was asked."""
        if os.getpid() != self.process:
            os._exit(0)
        data = self.encode(message).encode()
        data = struct.pack(">I", len(data)) + data
        try:
            while data:
                data = data[self.send_bytes(data) :]
        except OSError:
            os._exit(CHANNEL_LOST)


def run_agent(channel: Channel, trace: Any) -> None:
    """Answer requests until the program closes the connection; ``trace`` is the file for the lines of a hang."""
    student = Student(trace)
    channel.send({"id": 0, "python": list(sys.version_info[:3]), "main": threading.get_ident(), "installed": INSTALLED})
    while True:
        request = channel.receive()
        try:
            reply = student.answer(request)
        except MemoryError:
            os._exit(MEMORY_GONE)
        channel.send(reply)


def watch_for_hangs(trace: Any) -> None:
    """Make the system's signals for a hang and for a crash write the running lines to the file ``trace``."""
    faulthandler.enable(trace)
    if not IS_WINDOWS:
        faulthandler.register(signal.SIGUSR1, trace)
    end = os._exit
    process = os.getpid()

    def traced_exit(status: int) -> None:
        if os.getpid() == process:
            faulthandler.dump_traceback(trace)
        end(status)

    os._exit = traced_exit  # type: ignore[assignment]


# -- the process that watches over the agent


def system_call(option: int, value: int) -> None:
    """Call ``prctl`` on Linux; do nothing elsewhere."""
    if sys.platform == "linux" and ctypes is not None:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def all_processes() -> Processes:
    """Return the parent, the group and the memory in bytes of every process."""
    if not HAS_PROC:
        try:
            with subprocess.Popen(["ps", "-A", "-o", "pid=,ppid=,pgid=,rss="], stdout=subprocess.PIPE) as listing:
                text = listing.communicate()[0].decode("ascii", "replace")
        except OSError:  # there is no such program: only the group of the agent's process is ended then
            return {}
        rows = [[int(part) for part in line.split()] for line in text.splitlines()]
        return {pid: (parent, group, size * 1024) for pid, parent, group, size in rows if pid != listing.pid}
    table = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            # Fields 4, 5 and 24 of the file, whose second one, the name in brackets, and all before it are cut off.
            table[int(name)] = int(fields[1]), int(fields[2]), int(fields[21]) * resource.getpagesize()
    return table


def proportional_memory(pid: int, resident: int) -> int:
    """Return the memory of a process where what processes share is divided among them; else ``resident``."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            shares = [line.split()[1] for line in file if line.startswith(b"Pss:")]
    except OSError:
        return resident
    return int(shares[0]) * 1024 if shares else resident


def descendants(table: Processes, root: int, group: int) -> list[int]:
    """Return the processes that descend from ``root``, and those of a process group."""
    children: dict[int, list[int]] = {}
    for pid, (parent, _, _) in table.items():
        children.setdefault(parent, []).append(pid)
    found = [pid for pid in table if table[pid][1] == group]
    pending = [root, *found]
    seen = {root, *found}
    while pending:
        for pid in children.get(pending.pop(), ()):
            if pid not in seen:
                seen.add(pid)
                found.append(pid)
                pending.append(pid)
    return found


def send_signal(number: int, pid: int = 0, group: int = 0) -> None:
    """Send a signal to a process or to a group; do nothing if it is gone."""
    try:
        if pid:
            os.kill(pid, number)
        if group:
            os.killpg(group, number)
    except OSError:
        pass


class Watch:
    """Watches over the process of the agent and all that descend from it.

    ``control`` is the connection to the program: a byte ``d`` asks for the lines that are running; its end asks for the
    end of all processes. The reason why an agent's process ended is sent through it as a line.
    """

    def __init__(self, agent: int, control: int, memory: int, most: int) -> None:
        self.agent = agent
        self.control = control
        self.memory = memory
        self.most = most
        self.program = os.getppid()
        self.has_children = True
        self.found: list[int] = []

    def run(self, folder: str) -> None:
        """Watch until the agent ends or has to be ended; then end all its processes and remove the ``folder``."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        reason = self._reason(woken)
        if reason:
            with contextlib.suppress(OSError):
                os.write(self.control, reason.encode() + b"\n")
        self._end_all()
        while reason and self._command():
            pass
        remove_folder(folder)

    def _reason(self, woken: int) -> str:
        """Return why the agent's process has ended or has to be ended; an empty text if the program asks for it."""
        checked = 0.0
        while True:
            status = self._reap()
            if status is not None:
                return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
            if time.monotonic() - checked >= WATCH_SECONDS:
                excess = self._excess()
                if excess:
                    return excess
                checked = time.monotonic()
            if os.getppid() != self.program:
                return ""
            ready = select.select([self.control, woken], [], [], WATCH_SECONDS)[0]
            if woken in ready:
                os.read(woken, 512)
            if self.control in ready and not self._command():
                return ""

    def _command(self) -> bytes:
        """Carry out the next command of the program; return nothing when it has closed the connection."""
        try:
            command = os.read(self.control, 1)
        except OSError:
            return b""
        if command == b"d":
            send_signal(signal.SIGUSR1, self.agent)
            send_signal(signal.SIGCONT, self.agent)
        return command

    def _reap(self) -> int | None:
        """Take note of all processes that ended; return the status of the agent's if it is among them."""
        found = None
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self.has_children = False
                return found
            if not pid:
                return found
            if pid == self.agent:
                found = status

    def _excess(self) -> str:
        """Return which limit the processes exceed; an empty text if none."""
        table = all_processes()
        found = self.found = descendants(table, os.getpid(), self.agent)
        if len(found) > self.most:
            return f"processes {len(found)}"
        if sum(table[pid][2] for pid in found) <= self.memory + MARGIN:
            return ""
        memory = sum(proportional_memory(pid, table[pid][2]) for pid in found)
        return f"memory {memory // MEBIBYTE}" if memory > self.memory + MARGIN else ""

    def _end_all(self) -> None:
        """Kill the agent's process and all that descend from it, again and again until none is left."""
        send_signal(signal.SIGKILL, group=self.agent)
        for _ in range(10):
            self._reap()
            if not self.has_children:
                break
            time.sleep(0.001)
        until = time.monotonic() + 10
        # Where orphans of descendants become children of this process, no child means no descendant.
        while (self.has_children or not HAS_PROC) and time.monotonic() < until:
            table = all_processes()
            found = descendants(table, os.getpid(), self.agent)
            if not HAS_PROC:  # orphans have another parent there
                found += [pid for pid in self.found if pid in table]
            for pid in found:
                send_signal(signal.SIGKILL, pid)
            if not found:
                return
            time.sleep(0.001)
            self._reap()


def remove_folder(folder: str) -> None:
    """Remove a folder with all that is in it, as far as that is possible."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in (*files, *folders):
            path = os.path.join(place, name)
            with contextlib.suppress(OSError):
                os.rmdir(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def become_agent(watcher: int, memory: int, output: int) -> None:
    """Give this process a session of its own and its limits."""
    os.setsid()
    system_call(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != watcher:
        os._exit(0)
    # A program may ignore or block signals, which its processes inherit.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    # A thread reserves the memory of its stack; this much is enough for the deepest recursion by default.
    threading.stack_size(2 * MEBIBYTE)
    limits = {"RLIMIT_AS": memory + address_space(), "RLIMIT_CORE": 0, "RLIMIT_FSIZE": output + 16 * MEBIBYTE}
    for name, limit in limits.items():
        try:
            hard = resource.getrlimit(getattr(resource, name))[1]
            least = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(getattr(resource, name), (least, least))
        except (AttributeError, OSError, ValueError):
            pass


def address_space() -> int:
    """Return the number of bytes of addresses that this process uses already."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def open_trace(folder: str) -> Any:
    """Open the file for the running lines of a hang or a crash, out of the way of the student's own files."""
    file = open(os.path.join(folder, "trace"), "wb", buffering=0)  # noqa: SIM115 - open as long as the process runs
    if IS_WINDOWS:
        return file
    with file:
        return open(out_of_the_way(os.dup(file.fileno())), "wb", buffering=0)


def main() -> None:
    """Run the agent, under a watch where processes can fork."""
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != own]
    folder = sys.argv[1]
    memory, output, most, agent_end, control_end = (int(argument) for argument in sys.argv[2:])
    if IS_WINDOWS:
        connected = socket.create_connection(("127.0.0.1", agent_end))
        connected.sendall(os.environ["MINESWEEPER_QT_STUDENT"].encode())
        channel = Channel(connected.recv, connected.send)
    else:
        system_call(PR_SET_CHILD_SUBREAPER, 1)
        watcher = os.getpid()
        agent = os.fork()
        if agent:
            os.close(agent_end)
            Watch(agent, os.dup(control_end), memory * MEBIBYTE, most).run(folder)
            os._exit(0)
        os.close(control_end)
        become_agent(watcher, memory * MEBIBYTE, output * MEBIBYTE)
        descriptor = out_of_the_way(agent_end)
        channel = Channel(lambda length: os.read(descriptor, length), lambda data: os.write(descriptor, data))
    trace = open_trace(folder)
    watch_for_hangs(trace)
    run_agent(channel, trace)


if __name__ == "__main__":
    main()
