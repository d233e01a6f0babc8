"""A game that is played by what screen readers hear: over AT-SPI, and from Orca where that is installed."""

from __future__ import annotations

import queue
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from minesweeper_qt.model import Action, Difficulty, Minesweeper, State, Verb

# The program runs in a process of its own. What Qt in this one writes, which tests before have left on the same bus, is
# no matter of it.
pytestmark = [pytest.mark.x11, pytest.mark.long, pytest.mark.no_qt_log]

SECONDS = 30
SYSTEM_PYTHON = "/usr/bin/python3"
LISTENER = [SYSTEM_PYTHON, str(Path(__file__).with_name("at_spi_listener.py"))]
# Orca keeps the last of what it writes into its file to itself, unless lines are written at once. Without a sound card,
# its way to a voice may hang. It looks for others of this user, which it would end; theirs must go on.
ORCA = """
import builtins, os, runpy, sys
opened = builtins.open
by_line = lambda file, mode="r", *rest, **named: opened(file, mode, *(rest or [1][mode != "w":]), **named)
builtins.open = by_line
sys.modules["speechd"] = None
os.getuid = lambda: 65534
sys.argv = ["orca", "--debug-file", "/dev/stdout"]
runpy.run_path(sys.executable.rpartition("/")[0] + "/orca", run_name="__main__")
"""


class Reader:
    """A running screen reader, and the texts that it speaks: each ``pattern`` in its output has one."""

    def __init__(self, process, pattern):
        self.process = process
        self.pattern = re.compile(pattern)
        self.lines = queue.Queue()
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def wait_for(self, pattern, of=None):
        """Wait for a text that matches ``pattern`` as a whole, and return it."""
        end, seen = time.monotonic() + SECONDS, []
        while time.monotonic() < end:
            try:
                found = (of or self.pattern).search(self.lines.get(timeout=0.5))
            except queue.Empty:
                continue
            if found is not None:
                seen.append(found[1].rstrip("."))
                if re.fullmatch(pattern, seen[-1]):
                    return seen[-1]
        pytest.fail(f"{pattern!r} was not heard in {SECONDS} s, but {seen}")

    def objects(self):
        """Return the role and the name of each object in view that can take the focus."""
        self.process.stdin.write("objects\n")
        self.process.stdin.flush()
        found = []
        while (line := self.lines.get(timeout=SECONDS)) != "end":
            if line.startswith("object\t"):
                found.append(tuple(line.split("\t")[1:]))
        return found

    def end(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()
        self.process.stdin.close()


@pytest.fixture
def bus(monkeypatch, tmp_path):
    """A message bus of its own, on which Qt reports to screen readers."""
    known = subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True, check=False)
    if known.returncode != 0 or shutil.which("dbus-daemon") is None:
        pytest.skip("python3-pyatspi, at-spi2-core or dbus-daemon is not installed")
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", process.stdout.readline().strip())
        yield
        process.kill()


@pytest.fixture
def make_reader(bus):
    made = []

    def make_reader(command, pattern):
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        made.append(Reader(process, pattern))
        return made[-1]

    yield make_reader
    for reader in made:
        reader.end()


@pytest.fixture(params=["at-spi", "orca"])
def reader(request, make_reader):
    if request.param == "at-spi":
        reader = make_reader(LISTENER, r"^focus (.*)")
        reader.wait_for("ready", re.compile("^(ready)"))
        return reader
    if shutil.which("orca", path="/usr/bin") is None:
        pytest.skip("orca is not installed")
    reader = make_reader([SYSTEM_PYTHON, "-c", ORCA], r"SPEECH OUTPUT: '(.*?)'")
    reader.wait_for("Screen reader on")
    return reader


def path_over(height, width):
    """Yield the keys that lead from (0, 0) over the whole board, with the cells to which they lead."""
    for row in range(height):
        ahead = range(width) if row % 2 == 0 else range(width - 1, -1, -1)
        for number, column in enumerate(ahead):
            if number:
                yield "Right" if row % 2 == 0 else "Left", (row, column)
            elif row:
                yield "Down", (row, column)


def test_a_game_is_won_by_what_is_spoken(reader, start):
    game = Minesweeper.at_difficulty(Difficulty.custom(4, 4, 3), seed=2)
    program = start("play", "--height", "4", "--width", "4", "--mines", "3", "--seed", "2")
    program.wait_for(".* - ready")
    program.press()
    reader.wait_for("covered, row 0, column 0")
    program.press("F6")
    reader.wait_for("Play view")
    program.press("space")
    clue = dict(opened := game.play(Action(Verb.REVEAL, (0, 0))).observations)[0, 0]
    reader.wait_for(f"{clue or 'empty'}, {len(opened)} opened")
    for key, cell in path_over(game.height, game.width):
        program.press(key)
        shown = game.clues.get(cell, "covered")
        reader.wait_for(f"{shown or 'empty'}, row {cell[0]}, column {cell[1]}")
        if cell not in game.clues and cell not in game.mines:
            opened = dict(game.play(Action(Verb.REVEAL, cell)).observations)
            program.press("space")
            if game.state is State.WON:
                reader.wait_for("Cleared in .*")
                return
            reader.wait_for(f"{opened[cell] or 'empty'}, {len(opened)} opened")
    pytest.fail("the game was not won")


def test_what_can_take_the_focus_has_a_name(make_reader, start):
    listener = make_reader(LISTENER, r"^focus (.*)")
    listener.wait_for("ready", re.compile("^(ready)"))
    program = start("play", "--level", "beginner", "--seed", "3")
    program.wait_for(".* - ready")
    program.press()
    listener.wait_for("covered, row 0, column 0")
    for key, heard in (
        ("F6", "Play view"),
        ("F7", "Inspect view"),
        ("F8", "Agent view"),
        ("ctrl+shift+d", r"\d+ \w+\. Not played yet"),
    ):
        program.press(key)
        listener.wait_for(heard)
        found = listener.objects()
        assert len(found) > 80
        assert [role for role, name in found if not name.strip()] == []
