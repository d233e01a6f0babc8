"""Tests of the history: each moment equals what a new game and agent reach by the same turns."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Board,
    Cell,
    Derivation,
    FirstClick,
    History,
    IllegalAction,
    KnowledgeBase,
    Minesweeper,
    MinesweeperAI,
    Moment,
    Playthrough,
    Rules,
    State,
    TurnKind,
    Verb,
    Win,
    seen_by_player,
)


def playing(game: Minesweeper, knows_mine_count: bool = False) -> Playthrough:
    return Playthrough(game, uses_mine_count=knows_mine_count, clock=lambda: 0.0)


def learn(playthrough: Playthrough, how_many: int) -> None:
    """Let the agent learn so many clues."""
    for _ in range(how_many):
        playthrough.learn(0, lambda: 0)


def make_agent_move(playthrough: Playthrough) -> None:
    playthrough.play_choice(playthrough.choose(is_own=True), "cs50", is_own=True)


def play_randomly(playthrough: Playthrough, draw: random.Random, steps: int) -> None:
    """Play random turns that mostly keep the game going, and let the agent learn some of the clues."""
    for _ in range(steps):
        if playthrough.game.state.is_over:
            break
        if draw.random() < 0.25:
            make_agent_move(playthrough)
        else:
            action = some_action(playthrough.game, draw)
            with suppress(IllegalAction):
                playthrough.play(action)
        if draw.random() < 0.7:
            learn(playthrough, draw.choice((1, 3, 100)))
        if draw.random() < 0.03:
            playthrough.replace_agent(draw.random() < 0.5)


def some_action(game: Minesweeper, draw: random.Random) -> Action:
    cell = draw.choice(game.grid.cells)
    safe = sorted(set(game.grid.cells) - game.mines - game.clues.keys() - game.mines_found)
    mines = sorted(game.mines - game.mines_found)
    chance = draw.random()
    if chance < 0.35 and safe:
        return Action(Verb.REVEAL, draw.choice(safe))
    if chance < 0.5 and mines and game.clues:
        return Action(Verb.FLAG, draw.choice(mines))
    if chance < 0.8:
        return Action(Verb.CHORD, cell)
    if chance < 0.97:
        return Action(Verb.UNFLAG if cell in game.mines_found else Verb.FLAG, cell)
    return Action(Verb.REVEAL, cell)


def full_texts(sentences: Iterable[Derivation]) -> list[str]:
    return [f"{sentence} since {sentence.move}, {len(sentence.premises)} premises" for sentence in sentences]


class ReplayedMoment(NamedTuple):
    """The game played again up to a turn, and what a new agent knows that has seen all its clues."""

    game: Minesweeper
    sentences: list[str]
    settled: list[Cell]
    verdicts: list[str]


def replayed_moments(playthrough: Playthrough) -> Iterator[ReplayedMoment]:
    """Yield the moments before and after each turn; one agent learns the clues of one turn after the other."""
    game = playthrough.game
    agent = MinesweeperAI(game.height, game.width, total_mines=game.mine_total if playthrough.uses_mine_count else None)
    base = agent.knowledge_base
    for number in range(len(playthrough.history.turns) + 1):
        again = playthrough.history.replayed(number)
        learned = list(base.clues.items())
        assert list(again.clues.items())[: len(learned)] == learned
        for cell, clue in list(again.clues.items())[len(learned) :]:
            agent.add_knowledge(cell, clue)
        yield ReplayedMoment(again, full_texts(tuple(base)), list(base.settled), full_texts(base.settled.values()))


def assert_moment_matches(moment: Moment, replayed: ReplayedMoment, number: int) -> None:
    """Check that a new agent that sees the first ``number`` turns knows the same, by the same derivations."""
    again = replayed.game
    assert moment.number == number
    assert moment.is_complete
    assert moment.state is again.state
    # A game that is won by its last cell flags its mines; these flags count as seen.
    assert moment.position == seen_by_player(again)
    assert list(moment.position.clues) == list(again.clues)
    assert full_texts(moment.sentences) == replayed.sentences
    assert list(moment.settled) == replayed.settled
    assert full_texts(moment.settled.values()) == replayed.verdicts


sizes = st.integers(2, 7)


@pytest.mark.long
@given(sizes, sizes, st.integers(0, 10**6), st.booleans(), st.sampled_from([CS50_RULES, CLASSIC_RULES]))
def test_a_moment_is_what_the_same_turns_lead_to(
    height: int, width: int, seed: int, knows_mine_count: bool, rules: Rules
) -> None:
    draw = random.Random(seed)
    mines = draw.randint(0, height * width // 3)
    playthrough = playing(Minesweeper(height, width, mines, rules=rules, seed=seed), knows_mine_count)
    play_randomly(playthrough, draw, 25)
    playthrough.learn()
    replayed = list(replayed_moments(playthrough))
    for number in draw.sample(range(len(replayed)), len(replayed)):
        assert_moment_matches(playthrough.history.moment(number), replayed[number], number)


@pytest.mark.slow
@given(st.integers(0, 10**6), st.booleans())
def test_the_difference_of_a_turn_leads_from_one_moment_to_the_next(seed: int, knows_mine_count: bool) -> None:
    draw = random.Random(seed)
    playthrough = playing(Minesweeper(6, 6, draw.randint(1, 9), rules=CLASSIC_RULES, seed=seed), knows_mine_count)
    play_randomly(playthrough, draw, 25)
    playthrough.learn()
    history = playthrough.history
    assert history.difference(0) == ((), ())
    for number in range(1, len(history.turns) + 1):
        before, after = history.moment(number - 1).sentences, history.moment(number).sentences
        added, removed = history.difference(number)
        assert set(added) == set(after) - set(before)
        assert set(removed) == set(before) - set(after)
        known, settled = history.moment(number - 1).settled, history.moment(number).settled
        assert {cell for verdict in history.verdicts(number) for cell in verdict.cells} == settled.keys() - known.keys()
        for derivation in (*added, *history.verdicts(number)):
            assert history.move_of(derivation) == number
            assert derivation.move in history.agent_moves(number)


@pytest.mark.slow
@settings(max_examples=50)
@given(st.integers(0, 10**6), st.booleans())
def test_a_difference_is_the_same_however_often_it_was_requested_before(seed: int, knows_mine_count: bool) -> None:
    draw = random.Random(seed)
    game = Minesweeper(6, 6, 3, rules=CLASSIC_RULES, seed=seed)
    often, once = playing(game, knows_mine_count), playing(game, knows_mine_count)
    play_randomly(often, draw, 10)
    for turn in often.history.turns:
        once.history.add(turn)
    for number in range(1, len(often.history.turns) + 1):
        for playthrough in (often, once):
            playthrough.replace_agent(knows_mine_count)
        while often.is_learning:
            learn(often, 1)
            requested = often.history.difference(number)
        once.learn()
        if game.clues:
            assert differences_in_words(requested) == differences_in_words(once.history.difference(number))


def differences_in_words(difference: tuple[tuple[Derivation, ...], tuple[Derivation, ...]]) -> list[list[str]]:
    return [full_texts(sentences) for sentences in difference]


@pytest.mark.long
@given(st.integers(0, 10**6), st.booleans(), st.integers(0, 12))
def test_what_is_not_learned_yet_is_not_known(seed: int, knows_mine_count: bool, learned: int) -> None:
    playthrough = playing(Minesweeper(6, 6, 5, rules=CLASSIC_RULES, seed=seed), knows_mine_count)
    play_randomly(playthrough, random.Random(seed), 10)
    playthrough.replace_agent(knows_mine_count)
    learn(playthrough, learned)
    seen = 0
    for number, turn in enumerate(playthrough.history.turns, 1):
        moment = playthrough.history.moment(number)
        seen += len(list(turn.observations))
        assert moment.is_complete == (seen <= learned)
        if not moment.is_complete:
            agent = MinesweeperAI(6, 6, total_mines=5 if knows_mine_count else None)
            for cell, clue in list(playthrough.game.clues.items())[:learned]:
                agent.add_knowledge(cell, clue)
            assert [str(derivation) for derivation in moment.sentences] == [
                str(derivation) for derivation in agent.knowledge_base
            ]
            assert moment.settled.keys() == agent.knowledge_base.settled.keys()


@pytest.mark.slow
@given(sizes, sizes, st.integers(0, 10**6), st.booleans(), st.booleans(), st.sampled_from([CS50_RULES, CLASSIC_RULES]))
def test_a_branch_can_be_played_like_the_game(
    height: int, width: int, seed: int, knows_mine_count: bool, is_given: bool, rules: Rules
) -> None:
    draw = random.Random(seed)
    mines = draw.sample([(i, j) for i in range(height) for j in range(width)], draw.randint(0, height * width // 3))
    layout = {"layout_mines": mines} if is_given else {"seed": seed}
    playthrough = playing(Minesweeper(height, width, len(mines), rules=rules, **layout), knows_mine_count)
    play_randomly(playthrough, draw, 20)
    turns = list(playthrough.history.turns)
    number = draw.randint(0, len(turns))
    game, history = playthrough.history.branch(number)
    assert list(history.turns) == turns[:number]
    assert game.mines == playthrough.game.mines or not playthrough.game.clues
    assert game.seed == (None if is_given else seed)
    for earlier in range(number + 1):
        again = history.replayed(earlier)
        assert again.mines == set(mines) or not is_given
        assert (history.moment(earlier).position, history.moment(earlier).state) == (seen_by_player(again), again.state)
    assert history.moment(number).position == seen_by_player(game)
    for turn in turns[number:]:
        for played in turn.plays:
            assert game.play(played.action) == played
        history.add(turn)
    whole = playthrough.game
    assert (game.mines_found, game.clues, game.state) == (whole.mines_found, whole.clues, whole.state)
    assert history.moment(len(turns)).position == seen_by_player(game)


def test_the_current_mine_count_is_the_agents_own_derivation_and_an_earlier_one_the_same_each_time() -> None:
    playthrough = playing(Minesweeper(9, 9, 10, seed=4), True)
    for cell in sorted(set(playthrough.game.grid.cells) - playthrough.game.mines)[:30]:
        playthrough.play(Action(Verb.REVEAL, cell))
    playthrough.learn()
    history, mine_count = playthrough.history, playthrough.snapshot.sentences[-1]
    last = len(history.turns)
    assert history.moment(last).sentences[-1] is mine_count
    then = history.moment(last - 1).sentences[-1]
    assert then.origin is mine_count.origin
    assert history.moment(last - 1).sentences[-1] is then
    for number in range(last):
        history.moment(number)
    assert history.moment(last).sentences[-1] is mine_count


def test_the_mine_count_of_a_moment_stays_the_same_object_while_the_agent_learns_on() -> None:
    playthrough = playing(Minesweeper(9, 9, 10, seed=4), True)
    for cell in sorted(set(playthrough.game.grid.cells) - playthrough.game.mines)[:2]:
        playthrough.play(Action(Verb.REVEAL, cell))
    history = playthrough.history
    while not history.is_complete(1):
        learn(playthrough, 1)
    shown = history.moment(1).sentences[-1]
    assert shown is playthrough.snapshot.sentences[-1]
    playthrough.learn()
    assert history.moment(1).sentences[-1] is shown
    assert shown in history.difference(1)[0]


def large_sentences() -> int:
    gc.collect()
    return sum(isinstance(each, Derivation) and len(each.cells) > 8 for each in gc.get_objects())


@pytest.mark.slow
def test_a_long_history_keeps_only_a_few_sentences_about_the_whole_board() -> None:
    before = large_sentences()
    playthrough = playing(Minesweeper(16, 16, 40, rules=CS50_RULES, seed=3), True)
    for cell in playthrough.game.grid.cells:
        if not playthrough.game.is_mine(cell):
            playthrough.play(Action(Verb.REVEAL, cell))
    playthrough.learn()
    for number in range(len(playthrough.history.turns) + 1):
        playthrough.history.moment(number)
    assert large_sentences() - before <= 8


def test_the_last_step_is_one_turn() -> None:
    playthrough = playing(Minesweeper(4, 4, 3, rules=CS50_RULES, seed=1))
    for cell in sorted(set(playthrough.game.grid.cells) - playthrough.game.mines):
        playthrough.play(Action(Verb.REVEAL, cell))
    playthrough.learn()
    before = len(playthrough.history.turns)
    make_agent_move(playthrough)
    assert playthrough.game.state is State.WON
    assert len(playthrough.history.turns) == before + 1
    assert not playthrough.history.moment(before).position.flags
    assert playthrough.history.moment(before + 1).position.flags == playthrough.game.mines


def test_a_guess_is_rated_when_its_risk_is_known() -> None:
    playthrough = playing(Minesweeper(2, 2, 1, seed=1))
    playthrough.play(Action(Verb.REVEAL, min(set(playthrough.game.grid.cells) - playthrough.game.mines)))
    (turn,) = playthrough.history.turns
    assert turn.risk is None
    assert not turn.is_too_hard
    playthrough.history.rate(1, 0.25, 0.25)
    assert (playthrough.history.turns[0].risk, playthrough.history.turns[0].least_risk) == (0.25, 0.25)
    playthrough.history.rate(1, None, None)
    assert playthrough.history.turns[0].is_too_hard


@pytest.mark.parametrize("number", [-1, 2])
def test_there_is_no_moment_beyond_the_turns(number: int) -> None:
    playthrough = playing(Minesweeper(2, 2, 1, seed=1))
    playthrough.play(Action(Verb.FLAG, (0, 0)))
    history = playthrough.history
    for query in (history.moment, history.difference, history.verdicts, history.replayed):
        with pytest.raises(IndexError, match=f"move {number}; there are 0 to 1"):
            query(number)
    with pytest.raises(IndexError, match="there are 1 to 1"):
        history.rate(0, 0.5, 0.5)


def test_a_turn_that_was_made_too_early_is_judged_again() -> None:
    playthrough = playing(Minesweeper(2, 2, 1, seed=1))
    for cell in sorted(set(playthrough.game.grid.cells) - playthrough.game.mines)[:2]:
        playthrough.play(Action(Verb.REVEAL, cell))
    history = playthrough.history
    first, second = history.turns
    judged = replace(second, kind=TurnKind.SAFE, is_safe=True, risk=0.0, least_risk=0.0, is_too_hard=False)
    before = history.moment(2).position
    history.judge(2, judged)
    assert list(history.turns) == [first, judged]
    assert history.moment(2).position == before
    for number in (0, 3):
        with pytest.raises(IndexError, match=f"move {number}; there are 1 to 2"):
            history.judge(number, judged)
    assert list(history.turns) == [first, judged]


@pytest.mark.parametrize("start", [None, (1, 1)])
@pytest.mark.parametrize("mines", [0, 1])
def test_the_turns_of_a_game_that_was_played_can_be_added_later(mines: int, start: Cell | None) -> None:
    for rules in (CS50_RULES, CLASSIC_RULES, Rules(FirstClick.SAFE, False, Win.FLAGGED)):
        game = Minesweeper(2, 3, mines, rules=rules, seed=1, start=start)
        playthrough = playing(game)
        while not game.state.is_over:
            playthrough.play(Action(Verb.REVEAL, min(set(game.grid.cells) - game.clues.keys())))
        later = History(game)
        for turn in playthrough.history.turns:
            later.add(turn)
        for number in range(len(later.turns) + 1):
            moment = playthrough.history.moment(number)
            assert (later.moment(number).state, later.moment(number).position) == (moment.state, moment.position)


def test_knowledge_before_the_first_clue_is_in_the_history() -> None:
    """The number of mines alone settles all cells as safe or as mines."""
    for mines in (0, 4):
        game = Minesweeper(2, 2, mines, seed=1)
        history = History(game)
        base = KnowledgeBase(game.grid, mines)
        history.attach(base)
        moment = history.moment(0)
        assert dict(moment.settled) == base.settled
        assert list(moment.sentences) == list(base)


def test_to_branch_draws_no_layout_and_searches_no_opening_again(monkeypatch: pytest.MonkeyPatch) -> None:
    playthrough = playing(Minesweeper(9, 9, 10, rules=CLASSIC_RULES, seed=4))
    playthrough.play(Action(Verb.REVEAL, (4, 4)))
    done: list[object] = []
    shuffle, block = random.Random.shuffle, Board.block
    monkeypatch.setattr(random.Random, "shuffle", lambda self, cells: (done.append("drawn"), shuffle(self, cells)))
    monkeypatch.setattr(Board, "block", lambda self, cell: (done.append(cell), block(self, cell))[1])
    game, history = playthrough.history.branch(1)
    assert (game.mines, game.clues) == (playthrough.game.mines, playthrough.game.clues)
    assert len(game.clues) > 1
    assert history.moment(0).state is State.READY
    assert done == []


@pytest.mark.parametrize("rules", [CS50_RULES, CLASSIC_RULES])
@pytest.mark.parametrize("seed", range(8))
def test_a_replayed_game_is_one_in_which_the_same_actions_are_played(rules: Rules, seed: int) -> None:
    draw = random.Random(seed)
    playthrough = playing(Minesweeper(6, 7, draw.randint(2, 9), rules=rules, seed=seed))
    play_randomly(playthrough, draw, 40)
    turns = playthrough.history.turns
    for number in range(len(turns) + 1):
        played = playthrough.game.restarted()
        played.replay(result.action for turn in turns[:number] for result in turn.plays)
        replayed = playthrough.history.replayed(number)
        assert list(replayed.clues.items()) == list(played.clues.items())
        assert (replayed.exploded, replayed.mines_found) == (played.exploded, played.mines_found)
        assert (replayed.history, replayed.state, replayed.start) == (played.history, played.state, played.start)
        assert replayed.mines == played.mines
