"""Tests of Qt's own options: the window takes them as every Qt program does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from minesweeper_qt.cli import program
from minesweeper_qt.gui.options import PlayOptions


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """Return the list of options passed to `play`, which is replaced; the environment is restored afterwards."""
    options: list[PlayOptions] = []
    monkeypatch.setattr(program, "play", lambda received: options.append(received) or 0)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return options


@pytest.mark.parametrize(
    "line, expected",
    [
        ("-style fusion", ("-style", "fusion")),
        ("play -style=windows --seed 3", ("-style", "windows")),
        ("--seed 3 -reverse -qwindowtitle Mines", ("-qwindowtitle", "Mines", "-reverse")),
        ("", ()),
    ],
)
def test_they_are_passed_on(played: list[PlayOptions], line: str, expected: tuple[str, ...]) -> None:
    assert program.main(line.split()) == 0
    assert played[0].qt_arguments == expected


def test_the_platform_is_checked_like_that_of_the_environment(played: list[PlayOptions]) -> None:
    assert program.main(["-platform", "minimal", "-display", ":7"]) == 0
    assert played[0].qt_arguments == ()
    assert (os.environ["QT_QPA_PLATFORM"], os.environ["DISPLAY"]) == ("minimal", ":7")


@pytest.mark.parametrize("line", ["-style", "solve -style fusion -", "-reverse=1", "-nosuch x"])
def test_a_mistake_is_one_line(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with pytest.raises(SystemExit) as end:
        program.main(line.split())
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
def test_qt_uses_the_style() -> None:
    code = (
        "from PySide6.QtWidgets import QApplication\n"
        "from minesweeper_qt.gui import app\n"
        "from minesweeper_qt.gui.options import PlayOptions\n"
        "app.font_warning = lambda families: 'a note before there is a window'\n"
        "note = lambda line: (print(QApplication.style().name()), exit())\n"
        "app.run(PlayOptions(qt_arguments=('-style', 'windows')), print, note)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["windows"]
