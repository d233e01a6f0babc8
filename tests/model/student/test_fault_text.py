"""Tests of the words of differences: made by hand for each symptom, and from the games of all agents."""

from __future__ import annotations

import re
from typing import Any

import pytest

from minesweeper_qt.model import Board, Cell, MinesweeperAI, Observation
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Step
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form, MissingStep, StatedKnowledge, WrongMove
from minesweeper_qt.model.student.fault_text import reason, title
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.student_state import (
    FindingKind,
    SourceLine,
    StatedSentence,
    StudentFailure,
    StudentState,
)
from tests.model.student.support.corpus import HERE, each
from tests.model.student.support.faults import fault_of
from tests.model.student.support.games import corpus_moments

SEEN = Observation((6, 0), 1)


def missing(state: StudentState, *cells: Cell, clues: list[tuple[Cell, int]], size: tuple[int, int]) -> Fault:
    """Return the difference that an agent in ``state`` does not know ``cells``, which the reference knows."""
    ai = MinesweeperAI(*size)
    for cell, clue in clues:
        ai.add_knowledge(cell, clue)
    knowledge = StatedKnowledge(state)
    verdicts = [verdict for cell in cells if (verdict := ai.derivation(cell)) is not None]
    steps = tuple(MissingStep.of(verdict, knowledge) for verdict in verdicts)
    symptom = Symptom.MISSING_MINE if verdicts[0].count else Symptom.MISSING_SAFE
    seen = Observation(*clues[-1])
    return fault_of(symptom, Severity.WEAKNESS, learned=len(clues), cells=cells, observation=seen, steps=steps)


def state(safes: set[Cell], mines: set[Cell], *sentences: tuple[set[Cell], int]) -> StudentState:
    return StudentState(
        frozenset(safes),
        frozenset(mines),
        frozenset(safes),
        tuple(StatedSentence(frozenset(cells), count) for cells, count in sentences),
    )


TEXT = "m() returned (0, 1)"
SAFE_MOVE, RANDOM_MOVE = {"call": Call.SAFE_MOVE}, {"call": Call.RANDOM_MOVE, "form": WrongMove.IN_MINES}
LUCKY, OFF_BOARD = {"form": Form.LUCKY_MINE, "severity": Severity.NOTE}, {"form": Form.SAFES_OFF_BOARD}


@pytest.mark.parametrize(
    "symptom, cells, others, words",
    [
        (Symptom.WRONG_SAFE, ((0, 1),), {}, " calls (0, 1) safe, but it is a mine"),
        (Symptom.WRONG_MINE, ((0, 1), (0, 2)), {}, " calls (0, 1) and (0, 2) mines, but they are safe"),
        (Symptom.WRONG_SAFE, ((0, 1),), OFF_BOARD, " calls (0, 1) safe, which is not on the board"),
        (Symptom.WRONG_MINE, ((0, 1),), LUCKY, " calls (0, 1) a mine before anything says so"),
        (Symptom.SENTENCE_WRONG, (), {}, " has a sentence that is wrong"),
        (Symptom.SENTENCE_DOUBLE, (), {}, " has the same sentence twice"),
        (Symptom.SAFE_MOVE_MISSING, (), SAFE_MOVE, " finds no safe move although it knows a safe cell"),
        (Symptom.RANDOM_MOVE_WRONG, (), RANDOM_MOVE, "'s m() returned (0, 1)"),
        (Symptom.VERDICT_TAKEN_BACK, (), {"form": Form.SAFE_TAKEN_BACK}, " takes a cell out of safes again"),
        (Symptom.MOVE_NOT_RECORDED, (), {}, " does not put a cell into moves_made when it learns its clue"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    symptom: Symptom, cells: tuple[Cell, ...], others: dict[str, Any], words: str
) -> None:
    seen, place = (None, "After move 2") if "call" in others else (SEEN, "Move 2, clue 1 at (6, 0)")
    found = fault_of(symptom, observation=seen, learned=2, cells=cells, text=TEXT, **others)
    assert title(found) == f"Your agent{words}"
    assert reason(found, 2) == f"{place}: {TEXT}.{' It is right by luck.' if others is LUCKY else ''}"


def failed(call: Call, failure: StudentFailure) -> Fault:
    seen = SEEN if call is Call.ADD_KNOWLEDGE else None
    (fault,) = GameComparison(Board(8, 8)).compare(Step(call, seen, None, StudentState(), failure=failure))
    return fault


def test_failures_name_the_line_of_the_student() -> None:
    line = SourceLine("minesweeper.py", 42, "add_knowledge", "self.mines.remove(cell)")
    failure = StudentFailure(FindingKind.EXCEPTION, "add_knowledge((6, 0), 1) raised KeyError: (0, 1)", (line,))
    found = failed(Call.ADD_KNOWLEDGE, failure)
    assert title(found) == "Your agent failed: add_knowledge((6, 0), 1) raised KeyError: (0, 1)"
    assert reason(found, 1) == (
        "Move 1, clue 1 at (6, 0): add_knowledge((6, 0), 1) raised KeyError: (0, 1), "
        "in line 42 of minesweeper.py: self.mines.remove(cell)"
    )


def test_an_attribute_that_can_not_be_read_is_named() -> None:
    text = "mines holds 'x', which is not a cell"
    key = FaultKey(FindingKind.API, Severity.ERROR, None, (text,))
    found = Fault(key, None, Call.ADD_KNOWLEDGE, SEEN, learned=1, text=text)
    assert title(found) == "In your agent, mines holds 'x', which is not a cell"
    assert reason(found, 1) == "Move 1, clue 1 at (6, 0): mines holds 'x', which is not a cell."


def test_a_failure_without_a_line_has_none() -> None:
    found = failed(Call.RANDOM_MOVE, StudentFailure(FindingKind.EXIT, "make_random_move() ended the process"))
    assert reason(found, 0) == "Before the first move: make_random_move() ended the process."
    assert reason(found, 3) == "After move 3: make_random_move() ended the process."


# -- missing verdicts: row 0 of a board of 1 x 5, the clue 1 at (0, 1)

CLUE = [((0, 1), 1)]


def text_of(found: Fault) -> str:
    whole = reason(found, 2)
    assert whole.startswith("Move 2, clue ")
    return whole.split(": ", 1)[1]


def test_the_sentence_of_a_clue_is_missing() -> None:
    found = missing(state({(0, 0)}, set()), (0, 1), clues=[((0, 0), 1)], size=(1, 3))
    assert text_of(found) == (
        "your agent misses that (0, 1) is a mine. "
        "What is missing first is the sentence of the clue at (0, 0): {(0, 1)} = 1 without known cells."
    )


def test_the_sentence_of_a_clue_is_named_without_the_cells_that_the_agent_knows() -> None:
    known = state({(0, 0), (0, 1)}, set())
    found = missing(known, (0, 2), clues=[((0, 0), 0), ((0, 1), 1)], size=(1, 3))
    assert text_of(found).endswith("the sentence of the clue at (0, 1): {(0, 2)} = 1 without known cells.")


def test_the_conclusion_of_the_subset_rule_is_named_without_the_cells_that_the_agent_knows() -> None:
    # the reference has not settled (1, 2) when it concludes, the agent has
    known = state({(0, 0), (0, 1), (1, 2)}, set(), ({(1, 0), (1, 1), (0, 2)}, 1), ({*SMALL, (0, 1)}, 1))
    found = missing(known, (0, 2), clues=SUBSET_CLUES, size=(3, 3))
    assert text_of(found).endswith("the subset rule gives {(0, 2)} = 0.")


def test_a_revealed_cell_is_missing() -> None:
    found = missing(state(set(), set()), (0, 0), clues=[((0, 0), 1)], size=(1, 3))
    assert text_of(found) == "your agent misses that (0, 0) is safe. (0, 0) was revealed, so it is safe."


def test_several_cells_follow_from_one_sentence() -> None:
    known = state({(0, 1)}, set(), ({(0, 0), (0, 2)}, 0))
    found = missing(known, (0, 0), (0, 2), clues=[((0, 1), 0)], size=(1, 3))
    assert title(found) == "Your agent does not know that (0, 0) and (0, 2) are safe"
    assert text_of(found) == (
        "your agent misses that (0, 0) and (0, 2) are safe. "
        "They follow from {(0, 0), (0, 2)} = 0, which is in your knowledge and counts no mine."
    )


def test_cells_that_depend_on_another_one_are_named_after_it() -> None:
    clues = [((0, 0), 1), ((0, 2), 1)]
    known = state({(0, 0), (0, 2)}, set(), ({(0, 1)}, 1), ({(0, 1), (0, 3)}, 1))
    found = missing(known, (0, 1), (0, 3), clues=clues, size=(1, 5))
    assert text_of(found).endswith(
        "(0, 1) follows from {(0, 1)} = 1, which is in your knowledge and counts as many mines as cells. "
        "Therefore it does not get to (0, 3), either."
    )
    assert text_of(missing(known, (0, 3), clues=clues, size=(1, 5))) == (
        "your agent misses that (0, 3) is safe. What is missing first is that (0, 1) is a mine. "
        "It follows from {(0, 1)} = 1, which is in your knowledge and counts as many mines as cells."
    )


def test_a_mine_that_was_left_in_a_sentence_is_named() -> None:
    clues = [((0, 0), 1), ((0, 2), 1)]
    known = state({(0, 0), (0, 2)}, {(0, 1)}, ({(0, 1), (0, 3)}, 1))
    found = missing(known, (0, 3), clues=clues, size=(1, 5))
    assert text_of(found) == (
        "your agent misses that (0, 3) is safe. Your sentence {(0, 1), (0, 3)} = 1 still has (0, 1), "
        "which your agent knows to be a mine. Without it, {(0, 3)} = 0 is left, which counts no mine."
    )


SUBSET_CLUES = [((0, 0), 1), ((0, 1), 1)]
LARGE, SMALL = {(1, 0), (1, 1), (0, 2), (1, 2)}, {(1, 0), (1, 1)}


def test_the_subset_rule_names_both_sentences() -> None:
    known = state({(0, 0), (0, 1)}, set(), (LARGE, 1), (SMALL, 1))
    found = missing(known, (0, 2), (1, 2), clues=SUBSET_CLUES, size=(3, 3))
    assert text_of(found) == (
        "your agent misses that (0, 2) and (1, 2) are safe. They follow by the subset rule from "
        "{(0, 2), (1, 0), (1, 1), (1, 2)} = 1 and {(1, 0), (1, 1)} = 1, and both are in your knowledge."
    )


def test_a_known_cell_left_in_a_premise_of_the_subset_rule_is_named() -> None:
    known = state({(0, 0), (0, 1)}, set(), (LARGE, 1), ({*SMALL, (0, 1)}, 1))
    found = missing(known, (0, 2), (1, 2), clues=SUBSET_CLUES, size=(3, 3))
    assert text_of(found) == (
        "your agent misses that (0, 2) and (1, 2) are safe. Your sentence {(0, 1), (1, 0), (1, 1)} = 1 still has "
        "(0, 1), which your agent knows to be safe. Without it, {(1, 0), (1, 1)} = 1 is left. "
        "From that and {(0, 2), (1, 0), (1, 1), (1, 2)} = 1, the subset rule gives {(0, 2), (1, 2)} = 0."
    )


def test_a_sum_of_sentences_is_not_called_a_sentence_of_the_student() -> None:
    known = state({(0, 0), (0, 1)}, set(), ({(1, 0), (1, 2)}, 1), ({(1, 1), (0, 2)}, 0), (SMALL, 1))
    found = missing(known, (1, 2), clues=SUBSET_CLUES, size=(3, 3))
    assert "and both follow from your sentences." in text_of(found)


# -- the games of all agents


@pytest.mark.parametrize("name", each(HERE))
def test_the_texts_of_all_agents_are_sentences(name: str) -> None:
    for moment in corpus_moments(name, 3):
        for found in moment.faults:
            head, text = title(found), reason(found, moment.learned)
            assert head.startswith(("Your agent", "In your agent, "))
            assert head[-1] not in ".:,;"
            assert re.match(r"(Move \d+, clue \d at \(\d+, \d+\)|After move \d+|Before the first move): ", text)
            assert text.endswith(".")
            assert "  " not in text
            assert len(head) < 160
            assert len(text) < 700
            assert ("misses that" in text) == (found.key.kind.value == "incomplete")
