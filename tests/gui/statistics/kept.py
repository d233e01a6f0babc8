"""Makes finished games, and an archive that answers at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.model.errors import MinesweeperError
from minesweeper_qt.model.play.history import NO_HELP
from minesweeper_qt.model.statistics.finished_game import FinishedGame, Player
from minesweeper_qt.model.statistics.game_store import GameStore

_SIZE, _FIGURES = (16, 30, 99, None), (True, 60.0, 150, 120, 160)
_GAME = FinishedGame("", 0, "", *_SIZE, *_FIGURES, Player.PERSON, NO_HELP, record="record")


def game(number: int, level: str = "expert", **changes: Any) -> FinishedGame:
    """Return a game, won in a minute without ``changes``; those with higher numbers ended later, all in 2026."""
    return replace(_GAME, key=f"{level} {number}", finished=1_790_000_000 + 3600 * number, level=level, **changes)


class Archive(QObject):
    """Calls functions with ``store`` at once; attribute: ``calls``, their number."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, store: GameStore) -> None:
        super().__init__()
        self.store = store
        self.calls = 0

    def submit(self, function: Callable[[GameStore], Any], receiver: Callable[[Any], object]) -> None:
        self.calls += 1
        try:
            result = function(self.store)
        except MinesweeperError as wrong:
            self.failed.emit(str(wrong))
        else:
            receiver(result)
