"""The command ``minesweeper-qt desktop``: puts the program into the menus of a desktop of Linux, or takes it out."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, Parser
from minesweeper_qt.cli.output import write_error, write_output
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.resources import resource

_ENTRY = "desktop/minesweeper-qt.desktop"
_FILES = {
    _ENTRY: "applications/minesweeper-qt.desktop",
    "desktop/minesweeper-qt.xml": "mime/packages/minesweeper-qt.xml",
    "desktop/io.github.minesweeper_qt.metainfo.xml": "metainfo/io.github.minesweeper_qt.metainfo.xml",
    "desktop/minesweeper-qt.1": "man/man1/minesweeper-qt.1",
    "desktop/minesweeper-qt.bash": "bash-completion/completions/minesweeper-qt",
    "desktop/minesweeper-qtw.bash": "bash-completion/completions/minesweeper-qtw",
    "desktop/minesweeper-qt.fish": "fish/vendor_completions.d/minesweeper-qt.fish",
    "desktop/minesweeper-qtw.fish": "fish/vendor_completions.d/minesweeper-qtw.fish",
    "icons/minesweeper-qt.svg": "icons/hicolor/scalable/apps/minesweeper-qt.svg",
}
"""The resources, and where they lie in a folder of shared data, by the specifications of freedesktop.org."""

_INDEXES = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""The programs that tell a desktop of new files, where they are installed, and the folders that they take."""


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``desktop`` to its parser."""
    command.description = (
        "Put the program into the menus of your desktop on Linux, with its icon, and let the file manager open saved "
        "games and replays with it; with a man page and completions for bash and fish. --remove takes it out again."
    )
    choice = command.add_mutually_exclusive_group(required=True)
    choice.add_argument("--install", action="store_true", help="write the files into your own folder of shared data")
    choice.add_argument("--remove", action="store_true", help="delete these files")


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Write or delete the files, and return the exit code, which is 1 when that fails.

    Calls ``error``, which does not return, on a system without such files.
    """
    if sys.platform in ("win32", "darwin"):
        error("desktop: only Linux has these menus; here you can make a link to the program")
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    try:
        for name, place in _FILES.items():
            path = share / place
            if arguments.remove:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                data = resource(name)
                write_whole(path, data.replace(b"Exec=minesweeper-qt", _command()) if name == _ENTRY else data)
    except OSError as wrong:
        write_error(f"{wrong.filename or share}: {wrong.strerror or wrong}")
        return EXIT_ENVIRONMENT
    for program, folder in _INDEXES:
        if shutil.which(program) and (share / folder).is_dir():
            subprocess.run([program, share / folder], stderr=subprocess.DEVNULL, check=False)
    done = f"Minesweeper is in your menus: {share / _FILES[_ENTRY]}"
    return 0 if write_output("Minesweeper has left your menus" if arguments.remove else done) else EXIT_ENVIRONMENT


def _command() -> bytes:
    """Return the line of the entry that starts this program, by its whole path: menus know no environments."""
    script = Path(sys.argv[0]).absolute()
    words = [str(script)] if os.access(script, os.X_OK) else [sys.executable, "-m", "minesweeper_qt"]
    return f"Exec={' '.join(map(_quoted, words))}".encode(errors="surrogateescape")


def _quoted(word: str) -> str:
    """Return a word as an entry takes it: in double quotes, where it is more than a plain path."""
    if shlex.quote(word) == word:
        return word
    for sign in '\\"`$':
        word = word.replace(sign, "\\" + sign)
    return f'"{word.replace("%", "%%")}"'
