"""Runs the program in this process or in one of its own, and checks what is promised of every run."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import process_time
from unittest.mock import patch

from minesweeper_qt.cli import program
from tests.paths import ROOT

MOST_SECONDS = 60.0
"""The seconds of the processor after which a run counts as endless."""


@dataclass(frozen=True)
class Outcome:
    """What a run of the program has left: its exit code, its output, and the processor time it took."""

    code: int
    out: str
    err: str
    seconds: float

    def check(self) -> None:
        """Check the exit code, and that a failure is one line of message."""
        assert self.code in (0, 1, 2), self
        assert "Traceback" not in self.out + self.err, self
        if self.code:
            assert self.err.startswith("minesweeper-qt: error: "), self
            assert len(self.err.splitlines()) == 1, self
            assert len(self.err) < 2_000, f"{len(self.err)} characters: {self.err[:300]}"
            assert self.err.endswith("\n"), self
        else:
            assert "error" not in self.err, self
        assert self.seconds < MOST_SECONDS, self


def run_here(arguments: Sequence[str], standard_input: bytes = b"", encoding: str = "utf-8") -> Outcome:
    """Run the program in this process; any exception other than ``SystemExit`` leaves this function."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
    began = process_time()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(standard_input))),
    ):
        try:
            code = program.main(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    seconds = process_time() - began
    return Outcome(code, _written(out), _written(err), seconds)


def run_apart(arguments: Sequence[str], standard_input: bytes = b"") -> Outcome:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "minesweeper_qt", *arguments]
    done = subprocess.run(command, cwd=ROOT, input=standard_input, capture_output=True, timeout=600)
    return Outcome(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), 0.0)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(stream.encoding)
