"""The options of the command ``play`` as a value. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper_qt.model.board.rules import Difficulty, Guesses

if TYPE_CHECKING:
    from minesweeper_qt.model.dealing.no_guess import HardestStep


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of ``play``; ``None`` means the value in the preferences, unless another meaning is given.

    ``difficulty``: the board and its rules. ``seed``: the seed of the layout; ``None`` draws a random one.
    ``autoplay``: the AI plays to the end. ``overlay``, ``probabilities``: whether the overlay shows what the agent
    knows, or the chances; at most one of them is ``True``. ``screenshot``: play without showing the window, write the
    screenshot to this file and exit; ``None`` opens the window. ``strategy``: the name of the AI's strategy.
    ``qt_arguments``: the words of the command line that are for Qt. ``agent``: the file of a student's agent, which
    plays and is shown beside the reference; ``None`` opens none. ``python``: the path of the Python that runs it;
    ``None`` means the one that runs this program. ``guesses``: what becomes of them; ``hardest``: what the
    hardest step of a board without a guess takes, for which none is needed. ``file``: a game, a replay or a position to
    open.
    """

    difficulty: Difficulty | None = None
    seed: int | None = None
    autoplay: bool = False
    overlay: bool | None = None
    screenshot: Path | None = None
    strategy: str | None = None
    probabilities: bool | None = None
    qt_arguments: tuple[str, ...] = ()
    agent: Path | None = None
    python: str | None = None
    guesses: Guesses | None = None
    hardest: HardestStep | None = None
    file: Path | None = None
