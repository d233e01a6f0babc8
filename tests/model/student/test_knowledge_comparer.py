"""Tests of the comparison of both agents' knowledge: kinds of rows, stable derivations, and random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from minesweeper_qt.model import Board, Cell, Derivation, MinesweeperAI
from minesweeper_qt.model.student.fault import StatedKnowledge
from minesweeper_qt.model.student.knowledge_comparer import (
    ComparedRow,
    KnowledgeComparer,
    KnowledgeComparison,
    RowKind,
    StatedSince,
)
from minesweeper_qt.model.student.student_state import StatedSentence, StudentState
from tests.model.student.support.corpus import HERE, each
from tests.model.student.support.games import Moment, corpus_moments, moments
from tests.model.student.support.local_process import LocalProcess, state_of

# Row 0 of the board has a mine in column 2; what is seen of it: 1 at (0, 1).
BOARD = Board(1, 5)
MINES = frozenset({(0, 2)})


class Known:
    """A reference that has learned the 1 at (0, 1) and knows {(0, 0), (0, 2)} = 1, beside some agent."""

    def __init__(self) -> None:
        self.reference = MinesweeperAI(1, 5)
        self.reference.add_knowledge((0, 1), 1)
        self.since = StatedSince()
        self.comparer = KnowledgeComparer(BOARD, self.since)

    def rows(self, state: StudentState, failure: str = "") -> tuple[ComparedRow, ...]:
        return self.compare(state, failure).rows

    def compare(self, state: StudentState, failure: str = "") -> KnowledgeComparison:
        base = self.reference.knowledge_base
        return self.comparer.compare(1, tuple(base), base.settled, state, MINES, failure=failure)


def sentences(*stated: tuple[set[Cell], int]) -> StudentState:
    """Return the state of an agent that knows (0, 1) to be safe and states these sentences."""
    return StudentState(
        safes=frozenset({(0, 1)}), sentences=tuple(StatedSentence(frozenset(cells), count) for cells, count in stated)
    )


SAME = ({(0, 0), (0, 2)}, 1)


def test_a_sentence_of_both_is_one_row_with_the_derivation_of_the_reference() -> None:
    known = Known()
    known.since.add(1, sentences(SAME))
    (row,) = known.rows(sentences(SAME))
    assert (row.kind, row.own_since, row.reference_since, row.copies) == (RowKind.SAME, 1, 1, 1)
    assert row.derivation is next(iter(known.reference.knowledge_base))
    assert not row.has_settled


def test_what_the_agent_has_settled_and_left_in_is_marked_and_copies_are_those_of_one_sentence() -> None:
    longer = ({(0, 0), (0, 1), (0, 2)}, 1)
    (row,) = Known().rows(sentences(longer))
    assert (row.kind, row.derivation.cells, row.has_settled) == (RowKind.SAME, longer[0], True)
    assert (row.reference_since, row.is_longer) == (1, True)
    rows = Known().rows(sentences(SAME, longer, SAME))
    assert [(row.derivation.cells, row.copies, row.has_settled) for row in rows] == [
        (SAME[0], 2, False),
        (longer[0], 1, True),
    ]


def test_two_sentences_that_differ_in_a_cell_which_only_the_reference_has_settled_are_two_rows() -> None:
    """The commonest mistake: without the subset rule, the agent does not know that (0, 1) is safe."""
    longer = ({(0, 0), (0, 1), (0, 2)}, 1)
    rows = Known().rows(replace(sentences(SAME, longer), safes=frozenset()))
    assert [(row.kind, row.derivation.text, row.copies, row.is_longer) for row in rows] == [
        (RowKind.MISSING, "{(0, 1)} = 0", 1, False),
        (RowKind.SAME, "{(0, 0), (0, 2)} = 1", 1, False),
        (RowKind.SAME, "{(0, 0), (0, 1), (0, 2)} = 1", 1, True),
    ]
    assert not any(row.has_settled for row in rows)
    assert [row.shorter for row in rows] == [None, None, rows[1].derivation]
    # Alone, it does not give the agent the shorter one.
    rows = Known().rows(replace(sentences(longer), safes=frozenset()))
    assert [(row.kind, row.derivation.text) for row in rows if not row.derivation.is_verdict] == [
        (RowKind.MISSING, "{(0, 0), (0, 2)} = 1"),
        (RowKind.SAME, "{(0, 0), (0, 1), (0, 2)} = 1"),
    ]


@pytest.mark.parametrize(
    "cells, count, kind, true_count, is_empty",
    [
        ({(0, 2), (0, 3)}, 1, RowKind.FURTHER, None, False),
        ({(0, 2), (0, 3)}, 2, RowKind.WRONG, 1, False),
        ({(0, 2), (0, 3)}, -1, RowKind.WRONG, 1, False),
        ({(0, 0), (0, 9)}, 0, RowKind.WRONG, 0, False),
        ({(-1, 0), (0, 2)}, 1, RowKind.WRONG, 1, False),
        ({(0, 1)}, 0, RowKind.SAME, None, False),
        ({(0, 1)}, 1, RowKind.WRONG, 0, False),
        (set(), 0, RowKind.SAME, None, True),
        (set(), 1, RowKind.WRONG, 0, True),
    ],
)
def test_a_sentence_that_the_reference_does_not_have(
    cells: set[Cell], count: int, kind: RowKind, true_count: int | None, is_empty: bool
) -> None:
    known = Known()
    found = [row for row in known.rows(sentences(SAME, (cells, count), (cells, count))) if row.derivation.number < 0]
    (row,) = found
    assert (row.kind, row.true_count, row.is_empty, row.copies) == (kind, true_count, is_empty, 2)
    assert row.derivation.text  # cells off the board are no cells of it, but can be written
    assert str(row.derivation)
    again = known.rows(sentences((cells, count)))
    assert [other.derivation for other in again if other.derivation.number < 0] == [row.derivation]


def test_verdicts_are_rows_where_the_two_differ() -> None:
    known = Known()
    state = StudentState(safes=frozenset({(0, 2), (0, 3)}), mines=frozenset({(0, 4), (1, 4)}))
    comparison = known.compare(state)
    rows = [(row.kind, row.derivation.text) for row in comparison.rows if row.derivation.is_verdict]
    assert rows == [
        (RowKind.WRONG, "{(0, 2)} = 0"),
        (RowKind.WRONG, "{(0, 4)} = 1"),
        (RowKind.WRONG, "{(1, 4)} = 1"),
        (RowKind.MISSING, "{(0, 1)} = 0"),
        (RowKind.FURTHER, "{(0, 3)} = 0"),
    ]
    shown = {cell: (verdict.kind, verdict.is_mine) for cell, verdict in comparison.verdicts.items()}
    assert shown == {
        (0, 1): (RowKind.MISSING, False),
        (0, 2): (RowKind.WRONG, False),
        (0, 3): (RowKind.FURTHER, False),
        (0, 4): (RowKind.WRONG, True),
    }
    # the sentence of the reference is missing, too
    assert comparison.counts == {RowKind.WRONG: 3, RowKind.MISSING: 2, RowKind.FURTHER: 1, RowKind.SAME: 0}


def test_where_the_verdicts_contradict_each_other_the_board_shows_that_of_the_student() -> None:
    comparison = Known().compare(StudentState(mines=frozenset({(0, 1)})))
    assert [(row.kind, row.derivation.text) for row in comparison.rows[:2]] == [
        (RowKind.WRONG, "{(0, 1)} = 1"),
        (RowKind.MISSING, "{(0, 1)} = 0"),
    ]
    assert (comparison.verdicts[0, 1].kind, comparison.verdicts[0, 1].is_mine) == (RowKind.WRONG, True)


def test_a_failure_is_the_first_row_and_stays_the_same() -> None:
    known = Known()
    first = known.rows(sentences(SAME, (set(), 1)), "add_knowledge((0, 0), 1) raised KeyError")[0]
    assert (first.kind, first.failure[:13], first.is_empty) == (RowKind.WRONG, "add_knowledge", False)
    again = known.rows(sentences(), first.failure)[0]
    assert again.derivation is first.derivation


# -- whole games


def consistent(moment: Moment, comparer: KnowledgeComparer) -> KnowledgeComparison:
    """Return the comparison of a moment, after what is true of every one was checked."""
    base = moment.reference.knowledge_base
    known, settled = tuple(base), base.settled
    found = comparer.compare(moment.learned, known, settled, moment.state, moment.mines)
    kinds = [row.kind for row in found.rows]
    assert kinds == sorted(kinds, key=list(RowKind).index)
    assert sum(found.counts.values()) == len(found.rows)
    assert len({row.derivation for row in found.rows}) == len(found.rows)
    references: set[Derivation] = {*known, *settled.values()}
    for row in found.rows:
        derivation = row.derivation
        is_reference = derivation in references
        true = len(derivation.cells & moment.mines) == derivation.count
        is_inside = all(cell in moment.board for cell in derivation.cells)
        match row.kind:
            case RowKind.WRONG:
                assert not is_reference
                assert not (true and is_inside)
                assert row.true_count == len(derivation.cells & moment.mines)
            case RowKind.MISSING:
                assert is_reference
                assert row.own_since is None
                assert row.reference_since is not None
                assert row.reference_since <= moment.learned
            case RowKind.FURTHER:
                assert not is_reference
                assert true
                assert is_inside
            case RowKind.SAME:
                assert true
                assert is_inside
        if row.kind is not RowKind.MISSING:
            assert row.own_since is not None
            assert row.own_since <= moment.learned
    held: Counter[StatedSentence] = Counter()
    for row in found.rows:
        if row.kind is not RowKind.MISSING and not row.derivation.is_verdict:
            held[StatedSentence(row.derivation.cells, row.derivation.count)] += row.copies
    assert held == Counter(moment.state.sentences), "the rows are the sentences that the agent holds"
    missing = {row.derivation for row in found.rows if row.kind is RowKind.MISSING and not row.derivation.is_verdict}
    stated = StatedKnowledge(moment.state)
    for derivation in known:
        is_known = stated.stated_as(derivation.cells, derivation.count) is not None
        assert (derivation in missing) == (not is_known)
    cells = {cell for cell in (*settled, *moment.state.safes, *moment.state.mines) if cell in moment.board}
    assert set(found.verdicts) == cells
    return found


@pytest.mark.parametrize("size", [(1, 9, 2), (5, 4, 3), (8, 8, 8), (9, 13, 20)])
def test_the_reference_as_a_student_has_only_same_rows_and_no_differences(size: tuple[int, int, int]) -> None:
    for seed in range(4):
        comparer = None
        for moment in moments(LocalProcess(), seed, *size):
            comparer = comparer or KnowledgeComparer(moment.board, moment.since)
            found = consistent(moment, comparer)
            assert {row.kind for row in found.rows} <= {RowKind.SAME}
            assert {verdict.kind for verdict in found.verdicts.values()} <= {RowKind.SAME}
            assert moment.faults == []
            assert not any(row.has_settled or row.is_empty or row.copies > 1 for row in found.rows)


@pytest.mark.parametrize("name", each(HERE))
def test_the_comparisons_of_all_agents_are_consistent(name: str) -> None:
    kinds: set[RowKind] = set()
    derivations: dict[tuple[bool, frozenset[Cell], int], Derivation] = {}
    for seed in (3, 4):
        comparer = None
        derivations.clear()
        for moment in corpus_moments(name, seed):
            comparer = comparer or KnowledgeComparer(moment.board, moment.since)
            for row in consistent(moment, comparer).rows:
                kinds.add(row.kind)
                derivation = row.derivation
                if derivation.number < 0:
                    key = derivation.is_verdict, derivation.cells, derivation.count
                    assert derivations.setdefault(key, derivation) is derivation
    expected = {
        "infers_once_sets": {RowKind.MISSING},
        "no_subset_rule_sets": {RowKind.MISSING},
        "unsound_difference": {RowKind.WRONG},
    }
    assert expected.get(name, set()) <= kinds
    if name.startswith("correct"):
        assert kinds == {RowKind.SAME}


def test_a_state_of_another_moment_is_compared_as_well() -> None:
    """The window may show what the agent knew before a failure beside what the reference knows now."""
    known = Known()
    known.reference.add_knowledge((0, 3), 1)
    known.reference.add_knowledge((0, 4), 0)
    rows = known.rows(state_of(MinesweeperAI(1, 5)))
    assert {row.kind for row in rows} == {RowKind.MISSING}
