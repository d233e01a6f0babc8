"""Tests of the comparison of a game's trace with the truth and with the reference, on traces made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from minesweeper_qt.model import Board, Cell, Minesweeper, MinesweeperAI, Observation
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Call, Step
from minesweeper_qt.model.student.fault import Fault, FaultKey, Form
from minesweeper_qt.model.student.finding import Severity, Symptom
from minesweeper_qt.model.student.student_state import (
    FindingKind,
    SourceLine,
    StatedSentence,
    StudentFailure,
    StudentState,
)
from tests.model.student.support.local_process import state_of

# Row 0 of the board has a mine in column 2; what is seen of it: 0 at (0, 0), 1 at (0, 1).
BOARD = Board(1, 5)
MINES = frozenset({(0, 2)})
NEAR = ((0, 0), (0, 1))
CLUES = {(0, 0): 0, (0, 1): 1, (0, 3): 1, (0, 4): 0}


def learned(*cells: Cell) -> list[Step]:
    """Return the steps of an agent without a fault that learns these cells."""
    agent = MinesweeperAI(BOARD.height, BOARD.width)
    steps = [Step(Call.CREATE, None, None, state_of(agent))]
    for cell in cells:
        agent.add_knowledge(cell, CLUES[cell])
        steps.append(Step(Call.ADD_KNOWLEDGE, Observation(cell, CLUES[cell]), None, state_of(agent)))
    return steps


def with_state(step: Step, **changes: object) -> Step:
    return replace(step, state=replace(step.state, **changes))


def compared(board: Board, mines: frozenset[Cell], steps: Iterable[Step]) -> list[Fault]:
    """Return the faults of the steps, of those with the same key the first."""
    comparison, found = GameComparison(board), dict[FaultKey, Fault]()
    for step in steps:
        for fault in comparison.compare(step, mines):
            found.setdefault(fault.key, fault)
    return list(found.values())


def faults(*steps: Step) -> list[Fault]:
    return compared(BOARD, MINES, steps)


def only(*steps: Step) -> Fault:
    (fault,) = faults(*steps)
    return fault


def sentence(count: int, *cells: Cell) -> StatedSentence:
    return StatedSentence(frozenset(cells), count)


def moved(call: Call, value: object, *cells: Cell, **changes: object) -> list[Step]:
    """Return the steps of an agent that learns these cells and then makes a move."""
    steps = learned(*cells)
    return [*steps, with_state(Step(call, None, value, steps[-1].state), **changes)]


def test_an_agent_without_a_fault_has_none() -> None:
    assert faults(*learned((0, 0), (0, 1), (0, 4), (0, 3))) == []


# -- verdicts


@pytest.mark.parametrize(
    "name, cell, symptom, text",
    [
        ("safes", (0, 2), Symptom.WRONG_SAFE, "(0, 2) is in safes, but is a mine"),
        ("mines", (0, 3), Symptom.WRONG_MINE, "(0, 3) is in mines, but is safe"),
        ("safes", (1, 0), Symptom.WRONG_SAFE, "(1, 0) is in safes, but not on the board"),
        ("mines", (0, 5), Symptom.WRONG_MINE, "(0, 5) is in mines, but not on the board"),
    ],
)
def test_a_wrong_verdict_is_unsound(name: str, cell: Cell, symptom: Symptom, text: str) -> None:
    *before, last = learned((0, 0))
    fault = only(*before, with_state(last, **{name: getattr(last.state, name) | {cell}}))
    assert (fault.symptom, fault.text, fault.cells, fault.learned) == (symptom, text, (cell,), 1)
    assert (fault.key.kind, fault.key.severity) == (FindingKind.UNSOUND, Severity.ERROR)


def test_after_a_wrong_verdict_nothing_else_that_is_wrong_or_missing_is_a_fault() -> None:
    first, second, third = learned((0, 0), (0, 4))
    wrong = StudentState(second.state.moves_made, frozenset({(0, 4)}), second.state.safes, second.state.sentences)
    worse = StudentState(third.state.moves_made, frozenset({(0, 4)}), frozenset({(0, 0), (0, 1), (0, 2)}), ())
    found = faults(first, replace(second, state=wrong), replace(third, state=worse))
    assert [fault.symptom for fault in found] == [Symptom.WRONG_MINE]


def test_a_right_verdict_without_a_reason_is_luck_a_note() -> None:
    *before, last = learned((0, 0))
    fault = only(*before, with_state(last, safes=last.state.safes | {(0, 3)}))
    assert (fault.key.kind, fault.key.severity) == (FindingKind.UNSOUND, Severity.NOTE)
    assert fault.text == "(0, 3) is in safes, but nothing seen says so"


def test_what_the_number_of_mines_implies_is_no_luck() -> None:
    """One mine in all, and the 1 at (0, 1) has it: the rest is safe, although the three rules don't know that."""
    *before, last = learned((0, 0), (0, 1))
    assert (0, 3) not in last.state.safes
    assert faults(*before, with_state(last, safes=last.state.safes | {(0, 3), (0, 4)})) == []


@pytest.mark.parametrize(
    "sentences, rule",
    [
        # Without the sentence of the clue.
        ((), Rule.CLUE),
        # With the sentence, but without the conclusion from it.
        ((sentence(1, (0, 2)),), Rule.ALL_MINES),
        # With a sentence that still holds a known cell.
        ((sentence(1, (0, 0), (0, 2)),), Rule.SETTLED),
    ],
)
def test_a_cell_that_is_missing_is_a_weakness_with_the_step_that_is_missing_first(
    sentences: tuple[StatedSentence, ...], rule: Rule
) -> None:
    steps = learned((0, 0), (0, 1))
    state = StudentState(frozenset(NEAR), frozenset(), frozenset(NEAR), sentences)
    fault = only(*steps[:2], replace(steps[2], state=state))
    assert (fault.key.kind, fault.key.severity, fault.key.form) == (FindingKind.INCOMPLETE, Severity.WEAKNESS, rule)
    assert (fault.symptom, fault.text) == (Symptom.MISSING_MINE, "(0, 2) is a mine, but not in mines")


def test_the_revealed_cell_itself_must_be_safe() -> None:
    *before, last = learned((0, 1))
    fault = only(*before, with_state(last, safes=last.state.safes - {(0, 1)}))
    assert (fault.key.form, fault.symptom, fault.cells) == (Rule.REVEALED, Symptom.MISSING_SAFE, ((0, 1),))


def test_a_difference_that_is_missing_is_named_by_the_subset_rule() -> None:
    first, second = Observation((1, 0), 1), Observation((1, 1), 1)
    made = frozenset({(1, 0), (1, 1)})
    before = StudentState(frozenset({(1, 0)}), safes=frozenset({(1, 0)}), sentences=(sentence(1, *NEAR, (1, 1)),))
    after = StudentState(made, safes=made, sentences=(sentence(1, *NEAR), sentence(1, *NEAR, (0, 2), (1, 2))))
    steps = (
        Step(Call.CREATE, None, None, StudentState()),
        Step(Call.ADD_KNOWLEDGE, first, None, before),
        Step(Call.ADD_KNOWLEDGE, second, None, after),
    )
    (fault,) = compared(Board(2, 3), frozenset({(0, 0)}), steps)
    assert (fault.key.form, fault.text) == (Rule.SUBSET, "(0, 2) and (1, 2) are safe, but not in safes")


# -- sentences


@pytest.mark.parametrize(
    "added, symptom, severity",
    [
        ([sentence(0, (0, 2), (0, 3))], Symptom.SENTENCE_WRONG, Severity.ERROR),
        ([sentence(2, (0, 2))], Symptom.SENTENCE_WRONG, Severity.ERROR),
        ([sentence(1, (0, 2), (0, 5))], Symptom.SENTENCE_OFF_BOARD, Severity.ERROR),
        ([sentence(1, (0, 2), (0, 3))] * 2, Symptom.SENTENCE_DOUBLE, Severity.NOTE),
        ([sentence(0)], Symptom.SENTENCE_EMPTY, Severity.NOTE),
    ],
)
def test_sentences_that_are_wrong_double_or_empty(
    added: list[StatedSentence], symptom: Symptom, severity: Severity
) -> None:
    *before, last = learned((0, 0))
    fault = only(*before, with_state(last, sentences=(*last.state.sentences, *added)))
    assert (fault.symptom, fault.key.severity, fault.key.kind) == (symptom, severity, FindingKind.SENTENCE)


def test_more_and_more_sentences_are_a_weakness() -> None:
    board = Board(10, 1)
    many = tuple(sentence(0, *cells) for cells in _subsets(list(board.cells)[1:]))
    steps = [
        Step(Call.CREATE, None, None, StudentState()),
        Step(
            Call.ADD_KNOWLEDGE,
            Observation((0, 0), 0),
            None,
            StudentState(frozenset({(0, 0)}), safes=frozenset({(0, 0), (1, 0)}), sentences=many),
        ),
    ]
    (fault,) = compared(board, frozenset(), steps)
    assert (fault.symptom, fault.key.severity) == (Symptom.SENTENCES_GROW, Severity.WEAKNESS)
    assert fault.text == "511 sentences in knowledge on a board of 10 cells"


def _subsets(cells: list[Cell]) -> list[list[Cell]]:
    return [[cell for place, cell in enumerate(cells) if chosen >> place & 1] for chosen in range(1, 2 ** len(cells))]


def test_after_a_wrong_sentence_a_wrong_verdict_counts_but_no_missing_one() -> None:
    first, second, third = learned((0, 0), (0, 1))
    wrong = with_state(second, sentences=(sentence(0, (0, 2)),))
    missing = with_state(third, mines=frozenset(), sentences=(sentence(0, (0, 2)),))
    assert [fault.symptom for fault in faults(first, wrong, missing)] == [Symptom.SENTENCE_WRONG]
    unsound = with_state(missing, safes=third.state.safes | {(0, 2)})
    assert [fault.symptom for fault in faults(first, wrong, unsound)] == [Symptom.SENTENCE_WRONG, Symptom.WRONG_SAFE]


# -- moves


@pytest.mark.parametrize(
    "call, value, symptom, text",
    [
        (Call.SAFE_MOVE, None, Symptom.SAFE_MOVE_MISSING, "although (0, 1) is in safes and was not moved to"),
        (Call.SAFE_MOVE, (0, 0), Symptom.SAFE_MOVE_WRONG, "which was moved to before"),
        (Call.SAFE_MOVE, (0, 3), Symptom.SAFE_MOVE_WRONG, "which is not in safes"),
        (Call.SAFE_MOVE, (0, 9), Symptom.SAFE_MOVE_WRONG, "which is not on the board"),
        (Call.SAFE_MOVE, "[0]", Symptom.SAFE_MOVE_WRONG, "which is not a pair (row, column)"),
        (Call.RANDOM_MOVE, None, Symptom.RANDOM_MOVE_MISSING, "although (0, 1), (0, 2), (0, 3) and 1 more are left"),
        (Call.RANDOM_MOVE, (0, 0), Symptom.RANDOM_MOVE_WRONG, "which was moved to before"),
    ],
)
def test_moves_that_are_wrong_or_missing(call: Call, value: object, symptom: Symptom, text: str) -> None:
    fault = only(*moved(call, value, (0, 0)))
    assert (fault.symptom, fault.key.kind) == (symptom, FindingKind.MOVE)
    assert fault.text == f"{call.value}() returned {value}, {text}"
    assert fault.key.severity is Severity.ERROR


def test_a_random_move_on_a_known_mine() -> None:
    fault = only(*moved(Call.RANDOM_MOVE, (0, 2), (0, 0), (0, 1)))
    assert fault.text == "make_random_move() returned (0, 2), which is in mines"


def test_a_random_move_when_no_cell_is_left() -> None:
    fault = only(*moved(Call.RANDOM_MOVE, (0, 0), (0, 0), (0, 1), (0, 4), (0, 3)))
    assert fault.key.form is Form.NEVER_NONE


@pytest.mark.parametrize("call, value", [(Call.SAFE_MOVE, (0, 1)), (Call.RANDOM_MOVE, (0, 3))])
def test_right_moves_are_no_faults(call: Call, value: Cell) -> None:
    assert faults(*moved(call, value, (0, 0))) == []
    everything = moved(call, None, (0, 0), (0, 1), (0, 4), (0, 3))
    assert faults(*everything) == []


def test_a_move_that_the_agent_has_not_recorded_is_the_fault_of_recording_alone() -> None:
    first, second = learned((0, 0))
    forgetful = with_state(second, moves_made=frozenset())
    again = Step(Call.SAFE_MOVE, None, (0, 0), forgetful.state)
    fault = only(first, forgetful, again)
    assert (fault.symptom, fault.key.kind) == (Symptom.MOVE_NOT_RECORDED, FindingKind.MUTATION)


def test_a_safe_move_beyond_the_edge_follows_from_the_wrong_verdict() -> None:
    first, second = learned((0, 0))
    wrong = with_state(second, safes=second.state.safes | {(0, 9)})
    assert [fault.symptom for fault in faults(first, wrong, Step(Call.SAFE_MOVE, None, (0, 9), wrong.state))] == [
        Symptom.WRONG_SAFE
    ]


# -- what must not change


@pytest.mark.parametrize("call", [Call.SAFE_MOVE, Call.RANDOM_MOVE])
@pytest.mark.parametrize("attribute", ["moves_made", "mines", "safes", "knowledge"])
def test_a_move_changes_nothing(call: Call, attribute: str) -> None:
    name = "sentences" if attribute == "knowledge" else attribute
    value: object = (sentence(1, (0, 2)),) if name == "sentences" else frozenset({(0, 1)})
    move = (0, 1) if call is Call.SAFE_MOVE else (0, 3)
    fault = only(*moved(call, move, (0, 0), **{name: value}))
    assert fault.key.kind is FindingKind.MUTATION
    is_allowed = attribute == "knowledge" or (attribute == "moves_made" and call is Call.RANDOM_MOVE)
    assert fault.text == f"{call.value}() changes {attribute}{'' if is_allowed else ', which it must not'}"
    assert fault.key.severity is (Severity.NOTE if is_allowed else Severity.ERROR)


def test_a_verdict_that_is_taken_back_and_what_is_missing_then() -> None:
    first, second, third = learned((0, 0), (0, 4))
    fault = only(first, second, with_state(third, safes=third.state.safes - {(0, 1)}))
    assert (fault.symptom, fault.text) == (
        Symptom.VERDICT_TAKEN_BACK,
        "add_knowledge((0, 4), 0) removes (0, 1) from safes",
    )
    assert fault.key.severity is Severity.ERROR


def test_a_revealed_cell_that_leaves_safes_is_a_note_and_is_not_missing() -> None:
    first, second, third = learned((0, 0), (0, 4))
    fault = only(first, second, with_state(third, safes=third.state.safes - {(0, 0)}))
    assert (fault.key.severity, fault.text) == (Severity.NOTE, "add_knowledge((0, 4), 0) removes (0, 0) from safes")


def test_other_moves_that_are_added() -> None:
    first, second = learned((0, 0))
    fault = only(first, with_state(second, moves_made=frozenset({(0, 0), (0, 3)})))
    assert fault.text == "add_knowledge((0, 0), 0) adds (0, 3) to moves_made"


# -- failures and problems


def test_a_failure_is_a_fault_of_its_kind_with_the_lines() -> None:
    lines = (SourceLine("minesweeper.py", 12, "add_knowledge", "self.mines.add(cell)"),)
    failure = StudentFailure(FindingKind.EXCEPTION, "add_knowledge((0, 1), 1) raised KeyError: 1", lines)
    before = learned((0, 0))
    seen = Observation((0, 1), 1)
    fault = only(*before, Step(Call.ADD_KNOWLEDGE, seen, None, before[-1].state, failure=failure))
    assert (fault.key.kind, fault.symptom) == (FindingKind.EXCEPTION, Symptom.LEARNING_FAILS)
    assert (fault.learned, fault.trace) == (2, lines)
    safe = only(*before, Step(Call.SAFE_MOVE, None, None, before[-1].state, failure=failure))
    assert (safe.symptom, safe.learned) == (Symptom.SAFE_MOVE_FAILS, 1)


def test_hangs_of_one_call_are_one_fault_whatever_line_was_running() -> None:
    def hang(*lines: tuple[int, str]) -> Fault:
        trace = tuple(SourceLine("minesweeper.py", line, function, "") for line, function in lines)
        failure = StudentFailure(FindingKind.TIMEOUT, "too long", trace)
        return only(Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 0), None, StudentState(), failure=failure))

    assert hang((7, "add_knowledge")).key == hang((8, "add_knowledge")).key
    assert hang((7, "add_knowledge"), (20, "infer")).key == hang((8, "add_knowledge")).key


def test_memory_is_one_fault_whatever_call_needed_it() -> None:
    trace = (SourceLine("minesweeper.py", 7, "infer", ""),)
    failure = StudentFailure(FindingKind.MEMORY, "too much", trace)
    learning = only(Step(Call.ADD_KNOWLEDGE, Observation((0, 0), 0), None, StudentState(), failure=failure))
    assert learning.key == only(Step(Call.SAFE_MOVE, None, None, StudentState(), failure=failure)).key


def test_an_attribute_that_is_missing_is_named_once() -> None:
    steps = [
        with_state(step, problems=(("mines", "the agent has no attribute mines"),)) for step in learned((0, 0), (0, 4))
    ]
    fault = only(*steps)
    assert (fault.key.kind, fault.text) == (FindingKind.API, "the agent has no attribute mines")


def test_each_sort_of_fault_is_returned_once() -> None:
    steps = learned((0, 0), (0, 1), (0, 4))
    again = [with_state(step, sentences=(*step.state.sentences, sentence(0))) for step in steps]
    assert [(fault.symptom, fault.learned) for fault in faults(*again)] == [(Symptom.SENTENCE_EMPTY, 1)]


def test_the_reference_and_the_exact_engine_can_be_interrupted() -> None:
    """Beside a window, a comparison gives way to the event loop and ends when it is no longer needed."""
    game = Minesweeper(9, 9, 20, seed=4)
    polls: list[int] = []
    comparison = GameComparison(game.grid, poll=lambda: polls.append(1))
    mines = frozenset(game.mines)
    safes = [cell for cell in game.grid.cells if cell not in game.mines]
    for cell in [cell for cell in safes if cell[0] % 2 and cell[1] % 2]:
        step = Step(Call.ADD_KNOWLEDGE, Observation(cell, game.nearby_mines(cell)), None, StudentState())
        comparison.compare(step, mines)
    learned = len(polls)
    assert learned
    last = Observation((0, 0), game.nearby_mines((0, 0)))
    stated = StudentState(frozenset(comparison.moved), safes=frozenset(safes))
    found = comparison.compare(Step(Call.ADD_KNOWLEDGE, last, None, stated), mines)
    assert Form.LUCKY_SAFE in [fault.key.form for fault in found]
    assert len(polls) > learned
