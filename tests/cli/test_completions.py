"""Tests of the completions, for which TAB is pressed in bash, zsh and fish, and of the man page."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_program import run_program
from tests.paths import ROOT

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "darwin", reason="the files are installed on Linux alone"),
]

BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")
DESKTOP = ROOT / "resources/desktop"
SECONDS = 60.0
PROMPT = "ready> "


class Terminal:
    """An interactive shell in a terminal."""

    def __init__(self, command: list[str], folder: Path, environ: dict[str, str]) -> None:
        self._keys, screen = pty.openpty()
        termios.tcsetwinsize(screen, (40, 120))
        # The first terminal that the leader of a session opens becomes its own.
        words = ["sh", "-c", 'exec "$@" <>"$0" >&0 2>&0', os.ttyname(screen), *command]
        self._shell = subprocess.Popen(words, cwd=folder, env=environ, start_new_session=True)
        self.wait_for(PROMPT)
        os.close(screen)

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def wait_for(self, *texts: str) -> None:
        shown, end = "", time.monotonic() + SECONDS
        while not all(text in shown for text in texts):
            left = end - time.monotonic()
            assert left > 0, f"{texts} is not in {shown!r}"
            assert select.select([self._keys], [], [], left)[0], f"{texts} is not in {shown!r}"
            shown += os.read(self._keys, 10_000).decode(errors="replace")

    def close(self) -> None:
        self._shell.kill()
        self._shell.wait()
        os.close(self._keys)


def bash(share: Path, home: Path) -> list[str]:
    """Return the command of a bash that has read our file alone."""
    (home / "rc").write_text(f"PS1='{PROMPT}'\n. {shlex.quote(str(DESKTOP / 'minesweeper-qt.bash'))}\n")
    return ["bash", "--noprofile", "--rcfile", str(home / "rc"), "-i"]


def bash_with_bash_completion(share: Path, home: Path) -> list[str]:
    """Return the command of a bash that loads our file when it is first needed."""
    if not BASH_COMPLETION.exists():
        pytest.skip("bash-completion is not installed")
    (home / "rc").write_text(f"PS1='{PROMPT}'\n. {BASH_COMPLETION}\n")
    return ["bash", "--noprofile", "--rcfile", str(home / "rc"), "-i"]


def zsh(share: Path, home: Path) -> list[str]:
    """Return the command of a zsh that has our file among its functions."""
    shutil.copy(DESKTOP / "minesweeper-qt.zsh", home / "_minesweeper-qt")
    rc = f"PROMPT='{PROMPT}'\nfpath=({shlex.quote(str(home))} $fpath)\nautoload -U compinit\ncompinit -u -D\n"
    (home / ".zshrc").write_text(rc)
    return ["zsh", "-d", "-i"]


def fish(share: Path, home: Path) -> list[str]:
    """Return the command of a fish that loads our file when it is first needed."""
    return ["fish", "-i", "-C", f"function fish_prompt; echo -n '{PROMPT}'; end"]


@pytest.fixture(scope="session")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of shared data with the files that ``desktop --install`` writes."""
    folder = tmp_path_factory.mktemp("share")
    assert run_program("desktop", "--install", XDG_DATA_HOME=str(folder)).returncode == 0
    return folder


@pytest.fixture(params=[bash, bash_with_bash_completion, zsh, fish], ids=lambda shell: shell.__name__)
def terminal(request: pytest.FixtureRequest, share: Path, tmp_path: Path):
    """Open each shell in a folder with a few files; ``minesweeper-qt`` prints its arguments: ``<check><board.txt>``."""
    make: Callable[[Path, Path], list[str]] = request.param
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    for name in ("minesweeper.py", "board.txt", "next.txt", "my games.txt"):
        (folder / name).touch()
    (folder / "reports").mkdir()
    for name in ("minesweeper-qt", "minesweeper-qtw"):
        program = home / name
        program.write_text("#!/bin/sh\nprintf '<%s>' \"$@\"\necho\n")
        program.chmod(0o755)
    command = make(share, home)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    homes = dict.fromkeys(("HOME", "ZDOTDIR", "XDG_CONFIG_HOME"), str(home))
    paths = {"PATH": f"{home}:{os.environ['PATH']}", "XDG_DATA_HOME": str(share)}
    environ = {**homes, **paths, "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    opened = Terminal(command, folder, environ)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "typed, run",
    [
        ("minesweeper-qt che\t", "<check>"),
        ("minesweeper-qt check min\t", "<check><minesweeper.py>"),
        ("minesweeper-qt check --fail-on w\t min\t", "<check><--fail-on><weakness><minesweeper.py>"),
        ("minesweeper-qt check --out rep\t", "<check><--out><reports"),
        ("minesweeper-qt check --out bo\t", "<check><--out><bo>"),
        ("minesweeper-qt solve b\t", "<solve><board.txt>"),
        ("minesweeper-qt solve --svg b\t", "<solve><--svg><board.txt>"),
        ("minesweeper-qt solve my\t", "<solve><my games.txt>"),
        ("minesweeper-qt solve my\\ g\t", "<solve><my games.txt>"),
        ('minesweeper-qt solve "my g\t', "<solve><my games.txt>"),
        ("minesweeper-qt review b\tn\t", "<review><board.txt><next.txt>"),
        ("minesweeper-qt explain b\t0 1 --unf\t", "<explain><board.txt><0><1><--unfold>"),
        ("minesweeper-qt play --level ex\t", "<play><--level><expert>"),
        ("minesweeper-qt play --level=ex\t", "<play><--level=expert>"),
        ("minesweeper-qt --level ex\t", "<--level><expert>"),
        ("minesweeper-qt --open=bo\t", "<--open=board.txt>"),
        ("minesweeper-qt --autop\t--level b\t", "<--autoplay><--level><beginner>"),
        ("minesweeper-qt --seed b\t", "<--seed><b>"),
        (
            "minesweeper-qt lab --strategy exa\t--strategy mine\t",
            "<lab><--strategy><exact><--strategy><minesweeper.py>",
        ),
        ("minesweeper-qt practise --topic ov\t--generate rep\t", "<practise><--topic><overlap><--generate><reports"),
        ("minesweeper-qt desktop --rem\t", "<desktop><--remove>"),
        ("minesweeper-qtw --autop\t--level ex\t", "<--autoplay><--level><expert>"),
        ("minesweeper-qtw check min\t", "<check><minesweeper.py>"),
    ],
)
def test_tab_completes(terminal: Terminal, typed: str, run: str) -> None:
    terminal.type(f"{typed}\r")
    terminal.wait_for(run)


@pytest.mark.parametrize(
    "command", ["minesweeper-qt --level", "minesweeper-qt play --level", "minesweeper-qtw lab --level"]
)
def test_tab_lists_the_levels(terminal: Terminal, command: str) -> None:
    terminal.type(f"{command} \t\t")
    terminal.wait_for("cs50", "beginner", "intermediate", "expert")


def test_the_files_are_those_of_the_parser(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, DESKTOP / "generate", tmp_path], env=environ, check=True)
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert sorted(written) == [f"minesweeper-qt.{ending}" for ending in ("1", "bash", "fish", "zsh")]
    for name, text in written.items():
        assert text == (DESKTOP / name).read_text(), f"{name}: run resources/desktop/generate resources/desktop"
