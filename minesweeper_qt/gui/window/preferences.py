"""The preferences of the user, kept in QSettings. An invalid value counts as missing."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Difficulty, MinesweeperError

_SIZE = ("height", "width", "mines")


class Preferences:
    """Reads and writes the settings as typed values, with a default for each that is missing or invalid."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the last game; Beginner at first."""
        name = str(self._settings.value("level", "beginner"))
        if name == "custom":
            try:
                return Difficulty.custom(*(int(str(self._settings.value(f"custom/{key}"))) for key in _SIZE))
            except (MinesweeperError, ValueError):
                name = "beginner"
        return DIFFICULTIES.get(name, DIFFICULTIES["beginner"])

    @difficulty.setter
    def difficulty(self, difficulty: Difficulty) -> None:
        self._settings.setValue("level", difficulty.name)
        if difficulty.name == "custom":
            for key in _SIZE:
                self._settings.setValue(f"custom/{key}", getattr(difficulty, key))

    @property
    def speed(self) -> int:
        """Auto-play's moves per second, one of ``SPEEDS``."""
        speed = self._number("autoplay_speed", SPEEDS[2])
        return speed if speed in SPEEDS else SPEEDS[2]

    @speed.setter
    def speed(self, speed: int) -> None:
        self._settings.setValue("autoplay_speed", speed)

    @property
    def strategy(self) -> str | None:
        """The strategy of the AI, one of ``STRATEGIES``; ``None`` if none was chosen."""
        name = str(self._settings.value("strategy", ""))
        return name if name in STRATEGIES else None

    @strategy.setter
    def strategy(self, name: str) -> None:
        self._settings.setValue("strategy", name)

    @property
    def zoom(self) -> int:
        """The side of a cell in device-independent pixels; 0 fits the window."""
        return max(self._number("zoom", 0), 0)

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        self._settings.setValue("zoom", zoom)

    def switch(self, name: str, default: bool) -> bool:
        """Return whether the switch ``name`` is on; ``default`` if it was never saved, off if its value is invalid."""
        return str(self._settings.value(f"switches/{name}", default)).lower() in ("true", "1")

    def set_switch(self, name: str, on: bool) -> None:
        """Save whether the switch ``name`` is on."""
        self._settings.setValue(f"switches/{name}", on)

    def state(self, name: str) -> QByteArray | None:
        """Return the state that a widget saved under ``name``, ``None`` if there is none."""
        value = self._settings.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else None

    def set_state(self, name: str, state: QByteArray) -> None:
        """Save the state of a widget under ``name``."""
        self._settings.setValue(f"window/{name}", state)

    def _number(self, key: str, default: int) -> int:
        try:
            return int(str(self._settings.value(key, default)))
        except ValueError:
            return default
