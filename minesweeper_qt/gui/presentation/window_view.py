"""The views of the game window, each with what it shows at first, and the options that the window starts with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from minesweeper_qt.model.board.rules import Difficulty


class WindowView(Enum):
    """The views of the game window, in the order in which they stand in the tool bar.

    >>> WindowView("play").next
    <WindowView.INSPECT: 'inspect'>
    """

    PLAY = "play"
    """The board alone."""
    INSPECT = "inspect"
    """The board, and beside it what is known and why."""
    AGENT = "agent"
    """The board, and beside it how the agent of the user and the reference differ."""

    @property
    def title(self) -> str:
        """The name as the user reads it."""
        return self.value.capitalize()

    @property
    def action(self) -> str:
        """The name of the action that shows the view."""
        return f"view_{self.value}"

    @property
    def prefix(self) -> str:
        """What is put before the names of its settings."""
        # The settings of versions without views have no prefix: they become those of Inspect.
        return "" if self is WindowView.INSPECT else f"{self.value}_"

    @property
    def panels(self) -> frozenset[str]:
        """The panels that it shows at first."""
        return frozenset(_PANELS[self])

    @property
    def next(self) -> WindowView:
        """The view after this one; after the last one, the first."""
        views = list(WindowView)
        return views[(views.index(self) + 1) % len(views)]


_PANELS = {
    WindowView.PLAY: (),
    WindowView.INSPECT: ("knowledge",),
    WindowView.AGENT: ("agent", "knowledge", "timeline"),
}


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of ``play``; ``None`` means the value in the preferences, unless another meaning is given.

    ``difficulty``: the board and its rules. ``seed``: the seed of the layout; ``None`` draws a random one.
    ``autoplay``: the AI plays to the end. ``overlay``, ``probabilities``: whether the overlay shows what the agent
    knows, or the chances; at most one of them is ``True``. ``screenshot``: play without showing the window, write the
    screenshot to this file and exit; ``None`` opens the window. ``strategy``: the name of the AI's strategy.
    ``qt_arguments``: the words of the command line that are for Qt. ``agent``: the file of a student's agent, which
    plays and is shown beside the reference; ``None`` opens none. ``python``: the path of the Python that runs it;
    ``None`` means the one that runs this program.
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
