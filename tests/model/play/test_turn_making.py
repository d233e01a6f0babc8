"""Tests of how turns are made: kinds, safety, guesses and reasons, in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    Action,
    Cell,
    ChoiceReasonKind,
    IllegalAction,
    Minesweeper,
    MinesweeperAI,
    Position,
    Rules,
    TurnKind,
    TurnMaker,
    TurnReasonKind,
    Verb,
    make_strategy,
    play_choice,
    seen_by_player,
)
from minesweeper_qt.model.play.turn import agent_turn, player_turn

RULES = {"cs50": CS50_RULES, "classic": CLASSIC_RULES}


class RandomGame:
    """A game on a random board with an agent that learns everything, and random actions of a player."""

    def __init__(self, seed: int, rules: Rules) -> None:
        self.random = random.Random(seed)
        self.game = Minesweeper(6, 7, self.random.choice((4, 7)), rules=rules, seed=seed)
        self.agent = MinesweeperAI(6, 7, seed=seed)

    def learn(self, observations: Iterator[tuple[Cell, int]]) -> None:
        for cell, clue in observations:
            self.agent.add_knowledge(cell, clue)

    def actions(self) -> Iterator[Action]:
        """Yield random actions until the game is over: any at all, and those that players like."""
        for _ in range(120):
            if self.game.state.is_over:
                return
            cell = self.random.choice(self.game.grid.cells)
            known = self.random.random()
            if known < 0.3 and self.agent.mines - self.game.mines_found:
                yield Action(Verb.FLAG, min(self.agent.mines - self.game.mines_found))
            elif known < 0.5 and self.agent.make_safe_move() is not None:
                yield Action(Verb.REVEAL, self.agent.make_safe_move() or cell)
            elif known < 0.75 and self.game.clues:
                yield Action(Verb.CHORD, self.random.choice(sorted(self.game.clues)))
            else:
                yield Action(self.random.choice(list(Verb)), cell)


def opened_by(action: Action, position: Position) -> list[Cell]:
    """Return the cells that an action that opens something opens itself, not by a cascade."""
    if action.verb is Verb.REVEAL:
        return [action.cell]
    i, j = action.cell
    around = [(i + down, j + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [cell for cell in sorted(around) if cell in position.covered and cell not in position.flags]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_a_players_turn_is_safe_where_the_agent_had_proved_all_that_it_opened(rules: str) -> None:
    met = set()
    for seed in range(60):
        play = RandomGame(seed, RULES[rules])
        for action in play.actions():
            position, safes = seen_by_player(play.game), set(play.agent.safes)
            protected, settled = play.game.protects_first_click, dict(play.agent.knowledge_base.settled)
            turn = player_turn(action, position, settled, protected)
            try:
                result = play.game.play(action)
            except IllegalAction:
                continue
            play.learn(iter(result.observations))
            met.add(turn.reason.kind if turn.reason else None)
            assert (turn.maker, turn.cell, turn.plays) == (TurnMaker.PLAYER, action.cell, ())
            if action.verb in (Verb.FLAG, Verb.UNFLAG):
                assert (turn.kind, turn.is_safe, turn.guessed) == (TurnKind.FLAG, None, ())
                assert turn.reason.derivation == settled.get(action.cell)
            elif result.observations or result.exploded:
                opened = opened_by(action, position)
                unproved = [] if protected else [cell for cell in opened if cell not in safes]
                assert turn.guessed == tuple(unproved)
                assert turn.is_safe is not bool(unproved)
                assert set(opened) <= {cell for cell, _ in result.observations} | set(result.exploded)
                assert set(result.exploded) <= set(unproved)
                assert (turn.risk, turn.least_risk) == ((None, None) if unproved else (0, 0))
                plain = TurnKind.GUESS if unproved else TurnKind.SAFE
                assert turn.kind is (TurnKind.CHORD if action.verb is Verb.CHORD else plain)
    expected = {TurnReasonKind.FLAG, TurnReasonKind.NOT_PROVED, TurnReasonKind.PROVED, TurnReasonKind.ALL_PROVED}
    assert met == expected | ({TurnReasonKind.FIRST_CELL} if rules == "classic" else set())


@pytest.mark.parametrize("name", ["agent", "cs50", "exact", "expert"])
@pytest.mark.parametrize("rules", RULES)
def test_an_agents_turn_is_safe_where_it_is_proved_or_protected(name: str, rules: str) -> None:
    met = set()
    for seed in range(12):
        play = RandomGame(seed, RULES[rules])
        strategy = make_strategy("cs50" if name == "agent" else name, RULES[rules], seed)
        while not play.game.state.is_over:
            choice = strategy.choose(seen_by_player(play.game), play.agent)
            protected, settled = play.game.protects_first_click, dict(play.agent.knowledge_base.settled)
            move = play_choice(play.game, play.agent, choice)
            turn = agent_turn(move, None if name == "agent" else choice, settled, protected)
            met.add(turn.reason.kind if turn.reason else None)
            assert (turn.maker, turn.cell, turn.plays) == (TurnMaker.AI, move.cell, move.plays)
            is_first = turn.reason.kind is TurnReasonKind.FIRST_CELL
            assert is_first == (protected and choice is not None and not choice.is_safe)
            assert not is_first or turn.kind is TurnKind.SAFE
            if choice is None:
                assert (turn.kind, turn.is_safe, turn.guessed) == (TurnKind.LAST, None, ())
                break
            assert turn.is_safe == (choice.is_safe or protected)
            assert turn.guessed == (() if turn.is_safe else (choice.cell,))
            assert turn.reason.choice == (None if name == "agent" or is_first else choice.reason)
            if turn.is_safe:
                assert (turn.risk, turn.least_risk) == (0, 0)
            elif name != "agent":
                assert (turn.risk, turn.least_risk) == (choice.risk, choice.least_risk)
            if turn.reason.kind is TurnReasonKind.PROVED:
                assert turn.reason.derivation is settled[choice.cell]
            play.learn(observation for result in move.plays for observation in result.observations)
    picked = {TurnReasonKind.PROVED, TurnReasonKind.RANDOM}
    chosen = {TurnReasonKind.SAFE_CHOICE, TurnReasonKind.GUESS}
    assert met - {TurnReasonKind.LAST, TurnReasonKind.FIRST_CELL} == (picked if name == "agent" else chosen)


def test_a_cell_that_is_proved_a_mine_is_a_guess() -> None:
    agent = MinesweeperAI(1, 2)
    agent.add_knowledge((0, 0), 1)
    turn = player_turn(Action(Verb.REVEAL, (0, 1)), Position(1, 2, 1, {(0, 0): 1}), agent.knowledge_base.settled, False)
    assert (turn.kind, turn.is_safe, turn.guessed) == (TurnKind.GUESS, False, ((0, 1),))


def test_a_strategys_first_cell_keeps_its_reason() -> None:
    game = Minesweeper(5, 5, 3, rules=CLASSIC_RULES, seed=1)
    choice = make_strategy("expert", CLASSIC_RULES, 1).choose(seen_by_player(game), MinesweeperAI(5, 5))
    assert choice is not None
    turn = agent_turn(play_choice(game, MinesweeperAI(5, 5), choice), choice, {}, was_protected=True)
    assert turn.reason.choice.kind is ChoiceReasonKind.FIRST_IS_SAFE
