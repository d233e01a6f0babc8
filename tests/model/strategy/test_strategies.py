"""Tests of the strategies: the rules that all of them follow, and the choices of each of the four."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    STRATEGIES,
    Cell,
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    FirstClick,
    InconsistentPosition,
    MinesweeperAI,
    Position,
    Rules,
    StrategyError,
    make_strategy,
    mine_probabilities,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.strategy.strategies import Exact
from tests.model.strategy.test_endgame import wins
from tests.model.support.positions import all_layouts, seen_in_game, tiny_positions
from tests.model.support.work import Calls

NAMES = sorted(STRATEGIES)
EXACT_STRATEGIES = ["exact", "expert"]


def agent_of(position: Position, knows_mine_count: bool, seed: int = 1) -> MinesweeperAI:
    agent = MinesweeperAI(
        position.height, position.width, total_mines=position.mines if knows_mine_count else None, seed=seed
    )
    for cell, clue in position.clues.items():
        agent.add_knowledge(cell, clue)
    return agent


class Ignorant:
    """An agent that knows no safe cell, so that the strategy must find one itself."""

    def __init__(self, position: Position) -> None:
        self._covered = sorted(position.covered)

    def make_safe_move(self) -> Cell | None:
        return None

    def make_random_move(self) -> Cell | None:
        return self._covered[0] if self._covered else None


def choose(name: str, position: Position, seed: int = 1, rules: Rules = CLASSIC_RULES) -> Choice | None:
    strategy = make_strategy(name, rules, seed)
    return strategy.choose(position, agent_of(position, strategy.uses_mine_count, seed))


@pytest.mark.long
@given(tiny_positions(), st.sampled_from(NAMES))
def test_a_choice_is_correct_about_safety_and_risk(position: Position, name: str) -> None:
    position = Position(position.height, position.width, position.mines, position.clues, flags=position.flags)
    layouts = all_layouts(position)
    if not layouts or not position.clues:
        return
    choice = choose(name, position)
    if choice is None:
        if name in EXACT_STRATEGIES:
            assert all(cell in position.flags for layout in layouts for cell in position.covered - layout)
        return
    assert choice.cell in position.covered
    risk = sum(choice.cell in layout for layout in layouts) / len(layouts)
    assert not choice.is_safe or risk == 0
    assert choice.is_safe or choice.cell not in position.flags
    if choice.risk is not None:
        assert choice.risk == pytest.approx(risk)
    if name in EXACT_STRATEGIES:
        least = min(sum(cell in layout for layout in layouts) for cell in position.covered) / len(layouts)
        assert choice.is_safe == (least == 0)
        assert choice.risk is not None
        assert choice.least_risk == pytest.approx(least)
        assert choice.risk < 1


@pytest.mark.slow
@given(tiny_positions(), st.sampled_from(EXACT_STRATEGIES))
def test_a_safe_cell_is_found_without_the_agent(position: Position, name: str) -> None:
    try:
        found = mine_probabilities(position)
    except InconsistentPosition:
        return
    if found.safe and position.clues:
        choice = make_strategy(name, seed=1).choose(position, Ignorant(position))
        assert choice.cell in found.safe
        assert choice.reason == ChoiceReason(ChoiceReasonKind.ALL_LAYOUTS, layouts=found.layouts)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT_STRATEGIES)
def test_positions_solved_before_do_not_change_a_choice(name: str) -> None:
    """A strategy that has solved other positions picks the same cell as a new one: only its caches differ."""
    used = make_strategy(name, seed=1)
    for seed in range(30):
        position = seen_in_game(9, 9, 12, seed, (seed % 10) / 10)
        used.choose(position, agent_of(position, knows_mine_count=False))
        if name == "expert":
            assert used.choose(position, agent_of(position, knows_mine_count=True)) == choose(name, position)


def test_exact_takes_the_lowest_risk_and_ties_at_random() -> None:
    position = Position(2, 5, 3, {(0, 0): 1})
    found = mine_probabilities(position)
    least = min(found.probability.values())
    picked = {choose("exact", position, seed) for seed in range(40)}
    cells = {choice.cell for choice in picked if choice}
    assert cells == {cell for cell, risk in found.probability.items() if risk == least}


def play_out(name: str, position: Position, layout: frozenset[Cell]) -> bool:
    """Play from ``position`` on, on a board with these mines; return True when every safe cell was opened."""
    strategy = make_strategy(name, seed=1)
    while position.covered != layout:
        choice = strategy.choose(position, agent_of(position, knows_mine_count=True))
        assert choice is not None
        if choice.cell in layout:
            return False
        clues = {**position.clues, choice.cell: len(position.board.neighbours(choice.cell) & layout)}
        position = Position(position.height, position.width, position.mines, clues)
    return True


@pytest.mark.slow
@settings(max_examples=40)
@given(tiny_positions(max_cells=10))
def test_expert_wins_what_can_be_won_of_an_end_game(position: Position) -> None:
    """Over all layouts, expert wins as many as the best cell in every position wins, which plain search finds."""
    position = Position(position.height, position.width, position.mines, position.clues)
    layouts = all_layouts(position)
    if position.clues and len(position.covered) <= 7 and layouts:
        won = sum(play_out("expert", position, layout) for layout in layouts)
        assert won == wins(position.height, position.width, layouts, frozenset(position.clues))


@pytest.mark.slow
def test_expert_takes_a_little_more_risk_for_a_better_next_move() -> None:
    riskier = 0
    for seed in range(40):
        position = seen_in_game(16, 30, 99, seed, 0.01)
        found = mine_probabilities(position)
        if not found.safe:
            choice = choose("expert", position)
            assert choice.risk is not None
            assert choice.least_risk is not None
            assert 1 - choice.risk >= 0.9 * (1 - choice.least_risk)
            riskier += choice.risk > choice.least_risk
    assert riskier


@pytest.mark.parametrize(
    "rules, board, cell",
    [
        (Rules(FirstClick.SAFE), (9, 9, 10), (0, 0)),
        (CS50_RULES, (8, 8, 8), (0, 0)),
        (Rules(FirstClick.OPENING), (9, 9, 10), (2, 2)),
        (Rules(FirstClick.OPENING), (16, 30, 99), (3, 3)),
        (Rules(FirstClick.OPENING), (2, 40, 5), (1, 2)),
    ],
)
def test_where_expert_begins(rules: Rules, board: tuple[int, int, int], cell: Cell) -> None:
    height, width, mines = board
    choice = choose("expert", Position(height, width, mines, {}), rules=rules)
    assert choice.cell == cell
    assert choice.is_safe == (rules.first_click is not FirstClick.ANYTHING)
    assert choice.risk == (0 if choice.is_safe else mines / (height * width))


@pytest.mark.parametrize("name", EXACT_STRATEGIES)
def test_the_first_click_avoids_flags(name: str) -> None:
    cells = [(i, j) for i in range(3) for j in range(3)]
    for free in cells:
        choice = choose(name, Position(3, 3, 2, {}, flags=[cell for cell in cells if cell != free]))
        assert (choice.cell, choice.is_safe) == (free, True)
    assert choose(name, Position(3, 3, 2, {}, flags=cells)) is None


@pytest.mark.parametrize("name", EXACT_STRATEGIES)
def test_a_taken_mine_is_not_opened_first(name: str) -> None:
    choice = choose(name, Position(2, 3, 2, {}, taken=[(0, 0)]))
    assert choice.cell != (0, 0)
    assert choice.risk == pytest.approx(1 / 5)


@pytest.mark.parametrize("name", EXACT_STRATEGIES)
def test_a_guess_is_not_called_the_lowest_risk_when_a_cell_under_a_flag_has_a_lower_one(name: str) -> None:
    choice = choose(name, Position(1, 6, 2, {(0, 1): 1}, flags=[(0, 3), (0, 4), (0, 5)]))
    assert choice.cell in {(0, 0), (0, 2)}
    assert choice.risk is not None
    assert choice.least_risk is not None
    assert choice.risk > choice.least_risk
    assert choice.reason.kind is not ChoiceReasonKind.LOWEST_RISK


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_when_every_covered_cell_is_a_mine(name: str) -> None:
    assert choose(name, Position(1, 2, 1, {(0, 0): 1})) is None
    assert choose(name, Position(1, 2, 0, {(0, 0): 0, (0, 1): 0})) is None


@pytest.mark.parametrize("name", NAMES)
def test_too_hard_a_position_is_guessed_at_random(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = make_strategy(name, seed=1)
    position = Position(9, 9, 20, {(i, j): 2 for i in range(1, 9, 2) for j in range(1, 9, 2)})
    if name in EXACT_STRATEGIES:
        monkeypatch.setattr(strategy.engine.counter, "budget", 10)
    choice = strategy.choose(position, agent_of(position, strategy.uses_mine_count))
    assert not choice.is_safe
    assert choice.risk is None
    assert "random" in str(choice.reason)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT_STRATEGIES)
@pytest.mark.parametrize(
    "position", [Position(8, 8, 20, {(1, 1): 2, (5, 5): 3, (5, 6): 2}), Position(4, 5, 3, {(0, 0): 1})]
)
def test_an_interrupted_choice_ends_and_changes_no_later_one(name: str, position: Position) -> None:
    """In the first position ``expert`` looks ahead; the second has few layouts, so it searches for perfect play."""
    agent = MinesweeperAI(position.height, position.width)
    strategy, untouched = make_strategy(name, seed=1), make_strategy(name, seed=1)
    assert isinstance(strategy, Exact)
    strategy.poll = calls = Calls()
    first = strategy.choose(position, agent)
    assert calls.number > (20 if name == "expert" else 1), "the search that follows the count calls it as well"
    assert first == untouched.choose(position, agent)
    for limit in {1, 2, calls.number // 2, calls.number}:
        strategy = make_strategy(name, seed=1)
        assert isinstance(strategy, Exact)
        strategy.poll = poll = Calls(limit)
        with pytest.raises(Stopped):
            strategy.choose(position, agent)
        assert poll.number == limit
        assert strategy.choose(position, agent) == first


def test_a_search_for_pairs_on_a_large_board_can_be_interrupted() -> None:
    """The search looks at all covered cells, also at those away from the clues, where nothing is counted."""
    strategy = make_strategy("expert", seed=1)
    assert isinstance(strategy, Exact)
    strategy.choose(Position(20, 50, 200, {(5, 5): 2}), MinesweeperAI(20, 50))
    strategy.poll = poll = Calls()  # The counts around the clue are kept from here on.
    strategy.choose(Position(40, 50, 400, {(5, 5): 2}), MinesweeperAI(40, 50))
    assert poll.number >= 10


def test_an_unknown_strategy_is_named_with_those_that_exist() -> None:
    with pytest.raises(StrategyError, match="'best' is not a strategy; allowed are cs50, cs50-count, cs50-overlap"):
        make_strategy("best")
