"""Tests of the search for a board without a guess: it starts with the first reveal, and whoever makes that goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Guesses, MineCountError, Reasoning, State
from minesweeper_qt.model.dealing import no_guess
from minesweeper_qt.model.dealing.no_guess import FoundBoard, HardestStep, hardest_step
from minesweeper_qt.model.game.minesweeper import Layout
from tests.gui.support.waiting import NotYet, WaitingSchedule

FIRST = (4, 4)
SUBSET = HardestStep(Reasoning.SUBSET)


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["beginner"], seed=1)
    made.set_guesses(Guesses.NOT_NEEDED, HardestStep(Reasoning.SUBSET, is_exact=True))
    yield made
    made.shut_down()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Callable[[FoundBoard | Exception], None]:
    """Hold each search back after 140 boards; return a function that lets it end with a board or an error."""
    ends: list[FoundBoard | Exception] = []

    def find_board(*what: object, poll: Callable[[], None], progress: Callable[[int], None]) -> FoundBoard:
        progress(140)
        poll()
        if not ends:
            raise NotYet
        if isinstance(ends[0], Exception):
            raise ends[0]
        return ends[0]

    monkeypatch.setattr(no_guess, "find_board", find_board)
    return ends.append


def hardest(session: GameSession, start: Cell) -> Reasoning | None:
    return hardest_step(Layout.of(session.game.grid, session.game.mines), start)


def test_the_first_reveal_of_the_player_finds_a_board(qtbot: QtBot, session: GameSession) -> None:
    session.player.toggle_flag((8, 8))
    session.player.reveal(FIRST)
    assert session.is_computing
    assert session.is_running
    assert session.view.state is State.READY
    qtbot.waitUntil(lambda: not session.search.is_running)
    assert session.view.state is State.PLAYING
    assert session.game.clues[FIRST] == 0
    assert (8, 8) in session.game.mines_found
    assert hardest(session, FIRST) is Reasoning.SUBSET
    assert session.status.text.endswith("Certified: solvable without a guess; hardest step: subset.")
    assert session.timeline.moves[-1].is_safe
    session.player.reveal(min(session.game.mines - {(8, 8)}))
    assert "Certified" not in session.status.text


@pytest.mark.parametrize("level", ["cs50", "beginner", "intermediate"])
@pytest.mark.parametrize("speed", [0, 64])
def test_auto_play_wins_without_a_guess(
    qtbot: QtBot, session: GameSession, time: WaitingSchedule, level: str, speed: float
) -> None:
    session.set_guesses(Guesses.NOT_NEEDED, SUBSET)
    session.new_game(DIFFICULTIES[level], seed=3)
    session.autoplay.set_speed(speed)
    session.autoplay.start()

    def has_ended() -> bool:
        time.wait(20)
        return not session.autoplay.is_running

    qtbot.waitUntil(has_ended, timeout=60_000)
    assert session.view.state is State.WON
    assert all(turn.is_safe is not False for turn in session.timeline.moves)


def test_a_single_move_of_the_ai_finds_a_board(qtbot: QtBot, session: GameSession) -> None:
    session.autoplay.move()
    qtbot.waitUntil(lambda: len(session.timeline.moves) == 1)
    cell = session.timeline.moves[0].cell
    assert cell is not None
    assert hardest(session, cell) is Reasoning.SUBSET
    assert not session.autoplay.is_pending


def test_a_search_says_how_many_were_tried_and_may_be_given_up_after_two_seconds(
    session: GameSession, time: WaitingSchedule, held: object
) -> None:
    session.player.reveal(FIRST)
    assert session.status.text.startswith("Ready.")
    time.wait(250)
    assert session.status.text == "Looking for a board without a guess: 0 tried."
    time.wait(1500)
    assert not session.search.may_give_up
    time.wait(250)
    assert session.search.may_give_up
    assert session.clock.seconds == 0


@pytest.mark.parametrize("guesses", [Guesses.AS_DEALT, Guesses.FAIR])
def test_a_search_that_is_given_up_opens_the_cell(session: GameSession, held: object, guesses: Guesses) -> None:
    seed = session.game.seed
    session.player.reveal(FIRST)
    session.search.give_up(guesses)
    assert not session.search.is_running
    assert (session.view.state, session.game.rules.guesses, session.game.seed) == (State.PLAYING, guesses, seed)
    session.new_game()
    assert session.game.rules.guesses is Guesses.NOT_NEEDED


def test_an_error_says_why_there_is_no_board(
    qtbot: QtBot, session: GameSession, held: Callable[[object], None]
) -> None:
    held(MineCountError("too many mines"))
    session.player.reveal(FIRST)
    qtbot.waitUntil(lambda: session.search.may_give_up)
    assert session.status.text == "No board without a guess: too many mines."
    assert session.view.state is State.READY


def test_a_board_that_is_too_full_is_refused(qtbot: QtBot, session: GameSession) -> None:
    session.new_game(Difficulty.custom(4, 4, 8))
    session.player.reveal((0, 0))
    qtbot.waitUntil(lambda: session.search.may_give_up)
    assert "9 cells without mines around its first click" in session.status.text


@pytest.mark.parametrize("then", ["stop_computing", "new_game", "restart"])
def test_a_search_ends_with_what_needs_it(qtbot: QtBot, session: GameSession, held: object, then: str) -> None:
    session.player.reveal(FIRST)
    getattr(session, then)()
    assert not session.search.is_running
    assert not session.game.clues
    assert session.view.state is State.READY


def test_another_cell_starts_another_search(qtbot: QtBot, session: GameSession, held: Callable[[object], None]) -> None:
    session.player.reveal(FIRST)
    session.player.reveal((0, 0))
    assert session.search.cell == (0, 0)
    held(FoundBoard(7, Reasoning.CLUE, 140))
    qtbot.waitUntil(lambda: not session.search.is_running)
    assert session.timeline.moves[0].cell == (0, 0)
    assert session.game.seed == 7
