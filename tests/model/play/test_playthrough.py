"""Tests of playthroughs: a game, its agent and its history are the same in whatever slices the agent learns."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    Action,
    Difficulty,
    IllegalAction,
    Minesweeper,
    MinesweeperAI,
    Playthrough,
    Record,
    State,
    Turn,
    TurnKind,
    TurnMaker,
    TurnReason,
    TurnReasonKind,
    Verb,
)
from tests.model.support.replays import assert_history_is_as_learned

BOARDS = (Difficulty.custom(4, 7, 5), Difficulty.custom(9, 5, 8), Difficulty("cs50", 6, 6, 6))


def new_game(seed: int) -> Minesweeper:
    return Minesweeper.at_difficulty(BOARDS[seed % len(BOARDS)], seed=seed)


def random_action(game: Minesweeper, chance: random.Random) -> Action:
    verb = chance.choice((Verb.REVEAL, Verb.REVEAL, Verb.REVEAL, Verb.FLAG, Verb.UNFLAG, Verb.CHORD))
    return Action(verb, chance.choice(game.grid.cells))


def play_randomly(playthrough: Playthrough, seed: int, pause: Callable[[], None]) -> None:
    """Let the player and the agent move in turn until the game ends; ``pause`` is called between the player's moves."""
    chance = random.Random(seed)
    game = playthrough.game
    for _ in range(60):
        if game.state.is_over:
            break
        if chance.random() < 0.3:
            move = playthrough.play_choice(playthrough.choose(is_own=True), "cs50", is_own=True)
            if not move.plays:
                break
            continue
        with suppress(IllegalAction):
            playthrough.play(random_action(game, chance))
        pause()
    assert playthrough.learn()


def without_times(playthrough: Playthrough) -> list[tuple[object, ...]]:
    """Return all of the turns that does not depend on the clock, with the text of derivations in place of them."""
    turns = []
    for turn in playthrough.history.turns:
        derivation = turn.reason.derivation if turn.reason is not None else None
        reason = None if turn.reason is None else (turn.reason.kind, str(derivation), turn.reason.cells)
        turns.append((turn.maker, turn.kind, turn.cell, turn.plays, turn.is_safe, reason, turn.risk, turn.strategy))
    return turns


def moments(playthrough: Playthrough) -> list[tuple[object, ...]]:
    history, found = playthrough.history, []
    for moment in map(history.moment, range(len(history.turns) + 1)):
        settled = {cell: str(verdict) for cell, verdict in moment.settled.items()}
        found.append((moment.position.to_text(), list(map(str, moment.sentences)), settled))
    return found


@pytest.mark.parametrize("uses_mine_count", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_history_does_not_depend_on_when_the_agent_learns(seed: int, uses_mine_count: bool) -> None:
    found = []
    for seconds in (inf, 0):
        playthrough = Playthrough(new_game(seed), uses_mine_count=uses_mine_count)

        def pause(playthrough: Playthrough = playthrough, seconds: float = seconds) -> None:
            assert playthrough.learn(seconds) is not playthrough.is_learning

        play_randomly(playthrough, seed, pause)
        found.append((without_times(playthrough), moments(playthrough)))
    assert found[0] == found[1]
    assert any(turn[4] is not None for turn in found[0][0])


@pytest.mark.slow
@given(seed=st.integers(0, 10**6))
def test_what_is_known_is_what_an_agent_knows_that_learns_the_clues_itself(seed: int) -> None:
    playthrough = Playthrough(new_game(seed))
    play_randomly(playthrough, seed, lambda: None)
    game, snapshot = playthrough.game, playthrough.snapshot
    agent = MinesweeperAI(game.height, game.width)
    for cell, clue in game.clues.items():
        agent.add_knowledge(cell, clue)
    assert snapshot.mines == agent.mines
    assert snapshot.safes == agent.safes
    assert snapshot.moves_made == agent.moves_made
    assert snapshot.safe_move == agent.make_safe_move()
    assert [str(derivation) for derivation in snapshot.sentences] == list(map(str, agent.knowledge_base))
    verdicts = [str(derivation) for derivation in agent.knowledge_base.settled.values()]
    assert [str(derivation) for derivation in snapshot.settled.values()] == verdicts


@pytest.mark.parametrize("seed", range(4))
def test_the_agent_learns_as_in_a_replay(seed: int) -> None:
    """Moves, branches and new agents at any moment lead to what an agent knows that learns each move without delay."""
    chance = random.Random(seed)
    playthrough = Playthrough(new_game(seed))
    for _ in range(60):
        step = chance.random()
        turns = len(playthrough.history.turns)
        if step < 0.08 and turns:
            game, history = playthrough.history.branch(chance.randrange(turns))
            rules = {name: getattr(playthrough, name) for name in ("uses_mine_count", "uses_overlap_rule")}
            playthrough = Playthrough(game, history=history, **rules)
        elif step < 0.16:
            revision = playthrough.snapshot.revision
            playthrough.replace_agent(uses_mine_count=chance.random() < 0.5, uses_overlap_rule=chance.random() < 0.5)
            assert playthrough.snapshot.revision > revision
        elif not playthrough.game.state.is_over:
            with suppress(IllegalAction):
                playthrough.play(random_action(playthrough.game, chance))
        playthrough.learn(chance.choice((0, 0, inf)))
    assert playthrough.learn()
    assert_history_is_as_learned(playthrough.history, playthrough.uses_mine_count, playthrough.uses_overlap_rule)
    assert {(each.cells, each.count) for each in playthrough.snapshot.sentences} == {
        (each.cells, each.count) for each in playthrough.history.moment(len(playthrough.history.turns)).sentences
    }


def test_a_move_made_while_the_agent_learns_is_judged_when_it_has_learned() -> None:
    playthrough = Playthrough(Minesweeper(1, 5, 1, layout_mines=[(0, 4)]))
    playthrough.play(Action(Verb.REVEAL, (0, 0)))  # opens nothing else: (0, 1) is safe by its clue
    turn = playthrough.play(Action(Verb.REVEAL, (0, 1)))
    assert turn.is_safe is None
    assert playthrough.take_judged() == []
    assert playthrough.learn()
    assert playthrough.take_judged() == [2]
    judged = playthrough.history.turns[1]
    assert (judged.kind, judged.is_safe, judged.risk) == (TurnKind.SAFE, True, Fraction(0))
    assert judged.plays == turn.plays
    assert playthrough.history.turns[0].is_safe is False


def test_turns_have_their_times_and_the_clock_stops_at_the_end() -> None:
    now = [100.0]
    playthrough = Playthrough(Minesweeper(1, 4, 1, layout_mines=[(0, 3)]), clock=lambda: now[0])

    def play(text: str, at: float) -> Turn:
        now[0] = 100.0 + at
        return playthrough.play(Action.from_text(text))

    assert play("flag 0 1", 5).seconds is None
    assert playthrough.seconds == 0
    assert play("reveal 0 0", 8).seconds == 0
    assert play("unflag 0 1", 9.5).seconds == 1.5
    assert playthrough.seconds == 1.5
    assert playthrough.play(Action.from_text("reveal 0 1"), is_hint=True).is_hint
    assert play("reveal 0 3", 12).state is State.LOST
    now[0] = 200
    assert playthrough.seconds == 4
    assert [turn.maker for turn in playthrough.history.turns] == [TurnMaker.PLAYER] * 5
    game, history = playthrough.history.branch(3)
    again = Playthrough(game, history=history, clock=lambda: now[0])
    assert again.seconds == 1.5
    longer = Playthrough(game, history=history, clock=lambda: now[0], elapsed=4)
    now[0] += 1
    assert (again.seconds, longer.seconds) == (2.5, 5)


# -- pauses


def paused_game(now: list[float]) -> Playthrough:
    return Playthrough(Minesweeper(2, 3, 1, layout_mines=[(0, 0)]), clock=lambda: now[0])


def test_a_game_that_has_not_begun_or_is_over_has_no_pause() -> None:
    now = [0.0]
    playthrough = paused_game(now)
    assert not playthrough.pause()
    playthrough.play(Action.from_text("flag 0 2"))
    assert not playthrough.pause()
    playthrough.play(Action.from_text("unflag 0 2"))
    playthrough.play(Action.from_text("reveal 0 1"))
    now[0] = 2
    playthrough.play(Action.from_text("reveal 0 0"))
    assert playthrough.game.state is State.LOST
    assert not playthrough.pause()
    assert playthrough.seconds == 2


def test_a_game_may_end_during_a_pause() -> None:
    now = [0.0]
    playthrough = paused_game(now)
    playthrough.play(Action.from_text("reveal 0 1"))
    playthrough.pause()
    now[0] = 60
    assert playthrough.play(Action.from_text("reveal 0 0")).seconds == playthrough.seconds == 0


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "play", "branch"]), st.integers(0, 9)), max_size=30))
def test_the_clock_counts_exactly_the_seconds_outside_pauses(steps: list[tuple[str, int]]) -> None:
    now = [0.0]
    playthrough = paused_game(now)
    playthrough.play(Action.from_text("reveal 0 1"))
    counted, is_paused = 0, False
    for what, seconds in steps:
        if what == "pause":
            assert playthrough.pause() is not is_paused
            is_paused = True
        elif what == "resume":
            playthrough.resume()
            is_paused = False
        elif what == "play":
            flagged = (0, 2) in playthrough.game.mines_found
            turn = playthrough.play(Action.from_text("unflag 0 2" if flagged else "flag 0 2"))
            assert turn.seconds == counted
        else:
            # As when later moves are discarded: another playthrough goes on from the seconds of this one.
            game, history = playthrough.history.branch(1)
            elapsed = playthrough.seconds
            playthrough = Playthrough(game, history=history, clock=lambda: now[0], elapsed=elapsed)
            is_paused = False
        assert (playthrough.seconds, playthrough.is_paused) == (counted, is_paused)
        now[0] += seconds
        counted += 0 if is_paused else seconds
        assert playthrough.seconds == counted


def test_a_chord_on_a_wrong_flag_is_called_that_in_a_game_and_in_its_record() -> None:
    playthrough = Playthrough(Minesweeper(1, 5, 2, layout_mines=[(0, 2), (0, 4)]))
    for text in ("reveal 0 1", "flag 0 4", "flag 0 0"):
        playthrough.play(Action.from_text(text))
    turn = playthrough.play(Action.from_text("chord 0 1"))
    assert (turn.kind, turn.is_safe, turn.risk, turn.guessed) == (TurnKind.CHORD, None, None, ())
    assert turn.reason == TurnReason(TurnReasonKind.WRONG_FLAG, cells=((0, 0),))
    game, history = Record.of_history(playthrough.history).history()
    again = Playthrough(game, history=history)
    assert again.learn()
    read = again.history.turns[-1]
    assert (read.is_safe, read.reason) == (None, turn.reason)
