"""Tests of ``minesweeper-qt play --screenshot``: an interrupted program leaves no picture."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.skipif(sys.platform == "win32", reason="there os.kill ends a process at once")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_signal_while_a_picture_is_made_ends_with_its_code_and_no_picture(
    tmp_path: Path, number: signal.Signals
) -> None:
    picture = tmp_path / "out.png"
    # The program signals itself once Auto-play runs, so that the test need not guess how long the start takes.
    script = (
        "import os, sys\n"
        "from minesweeper_qt.cli.program import main\n"
        "from minesweeper_qt.model import Playthrough\n"
        "play = Playthrough.play_choice\n"
        "def plays(self, *arguments, left=[30], **options):\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        f"        os.kill(os.getpid(), {number.value})\n"
        "    return play(self, *arguments, **options)\n"
        "Playthrough.play_choice = plays\n"
        "sys.exit(main())\n"
    )
    size = ["--height", "100", "--width", "100", "--mines", "1500", "--seed", "1"]
    # A shell that runs the tests in the background ignores Ctrl+C, and so would the program.
    script = f"import signal\nsignal.signal({number.value}, signal.SIG_DFL)\n{script}"
    command = [sys.executable, "-c", script, "play", *size, "--autoplay", "--screenshot", str(picture)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 128 + number
    assert ended.stderr == ""
    assert list(tmp_path.iterdir()) == []
