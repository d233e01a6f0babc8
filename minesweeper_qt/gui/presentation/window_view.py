"""The views of the game window: the uses of the program, and what each of them shows at first. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class ViewTraits:
    """What distinguishes a view.

    ``prefix`` is put before the names of its settings; ``panels`` are those that it shows at first; ``coordinates``:
    whether rows and columns are numbered at first; ``overlay``: whether what is known is shown on the board at first;
    ``is_compact``: its header and footer are low.
    """

    prefix: str
    panels: frozenset[str]
    coordinates: bool
    overlay: bool
    is_compact: bool


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
    def traits(self) -> ViewTraits:
        """What distinguishes the view."""
        return _TRAITS[self]

    @property
    def next(self) -> WindowView:
        """The view after this one; after the last one, the first."""
        views = list(WindowView)
        return views[(views.index(self) + 1) % len(views)]


_TRAITS = {
    WindowView.PLAY: ViewTraits("play_", frozenset(), coordinates=False, overlay=False, is_compact=False),
    # The settings of versions without views have no prefix: they become those of Inspect.
    WindowView.INSPECT: ViewTraits("", frozenset({"knowledge"}), coordinates=True, overlay=False, is_compact=True),
    WindowView.AGENT: ViewTraits(
        "agent_", frozenset({"agent", "knowledge", "timeline"}), coordinates=True, overlay=True, is_compact=True
    ),
}
