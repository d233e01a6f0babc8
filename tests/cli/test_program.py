"""Tests of the command line: options are parsed, and a mistake gives one line, exit code 2 and nothing else."""

from __future__ import annotations

import ctypes
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from minesweeper_qt import __version__
from minesweeper_qt.cli import program
from minesweeper_qt.cli.arguments import Parser
from minesweeper_qt.cli.output import write_error, write_note
from minesweeper_qt.gui import qt_libraries
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty
from tests.cli.support.lab_program import QUICK
from tests.paths import GOLDEN

PYTHON = shlex.quote(sys.executable)


def run_program(*arguments: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
    """Run the program in a process; a variable of None is removed from the environment."""
    environ = {name: value for name, value in {**os.environ, **variables}.items() if value is not None}
    command = [sys.executable, "-m", "minesweeper_qt", *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "line, expected",
    [
        ("", PlayOptions()),
        ("play", PlayOptions()),
        ("play --level expert", PlayOptions(difficulty=DIFFICULTIES["expert"])),
        ("play --level CS50", PlayOptions(difficulty=DIFFICULTIES["cs50"])),
        ("play --height 5 --width 7 --mines 6", PlayOptions(difficulty=Difficulty.custom(5, 7, 6))),
        ("play --height=100 --width=2 --mines=199", PlayOptions(difficulty=Difficulty.custom(100, 2, 199))),
        ("play --seed 0", PlayOptions(seed=0)),
        ("play --seed 999999999999999999", PlayOptions(seed=10**18 - 1)),
        ("play --autoplay --overlay", PlayOptions(autoplay=True, overlay=True)),
        ("play --no-overlay", PlayOptions(overlay=False)),
        ("play --probabilities --strategy expert", PlayOptions(strategy="expert", probabilities=True)),
        ("play --no-probabilities --overlay", PlayOptions(overlay=True, probabilities=False)),
        ("--seed 3", PlayOptions(seed=3)),
        ("--autoplay --level expert --seed 3", PlayOptions(DIFFICULTIES["expert"], seed=3, autoplay=True)),
    ],
)
def test_the_options_of_play_are_parsed(played, line, expected):
    assert program.main(line.split()) == 0
    assert played == [expected]


def test_the_arguments_are_those_of_the_process_unless_given(played, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["minesweeper-qt", "--seed", "8"])
    program.main()
    assert played == [PlayOptions(seed=8)]


@pytest.mark.parametrize("name", ["out.png", "OUT.PNG"])
def test_parsing_the_screenshot_option_writes_nothing(played, tmp_path, name):
    assert program.main(["play", "--screenshot", str(tmp_path / name)]) == 0
    assert played == [PlayOptions(screenshot=tmp_path / name)]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["minesweeper.py", "", "runner.py", "other.py"])
def test_the_file_of_an_agent_is_found_as_by_check(played, tmp_path, given):
    for name in ("minesweeper.py", "runner.py", "other.py"):
        (tmp_path / name).write_text("")
    words = ["--agent", str(tmp_path / given), "--level", "cs50", "--seed", "5", "--python", "python3"]
    assert program.main(words) == 0
    found = tmp_path / ("other.py" if given == "other.py" else "minesweeper.py")
    assert played == [PlayOptions(difficulty=DIFFICULTIES["cs50"], seed=5, agent=found, python="python3")]


@pytest.mark.parametrize(
    "given, cause",
    [
        ("nowhere.py", "'nowhere.py' does not exist"),
        ("empty", "the folder 'empty' has no minesweeper.py; it holds no Python file"),
        ("", "the folder '{name}' has no minesweeper.py; it holds mine.py"),
    ],
)
def test_a_file_that_is_no_agent_is_refused_before_qt_is_imported(played, tmp_path, refused, given, cause):
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine.py").write_text("")
    message = cause.format(name=tmp_path.name)
    allowed = "allowed is a file in Python, or a folder with minesweeper.py"
    assert refused("--agent", tmp_path / given) == f"--agent: {message}; {allowed}"
    assert played == []


SEEDS = "allowed are 0 to 999999999999999999"
SIDES = "allowed are 2 to 100"
HELP = "minesweeper-qt play --help lists what is allowed"
ONE = "allowed is the one or the other"
ALL_THREE = "a board of your own needs all three"
OWN_SIZE = ["--height", "5", "--width", "5", "--mines", "5"]
AGENT = str(GOLDEN / "agents" / "correct_lists.py")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--level", "hard"], "--level: 'hard' is not a level; allowed are cs50, beginner, intermediate, expert"),
        (["--level", ""], "--level: '' is not a level; allowed are cs50, beginner, intermediate, expert"),
        (["--level"], "--level: expected one argument; allowed are cs50, beginner, intermediate, expert"),
        (["--seed", "-1"], f"--seed: -1 is out of range; {SEEDS}"),
        (["--seed=-1"], f"--seed: -1 is out of range; {SEEDS}"),
        (["--seed", "1000000000000000000"], f"--seed: '1000000000000000000' is out of range; {SEEDS}"),
        (["--seed", "9" * 5000], f"--seed: '999999999999...9999999999999' is out of range; {SEEDS}"),
        (["--seed", "1.5"], f"--seed: '1.5' is not a whole number; {SEEDS}"),
        (["--seed", "1_000"], f"--seed: '1_000' is not a whole number; {SEEDS}"),
        (["--seed", " 7"], f"--seed: ' 7' is not a whole number; {SEEDS}"),
        (["--seed", "٣"], f"--seed: '٣' is not a whole number; {SEEDS}"),
        (["--seed", ""], f"--seed: '' is not a whole number; {SEEDS}"),
        (["--seed", "1\n2"], f"--seed: '1\\n2' is not a whole number; {SEEDS}"),
        (["--seed"], f"--seed: expected one argument; {SEEDS}"),
        (["--height", "x"], f"--height: 'x' is not a whole number; {SIDES}"),
        (["--mines", "5x"], "--mines: '5x' is not a whole number; allowed are 1 to height x width - 1"),
        (["--height", "1", "--width", "5", "--mines", "3"], f"height is 1; {SIDES}"),
        (["--height", "5", "--width", "101", "--mines", "3"], f"width is 101; {SIDES}"),
        (["--height", "5", "--width", "-5", "--mines", "3"], f"width is -5; {SIDES}"),
        (["--height", "2", "--width", "2", "--mines", "4"], "4 mines on a board of 2×2; allowed are 1 to 3"),
        (["--height", "2", "--width", "2", "--mines", "0"], "0 mines on a board of 2×2; allowed are 1 to 3"),
        (["--height", "2", "--width", "2", "--mines", "-1"], "-1 mines on a board of 2×2; allowed are 1 to 3"),
        (["--height", "5", "--width", "5"], f"--height and --width without --mines; {ALL_THREE}"),
        (["--mines", "0"], f"--mines without --height and --width; {ALL_THREE}"),
        (["--level", "cs50", *OWN_SIZE], f"--level does not go with --height and --width and --mines; {ONE}"),
        (["--level", "expert", "--mines", "5"], f"--level does not go with --mines; {ONE}"),
        (["--overlay", "--probabilities"], f"--overlay does not go with --probabilities; {ONE}"),
        (["--agent"], "--agent: expected one argument; allowed is a file in Python, or a folder with minesweeper.py"),
        (["--python", "python3"], "--python without --agent; it names the Python that runs the agent"),
        (["--agent", AGENT, "--strategy", "exact"], f"--agent does not go with --strategy; {ONE}"),
        (["--strategy", "luck"], f"--strategy: 'luck' is not a strategy; allowed are {', '.join(STRATEGIES)}"),
        (["--autoplay=yes"], "--autoplay: ignored explicit argument 'yes'; it takes no value"),
        (["--see", "3"], f"unknown: '--see' '3'; {HELP}"),
        (["--sedd\nx"], f"unknown: '--sedd\\nx'; {HELP}"),
        (["-x"], f"unknown: '-x'; {HELP}"),
        (["--seed", "3", "now"], f"unknown: 'now'; {HELP}"),
    ],
)
@pytest.mark.parametrize("command", [["play"], []], ids=["play", "bare"])
def test_a_mistake_is_one_line_with_the_allowed_values(played, refused, command, arguments, message):
    assert refused(*command, *arguments) == message
    assert played == []


def test_a_message_that_begins_like_one_about_an_option_is_printed_as_it_is(capsys):
    parser = Parser()
    parser.option("--seed", "allowed are a few", type=int)
    with pytest.raises(SystemExit):
        parser.error("--seed: none is left")
    assert capsys.readouterr().err == "minesweeper-qt: error: --seed: none is left\n"
    with pytest.raises(SystemExit):
        parser.parse_args(["--seed", "x"])
    assert capsys.readouterr().err == "minesweeper-qt: error: --seed: invalid int value: 'x'; allowed are a few\n"


@pytest.mark.parametrize("command", ["paly", "", "expert"])
def test_an_unknown_command(played, refused, command):
    assert re.fullmatch(f".*'{command}'.*'?play'?.*", refused(command))
    assert played == []


@pytest.mark.parametrize(
    "line, message",
    [
        ("--seed 3 play", "'play' must come first"),
        ("play play", "unknown: 'play'"),
        ("play --seed 3 x", "unknown: 'x'"),
    ],
)
def test_a_command_that_comes_too_late(played, refused, line, message):
    assert refused(*line.split()) == f"{message}; {HELP}"
    assert played == []


PICTURES = "allowed is a file name that ends in .png, in a folder that can be written to"


@pytest.mark.parametrize(
    "name, reason",
    [
        ("", "'' does not end in .png"),
        ("out.jpg", "'out.jpg' does not end in .png"),
        (".png", "'.png' does not end in .png"),
        ("taken.png", "'taken.png' is a folder"),
        ("missing/out.png", "there is no folder 'missing'"),
        ("file/out.png", "there is no folder 'file'"),
        ("a" * 300 + ".png", r"'a+\.\.\.a+\.png' can't be written: .*too long.*"),
    ],
)
def test_a_picture_that_can_not_be_written(played, refused, monkeypatch, tmp_path, name, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.png").mkdir()
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.iterdir())
    assert re.fullmatch(f"--screenshot: {reason}; {PICTURES}", refused("play", "--screenshot", name))
    assert sorted(tmp_path.iterdir()) == before
    assert played == []


@pytest.mark.parametrize("place", ["folder", "file"])
def test_a_picture_where_nothing_may_be_written(played, refused, monkeypatch, tmp_path, place):
    # The tests may run as root, who may write anywhere: so the result of os.access is replaced.
    forbidden = tmp_path / "out.png" if place == "file" else tmp_path
    if place == "file":
        forbidden.write_text("")
    monkeypatch.setattr(program.os, "access", lambda path, mode: Path(path) != forbidden)
    assert "can't be written" in refused("play", "--screenshot", tmp_path / "out.png")
    assert played == []


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--version"], [f"minesweeper-qt {__version__}"]),
        (["--help"], ["usage: minesweeper-qt", "play", "--version"]),
        (["-h"], ["usage: minesweeper-qt", "play"]),
        (
            ["play", "--help"],
            ["usage: minesweeper-qt play", *DIFFICULTIES, "--height", "--no-overlay", "999999999999999999", "100"],
        ),
        (["lab", "--help"], ["--first-click", "--games", "--strategy", "--jobs", "--resume", "--boards", "--cluster"]),
    ],
)
def test_help_and_version_go_to_the_output(run, arguments, words):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert [word for word in words if word not in out] == []
    assert out.isascii(), "any terminal must be able to show it"


def test_the_version_in_full_has_what_a_report_needs(capsys):
    assert program.main(["--version", "--verbose"]) == 0
    out, _ = capsys.readouterr()
    assert out.startswith(f"minesweeper-qt {__version__}\n")
    for words in ("Python 3.", "Qt 6.", "games: ", "settings: ", "program: ", "system: "):
        assert words in out


@pytest.mark.slow
def test_python_dash_m_is_the_program():
    result = run_program("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"minesweeper-qt {__version__}\n", "")


@pytest.mark.slow
def test_without_a_window_neither_qt_nor_a_display_is_needed(tmp_path):
    position = tmp_path / "board.txt"
    position.write_text("3x1x1\n1HH\n")
    lines = ["--seed x", "--level expert --mines 4", "--help", "--version"]
    lines += [f"solve {position}", f"explain {position} 0 1", " ".join([*QUICK, "--games", "2"])]
    code = (
        "import sys; from minesweeper_qt import cli\n"
        f"for line in {lines!r}:\n"
        "    try: assert cli.main(line.split()) == 0\n"
        "    except SystemExit: pass\n"
        "import minesweeper_qt.model.lab.results_plot\n"
        "without_qt = ['minesweeper_qt.gui' + name for name in ('', '.options')]\n"
        "loaded = {name for name in sys.modules if name.startswith(('PySide6', 'shiboken6', 'minesweeper_qt.gui'))}\n"
        "print(sorted(loaded.difference(without_qt)))"
    )
    environ = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and "QT" not in name}
    result = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "[]"
    for text in ("1 layout agrees", "(0, 1) is", "cs50-count"):
        assert text in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
@pytest.mark.parametrize(
    "line, environ, reason",
    [
        ("", {}, "could not connect to display"),
        ("", {"DISPLAY": ":7654"}, "could not connect to display :7654"),
        ("", {"QT_QPA_PLATFORM": "nonsense"}, 'Could not find the Qt platform plugin "nonsense"'),
        ("-platform nonsense --screenshot out.png", {}, 'Could not find the Qt platform plugin "nonsense"'),
        (
            "",
            {"WAYLAND_DISPLAY": "none", "QT_QPA_PLATFORM": "wayland", "XDG_RUNTIME_DIR": "/"},
            # The second where the libraries of Wayland are installed.
            '(Could not load the Qt platform plugin "wayland"|Failed to create wl_display)',
        ),
    ],
)
def test_where_qt_would_abort_the_program_prints_the_reason(line, environ, reason):
    without = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    result = run_program(*line.split(), **{**without, **environ})
    assert (result.returncode, result.stdout) == (1, "")
    start = "minesweeper-qt: error: no window can be shown: "
    assert re.fullmatch(f"{start}{reason}.*--screenshot out.png.*\n", result.stderr)


def test_an_error_in_an_old_code_page_is_written_as_output_is(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), "cp437", newline="\n")
    monkeypatch.setattr(sys, "stderr", stream)
    write_error("a board of 4×4 is too small for \u0663 mines")
    assert stream.buffer.getvalue() == b"minesweeper-qt: error: a board of 4x4 is too small for \\u0663 mines\n"


def test_without_a_console_windows_shows_an_error_in_a_box(monkeypatch):
    shown = []
    user32 = SimpleNamespace(MessageBoxW=lambda *arguments: shown.append(arguments))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stderr", None)
    write_note("the settings were damaged")
    write_error("Qt can't be loaded")
    assert shown == [(None, "minesweeper-qt: error: Qt can't be loaded", "Minesweeper", 16)]


FULL = "minesweeper-qt: error: the output can't be written: No space left on device\n"
CLOSED = "minesweeper-qt: error: the output can't be written: Bad file descriptor\n"


LOST = [
    ("--help >/dev/full", 1, FULL, ""),
    ("solve - --json >/dev/full", 1, FULL, ""),
    ("solve - --json >/dev/full", 1, FULL, "1"),
    ("play --screenshot PICTURE >/dev/full", 1, FULL, ""),
    ("--version >&-", 1, CLOSED, ""),
    ("--version >/dev/full 2>/dev/full", 1, "", ""),
    ("--version >&- 2>&-", 1, "", ""),
    ("solve nope 2>/dev/full", 2, "", ""),
    ("solve nope 2>&-", 2, "", ""),
]
"""One for each way to write and to lose a stream, with the value of PYTHONUNBUFFERED."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.slow
@pytest.mark.parametrize("line, code, message, buffered", LOST)
def test_lost_streams_change_no_exit_code_but_that_of_lost_output(tmp_path, line, code, message, buffered):
    line = line.replace("PICTURE", str(tmp_path / "out.png"))
    environ = {**os.environ, "PYTHONUNBUFFERED": buffered, "QT_QPA_PLATFORM": "offscreen"}
    command = ["bash", "-c", f"printf '3x1x1\\n1HH' | {PYTHON} -m minesweeper_qt {line}"]
    result = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (code, message)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    "ending, code, message",
    [
        ("- <&-", 2, "standard input can't be read: it is closed"),
        ("/dev/stdin >&-", 1, "the output can't be written: Bad file descriptor"),
    ],
)
def test_a_closed_stream_is_an_error_with_a_message(ending, code, message):
    line = f"printf '3x1x1\\n1HH' | {PYTHON} -m minesweeper_qt solve {ending}"
    result = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (code, "", f"minesweeper-qt: error: {message}\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_an_interrupt_while_the_program_is_still_imported_ends_quietly():
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'minesweeper_qt.cli.output': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from minesweeper_qt.cli import main; sys.exit(main(['--version']))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_an_interrupt_ends_quietly(monkeypatch, capsys):
    def interrupt(options):
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "play", interrupt)
    assert program.main(["play"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "options, before, after",
    [
        (PlayOptions(screenshot=Path("out.png")), None, "offscreen"),
        (PlayOptions(screenshot=Path("out.png")), "", "offscreen"),
        (PlayOptions(screenshot=Path("out.png")), "xcb", "xcb"),
        (PlayOptions(), None, None),
    ],
)
def test_a_picture_needs_no_display_unless_the_user_chose_one(monkeypatch, options, before, after):
    def look():
        return str(os.environ.get("QT_QPA_PLATFORM"))

    # setenv comes first even before delenv: monkeypatch then undoes what play() itself sets.
    monkeypatch.setenv("QT_QPA_PLATFORM", before or "")
    if before is None:
        monkeypatch.delenv("QT_QPA_PLATFORM")
    seen: list[str] = []
    monkeypatch.setattr(qt_libraries, "qt_problem", look)
    monkeypatch.setattr(program, "write_error", seen.append)
    assert program.play(options) == 1
    assert seen == [str(after)]
