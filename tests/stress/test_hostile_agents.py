"""Thirty agents that harm what they reach, with and without the box: what is left of them, and what they wrote."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from minesweeper_qt.model.box import box_problem
from tests.model.support.students import learning, marked_processes
from tests.paths import ROOT

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has the box, and finds orphans"),
]

ORPHAN = """
if not os.fork():
    os.setsid()
    if not os.fork():
        {}
        time.sleep(3000)
    os._exit(0)
"""
AGENTS = {
    "deletes its file": "os.path.exists(__file__) and os.remove(__file__)",
    "overwrites its file": "open(sys.argv[0], 'w').write('changed')",
    "deletes its folder": "__import__('shutil').rmtree(os.path.dirname(__file__), ignore_errors=True)",
    "forks twice with setsid": ORPHAN.format("pass"),
    "an orphan without its environment": "subprocess.Popen(['sh', '-c', 'setsid sleep 3000 &'], env={})",
    "an orphan that ignores signals": ORPHAN.format("[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]"),
    "an orphan elsewhere": ORPHAN.format("os.chdir('/')"),
    "an orphan without files": ORPHAN.format("os.closerange(0, 1000)"),
    "an orphan that is stopped": ORPHAN.format("os.kill(os.getpid(), signal.SIGSTOP)"),
    "an orphan that forks on": ORPHAN.format("while True: time.sleep(0.3); os.fork() and os._exit(0)"),
    "orphans that end": ORPHAN.format("os._exit(0)"),
    "a daemon of the shell": "os.system('nohup sleep 3000 >/dev/null 2>&1 &')",
    "forks 50": "[os.fork() or time.sleep(3000) for _ in range(50)]",
    "forks without end": "while True: os.fork()",
    "a thousand threads": "while True: threading.Thread(target=time.sleep, args=(3000,)).start()",
    "eats memory": "[bytearray(10**7) for _ in range(10**6)]",
    "children that eat memory": "os.fork(); x = b'x' * (300 << 20); time.sleep(3000)",
    "floods": "while True: os.write(1, b'x' * 100_000)",
    "hangs": "while True: pass",
    "hangs without signals": "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(3000)",
    "ends itself": "os._exit(0)",
    "crashes": "os.abort()",
    "kills its group": "os.kill(0, signal.SIGKILL)",
    "closes all files": "os.closerange(0, 1000)",
    "sends noise": "[os.write(n, b'[noise]') for n in range(3, 20) if os.path.exists(f'/dev/fd/{n}')]",
    "fills its folder": "[open(f'{i}', 'wb').write(bytes(10**6)) for i in range(20)]",
}
WRITES = {
    "writes outside": "open('OUTSIDE/written', 'w').write('x')",
    "deletes outside": "os.path.exists('OUTSIDE/kept') and os.remove('OUTSIDE/kept')",
    "writes into its home": "open(os.path.expanduser('~/minesweeper-qt-hostile'), 'w').write('x')",
    "deletes the file's original": "import inspect; os.remove(inspect.currentframe().f_code.co_filename)",
    "calls": "import socket; socket.create_connection(('127.0.0.1', PORT)).send(b'x')",
}
"""What only the box prevents; OUTSIDE is a folder of the teacher, PORT one that is listened at."""


@pytest.mark.parametrize("option", ["--box", "--no-box"])
def test_nothing_is_left_and_with_the_box_nothing_is_written_outside(
    tmp_path: Path, option: str, request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("--stress-full"):
        pytest.skip("it would disturb the tests beside it")
    if option == "--box" and box_problem():
        pytest.skip(box_problem())
    folder, outside, temporary = tmp_path / "class", tmp_path / "outside", tmp_path / "temporary"
    for new in (folder, outside, temporary):
        new.mkdir()
    (outside / "kept").write_text("kept")
    before = {process.pid for process in psutil.process_iter()}
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        for name, body in {**AGENTS, **(WRITES if option == "--box" else {})}.items():
            learning(folder / name, body.replace("OUTSIDE", str(outside)).replace("PORT", str(server.getsockname()[1])))
        files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        command = [sys.executable, "-m", "minesweeper_qt", "check", str(folder), option, "--json", "--games", "1"]
        environment = {**os.environ, "TMPDIR": str(temporary)}
        checked = subprocess.run(
            [*command, "--time-limit", "0.5"], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        with pytest.raises(BlockingIOError):
            server.accept()
    assert checked.returncode == 1, checked.stderr
    assert len(json.loads(checked.stdout)) == len(list(folder.iterdir()))
    left = [process for process in psutil.process_iter(["name"]) if process.pid not in before]
    assert not [process for process in left if process.info["name"] in ("sleep", "bwrap")]
    assert marked_processes(tmp_path) == []
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files
    assert (os.listdir(temporary), os.listdir(outside)) == ([], ["kept"])
    assert not Path("~/minesweeper-qt-hostile").expanduser().exists()
