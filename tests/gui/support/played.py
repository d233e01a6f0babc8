"""Provides ``Played``, a game that a test plays through its session, and a fixture that makes such games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Minesweeper, State


class Played:
    """A game of ``session``. Tests choose cells by ``game``, which knows the mines; what they test must never need to.

    The other arguments are those of ``GameSession``.
    """

    def __init__(self, qtbot: QtBot, difficulty: str | Difficulty = "beginner", seed: int = 1, **options: Any) -> None:
        self.qtbot = qtbot
        self.made = GameSession(
            DIFFICULTIES[difficulty] if isinstance(difficulty, str) else difficulty, seed, **options
        )

    @property
    def session(self) -> GameSession:
        return self.made

    @property
    def game(self) -> Minesweeper:
        return self.session.game

    @property
    def status(self) -> str:
        return self.session.status.text.replace("\N{NO-BREAK SPACE}", " ")

    def snapshot(self) -> tuple[object, ...]:
        """Return everything of the game that a click can change."""
        game = self.game
        return dict(game.clues), frozenset(game.mines_found), game.exploded, game.state, len(game.history)

    # -- choosing cells

    def mine(self) -> Cell:
        """Return the first mine without a flag."""
        return min(self.game.mines - self.game.mines_found)

    def free(self, clue: int | None = None) -> Cell:
        """Return the first covered cell without mine and flag, with this clue if one is given."""
        return min(cell for cell in self.covered() if clue is None or self.game.nearby_mines(cell) == clue)

    def covered(self) -> set[Cell]:
        """Return the covered cells without mine and flag."""
        game = self.game
        return set(game.grid.cells) - game.mines - game.mines_found - game.clues.keys()

    def number(self) -> Cell:
        """Return the first revealed number with a covered safe cell around it."""
        covered = self.covered()
        return min(cell for cell, clue in self.game.clues.items() if clue and self.around(cell) & covered)

    def around(self, cell: Cell) -> frozenset[Cell]:
        return self.game.grid.neighbours(cell)

    # -- playing

    def click(self, cell: Cell) -> None:
        """Reveal a cell, or chord around it, and wait until the agent has learned what that revealed."""
        self.session.player.reveal(cell)
        self.wait_until_learned()

    def move(self) -> None:
        """Let the AI make a move, and wait until it is made and learned."""
        self.session.autoplay.move()
        self.qtbot.waitUntil(lambda: not self.session.autoplay.is_pending, timeout=30_000)
        self.wait_until_learned()

    def end(self, state: State) -> None:
        """Win or lose the game by clicks."""
        if state is State.LOST:
            if not self.game.clues:
                self.click(self.free())
            self.click(self.mine())
        while not self.game.state.is_over:
            self.click(self.free())
        assert self.game.state is state

    @property
    def pause(self) -> int | None:
        """The milliseconds that are left of the pause between two moves of Auto-play; ``None`` without one."""
        return schedule.current.left(self.session.autoplay)

    def end_pause(self) -> None:
        schedule.current.wait(self.pause or 0)

    def run(self, speed: int = 0) -> None:
        """Auto-play to the end at ``speed``, and wait until all is learned; what is no instant is not waited for."""
        autoplay = self.session.autoplay
        autoplay.set_speed(speed)
        if not autoplay.is_running:
            autoplay.start()

        while autoplay.is_running:
            self.qtbot.waitUntil(lambda: self.pause is not None or not autoplay.is_running, timeout=30_000)
            if self.pause is not None:
                assert self.pause == round(1000 / speed)
                self.wait_until_learned()
                self.end_pause()
        self.wait_until_learned()

    # -- waiting

    def wait_until_learned(self) -> None:
        """Wait until the AI has learned all revealed cells."""
        self.qtbot.waitUntil(lambda: not self.session.is_learning, timeout=30_000)

    def wait_until_computed(self) -> None:
        """Wait until the worker has computed everything that was requested."""
        self.qtbot.waitUntil(lambda: not self.session.is_computing, timeout=30_000)

    def receive(self) -> None:
        """Wait until nothing is computed any more, not even what was cancelled, and all of it has been received."""
        self.qtbot.waitUntil(lambda: self.session.worker.wait(0))
        QCoreApplication.processEvents()


MakePlayed = Callable[..., Played]


@pytest.fixture
def make_played(qtbot: QtBot) -> Iterator[MakePlayed]:
    """Return a function that makes a session with a game to play, which is shut down at the end."""
    made: list[Played] = []

    def make(difficulty: str | Difficulty = "beginner", seed: int = 1, **options: Any) -> Played:
        made.append(Played(qtbot, difficulty, seed, **options))
        return made[-1]

    yield make
    for played in made:
        played.session.shut_down()
        played.session.deleteLater()


@pytest.fixture
def played(make_played: MakePlayed) -> Played:
    """A new Beginner game, where a first click on (4, 4) opens an area."""
    return make_played()
