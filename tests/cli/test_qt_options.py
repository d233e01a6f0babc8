"""Tests of Qt's own options: the window takes them as every Qt program does."""

from __future__ import annotations

import subprocess
import sys

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.gui.options import PlayOptions


@pytest.mark.parametrize(
    "line, expected",
    [
        ("-style fusion", ("-style", "fusion")),
        ("play -style=windows --seed 3", ("-style", "windows")),
        ("--seed 3 -reverse -qwindowtitle Mines", ("-qwindowtitle", "Mines", "-reverse")),
        ("-platform minimal -display :7", ("-platform", "minimal", "-display", ":7")),
        ("", ()),
    ],
)
def test_they_are_passed_on(played: list[PlayOptions], line: str, expected: tuple[str, ...]) -> None:
    assert program.main(line.split()) == 0
    assert played[0].qt_arguments == expected


@pytest.mark.parametrize("line", ["-style", "solve -style fusion -", "-reverse=1", "-nosuch x"])
def test_a_mistake_is_one_line(refused, line: str) -> None:
    assert refused(*line.split())


@pytest.mark.slow
def test_qt_uses_the_style_and_the_platform() -> None:
    code = (
        "from pathlib import Path\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from minesweeper_qt.gui import app\n"
        "from minesweeper_qt.gui.options import PlayOptions\n"
        "note = lambda line: print(QApplication.style().name(), QApplication.platformName())\n"
        "words = ('-style', 'windows', '-platform', 'minimal')\n"
        "app.run(PlayOptions(qt_arguments=words, agent=Path('nowhere.py'), screenshot=Path('out.png')), print, note)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[0] == "windows minimal"
