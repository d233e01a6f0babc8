"""The views of the game window: the uses of the program, and what each of them shows at first. No Qt."""

from __future__ import annotations

from enum import Enum


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
