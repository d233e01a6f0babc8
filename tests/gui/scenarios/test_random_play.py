"""Tests of the whole window by long sequences of random clicks and keys, with everything checked after each step."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.dialogs import CustomGame
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.window_checks import assert_sound
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, LEFT, MIDDLE, NOTHING, RIGHT, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.long

KEYS = (
    *((key, NOTHING, 3) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down)),
    *((key, NOTHING, 6) for key in (Key.Key_Space, Key.Key_F, Key.Key_A, AUTOPLAY)),
    *((key, NOTHING, 3) for key in (Key.Key_H, Key.Key_R)),
    *((key, NOTHING, 2) for key in (Key.Key_F2, Key.Key_F6, Key.Key_F8, Key.Key_F9)),
    *((key, ALT, 1) for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4)),
    *((key, NOTHING, 2) for key in (Key.Key_S, Key.Key_O, Key.Key_K, Key.Key_C, Key.Key_M, Key.Key_Escape)),
    *((key, NOTHING, 2) for key in (Key.Key_BracketLeft, Key.Key_BracketRight, Key.Key_Tab)),
    *((key, NOTHING, 2) for key in (Key.Key_W, Key.Key_U, Key.Key_Period, Key.Key_Comma)),
    (Key.Key_C, SHIFT, 1),
    *((key, CTRL, 1) for key in (Key.Key_N, Key.Key_R, Key.Key_Plus, Key.Key_Minus, Key.Key_0)),
    *((key, CTRL, 1) for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5)),
)


class RandomUser:
    """Performs random clicks and keys, and keeps a list of what it did in ``done``."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.random = random.Random(seed)
        self.done: list[str] = []
        player.waits_for_learning = False

    def step(self) -> None:
        steps: list[tuple[Callable[[], str], int]] = [
            (self.click, 40),
            (self.click_well, 25),
            (self.drag, 4),
            (self.both, 4),
            (self.key, 30),
            (self.row, 6),
            (self.type, 3),
            (self.wait, 10),
        ]
        (act,) = self.random.choices([step for step, _ in steps], [weight for _, weight in steps])
        self.done.append(act())

    def cell(self) -> Cell:
        return self.random.choice(self.player.game.grid.cells)

    def click(self) -> str:
        cell = self.cell()
        button = self.random.choice((LEFT, RIGHT, RIGHT, RIGHT, MIDDLE))
        modifier = CTRL if self.random.random() < 0.1 else NOTHING
        self.player.click(cell, button, modifier)
        return f"click {button.name} {modifier} {cell}"

    def click_well(self) -> str:
        """Open a cell without a mine, so that games last; start a new game if there is none or the game is over."""
        covered = sorted(self.player.covered())
        if self.player.game.state.is_over or not covered:
            self.player.key(Key.Key_N, CTRL)
            return "new game"
        cell = self.random.choice(covered)
        self.player.click(cell)
        return f"click well {cell}"

    def drag(self) -> str:
        start, end = self.cell(), self.cell()
        self.player.press(start)
        self.player.move(end)
        self.player.release(end)
        return f"drag {start} {end}"

    def both(self) -> str:
        cell = self.cell()
        self.player.press(cell, LEFT)
        self.player.press(cell, RIGHT)
        self.player.release(cell, LEFT)
        self.player.release(cell, RIGHT)
        return f"both {cell}"

    def key(self) -> str:
        ((key, modifier, _),) = self.random.choices(KEYS, [weight for _, _, weight in KEYS])
        self.player.key(key, modifier)
        if self.player.window.practice.is_shown:
            self.player.key(Key.Key_F9)  # the game waits there
        return f"key {QKeySequence(key).toString()} {modifier}"

    def row(self) -> str:
        table = self.player.window.knowledge_panel.table
        if not table.isVisible() or not table.model().rowCount():
            return "no row"
        row = self.random.randrange(table.model().rowCount())
        table.scrollTo(table.model().index(row, 0))
        spot = table.visualRect(table.model().index(row, 0)).center()
        self.player.qtbot.mouseClick(table.viewport(), LEFT, self.random.choice((CTRL, NOTHING)), spot)
        return f"row {row}"

    def type(self) -> str:
        field = self.player.window.knowledge_panel.filter_field
        if not field.isVisible():
            return "no field"
        text = self.random.choice(("(1, 2)", "clue", "subset", "= 1"))
        self.player.type(text, field)
        assert field.text().endswith(text)
        field.clear()
        self.player.view.setFocus()
        return f"type {text}"

    def wait(self) -> str:
        for _ in range(self.random.choice((1, 2, 8))):
            QCoreApplication.processEvents()
        return "wait"


def answer_dialogs(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Replace the dialog of custom games by one that answers at random."""
    draw = random.Random(seed)

    def ask(start: Difficulty, parent: object) -> CustomGame | None:
        if draw.random() < 0.3:
            return None
        height, width = draw.randint(2, 20), draw.randint(2, 20)
        return CustomGame(Difficulty.custom(height, width, draw.randint(1, height * width - 1)), draw.randrange(1000))

    monkeypatch.setattr(dialogs.CustomDialog, "ask", ask)


def play_at_random(player: Player, seed: int, steps: int) -> None:
    """Perform random steps, with everything checked after each; let Auto-play end the game, and close the window."""
    user = RandomUser(player, seed)
    for _ in range(steps):
        user.step()
        try:
            assert_sound(player)
        except AssertionError as error:
            error.add_note("after: " + "; ".join(user.done[-12:]))
            raise
    player.view.setFocus()
    player.window.actions_by.strategies["cs50"].trigger()
    if not player.game.state.is_over:
        player.autoplay()
    player.wait_until_learned()
    assert_sound(player)
    assert player.window.close()


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("difficulty", [*DIFFICULTIES, "tiny"])
def test_random_play_stays_consistent(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch, difficulty: str, seed: int
) -> None:
    answer_dialogs(monkeypatch, seed)
    level = Difficulty.custom(3, 4, 2) if difficulty == "tiny" else difficulty
    player = make_player(level, seed, opens_panels=True)
    play_at_random(player, seed, steps=120)


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("difficulty", ["cs50", "beginner", "tiny"])
@pytest.mark.parametrize("seconds_a_look", [SLICE / 3, 1])
def test_random_play_while_the_agent_learns_in_parts_stays_consistent(
    make_player: MakePlayer,
    monkeypatch: pytest.MonkeyPatch,
    time: WaitingSchedule,
    seconds_a_look: float,
    difficulty: str,
    seed: int,
) -> None:
    time.seconds_a_look = seconds_a_look
    answer_dialogs(monkeypatch, seed)
    level = Difficulty.custom(3, 4, 2) if difficulty == "tiny" else difficulty
    play_at_random(make_player(level, seed, opens_panels=True), seed, steps=120)
