"""Tests of the game's actions and endings, and of an agent's moves in a game."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    AgentMoveKind,
    FirstClick,
    GameOver,
    IllegalAction,
    Minesweeper,
    MinesweeperAI,
    Obstacle,
    ObstacleKind,
    Rules,
    State,
    Verb,
    Win,
    play_agent_move,
    play_choice,
)
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind
from minesweeper_qt.model.strategy.strategies import Choice
from tests.model.support.games import drawn, opened, play, seen
from tests.model.support.oracles import around

REASON = ChoiceReason(ChoiceReasonKind.OTHER, words="by the test")

FLAGS_WITH_CASCADE = Rules(FirstClick.ANYTHING, cascade=True, win=Win.FLAGGED)
REVEALED_WITHOUT_CASCADE = Rules(FirstClick.ANYTHING, cascade=False, win=Win.REVEALED)


# -- reveal


def test_a_zero_reveals_only_itself_without_cascade_and_all_around_up_to_the_clues_with_it() -> None:
    assert opened(play(drawn("....* .....", CS50_RULES), "reveal 0 0")) == {(0, 0)}
    game = drawn("....* .....")
    result = play(game, "reveal 0 0")
    assert {o.cell: o.clue for o in result.observations} == {
        **dict.fromkeys([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], 0),
        **dict.fromkeys([(0, 3), (1, 3)], 1),
    }
    assert result.observations[0].cell == (0, 0)
    assert len(result.observations) == len(opened(result)) == len(game.clues)


def test_a_cascade_stops_at_flags_and_does_not_open_them() -> None:
    game = drawn(".....*")
    assert opened(play(game, "flag 0 2", "reveal 0 0")) == {(0, 0), (0, 1)}
    assert game.mines_found == {(0, 2)}
    assert opened(play(game, "unflag 0 2", "reveal 0 2")) == {(0, 2), (0, 3), (0, 4)}


@pytest.mark.slow
def test_a_whole_board_without_mines_opens_at_once() -> None:
    game = Minesweeper(100, 100, 0, rules=CLASSIC_RULES)
    assert len(play(game, "reveal 50 50").observations) == 10_000
    assert game.state is State.WON


def test_revealing_a_revealed_cell_changes_nothing() -> None:
    game = drawn("*.. ...")
    play(game, "reveal 0 1")
    clues = dict(game.clues)
    result = play(game, "reveal 0 1")
    assert (result.observations, result.exploded, game.clues, game.state) == ((), (), clues, State.PLAYING)


# -- chord


def test_a_chord_opens_the_covered_neighbours_without_a_flag_and_cascades_by_rules_with_cascade() -> None:
    game = drawn("*... .... ....", REVEALED_WITHOUT_CASCADE)
    assert opened(play(game, "reveal 1 1", "flag 0 0", "chord 1 1")) == around(3, 4, (1, 1)) - {(0, 0)}
    assert game.mines_found == {(0, 0)}
    # A chord cascades by rules with cascade.
    game = drawn("*..... ......")
    play(game, "reveal 0 1", "flag 0 0")
    assert opened(play(game, "chord 0 1")) == set(game.grid.cells) - {(0, 0), (0, 1)}
    assert game.state is State.WON


@pytest.mark.parametrize("flags, number", [(["flag 0 0"], "has 1"), (["flag 0 0", "flag 0 2", "flag 1 0"], "has 3")])
def test_a_chord_needs_as_many_flags_as_the_clue(flags: list[str], number: str) -> None:
    game = drawn("*.* ...")
    play(game, *flags, "reveal 1 1")
    before = seen(game)
    with pytest.raises(IllegalAction, match=f"the 2 needs 2 flags around it and {number}"):
        play(game, "chord 1 1")
    assert seen(game) == before


def test_a_chord_that_opens_a_mine_loses_with_all_mines_around_and_with_the_last_safe_cells() -> None:
    game = drawn("*.. ...")
    result = play(game, "reveal 0 1", "flag 1 1", "chord 0 1")
    assert (result.state, result.exploded) == (State.LOST, ((0, 0),))
    assert (1, 1) not in game.clues
    assert opened(result) == {(0, 2), (1, 0), (1, 2)}
    # A chord may set off several mines.
    game = drawn("*.* ...")
    assert play(game, "reveal 0 1", "flag 1 0", "flag 1 2", "chord 0 1").exploded == ((0, 0), (0, 2))
    # A chord that opens the last cells without a flag and a mine loses.
    game = drawn("*. ..", REVEALED_WITHOUT_CASCADE)
    result = play(game, "reveal 0 1", "flag 1 0", "chord 0 1")
    assert (result.state, result.exploded, opened(result)) == (State.LOST, ((0, 0),), {(1, 1)})
    assert result.flagged == ()


@pytest.mark.parametrize("rules", [CS50_RULES, CLASSIC_RULES], ids=["cs50", "classic"])
def test_loss_is_checked_before_win(rules: Rules) -> None:
    # A wrong flag keeps a safe cell covered, so no actions lead to this state; the order must hold all the same.
    game = drawn("*.", rules)
    play(game, "reveal 0 1" if rules.win is Win.REVEALED else "flag 0 0")
    assert game.state is State.WON
    game.exploded = ((0, 0),)
    assert game.state is State.LOST
    assert not game.won()


def test_chording_with_nothing_left_to_open_changes_nothing() -> None:
    game = drawn("*... ....", REVEALED_WITHOUT_CASCADE)
    play(game, "reveal 0 1", "flag 0 0", "chord 0 1")
    clues = dict(game.clues)
    assert play(game, "chord 0 1").observations == ()
    assert game.clues == clues


# -- flags, win and loss


def test_flags_go_on_and_come_off() -> None:
    game = drawn("*.. ...")
    assert play(game, "flag 1 1").flagged == ((1, 1),)
    assert (game.mines_found, game.state) == ({(1, 1)}, State.READY)
    assert play(game, "unflag 1 1").unflagged == ((1, 1),)
    assert game.mines_found == set()


@pytest.mark.parametrize(
    "first, then, why",
    [
        (["flag 0 0"], "flag 0 0", "the cell has a flag already"),
        ([], "unflag 0 0", "the cell has no flag"),
        (["flag 0 0"], "reveal 0 0", "the cell has a flag; take it off first"),
        (["reveal 0 1"], "flag 0 1", "a revealed cell takes no flag"),
        (["reveal 0 1"], "unflag 0 1", "a revealed cell takes no flag"),
        ([], "chord 0 0", "only a revealed cell can be chorded"),
        (["flag 0 0"], "chord 0 0", "only a revealed cell can be chorded"),
        (["reveal 0 1"], "chord 0 1", "the 2 needs 2 flags around it and has none"),
    ],
)
@pytest.mark.parametrize("rules", [CS50_RULES, CLASSIC_RULES], ids=["cs50", "classic"])
def test_what_is_against_the_rules_is_refused_and_changes_nothing(first, then, why, rules) -> None:
    game = drawn("*.. *..", rules)
    game.replay(map(Action.from_text, first))
    before = seen(game)
    with pytest.raises(IllegalAction, match=f"{then}: {why}"):
        play(game, then)
    assert seen(game) == before


@pytest.mark.parametrize("rules", [CS50_RULES, FLAGS_WITH_CASCADE], ids=["cs50", "with cascade"])
def test_it_is_won_when_the_flags_are_exactly_the_mines(rules: Rules) -> None:
    game = drawn("*.* ...", rules)
    for text in ("flag 0 0", "flag 1 1", "flag 0 2"):
        assert play(game, text).state is State.READY
        assert not game.won()
    assert play(game, "unflag 1 1").state is State.WON
    assert game.won()


def test_each_way_to_win_is_the_only_one_of_its_rules() -> None:
    game = drawn("*..", CS50_RULES)
    assert play(game, "reveal 0 1", "reveal 0 2").state is State.PLAYING
    assert play(game, "flag 0 0").state is State.WON
    # By revealing it is won with the last safe cell and the rest is flagged.
    game = drawn("*.*")
    play(game, "flag 0 2")
    result = play(game, "reveal 0 1")
    assert (result.state, result.flagged) == (State.WON, ((0, 0),))
    assert game.mines_found == game.mines
    # By revealing it is not won by flags.
    game = drawn("*..")
    assert play(game, "flag 0 0").state is State.READY
    assert not game.won()


@pytest.mark.parametrize("first_click", [FirstClick.SAFE, FirstClick.OPENING])
def test_flags_win_nothing_before_a_protected_first_click(first_click: FirstClick) -> None:
    game = Minesweeper(5, 5, 3, rules=Rules(first_click, win=Win.FLAGGED), seed=1)
    for mine in sorted(game.mines):
        game.play(Action(Verb.FLAG, mine))
    assert game.state is State.READY
    game.play(Action(Verb.REVEAL, min(set(game.grid.cells) - game.mines_found)))
    assert game.won() == (game.mines_found == game.mines)


def test_a_revealed_mine_loses() -> None:
    game = drawn("*..")
    result = play(game, "reveal 0 0")
    assert (result.state, result.exploded, result.observations) == (State.LOST, ((0, 0),), ())
    assert (game.exploded, game.clues, game.won()) == (((0, 0),), {}, False)


def endings() -> Iterable[tuple[Minesweeper, str]]:
    lost, won = drawn("*.. ...", REVEALED_WITHOUT_CASCADE), drawn("*.. ...", CS50_RULES)
    play(lost, "reveal 0 1", "reveal 0 0")
    play(won, "reveal 0 1", "flag 0 0")
    return (lost, "lost"), (won, "won")


@pytest.mark.parametrize("text", ["reveal 1 1", "reveal 0 1", "flag 1 1", "unflag 0 0", "chord 0 1"])
def test_after_the_end_every_action_is_refused(text: str) -> None:
    for game, state in endings():
        before = seen(game)
        with pytest.raises(GameOver, match=f"{text}: the game is {state}; start a new one") as caught:
            play(game, text)
        assert caught.value.obstacle == Obstacle(ObstacleKind(state))
        assert seen(game) == before


def test_an_agent_that_always_chooses_the_same_flagged_cell_still_moves() -> None:
    class Stubborn(MinesweeperAI):
        def make_random_move(self):
            return (0, 0)

    game = Minesweeper(3, 3, 1, layout_mines=[(2, 2)])
    game.play(Action.from_text("flag 0 0"))
    move = play_agent_move(game, Stubborn(3, 3))
    assert move.kind is AgentMoveKind.RANDOM
    assert move.cell != (0, 0)


def test_the_history_has_what_was_played_and_not_what_was_refused_and_a_game_may_replay_its_own() -> None:
    game = drawn("*.. ...")
    texts = ["flag 0 0", "reveal 0 1", "reveal 0 1"]
    play(game, *texts)
    with pytest.raises(IllegalAction):
        play(game, "flag 0 0")
    assert [str(action) for action in game.history] == texts
    # A game may replay its own history.
    game = Minesweeper(3, 3, 1, layout_mines=[(0, 0)])
    game.play(Action.from_text("reveal 2 2"))
    game.replay(game.history)
    assert [str(action) for action in game.history] == ["reveal 2 2"] * 2


# -- choices of a strategy


def test_a_strategy_chooses_the_cell() -> None:
    class Corner:
        name, uses_mine_count = "corner", False

        def choose(self, position: Position, agent: MinesweeperAI) -> Choice:
            assert (position.clues, position.flags, position.mines) == ({(0, 1): 1}, {(1, 0)}, 1)
            return Choice((1, 2), False, REASON)

    game = drawn("*.. ...")
    play(game, "flag 1 0", "reveal 0 1")
    move = play_agent_move(game, MinesweeperAI(2, 3), Corner())
    assert (move.kind, move.cell, opened(move.plays[-1])) == (AgentMoveKind.RANDOM, (1, 2), {(0, 2), (1, 1), (1, 2)})


def test_a_safe_choice_takes_a_flag_off_and_a_guess_does_not() -> None:
    game = drawn("*.. ...")
    play(game, "flag 1 2")
    with pytest.raises(IllegalAction, match="the cell has a flag; take it off first"):
        play_choice(game, MinesweeperAI(2, 3), Choice((1, 2), False, REASON))
    assert game.mines_found == {(1, 2)}
    assert len(play_choice(game, MinesweeperAI(2, 3), Choice((1, 2), True, REASON)).plays) == 2
    assert (1, 2) in game.clues


def test_without_a_choice_the_known_mines_are_flagged() -> None:
    game, agent = drawn("*.* ...", CS50_RULES), MinesweeperAI(2, 3)
    agent.mark_mine((0, 2))
    assert [str(result.action) for result in play_choice(game, agent, None).plays] == ["flag 0 2"]
    agent.mark_mine((0, 0))
    agent.mark_mine((1, 1))
    assert [str(result.action) for result in play_choice(game, agent, None).plays] == ["flag 0 0"]
    assert game.won()


def test_the_last_step_flags_a_mine_that_no_clue_touches() -> None:
    """When all safe cells are open, an agent without the number of mines can't know the mine in the corner."""
    mines = {(0, 0), (0, 1), (1, 0), (1, 1)}
    game = Minesweeper(3, 3, 4, layout_mines=mines)
    agent = MinesweeperAI(3, 3)
    for cell in game.grid.cells:
        if cell not in mines:
            for seen_cell, clue in game.play(Action(Verb.REVEAL, cell)).observations:
                agent.add_knowledge(seen_cell, clue)
    assert agent.mines == mines - {(0, 0)}
    assert play_choice(game, agent, None).kind is AgentMoveKind.LAST
    assert game.won()
