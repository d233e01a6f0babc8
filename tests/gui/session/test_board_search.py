"""Tests of the search for a board without a guess: it starts with the first reveal, and whoever makes that goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import (
    CLASSIC_RULES,
    DIFFICULTIES,
    Cell,
    Difficulty,
    FirstClick,
    Guesses,
    History,
    MineCountError,
    Minesweeper,
    Reasoning,
    State,
)
from minesweeper_qt.model.dealing import no_guess
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.dealing.no_guess import FoundBoard, HardestStep, hardest_step
from minesweeper_qt.model.game.minesweeper import Layout
from minesweeper_qt.model.play.history import Help
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


# -- what follows from the board


@pytest.fixture
def certified(qtbot: QtBot, session: GameSession, time: WaitingSchedule) -> GameSession:
    """A game that needs the level overlap, played by the AI until its three rules are stuck."""
    session.set_guesses(Guesses.NOT_NEEDED, HardestStep(Reasoning.OVERLAP, is_exact=True))
    session.new_game(DIFFICULTIES["intermediate"], seed=5)
    session.player.reveal((8, 8))
    qtbot.waitUntil(lambda: not session.search.is_running and not session.is_learning)
    while session.view.picker().make_safe_move() is not None:
        session.autoplay.move()
        qtbot.waitUntil(lambda: not session.is_learning and not session.autoplay.is_pending)
    assert not session.view.state.is_over
    return session


def test_a_hint_names_the_least_level_that_goes_on_and_one_way_is_shown_by_the_timeline(
    qtbot: QtBot, certified: GameSession
) -> None:
    certified.request_hint()
    qtbot.waitUntil(lambda: certified.view.hint is not None)
    assert "is safe: level overlap goes on" in certified.status.text
    assert certified.view.hint is not None
    assert not certified.game.is_mine(certified.view.hint)
    # One way is shown by the timeline.
    certified.autoplay.set_strategy("exact")
    certified.autoplay.set_speed(0)
    certified.autoplay.start()
    qtbot.waitUntil(lambda: not certified.autoplay.is_running, timeout=60_000)
    qtbot.waitUntil(lambda: certified.search.certified_level is not None)
    assert certified.search.certified_level is Reasoning.OVERLAP
    mines, own = certified.game.mines, certified.game
    certified.toggle_one_way()
    qtbot.waitUntil(lambda: certified.timeline.shown_move == 1, timeout=60_000)
    moves = certified.timeline.moves
    assert certified.game.state is State.WON
    assert certified.game.mines == mines
    assert all(turn.is_safe for turn in moves)
    assert certified.help.had & Help.KNOWN_BOARD
    assert certified.shows_one_way
    certified.toggle_one_way()
    assert certified.game is own
    assert not certified.shows_one_way


def test_one_way_by_the_rules_of_the_course_ends_with_the_flags(qtbot: QtBot, session: GameSession) -> None:
    session.set_guesses(Guesses.NOT_NEEDED, SUBSET)
    session.new_game(DIFFICULTIES["cs50"], seed=2)
    session.autoplay.set_speed(0)
    session.autoplay.start()
    qtbot.waitUntil(lambda: session.search.certified_level is not None and not session.autoplay.is_running)
    session.toggle_one_way()
    qtbot.waitUntil(lambda: session.shows_one_way)
    assert session.game.state is State.WON


def test_what_says_that_it_needs_no_guess_and_is_wrong_is_taken_as_dealt(qtbot: QtBot, session: GameSession) -> None:
    # Nobody can know which of the two cells at the end is the mine.
    rules = replace(CLASSIC_RULES, guesses=Guesses.NOT_NEEDED)
    game = Minesweeper(2, 6, 2, rules=rules, layout_mines=[(0, 2), (0, 5)])
    session.open(game, History(game))
    session.player.reveal((0, 0))
    qtbot.waitUntil(lambda: not session.worker.is_computing)
    assert game.rules.guesses is Guesses.AS_DEALT


def test_a_preference_changes_no_game_that_was_opened(session: GameSession) -> None:
    rules = replace(CLASSIC_RULES, guesses=Guesses.FAIR)
    for given in (None, [(0, 2), (0, 5)]):
        game = Minesweeper(2, 6, 2, rules=rules, seed=None if given else 1, layout_mines=given, dealer=FairDealer())
        session.open(game)
        session.set_first_click(FirstClick.OPENING)
        session.set_guesses(Guesses.NOT_NEEDED, SUBSET)
        assert session.game is game


def test_another_strategy_drops_the_move_that_waits_for_a_board(session: GameSession, held: object) -> None:
    session.autoplay.move()
    assert session.search.is_running
    session.autoplay.set_strategy("exact")
    assert not session.search.is_running


def test_the_same_click_and_another_speed_leave_the_search_alone(
    qtbot: QtBot, session: GameSession, time: WaitingSchedule, held: object
) -> None:
    session.player.reveal(FIRST)
    time.wait(2250)
    session.player.reveal(FIRST)
    assert session.search.may_give_up
    session.autoplay.start()
    qtbot.waitUntil(lambda: session.search.is_running and session.search.cell != FIRST)
    cell = session.search.cell
    session.autoplay.set_speed(1)
    assert session.search.cell == cell


def test_escape_says_that_the_search_is_stopped(session: GameSession, time: WaitingSchedule, held: object) -> None:
    shown: list[str] = []
    session.status.changed.connect(lambda: shown.append(session.status.text))
    session.player.reveal(FIRST)
    time.wait(500)
    session.stop_computing()
    assert shown[-1] == "Stopped thinking."
