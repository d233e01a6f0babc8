"""Tests of the whole window with agents that fail: the game goes on without them, and the status says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minesweeper_qt.model import Cell, State
from tests.gui.support.window_checks import assert_moment_is_shown, assert_sound
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, NOTHING, RIGHT, Key, MakePlayer, Player
from tests.model.support.agents import PlainAgent, PlainSentence, failing_after

pytestmark = pytest.mark.slow


class Unmakeable(PlainAgent):
    """Can't be made."""

    def __init__(self, height: int, width: int, *, total_mines: int | None = None, seed: int | None = None) -> None:
        raise OSError("no file")


class OffTheBoard(PlainAgent):
    """Moves off the board."""

    def make_safe_move(self) -> Cell | None:
        return (-1, 99)


class WithTexts(PlainAgent):
    """States counts as texts."""

    def add_knowledge(self, cell: Cell, count: int) -> None:
        super().add_knowledge(cell, count)
        self.knowledge.append(PlainSentence([cell], "one"))  # type: ignore[arg-type]


FAILING: dict[str, tuple[Callable[[], type[PlainAgent]], str]] = {
    "unmakeable": (lambda: Unmakeable, "the agent raised OSError: no file"),
    "third clue": (lambda: failing_after(2, lambda: ValueError("a mistake")), "the agent raised ValueError: a mistake"),
    "off the board": (lambda: OffTheBoard, "the agent's move (-1, 99) is off the board"),
    "texts": (lambda: WithTexts, "the count of a sentence is 'one'"),
}


def check(player: Player) -> None:
    assert_moment_is_shown(player)
    if player.session.timeline.is_live:
        assert_sound(player)


def failed(player: Player) -> bool:
    return player.session.playthrough.failure is not None


@pytest.fixture(params=FAILING)
def failing(request: pytest.FixtureRequest, make_player: MakePlayer) -> tuple[Player, str]:
    """A game of the course with an agent that fails, and a part of the reason."""
    make_agent, reason = FAILING[request.param]
    return make_player("cs50", seed=1, make_agent=make_agent()), reason


def test_the_ai_says_why_it_makes_no_move_and_the_game_goes_on(failing: tuple[Player, str]) -> None:
    player, reason = failing
    for _ in range(3):
        player.click(player.free())
        check(player)
    moves = len(player.session.timeline.moves)
    assert moves == 3
    player.key(Key.Key_A)
    player.qtbot.waitUntil(lambda: failed(player))
    player.wait_until_learned()
    player.qtbot.waitUntil(lambda: not (player.session.autoplay.is_running or player.session.autoplay.is_pending))
    assert reason.casefold() in player.status.casefold()
    assert len(player.session.timeline.moves) == moves
    check(player)
    # Again: it says the same and waits for nothing.
    player.click(player.mine(), RIGHT)
    player.key(Key.Key_A)
    player.qtbot.waitUntil(lambda: not (player.session.autoplay.is_running or player.session.autoplay.is_pending))
    assert reason.casefold() in player.status.casefold()
    # Flags, hints, chances, proofs and earlier moments work as before.
    player.key(Key.Key_H)
    player.qtbot.waitUntil(lambda: "int" in player.status)
    player.wait_until_computed()
    player.key(Key.Key_R)
    player.wait_until_computed()
    check(player)
    player.key(Key.Key_Z, CTRL)
    check(player)
    player.key(Key.Key_End, ALT)
    check(player)
    # The player can win alone.
    player.flag(player.game.mines - player.game.mines_found)
    assert player.game.state is State.WON
    check(player)
    player.key(Key.Key_Z, CTRL)
    check(player)


def test_each_game_has_an_agent_of_its_own(make_player: MakePlayer) -> None:
    made: list[PlainAgent] = []

    def make_agent(height: int, width: int) -> PlainAgent:
        # Only the first one fails.
        kind = PlainAgent if made else failing_after(1, lambda: ValueError("a mistake"))
        made.append(kind(height, width))
        return made[-1]

    player = make_player("cs50", seed=1, make_agent=make_agent)
    player.click(player.free())
    player.click(player.free())
    assert failed(player)
    assert "a mistake" in player.status
    player.key(Key.Key_N, CTRL)
    assert not failed(player)
    assert "a mistake" not in player.status
    player.click(player.free())
    player.key(Key.Key_A)
    player.qtbot.waitUntil(lambda: len(player.session.timeline.moves) == 2)
    player.wait_until_learned()
    check(player)
    assert len(made) == 2


@pytest.mark.parametrize("goes_back", [False, True])
@pytest.mark.parametrize("key", [Key.Key_M, Key.Key_R])
def test_another_agent_for_the_same_game_may_do_better(make_player: MakePlayer, key: Key, goes_back: bool) -> None:
    made: list[PlainAgent] = []

    def make_agent(height: int, width: int) -> PlainAgent:
        kind = PlainAgent if made else failing_after(1, lambda: ValueError("a mistake"))
        made.append(kind(height, width))
        return made[-1]

    player = make_player("cs50", seed=1, make_agent=make_agent)
    player.click(player.free())
    player.click(player.free())
    assert failed(player)
    if goes_back:
        player.key(Key.Key_Z, CTRL)
    player.key(key, CTRL if key is Key.Key_R else NOTHING)
    player.wait_until_learned()
    assert not failed(player)
    assert "a mistake" not in player.status
    player.key(Key.Key_End, ALT)
    assert "a mistake" not in player.status
    assert player.session.playthrough.snapshot.moves_made == player.game.clues.keys()
    check(player)


def test_an_agent_that_fails_while_auto_play_runs_stops_it(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1, make_agent=failing_after(4, lambda: ValueError("a mistake")))
    player.autoplay(position=6)
    assert failed(player) or player.game.state.is_over
    assert player.session.playthrough.snapshot.moves_made <= player.game.clues.keys()
    if failed(player):
        assert "a mistake" in player.status
    check(player)


def test_an_agent_that_is_wrong_loses_and_shows_what_it_thought(make_player: MakePlayer) -> None:
    class Wrong(PlainAgent):
        """Says of each mine that it is safe, and of each safe cell that it is a mine, and states nonsense."""

        def add_knowledge(self, cell: Cell, count: int) -> None:
            self.moves_made.append(cell)
            self.safes = [(i, 0) for i in range(self.height)]
            self.mines = [(i, 7) for i in range(len(self.moves_made) % 3, self.height)]
            self.knowledge = [PlainSentence([(0, 0), (0, 1)], 7), PlainSentence([(1, 1)], -3)]

    player = make_player("cs50", seed=1, make_agent=Wrong)
    for _ in range(4):
        player.click(player.free())
        assert_moment_is_shown(player)
    assert player.rows()
    for name in ("known", "overlay", "log"):
        player.action(name).trigger()
    player.key(Key.Key_H)
    player.wait_until_computed()
    player.window.knowledge_panel.knowledge_text()
    for cell in ((0, 0), (1, 1), (0, 7), (3, 3)):
        player.window.inspector.why(cell)
        player.qtbot.waitUntil(lambda: not player.session.explanations.is_explaining)
    player.key(Key.Key_Z, CTRL)
    assert_moment_is_shown(player)
    player.key(Key.Key_End, ALT)
    player.view.setFocus()
    player.autoplay(position=7)
    assert_moment_is_shown(player)


def test_the_reason_is_given_once_at_each_moment(make_player: MakePlayer) -> None:
    player = make_player("cs50", seed=1, make_agent=failing_after(1, lambda: ValueError("a mistake")))
    for _ in range(3):
        player.click(player.free())
    assert player.status.count("a mistake") == 1
    for key, modifier in (
        (Key.Key_Z, CTRL),
        (Key.Key_Z, CTRL),
        (Key.Key_End, ALT),
        (Key.Key_Z, CTRL),
        (Key.Key_End, ALT),
    ):
        player.key(key, modifier)
        assert player.status.count("a mistake") == 1, player.status
    player.key(Key.Key_R)
    player.wait_until_computed()
    assert player.status.count("a mistake") == 1


class Lazy(PlainAgent):
    """Never moves."""

    def make_safe_move(self) -> Cell | None:
        return None

    def make_random_move(self) -> Cell | None:
        return None


class Narrow(PlainAgent):
    """Moves to the first covered cell, whether or not it has a flag."""

    def make_safe_move(self) -> Cell | None:
        return None

    def make_random_move(self) -> Cell | None:
        cells = ((i, j) for i in range(self.height) for j in range(self.width))
        return next(cell for cell in cells if cell not in self.moves_made)


class Numbers(PlainAgent):
    """Moves to a pair of texts."""

    def make_safe_move(self) -> Cell | None:
        return ("0", "1")  # type: ignore[return-value]


@pytest.mark.parametrize("make_agent", [Lazy, Narrow, Numbers])
@pytest.mark.parametrize("key", [Key.Key_A, AUTOPLAY])
def test_strange_moves_neither_break_nor_hang_anything(
    make_player: MakePlayer, make_agent: type[PlainAgent], key: Key
) -> None:
    player = make_player("cs50", seed=1, make_agent=make_agent)
    player.window.speed_slider.setValue(7)
    player.click(player.free())
    player.flag(player.around((0, 0)) - player.game.clues.keys())
    player.key(key)
    player.qtbot.waitUntil(lambda: not (player.session.autoplay.is_running or player.session.autoplay.is_pending))
    player.wait_until_learned()
    assert player.status
    assert_moment_is_shown(player)
