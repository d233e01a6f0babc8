"""Tests of the table model and its proxy with comparisons of what two agents know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.modeltest import ModelTester

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column, Role
from minesweeper_qt.gui.presentation.comparison_text import TITLES
from minesweeper_qt.model import Derivation, Rule
from minesweeper_qt.model.watch.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import (
    MESSAGE,
    any_row,
    clue,
    comparison_of,
    failure_row,
    of_each_kind,
    row_of,
    stated,
)
from tests.gui.support.model_watch import ModelWatch

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
FLAG = QItemSelectionModel.SelectionFlag
RANKS = [RowKind.WRONG, RowKind.MISSING, RowKind.FURTHER, RowKind.SAME, None]


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def proxy(model: KnowledgeTableModel) -> KnowledgeFilterProxy:
    return KnowledgeFilterProxy(model)


def fill(model: KnowledgeTableModel, rows: Sequence[ComparedRow]) -> None:
    """Give the model the derivations of ``rows`` and how they stand, as the session does."""
    derivations = [row.derivation for row in rows]
    now = set(derivations)
    before = [row.derivation for row in model.rows]
    model.apply([one for one in derivations if one not in set(before)], [one for one in before if one not in now])
    model.set_comparison(comparison_of(rows), int)


def shown(proxy: KnowledgeFilterProxy) -> list[Derivation]:
    return [proxy.index(row, 0).data(Role.DERIVATION) for row in range(proxy.rowCount())]


def text(proxy: KnowledgeFilterProxy, row: int, column: Column, role: int = Qt.ItemDataRole.DisplayRole) -> str:
    found: str = proxy.index(row, column).data(role)
    return found


# -- texts


def test_the_worst_come_first_and_each_kind_as_it_was_learned(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy
) -> None:
    rows = of_each_kind()
    fill(model, rows[::-1])
    assert [row.kind for row in model.rows] == [kind for kind in RowKind for _ in range(2)]
    assert shown(proxy) == [row.derivation for row in (rows[n] for n in (1, 0, 3, 2, 5, 4, 7, 6))]


def test_the_columns_of_both_agents(model: KnowledgeTableModel, proxy: KnowledgeFilterProxy) -> None:
    fill(model, of_each_kind())
    columns = [(text(proxy, row, Column.YOURS), text(proxy, row, Column.REFERENCE)) for row in range(8)]
    dash = "\N{EN DASH}"
    assert columns == [
        ("= 3", "= 2"),
        ("off the board", dash),
        (dash, "move 10, clue"),
        (dash, "move 10, clue"),
        ("move 8", dash),
        ("move 8", dash),
        ("move 8, twice", "move 10"),
        ("move 4, 3 times", dash),
    ]
    assert text(proxy, 7, Column.SENTENCE) == "{} = 0, empty"
    accessible = Qt.ItemDataRole.AccessibleTextRole
    assert text(proxy, 2, Column.YOURS, accessible) == "not known"
    assert text(proxy, 0, Column.SENTENCE, accessible) == (
        "3 of 3 cells are mines: (2, 1), (2, 2) and (2, 3); only yours, and wrong: 2 of these cells are mines"
    )
    assert text(proxy, 6, Column.SENTENCE, accessible).endswith("; same: both have it; stated twice")
    assert text(proxy, 7, Column.SENTENCE, accessible).startswith("0 of no cells are mines; ")
    assert text(proxy, 0, Column.SENTENCE, Qt.ItemDataRole.ToolTipRole).endswith(
        "\nonly yours, and wrong: 2 of these cells are mines\nyours since move 8"
    )


def test_a_verdict_looks_otherwise_than_the_sentence_with_its_cell(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy
) -> None:
    sentence = clue([(0, 2)])
    mine = Derivation(10**6, Rule.ALL_MINES, frozenset({(0, 2)}), 1, (sentence,), 1, None)
    fill(model, [row_of(RowKind.MISSING, mine), row_of(RowKind.SAME, sentence)])
    accessible = Qt.ItemDataRole.AccessibleTextRole
    assert [text(proxy, row, Column.SENTENCE) for row in range(2)] == ["(0, 2) is a mine", "{(0, 2)} = 1"]
    assert text(proxy, 0, Column.SENTENCE, accessible) == "(0, 2) is a mine; missing: only the reference has it"
    assert text(proxy, 0, Column.SENTENCE, Qt.ItemDataRole.ToolTipRole).startswith("(0, 2) is a mine\nall mines in")
    assert proxy.full_texts(0)[0] == "(0, 2) is a mine"
    for needle, found in (("{(0, 2)} = 1", [mine, sentence]), ("is a mine", [mine]), ("verdict", [mine])):
        proxy.set_text(needle)
        assert shown(proxy) == found


def test_a_failed_call_is_the_first_row_whatever_the_order(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy
) -> None:
    fill(model, [*of_each_kind(), failure_row()])
    for column in (-1, *Column):
        for order in (UP, DOWN):
            proxy.sort(column, order)
            assert [proxy.is_failure(row) for row in range(9)] == [True] + [False] * 8
    assert (
        text(proxy, 0, Column.SENTENCE) == text(proxy, 0, Column.SENTENCE, Qt.ItemDataRole.ToolTipRole)[: len(MESSAGE)]
    )
    assert text(proxy, 0, Column.YOURS) == "failed, move 9"
    assert [text(proxy, 0, column) for column in Column if column not in (Column.SENTENCE, Column.YOURS)] == [""] * 7
    assert text(proxy, 0, Column.SENTENCE, Qt.ItemDataRole.AccessibleTextRole) == f"{MESSAGE}; your agent failed"
    fill(model, of_each_kind()[:3])
    assert not any(proxy.is_failure(row) for row in range(3))


def test_without_a_comparison_all_is_as_before(model: KnowledgeTableModel, proxy: KnowledgeFilterProxy) -> None:
    rows = of_each_kind()
    model.apply([row.derivation for row in rows], ())
    before = [[text(proxy, row, column) for column in Column] for row in range(8)]
    model.set_comparison(comparison_of(rows), int)
    assert before != [[text(proxy, row, column) for column in Column] for row in range(8)]
    model.set_comparison(None, int)
    assert before == [[text(proxy, row, column) for column in Column] for row in range(8)]
    assert {proxy.index(row, 0).data(Role.STANDING) for row in range(8)} == {None}


@pytest.mark.parametrize("order", [UP, DOWN])
def test_the_columns_of_both_agents_sort_by_move(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy, order: Qt.SortOrder
) -> None:
    moves = [12, 3, 101, None, 7]
    rows = [row_of(RowKind.SAME if since else RowKind.MISSING, clue([(0, 1)]), own_since=since) for since in moves]
    fill(model, rows)
    proxy.sort(Column.YOURS, order)
    expected = [3, 7, 12, 101, None]
    by_derivation = {row.derivation: row.own_since for row in rows}
    assert [by_derivation[one] for one in shown(proxy)] == (expected if order is UP else expected[::-1])


# -- filters


@pytest.mark.parametrize("kinds", [{kind} for kind in RowKind] + [{RowKind.WRONG, RowKind.SAME}, set(RowKind)])
def test_filter_by_kind(model: KnowledgeTableModel, proxy: KnowledgeFilterProxy, kinds: set[RowKind]) -> None:
    rows = of_each_kind()
    fill(model, rows)
    proxy.set_filter(Filter(kinds=frozenset(kinds)))
    assert proxy.is_filtering
    assert shown(proxy) == [row.derivation for row in rows if row.kind in kinds]
    assert proxy.found == 2 * len(kinds)
    proxy.set_filter(Filter("(2, 1)", kinds=frozenset(kinds)))
    assert len(shown(proxy)) == (2 if RowKind.WRONG in kinds else 0)


@pytest.mark.parametrize(
    "needle, found",
    [
        ("missing", [2, 3]),
        ("WRONG", [0, 1]),
        ("twice", [6]),
        ("3 times", [7]),
        ("empty", [7]),
        ("off the board", [1]),
        ("by the three rules", [4, 5]),
        ("move 10", [2, 3, 6]),
        ("same", [6, 7]),
        ("(2, 1)", [0, 1]),
        ("failed", []),
    ],
)
def test_a_search_finds_the_words(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy, needle: str, found: list[int]
) -> None:
    rows = of_each_kind()
    fill(model, rows)
    proxy.set_text(needle)
    assert shown(proxy) == [rows[number].derivation for number in found]


def test_a_search_finds_a_failure_by_its_message_alone(model: KnowledgeTableModel, proxy: KnowledgeFilterProxy) -> None:
    fill(model, [failure_row(), *of_each_kind()[2:6]])
    for needle, is_found in (("minesweeper.py:12", True), ("keyerror", True), ("failed", True), ("{} = 0", False)):
        proxy.set_text(needle)
        assert [proxy.is_failure(row) for row in range(proxy.rowCount())] == [True] * is_found


# -- changes


def test_only_rows_that_stand_otherwise_are_reported(model: KnowledgeTableModel) -> None:
    rows = [row_of(RowKind.SAME, clue([(0, n), (1, n)])) for n in range(20)]
    fill(model, rows)
    changed: list[tuple[int, int]] = []
    moved: list[None] = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    model.layoutChanged.connect(lambda: moved.append(None))
    fill(model, [replace(row) for row in rows])
    assert (changed, moved) == ([], []), "equal rows are not reported"
    for number in (3, 4, 9):
        rows[number] = replace(rows[number], copies=2)
    fill(model, rows)
    assert (changed, moved) == ([(3, 4), (9, 9)], [])
    changed.clear()
    rows[7] = row_of(RowKind.MISSING, rows[7].derivation)
    fill(model, rows)
    assert (changed, len(moved)) == ([(7, 7)], 1)
    assert model.derivation(0) is rows[7].derivation
    changed.clear()
    model.set_comparison(comparison_of(rows), lambda learned: learned + 1)
    assert changed == [(0, 19)], "the numbers of the moves are others"


def test_the_selection_follows_a_row_whose_kind_changes(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy
) -> None:
    rows = of_each_kind()
    fill(model, rows)
    selection = QItemSelectionModel(proxy)
    selection.select(proxy.index(3, 0), FLAG.Select | FLAG.Rows)
    chosen = rows[3].derivation
    for kind in (RowKind.SAME, RowKind.MISSING, RowKind.SAME):
        fill(model, [*rows[:3], row_of(kind, chosen), *rows[4:]])
        (index,) = selection.selectedRows()
        assert index.data(Role.DERIVATION) is chosen
        assert index.data(Role.STANDING).row.kind is kind
    proxy.set_filter(Filter(kinds=frozenset({RowKind.SAME})))
    assert [index.data(Role.DERIVATION) for index in selection.selectedRows()] == [chosen]
    fill(model, rows)
    assert not selection.hasSelection(), "a missing row does not pass"


def test_a_sentence_that_loses_settled_cells_keeps_its_place_between_two_comparisons(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy
) -> None:
    long, other = clue([(0, 1), (0, 2)]), clue([(3, 1), (3, 2)])
    short = Derivation(10**6, Rule.SETTLED, frozenset({(0, 1)}), 1, (long,), 2, long.clue)
    fill(model, [row_of(RowKind.MISSING, other), row_of(RowKind.MISSING, long)])
    proxy.set_filter(Filter(kinds=frozenset({RowKind.MISSING})))
    selection = QItemSelectionModel(proxy)
    selection.select(proxy.index(1, 0), FLAG.Select | FLAG.Rows)
    fill(model, [row_of(RowKind.MISSING, other), row_of(RowKind.MISSING, short)])
    assert [index.data(Role.DERIVATION) for index in selection.selectedRows()] == [short]


# -- random walks


class Oracle:
    """The rows as they should be: in the order of learning, of which ``expected`` are shown in their order."""

    def __init__(self) -> None:
        self.rows: list[ComparedRow] = []

    def expected(self, current: Filter, column: int, order: Qt.SortOrder) -> list[ComparedRow]:
        passing = [row for row in self.rows if self._passes(row, current)]
        failures = [row for row in passing if row.failure]
        others = [row for row in passing if not row.failure]
        if column < 0:
            others.sort(key=lambda row: RANKS.index(row.kind))
        elif order is UP:
            others.sort(key=lambda row: self._key(row, column))
        else:
            others.reverse()  # equal rows are reversed, too
            others.sort(key=lambda row: self._key(row, column), reverse=True)
        return [*failures, *others]

    @staticmethod
    def _key(row: ComparedRow, column: int) -> tuple[int, int]:
        since = row.own_since if column == Column.YOURS else row.reference_since
        return (1, 0) if since is None else (0, since)

    @staticmethod
    def _passes(row: ComparedRow, current: Filter) -> bool:
        if current.kinds and row.kind not in current.kinds:
            return False
        return not current.text or TITLES[row.kind].lower() == current.text

    def change(self, chance: random.Random) -> None:
        """Remove rows, add others at the end, and let some stand otherwise."""
        self.rows = [row for row in self.rows if chance.random() > 0.2]
        for number, row in enumerate(self.rows):
            if not row.failure and chance.random() < 0.3:
                self.rows[number] = any_row(chance, row.derivation)
        for _ in range(chance.randrange(6)):
            cells = [(chance.randrange(9), chance.randrange(9)) for _ in range(chance.randrange(4))]
            make = chance.choice([clue, stated])
            self.rows.append(any_row(chance, make(cells, chance.randrange(3))))
        if chance.random() < 0.1 and not any(row.failure for row in self.rows):
            self.rows.append(failure_row())


def any_filter(chance: random.Random) -> Filter:
    kinds = frozenset(chance.sample(list(RowKind), chance.choice([0, 0, 1, 2, 4])))
    return Filter(chance.choice(["", "", "", "missing", "wrong"]), kinds=kinds)


@pytest.mark.parametrize("seed", range(3))
def test_a_random_walk_equals_the_oracle(model: KnowledgeTableModel, proxy: KnowledgeFilterProxy, seed: int) -> None:
    """Rows come, go and change their kinds, with correct signals; what is selected stays so while it is shown."""

    def content(row: int) -> tuple[object, object]:
        index = proxy.index(row, 0)
        return index.data(Role.DERIVATION), index.data(Role.STANDING)

    watch = ModelWatch(proxy, lambda: proxy._shown, content)
    chance, oracle = random.Random(seed), Oracle()
    selection = QItemSelectionModel(proxy)
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.extend(range(first.row(), last.row() + 1)))
    column, order, survived = -1, UP, 0
    for _ in range(40):
        before = {index.data(Role.DERIVATION) for index in selection.selectedRows()}
        standings = {row.derivation: row.standing for row in model.rows}
        oracle.change(chance)
        changed.clear()
        derivations = [row.derivation for row in oracle.rows]
        there = [row.derivation for row in model.rows]
        model.apply([one for one in derivations if one not in there], [one for one in there if one not in derivations])
        order_before = [model.derivation(row) for row in range(model.rowCount())]
        model.set_comparison(comparison_of(oracle.rows), int)
        otherwise = {row.derivation for row in model.rows if row.standing != standings.get(row.derivation)}
        assert {order_before[row] for row in changed} == otherwise
        match chance.randrange(4):
            case 0:
                proxy.set_filter(any_filter(chance))
            case 1:
                column, order = chance.choice([-1, -1, Column.YOURS, Column.REFERENCE]), chance.choice([UP, DOWN])
                proxy.sort(column, order)
        expected = [row.derivation for row in oracle.expected(proxy.filter, column, order)]
        assert shown(proxy) == expected
        assert proxy.found == len(expected)
        after = {index.data(Role.DERIVATION) for index in selection.selectedRows()}
        assert after <= before
        survived += len(after)
        if proxy.rowCount():
            selection.select(proxy.index(chance.randrange(proxy.rowCount()), 0), FLAG.Select | FLAG.Rows)
        watch.check()
    assert survived > 10


@pytest.mark.parametrize("seed", range(3))
def test_what_is_selected_stays_so_while_it_is_there(
    model: KnowledgeTableModel, proxy: KnowledgeFilterProxy, qtmodeltester: ModelTester, seed: int
) -> None:
    if not seed:
        qtmodeltester.check(model)  # and the tester checks again at every signal
    chance, oracle = random.Random(seed), Oracle()
    selection = QItemSelectionModel(proxy)
    for _ in range(40):
        before = {index.data(Role.DERIVATION) for index in selection.selectedRows()}
        oracle.change(chance)
        fill(model, oracle.rows)
        after = {index.data(Role.DERIVATION) for index in selection.selectedRows()}
        assert after == before & {row.derivation for row in oracle.rows}
        if proxy.rowCount():
            selection.select(proxy.index(chance.randrange(proxy.rowCount()), 0), FLAG.Select | FLAG.Rows)
