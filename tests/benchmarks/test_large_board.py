"""Benchmark of the largest board, 100x100: its largest opening and New Game after it, beside the model alone.

``pytest -s tests/benchmarks/test_large_board.py --dist=no`` prints the times. The limits are ratios to the time in
which the model opens the same cells and learns from them: 0.4 s on the machine of the first measurement.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.model import Action, Difficulty, Minesweeper, Playthrough, Verb
from tests.gui.support.windows import Player

# The offscreen platform logs this for every window.
pytestmark = [pytest.mark.long, pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")]

LARGEST, SEED, MIDDLE = Difficulty.custom(100, 100, 300), 1, (50, 50)
"""The first click opens 9,610 cells."""
RUNS = 7
MOST_OPENING, MOST_NEW_GAME = 1.6, 1.0


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def open_without_window() -> None:
    playthrough = Playthrough(Minesweeper.at_difficulty(LARGEST, seed=SEED))
    playthrough.play(Action(Verb.REVEAL, MIDDLE))
    playthrough.learn()


def test_the_largest_opening_takes_little_longer_than_in_the_model(qtbot: QtBot, tmp_path: Path) -> None:
    player = Player(qtbot, tmp_path / "settings.ini", LARGEST, SEED, opens_panels=True)
    session = player.session

    def open_and_paint() -> None:
        session.player.reveal(MIDDLE)
        while session.is_learning:
            QApplication.processEvents()
        QApplication.processEvents()
        player.window.repaint()

    def start_and_paint() -> None:
        session.new_game(seed=SEED)
        QApplication.processEvents()
        player.window.repaint()

    model, opening, new_game = [], [], []
    for _ in range(RUNS):
        model.append(seconds(open_without_window))
        opening.append(seconds(open_and_paint))
        assert len(session.game.clues) > 9_000
        new_game.append(seconds(start_and_paint))
    print(*(f"{1000 * median(times):.0f} ms" for times in (model, opening, new_game)))
    # They take turns, and medians count: a single run is faster than all others where a processor is shared.
    assert median(opening) < MOST_OPENING * median(model)
    assert median(new_game) < MOST_NEW_GAME * median(model)
