"""Tests of a session with agents that fail or move strangely: the game goes on, and the status says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minesweeper_qt.model import Cell, State
from tests.gui.support.played import MakePlayed, Played, make_played
from tests.model.support.agents import PlainAgent, PlainSentence, failing_after

__all__ = ["make_played"]  # a fixture


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


class Lazy(PlainAgent):
    """Never moves."""

    def make_safe_move(self) -> Cell | None:
        return None

    def make_random_move(self) -> Cell | None:
        return None


class Narrow(Lazy):
    """Moves to the first covered cell, whether or not it has a flag."""

    def make_random_move(self) -> Cell | None:
        cells = ((i, j) for i in range(self.height) for j in range(self.width))
        return next(cell for cell in cells if cell not in self.moves_made)


class Numbers(PlainAgent):
    """Moves to a pair of texts."""

    def make_safe_move(self) -> Cell | None:
        return ("0", "1")  # type: ignore[return-value]


FAILING: dict[str, tuple[Callable[[], type[PlainAgent]], str]] = {
    "unmakeable": (lambda: Unmakeable, "The agent raised OSError: no file"),
    "third clue": (lambda: failing_after(2, lambda: ValueError("a mistake")), "The agent raised ValueError: a mistake"),
    "off the board": (lambda: OffTheBoard, "The agent's move (-1, 99) is off the board"),
    "texts": (lambda: WithTexts, "The count of a sentence is 'one'"),
}


@pytest.mark.parametrize("kind", FAILING)
def test_the_ai_says_why_it_makes_no_move_and_the_player_can_win_alone(make_played: MakePlayed, kind: str) -> None:
    make_agent, reason = FAILING[kind]
    played = make_played("cs50", seed=1, make_agent=make_agent())
    for _ in range(3):
        played.click(played.free())
    for play in (played.move, played.run):
        play()
        assert played.session.playthrough.failure is not None
        assert played.status.startswith("The AI makes no move.")
        assert reason in played.status
        assert len(played.session.timeline.moves) == 3
    for mine in sorted(played.game.mines):
        played.session.player.toggle_flag(mine)
    assert played.game.state is State.WON


CHANGES: dict[str, Callable[[Played], object]] = {
    "restart": lambda played: played.session.restart(),
    "mines told": lambda played: played.session.autoplay.set_uses_mine_count(True),
    "new game": lambda played: played.session.new_game(),
}


@pytest.mark.parametrize("goes_back", [False, True])
@pytest.mark.parametrize("how", CHANGES)
def test_another_game_or_agent_may_do_better(make_played: MakePlayed, how: str, goes_back: bool) -> None:
    made: list[PlainAgent] = []

    def make_agent(height: int, width: int) -> PlainAgent:
        kind = PlainAgent if made else failing_after(1, lambda: ValueError("a mistake"))
        made.append(kind(height, width))
        return made[-1]

    played = make_played("cs50", seed=1, make_agent=make_agent)
    session = played.session
    played.click(played.free())
    played.click(played.free())
    assert session.playthrough.failure is not None
    assert "a mistake" in played.status
    if goes_back:
        session.timeline.undo()
    CHANGES[how](played)
    played.wait_until_learned()
    session.timeline.show_live()
    assert len(made) == 2
    assert "a mistake" not in played.status
    moves = len(session.timeline.moves)
    played.move()
    assert len(session.timeline.moves) == moves + 1
    assert session.playthrough.failure is None
    assert session.playthrough.snapshot.moves_made == played.game.clues.keys()


def test_an_agent_that_fails_while_auto_play_runs_stops_it(make_played: MakePlayed) -> None:
    played = make_played("cs50", seed=1, make_agent=failing_after(4, lambda: ValueError("a mistake")))
    played.run(speed=64)
    assert played.session.playthrough.failure is not None or played.game.state.is_over
    assert played.session.playthrough.snapshot.moves_made <= played.game.clues.keys()
    if played.session.playthrough.failure is not None:
        assert "a mistake" in played.status


@pytest.mark.parametrize("make_agent", [Lazy, Narrow, Numbers])
def test_strange_moves_neither_break_nor_hang_anything(make_played: MakePlayed, make_agent: type[PlainAgent]) -> None:
    for play in (Played.move, Played.run):
        played = make_played("cs50", seed=1, make_agent=make_agent)
        played.click(played.free())
        for cell in played.around((0, 0)) - played.game.clues.keys():
            played.session.player.toggle_flag(cell)
        play(played)
        assert not played.session.autoplay.is_running
        assert played.status
