"""Tests of the texts of the status line."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    Action,
    ActionResult,
    AgentMove,
    AgentMoveKind,
    Cell,
    Choice,
    ChoiceReason,
    ChoiceReasonKind,
    Minesweeper,
    MinesweeperAI,
    Observation,
    Position,
    Rules,
    State,
    Verb,
)
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.play.turn import agent_turn

ACTION = Action(Verb.REVEAL, (0, 0))


def board(rules: Rules = CS50_RULES, mines: tuple[Cell, ...] = ((0, 0), (2, 2))) -> Minesweeper:
    return Minesweeper(3, 3, len(mines), rules=rules, layout_mines=mines)


@pytest.mark.parametrize(
    "rules, words",
    [
        (CS50_RULES, "Flag exactly the mines to win."),
        (CLASSIC_RULES, "Reveal every safe cell to win. The first cell is safe."),
    ],
)
def test_a_new_game_shows_how_it_is_won(rules: Rules, words: str) -> None:
    text = status_text.ready_text(Minesweeper(3, 3, 2, rules=rules, seed=1))
    assert (str(text), text.spoken) == (f"Ready. {words}", "New game.")


def test_a_restarted_game_shows_whether_the_first_click_is_protected() -> None:
    fresh = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1)
    assert status_text.restarted_text(fresh) == status_text.ready_text(fresh)
    begun = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=1, start=(4, 4))
    cs50 = Minesweeper.at_difficulty(DIFFICULTIES["cs50"], seed=1)
    for game in (begun, cs50):
        assert "first click is not protected" in str(status_text.restarted_text(game))


@pytest.mark.parametrize(
    "played, words",
    [
        (ActionResult(ACTION, State.PLAYING, flagged=((1, 2),)), "Flag put on (1, 2)."),
        (ActionResult(ACTION, State.PLAYING, unflagged=((1, 2),)), "Flag taken off (1, 2)."),
        (ActionResult(ACTION, State.PLAYING), "Nothing to reveal there."),
        (ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 0),)), "(0, 1) has no mines around."),
        (ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 1),)), "(0, 1) has 1 mine around."),
        (ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 3),)), "(0, 1) has 3 mines around."),
        (ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 0), Observation((0, 2), 1))), "Revealed 2 cells."),
    ],
)
def test_what_an_action_did(played: ActionResult, words: str) -> None:
    assert str(status_text.result_text(played)) == words


PLAYING = ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 1),))
UNFLAGGED = ActionResult(ACTION, State.PLAYING, unflagged=((0, 1),))
FLAGGED = ActionResult(ACTION, State.PLAYING, flagged=((0, 0),))
SAFE = AgentMove(AgentMoveKind.SAFE, (0, 1), (PLAYING,))
RANDOM = AgentMove(AgentMoveKind.RANDOM, (0, 1), (PLAYING,))
SENTENCES = ChoiceReason(ChoiceReasonKind.SENTENCES)
LAYOUTS = ChoiceReason(ChoiceReasonKind.ALL_LAYOUTS, layouts=7)
LOWEST = ChoiceReason(ChoiceReasonKind.LOWEST_RISK)
TOO_HARD = ChoiceReason(ChoiceReasonKind.TOO_HARD)


@pytest.mark.parametrize(
    "move, choice, is_first, words",
    [
        (SAFE, None, False, "(0, 1) is safe by what the AI knows."),
        (SAFE, SENTENCES, False, "(0, 1) is safe by what the AI knows."),
        (SAFE, LAYOUTS, False, "(0, 1) is safe in all 7 possible layouts of mines."),
        (RANDOM, None, True, "(0, 1) is safe as the first cell."),
        (RANDOM, None, False, "No safe cell known: a random guess at (0, 1)."),
        (RANDOM, TOO_HARD, False, "A guess at (0, 1): too hard to count, so at random."),
        (
            AgentMove(AgentMoveKind.SAFE, (0, 1), (UNFLAGGED, PLAYING)),
            None,
            False,
            "AI took your flag off (0, 1). (0, 1) is safe by what the AI knows.",
        ),
    ],
)
def test_how_the_ai_moved(move: AgentMove, choice: ChoiceReason | None, is_first: bool, words: str) -> None:
    picked = choice and Choice((0, 1), move.kind is AgentMoveKind.SAFE, choice)
    turn = agent_turn(move, picked, {}, was_protected=is_first)
    assert str(status_text.ai_turn_text(turn, board(), ())) == f"{words} (0, 1) has 1 mine around."


def test_a_guess_of_the_ai_shows_its_risk() -> None:
    turn = agent_turn(RANDOM, Choice((0, 1), False, LOWEST, 0.2, 0.2), {}, was_protected=False)
    assert str(status_text.ai_turn_text(turn, board(), ())) == (
        "No cell is certain. A guess at (0, 1): risk 20 %, the lowest. (0, 1) has 1 mine around."
    )


def test_the_last_step_of_the_ai_shows_why_it_has_not_won() -> None:
    turn = agent_turn(AgentMove(AgentMoveKind.LAST, None, (FLAGGED,)), None, {}, was_protected=False)
    words = "No moves left to make: AI flagged the mines it knows. The AI can't tell where the other mines are."
    assert str(status_text.ai_turn_text(turn, board(), ())) == words


@pytest.mark.parametrize(
    "flags, words",
    [
        ([], "The AI can't tell where the other mines are."),
        ([(0, 1)], "The AI does not guess on your 1 flag: take one off to go on."),
        ([(0, 1), (0, 2)], "The AI does not guess on your 2 flags: take one off to go on."),
        ([(0, 0)], "The AI can't tell where the other mines are."),
    ],
)
def test_why_the_ai_is_stuck(flags: list[Cell], words: str) -> None:
    game, agent = board(), MinesweeperAI(3, 3)
    agent.mark_mine((0, 0))
    for flag in flags:
        game.play(Action(Verb.FLAG, flag))
    assert status_text.stuck_text(game, agent.mines) == words


@pytest.mark.parametrize(
    "rules, texts, words",
    [
        (CS50_RULES, ["flag 0 0", "flag 2 2"], "Won in 1:13. Every mine is flagged."),
        (CLASSIC_RULES, ["reveal 0 2", "reveal 2 0"], "Won in 1:13. Every safe cell is revealed."),
        (CS50_RULES, ["reveal 0 0"], "Lost after 1:13. (0, 0) is a mine."),
        (CS50_RULES, ["flag 0 1", "reveal 0 0"], "Lost after 1:13. (0, 0) is a mine. 1 flag was wrong."),
        (CS50_RULES, ["flag 0 1", "flag 2 1", "reveal 0 0"], "Lost after 1:13. (0, 0) is a mine. 2 flags were wrong."),
        (
            CS50_RULES,
            ["reveal 1 1", "flag 0 1", "flag 2 1", "chord 1 1"],
            "Lost after 1:13. (0, 0) and (2, 2) are mines. 2 flags were wrong.",
        ),
    ],
)
def test_how_a_game_ended(rules: Rules, texts: list[str], words: str) -> None:
    game = board(rules)
    for text in texts:
        played = game.play(Action.from_text(text))
    assert game.state.is_over
    assert str(status_text.ending_text(played, game, 73)) == words


# -- without coordinates

PLAYED = ActionResult(ACTION, State.PLAYING, (Observation((0, 1), 3),))
LOST = ActionResult(ACTION, State.LOST, exploded=((2, 2),))
LOST_TWICE = ActionResult(ACTION, State.LOST, exploded=((0, 0), (2, 2)))


@pytest.mark.parametrize(
    "text, plain, framed",
    [
        (CellText.of("Revealed 59 cells."), "Revealed 59 cells.", []),
        (status_text.result_text(ActionResult(ACTION, State.PLAYING, flagged=((1, 2),))), "", []),
        (status_text.question_text((1, 2), is_on=True), "", []),
        (status_text.result_text(PLAYED), "That cell has 3 mines around.", [(0, 1)]),
        (
            CellText.sentences("AI made a safe move.", status_text.result_text(PLAYED)),
            "AI made a safe move. That cell has 3 mines around.",
            [(0, 1)],
        ),
        (status_text.ending_text(LOST, board(), 47), "Lost after 0:47. That cell is a mine.", [(2, 2)]),
        (status_text.ending_text(LOST_TWICE, board(), 47), "Lost after 0:47. Those cells are mines.", [(0, 0), (2, 2)]),
        (
            status_text.guess_text((1, 2), 0.2, 0, safe_cell=(0, 1)),
            "Guess at that cell: risk 20 %, lowest 0 %; there was a safe cell.",
            [(1, 2)],
        ),
        (
            status_text.hint_text(Choice((1, 2), False, ChoiceReason(ChoiceReasonKind.LOWEST_RISK), 0.2, 0.2)),
            "Hint: guess at the marked cell: risk 20 %, the lowest.",
            [(1, 2)],
        ),
    ],
)
def test_without_coordinates_no_cell_is_named(text: CellText, plain: str, framed: list[Cell]) -> None:
    assert text.written(has_coordinates=False) == plain
    assert sorted(text.marked(CellRole.FRAMED)) == framed


def told(height: int, width: int, clues: dict[Cell, int], mines: int | None = None) -> MinesweeperAI:
    agent = MinesweeperAI(height, width, total_mines=mines)
    for cell, clue in clues.items():
        agent.add_knowledge(cell, clue)
    return agent


@pytest.mark.parametrize(
    "agent, cell, words, plain",
    [
        (
            told(1, 3, {(0, 0): 0}),
            (0, 1),
            "(0, 1) is safe: the 0 at (0, 0) has no mine around.",
            "the lit 0 has no mine around.",
        ),
        (
            told(1, 4, {(0, 0): 1, (0, 2): 1}),
            (0, 3),
            "(0, 3) is safe: the 1 at (0, 2) has its mine at (0, 1).",
            "the lit 1 has its mine, which is marked.",
        ),
        (
            told(2, 3, {(1, 0): 1, (1, 1): 1}),
            (0, 2),
            "(0, 2) is safe: the 1 at (1, 0) has its mine at (0, 0) or (0, 1); "
            "that is the only one of the 1 at (1, 1), too.",
            "that follows from the lit numbers.",
        ),
        (
            told(1, 4, {(0, 0): 1}, mines=1),
            (0, 3),
            "(0, 3) is safe: the only mine is known.",
            "the only mine is known, and marked.",
        ),
    ],
)
def test_why_a_hint_is_safe_in_the_words_of_the_game(agent: MinesweeperAI, cell: Cell, words: str, plain: str) -> None:
    hint = status_text.proved_hint_text(cell, agent.derivation(cell), agent.knowledge_base.clues)
    assert str(hint) == f"Hint: {words}"
    assert hint.written(has_coordinates=False) == f"The ringed cell is safe: {plain}"
    assert hint.marked(CellRole.RINGED) == {cell}
    assert hint.marked(CellRole.MARKED) <= agent.mines
    assert bool(hint.marked(CellRole.MARKED)) == ("marked" in plain)
    assert bool(hint.marked(CellRole.LIT)) == ("lit" in plain)


def test_without_coordinates_a_proof_by_cases_is_not_that_of_one_clue() -> None:
    position = Position.from_text("9x5x10\n2HH1HH000\nHHHHHH110\nH4H3H3H10\n1HH3HHHH1\n00HHH2H1H\n")
    agent = MinesweeperAI(5, 9, total_mines=10, exact=True)
    for cell, clue in position.clues.items():
        agent.add_knowledge(cell, clue)
    hint = status_text.proved_hint_text((0, 4), agent.derivation((0, 4)), position.clues)
    assert hint.written(has_coordinates=False).startswith("The ringed cell is safe: by cases, from the lit numbers")
    assert len(hint.marked(CellRole.LIT)) > 3
