"""Runs a student's agent in a process of its own, for another process that calls the agent's methods.

The program starts this script by its path, with any Python from 3.8 on. It imports the standard library only, and all
of it before the student's folder joins ``sys.path``. Requests and replies are JSON, each on a line of its own, sent
through a socket. The script ends when the program closes it.
"""

from __future__ import annotations

import ast
import collections.abc
import contextlib
import faulthandler
import functools
import importlib.machinery
import itertools
import json
import linecache
import operator
import os
import random
import signal
import socket
import sys
import threading
import time
import traceback
import types

if sys.platform != "win32" and sys.platform != "emscripten":
    import resource

TYPE_CHECKING = False
"""Type checkers take it as true; ``typing`` itself would take long to import."""

if TYPE_CHECKING:
    from typing import Any

PLACES = (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(os.__file__), os.path.dirname(__file__))
INSTALLED = [os.path.join(place, "") for place in PLACES]
"""The folders of Python and of this program, which may lie below that of a student."""

CHANNEL_LOST, MEMORY_GONE = 82, 83
"""The exit codes of a process whose connection to the program is closed or damaged, and of one without memory."""

LARGEST = 2**53
"""Whole numbers of at least this size are left out: JSON readers need not keep them."""

LATER_SECONDS, LAST_SECONDS = 0.02, 0.3
"""After the limit of a call: when it is stopped, and how long after that the process ends itself."""

COURSE_SIDE = 8
PROBLEMS = 8
NO_CELLS = "cells"
"""The sort of the problem that something is no cell, a pair of whole numbers."""

TRACE_LINES = 20
MOST_LEFT = 1000
"""The most sentences that are read after a call that failed."""


class LimitExceeded(BaseException):
    """The agent states more than the limit; the argument is the text."""


class ApiMismatch(Exception):
    """The student's file lacks something, or uses what is not there; the argument is the text."""


class NoCells(Exception):
    """What should be cells is none; the argument is the text."""


class TimeUp(BaseException):
    """The call takes longer than its limit."""


KINDS = {LimitExceeded: "output", ApiMismatch: "api", MemoryError: "memory", SystemExit: "exit", TimeUp: "timeout"}
"""The kinds of failures by the classes of what was raised; all others are of the kind "exception"."""


# -- text that can be sent


def short(text: str) -> str:
    """Return ``text`` without the end of a long one."""
    return text if len(text) <= 200 else text[:200] + "..."


def shown(value: Any) -> str:
    """Return the ``repr`` of ``value``, shortened."""
    try:
        return short(repr(value))
    except Exception:  # the student's __repr__ may raise anything
        return (
            "a number of many digits"
            if isinstance(value, int)
            else f"an object of the class {short(type(value).__name__)}"
        )


def message(error: BaseException) -> str:
    """Return the message of an exception; of a wrong syntax without the file and the line, which are sent apart."""
    try:
        return short(str(error.msg if isinstance(error, SyntaxError) else error))
    except Exception:  # the student's __str__ may raise anything
        return ""


def described(error: BaseException) -> str:
    """Return the class and the message of an exception; raise it again if memory is lacking."""
    if isinstance(error, MemoryError):
        raise error
    text = message(error)
    return short(type(error).__name__) + (": " + text if text else "")


def source_line(path: str, line: int, function: str = "") -> list[Any]:
    """Return a line of a file as it is sent: the file's name, the number, the function, and the text."""
    return [os.path.basename(path), line, short(function), short(linecache.getline(path, line).strip())]


# -- what the agent states


def whole(value: Any) -> int | None:
    """Return ``value`` as an ``int``; ``None`` if it is no whole number, or too large."""
    try:
        number = int(value if isinstance(value, float) and value.is_integer() else operator.index(value))
    except TypeError:
        return None
    return number if abs(number) < LARGEST else None


def pair(value: Any) -> tuple[int, int] | None:
    """Return ``value`` as a cell, a pair of ints; ``None`` if it is none."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return None
    row, column = whole(value[0]), whole(value[1])
    return None if row is None or column is None else (row, column)


known_pair = functools.lru_cache(1 << 18)(pair)
"""The same for values that can be kept in a set, and faster."""


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
    neither its cells nor its count change; new ones are defined in the order of their numbers. Where there are too
    many, ``is_partial`` reads a part.
    """

    def __init__(self, most_sentences: int, most_cells: int, is_partial: bool = False) -> None:
        self.is_partial = is_partial
        self.most_sentences = most_sentences
        self.most_cells = most_cells
        self.restart()

    def restart(self) -> None:
        """Count nothing as sent."""
        self.has_restarted = True
        self.cells: dict[str, frozenset[Any]] = dict.fromkeys(("moves_made", "mines", "safes"), frozenset())
        self.wrong: dict[str, list[Any]] = {name: [] for name in self.cells}
        self.numbers: dict[Any, int] = {}
        self.sentences: list[int] = []
        self.problems: list[list[str]] = []

    def changes(self, agent: Any) -> dict[str, Any]:
        """Return the changes of what ``agent`` states, ready to be sent; raise ``LimitExceeded``."""
        if len(self.numbers) > 4 * self.most_sentences:
            self.restart()
        state: dict[str, Any] = {"restart": True} if self.has_restarted else {}
        problems: list[list[str]] = []
        try:
            for name in self.cells:
                self._read_cells(agent, name, state, problems)
            self._read_sentences(agent, state, problems)
        except BaseException:  # what has been read will not be sent
            self.restart()
            raise
        if problems != self.problems:
            self.problems = problems
            state["problems"] = problems[:PROBLEMS]
        self.has_restarted = False
        return state

    def _read_cells(self, agent: Any, name: str, state: dict[str, Any], problems: list[list[str]]) -> None:
        last = self.cells[name]
        try:
            current = as_set(getattr(agent, name), self.most_cells)
        except Exception as error:  # the student's property may raise anything
            current = frozenset()
            problems.append([name, unreadable(agent, name, error)])
        if current != last:
            state[name] = [flat(map(known_pair, current - last)), flat(map(known_pair, last - current))]
            self.wrong[name] = [value for value in current if known_pair(value) is None][:2]
            self.cells[name] = current
        problems.extend([NO_CELLS, f"{name} holds {shown(value)}, which is not a cell"] for value in self.wrong[name])

    def _read_sentences(self, agent: Any, state: dict[str, Any], problems: list[list[str]]) -> None:
        numbers: list[int] = []
        new: list[Any] = []
        cells_left = self.most_cells
        try:
            for place, sentence in enumerate(sentences(agent.knowledge, problems)):
                if place >= self.most_sentences and self.is_partial:
                    break
                if place >= self.most_sentences:
                    raise LimitExceeded(f"states more than {self.most_sentences:,} sentences")
                try:
                    key = (as_set(sentence.cells, self.most_cells), sentence.count)
                    cells_left -= len(key[0])
                    if cells_left < 0:
                        raise LimitExceeded(f"states more than {self.most_cells:,} cells")
                    if key not in self.numbers:
                        new.append(readable(*key))
                        self.numbers[key] = len(self.numbers)
                    numbers.append(self.numbers[key])
                except Exception as error:  # the student's class may raise anything
                    sort, wrong = "sentence", described(error)
                    if isinstance(error, NoCells):
                        sort, wrong = NO_CELLS, message(error)
                    problems.append([sort, f"a sentence can't be read: {wrong}"])
        except Exception as error:  # the student's property may raise anything
            problems.append(["knowledge", unreadable(agent, "knowledge", error)])
        if numbers != self.sentences:
            self.sentences = state["sentences"] = numbers
            state["new"] = new


def sentences(knowledge: Any, problems: list[list[str]]) -> Any:
    """Return what holds the sentences of ``knowledge``; a dict is one of the ``problems``."""
    if isinstance(knowledge, dict):
        problems.append(["knowledge", "knowledge is a dict; the course looks sentences up in a list"])
        return knowledge.values()
    return knowledge


def readable(cells: frozenset[Any], count: Any) -> list[Any]:
    """Return a sentence as it is sent; raise ``NoCells`` or ``ValueError`` if it is none."""
    pairs, number = [known_pair(value) for value in cells], whole(count)
    if None in pairs:
        raise NoCells("its cells are " + shown(cells))
    if number is None:
        raise ValueError("its count is " + shown(count))
    return [flat(pairs), number]


def unreadable(agent: Any, name: str, error: Exception) -> str:
    """Return the text of the problem that an attribute can't be read."""
    if isinstance(error, AttributeError) and not hasattr(type(agent), name):
        return f"the attribute {name} is missing"
    return f"the attribute {name} can't be read: {described(error)}"


# -- what is tolerated


class NoGame:
    """Finds an empty stand-in for ``pygame``: an agent needs no window, and none may open."""

    def __init__(self, note: collections.abc.Callable[[str], None]) -> None:
        self.note = note

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return where the stand-in comes from; ``None`` for any other module."""
        if name.partition(".")[0] != "pygame":
            return None
        self.note("the file imports pygame, which an agent does not need; the import is left out")
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]  # finds and loads

    def create_module(self, spec: Any) -> None:
        """Leave it to Python to create the module."""

    def exec_module(self, module: Any) -> None:
        """Make every use of the module an error."""

        def missing(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            raise ApiMismatch(f"uses pygame.{name}; the agent's file must not show a game")

        module.__getattr__ = missing


SAMPLE = random.Random.sample
"""As this Python has it."""


def sample_sets(note: collections.abc.Callable[[str], None] | None) -> None:
    """Make ``random.sample`` take sets with a ``note``, as it did before Python 3.11; without one refuse them."""

    def sample(self: random.Random, population: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(population, collections.abc.Set):
            if note is None:
                raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
            note(
                "random.sample on a set, an error since Python 3.11 and at the course, is done as before in games; "
                "write random.sample(list(cells), k), or random.choice(list(cells))"
            )
            population = tuple(population)
        return SAMPLE(self, population, *arguments, **named)

    random.Random.sample = sample  # type: ignore[method-assign]  # as it was before Python 3.11
    # The function is a method of Python's own generator, which the stubs don't say.
    random.sample = random.choice.__self__.sample  # type: ignore[attr-defined]


# -- loops


class Loops(ast.NodeTransformer):
    """Lets each loop go through what ``STEADY`` returns for what it went through, and for the number of its line."""

    def visit(self, node: Any) -> Any:
        """Return the node with its own loop changed, and those in it."""
        self.generic_visit(node)
        if isinstance(node, (ast.For, ast.comprehension)):
            value: Any = node.iter
            is_numbered = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.args
            if is_numbered and value.func.id == "enumerate":
                value.args[0] = self.steady(value.args[0])
            else:
                node.iter = self.steady(value)
        return node

    def steady(self, value: Any) -> Any:
        """Return the call."""
        call = ast.Call(ast.Name(STEADY, ast.Load()), [value, ast.Constant(value.lineno)], [])
        return ast.fix_missing_locations(ast.copy_location(call, value))


LISTS = (list, set, dict, collections.abc.KeysView, collections.abc.ValuesView, collections.abc.ItemsView)
"""What can change while a loop goes through it."""

STEADY = "__steady__"  # with underscores at its end a name is the same in a class


# -- methods put right


def put(sentence: Any, cells: Any, count: Any) -> None:
    """Give a sentence these cells and this count, where it has others."""
    if set(sentence.cells) != cells:
        sentence.cells = type(sentence.cells)(cells)
    if sentence.count != count:
        sentence.count = count


def mended_known(original: Any, is_mines: bool) -> Any:
    """Return a method that calls the ``original`` one, and puts right what that did wrong."""

    def known(self: Any) -> Any:
        cells, count, value = set(self.cells), self.count, None
        with contextlib.suppress(Exception):
            value = original(self)
        put(self, cells, count)
        settled = cells if count == (len(cells) if is_mines else 0) else set()
        return value if value is not self.cells and are_cells(value, list(settled)) else settled

    return known


def mended_mark(original: Any, is_mine: bool) -> Any:
    """Do the same for a method that marks a cell, of a sentence or of an agent with all its sentences."""

    def mark(self: Any, cell: Any) -> Any:
        is_agent, value = hasattr(self, "knowledge"), None
        before = [(each, set(each.cells), each.count) for each in (self.knowledge if is_agent else [self])]
        with contextlib.suppress(Exception):
            value = original(self, cell)
        for each, cells, count in before:
            if cell in each.cells and is_agent:
                put(each, set(each.cells) - {cell}, each.count - is_mine)
            elif not is_agent or set(each.cells) == cells - {cell}:
                put(each, cells - {cell}, count - (cell in cells and is_mine))
            if is_agent and cell in cells and each.cells and all(each is not other for other in self.knowledge):
                self.knowledge.append(each)
        if is_agent:
            (self.mines if is_mine else self.safes).add(cell)
        return value

    return mark


# -- the checks of the course


def text_of(value: Any) -> str:
    """Return ``value`` as text: a set in order, and what is easily taken for one with its class."""
    if isinstance(value, (set, frozenset)) and value:
        with contextlib.suppress(Exception):  # what the student keeps in it may have no order
            return short("{" + ", ".join(map(repr, sorted(value))) + "}")
    return ("the " + type(value).__name__ + " " if isinstance(value, (list, tuple, dict)) else "") + shown(value)


def held(knowledge: Any, sentence: Any) -> str:
    """Return what a knowledge base holds in place of a ``sentence``."""
    cells, count = set(sentence.cells), sentence.count
    texts, looks_alike = [], False
    with contextlib.suppress(Exception):  # the student's classes may raise anything
        for each in knowledge:
            texts.append(text_of(each.cells) + " = " + shown(each.count))
            looks_alike |= set(each.cells) == cells and each.count == count
    texts[4:] = [str(len(texts) - 4) + " more"] if len(texts) > 4 else []
    return ("; ".join(texts) or "nothing") + ("; == says that the one that looks alike differs" if looks_alike else "")


def tuples(cells: list[Any]) -> list[Any]:
    """Return cells that came as lists."""
    return [tuple(cell) for cell in cells]


def are_cells(value: Any, cells: list[Any]) -> bool:
    """Return whether a value holds these cells and no others."""
    try:
        return as_set(value, len(cells)) == set(tuples(cells))
    except (LimitExceeded, TypeError):
        return False


class CourseObjects:
    """The agent or sentence of a check of the course or of an experiment; the check's steps are its methods.

    Each step is done with the words of the course, on the student's own objects, and returns ``None``, or the text of
    what is there in place of what is expected. ``find`` returns a class of the student by its name.
    """

    def __init__(self, find: collections.abc.Callable[[str], Any]) -> None:
        self.find = find
        self.made: Any = None
        self.value: Any = None

    def make_sentence(self, count: int, cells: list[Any], is_of_set: bool = False) -> None:
        """Make a sentence, of a list."""
        self.made = called(self.find("Sentence"), set(tuples(cells)) if is_of_set else tuples(cells), count)

    def make_agent(self, height: int, width: int) -> None:
        """Make an agent, with its arguments by name."""
        self.made = called(self.find("MinesweeperAI"), height=height, width=width)

    def call(self, method: str, *arguments: Any) -> None:
        """Call a method, and keep what it returns; a list among the arguments is a cell."""
        given = [tuple(each) if isinstance(each, list) else each for each in arguments]
        self.value = getattr(self.made, method)(*given)

    def update(self, name: str, cells: list[Any]) -> None:
        """Add cells to a set of the agent."""
        getattr(self.made, name).update(set(tuples(cells)))

    def returns(self, cells: list[Any]) -> str | None:
        """Compare what was returned with a set."""
        return text_of(self.value) if set(tuples(cells)) != self.value else None

    def returns_set(self) -> str | None:
        """Return what was returned in place of a set."""
        is_set = isinstance(self.value, (set, frozenset))
        return None if is_set else "None" if self.value is None else "a " + short(type(self.value).__name__)

    def returns_cells(self, cells: list[Any]) -> str | None:
        """Compare what was returned with cells, in whatever it holds them."""
        return None if are_cells(self.value, cells) else text_of(self.value)

    def is_as_made(self, count: int, cells: list[Any]) -> str | None:
        """Compare the sentence with what it was made of."""
        is_same = are_cells(self.made.cells, cells) and self.made.count == count
        return None if is_same else text_of(self.made.cells) + " = " + shown(self.made.count)

    def returns_one_of(self, cells: list[Any]) -> str | None:
        """Look what was returned up in a list."""
        return None if self.value in tuples(cells) else shown(self.value)

    def returns_none_of(self, cells: list[Any]) -> str | None:
        """Look what was returned up in a list where it must not be."""
        return shown(self.value) if self.value in tuples(cells) else None

    def returns_none(self) -> str | None:
        """Compare what was returned with ``None``."""
        return None if self.value is None else shown(self.value)

    def holds(self, name: str, expected: Any) -> str | None:
        """Compare an attribute with a set of cells, or with a number."""
        value = getattr(self.made, name)
        return text_of(value) if (set(tuples(expected)) if isinstance(expected, list) else expected) != value else None

    def includes(self, name: str, cells: list[Any]) -> str | None:
        """Look cells up in an attribute."""
        value = getattr(self.made, name)
        return None if all(cell in value for cell in tuples(cells)) else text_of(value)

    def knows(self, count: int, cells: list[Any]) -> str | None:
        """Look a sentence of the student's own class up in the knowledge base."""
        sentence = called(self.find("Sentence"), set(tuples(cells)), count)
        return None if sentence in self.made.knowledge else held(self.made.knowledge, sentence)


# -- the student's module


def called(function: Any, *arguments: Any, **named: Any) -> Any:
    """Call what the student wrote; raise ``ApiMismatch`` if it can't be called with these arguments."""
    try:
        return function(*arguments, **named)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise ApiMismatch(f"can't be called like this: {described(error)}") from None
        raise


class Student:
    """The student's module, and the agent and the sentence that were made last.

    ``answer`` carries out a request by the method of its name. ``trace`` is the file for the running lines.
    """

    def __init__(self, trace: Any) -> None:
        self.trace_file = trace
        self.agent: Any = None
        self.course_objects: Any = None
        self.reader: Any = None
        self.is_late = False
        self.folder = "\0"  # no path begins so
        self.notes: list[str] = []
        self.copied: list[int] = []
        self.mended: list[str] = []
        self.unsteady: dict[int, list[Any]] = {}
        self.ran: set[Any] = set()

    def answer(self, number: int, seconds: float, name: str, *arguments: Any) -> dict[str, Any]:
        """Carry out the request ``name``, and return the reply; stop it, or end the process, if it takes too long."""
        self.end_after(seconds + LATER_SECONDS)
        try:
            reply: dict[str, Any] = getattr(self, name)(*arguments)
            self.end_after(0)
        except BaseException as error:  # the student's code may raise anything
            reply = self.failure(error)
            self.end_after(0)
        reply["id"] = number
        reply["notes"], self.notes = self.notes[:PROBLEMS], []
        return reply

    def end_after(self, seconds: float) -> None:
        """Let the system stop the call after so many seconds, and write the running lines; 0 takes that back.

        What catches that, or runs no line of Python, is ended with this process.
        """
        if sys.platform != "win32":
            self.is_late = False
            signal.setitimer(signal.ITIMER_REAL, seconds, LAST_SECONDS)
            signal.setitimer(signal.ITIMER_PROF, seconds and seconds + LAST_SECONDS)
        elif seconds:
            faulthandler.dump_traceback_later(seconds, file=self.trace_file, exit=True)
        else:
            faulthandler.cancel_dump_traceback_later()

    def stop(self, *signal: Any) -> None:
        """Raise ``TimeUp``, or end this process if that did not help."""
        if self.is_late:
            os._exit(CHANNEL_LOST)
        self.is_late = True
        raise TimeUp

    def failure(self, error: BaseException) -> dict[str, Any]:
        """Return the reply for an exception that a call raised."""
        kind = next((kind for raised, kind in KINDS.items() if isinstance(error, raised)), "exception")
        text = message(error)
        if kind == "memory":
            self.agent = None
        elif isinstance(error, SystemExit):
            text = "called sys.exit({})".format("" if error.code is None else shown(error.code))
        elif isinstance(error, EOFError) and "reading a line" in text:
            text = "it asks for input, and there is none"
        missing = str(error.name) if isinstance(error, ModuleNotFoundError) else ""
        name = short(type(error).__name__)
        trace = self.trace(error)
        reply: dict[str, Any] = {"failure": kind, "error": name, "text": text, "missing": missing, "trace": trace}
        if kind in ("exception", "timeout"):
            with contextlib.suppress(BaseException):  # no agent, or one that can't be read
                reply["state"] = StateReader(MOST_LEFT, self.limits[1], is_partial=True).changes(self.agent)
                self.reader.restart()
        return reply

    def note(self, text: str) -> None:
        """Add a note, with the student's line that is running."""
        for file, line, _, source in self.own_lines(traceback.walk_stack(None))[:1]:
            text = f"{text} ({file}, line {line}: {source})"
        self.notes.append(text)

    def load(
        self, path: str, copy: str, source: str, seed: int, most_sentences: int, most_cells: int
    ) -> dict[str, Any]:
        """Import the student's file from its source, whose bytes are sent as the characters of the same numbers.

        To the file itself, its path is that of a ``copy``, which it may overwrite or delete.
        """
        data = source.encode("latin-1")
        self.folder = os.path.join(os.path.dirname(path), "")
        self.installed = tuple(place for place in INSTALLED if not self.folder.startswith(place))
        self.limits = (most_sentences, most_cells)
        random.seed(seed)
        sys.meta_path.insert(0, NoGame(self.note))
        self.copy, sys.argv = copy, [copy]
        if os.path.isdir(self.folder):
            sys.path.insert(0, os.path.dirname(path))
        linecache.cache[path] = (len(data), None, data.decode("utf-8-sig", "replace").splitlines(True), path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        if self.name in sys.modules or not self.name.isidentifier():
            self.name = "minesweeper"
        self.code = compile(data, path, "exec", dont_inherit=True)
        return self.run_file()

    def run_file(self, is_at_course: bool = False) -> dict[str, Any]:
        """Run the student's file as a new module, without what it had imported of its own folder before.

        What is tolerated elsewhere is an error where it ``is_at_course``.
        """
        sample_sets(None if is_at_course else self.note)
        for name, module in list(sys.modules.items()):
            if self.is_own(str(getattr(module, "__file__", ""))):
                del sys.modules[name]
        self.module = sys.modules[self.name] = types.ModuleType(self.name)
        self.module.__file__ = self.copy
        setattr(self.module, STEADY, self.steady)
        exec(self.code, self.module.__dict__)
        for name in self.mended:
            for kind in ("Sentence", "MinesweeperAI"):
                methods = getattr(self.module, kind, None)
                if name in getattr(methods, "__dict__", ()):
                    mended = mended_mark if name.startswith("mark") else mended_known
                    setattr(methods, name, mended(getattr(methods, name), "mine" in name))
        return {}

    def watch(self, copied: list[int]) -> dict[str, Any]:
        """Return the loops that were disturbed; those in the lines ``copied`` of the next agents go over copies."""
        lines, self.unsteady, self.copied = list(self.unsteady.values()), {}, copied
        path = self.code.co_filename
        tree = Loops().visit(ast.parse("".join(linecache.getlines(path)), path))
        self.code = compile(tree, path, "exec", dont_inherit=True)
        return {"value": lines, **self.run_file()}

    def mend(self, names: list[str]) -> dict[str, Any]:
        """Put the methods with these names right in the next agents."""
        self.mended = names
        return self.run_file()

    def change(self, source: str) -> dict[str, Any]:
        """Take a changed ``source`` for the next agents, and return the names of the functions that ran since then.

        Without one, take the student's own.
        """
        sys.setprofile(None)
        path, before, self.ran = self.code.co_filename, self.ran, set()
        text = source or "".join(linecache.getlines(path))
        self.code = compile(text, path, "exec", dont_inherit=True)
        if not source:
            sys.setprofile(lambda frame, *_: self.ran.add(frame.f_code))
        self.run_file()
        return {"value": [code.co_name for code in before if code.co_filename == path]}

    def steady(self, values: Any, line: int) -> Any:
        """Return what the loop in a ``line`` goes through."""
        if not isinstance(values, LISTS):
            return values
        return [*values] if line in self.copied else self.watched(values, line)

    def watched(self, values: Any, line: int) -> collections.abc.Iterator[Any]:
        """Yield the values, and note the loop if a change adds or skips some of them, or is an error."""
        try:
            for place, value in enumerate(values):
                size = len(values)
                yield value
                if isinstance(values, list) and (len(values) != size or values[place] is not value):
                    self.note_loop(line)
        except RuntimeError:
            self.note_loop(line)
            raise

    def note_loop(self, line: int) -> None:
        """Note that what the loop in a ``line`` goes through has changed."""
        if line not in self.unsteady:
            function = self.own_lines(traceback.walk_stack(None))[0][2]
            self.unsteady[line] = source_line(self.code.co_filename, line, function)

    def find(self, name: str) -> Any:
        """Return a class of the student's module."""
        kind = vars(self.module).get(name)
        if kind is None:
            defined = [short(key) for key, value in vars(self.module).items() if isinstance(value, type)]
            raise ApiMismatch(f"the file has no class {name}; it defines {', '.join(defined[:8]) or 'no class'}")
        like = [key for key in vars(kind) if key.strip("_") in ("init", "int", "inti", "intit")]
        if like and kind.__init__ is object.__init__:
            raise ApiMismatch(f"the class {name} has {like[0]} in place of __init__ (two underscores on each side)")
        return kind

    def course(self, step: str, *given: Any) -> dict[str, Any]:
        """Carry out a step of a check of the course, which begins with a new import of the file."""
        if step == "begin":
            self.agent = self.reader = None
            self.course_objects = CourseObjects(self.find)
            random.seed(0)
            return self.run_file(is_at_course=True)
        return {"value": getattr(self.course_objects, step)(*given)}

    def create(self, height: int, width: int, seed: int, runs_again: bool) -> dict[str, Any]:
        """Make a new agent, of the size that is asked for or else of the only one that its class knows."""
        self.agent = self.reader = None
        random.seed(seed)
        if runs_again:
            self.run_file()
        kind = self.find("MinesweeperAI")
        if "Sentence" in vars(self.module):
            self.find("Sentence")
        refused = []
        for arguments, named in (((), {"height": height, "width": width}), ((height, width), {}), ((), {})):
            try:
                self.agent = called(kind, *arguments, **named)
                break
            except ApiMismatch as error:
                refused.append(error)
        else:
            raise refused[1]
        size = []
        for name, asked in (("height", height), ("width", width)):
            try:
                side = whole(getattr(self.agent, name, None))
            except Exception:  # the student's property may raise anything
                side = None
            size.append((COURSE_SIDE if len(refused) == 2 else asked) if side is None else side)
        self.reader = StateReader(*self.limits)
        return {"value": size, "state": self.reader.changes(self.agent)}

    def call(self, name: str, *arguments: Any) -> dict[str, Any]:
        """Call a method of the agent; a list among the arguments is a cell."""
        method = getattr(self.agent, name, None)
        if method is None:
            raise ApiMismatch(f"the class {short(type(self.agent).__name__)} has no method {name}")
        given = [tuple(value) if isinstance(value, list) else value for value in arguments]
        began = time.perf_counter()
        value = called(method, *given)
        seconds = time.perf_counter() - began
        if isinstance(value, list):
            self.note(f"{name}() returns a list; the course's runner needs a tuple, (row, column)")
        if value is not None:
            value = pair(value) or shown(value)
        with contextlib.suppress(Exception):  # the student's __hash__ and __eq__ may raise anything
            knowledge = self.agent.knowledge
            if isinstance(knowledge, set) and any(each not in knowledge for each in knowledge):
                self.note(
                    "knowledge is a set whose sentences change their hash there, so it does not find them again: equal "
                    "ones can stay, and taking one out can fail; keep sentences in a list"
                )
        return {"value": value, "seconds": seconds, "state": self.reader.changes(self.agent)}

    def update(self, name: str, cells: list[Any]) -> dict[str, Any]:
        """Add cells to an attribute of the agent, a set or a list."""
        value = getattr(self.agent, name)
        (getattr(value, "update", None) or value.extend)([tuple(cell) for cell in cells])
        return {"state": self.reader.changes(self.agent)}

    def trace(self, error: BaseException) -> list[Any]:
        """Return the student's own lines of an exception, the innermost last."""
        lines = self.own_lines(traceback.walk_tb(error.__traceback__))
        if isinstance(error, SyntaxError) and error.lineno and self.is_own(str(error.filename)):
            lines.append(source_line(str(error.filename), error.lineno, "<module>"))
        return lines[-TRACE_LINES:]

    def own_lines(self, steps: collections.abc.Iterable[Any]) -> list[Any]:
        """Return the lines of the student's own files among frames with their line numbers."""
        # Where a call is stopped in a jump, Python 3.11 knows no line.
        places = ((frame.f_code, line or frame.f_code.co_firstlineno) for frame, line in steps)
        return [
            source_line(code.co_filename, line, code.co_name) for code, line in places if self.is_own(code.co_filename)
        ]

    def is_own(self, path: str) -> bool:
        """Return whether a file is the student's own, and none of Python's or of this program in a folder below."""
        return path.startswith(self.folder) and "site-packages" not in path and not path.startswith(self.installed)


# -- the process


def main() -> None:
    """Set the limits of the system, where it has them, and answer requests until the program closes the connection."""
    del sys.path[0]  # the folder of this script
    folder, (memory, output, number) = sys.argv[1], map(int, sys.argv[2:])
    process, end = os.getpid(), os._exit
    if sys.platform == "win32":
        connection = socket.create_connection(("127.0.0.1", number))
    else:
        connection = socket.socket(fileno=number)
    trace = open(os.path.join(folder, "trace"), "wb", buffering=0)  # noqa: SIM115 - open as long as the process runs
    faulthandler.enable(trace)
    student = Student(trace)
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, student.stop)
        faulthandler.register(signal.SIGALRM, trace, chain=True)
        # A thread reserves the memory of its stack; this much is enough for the deepest recursion by default.
        threading.stack_size(2 << 20)
        for name, limit in (("RLIMIT_DATA", memory << 20), ("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", (output + 16) << 20)):
            with contextlib.suppress(OSError, ValueError):  # the system has none, or a lower one already
                resource.setrlimit(getattr(resource, name), (limit, limit))
    # The lines that ran are written before; mypy wants a function that does not return.
    os._exit = lambda status: end(faulthandler.dump_traceback(trace) or status)  # type: ignore
    # An agent that kills its parent would kill the program.
    os.getppid = os.getpid
    encode, decode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode, json.JSONDecoder().decode
    reply: dict[str, Any] = {"python": sys.version_info[:3], "main": threading.get_ident(), "installed": INSTALLED}
    try:
        while os.getpid() == process:  # else it is a copy that the student's code made of this process
            connection.sendall(encode(reply).encode() + b"\n")
            data = b""
            while not data.endswith(b"\n"):
                part = connection.recv(1 << 16)
                if not part:
                    end(0)
                data += part
            reply = student.answer(*decode(data.decode()))
    except OSError:
        end(CHANNEL_LOST)
    except MemoryError:
        end(MEMORY_GONE)
    end(0)


if __name__ == "__main__":
    main()
