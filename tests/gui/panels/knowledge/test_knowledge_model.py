"""Tests of the table model, with the knowledge of real games and with comparisons of what two agents know."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_model import HEADERS, Column, KnowledgeTableModel, Trace
from minesweeper_qt.model import Derivation, MinesweeperAI, Rule
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import MESSAGE, clue, comparison_of, failure_row, of_each_kind, row_of
from tests.gui.support.knowledge_games import Known, moves

USUAL = tuple(column for column in Column if column < Column.YOURS)
Role = Qt.ItemDataRole


def knowledge_after(count: int, *, with_mine_count: bool = False) -> Known:
    """Return the sentences in force after ``count`` moves."""
    (kb, _), *_ = itertools.islice(moves(16, 30, 99, with_mine_count=with_mine_count), count - 1, count)
    return kb


def texts(model: KnowledgeTableModel, row: int = 0, role: Role = Role.DisplayRole) -> list[str]:
    return [model.index(row, column).data(role) for column in USUAL]


def traces(model: KnowledgeTableModel) -> dict[Derivation, Trace | None]:
    return {row.derivation: row.trace for row in model.rows}


class Journal:
    """The rows in the signals that a model has emitted."""

    def __init__(self, model: KnowledgeTableModel) -> None:
        self.inserted: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self.changed: list[tuple[int, int]] = []
        self.resets: list[None] = []
        model.rowsInserted.connect(lambda _, first, last: self.inserted.append((first, last)))
        model.rowsRemoved.connect(lambda _, first, last: self.removed.append((first, last)))
        model.dataChanged.connect(lambda first, last: self.changed.append((first.row(), last.row())))
        model.modelReset.connect(lambda: self.resets.append(None))


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


# -- the texts of a row


def test_clue(model):
    ai = MinesweeperAI(3, 3)
    model.reset(ai.add_knowledge((0, 0), 1).added)
    sentence = "{(0, 1), (1, 0), (1, 1)} = 1"
    assert texts(model) == [sentence, "1", "3", "clue 1 at (0, 0)", "1"]
    assert set(texts(model, role=Role.ToolTipRole)) == {f"{sentence}\nclue 1 at (0, 0)\nsince move 1"}
    accessible = texts(model, role=Role.AccessibleTextRole)
    assert accessible[:2] == ["1 of 3 cells are mines: (0, 1), (1, 0) and (1, 1)", "1"]


def test_the_premises_are_in_the_tool_tip_also_when_cells_were_settled(model):
    larger = Derivation(1, Rule.CLUE, frozenset({(0, 0), (0, 1), (0, 2)}), 2, (), 1, (1, 1))
    smaller = Derivation(2, Rule.CLUE, frozenset({(0, 0)}), 1, (), 2, (1, 0))
    rest = Derivation(3, Rule.SUBSET, frozenset({(0, 1), (0, 2)}), 1, (larger, smaller), 3, None)
    safe = Derivation(4, Rule.REVEALED, frozenset({(0, 2)}), 0, (), 4, None)
    model.reset([Derivation(5, Rule.SETTLED, frozenset({(0, 1)}), 1, (rest, safe), 4, None)])
    assert texts(model) == ["{(0, 1)} = 1", "1", "1", "difference, 1 settled", "4"]
    assert "{(0, 0), (0, 1), (0, 2)} = 2 minus {(0, 0)} = 1" in texts(model, role=Role.ToolTipRole)[0]


def test_the_mine_count_is_cut_short(model):
    model.reset(knowledge_after(3, with_mine_count=True))
    row = model.rowCount() - 1
    derivation = model.sentences[row]
    size = len(derivation.cells)
    first, second = sorted(derivation.cells)[:2]
    assert texts(model, row)[0] == f"{{{first}, {second}, ... {size - 2} more}} = {derivation.count}"
    assert texts(model, row)[Column.RULE] == f"mine count, {480 - size} settled"
    tip = texts(model, row, Role.ToolTipRole)[0]
    assert f"... {size - 96} more}} = {derivation.count}\n99 mines on the board, {480 - size} settled" in tip
    assert max(map(len, tip.splitlines())) < 90
    assert texts(model, row, Role.AccessibleTextRole)[0].endswith(f" and {size - 8} more")
    assert model.rows[row].full_texts[: len(USUAL)] == [derivation.text, *texts(model, row)[1:]]


def test_headers(model):
    for column in Column:
        title, explanation = HEADERS[column]
        assert model.headerData(column, Qt.Orientation.Horizontal) == title
        assert model.headerData(column, Qt.Orientation.Horizontal, Role.ToolTipRole) == explanation
    assert model.headerData(0, Qt.Orientation.Vertical) is None


# -- changes


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 7, 10_000])
def test_rows_are_the_knowledge_after_each_move(model, qtmodeltester, batch):
    qtmodeltester.check(model)  # and the tester checks again at every signal
    journal = Journal(model)
    played = moves(8, 10, 15, seed=4, with_mine_count=True)
    while some := list(itertools.islice(played, batch)):
        added = [derivation for _, change in some for derivation in change.added]
        removed = [derivation for _, change in some for derivation in change.removed]
        before = model.sentences
        model.apply(added, removed)
        model.set_move(added, removed)
        in_force = {derivation.origin: derivation for derivation in some[-1][0]}
        assert set(model.sentences) == set(in_force.values())
        assert len(model.sentences) == len(in_force)
        stay = [in_force[derivation.origin] for derivation in before if derivation.origin in in_force]
        assert model.sentences[: len(stay)] == stay, "a sentence that only lost settled cells keeps its row"
    assert not journal.resets


def test_apply_emits_signals_for_runs_of_rows(model):
    kb = [Derivation(n, Rule.CLUE, frozenset({(5, n), (6, n)}), 1, (), 1, (7, n)) for n in range(40)]
    gone = [kb[row] for row in (2, 3, 4, 9, 20, 21)]
    new = [Derivation(10**6 + n, Rule.CLUE, frozenset({(0, n), (1, n)}), 1, (), 1, (2, n)) for n in range(3)]
    settled = [
        Derivation(2 * 10**6 + n, Rule.SETTLED, frozenset({(3, n), (4, n)}), 1, (kb[n],), 9, kb[n].clue)
        for n in (6, 7, 30)
    ]
    model.reset(kb)
    kept = {derivation: QPersistentModelIndex(model.index(row, 2)) for row, derivation in enumerate(kb)}
    journal = Journal(model)
    model.apply([new[0], settled[2], new[1], settled[0], settled[1], new[2]], [*gone, kb[30], kb[7], kb[6]])
    assert journal.changed == [(6, 30)]
    assert journal.removed == [(20, 21), (9, 9), (2, 4)]
    assert journal.inserted == [(len(kb) - 6, len(kb) - 4)]
    assert [one for one, index in kept.items() if not index.isValid()] == gone
    assert all(model.rows[kept[one].row()].derivation.origin is one for one in kb if one not in gone)


def test_a_sentence_shrinks_through_derivations_of_the_same_batch(model):
    first = Derivation(1, Rule.CLUE, frozenset((0, n) for n in range(4)), 2, (), 1, (1, 1))
    once = Derivation(2, Rule.SETTLED, frozenset((0, n) for n in range(3)), 2, (first,), 2, (1, 1))
    twice = Derivation(3, Rule.SETTLED, frozenset((0, n) for n in range(2)), 1, (once,), 3, (1, 1))
    other = clue([(5, 5), (5, 6)])
    model.reset([first, other])
    journal = Journal(model)
    model.apply([once, twice], [first, once])
    assert model.sentences == [twice, other]
    assert (journal.changed, journal.inserted, journal.removed) == ([(0, 0)], [], [])
    model.set_move([once, twice], [first, once])
    assert traces(model) == {twice: Trace.SHORTENED, other: None, first: Trace.REMOVED}


def test_a_sentence_added_and_removed_in_one_batch_is_not_shown(model):
    journal, passing = Journal(model), clue([(0, 0)])
    model.apply([passing], [passing])
    model.set_move([passing], [passing])
    assert not journal.inserted


def test_applied_comes_last_and_once(model):
    kb = list(knowledge_after(100))
    seen: list[tuple[int, bool]] = []
    model.rowsInserted.connect(lambda: seen.append((model.rowCount(), model.is_applying)))
    model.modelReset.connect(lambda: seen.append((model.rowCount(), model.is_applying)))
    model.applied.connect(lambda: seen.append((model.rowCount(), model.is_applying)))
    model.reset(kb[5:])
    model.apply(kb[:5], kb[5:8])
    total = len(kb)
    assert seen == [(total - 5, True), (total - 5, False), (total - 3, True), (total - 3, False)]


# -- the effects of the move


def test_the_effects_of_the_move_are_in_marks_and_texts(model):
    kb, change = next(
        (kb, change)
        for number, (kb, change) in enumerate(moves(16, 30, 99, 3, with_mine_count=True))
        if number >= 120 and len(change.added) > 6 and len(change.removed) > 4
    )
    model.reset(kb)
    model.set_move(change.added, change.removed)
    before = {derivation.origin for derivation in change.removed}
    for number, row in enumerate(model.rows):
        expected = Trace.REMOVED if row.derivation in change.removed else None
        if row.derivation in change.added:
            expected = Trace.SHORTENED if row.derivation.origin in before else Trace.ADDED
        assert row.trace is expected
        for role in (Role.AccessibleTextRole, Role.ToolTipRole):
            text = model.index(number, 0).data(role)
            assert text.endswith(expected.words) if expected else "in this move" not in text
    assert set(traces(model).values()) == {None, *Trace}
    assert model.sentences == list(kb)
    # The rows of removed sentences are those of the last move; while it stays the last one, they stay too.
    gone = [row for row in model.rows if row.is_removed]
    model.set_move(change.added, change.removed)
    assert [row for row in model.rows if row.is_removed] == gone
    model.set_move((), ())
    assert set(traces(model).values()) == {None}


# -- the sentences of two agents


def fill(model: KnowledgeTableModel, rows: Sequence[ComparedRow]) -> None:
    """Give the model the derivations of ``rows`` and how they stand, as the session does."""
    now, before = [row.derivation for row in rows], model.sentences
    model.apply([one for one in now if one not in before], [one for one in before if one not in now])
    model.set_comparison(comparison_of(rows), int)


def text(model: KnowledgeTableModel, row: int, column: Column, role: Role = Role.DisplayRole) -> str:
    found: str = model.index(row, column).data(role)
    return found


def test_the_columns_of_both_agents(model):
    fill(model, of_each_kind())
    dash = "\N{EN DASH}"
    assert [(text(model, row, Column.YOURS), text(model, row, Column.REFERENCE)) for row in range(8)] == [
        ("= 3", "= 2"),
        ("off the board", dash),
        (dash, "move 10, clue"),
        (dash, "move 10, clue"),
        ("move 8", dash),
        ("move 8", dash),
        ("move 8, twice", "move 10"),
        ("move 4, 3 times", dash),
    ]
    assert text(model, 7, Column.SENTENCE) == "{} = 0, empty"
    accessible = Role.AccessibleTextRole
    assert text(model, 2, Column.YOURS, accessible) == "not known"
    assert text(model, 0, Column.SENTENCE, accessible) == (
        "3 of 3 cells are mines: (2, 1), (2, 2) and (2, 3); only yours, and wrong: 2 of these cells are mines"
    )
    assert text(model, 6, Column.SENTENCE, accessible).endswith("; same: both know it; stated twice")
    assert text(model, 7, Column.SENTENCE, accessible).startswith("0 of no cells are mines; ")
    assert text(model, 0, Column.SENTENCE, Role.ToolTipRole).endswith(
        "\nonly yours, and wrong: 2 of these cells are mines\nyours since move 8"
    )


def test_a_verdict_looks_otherwise_than_the_sentence_with_its_cell(model):
    sentence = clue([(0, 2)])
    mine = Derivation(10**6, Rule.ALL_MINES, frozenset({(0, 2)}), 1, (sentence,), 1, None)
    fill(model, [row_of(RowKind.MISSING, mine), row_of(RowKind.SAME, sentence)])
    assert [text(model, row, Column.SENTENCE) for row in range(2)] == ["(0, 2) is a mine", "{(0, 2)} = 1"]
    heard = text(model, 0, Column.SENTENCE, Role.AccessibleTextRole)
    assert heard == "(0, 2) is a mine; missing: only the reference knows it"
    assert text(model, 0, Column.SENTENCE, Role.ToolTipRole).startswith("(0, 2) is a mine\nall mines in")


def test_a_failed_call(model):
    fill(model, [failure_row()])
    assert [text(model, 0, column) for column in Column] == [MESSAGE, "", "", "", "", "failed, move 9", ""]
    assert text(model, 0, Column.SENTENCE, Role.ToolTipRole).startswith(MESSAGE)
    assert text(model, 0, Column.SENTENCE, Role.AccessibleTextRole) == f"{MESSAGE}; your agent failed"


def test_only_rows_that_stand_otherwise_are_reported(model):
    rows = [row_of(RowKind.SAME, clue([(0, n), (1, n)])) for n in range(20)]
    fill(model, rows)
    journal = Journal(model)
    fill(model, [replace(row) for row in rows])
    assert journal.changed == [], "equal rows are not reported"
    for number in (3, 4, 9):
        rows[number] = replace(rows[number], copies=2)
    fill(model, rows)
    assert journal.changed == [(3, 9)]
    model.set_comparison(comparison_of(rows), lambda learned: learned + 1)
    assert journal.changed[1:] == [(0, 19)], "the numbers of the moves are others"
    model.set_comparison(None, int)
    assert {row.standing for row in model.rows} == {None}


def test_a_row_has_no_children(model):
    model.reset(knowledge_after(20))
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex()) is None
