"""The preferences of the user, kept in QSettings. An invalid value counts as missing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, QSize, Signal

from minesweeper_qt.gui.presentation.window_view import WindowView
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.gui.widgets.theme import CellStyle, NumberColours, TileSet
from minesweeper_qt.gui.window.stored_values import EnumMember, OneOf, Switch
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty, FirstClick, MinesweeperError

_SIZE = ("height", "width", "mines")

MOST_AGENTS = 8
"""The greatest number of files of agents in the list of those opened before."""


class Preferences(QObject):
    """Reads and writes the settings as typed values, with a default for each that is missing or invalid.

    The values that the user sets in the dialog: ``theme``, ``tiles``, ``number_colours``, ``reduced_motion``;
    ``first_click``, ``question_marks``, ``speed`` (moves per second of Auto-play, one of ``SPEEDS``);
    ``chord_on_left``, ``long_press_flags``, ``letters_are_keys``; ``asks_new_game`` and ``asks_branch``, whether the
    user is asked before a game or later moves are discarded; ``pauses_without_focus``.

    Signal: ``changed(str)`` with the name of such a value, when it gets another one.
    """

    changed = Signal(str)

    theme = EnumMember("theme", ThemeChoice.SYSTEM)
    tiles = EnumMember("tiles", TileSet.OWN)
    number_colours = EnumMember("number_colours", NumberColours.CLASSIC)
    reduced_motion = Switch("switches/reduced_motion", False)
    first_click = EnumMember("first_click", FirstClick.OPENING)
    question_marks = Switch("switches/question_marks", False)
    speed = OneOf("autoplay_speed", SPEEDS[2], SPEEDS)
    chord_on_left = Switch("switches/chord_on_left", True)
    long_press_flags = Switch("switches/long_press_flags", True)
    letters_are_keys = Switch("switches/letters_are_keys", True)
    asks_new_game = Switch("switches/asks_new_game", True)
    asks_branch = Switch("switches/asks_branch", True)
    pauses_without_focus = Switch("switches/pauses_without_focus", False)

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings

    @property
    def appearance(self) -> Choices:
        """The user's choices for the look."""
        cells = CellStyle(numbers=self.number_colours, tiles=self.tiles)
        return Choices(self.theme, cells, self.reduced_motion)

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the last game; Beginner at first."""
        name = str(self.settings.value("level", "beginner"))
        custom = self.custom if name == "custom" else None
        return custom or DIFFICULTIES.get(name, DIFFICULTIES["beginner"])

    @difficulty.setter
    def difficulty(self, difficulty: Difficulty) -> None:
        self.settings.setValue("level", difficulty.name)
        if difficulty.name == "custom":
            for key in _SIZE:
                self.settings.setValue(f"custom/{key}", getattr(difficulty, key))

    @property
    def custom(self) -> Difficulty | None:
        """The custom board that was played last; ``None`` if none was."""
        try:
            return Difficulty.custom(*(int(str(self.settings.value(f"custom/{key}"))) for key in _SIZE))
        except (MinesweeperError, ValueError):
            return None

    @property
    def strategy(self) -> str | None:
        """The strategy of the AI, one of ``STRATEGIES``; ``None`` if none was chosen."""
        name = str(self.settings.value("strategy", ""))
        return name if name in STRATEGIES else None

    @strategy.setter
    def strategy(self, name: str) -> None:
        self.settings.setValue("strategy", name)

    @property
    def recent_agents(self) -> tuple[Path, ...]:
        """The files of agents that were opened before, the last one first."""
        value = self.settings.value("recent_agents", [])
        # A list of one text comes back as that text.
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return tuple([Path(text) for text in texts if isinstance(text, str) and text][:MOST_AGENTS])

    def add_recent_agent(self, path: Path) -> None:
        """Put ``path`` first in the list of agents that were opened before, unless its name is no text."""
        if any("\ud800" <= letter <= "\udfff" for letter in str(path)):
            return  # bytes that are no UTF-8, which the settings would lose
        others = (other for other in self.recent_agents if other != path)
        self.settings.setValue("recent_agents", [*map(str, (path, *others))][:MOST_AGENTS])

    def remove_recent_agent(self, path: Path) -> None:
        """Take ``path`` off the list of agents that were opened before."""
        self.settings.setValue("recent_agents", [str(other) for other in self.recent_agents if other != path])

    @property
    def zoom(self) -> int:
        """The side of a cell in device-independent pixels; 0 fits the window."""
        return max(self._number("zoom", 0), 0)

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        self.settings.setValue("zoom", zoom)

    @property
    def view(self) -> WindowView | None:
        """The view of the game window that was used last; ``None`` if there was none."""
        name = str(self.settings.value("view", ""))
        return next((view for view in WindowView if view.value == name), None)

    @view.setter
    def view(self, view: WindowView) -> None:
        self.settings.setValue("view", view.value)

    def size(self, name: str) -> QSize | None:
        """Return the size that a window saved under ``name``, ``None`` if there is none."""
        value = self.settings.value(f"window/{name}")
        return value if isinstance(value, QSize) and not value.isEmpty() else None

    def set_size(self, name: str, size: QSize) -> None:
        """Save the size of a window under ``name``."""
        self.settings.setValue(f"window/{name}", size)

    def switch(self, name: str, default: bool) -> bool:
        """Return whether the switch ``name`` is on; ``default`` if it was never saved, off if its value is invalid."""
        return str(self.settings.value(f"switches/{name}", default)).lower() in ("true", "1")

    def set_switch(self, name: str, on: bool) -> None:
        """Save whether the switch ``name`` is on."""
        self.settings.setValue(f"switches/{name}", on)

    def state(self, name: str) -> QByteArray | None:
        """Return the state that a widget saved under ``name``, ``None`` if there is none."""
        value = self.settings.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else None

    def set_state(self, name: str, state: QByteArray) -> None:
        """Save the state of a widget under ``name``."""
        self.settings.setValue(f"window/{name}", state)

    def _number(self, key: str, default: int) -> int:
        try:
            return int(str(self.settings.value(key, default)))
        except ValueError:
            return default
