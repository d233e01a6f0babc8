"""What a run of the program was asked to do, as values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from minesweeper_qt.model.board.rules import Difficulty


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What ``play`` was asked for; ``None`` leaves it to what the preferences remember.

    ``seed``: repeats a layout; ``None`` draws one. ``screenshot``: play unseen, write this picture, end.
    ``strategy``: what the AI plays by. One of ``overlay`` and ``probabilities`` at most is laid over the board.
    """

    difficulty: Difficulty | None = None
    seed: int | None = None
    autoplay: bool = False
    overlay: bool | None = None
    screenshot: Path | None = None
    strategy: str | None = None
    probabilities: bool | None = None
