"""Tests of the texts of the move log: every reason of a turn has its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper_qt.gui.presentation.status_text import details, reason_text
from minesweeper_qt.model import (
    DIFFICULTIES,
    Action,
    AgentMoveKind,
    ChoiceReason,
    ChoiceReasonKind,
    Derivation,
    History,
    Minesweeper,
    MinesweeperAI,
    TurnReason,
    TurnReasonKind,
    Verb,
    play_agent_move,
    seen_by_player,
)
from minesweeper_qt.model.play.turn import agent_turn, player_turn

LOWEST = ChoiceReason(ChoiceReasonKind.LOWEST_RISK)
FIRST = "The first cell is safe."


def verdict(count: int) -> Derivation:
    agent = MinesweeperAI(1, 2)
    agent.add_knowledge((0, 0), count)
    return agent.knowledge_base.settled[(0, 1)]


def cells(number: int) -> tuple[tuple[int, int], ...]:
    return tuple((0, j) for j in range(number))


# The words from the time when reasons were strings.
GOLDEN = [
    (TurnReason(TurnReasonKind.FIRST_CELL), FIRST),
    (TurnReason(TurnReasonKind.PROVED), "said to be safe"),
    (TurnReason(TurnReasonKind.PROVED, verdict(0)), "the 0 at (0, 0) has no mine around"),
    (TurnReason(TurnReasonKind.ALL_PROVED), "every cell that it opens is proved safe"),
    (TurnReason(TurnReasonKind.NOT_PROVED, cells=cells(1)), "(0, 0) is not proved safe"),
    (TurnReason(TurnReasonKind.NOT_PROVED, cells=cells(2)), "(0, 0) and (0, 1) are not proved safe"),
    (
        TurnReason(TurnReasonKind.NOT_PROVED, cells=cells(6)),
        "(0, 0), (0, 1), (0, 2), (0, 3) and 2 more are not proved safe",
    ),
    (TurnReason(TurnReasonKind.FLAG), "nothing is proved about it"),
    (TurnReason(TurnReasonKind.FLAG, verdict(0)), "safe: clue 0 at (0, 0)"),
    (TurnReason(TurnReasonKind.FLAG, verdict(1)), "a mine: clue 1 at (0, 0)"),
    (
        TurnReason(TurnReasonKind.SAFE_CHOICE, choice=ChoiceReason(ChoiceReasonKind.SENTENCES)),
        "safe by what the AI knows",
    ),
    (TurnReason(TurnReasonKind.GUESS, choice=LOWEST), "No known safe moves, AI making a guess: the lowest risk"),
    (TurnReason(TurnReasonKind.RANDOM), "No known safe moves, AI making random move."),
    (TurnReason(TurnReasonKind.WRONG_FLAG, cells=cells(1)), "a chord on a wrong flag: (0, 0) is not a mine"),
    (TurnReason(TurnReasonKind.WRONG_FLAG, cells=cells(2)), "a chord on wrong flags: (0, 0) and (0, 1) are not mines"),
    (TurnReason(TurnReasonKind.CLAIMED), "Your agent calls the cell safe, which is not proved."),
    (TurnReason(TurnReasonKind.LAST), "No moves left to make."),
]


@pytest.mark.parametrize("reason, words", GOLDEN)
def test_reasons_have_the_words_that_they_always_had(reason: TurnReason, words: str) -> None:
    assert reason_text(reason) == words


def test_every_kind_of_reason_is_worded() -> None:
    assert {reason.kind for reason, _ in GOLDEN} == {*TurnReasonKind}
    assert reason_text(None) == ""


def test_a_first_cell_that_the_rules_protect_ends_with_one_full_stop() -> None:
    game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
    history, action = History(game), Action(Verb.REVEAL, (4, 4))
    turn = player_turn(action, seen_by_player(game), {}, game.protects_first_click)
    history.add(replace(turn, plays=(game.play(action),)))
    assert details(history, 1)[0] == "You opened (4, 4): The first cell is safe."


def test_a_random_first_move_of_the_agent_is_called_safe() -> None:
    game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
    history, agent = History(game), MinesweeperAI(9, 9, seed=1)
    move = play_agent_move(game, agent)
    assert move.kind is AgentMoveKind.RANDOM
    history.add(agent_turn(move, None, {}, was_protected=True))
    assert details(history, 1)[:2] == ["AI making safe move.", f"AI opened {move.cell}: The first cell is safe."]
