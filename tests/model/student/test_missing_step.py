"""Tests of how the steps of a derivation stand in an agent's knowledge, and of the derivation in words."""

from __future__ import annotations

from minesweeper_qt.model import Cell, MinesweeperAI
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.fault import StatedKnowledge, StepStanding, missing_rule, missing_step
from minesweeper_qt.model.student.fault_text import derivation_lines
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
from tests.model.student.support.local_process import state_of


def cells(*names: str) -> frozenset[Cell]:
    return frozenset((int(name[0]), int(name[1])) for name in names)


def stated(*sentences: tuple[frozenset[Cell], int], safes: str = "", mines: str = "") -> StudentState:
    return StudentState(
        safes=cells(*safes.split()),
        mines=cells(*mines.split()),
        sentences=tuple(StatedSentence(*sentence) for sentence in sentences),
    )


def test_a_sentence_counts_as_known_without_the_cells_that_the_agent_has_settled() -> None:
    known = StatedKnowledge(stated((cells("01"), 1), safes="00", mines="02"))
    assert known.sentence(cells("00", "01", "02"), 2) is StepStanding.KNOWN
    assert known.sentence(cells("00", "01", "02"), 1) is StepStanding.MISSING


def test_a_sentence_with_settled_cells_left_in_is_known_but_unreduced() -> None:
    known = StatedKnowledge(stated((cells("00", "01", "02"), 2), safes="00", mines="02"))
    assert known.sentence(cells("01"), 1) is StepStanding.UNREDUCED
    assert known.sentence(cells("00", "02"), 1) is StepStanding.KNOWN, "nothing is left of it"


def test_the_sum_of_sentences_without_a_common_cell_is_known() -> None:
    known = StatedKnowledge(stated((cells("00", "01"), 1), (cells("02"), 1), (cells("03", "01"), 1)))
    assert known.sentence(cells("00", "01", "02"), 2) is StepStanding.KNOWN
    assert known.sentence(cells("00", "01", "02"), 1) is StepStanding.MISSING
    assert known.sentence(cells("00", "01", "03"), 2) is StepStanding.MISSING


def subset_case() -> MinesweeperAI:
    """Return an agent that needs the subset rule for (0, 2)."""
    agent = MinesweeperAI(2, 3)
    agent.add_knowledge((1, 0), 1)
    agent.add_knowledge((1, 1), 1)
    return agent


def test_the_missing_step_is_the_first_one_whose_premises_stand() -> None:
    verdict = subset_case().derivation((0, 2))
    assert verdict is not None
    both = StatedKnowledge(stated((cells("00", "01"), 1), (cells("00", "01", "02", "12"), 1), safes="10 11"))
    step = missing_step(verdict, both)
    assert (step.rule, missing_rule(step, both)) == (Rule.SUBSET, Rule.SUBSET)
    one = StatedKnowledge(stated((cells("00", "01"), 1), safes="10 11"))
    assert missing_step(verdict, one).rule is Rule.CLUE
    difference = StatedKnowledge(stated((cells("02", "12"), 0), (cells("00", "01"), 1), safes="10 11"))
    assert missing_step(verdict, difference).rule is Rule.ALL_SAFE
    kept = StatedKnowledge(stated((cells("00", "01", "11"), 1), (cells("00", "01", "02", "12"), 1), safes="10 11"))
    assert missing_rule(missing_step(verdict, kept), kept) is Rule.SETTLED


def test_the_derivation_in_words_says_what_the_agent_has() -> None:
    agent = subset_case()
    verdict = agent.derivation((0, 2))
    assert verdict is not None
    knowledge = StatedKnowledge(stated((cells("00", "01"), 1), (cells("00", "01", "02", "12"), 1), safes="10 11"))
    assert derivation_lines(verdict, knowledge) == [
        "1. {(0, 0), (0, 1), (0, 2), (1, 2)} = 1: clue 1 at (1, 1), without (1, 0) [known]",
        "2. {(0, 0), (0, 1)} = 1: clue 1 at (1, 0), without (1, 1) [known]",
        "3. {(0, 2), (1, 2)} = 0: line 1 minus line 2 [missing]",
        "4. (0, 2) is safe: all safe in line 3 [missing]",
    ]


def test_of_a_long_derivation_the_end_is_shown_and_mines_are_named_with_their_lines() -> None:
    agent = MinesweeperAI(1, 40)
    for column in range(0, 40, 2):
        agent.add_knowledge((0, column), 2 if column else 1)
    verdict = agent.derivation((0, 37))
    assert verdict is not None
    first, *lines = derivation_lines(verdict, StatedKnowledge(state_of(agent)))
    assert first == "(lines 1 to 24 are left out)"
    assert lines[-2:] == [
        "37. {(0, 37)} = 1: clue 2 at (0, 36), without the mine (0, 35) (line 36) [known]",
        "38. (0, 37) is a mine: all mines in line 37 [known]",
    ]
