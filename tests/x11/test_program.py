"""Tests of the whole program, from its start to its exit code, played with keys on a real X server.

The environment variable MINESWEEPER_COMMAND names the program to run, such as the one of an installed wheel, instead of
this checkout's.
"""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Action, Minesweeper, Record, Verb

pytestmark = pytest.mark.x11


def test_a_short_game_with_the_keys(start, tmp_path):
    program = start("play", "--level", "beginner", "--seed", "1")
    program.wait_for("Minesweeper - Beginner - ready")
    program.press("Down", "Right", "space")
    program.wait_for("Minesweeper - Beginner - playing")
    program.press("o", "k", "a", *["bracketright"] * 8, "p")
    program.wait_for("Minesweeper - Beginner - paused")
    program.press("p")
    program.wait_for("Minesweeper - Beginner - playing")
    program.press("shift+p")
    program.wait_for("Minesweeper - Beginner - (won|lost)")
    program.press("ctrl+r")
    program.wait_for("Minesweeper - Beginner - ready")
    program.press("ctrl+3")
    program.wait_for("Minesweeper - Intermediate - ready")
    program.press("ctrl+q")
    program.assert_ends_cleanly()

    remembered = start()
    remembered.wait_for("Minesweeper - Intermediate - ready")
    remembered.press("ctrl+q")
    remembered.assert_ends_cleanly()

    record = tmp_path / "game.txt"
    game = Minesweeper(9, 9, 10, seed=3)
    game.play(Action(Verb.REVEAL, (4, 4)))
    record.write_text(Record.of(game).to_text())
    opened = start("play", "--open", str(record))
    opened.wait_for("Minesweeper - Custom - paused")
    opened.press("ctrl+q")
    opened.assert_ends_cleanly()
