"""Fixtures of the tests of the command line: the program runs in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.gui.options import PlayOptions

# Every second cell of every second row: more ways than the engine counts.
LATTICE = "".join(["17x17x72\n", *(("H" * 17 if i % 2 == 0 else "H2" * 8 + "H") + "\n" for i in range(17))])

Ended = tuple[int, str, str]
"""The exit code of a run, its output and its errors."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Return a function that runs the program with its arguments."""

    def run_program(*arguments: object) -> Ended:
        try:
            code = program.main(list(map(str, arguments)))
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return run_program


@pytest.fixture
def refused(run: Callable[..., Ended]) -> Callable[..., str]:
    """Return a function that runs the program with wrong arguments, and returns what its one line of errors says."""

    def refuse(*arguments: object) -> str:
        code, output, errors = run(*arguments)
        assert (code, output, errors.count("\n")) == (2, "", 1)
        assert errors.startswith("minesweeper-qt: error: ")
        return errors.removeprefix("minesweeper-qt: error: ").removesuffix("\n")

    return refuse


@pytest.fixture
def run_on(tmp_path: Path, run: Callable[..., Ended]) -> Callable[..., Ended]:
    """Return a function that runs the program with a text or bytes in the place of FILE, also in the errors."""

    def run_program(content: str | bytes, *arguments: object) -> Ended:
        path = tmp_path / "board.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        code, output, errors = run(*[path if argument == "FILE" else argument for argument in arguments])
        return code, output, errors.replace(repr(str(path)), "FILE")

    return run_program


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """Return the list of options passed to `play`, which is replaced and opens nothing."""
    options: list[PlayOptions] = []
    monkeypatch.setattr(program, "play", lambda received: options.append(received) or 0)
    return options
