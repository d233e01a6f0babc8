"""Runs the commands about a position in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper_qt.cli import program

# Every second cell of every second row: more ways than the engine counts.
LATTICE = "".join(["17x17x72\n", *(("H" * 17 if i % 2 == 0 else "H2" * 8 + "H") + "\n" for i in range(17))])


@pytest.fixture
def run_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs the program with a text or bytes in the place of FILE.

    It returns exit code, output and errors.
    """

    def run(content: str | bytes, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "board.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        try:
            code = program.main([str(path) if argument == "FILE" else argument for argument in arguments])
        except SystemExit as end:
            code = int(end.code or 0)
        output, errors = capsys.readouterr()
        return code, output, errors.replace(repr(str(path)), "FILE")

    return run
