"""Tests of fair guesses: each outcome against all layouts by brute force, and the same clicks give the same game."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Cell,
    Experiment,
    FirstClick,
    Guesses,
    History,
    IllegalAction,
    Minesweeper,
    MinesweeperError,
    Position,
    Record,
    RecordSyntaxError,
    Rules,
    SeedError,
    State,
    TooHard,
    Turn,
    TurnKind,
    TurnMaker,
    Verb,
    Win,
    play_game,
    review,
)
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from tests.model.exact.test_layout_sampling import chi_square_deviation
from tests.model.support.games import play
from tests.model.support.positions import all_layouts

RULES = [Rules(first, cascade, win, Guesses.FAIR) for first in FirstClick for cascade in (True, False) for win in Win]


def fair_game(height: int, width: int, mines: int, rules: Rules = CLASSIC_RULES, **more: object) -> Minesweeper:
    fair = replace(rules, guesses=Guesses.FAIR)
    return Minesweeper(height, width, mines, rules=fair, dealer=FairDealer(), **more)  # type: ignore[arg-type]


@st.composite
def games_to_play(draw: st.DrawFn) -> tuple[Minesweeper, random.Random]:
    """Generate games of at most 12 cells before the first action, with a source of moves."""
    height, width = draw(st.sampled_from([(1, 7), (2, 4), (2, 6), (3, 4), (4, 3), (6, 2), (12, 1)]))
    rules = draw(st.sampled_from(RULES))
    chance = random.Random(draw(st.integers(0, 2**32)))
    mines = chance.randrange(1, height * width - 1)
    return fair_game(height, width, mines, rules, seed=chance.randrange(1000)), chance


def some_action(game: Minesweeper, chance: random.Random) -> Action:
    verb = chance.choice([Verb.REVEAL] * 4 + [Verb.FLAG] * 3 + [Verb.UNFLAG, Verb.CHORD])
    cells = sorted(game.mines) if verb is Verb.FLAG and chance.random() < 0.8 else game.grid.cells
    return Action(verb, chance.choice(cells))


def agrees(game: Minesweeper) -> bool:
    """Return whether all clues, and all mines opened, agree with the present layout."""
    return all(not game.is_mine(cell) and game.nearby_mines(cell) == clue for cell, clue in game.clues.items()) and all(
        game.is_mine(cell) for cell in game.exploded
    )


@given(made=games_to_play())
def test_a_guess_is_safe_unless_a_safe_cell_was_certain(made: tuple[Minesweeper, random.Random]) -> None:
    game, chance = made
    while not game.state.is_over and len(game.history) < 60:
        action, position = some_action(game, chance), Position.seen(game.grid, game.mine_total, game.clues)
        before, was_protected = game.mines, game.protects_first_click
        try:
            result = game.play(action)
        except IllegalAction:
            continue
        assert agrees(game)
        assert len(game.mines) == game.mine_total
        if action.verb in (Verb.FLAG, Verb.UNFLAG):
            assert game.mines == before
        elif action.verb is Verb.REVEAL and action.cell not in position.clues and not was_protected:
            layouts = all_layouts(position)
            certain_safe = position.covered - frozenset[Cell]().union(*layouts)
            certain_mines = frozenset(position.covered).intersection(*layouts)
            is_mine = action.cell in certain_mines or (bool(certain_safe) and action.cell not in certain_safe)
            assert (action.cell in game.exploded) is is_mine
            is_guess = action.cell not in certain_mines and action.cell not in certain_safe
            assert (result.dealt is not None) is is_guess


@given(made=games_to_play())
def test_a_chord_is_as_if_its_cells_were_opened_in_reading_order(made: tuple[Minesweeper, random.Random]) -> None:
    game, chance = made
    while not game.state.is_over and len(game.history) < 60:
        flagged = [
            cell for cell, clue in game.clues.items() if len(game.grid.neighbours(cell) & game.mines_found) == clue
        ]
        action = Action(Verb.CHORD, chance.choice(flagged)) if flagged else some_action(game, chance)
        one_by_one = game.restarted()
        one_by_one.replay(game.history)
        with suppress(IllegalAction):
            game.play(action)
            if action.verb is Verb.CHORD:
                taken = sorted(game.grid.neighbours(action.cell) - one_by_one.mines_found)
                for cell in taken:
                    if not one_by_one.state.is_over:
                        one_by_one.play(Action(Verb.REVEAL, cell))
                assert one_by_one.clues.items() <= game.clues.items()
                if one_by_one.state is State.WON and {*taken} - one_by_one.clues.keys():
                    continue  # A game that is won on the way is over; a chord, one action, goes on to its last cell.
                # A chord goes on to open the others after a mine.
                assert one_by_one.state is game.state
                assert set(one_by_one.exploded) <= set(game.exploded)
                assert one_by_one.mines == game.mines


def played(game: Minesweeper, chance: random.Random) -> History:
    """Play random actions, and return the history of the game."""
    history = History(game)
    while not game.state.is_over and len(history.turns) < 25:
        action = some_action(game, chance)
        with suppress(IllegalAction):
            turn = Turn(TurnMaker.PLAYER, TurnKind.GUESS, action.cell, (game.play(action),))
            if turn.changes_anything:
                history.add(turn)
    return history


@given(made=games_to_play())
def test_the_same_clicks_give_the_same_game(made: tuple[Minesweeper, random.Random]) -> None:
    """Also after a restart, and from any move on after moves were taken back."""
    game, chance = made
    history = played(game, chance)
    again = game.restarted()
    # A restarted game protects nothing: its first cell is known.
    first = next((turn.plays[0].action for turn in history.turns if turn.verb is Verb.REVEAL), None)
    assert first is None or game.given_start is not None or again.start in (None, first.cell)
    again.replay(game.history)
    assert (again.clues, again.exploded, again.mines) == (game.clues, game.exploded, game.mines)
    number = chance.randint(0, len(history.turns))
    taken_back, direct = history.replayed(number), game.restarted()
    direct.replay([result.action for turn in history.turns[:number] for result in turn.plays])
    for _ in range(10):
        action = some_action(direct, chance)
        with suppress(IllegalAction):
            assert taken_back.play(action) == direct.play(action)


@given(made=games_to_play(), data=st.data())
def test_a_record_replays_the_game_without_dealing_anew(
    made: tuple[Minesweeper, random.Random], data: st.DataObject
) -> None:
    """Whether it was written at the end, or a turn at a time, and cut off anywhere."""
    game, chance = made
    text, states = Record.of(game).head_text(), [game.state]
    history = played(game, chance)
    for turn in history.turns:
        text += Record.turn_text(game, turn)
        states.append(turn.state)
    whole = Record.of_history(history)
    for record in (Record.from_text(text), Record.from_text(whole.to_text())):
        assert record == whole
        again = record.replay()
        assert (again.clues, again.exploded, again.mines_found) == (game.clues, game.exploded, game.mines_found)
        assert (again.mines, again.rules) == (game.mines, game.rules)
        assert isinstance(again.dealer, FairDealer)
    head = len(Record.of(history.replayed(0)).head_text())
    cut = Record.from_text(text[: data.draw(st.integers(head, len(text)))], allow_cut=True)
    assert cut.replay().state is states[len(cut.moves)]


def test_version_2_stays_that_of_games_as_dealt() -> None:
    assert Record.of(Minesweeper(2, 2, 1, seed=1)).to_text().startswith("minesweeper-qt record 2\n")
    assert Record.of(fair_game(2, 2, 1, seed=1)).to_text().startswith("minesweeper-qt record 3\n")
    made = Record.of(Minesweeper(4, 4, 1, rules=Rules(guesses=Guesses.NOT_NEEDED), seed=1))
    assert "guesses not-needed\n" in made.to_text()
    assert Record.from_text(made.to_text()) == made


def test_mines_that_do_not_agree_with_the_clues_are_refused() -> None:
    game = fair_game(1, 5, 2, CS50_RULES, seed=1)
    play(game, "reveal 0 2")
    wrong = {0: "mines 0,0 0,3", 1: "mines 0,0 0,4", 2: "mines 0,0 0,4"}[game.clues[0, 2]]
    with pytest.raises(RecordSyntaxError, match="line 12: the last mines do not agree with all that was revealed"):
        Record.from_text(f"{Record.of(game).to_text()}{wrong}\nreveal 0 1\n")


def test_mines_stay_where_the_layouts_are_too_many_to_count() -> None:
    def gives_up(position: Position, cell: Cell, seed: int | None) -> frozenset[Cell]:
        raise TooHard("too hard")

    game = fair_game(2, 3, 1, CS50_RULES, layout_mines=[(0, 1)])
    game.dealer = gives_up
    result = play(game, "reveal 0 1")
    assert (result.is_too_hard, result.dealt, result.state) == (True, None, State.LOST)


def test_the_start_that_was_given_is_no_guess() -> None:
    game = fair_game(3, 3, 1, seed=1, start=(0, 0))
    before = game.mines
    assert play(game, "reveal 0 0").dealt is None
    assert game.mines == before


def test_a_start_that_is_a_mine_is_a_guess() -> None:
    game = fair_game(2, 3, 1, CS50_RULES, start=(0, 1), layout_mines=[(0, 1)])
    assert play(game, "reveal 0 1").state is State.PLAYING


def test_a_given_layout_is_there_again_after_a_restart() -> None:
    game = fair_game(1, 9, 4, CS50_RULES, layout_mines=[(0, 0), (0, 2), (0, 4), (0, 6)])
    before = game.mines
    play(game, "reveal 0 0")
    assert game.mines != before
    assert game.restarted().mines == before


def test_fair_guesses_need_a_dealer() -> None:
    with pytest.raises(MinesweeperError, match="need a dealer"):
        Minesweeper(rules=Rules(guesses=Guesses.FAIR))
    game = Minesweeper(9, 9, 10, rules=CLASSIC_RULES, seed=1)
    with pytest.raises(MinesweeperError, match="no dealer"):
        game.deal_by(1, Guesses.FAIR)
    with pytest.raises(SeedError):
        game.deal_by("1", Guesses.NOT_NEEDED)  # type: ignore[arg-type]
    play(game, "reveal 0 0")
    with pytest.raises(MinesweeperError, match="dealt already"):
        game.deal_by(1, Guesses.NOT_NEEDED)


@given(made=games_to_play())
def test_the_draw_does_not_depend_on_the_order_of_the_clues(made: tuple[Minesweeper, random.Random]) -> None:
    game, chance = made
    played(game, chance)
    clues = list(game.clues.items())
    positions = [Position.seen(game.grid, game.mine_total, dict(each)) for each in (clues, clues[::-1])]
    for cell in positions[0].covered - set(game.exploded):
        assert len({FairDealer()(position, cell, 1) for position in positions}) == 1


def test_a_board_without_a_guess_is_one_as_dealt_from_another_first_cell() -> None:
    rules = Rules(guesses=Guesses.NOT_NEEDED)
    for cell, guesses in (("0 0", Guesses.NOT_NEEDED), ("8 8", Guesses.AS_DEALT)):
        game = Minesweeper(9, 9, 10, rules=rules, seed=1, start=(0, 0))
        play(game, f"reveal {cell}")
        assert game.rules.guesses is guesses


@pytest.mark.parametrize("is_safe", [True, False])
def test_each_layout_is_as_likely_as_any_other(is_safe: bool) -> None:
    # In the second, (0, 3) is certainly safe, so that a guess at (0, 0) is a mine.
    clues = {(0, 1): 1, (2, 3): 1} if is_safe else {(0, 1): 1, (0, 2): 0}
    position = Position(3, 4, 3, clues)
    guess = (0, 0)
    expected = [layout for layout in all_layouts(position) if (guess in layout) is not is_safe]
    dealer = FairDealer()
    seen = Counter(dealer(position, guess, seed) for seed in range(20 * len(expected)))
    assert seen.keys() == set(expected)
    assert abs(chi_square_deviation(seen.values(), 20)) < 3.5


@pytest.mark.parametrize("strategy", ["exact", "expert"])
@pytest.mark.parametrize("rules", [CS50_RULES, CLASSIC_RULES], ids=["cs50", "classic"])
def test_who_knows_all_that_is_certain_wins(strategy: str, rules: Rules) -> None:
    fair = replace(rules, guesses=Guesses.FAIR)
    for game, (height, width, mines) in enumerate([(8, 8, 8), (5, 9, 12), (9, 4, 16), (1, 12, 5), (7, 7, 25)] * 3):
        assert play_game(Experiment((strategy,), height, width, mines, fair, seed=3), game, strategy).won


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["exact", "expert"])
@pytest.mark.parametrize("mines, games", [(99, 100), (130, 30)])
def test_who_knows_all_that_is_certain_wins_on_large_boards(strategy: str, mines: int, games: int) -> None:
    rules = replace(CLASSIC_RULES, guesses=Guesses.FAIR)
    experiment = Experiment((strategy,), 16, 30, mines, rules, seed=7, referee=False)
    assert all(play_game(experiment, game, strategy).won for game in range(games))


def test_luck_leaves_fair_guesses_out() -> None:
    game = fair_game(2, 3, 2, CS50_RULES, seed=4)
    play(game, "reveal 0 0")
    found = review(Record.of(game))
    assert found.guesses == 1
    assert found.luck is not None
    assert (found.luck.guesses, found.luck.survived, found.luck.expected, found.luck.chance) == (0, 0, 0.0, 1.0)
