"""Tests that agents which exceed a limit or end themselves are ended, with all that they started, and named."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import monotonic

import pytest

from minesweeper_qt.model.box import adopting_orphans, box_problem
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.student.process import StudentProcess, accepted
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits, StudentFailure
from tests.model.support.students import learning, marked_processes, nothing_left, wait_until, written

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="the agents use signals and forks")]

SHORT = Limits(seconds=1)
"""For agents that never reply."""

LONG = Limits(seconds=30, memory_mb=200, output_mb=2, sentences=500, cells=5000)
"""For agents that exceed another limit, even on a busy machine."""

HANGS = {
    "busy": "while True: pass",
    "in C": "sum(range(10**12))",
    "asleep": "time.sleep(1000)",
    "lock": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "threads": "[threading.Thread(target=time.sleep, args=(1000,)).start() for _ in range(20)]; time.sleep(1000)",
}

ENDS = {
    "exit": ("os._exit(3)", FindingKind.EXIT, "ended the process with exit code 3"),
    "crash": ("os.abort()", FindingKind.EXIT, "ended the process: signal SIGABRT"),
    "killed": ("os.kill(0, signal.SIGKILL)", FindingKind.EXIT, "ended the process: signal SIGKILL"),
    "terminated": ("signal.raise_signal(signal.SIGTERM)", FindingKind.EXIT, "ended the process: signal SIGTERM"),
    "closed": ("os.closerange(3, 100_000)", FindingKind.EXIT, "closed or changed file descriptors"),
    "flood": ("while True: print('x' * 1000)", FindingKind.OUTPUT, "printed more than 2 MB"),
    "rapid flood": ("while True: os.write(2, b'x' * 100_000)", FindingKind.OUTPUT, "printed more than 2 MB"),
    "memory": ("[bytearray(10**7) for _ in range(10**6)]", FindingKind.MEMORY, "needed more than 200 MB of memory"),
    "addresses": ("bytearray(10**9)", FindingKind.MEMORY, "needed more than 200 MB of memory"),
    "memory of all": (
        "pids = [os.fork() for _ in range(2)]\nx = b'x' * (100 * 2**20)\ntime.sleep(1000)",
        FindingKind.MEMORY,
        "needed more than 200 MB of memory",
    ),
}

STATED = {
    "self.knowledge = [Sentence([], 0)] * 501": "500 sentences",
    "self.knowledge = iter(lambda: Sentence([(0, 0)], 0), None)": "500 sentences",
    "self.knowledge = [Sentence([(i, j) for j in range(100)], 0) for i in range(60)]": "5,000 cells",
    "self.safes = iter(random.random, None)": "5,000 cells",
}
ENDS |= {
    f"states {n}": (body, FindingKind.OUTPUT, f"the agent states more than {most}")
    for n, (body, most) in enumerate(STATED.items())
}

REMAIN = {
    "forked": "if not os.fork(): time.sleep(1000)",
    "copy that returns": "os.fork()",
    "detached": "subprocess.Popen(['sleep', '1000'], start_new_session=True)",
    "stopped child": """
if not os.fork():
    os.kill(os.getpid(), signal.SIGSTOP)
""",
    "thread": "threading.Thread(target=time.sleep, args=(1000,)).start()",
    "files": "open('a', 'w').write('a'); os.mkdir('b'); import tempfile; tempfile.mkdtemp()",
    "ignored signals": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 13, 15, 18)]",
}


def failure(process: StudentProcess) -> StudentFailure:
    process.create(8, 8)
    with pytest.raises(StudentFailure) as caught:
        process.call("add_knowledge", (0, 0), 1)
    return caught.value


def test_the_end_that_windows_makes_of_a_full_stack_is_named(tmp_path, monkeypatch) -> None:
    wait = subprocess.Popen.wait
    monkeypatch.setattr(subprocess.Popen, "wait", lambda *arguments: wait(*arguments) and 3221225725)
    with StudentProcess(learning(tmp_path, "os._exit(3)"), LONG) as process:
        assert str(failure(process)) == "add_knowledge((0, 0), 1) recursed too deeply: its stack is full"


@pytest.mark.slow
def test_hangs_are_ended_and_located(tmp_path, monkeypatch) -> None:
    """All at once: each of them takes its whole time."""
    files = [learning(tmp_path / f"agent é {name}", body) for name, body in HANGS.items()]

    def failed(file: StudentFile) -> StudentFailure:
        with StudentProcess(file, SHORT) as process:
            return failure(process)

    with nothing_left(tmp_path / "temporary", monkeypatch), ThreadPoolExecutor(len(files)) as threads:
        found = list(threads.map(failed, files))
    for body, hang in zip(HANGS.values(), found, strict=True):
        assert hang.kind is FindingKind.TIMEOUT
        assert str(hang) == "add_knowledge((0, 0), 1) took longer than 1 s"
        assert hang.is_alive is (hang.state is not None) is (not body.startswith("sum"))
        assert hang.state is None or hang.state.moves_made == {(0, 0)}
        assert [(line.file, line.text) for line in hang.trace] == [("minesweeper.py", body)]


@pytest.mark.slow
@pytest.mark.parametrize("body, kind, text", ENDS.values(), ids=ENDS)
def test_who_exceeds_a_limit_or_ends_itself_is_named(tmp_path, monkeypatch, body, kind, text) -> None:
    file = learning(tmp_path / "agent", body)
    with nothing_left(tmp_path / "temporary", monkeypatch), StudentProcess(file, LONG) as process:
        failed = failure(process)
        assert failed.kind is kind
        assert text in str(failed)
        assert "add_knowledge((0, 0), 1)" in str(failed)
        assert not failed.is_alive


@pytest.mark.parametrize("body", REMAIN.values(), ids=REMAIN)
def test_what_an_agent_starts_ends_with_it(tmp_path, monkeypatch, body) -> None:
    file = learning(tmp_path / "agent", body)
    with nothing_left(tmp_path / "temporary", monkeypatch), StudentProcess(file, LONG) as process:
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 1).state.moves_made == {(0, 0)}


DETACHED = """
if not os.fork():
    os.setsid()
    os.fork() or time.sleep(1000)
    os._exit(0)
os.wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system lets a process adopt orphans")
def test_what_has_left_its_session_twice_is_ended_and_counted(tmp_path, monkeypatch) -> None:
    file = learning(tmp_path / "agent", DETACHED)
    with nothing_left(tmp_path / "temporary", monkeypatch), adopting_orphans() as orphans:
        with StudentProcess(file, LONG) as process:
            process.create(8, 8)
            process.call("add_knowledge", (0, 0), 1)
        assert orphans.ended == 1


@pytest.mark.skipif(bool(box_problem()), reason=box_problem())
@pytest.mark.parametrize("body, left", [("pass", 0), ("os.fork() or time.sleep(1000)", 1)])
def test_the_processes_of_a_box_are_not_counted_as_those_of_the_agent(
    body: str, left: int, tmp_path, monkeypatch
) -> None:
    file = learning(tmp_path / "agent", body)
    with nothing_left(tmp_path / "temporary", monkeypatch), adopting_orphans() as orphans:
        for number in range(1, 11):
            with StudentProcess(file, replace(LONG, box=True)) as process:
                process.create(8, 8)
                process.call("add_knowledge", (0, 0), 1)
            assert orphans.ended == number * left


def test_many_processes_exceed_a_limit_of_their_own(tmp_path, monkeypatch) -> None:
    file = learning(tmp_path / "agent", "[os.fork() or time.sleep(1000) for _ in range(50)]; time.sleep(1000)")
    with nothing_left(tmp_path / "temporary", monkeypatch), StudentProcess(file, Limits(seconds=30)) as process:
        assert str(failure(process)) == "add_knowledge((0, 0), 1) started more than 32 processes"


def test_a_file_finds_a_copy_of_itself_and_what_lies_beside_it(tmp_path) -> None:
    (tmp_path / "helper.py").write_text("A = 1")
    file = learning(tmp_path, "import helper; os.remove(__file__); open(sys.argv[0], 'w').write('x'); 1 / 0")
    with StudentProcess(file, LONG) as process:
        failed = failure(process)
    assert str(failed) == "add_knowledge((0, 0), 1) raised ZeroDivisionError: division by zero"
    assert [line.file for line in failed.trace] == ["minesweeper.py"]
    assert file.path.read_bytes() == file.source


BOXED = """
kept = dict(pid=os.getpid() < 5, home=os.listdir(os.path.expanduser('~')), token='TOKEN' in os.environ)
import helper, inspect
for place in (helper.__file__, inspect.currentframe().f_code.co_filename, '/tmp/a', '/dev/shm/a', '/etc/a'):
    try:
        open(place, 'a').write('x')
        kept[place] = 'written'
    except OSError:
        pass
open('a', 'w').write('x')
raise ValueError(kept)
"""


@pytest.mark.skipif(bool(box_problem()), reason=box_problem())
def test_a_box_has_its_own_processes_and_home_and_nothing_is_written_outside(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    file = learning(tmp_path / "agent", BOXED)
    (tmp_path / "agent" / "helper.py").write_text("")
    with nothing_left(tmp_path / "temporary", monkeypatch):
        with StudentProcess(file, replace(LONG, box=True)) as process:
            assert str(failure(process)).endswith("raised ValueError: {'pid': True, 'home': [], 'token': False}")
        with StudentProcess(learning(tmp_path / "crash", "os.abort()"), replace(LONG, box=True)) as process:
            assert str(failure(process)).endswith("ended the process: signal SIGABRT")


def test_an_agent_that_was_ended_can_be_used_again(tmp_path, monkeypatch) -> None:
    file = learning(tmp_path / "agent", "if count: os._exit(1)")
    with nothing_left(tmp_path / "temporary", monkeypatch), StudentProcess(file, LONG) as process:
        failure(process)
        with pytest.raises(StudentFailure, match="its process has ended"):
            process.call("make_safe_move")
        process.create(8, 8)
        assert process.call("add_knowledge", (0, 0), 0).value is None


def test_a_reply_that_is_no_longer_needed_ends_the_process(tmp_path, monkeypatch) -> None:
    file = learning(tmp_path / "agent", "time.sleep(1000)")
    asked: list[None] = []

    def should_stop() -> bool:
        asked.append(None)
        return len(asked) > 10

    with nothing_left(tmp_path / "temporary", monkeypatch):
        with StudentProcess(file, LONG, should_stop=should_stop) as process, pytest.raises(Stopped):
            failure(process)
        with StudentProcess(file, LONG, should_stop=lambda: True) as process, pytest.raises(Stopped):
            process.create(8, 8)


@pytest.mark.parametrize("body", ["sys.exit(4)", "quit(4)"])
def test_an_exit_that_can_be_caught_is_an_exit_all_the_same(tmp_path, body) -> None:
    with StudentProcess(learning(tmp_path, body), LONG) as process:
        failed = failure(process)
        assert failed.kind is FindingKind.EXIT
        assert str(failed) == "add_knowledge((0, 0), 1) called sys.exit(4)"
        assert failed.trace[-1].text == body


@pytest.mark.slow
def test_a_hang_of_the_import_is_located_and_not_repeated(tmp_path, monkeypatch) -> None:
    imported = tmp_path / "imported"
    file = written(
        tmp_path, f"import time\nopen({str(imported)!r}, 'a').write('.')\ndef play():\n    while True: pass\nplay()\n"
    )
    with StudentProcess(file, Limits(import_seconds=0.5)) as process:
        with pytest.raises(StudentFailure) as first:
            process.create(8, 8)
        assert first.value.kind is FindingKind.TIMEOUT
        assert str(first.value).startswith("the import of minesweeper.py took longer than 0.5 s (what plays a game")
        assert [line.line for line in first.value.trace] == [5]
        assert first.value.is_import
        with pytest.raises(StudentFailure) as again:
            process.create(8, 8)
        assert str(again.value) == str(first.value)
    assert imported.read_text() == "."


def test_the_agent_of_a_killed_program_ends(tmp_path) -> None:
    """Nothing may depend on what a program does at its end."""
    file = learning(tmp_path, "time.sleep(count)")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    program = f"""
from pathlib import Path
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
process = StudentProcess(StudentFile.find(Path({str(file.path)!r})))
process.create(8, 8)
print("ready", flush=True)
process.call("add_knowledge", (0, 0), 1000)
"""
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline().strip() == b"ready"
        assert marked_processes(temporary)
        killed.kill()
    wait_until(lambda: not marked_processes(temporary))


@pytest.mark.parametrize("script", ["socket.create_connection(('127.0.0.1', int(sys.argv[1]))); input()", "pass"])
def test_a_process_connects_or_its_end_is_noticed(script) -> None:
    """Windows alone needs it: a socket can't be passed on there."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = [sys.executable, "-c", f"import socket, sys; {script}", str(server.getsockname()[1])]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            if script == "pass":
                with pytest.raises(EOFError):
                    accepted(server, process, monotonic() + 60)
            else:
                accepted(server, process, monotonic() + 60).close()
                process.stdin.write(b"\n")
