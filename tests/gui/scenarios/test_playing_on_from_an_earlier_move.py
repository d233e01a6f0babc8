"""Tests of playing on from an earlier move: a branch is requested first, then the later moves are discarded."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.autoplay import SLICE
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State, Verb
from tests.gui.support.session_views import LEFT, RIGHT, Key, SessionViews
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import MIDDLE


@pytest.fixture
def views(qtbot: QtBot) -> SessionViews:
    """An Intermediate game of nine moves, of which the sixth is shown."""
    views = SessionViews(qtbot, "intermediate", seed=1)
    views.click((8, 8))
    views.wait_until_learned()
    views.play(8)
    views.session.timeline.show_move(6)
    return views


def snapshot(views: SessionViews) -> tuple[object, ...]:
    game = views.session.game
    return dict(game.clues), set(game.mines_found), game.state, list(game.history), views.session.timeline.shown_move


def covered(views: SessionViews) -> Cell:
    """Return the first cell without a mine that is covered at the shown moment."""
    session = views.session
    return min(set(session.game.grid.cells) - session.game.mines - session.view.position.clues.keys())


INTENTS: dict[str, Callable[[SessionViews], object]] = {
    "reveal": lambda views: views.click(covered(views)),
    "flag": lambda views: views.click(covered(views), RIGHT),
    "ai move": lambda views: views.session.autoplay.move(),
    "autoplay": lambda views: views.session.autoplay.start(),
}


def test_an_intent_to_play_requests_a_branch_and_plays_nothing(views: SessionViews) -> None:
    before = snapshot(views)
    for number, intend in enumerate(INTENTS.values(), 1):
        intend(views)
        assert views.branch_requests == number
        assert snapshot(views) == before
        views.session.timeline.cancel_intent()
        assert snapshot(views) == before
        assert not views.session.autoplay.is_running
        views.assert_sound()
    views.session.timeline.show_live()
    before = snapshot(views)
    views.session.timeline.request_branch()
    views.session.branch()
    assert views.branch_requests == number, "the latest move has nothing to branch from"
    assert snapshot(views) == before


def test_autoplay_is_not_shown_as_running_before_the_branch(views: SessionViews) -> None:
    views.session.autoplay.start()
    assert not views.session.view.runs
    views.session.branch()
    assert views.session.view.runs
    views.session.stop_autoplay()


@pytest.mark.slow
@pytest.mark.parametrize("name", INTENTS)
def test_the_intent_is_played_after_the_branch(views: SessionViews, name: str) -> None:
    kept = list(views.session.timeline.moves[:6])
    INTENTS[name](views)
    views.session.branch()
    views.qtbot.waitUntil(lambda: len(views.session.timeline.moves) > 6)
    assert list(views.session.timeline.moves[:6]) == kept
    if name == "autoplay":
        assert views.session.autoplay.is_running
        views.session.stop_autoplay()
    views.wait_until_learned()
    assert views.session.timeline.is_live
    verbs = {"reveal": Verb.REVEAL, "flag": Verb.FLAG, "ai move": Verb.REVEAL, "autoplay": Verb.REVEAL}
    assert views.session.timeline.moves[6].verb is verbs[name]
    views.assert_sound()


@pytest.mark.slow
def test_a_branch_without_an_intent_plays_nothing(views: SessionViews) -> None:
    removed: list[tuple[int, int]] = []
    views.log.model.rowsRemoved.connect(lambda _, first, last: removed.append((first, last)))
    views.log.model.modelReset.connect(lambda: removed.append((-1, -1)))
    views.press("branch")
    assert views.branch_requests == 1
    views.session.branch()
    views.wait_until_learned()
    assert len(views.session.timeline.moves) == 6
    assert views.session.status.text == "The game goes on after move 6."
    assert removed == [(6, 8)]
    views.assert_sound()
    views.session.timeline.show_move(5)
    views.click(covered(views))
    views.session.branch(then_play=False)
    views.wait_until_learned()
    assert len(views.session.timeline.moves) == 5
    views.assert_sound()
    views.session.timeline.show_move(4)
    views.click(covered(views))
    views.press("back")
    views.session.branch()
    views.wait_until_learned()
    assert len(views.session.timeline.moves) == 3, "the intent was dropped when another moment was shown"


def test_the_hint_of_an_earlier_move_is_still_a_hint_after_the_branch(views: SessionViews) -> None:
    views.session.request_hint()
    views.wait_until_computed()
    assert views.session.view.hint is not None
    views.click(views.session.view.hint)
    views.session.branch()
    assert len(views.session.timeline.moves) == 7
    assert views.session.timeline.moves[6].is_hint
    assert views.session.view.hint is None
    views.click(covered(views))
    assert not views.session.timeline.moves[7].is_hint


def test_a_forbidden_move_is_explained_and_requests_no_branch(views: SessionViews) -> None:
    cell = covered(views)
    views.session.branch()
    views.click(cell, RIGHT)
    views.click(views.free())
    views.session.timeline.show_move(7)
    views.click(cell)
    assert "has a flag" in views.session.status.text
    number = min(at for at, clue in views.session.view.position.clues.items() if clue)
    views.session.player.chord(number)
    assert views.session.status.text.startswith("Not possible: the 2 needs")
    zero = min(
        at
        for at, clue in views.session.view.position.clues.items()
        if views.session.view.board.neighbours(at) <= views.session.view.position.clues.keys()
    )
    views.session.player.chord(zero)
    assert views.session.status.text == "Nothing to reveal there."
    assert views.branch_requests == 0
    views.assert_sound()


# -- long random games


class RandomPlayer:
    """Plays, goes back and branches at random, and keeps a list of what it did in ``done``."""

    def __init__(self, views: SessionViews, seed: int) -> None:
        self.views = views
        self.draw = random.Random(seed)
        self.done: list[str] = []
        views.session.timeline.branch_requested.connect(self.answer)
        views.session.autoplay.set_speed(0)

    def answer(self) -> None:
        answer = self.draw.choice(("yes", "yes", "only branch", "no", "later"))
        self.done.append(f"answer {answer}")
        if answer in ("yes", "only branch"):
            self.views.session.branch(answer == "yes")
        elif answer == "no":
            self.views.session.timeline.cancel_intent()

    def step(self) -> None:
        steps: list[tuple[Callable[[], object], int]] = [
            (self.click, 12),
            (self.click_well, 20),
            (self.flag_well, 8),
            (self.views.session.autoplay.move, 14),
            (self.autoplay, 3),
            (self.undo, 14),
            (self.views.session.timeline.redo, 8),
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
        cells = set(session.game.grid.cells) - session.game.mines - session.view.position.clues.keys()
        self.views.click(self.draw.choice(sorted(cells)) if cells else (0, 0))

    def flag_well(self) -> None:
        if self.views.session.view.position.clues:
            self.views.click(self.draw.choice(sorted(self.views.session.game.mines)), RIGHT)

    def autoplay(self) -> None:
        self.views.session.autoplay.start()
        for _ in range(self.draw.choice((0, 3))):
            QCoreApplication.processEvents()
        self.views.session.stop_autoplay()

    def undo(self) -> None:
        for _ in range(self.draw.choice((1, 1, 3))):
            self.views.session.timeline.undo()

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
        self.views.session.autoplay.set_uses_mine_count(not self.views.session.playthrough.uses_mine_count)

    def strategy(self) -> None:
        self.views.session.autoplay.set_strategy(self.draw.choice(("cs50", "cs50-count", "cs50-overlap", "exact")))

    def chances(self) -> None:
        self.views.session.set_chances_enabled(self.draw.random() < 0.5)

    def wait(self) -> None:
        for _ in range(self.draw.choice((1, 2, 8))):
            QCoreApplication.processEvents()


def play_at_random(views: SessionViews, seed: int, steps: int) -> None:
    """Perform random steps, with everything checked after each; wait for all answers, and check the whole history."""
    random_player = RandomPlayer(views, seed)
    try:
        for _ in range(steps):
            random_player.step()
            views.assert_sound()
            assert views.session.clock.is_running == (views.session.game.state is State.PLAYING)
            assert views.session.timeline.is_live or not views.session.autoplay.is_pending
        views.session.set_chances_enabled(True)
        views.qtbot.waitUntil(lambda: not views.session.autoplay.is_pending, timeout=30_000)
        views.wait_until_learned()
        views.wait_until_computed()
        views.assert_sound()
        views.assert_history_is_as_learned()
    except AssertionError as error:
        error.add_note("after: " + "; ".join(random_player.done[-12:]))
        raise
    chances = views.session.view.chances
    if chances is not None:
        assert chances.exact.keys() == views.session.view.position.covered


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("difficulty", ["cs50", "beginner", "intermediate", "tiny"])
def test_random_play_stays_consistent(qtbot: QtBot, difficulty: str, seed: int) -> None:
    views = SessionViews(qtbot, Difficulty.custom(3, 4, 2) if difficulty == "tiny" else DIFFICULTIES[difficulty], seed)
    play_at_random(views, seed, steps=120)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("difficulty", ["cs50", "beginner", "tiny"])
@pytest.mark.parametrize("seconds_a_look", [SLICE / 3, 1])
def test_random_play_while_the_agent_learns_in_parts_stays_consistent(
    qtbot: QtBot, time: WaitingSchedule, seconds_a_look: float, difficulty: str, seed: int
) -> None:
    time.seconds_a_look = seconds_a_look
    level = Difficulty.custom(3, 4, 2) if difficulty == "tiny" else DIFFICULTIES[difficulty]
    play_at_random(SessionViews(qtbot, level, seed), seed, steps=120)


@pytest.mark.slow
@pytest.mark.parametrize("seconds_a_look", [SLICE / 3, 1])
def test_short_random_play_while_the_agent_learns_in_parts_stays_consistent(
    qtbot: QtBot, time: WaitingSchedule, seconds_a_look: float
) -> None:
    time.seconds_a_look = seconds_a_look
    play_at_random(SessionViews(qtbot, "cs50", seed=7), seed=7, steps=50)
