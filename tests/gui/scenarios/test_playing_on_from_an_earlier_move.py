"""Tests of playing on from an earlier move: a branch is requested first, then the later moves are discarded."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State, Verb
from tests.gui.support.session_views import LEFT, RIGHT, Key, SessionViews
from tests.gui.support.windows import MIDDLE


@pytest.fixture
def views(qtbot: QtBot) -> SessionViews:
    """An Intermediate game of nine moves, of which the sixth is shown."""
    views = SessionViews(qtbot, "intermediate", seed=1)
    views.click((8, 8))
    views.wait_until_learned()
    views.play(8)
    views.session.show_move(6)
    return views


def snapshot(views: SessionViews) -> tuple[object, ...]:
    game = views.session.game
    return dict(game.clues), set(game.mines_found), game.state, list(game.history), views.session.shown_move


def covered(views: SessionViews) -> Cell:
    """Return the first cell without a mine that is covered at the shown moment."""
    session = views.session
    return min(set(session.game.grid.cells) - session.game.mines - session.position.clues.keys())


INTENTS: dict[str, Callable[[SessionViews], object]] = {
    "reveal": lambda views: views.click(covered(views)),
    "flag": lambda views: views.click(covered(views), RIGHT),
    "ai move": lambda views: views.session.ai_move(),
    "autoplay": lambda views: views.session.start_autoplay(),
}


@pytest.mark.parametrize("name", INTENTS)
def test_an_intent_to_play_requests_a_branch_and_plays_nothing(views: SessionViews, name: str) -> None:
    before = snapshot(views)
    INTENTS[name](views)
    assert views.branch_requests == 1
    assert snapshot(views) == before
    views.session.cancel_intent()
    assert snapshot(views) == before
    assert not views.session.is_autoplaying
    views.assert_sound()


def test_autoplay_is_not_shown_as_running_before_the_branch(views: SessionViews) -> None:
    emitted: list[bool] = []
    views.session.autoplay_changed.connect(emitted.append)
    views.session.start_autoplay()
    assert emitted == [False]
    views.session.branch()
    assert emitted == [False, True]
    views.session.stop_autoplay()


@pytest.mark.slow
@pytest.mark.parametrize("name", INTENTS)
def test_the_intent_is_played_after_the_branch(views: SessionViews, name: str) -> None:
    kept = list(views.session.moves[:6])
    INTENTS[name](views)
    views.session.branch()
    views.qtbot.waitUntil(lambda: len(views.session.moves) > 6)
    assert list(views.session.moves[:6]) == kept
    if name == "autoplay":
        assert views.session.is_autoplaying
        views.session.stop_autoplay()
    views.wait_until_learned()
    assert views.session.is_live
    verbs = {"reveal": Verb.REVEAL, "flag": Verb.FLAG, "ai move": Verb.REVEAL, "autoplay": Verb.REVEAL}
    assert views.session.moves[6].verb is verbs[name]
    views.assert_sound()


@pytest.mark.slow
def test_without_then_play_the_intent_is_dropped(views: SessionViews) -> None:
    views.click(covered(views))
    views.session.branch(then_play=False)
    views.wait_until_learned()
    assert len(views.session.moves) == 6
    views.assert_sound()


@pytest.mark.slow
def test_the_button_requests_a_branch_without_an_intent(views: SessionViews) -> None:
    views.press("branch")
    assert views.branch_requests == 1
    views.session.branch()
    views.wait_until_learned()
    assert len(views.session.moves) == 6
    assert views.session.status == "The game goes on after move 6."
    views.assert_sound()


def test_an_intent_is_dropped_when_another_moment_is_shown(views: SessionViews) -> None:
    views.click(covered(views))
    views.press("back")
    views.session.branch()
    views.wait_until_learned()
    assert len(views.session.moves) == 5


def test_the_latest_move_has_nothing_to_branch_from(views: SessionViews) -> None:
    views.session.show_live()
    before = snapshot(views)
    views.session.request_branch()
    views.session.branch()
    assert views.branch_requests == 0
    assert snapshot(views) == before


def test_a_forbidden_move_is_explained_and_requests_no_branch(views: SessionViews) -> None:
    cell = covered(views)
    views.session.branch()
    views.click(cell, RIGHT)
    views.click(views.free())
    views.session.show_move(7)
    views.click(cell)
    assert "has a flag" in views.session.status
    number = min(at for at, clue in views.session.position.clues.items() if clue)
    views.session.chord(number)
    assert views.session.status.startswith("Not possible: the clue is")
    zero = min(
        at
        for at, clue in views.session.position.clues.items()
        if views.session.neighbours(at) <= views.session.position.clues.keys()
    )
    views.session.chord(zero)
    assert views.session.status == "Nothing to reveal there."
    assert views.branch_requests == 0
    views.assert_sound()


def test_the_fatal_click_can_be_taken_back(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "beginner", seed=1)
    views.click((4, 4))
    views.wait_until_learned()
    mines = views.session.game.mines
    fatal = views.lose()
    seconds = views.session.seconds
    assert not views.session.clock.is_running
    views.session.undo()
    views.assert_sound()
    views.click(fatal, RIGHT)
    assert views.branch_requests == 1
    views.session.branch()
    views.wait_until_learned()
    assert views.session.state is State.PLAYING
    assert views.session.game.mines == mines
    assert views.session.game.mines_found == {fatal}
    assert views.session.clock.is_running
    assert views.session.seconds >= seconds
    views.assert_sound()
    while not views.session.state.is_over:
        views.click(views.free())
    assert views.session.state is State.WON
    views.wait_until_learned()
    views.assert_sound()


def test_the_time_goes_on_from_where_it_stood(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "beginner", seed=1)
    views.click((4, 4))
    views.session.clock.seconds = 35
    views.session.clock.stop()
    views.session.clock.seconds = 35
    views.lose()
    views.session.undo()
    views.session.branch()
    assert views.session.clock.is_running
    views.session.clock.tick()
    assert views.session.seconds == 35


@pytest.mark.slow
def test_a_branch_before_the_first_click_is_the_same_board_from_its_start(views: SessionViews) -> None:
    mines = views.session.game.mines
    views.press("first")
    views.session.branch()
    assert views.session.state is State.READY
    assert not views.session.clock.is_running
    assert views.session.seconds == 0
    assert views.session.game.mines == mines
    views.assert_sound()
    views.click(min(mines))
    assert views.session.state is State.LOST


def test_a_won_game_can_be_played_on_from_before_its_end(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, "beginner", seed=1)
    views.click((4, 4))
    while not views.session.state.is_over:
        views.click(views.free())
    views.session.undo()
    assert not views.session.position.flags, "those that the end put on the mines"
    views.session.branch()
    views.wait_until_learned()
    assert views.session.state is State.PLAYING
    views.assert_sound()


def test_the_log_loses_the_rows_that_were_discarded(views: SessionViews) -> None:
    removed: list[tuple[int, int]] = []
    views.log.model.rowsRemoved.connect(lambda _, first, last: removed.append((first, last)))
    views.log.model.modelReset.connect(lambda: removed.append((-1, -1)))
    views.session.branch()
    assert removed == [(6, 8)]
    views.assert_sound()


@pytest.mark.slow
def test_a_big_board_branches_and_learns_again_in_slices(qtbot: QtBot) -> None:
    views = SessionViews(qtbot, Difficulty.custom(60, 60, 20), seed=1)
    views.click((30, 30))
    views.wait_until_learned()
    views.click(views.free(), RIGHT)
    views.click(views.free())
    views.session.show_move(2)
    views.session.branch()
    assert views.session.is_learning
    views.session.ai_move()
    views.wait_until_learned()
    views.qtbot.waitUntil(lambda: len(views.session.moves) == 3)
    views.wait_until_learned()
    views.assert_sound()


# -- long random games


class RandomPlayer:
    """Plays, goes back and branches at random, and keeps a list of what it did in ``done``."""

    def __init__(self, views: SessionViews, seed: int) -> None:
        self.views = views
        self.draw = random.Random(seed)
        self.done: list[str] = []
        views.session.branch_requested.connect(self.answer)
        views.session.set_speed(0)

    def answer(self) -> None:
        answer = self.draw.choice(("yes", "yes", "only branch", "no", "later"))
        self.done.append(f"answer {answer}")
        if answer in ("yes", "only branch"):
            self.views.session.branch(answer == "yes")
        elif answer == "no":
            self.views.session.cancel_intent()

    def step(self) -> None:
        steps: list[tuple[Callable[[], object], int]] = [
            (self.click, 12),
            (self.click_well, 20),
            (self.flag_well, 8),
            (self.views.session.ai_move, 14),
            (self.autoplay, 3),
            (self.undo, 14),
            (self.views.session.redo, 8),
            (self.slide, 10),
            (self.row, 8),
            (self.button, 8),
            (self.views.session.request_hint, 3),
            (self.new_game, 2),
            (self.views.session.restart, 1),
            (self.toggle_mine_count, 4),
            (self.strategy, 2),
            (self.chances, 2),
            (self.wait, 8),
            (self.views.wait_until_learned, 8),
        ]
        (act,) = self.draw.choices([step for step, _ in steps], [weight for _, weight in steps])
        self.done.append(act.__name__)
        act()

    def click(self) -> None:
        self.views.click(self.draw.choice(self.views.session.game.grid.cells), self.draw.choice((LEFT, RIGHT, MIDDLE)))

    def click_well(self) -> None:
        session = self.views.session
        cells = set(session.game.grid.cells) - session.game.mines - session.position.clues.keys()
        self.views.click(self.draw.choice(sorted(cells)) if cells else (0, 0))

    def flag_well(self) -> None:
        if self.views.session.position.clues:
            self.views.click(self.draw.choice(sorted(self.views.session.game.mines)), RIGHT)

    def autoplay(self) -> None:
        self.views.session.start_autoplay()
        self.views.qtbot.wait(self.draw.choice((0, 3)))
        self.views.session.stop_autoplay()

    def undo(self) -> None:
        for _ in range(self.draw.choice((1, 1, 3))):
            self.views.session.undo()

    def slide(self) -> None:
        keys = (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown)
        self.views.key(self.views.timeline.slider, self.draw.choice(keys))

    def row(self) -> None:
        rows = self.views.log.model.rowCount()
        if rows:
            self.views.click_row(self.draw.randrange(rows))
            self.views.key(
                self.views.log.table, self.draw.choice((Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End))
            )

    def button(self) -> None:
        self.views.press(self.draw.choice(sorted(self.views.timeline.buttons)))

    def new_game(self) -> None:
        self.views.session.new_game(seed=self.draw.randrange(1000))

    def toggle_mine_count(self) -> None:
        self.views.session.set_uses_mine_count(not self.views.session.uses_mine_count)

    def strategy(self) -> None:
        self.views.session.set_strategy(self.draw.choice(("cs50", "cs50-count", "exact")))

    def chances(self) -> None:
        self.views.session.set_chances_enabled(self.draw.random() < 0.5)

    def wait(self) -> None:
        self.views.qtbot.wait(self.draw.choice((0, 1, 5)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("difficulty", ["cs50", "beginner", "intermediate", "tiny"])
def test_random_play_stays_consistent(qtbot: QtBot, difficulty: str, seed: int) -> None:
    views = SessionViews(qtbot, Difficulty.custom(3, 4, 2) if difficulty == "tiny" else DIFFICULTIES[difficulty], seed)
    random_player = RandomPlayer(views, seed)
    for _ in range(120):
        try:
            random_player.step()
            views.assert_sound()
            assert views.session.clock.is_running == (views.session.game.state is State.PLAYING)
        except AssertionError as error:
            error.add_note("after: " + "; ".join(random_player.done[-12:]))
            raise
    views.session.set_chances_enabled(True)
    views.wait_until_learned()
    views.wait_until_computed()
    views.assert_sound()
    chances = views.session.chances
    if chances is not None:
        assert chances.exact.keys() == views.session.position.covered
