"""Runs a student's agent in a process of its own, for another process that calls the agent's methods.

The program starts this script by its path, with any Python from 3.8 on. It imports the standard library only, and all
of it before the student's folder joins ``sys.path``. Requests and replies are JSON, each after its length in four
bytes. Where processes can fork, this process watches over a second one, which runs the agent.
"""

from __future__ import annotations

import base64
import importlib.machinery
import importlib.util
import itertools
import json
import linecache
import operator
import os
import random
import struct
import sys
import threading
import time
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Reply = dict[str, Any]

IS_WINDOWS = os.name == "nt"
if IS_WINDOWS:
    pass
else:
    pass

CHANNEL_LOST = 82
"""The exit code of a process whose connection to the program is closed or damaged."""

LARGEST = 2**53
"""Whole numbers of at least this size are left out: JSON readers need not keep them."""

PROBLEMS = 8
TRACE_LINES = 20
WATCH_SECONDS = 0.05
MOVES = {"safe": "make_safe_move", "random": "make_random_move"}


class Excess(Exception):
    """The agent states more than the limit; the first argument is the text."""


# -- text that can be sent


def short(text: str, letters: int = 200) -> str:
    """Return ``text`` on one line, without what can't be printed, and without the end of a long one."""
    text = text if len(text) <= letters else text[:letters] + "..."
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
    """Return a collection of cells as a frozen set; raise ``Excess`` if it holds more than ``most``."""
    if not isinstance(values, (set, frozenset)):
        values = list(itertools.islice(iter(values), most + 1))
    if len(values) > most:
        raise Excess(f"states more than {most:,} cells")
    try:
        return frozenset(values)
    except TypeError:
        return frozenset(tuple(value) if isinstance(value, list) else value for value in values)


class StateReader:
    """Reads what an agent states, and returns what changed since the last time.

    Cells are sent as a flat list of rows and columns. Each sentence has a number, which stays the same as long as
    neither its cells nor its count change; new ones are defined in the order of their numbers.
    """

    def __init__(self, most_sentences: int, most_cells: int) -> None:
        self.most_sentences = most_sentences
        self.most_cells = most_cells
        self.cells: dict[str, frozenset[Any]] = dict.fromkeys(("moves_made", "mines", "safes"), frozenset())
        self.wrong: dict[str, list[str]] = {name: [] for name in self.cells}
        self.pairs: dict[Any, tuple[int, int] | None] = {}
        self.numbers: dict[Any, int] = {}
        self.sentences: list[int] | None = []
        self.problems: list[str] = []

    def changes(self, agent: Any) -> Reply:
        """Return the changes of what ``agent`` states, ready to be sent; raise ``Excess``."""
        state: Reply = {}
        problems: list[str] = []
        for name in self.cells:
            self._read_cells(agent, name, state, problems)
        self._read_sentences(agent, state, problems)
        if problems != self.problems:
            self.problems = problems
            state["problems"] = problems[:PROBLEMS]
        return state

    def _read_cells(self, agent: Any, name: str, state: Reply, problems: list[str]) -> None:
        last = self.cells[name]
        try:
            current = as_set(getattr(agent, name), self.most_cells)
            if current != last:
                added = [self._pair(value) for value in current - last]
                removed = [self._pair(value) for value in last - current]
                self.wrong[name] = [shown(value) for value in current if self._pair(value) is None][:2]
                self.cells[name] = current
                flat = [[number for cell in cells if cell for number in cell] for cells in (added, removed)]
                state[name] = flat
        except (Excess, MemoryError):
            raise
        except Exception as error:  # the student's property may raise anything
            problems.append(unreadable(agent, name, error))
            self._clear(name, state)
        problems.extend(f"{name} holds {text}, which is no cell" for text in self.wrong[name])

    def _clear(self, name: str, state: Reply) -> None:
        """Count the cells of an attribute that can't be read as none."""
        removed = [self._pair(value) for value in self.cells[name]]
        self.cells[name] = frozenset()
        self.wrong[name] = []
        if removed:
            state[name] = [[], [number for cell in removed if cell for number in cell]]

    def _pair(self, value: Any) -> tuple[int, int] | None:
        try:
            return self.pairs[value]
        except KeyError:
            found = self.pairs[value] = pair(value)
            return found

    def _read_sentences(self, agent: Any, state: Reply, problems: list[str]) -> None:
        if len(self.numbers) > 4 * self.most_sentences:
            self.numbers.clear()
            self.sentences = None
            state["forget"] = True
        numbers: list[int] = []
        new: list[Any] = []
        try:
            self._number_sentences(agent, numbers, new, problems)
        except (Excess, MemoryError):
            raise
        except Exception as error:  # the student's property may raise anything
            problems.append(unreadable(agent, "knowledge", error))
        if new:
            state["new"] = new
        if numbers != self.sentences:
            self.sentences = numbers
            state["sentences"] = numbers

    def _number_sentences(self, agent: Any, numbers: list[int], new: list[Any], problems: list[str]) -> None:
        total = 0
        for sentence in agent.knowledge:
            try:
                key = (as_set(sentence.cells, self.most_cells), sentence.count)
                number = self.numbers.get(key)
                if number is None:
                    number = self._define(key, new)
            except (Excess, MemoryError):
                raise
            except Exception as error:  # the student's class may raise anything
                problems.append("a sentence can't be read: " + (str(error) if error.args else described(error)))
                continue
            finally:
                total += 1
                if total > self.most_sentences:
                    raise Excess(f"states more than {self.most_sentences:,} sentences")
            numbers.append(number)

    def _define(self, key: Any, new: list[Any]) -> int:
        """Give a sentence a number, add it to ``new``, and return the number."""
        cells = [self._pair(value) for value in key[0]]
        count = whole(key[1])
        if None in cells:
            raise ValueError("its cells are " + shown(key[0]))
        if count is None:
            raise ValueError("its count is " + shown(key[1]))
        new.append([[number for cell in cells if cell for number in cell], count])
        number = self.numbers[key] = len(self.numbers)
        return number


def unreadable(agent: Any, name: str, error: Exception) -> str:
    """Return the text of the problem that an attribute can't be read."""
    if isinstance(error, AttributeError) and not hasattr(type(agent), name):
        return f"the attribute {name} is missing"
    return f"the attribute {name} can't be read: {described(error)}"


# -- the student's module


class Student:
    """The student's module and the agent that it made; ``answer`` carries out a request."""

    def __init__(self) -> None:
        self.module: Any = None
        self.agent: Any = None
        self.reader = StateReader(0, 0)
        self.folder = ""
        self.notes: list[str] = []
        self.limits = (20000, 400000)
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
        try:
            reply = self.requests[name](name, *arguments)
        except Excess as error:
            reply = {"failure": "output", "text": error.args[0]}
        except MemoryError as error:
            reply = {"failure": "memory", "trace": self.trace(error)}
        except SystemExit as error:
            reply = {"failure": "exit", "text": shown(error.code), "trace": self.trace(error)}
        except BaseException as error:  # the student's code may raise anything
            reply = {"failure": "exception", "text": described(error), "trace": self.trace(error)}
            if isinstance(error, Missing):
                reply = {"failure": "api", "text": error.args[0]}
        reply["id"] = request[0]
        if self.notes:
            reply["notes"] = self.notes[:PROBLEMS]
            self.notes = []
        return reply

    def load(self, _: str, options: dict[str, Any]) -> Reply:
        """Import the student's file from the source in ``options``."""
        path, source = options["path"], base64.b64decode(options["source"])
        self.folder = os.path.dirname(path)
        self.limits = (options["sentences"], options["cells"])
        random.seed(options["seed"])
        if os.path.isdir(self.folder):
            sys.path.insert(0, self.folder)
        name = options["name"]
        try:
            lines = source.decode("utf-8-sig", "replace").splitlines(True)
            linecache.cache[path] = (len(source), None, lines, path)
        except UnicodeError:
            pass
        module = types.ModuleType(name)
        module.__file__ = path
        module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=path)
        sys.modules[name] = module
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        self.module = module
        return {"value": [short(name) for name, value in vars(module).items() if isinstance(value, type)][:20]}

    def create(self, _: str, height: int, width: int, seed: int) -> Reply:
        """Make a new agent; the value is its size, or ``None`` if it does not state it."""
        self.agent = None
        random.seed(seed)
        kind = getattr(self.module, "MinesweeperAI", None)
        if kind is None:
            raise Missing("MinesweeperAI")
        began = time.perf_counter()
        self.agent = self._new(kind, height, width)
        seconds = time.perf_counter() - began
        self.reader = StateReader(*self.limits)
        size = [whole(getattr(self.agent, name, None)) for name in ("height", "width")]
        return {"value": size, "seconds": seconds, "state": self.reader.changes(self.agent)}

    def _new(self, kind: Any, height: int, width: int) -> Any:
        ways: tuple[tuple[list[int], dict[str, int]], ...]
        ways = ([], {"height": height, "width": width}), ([height, width], {}), ([], {})
        for positional, named in ways:
            try:
                return kind(*positional, **named)
            except TypeError as error:
                if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                    raise
                last = error
        raise Missing("can't be created: " + described(last))

    def learn(self, _: str, row: int, column: int, count: int) -> Reply:
        """Call ``add_knowledge``."""
        return self._timed(self.agent.add_knowledge, (row, column), count)

    def move(self, name: str) -> Reply:
        """Call ``make_safe_move`` or ``make_random_move``."""
        return self._timed(getattr(self.agent, MOVES[name]))

    def _timed(self, method: Any, *arguments: Any) -> Reply:
        began = time.perf_counter()
        value = method(*arguments)
        seconds = time.perf_counter() - began
        if value is not None:
            value = pair(value) or shown(value)
        return {"value": value, "seconds": seconds, "state": self.reader.changes(self.agent)}

    def update(self, _: str, name: str, cells: list[Any]) -> Reply:
        """Add cells to an attribute of the agent."""
        cells = [tuple(cell) for cell in cells]
        value = getattr(self.agent, name)
        add = getattr(value, "update", None) or value.extend
        add(cells)
        return {"state": self.reader.changes(self.agent)}

    def sentence(self, _: str, cells: list[Any], count: int, mark: Any) -> Reply:
        """Make a sentence, mark a cell in it if that is asked for, and return what it states."""
        kind = getattr(self.module, "Sentence", None)
        if kind is None:
            raise Missing("Sentence")
        sentence = kind({tuple(cell) for cell in cells}, count)
        if mark is not None:
            getattr(sentence, mark[0])(tuple(mark[1]))
        found = [sentence.cells, sentence.known_mines(), sentence.known_safes()]
        return {"value": [self._stated(value) for value in found] + [self._count(sentence.count)]}

    def _stated(self, value: Any) -> Any:
        try:
            cells = [pair(cell) for cell in as_set(value, self.limits[1])]
        except TypeError:
            return shown(value)
        return shown(value) if None in cells else [number for cell in cells if cell for number in cell]

    @staticmethod
    def _count(value: Any) -> int | str:
        count = whole(value)
        return shown(value) if count is None else count

    def trace(self, error: BaseException) -> list[Any]:
        """Return the student's own lines of an exception, the innermost last."""
        lines = []
        if isinstance(error, SyntaxError) and error.filename and error.lineno:
            text = short((error.text or linecache.getline(error.filename, error.lineno)).strip())
            lines = [[os.path.basename(error.filename), error.lineno, "<module>", text]]
        step = error.__traceback__
        frames = []
        while step is not None:
            path = step.tb_frame.f_code.co_filename
            if self.is_own(path):
                frames.append((path, step.tb_lineno, step.tb_frame.f_code.co_name))
            step = step.tb_next
        frames = frames[-TRACE_LINES:]
        own = [[os.path.basename(p), n, short(f), short(linecache.getline(p, n).strip())] for p, n, f in frames]
        return own + lines

    def is_own(self, path: str) -> bool:
        """Return whether a file is the student's own."""
        return path.startswith(self.folder + os.sep) and "site-packages" not in path


class Missing(Exception):
    """The student's file has no class or method of that name."""


# -- the connection


class Channel:
    """Sends and receives messages through a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.process = os.getpid()

    def receive(self) -> Any:
        """Return the next message; end the process when the program has closed the connection."""
        (length,) = struct.unpack(">I", self._read(4))
        return json.loads(self._read(length).decode())

    def _read(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            try:
                part = os.read(self.descriptor, length - len(data))
            except OSError:
                os._exit(CHANNEL_LOST)
            if not part:
                os._exit(0)
            data += part
        return data

    def send(self, message: Reply) -> None:
        """Send a message, unless this process is a copy that the student's code made of the one that was asked."""
        if os.getpid() != self.process:
            os._exit(0)
        data = json.dumps(message, separators=(",", ":")).encode()
        data = struct.pack(">I", len(data)) + data
        try:
            while data:
                data = data[os.write(self.descriptor, data) :]
        except OSError:
            os._exit(CHANNEL_LOST)


def run_agent(descriptor: int) -> None:
    """Answer requests until the program closes the connection."""
    channel = Channel(descriptor)
    student = Student()
    channel.send({"id": 0, "python": list(sys.version_info[:3]), "main": threading.get_ident()})
    while True:
        channel.send(student.answer(channel.receive()))


def main() -> None:
    """Run the agent."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != folder]
    run_agent(int(sys.argv[1]))


if __name__ == "__main__":
    main()
