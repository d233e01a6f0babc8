"""Playing on from the past: asked first, then as if what came after had never been."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State, Verb
from tests.gui.support.desk import LEFT, RIGHT, Desk, Key
from tests.gui.support.windows import MIDDLE


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    """An Intermediate game after some moves, of which the one before the last but one is shown."""
    desk = Desk(qtbot, "intermediate", seed=1)
    desk.click((8, 8))
    desk.has_learned()
    desk.play(8)
    desk.session.show_move(6)
    return desk


def snapshot(desk: Desk) -> tuple[object, ...]:
    game = desk.session.game
    return dict(game.clues), set(game.mines_found), game.state, list(game.history), desk.session.shown_move


def covered(desk: Desk) -> Cell:
    """A cell that is covered at the moment that is shown, and no mine."""
    session = desk.session
    return min(set(session.game.grid.cells) - session.game.mines - session.position.clues.keys())


INTENTS: dict[str, Callable[[Desk], object]] = {
    "reveal": lambda desk: desk.click(covered(desk)),
    "flag": lambda desk: desk.click(covered(desk), RIGHT),
    "ai move": lambda desk: desk.session.ai_move(),
    "autoplay": lambda desk: desk.session.start_autoplay(),
}


@pytest.mark.parametrize("name", INTENTS)
def test_an_intent_to_play_asks_and_does_nothing(desk: Desk, name: str) -> None:
    before = snapshot(desk)
    INTENTS[name](desk)
    assert desk.questions == 1
    assert snapshot(desk) == before
    desk.session.cancel_intent()
    assert snapshot(desk) == before
    assert not desk.session.is_autoplaying
    desk.assert_sound()


def test_autoplay_that_has_to_ask_first_is_not_shown_as_running(desk: Desk) -> None:
    said: list[bool] = []
    desk.session.autoplay_changed.connect(said.append)
    desk.session.start_autoplay()
    assert said == [False]
    desk.session.branch()
    assert said == [False, True]
    desk.session.stop_autoplay()


@pytest.mark.parametrize("name", INTENTS)
def test_after_yes_it_is_done(desk: Desk, name: str) -> None:
    kept = list(desk.session.moves[:6])
    INTENTS[name](desk)
    desk.session.branch()
    desk.qtbot.waitUntil(lambda: len(desk.session.moves) > 6)
    assert list(desk.session.moves[:6]) == kept
    if name == "autoplay":
        assert desk.session.is_autoplaying
        desk.session.stop_autoplay()
    desk.has_learned()
    assert desk.session.is_live
    verbs = {"reveal": Verb.REVEAL, "flag": Verb.FLAG, "ai move": Verb.REVEAL, "autoplay": Verb.REVEAL}
    assert desk.session.moves[6].verb is verbs[name]
    desk.assert_sound()


def test_without_then_play_the_intent_is_dropped(desk: Desk) -> None:
    desk.click(covered(desk))
    desk.session.branch(then_play=False)
    desk.has_learned()
    assert len(desk.session.moves) == 6
    desk.assert_sound()


def test_the_button_asks_without_an_intent(desk: Desk) -> None:
    desk.press("branch")
    assert desk.questions == 1
    desk.session.branch()
    desk.has_learned()
    assert len(desk.session.moves) == 6
    assert desk.session.status == "The game goes on after move 6."
    desk.assert_sound()


def test_an_intent_is_forgotten_when_another_moment_is_shown(desk: Desk) -> None:
    desk.click(covered(desk))
    desk.press("back")
    desk.session.branch()
    desk.has_learned()
    assert len(desk.session.moves) == 5


def test_now_there_is_nothing_to_branch_from(desk: Desk) -> None:
    desk.session.show_live()
    before = snapshot(desk)
    desk.session.request_branch()
    desk.session.branch()
    assert desk.questions == 0
    assert snapshot(desk) == before


def test_what_the_rules_forbid_is_said_and_not_asked(desk: Desk) -> None:
    cell = covered(desk)
    desk.session.branch()
    desk.click(cell, RIGHT)
    desk.click(desk.free())
    desk.session.show_move(7)
    desk.click(cell)
    assert "has a flag" in desk.session.status
    number = min(at for at, clue in desk.session.position.clues.items() if clue)
    desk.session.chord(number)
    assert desk.session.status.startswith("Not possible: the clue is")
    zero = min(
        at
        for at, clue in desk.session.position.clues.items()
        if desk.session.neighbours(at) <= desk.session.position.clues.keys()
    )
    desk.session.chord(zero)
    assert desk.session.status == "Nothing to reveal there."
    assert desk.questions == 0
    desk.assert_sound()


def test_the_fatal_click_can_be_taken_back(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "beginner", seed=1)
    desk.click((4, 4))
    desk.has_learned()
    mines = desk.session.game.mines
    fatal = desk.lose()
    seconds = desk.session.seconds
    assert not desk.session.clock.is_running
    desk.session.undo()
    desk.assert_sound()
    desk.click(fatal, RIGHT)
    assert desk.questions == 1
    desk.session.branch()
    desk.has_learned()
    assert desk.session.state is State.PLAYING
    assert desk.session.game.mines == mines
    assert desk.session.game.mines_found == {fatal}
    assert desk.session.clock.is_running
    assert desk.session.seconds >= seconds
    desk.assert_sound()
    while not desk.session.state.is_over:
        desk.click(desk.free())
    assert desk.session.state is State.WON
    desk.has_learned()
    desk.assert_sound()


def test_the_time_goes_on_from_where_it_stood(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "beginner", seed=1)
    desk.click((4, 4))
    desk.session.clock.seconds = 35
    desk.session.clock.stop()
    desk.session.clock.seconds = 35
    desk.lose()
    desk.session.undo()
    desk.session.branch()
    assert desk.session.clock.is_running
    desk.session.clock.tick()
    assert desk.session.seconds == 35


def test_a_branch_before_the_first_click_is_the_same_board_from_its_start(desk: Desk) -> None:
    mines = desk.session.game.mines
    desk.press("first")
    desk.session.branch()
    assert desk.session.state is State.READY
    assert not desk.session.clock.is_running
    assert desk.session.seconds == 0
    assert desk.session.game.mines == mines
    desk.assert_sound()
    desk.click(min(mines))
    assert desk.session.state is State.LOST


def test_a_won_game_can_be_played_on_from_before_its_end(qtbot: QtBot) -> None:
    desk = Desk(qtbot, "beginner", seed=1)
    desk.click((4, 4))
    while not desk.session.state.is_over:
        desk.click(desk.free())
    desk.session.undo()
    assert not desk.session.position.flags, "those that the end put on the mines"
    desk.session.branch()
    desk.has_learned()
    assert desk.session.state is State.PLAYING
    desk.assert_sound()


def test_the_log_loses_the_rows_that_were_discarded(desk: Desk) -> None:
    removed: list[tuple[int, int]] = []
    desk.log.model.rowsRemoved.connect(lambda _, first, last: removed.append((first, last)))
    desk.log.model.modelReset.connect(lambda: removed.append((-1, -1)))
    desk.session.branch()
    assert removed == [(6, 8)]
    desk.assert_sound()


def test_a_big_board_branches_and_learns_anew_in_slices(qtbot: QtBot) -> None:
    desk = Desk(qtbot, Difficulty.custom(60, 60, 20), seed=1)
    desk.click((30, 30))
    desk.has_learned()
    desk.click(desk.free(), RIGHT)
    desk.click(desk.free())
    desk.session.show_move(2)
    desk.session.branch()
    assert desk.session.is_learning
    desk.session.ai_move()
    desk.has_learned()
    desk.qtbot.waitUntil(lambda: len(desk.session.moves) == 3)
    desk.has_learned()
    desk.assert_sound()


# -- long walks


class Walker:
    """Plays, goes back and branches at random, and remembers what it did."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.draw = random.Random(seed)
        self.done: list[str] = []
        desk.session.branch_requested.connect(self.answer)
        desk.session.set_speed(0)

    def answer(self) -> None:
        answer = self.draw.choice(("yes", "yes", "only branch", "no", "later"))
        self.done.append(f"answer {answer}")
        if answer in ("yes", "only branch"):
            self.desk.session.branch(answer == "yes")
        elif answer == "no":
            self.desk.session.cancel_intent()

    def step(self) -> None:
        steps: list[tuple[Callable[[], object], int]] = [
            (self.click, 12),
            (self.click_well, 20),
            (self.flag_well, 8),
            (self.desk.session.ai_move, 14),
            (self.autoplay, 3),
            (self.undo, 14),
            (self.desk.session.redo, 8),
            (self.slide, 10),
            (self.row, 8),
            (self.button, 8),
            (self.desk.session.request_hint, 3),
            (self.new_game, 2),
            (self.desk.session.restart, 1),
            (self.tell, 4),
            (self.strategy, 2),
            (self.chances, 2),
            (self.wait, 8),
            (self.desk.has_learned, 8),
        ]
        (act,) = self.draw.choices([step for step, _ in steps], [weight for _, weight in steps])
        self.done.append(act.__name__)
        act()

    def click(self) -> None:
        self.desk.click(self.draw.choice(self.desk.session.game.grid.cells), self.draw.choice((LEFT, RIGHT, MIDDLE)))

    def click_well(self) -> None:
        session = self.desk.session
        cells = set(session.game.grid.cells) - session.game.mines - session.position.clues.keys()
        self.desk.click(self.draw.choice(sorted(cells)) if cells else (0, 0))

    def flag_well(self) -> None:
        if self.desk.session.position.clues:
            self.desk.click(self.draw.choice(sorted(self.desk.session.game.mines)), RIGHT)

    def autoplay(self) -> None:
        self.desk.session.start_autoplay()
        self.desk.qtbot.wait(self.draw.choice((0, 3)))
        self.desk.session.stop_autoplay()

    def undo(self) -> None:
        for _ in range(self.draw.choice((1, 1, 3))):
            self.desk.session.undo()

    def slide(self) -> None:
        keys = (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown)
        self.desk.key(self.desk.timeline.slider, self.draw.choice(keys))

    def row(self) -> None:
        rows = self.desk.log.model.rowCount()
        if rows:
            self.desk.click_row(self.draw.randrange(rows))
            self.desk.key(self.desk.log.table, self.draw.choice((Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End)))

    def button(self) -> None:
        self.desk.press(self.draw.choice(sorted(self.desk.timeline.buttons)))

    def new_game(self) -> None:
        self.desk.session.new_game(seed=self.draw.randrange(1000))

    def tell(self) -> None:
        self.desk.session.set_uses_mine_count(not self.desk.session.uses_mine_count)

    def strategy(self) -> None:
        self.desk.session.set_strategy(self.draw.choice(("cs50", "cs50-count", "exact")))

    def chances(self) -> None:
        self.desk.session.set_chances_enabled(self.draw.random() < 0.5)

    def wait(self) -> None:
        self.desk.qtbot.wait(self.draw.choice((0, 1, 5)))


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("level", ["cs50", "beginner", "intermediate", "tiny"])
def test_a_walk(qtbot: QtBot, difficulty: str, seed: int) -> None:
    desk = Desk(qtbot, Difficulty.custom(3, 4, 2) if difficulty == "tiny" else DIFFICULTIES[difficulty], seed)
    walker = Walker(desk, seed)
    for _ in range(120):
        try:
            walker.step()
            desk.assert_sound()
            assert desk.session.clock.is_running == (desk.session.game.state is State.PLAYING)
        except AssertionError as error:
            error.add_note("after: " + "; ".join(walker.done[-12:]))
            raise
    desk.session.set_chances_enabled(True)
    desk.has_learned()
    desk.has_thought()
    desk.assert_sound()
    chances = desk.session.chances
    if chances is not None:
        assert chances.exact.keys() == desk.session.position.covered
