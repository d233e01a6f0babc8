"""Tests of what is tolerated of agents that differ from the course's project, and of what is named instead."""

from __future__ import annotations

import ast
import os
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.process import PythonNotStarted, StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StatedSentence, StudentFailure
from tests.model.support.students import AGENT, learning, marked_processes, nothing_left, written

pytestmark = pytest.mark.slow

LIMITS = Limits(seconds=30)
"""For a busy machine."""

CHILD = Path(sys.modules[StudentProcess.__module__].__file__ or "").with_name("child.py")

SIZES = {
    "names": ("def __init__(self, width=3, height=3): self.height, self.width = height, width", (4, 5)),
    "places": ("def __init__(self, rows, columns): self.height, self.width = rows, columns", (4, 5)),
    "no attributes": ("def __init__(self, rows, columns): pass", (4, 5)),
    "none": ("def __init__(self): self.height, self.width = 6, 7", (6, 7)),
    "none, no attributes": ("def __init__(self): pass", (8, 8)),
    "no constructor": ("pass", (8, 8)),
    "ignored": ("def __init__(self, height=8, width=8): self.height = self.width = 8", (8, 8)),
    "beyond reason": ("def __init__(self, height=8, width=8): self.height = self.width = 10**9", (4, 5)),
    "text": ("def __init__(self, height=8, width=8): self.height = self.width = 'a'", (4, 5)),
    "property": ("@property\n    def height(self): raise ValueError", (8, 8)),
}

IMPORTS = {
    "import pygame\n": "",
    "from pygame.locals import *\n": "",
    "import pygame\npygame.init()\n": "uses pygame.init; the agent's file must not show a game",
    "from pygame import display\n": "uses pygame.display; the agent's file must not show a game",
    "x = input()\n": "and there is none",
    "x = (\n": "raised SyntaxError: '(' was never closed",
    "import no_such_module\n": "raised ModuleNotFoundError: No module named 'no_such_module'",
    "raise SystemExit(2)\n": "called sys.exit(2)",
}

STATES = {
    "self.safes = [[0, 1], (0, 1), [2, 3]]": ({(0, 1), (2, 3)}, ()),
    "self.safes = {0: 1}": (set(), ("safes holds 0, which is not a cell",)),
    "self.safes = ((i, i) for i in range(3))": ({(0, 0), (1, 1), (2, 2)}, ()),
    "self.safes = {(True, 1.0)}": ({(1, 1)}, ()),
    "self.safes = {(0.5, 1)}": (set(), ("safes holds (0.5, 1), which is not a cell",)),
    "self.safes = {(10**400, 1)}": (set(), ("safes holds (1" + "0" * 198 + "..., which is not a cell",)),
    "self.safes = {(float('nan'), 1)}": (set(), ("safes holds (nan, 1), which is not a cell",)),
    "self.safes = None": (set(), ("the attribute safes can't be read: TypeError: 'NoneType' object is not iterable",)),
    "del self.safes": (set(), ("the attribute safes is missing",)),
    "self.safes = {(0, 1): 'x'}.keys()": ({(0, 1)}, ()),
    "self.safes = {(-1, 9)}": ({(-1, 9)}, ()),
    "self.safes = [(0, 1), {}]": (set(), ("the attribute safes can't be read: TypeError: ",)),
}

SENTENCES = {
    "class S: cells, count = [[0, 1], (0, 1)], True\nself.knowledge = {S}": ([({(0, 1)}, 1)], ()),
    "self.knowledge = (Sentence([(0, i)], 2.0) for i in range(2))": ([({(0, 0)}, 2), ({(0, 1)}, 2)], ()),
    "self.knowledge = [Sentence([], -1)] * 2": ([(set(), -1)] * 2, ()),
    "self.knowledge = [Sentence([(0, 0)], 'a'), Sentence([(0, 1)], 1)]": (
        [({(0, 1)}, 1)],
        ("a sentence can't be read: ValueError: its count is 'a'",),
    ),
    "self.knowledge = [Sentence([(0, 0)], float('nan')), Sentence([(0, 0)], 10**5000), Sentence([(0, 0)], 1.5)]": (
        [],
        ("a sentence can't be read: ValueError: its count is nan",),
    ),
    "self.knowledge = [Sentence(['a'], 1)]": ([], ("a sentence can't be read: its cells are frozenset({'a'})",)),
    "self.knowledge = ['a']": (
        [],
        ("a sentence can't be read: AttributeError: 'str' object has no attribute 'cells'",),
    ),
    "self.knowledge = 3": ([], ("the attribute knowledge can't be read: TypeError: 'int' object is not iterable",)),
}

VALUES = {
    "(0, 1)": (0, 1),
    "[0, 1]": (0, 1),
    "None": None,
    "(0, 1, 2)": "(0, 1, 2)",
    "(0, 'a')": "(0, 'a')",
    "'x' * 1000": "'" + "x" * 199 + "...",
    "float('nan')": "nan",
    "type('A', (), {'__repr__': lambda self: 1 / 0})()": "an object of the class A",
    "'\\x1b[31m\\n'": "'\\x1b[31m\\n'",
}

FAILURES = {
    "raise KeyError(cell)": (FindingKind.EXCEPTION, "raised KeyError: (0, 0)"),
    "input()": (FindingKind.EXCEPTION, "raised EOFError: it asks for input, and there is none"),
    "(lambda f: f(f))(lambda f: f(f))": (FindingKind.EXCEPTION, "raised RecursionError: maximum recursion depth"),
    "raise type('Ä', (Exception,), {'__str__': lambda self: 1 / 0})()": (FindingKind.EXCEPTION, "raised Ä"),
    "raise ValueError('a\\x1b\\nb' + chr(0xD800))": (FindingKind.EXCEPTION, "raised ValueError: a  b\\ud800"),
    "raise KeyboardInterrupt": (FindingKind.EXCEPTION, "raised KeyboardInterrupt"),
}


@pytest.mark.parametrize("constructor, size", SIZES.values(), ids=SIZES)
def test_agents_of_any_size_are_created(tmp_path, constructor, size) -> None:
    file = written(
        tmp_path, f"class MinesweeperAI:\n    {constructor}\n    moves_made = mines = safes = knowledge = ()\n"
    )
    with StudentProcess(file, LIMITS) as process:
        process.create(4, 5)
        assert process.size == size
        note = f"the size {size[0]} rows, {size[1]} columns is hard-coded; the games are played at that size"
        assert process.notes == (() if size == (4, 5) else (note,))


@pytest.mark.parametrize("start, problem", IMPORTS.items())
def test_an_import_that_fails_is_named_with_its_line(tmp_path, start, problem) -> None:
    with StudentProcess(written(tmp_path, start + AGENT), LIMITS) as process:
        if not problem:
            process.create(8, 8)
            notes = "pygame" in start
            assert len(process.notes) == notes
            assert not notes or f"(minesweeper.py, line 1: {start.strip()})" in process.notes[0]
            return
        with pytest.raises(StudentFailure) as caught:
            process.create(8, 8)
        assert str(caught.value).startswith("the import of minesweeper.py")
        assert str(caught.value).endswith(problem)
        assert [line.line for line in caught.value.trace] == [start.count("\n")]
        assert caught.value.is_import


def test_syntax_errors_and_encodings_are_named_with_their_lines(tmp_path) -> None:
    with StudentProcess(written(tmp_path, b"x = 1\ny = = 2\n"), LIMITS) as process:
        with pytest.raises(StudentFailure) as caught:
            process.create(8, 8)
        assert [str(line) for line in caught.value.trace] == ["minesweeper.py:2, in <module>: y = = 2"]
    with (
        StudentProcess(written(tmp_path, b"x = '\xe4'\n"), LIMITS) as process,
        pytest.raises(StudentFailure, match=r"(?i)utf-8"),
    ):
        process.create(8, 8)
    for start in (b"# coding: latin-1\n# \xe4\n", b"\xef\xbb\xbf# \xc3\xa4\n", b"\r\n"):
        with StudentProcess(written(tmp_path, start + AGENT.encode()), LIMITS) as process:
            process.create(8, 8)


def test_what_an_agent_states_is_read_whatever_it_is(tmp_path) -> None:
    """One process and agent for all: each state is read as the change of the one before."""
    cases = [*STATES, *SENTENCES, *STATES]
    body = "".join(
        f"if count == {number}:\n    {case}\n".replace("\nself", "\n    self") for number, case in enumerate(cases)
    )
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        process.create(8, 8)
        for number, case in enumerate(cases):
            state = process.call("add_knowledge", (0, 0), number).state
            if case in STATES:
                cells, problems = STATES[case]
                assert (case, state.safes) == (case, cells)
            else:
                sentences, problems = SENTENCES[case]
                assert state.sentences == tuple(StatedSentence(frozenset(cells), count) for cells, count in sentences)
            for problem in problems:
                assert any(line.startswith(problem) for _, line in state.problems), (case, state.problems)
            if not problems and case in STATES and number < len(STATES):
                assert state.problems == (), case


def test_a_state_that_was_not_read_to_its_end_is_sent_as_a_whole_later(tmp_path) -> None:
    """Whatever may be raised while the last attribute is read: the others have been read by then."""
    body = "self.safes.add(cell); self.broken = count"
    source = f"""{AGENT}        {body}

    @property
    def knowledge(self):
        if self.broken:
            raise (KeyboardInterrupt, SystemExit, ValueError)[self.broken - 1]
        return [Sentence([(5, 5)], 1)]

    @knowledge.setter
    def knowledge(self, value):
        self.broken = 0
"""
    with StudentProcess(written(tmp_path, source), LIMITS) as process:
        process.create(8, 8)
        for column, count in enumerate((0, 1, 0, 2, 0)):
            if count:
                with pytest.raises(StudentFailure):
                    process.call("add_knowledge", (0, column), count)
            else:
                state = process.call("add_knowledge", (0, column), count).state
                assert state.safes == {(0, earlier) for earlier in range(column + 1)}
                assert state.sentences == (StatedSentence(frozenset({(5, 5)}), 1),)
        problem = ("knowledge", "the attribute knowledge can't be read: ValueError")
        assert process.call("add_knowledge", (0, 7), 3).state.problems == (problem,)


def test_more_sentences_than_are_remembered_are_sent_again(tmp_path) -> None:
    body = "self.knowledge = [Sentence([(count, j)], i) for i in range(10) for j in range(10)]"
    with StudentProcess(learning(tmp_path, body), replace(LIMITS, sentences=100)) as process:
        process.create(8, 8)
        for count in range(12):
            expected = [({(count, j)}, i) for i in range(10) for j in range(10)]
            found = process.call("add_knowledge", (0, 0), count).state.sentences
            assert found == tuple(StatedSentence(frozenset(cells), number) for cells, number in expected)


def test_the_values_of_moves_are_cells_or_texts(tmp_path) -> None:
    source = AGENT + "".join(f"        if count == {number}: return {value}\n" for number, value in enumerate(VALUES))
    with StudentProcess(written(tmp_path, source), LIMITS) as process:
        process.create(8, 8)
        for number, (source, value) in enumerate(VALUES.items()):
            assert (source, process.call("add_knowledge", (0, 0), number).value) == (source, value)


def test_exceptions_are_named_with_the_lines_of_the_student(tmp_path) -> None:
    body = "".join(f"if count == {number}: {case}\n" for number, case in enumerate(FAILURES))
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        process.create(8, 8)
        for number, (case, (kind, text)) in enumerate(FAILURES.items()):
            with pytest.raises(StudentFailure) as caught:
                process.call("add_knowledge", (0, 0), number)
            assert (case, caught.value.kind) == (case, kind)
            assert f"add_knowledge((0, 0), {number}) {text}" in str(caught.value)
            assert caught.value.is_alive
            assert len(caught.value.trace) <= 20
            assert caught.value.trace[-1].text in (f"if count == {number}: {case}", case)
        assert process.call("add_knowledge", (0, 0), 99).value is None


def test_what_is_missing_is_named(tmp_path) -> None:
    without = {
        "class Board: pass\n": "MinesweeperAI(8, 8): the file has no class MinesweeperAI; it defines Board",
        "": "MinesweeperAI(8, 8): the file has no class MinesweeperAI; it defines no class",
        "class MinesweeperAI:\n    def __init__(self, a, b, c): pass\n": "MinesweeperAI(8, 8): can't be called",
    }
    for source, text in without.items():
        with StudentProcess(written(tmp_path, source), LIMITS) as process, pytest.raises(StudentFailure) as caught:
            process.create(8, 8)
        assert caught.value.kind is FindingKind.API
        assert str(caught.value).startswith(text)
    source = "class MinesweeperAI:\n    def add_knowledge(self): pass\n"
    with StudentProcess(written(tmp_path, source), LIMITS) as process:
        state = process.create(8, 8)
        assert state.problems == tuple(
            (name, f"the attribute {name} is missing") for name in ("moves_made", "mines", "safes", "knowledge")
        )
        with pytest.raises(
            StudentFailure, match=r"make_safe_move\(\): the class MinesweeperAI has no method make_safe"
        ):
            process.call("make_safe_move")
        with pytest.raises(StudentFailure, match=r"add_knowledge\(\(0, 0\), 1\): can't be called like this: TypeError"):
            process.call("add_knowledge", (0, 0), 1)
        process.course_step("the import", "begin")
        with pytest.raises(StudentFailure, match="the file has no class Sentence"):
            process.course_step("Sentence", "make_sentence", 1, [(0, 1)])


def test_sets_are_sampled_as_before(tmp_path) -> None:
    body = "return random.sample({(0, 1)}, 1)[0] if count else random.sample(population={(0, 1): 2}.keys(), k=1)[0]"
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        process.create(8, 8)
        assert (
            process.call("add_knowledge", (0, 0), 0).value == process.call("add_knowledge", (0, 0), 1).value == (0, 1)
        )
        assert len(process.notes) == 1
        assert process.notes[0].startswith(
            "random.sample on a set, an error since Python 3.11 and at the course, is done as before in games; write "
            "random.sample(list(cells), k), or random.choice(list(cells)) (mines"
        )


def test_modules_beside_the_file_shadow_nothing_that_the_process_needs(tmp_path) -> None:
    for name in ("random", "json", "os", "struct", "traceback", "linecache", "select", "signal", "limits"):
        (tmp_path / f"{name}.py").write_text("value = 7\n")
    (tmp_path / "helper.py").write_text("import limits\ndef f():\n    return (limits.value, 1)\n")
    with StudentProcess(learning(tmp_path, "import helper; return helper.f()"), LIMITS) as process:
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 0).value == (7, 1)
    assert not list(tmp_path.rglob("__pycache__"))


def test_what_lies_below_the_folder_of_the_file_but_is_installed_is_not_its_own() -> None:
    """Python itself may lie below a student's home folder."""
    source = AGENT + "        random.choice([])\n"
    file = StudentFile.of(Path(random.__file__).anchor / Path("minesweeper.py"), source.encode())
    with StudentProcess(file, LIMITS) as process:
        for _ in range(2):
            process.create(8, 8, runs_again=True)
            with pytest.raises(StudentFailure) as caught:
                process.call("add_knowledge", (0, 0), 0)
            assert [line.file for line in caught.value.trace] == ["minesweeper.py"]


def test_agents_without_a_dictionary_are_read(tmp_path) -> None:
    source = """
class MinesweeperAI:
    __slots__ = ("height", "width", "mines")

    def __init__(self, height, width):
        self.mines = {(0, 1)}
"""
    with StudentProcess(written(tmp_path, source), LIMITS) as process:
        state = process.create(8, 8)
        assert state.mines == {(0, 1)}
        assert ("safes", "the attribute safes is missing") in state.problems


@pytest.mark.parametrize("name", ["random.py", "my agent ü (1).py", "json.py"])
def test_the_file_may_have_any_name(tmp_path, name) -> None:
    file = written(tmp_path / "a b ü", AGENT + "        raise ValueError\n", name)
    with StudentProcess(file, LIMITS) as process:
        process.create(8, 8)
        with pytest.raises(StudentFailure) as caught:
            process.call("add_knowledge", (0, 0), 0)
        assert caught.value.trace[-1].file == name


def test_random_moves_are_the_same_with_the_same_seed(tmp_path) -> None:
    file = learning(tmp_path, "return hash('text') % 1000, random.randrange(1000)")

    def values(seed: int) -> list[object]:
        with StudentProcess(file, LIMITS, seed=seed) as process:
            process.create(8, 8, 5)
            found = [process.call("add_knowledge", (0, 0), 0).value for _ in range(3)]
            process.create(8, 8, 5)
            assert process.call("add_knowledge", (0, 0), 0).value == found[0]
            return found

    assert values(1) == values(1)
    assert values(1) != values(2)


def test_the_agent_is_that_of_the_source_even_if_the_file_has_gone(tmp_path) -> None:
    file = learning(tmp_path, "return (1, 2)")
    file.path.write_text("raise ValueError")
    with StudentProcess(file, LIMITS) as process:
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 0).value == (1, 2)
    file.path.unlink()
    file.path.parent.rmdir()
    with StudentProcess(file, LIMITS) as process:
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 0).value == (1, 2)


def test_the_output_is_kept_of_each_agent_and_input_is_empty(tmp_path) -> None:
    body = "print('ä', repr(sys.stdin.read())); sys.stderr.write('e'); os.write(1, b'x' * (count * 2**20))"
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        process.create(8, 8)
        process.call("add_knowledge", (0, 0), 0)
        assert process.output == "ä ''\ne"
        process.call("add_knowledge", (0, 0), 2)
        assert process.output == "x" * 2**20
        process.create(8, 8)
        assert process.output == ""
        process.call("add_knowledge", (0, 0), 0)
    assert process.output == "ä ''\ne"


def test_a_process_has_a_session_and_a_working_folder_of_its_own(tmp_path) -> None:
    """Ctrl-C in the terminal of the program does not reach it, and its files lie where they are removed."""
    body = "print(os.getcwd(), os.listdir('.'), os.environ['TMPDIR'], os.getsid(0) == os.getpgrp() == os.getpid())"
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        process.create(8, 8)
        process.call("add_knowledge", (0, 0), 0)
        folder, files, temporary, is_own = process.output.split()
        assert Path(folder).is_dir()
    assert (files, is_own) == ("[]", "True")
    assert Path(folder).resolve() == Path(temporary).resolve() != Path.cwd()
    assert not Path(folder).exists()


def test_a_file_that_runs_again_remembers_nothing(tmp_path) -> None:
    (tmp_path / "helper.py").write_text("seen = []\n")
    body = "import helper; helper.seen.append(1); return (len(helper.seen), 0)\n"
    with StudentProcess(learning(tmp_path, body), LIMITS) as process:
        for runs_again, value in ((True, 1), (False, 2), (True, 1)):
            process.create(8, 8, runs_again=runs_again)
            assert process.call("add_knowledge", (0, 0), 0).value == (value, 0)


def test_sentences_and_updates_are_those_of_the_student(tmp_path) -> None:
    cells = [(0, 1), (2, 3)]
    with StudentProcess(learning(tmp_path, ""), LIMITS) as process:
        process.create(4, 5)
        assert process.update("mines", cells).mines == set(cells)
    for written_as, seen in (("set(self.cells)", None), ("list(self.cells)", None), ("None", "None")):
        source = AGENT.replace("return set(self.cells) if self.count == 0 else set()", f"return {written_as}")
        with StudentProcess(written(tmp_path, source), LIMITS) as process:
            for step in (("begin",), ("make_sentence", 1, cells, True), ("call", "known_safes")):
                assert process.course_step("a step", *step) is None
            assert process.course_step("the value", "returns_cells", cells) == seen
            assert process.course_step("the sentence", "is_as_made", 1, cells) is None
            assert process.course_step("a mark", "call", "mark_mine", (2, 3)) is None
            assert process.course_step("the sentence", "is_as_made", 1, cells) == "{(0, 1)} = 0"


def test_another_python_runs_the_agent_or_is_refused(tmp_path) -> None:
    file = learning(tmp_path, "return sys.version_info[:2]")
    with StudentProcess(file, LIMITS, python=sys.executable) as process:
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 0).value == sys.version_info[:2]
    for python in (str(tmp_path / "nothing"), str(tmp_path), "a\0b"):
        with StudentProcess(file, LIMITS, python=python) as process, pytest.raises(PythonNotStarted):
            process.create(8, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="needs #!/bin/sh")
def test_a_program_that_is_no_python_is_named_with_what_it_printed(tmp_path) -> None:
    fake = tmp_path / "fake"
    fake.write_text("#!/bin/sh\necho too old; exit 1\n")
    fake.chmod(0o755)
    file = learning(tmp_path, "pass")
    with StudentProcess(file, LIMITS, python=str(fake)) as process, pytest.raises(PythonNotStarted, match="'too old'"):
        process.create(8, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="needs #!/bin/sh")
def test_a_python_behind_a_launcher_is_ended_with_it(tmp_path, monkeypatch) -> None:
    # The python of a virtual environment is one on Windows, which has no groups of processes.
    monkeypatch.setattr(os, "killpg", lambda *_: None)
    launcher = tmp_path / "launcher"
    launcher.write_text(f'#!/bin/sh\n"{sys.executable}" "$@"\nexit $?\n')
    launcher.chmod(0o755)
    here = tmp_path / "here"
    file = learning(tmp_path, f"open({str(here)!r}, 'w').close()\nsum(range(10**12))")
    with nothing_left(tmp_path / "temporary", monkeypatch):
        with StudentProcess(file, LIMITS, python=str(launcher), should_stop=here.exists) as process:
            process.create(8, 8)
            assert len(marked_processes(tmp_path / "temporary")) == 2
            with pytest.raises(Stopped):
                process.call("add_knowledge", (0, 1), 1)
        assert not marked_processes(tmp_path / "temporary")


def test_the_script_is_written_for_old_pythons_and_needs_nothing_else() -> None:
    tree = ast.parse(CHILD.read_text("utf-8"), feature_version=(3, 8))
    imported = {
        name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    } | {node.module.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert imported <= sys.stdlib_module_names
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    late = [
        node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert late == []  # the student's folder may hold modules of these names


def test_no_module_beside_the_script_has_the_name_of_a_standard_one() -> None:
    assert {file.stem for file in CHILD.parent.glob("*.py")}.isdisjoint(sys.stdlib_module_names)
