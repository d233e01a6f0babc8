"""The views of the game window, and the user's preferences, kept in QSettings. An invalid value counts as missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal
from PySide6.QtGui import QKeySequence

from minesweeper_qt.gui.board.board_area import LARGEST
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.gui.widgets.theme import CellStyle, NumberColours, TileSet
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty, FirstClick, Guesses, MinesweeperError, Reasoning
from minesweeper_qt.model.file_writing import PRIVATE, make_private
from minesweeper_qt.model.practice.practice_position import Asked, Topic

DATA_FOLDER = "MINESWEEPER_QT_DATA"
"""The environment variable that names another folder for games and settings."""


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
    PRACTISE = "practise"
    """Positions in which the user finds what is certain, in place of the game."""

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
    WindowView.PRACTISE: (),
}


_SIZE = ("height", "width", "mines")

_ON_OR_OFF = (True, False)

MOST_AGENTS = 8
"""The greatest number of files of agents in the list of those opened before."""

_Value = TypeVar("_Value")


class _OneOf(Generic[_Value]):
    """A value under ``key`` in the settings, one of those ``allowed``; ``default`` if it is missing or invalid."""

    def __init__(self, key: str, default: _Value, allowed: Iterable[_Value]) -> None:
        self.key = key
        self.default = default
        self._by_text = {_text(value): value for value in allowed}
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: Preferences, kind: type | None = None) -> _Value:
        return self._by_text.get(_text(owner.settings.value(self.key, "")), self.default)

    def __set__(self, owner: Preferences, value: _Value) -> None:
        before = self.__get__(owner)
        owner.settings.setValue(self.key, _text(value))
        if value != before:
            owner.changed.emit(self._name)


def _text(value: object) -> str:
    return str(value.value if isinstance(value, Enum) else value).lower()


class Preferences(QObject):
    """Reads and writes the settings as typed values, with a default for each that is missing or invalid.

    The values that the user sets in the dialog: ``theme``, ``tiles``, ``number_colours``, ``reduced_motion``;
    ``first_click``, ``guesses``, ``hardest_level`` and ``hardest_is_exact``, what boards without a guess take;
    ``hint_stages``, whether hints come in stages: in the view ``play`` alone, ``always`` or ``never``;
    ``question_marks``; ``keeps_risks``, whether the risks stay on in a new game; ``speed`` (moves per second of
    Auto-play, one of ``SPEEDS``), ``thinks_aloud``;
    ``chord_on_left``, ``long_press_flags``, ``flags_on_number``, ``keys_point``, whether keys act on the cell under the
    mouse, ``letters_are_keys``, ``keys``; ``asks_new_game`` and ``asks_branch``, whether the
    user is asked before a game or later moves are discarded; ``pauses_without_focus``.

    Signal: ``changed(str)`` with the name of such a value, when it gets another one.
    """

    changed = Signal(str)

    theme = _OneOf("theme", ThemeChoice.SYSTEM, ThemeChoice)
    tiles = _OneOf("tiles", TileSet.OWN, TileSet)
    number_colours = _OneOf("number_colours", NumberColours.CLASSIC, NumberColours)
    reduced_motion = _OneOf("switches/reduced_motion", False, _ON_OR_OFF)
    first_click = _OneOf("first_click", FirstClick.OPENING, FirstClick)
    guesses = _OneOf("guesses", Guesses.AS_DEALT, Guesses)
    hardest_level = _OneOf("hardest_level", Reasoning.OVERLAP, Reasoning)
    hardest_is_exact = _OneOf("switches/hardest_is_exact", False, _ON_OR_OFF)
    keeps_risks = _OneOf("switches/keeps_risks", False, _ON_OR_OFF)
    hint_stages = _OneOf("hint_stages", "play", ("play", "always", "never"))
    question_marks = _OneOf("switches/question_marks", False, _ON_OR_OFF)
    speed = _OneOf[float]("autoplay_speed", SPEEDS[5], SPEEDS)
    thinks_aloud = _OneOf("switches/thinks_aloud", False, _ON_OR_OFF)
    chord_on_left = _OneOf("switches/chord_on_left", True, _ON_OR_OFF)
    long_press_flags = _OneOf("switches/long_press_flags", True, _ON_OR_OFF)
    keys_point = _OneOf("switches/keys_point", True, _ON_OR_OFF)
    flags_on_number = _OneOf("switches/flags_on_number", False, _ON_OR_OFF)
    letters_are_keys = _OneOf("switches/letters_are_keys", True, _ON_OR_OFF)
    asks_new_game = _OneOf("switches/asks_new_game", True, _ON_OR_OFF)
    asks_branch = _OneOf("switches/asks_branch", True, _ON_OR_OFF)
    pauses_without_focus = _OneOf("switches/pauses_without_focus", False, _ON_OR_OFF)
    zoom = _OneOf("zoom", 0, range(LARGEST + 1))
    """The side of the cells, in pixels; 0 fits the window."""
    strategy = _OneOf[str | None]("strategy", None, STRATEGIES)
    """The strategy of the AI; ``None`` if none was chosen."""
    view = _OneOf[WindowView | None]("view", None, WindowView)
    """The view of the game window that was used last; ``None`` if there was none."""
    practice_topic = _OneOf("practise/topic", Topic.CLUE, Topic)
    practice_asked = _OneOf("practise/asked", Asked.SAFE, Asked)
    practice_best = _OneOf("practise/best_round", 0, range(11))
    """What was practised last."""

    def __init__(self, settings: QSettings) -> None:
        super().__init__()
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
    def recent_agents(self) -> tuple[Path, ...]:
        """The files of agents that were opened before, the last one first."""
        value = self.settings.value("recent_agents", [])
        # A list of one text comes back as that text.
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return tuple([Path(text) for text in texts if isinstance(text, str) and text][:MOST_AGENTS])

    def add_recent_agent(self, path: Path) -> None:
        """Put ``path`` first in the list of agents that were opened before, unless its name is not text."""
        if any("\ud800" <= letter <= "\udfff" for letter in str(path)):
            return  # bytes that are no UTF-8, which the settings would lose
        others = (other for other in self.recent_agents if other != path)
        self.settings.setValue("recent_agents", [*map(str, (path, *others))][:MOST_AGENTS])

    def remove_recent_agent(self, path: Path) -> None:
        """Take ``path`` off the list of agents that were opened before."""
        self.settings.setValue("recent_agents", [str(other) for other in self.recent_agents if other != path])

    def days(self, level: str) -> dict[date, tuple[str, str, str]]:
        """Return state, code and result of the first games on the boards of the day at ``level``."""
        found = {}
        self.settings.beginGroup(f"days/{level}")
        for key in self.settings.childKeys():
            value = self.settings.value(key)
            with suppress(ValueError):
                if isinstance(value, list) and len(value) == 3:
                    found[date.fromisoformat(key)] = str(value[0]), str(value[1]), str(value[2])
        self.settings.endGroup()
        return found

    @property
    def keys(self) -> dict[str, str]:
        """The keys that the user has chosen, by the names of their actions."""
        kept: Any = self.settings.value("keys")
        pairs = zip(kept[::2], kept[1::2], strict=False) if isinstance(kept, list) else ()
        return {name: key for name, key in pairs if key and key == QKeySequence(key).toString()}

    @keys.setter
    def keys(self, keys: Mapping[str, str]) -> None:
        self.settings.setValue("keys", [part for pair in keys.items() for part in pair])
        self.changed.emit("keys")

    def keep_day(self, level: str, day: date, *game: str) -> None:
        """Keep what ``days`` returns of the first game on the board of ``day``."""
        self.settings.setValue(f"days/{level}/{day.isoformat()}", list(game))

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


def data_folder() -> str:
    """Return the path of the folder with the user's games, as Qt sees it: what is not UTF-8 is replaced."""
    # Local: that of Windows which roams is copied at each start of a session.
    local = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return os.fsencode(os.environ.get(DATA_FOLDER) or local).decode(errors="replace")


def open_settings() -> tuple[QSettings, str]:
    """Return the settings of the application, and a notice for the user if their file was damaged, else "".

    A file that Qt can't read is renamed, and the settings have their defaults: Qt alone would write it anew without
    all that it could not read. Where the file can't be renamed, the settings are kept in memory, for this run only.
    """
    settings = _user_settings()
    settings.allKeys()  # the status is that of what was read, and sections are read when they are first used
    if settings.status() is QSettings.Status.NoError:
        return settings, ""
    damage = "it is damaged" if settings.status() is QSettings.Status.FormatError else "it can't be read"
    path = Path(settings.fileName())
    del settings  # or else Qt would share the contents of the damaged file with the next object
    start = f"The settings file {path} can't be used: {damage}."
    aside = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(aside)
    except OSError as wrong:
        left = f"It can't be renamed either ({wrong.strerror or wrong}), so this game's settings are not kept."
        return QSettings("", QSettings.Format.IniFormat), f"{start} {left}"
    renamed = f"It is now named {aside.name}, and the settings start with their defaults."
    return _user_settings(), f"{start} {renamed}"


def _user_settings() -> QSettings:
    folder = os.environ.get(DATA_FOLDER)
    settings = QSettings(str(Path(folder, "settings.ini")), QSettings.Format.IniFormat) if folder else QSettings()
    settings.setFallbacksEnabled(False)  # only the user's own file, not the system's
    path = Path(settings.fileName())
    if sys.platform == "linux" and not path.exists():  # elsewhere it is no file, or not of this form
        with suppress(OSError):
            make_private(path.parent)
            path.touch(PRIVATE)
    return settings
