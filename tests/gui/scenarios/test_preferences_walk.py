"""A walk at random through games in which preferences and pauses change at any time, with all that must always hold."""

from __future__ import annotations

import random
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from minesweeper_qt.gui.presentation.look import Face
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.model import Cell, FirstClick, State
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, LEFT, MIDDLE, NOTHING, RIGHT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

VALUES: dict[str, tuple[Any, ...]] = {
    "question_marks": (True, False),
    "chord_on_left": (True, False),
    "long_press_flags": (True, False),
    "first_click": tuple(FirstClick),
    "speed": SPEEDS,
    "tiles": tuple(TileSet),
    "number_colours": tuple(NumberColours),
    "reduced_motion": (True, False),
    "asks_branch": (False,),
}
KEYS = (
    *((key, NOTHING) for key in (Key.Key_Space, Key.Key_F, Key.Key_A, Key.Key_H, Key.Key_O, Key.Key_R, Key.Key_L)),
    *((key, NOTHING) for key in (Key.Key_W, Key.Key_Escape, Key.Key_F9, Key.Key_Down, Key.Key_Right)),
    (AUTOPLAY, NOTHING),
    (Key.Key_Z, CTRL),
    (Key.Key_Y, CTRL),
    (Key.Key_Return, CTRL),
    (Key.Key_2, ALT),
)


class Walk:
    """A player who does anything, and the time that the game must show."""

    def __init__(self, player: Player, seconds: list[float], seed: int) -> None:
        self.player = player
        self.chance = random.Random(seed)
        self._now = seconds
        player.waits_for_learning = False
        self._held: Qt.MouseButton | None = None

    def step(self) -> None:
        """Do anything, and check everything."""
        player, session = self.player, self.player.session
        was_paused, game, before = session.pause.is_on, player.game, player.snapshot()
        seconds = session.playthrough.seconds
        counts = session.clock.is_running
        self._now[0] += 1
        assert session.playthrough.seconds == seconds + (1 if counts and not was_paused else 0)
        usual = (*[self._mouse] * 6, self._key, self._key, self._prefer, self._wait, self._new, self._pause)
        rarer = (self._key, self._prefer, self._wait, self._new, self._pause, self._pause)
        self.chance.choice(rarer if was_paused else usual)()
        self._check()
        if was_paused and session.pause.is_on:
            assert player.game is game
            assert player.snapshot() == before

    def finish(self) -> None:
        """Release the button that is held: to Qt it would be held in the next test too."""
        if self._held is not None:
            QTest.mouseRelease(self.player.view.viewport(), self._held)

    def _cell(self) -> Cell:
        return self.chance.choice(self.player.game.grid.cells)

    def _key(self) -> None:
        if self.player.view.isVisible():
            self.player.view.setFocus()
        self.player.key(*self.chance.choice(KEYS))

    def _mouse(self) -> None:
        player = self.player
        if not player.view.isVisible():
            return
        button = self.chance.choice((LEFT, LEFT, LEFT, RIGHT, MIDDLE))
        kind = self.chance.choice(("click", "press", "move", "release"))
        if kind == "click":
            player.click(self._cell() if self.chance.random() < 0.4 or not player.covered() else player.free(), button)
        elif kind == "press" and self._held is None:
            self._held = button
            player.press(self._cell(), button)
        elif kind == "move":
            player.move(self._cell())
        elif self._held is not None:
            player.release(self._cell(), self._held)
            self._held = None

    def _prefer(self) -> None:
        name = self.chance.choice(list(VALUES))
        setattr(self.player.preferences, name, self.chance.choice(VALUES[name]))

    def _pause(self) -> None:
        self.player.key(Key.Key_P)

    def _wait(self) -> None:
        for _ in range(self.chance.choice((1, 2, 8))):
            QCoreApplication.processEvents()

    def _new(self) -> None:
        if self.chance.random() < 0.2:
            self.player.key(*self.chance.choice(((Key.Key_F2, NOTHING), (Key.Key_R, CTRL))))

    def _check(self) -> None:
        player, session, window = self.player, self.player.session, self.player.window
        paused, preferences, game = session.pause.is_on, player.preferences, player.game
        assert session.clock.is_running is (game.state is State.PLAYING and not paused)
        assert window.board_view.isVisible() is not paused
        assert window.footer.isVisible() is not paused
        assert player.action("pause").isChecked() is paused
        for name, panel in window.inspector.panels.items():
            assert not (paused and panel.isVisible()), name
        if paused:
            assert game.state is State.PLAYING
            assert not session.autoplay.is_running
            assert not session.advice.is_choice_requested
            return
        questioned = {cell for cell in game.grid.cells if player.face(cell) is Face.QUESTIONED}
        assert questioned <= session.player.questions
        assert not questioned & (game.mines_found | game.clues.keys())
        assert preferences.question_marks or not questioned
        assert window.board_view.press.chord_on_left is preferences.chord_on_left
        assert session.autoplay.speed == preferences.speed == SPEEDS[window.speed_slider.value()]


@pytest.mark.parametrize(
    "seed, steps", [(0, 90), *(pytest.param(seed, 250, marks=pytest.mark.long) for seed in range(6))]
)
def test_a_walk_with_preferences_and_pauses(make_player: MakePlayer, seed: int, steps: int) -> None:
    now = [0.0]
    walk = Walk(make_player("beginner", seed, opens_panels=True, seconds=lambda: now[0]), now, seed)
    walk.player.preferences.asks_branch = False
    for _ in range(steps):
        walk.step()
    walk.finish()
    walk.player.window.close()
