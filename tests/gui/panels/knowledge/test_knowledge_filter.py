"""Tests of the proxy model: filters, sorting, and rows that stay selected while they are shown."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter, KnowledgeProxy, cells_settled_by
from minesweeper_qt.gui.panels.knowledge.knowledge_model import ROW, Column, KnowledgeTableModel
from minesweeper_qt.gui.presentation.derivation_text import normalize_for_search, rule_text
from minesweeper_qt.model import Derivation, MinesweeperAI, Reasoning, Rule
from minesweeper_qt.model.evidence.derivation import Change
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import any_row, clue, comparison_of, failure_row, of_each_kind, row_of, stated
from tests.gui.support.knowledge_games import Known, moves

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
FLAG = QItemSelectionModel.SelectionFlag
RANKS = [RowKind.WRONG, RowKind.MISSING, RowKind.FURTHER, RowKind.SAME]


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def proxy(model: KnowledgeTableModel) -> KnowledgeProxy:
    return KnowledgeProxy(model)


@pytest.fixture
def game(model: KnowledgeTableModel) -> tuple[Known, Change]:
    """What is known in the middle of a game, which fills the model, and the change of its last move."""
    for number, (kb, change) in enumerate(moves(16, 30, 99, 3, with_mine_count=True)):
        if number >= 120 and len(change.added) > 6 and len(change.removed) > 4:
            model.reset(kb)
            model.set_move(change.added, change.removed)
            return kb, change
    raise AssertionError("choose another seed")


def shown(proxy: KnowledgeProxy) -> list[Derivation]:
    return [row.derivation for row in proxy.rows]


def search(proxy: KnowledgeProxy, text: str) -> list[Derivation]:
    proxy.set_filter(Filter(normalize_for_search(text)))
    return shown(proxy)


# -- filters


@pytest.mark.parametrize("levels", [{1}, {2}, {4}, {1, 4}, {5}, {1, 2, 3, 4, 5}])
def test_filter_by_level(proxy, game, levels):
    proxy.set_filter(Filter(levels=frozenset(map(Reasoning, levels))))
    assert shown(proxy) == [derivation for derivation in game[0] if derivation.level in levels]


def test_what_an_agent_states_without_a_derivation_is_of_no_level(model, proxy):
    own, known = stated([(0, 0), (0, 1)], 1), clue([(0, 1), (0, 2)])
    model.reset([own, known])
    proxy.set_filter(Filter(levels=frozenset(Reasoning)))
    assert shown(proxy) == [known]


@pytest.mark.parametrize("text", ["(10, 1", "DIFFERENCE", "clue 3", "mine count", "= 2"])
def test_filter_by_text(proxy, game, text):
    needle = text.lower().replace(" ", "")
    expected = [
        derivation
        for derivation in game[0]
        if needle in derivation.text.replace(" ", "") or needle in rule_text(derivation).replace(" ", "")
    ]
    assert 0 < len(expected) < len(game[0])
    assert search(proxy, text) == expected


def test_a_text_does_not_match_across_columns(model, proxy):
    model.reset([clue([(0, 0), (0, 1)])])
    assert not search(proxy, "= 1clue")


def test_the_mine_count_is_found_by_a_cell_that_is_not_shown(proxy, game):
    whole = game[0].mine_count
    assert whole in search(proxy, str(sorted(whole.cells)[100]))


def test_filter_by_cell(model, proxy, game):
    kb, _ = game
    sentence = next(derivation for derivation in kb if derivation.clue is not None)
    covered = min(sentence.cells)
    proxy.set_filter(Filter(cell=covered))
    assert shown(proxy) == [derivation for derivation in kb if covered in derivation.cells] != list(kb)
    proxy.set_filter(Filter(cell=sentence.clue))
    assert shown(proxy) == [sentence]
    # A cell that no sentence in force mentions leaves the table whole, until one does.
    model.apply((), [sentence])
    assert not proxy.is_by_cell
    assert shown(proxy) == [derivation for derivation in kb if derivation is not sentence]
    model.apply([sentence], ())
    assert shown(proxy) == [sentence]


def test_new_in_the_move_follows_the_move(model, proxy):
    proxy.set_filter(Filter(is_new=True))
    news = 0
    for kb, change in moves(16, 30, 99, 3):
        model.apply(change.added, change.removed)
        model.set_move(change.added, change.removed)
        assert set(shown(proxy)) == set(change.added) & set(kb)
        news += len(change.added)
    assert news > 200


def test_used_in_the_proof(proxy, game):
    inferred = next(derivation for derivation in game[0] if derivation.clue is None)
    first = next(derivation for derivation in game[0] if derivation.clue is not None)
    proxy.set_filter(Filter(is_in_proof=True))
    assert not shown(proxy)
    proxy.set_proof([(inferred.cells, inferred.count), (first.cells, first.count + 1)], [])
    assert shown(proxy) == [inferred]
    proxy.set_proof([(inferred.cells, inferred.count)], [first.clue])
    assert set(shown(proxy)) == {inferred, first}
    # A proof of a cell uses sentences about others.
    proxy.set_filter(Filter(cell=min(inferred.cells - first.cells), is_in_proof=True))
    assert set(shown(proxy)) == {inferred, first}
    proxy.set_proof((), ())
    assert not shown(proxy)


def test_what_uses_a_sentence_in_any_form(model, proxy):
    whole = clue([(0, 0), (0, 1), (0, 2)], 1)
    revealed = Derivation(10**6, Rule.REVEALED, frozenset({(0, 2)}), 0, (), 2, None)
    rest = Derivation(10**6 + 1, Rule.SETTLED, frozenset({(0, 0), (0, 1)}), 1, (whole, revealed), 2, whole.clue)
    other = clue([(0, 0)], 1)
    by_whole = Derivation(10**6 + 2, Rule.SUBSET, frozenset({(0, 1), (0, 2)}), 0, (whole, other), 2, None)
    by_rest = Derivation(10**6 + 3, Rule.SUBSET, frozenset({(0, 1)}), 0, (rest, other), 2, None)
    shorter = Derivation(10**6 + 4, Rule.SETTLED, frozenset({(0, 1)}), 0, (by_whole, revealed), 2, None)
    model.reset([rest, other, by_rest, shorter])
    proxy.set_filter(Filter(used=whole))
    assert shown(proxy) == [by_rest, shorter]


def test_the_cells_that_a_sentence_settled_in_any_form():
    ai = MinesweeperAI(1, 4)
    (sentence,) = ai.add_knowledge((0, 1), 1).added
    ai.add_knowledge((0, 2), 1)
    settled = {cell: ai.derivation(cell) for cell in ((0, 0), (0, 1), (0, 2), (0, 3))}
    assert cells_settled_by(sentence, settled) == {(0, 0): settled[(0, 0)]}


def test_all_filters_together(proxy, game):
    kb, change = game
    chosen = next(one for one in change.added if one in set(kb) and one.level is Reasoning.SUBSET)
    proxy.set_proof([(chosen.cells, chosen.count)], [])
    whole = Filter(
        normalize_for_search(chosen.text),
        min(chosen.cells),
        frozenset({Reasoning.SUBSET}),
        is_new=True,
        is_in_proof=True,
    )
    proxy.set_filter(whole)
    assert shown(proxy) == [chosen]
    for other in (whole._replace(text="x"), whole._replace(levels=frozenset({Reasoning.CLUE}))):
        proxy.set_filter(other)
        assert not shown(proxy)


def test_removed_sentences_are_shown_on_demand(model, proxy, game):
    kb, change = game
    assert shown(proxy) == list(kb)
    proxy.set_removed_shown(True)
    assert shown(proxy) == [*kb, *change.removed]
    assert [row.derivation for row in proxy.in_force] == list(kb)
    proxy.set_filter(Filter(is_new=True))
    assert set(shown(proxy)) == {*change.added, *change.removed}
    only_gone = next(
        cell for one in change.removed for cell in one.cells if not any(cell in other.cells for other in kb)
    )
    proxy.set_filter(Filter(cell=only_gone))
    assert shown(proxy) == [*kb, *change.removed], "they do not count as sentences that mention a cell"


# -- order


KEYS = {
    Column.SENTENCE: lambda derivation: (min(derivation.cells), len(derivation.cells)),
    Column.COUNT: lambda derivation: derivation.count,
    Column.SIZE: lambda derivation: len(derivation.cells),
    Column.RULE: lambda derivation: rule_text(derivation).split(" ")[0].rstrip(","),
    Column.MOVE: lambda derivation: derivation.move,
}


@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("column", KEYS)
def test_sorting_and_staying_sorted(model, proxy, game, column, order):
    kb = list(game[0])
    proxy.set_removed_shown(True)
    proxy.sort(column, order)
    for _ in range(2):
        keys = [KEYS[column](derivation) for derivation in shown(proxy)]
        assert keys == sorted(keys, reverse=order == DOWN)
        model.apply(kb[:3], kb[::5])
    proxy.sort(-1)
    assert [row.order for row in proxy.rows] == sorted(row.order for row in model.rows)


def test_the_worst_come_first_and_a_failed_call_whatever_the_order(model, proxy):
    rows = of_each_kind()
    model.apply([row.derivation for row in rows[::-1]], ())
    model.set_comparison(comparison_of(rows), int)
    assert shown(proxy) == [row.derivation for row in (rows[n] for n in (1, 0, 3, 2, 5, 4, 7, 6))]
    failure = failure_row()
    model.apply([failure.derivation], ())
    model.set_comparison(comparison_of([*rows, failure]), int)
    for column in (-1, *Column):
        for order in (UP, DOWN):
            proxy.sort(column, order)
            assert [row.is_failure for row in proxy.rows] == [True] + [False] * 8
    for kind in RowKind:
        proxy.set_filter(Filter(kinds=frozenset({kind})))
        assert {row.kind for row in proxy.rows} == {kind}


@pytest.mark.parametrize("order", [UP, DOWN])
def test_the_columns_of_both_agents_sort_by_move(model, proxy, order):
    rows = [row_of(RowKind.SAME, clue([(0, 1)]), own_since=since) for since in (12, 3, 101, None, 7)]
    model.reset([row.derivation for row in rows])
    model.set_comparison(comparison_of(rows), int)
    proxy.sort(Column.YOURS, order)
    expected = [3, 7, 12, 101, None]
    assert [row.standing.own_move for row in proxy.rows] == (expected if order is UP else expected[::-1])


@pytest.mark.parametrize(
    "needle, found",
    [
        ("missing", [2, 3]),
        ("WRONG", [8, 0, 1]),
        ("twice", [6]),
        ("empty", [7]),
        ("off the board", [1]),
        ("move 10", [2, 3, 6]),
        ("(2, 1)", [0, 1]),
        ("failed", [8]),
        ("minesweeper.py:12", [8]),
    ],
)
def test_a_search_finds_the_words_about_two_agents(model, proxy, needle, found):
    rows = [*of_each_kind(), failure_row()]
    model.reset([row.derivation for row in rows])
    model.set_comparison(comparison_of(rows), int)
    assert search(proxy, needle) == [rows[number].derivation for number in found]


# -- the selection


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_is_selected_stays_so_while_it_is_shown(model, proxy, qtmodeltester, seed):
    qtmodeltester.check(proxy)  # and the tester checks again at every signal
    chance = random.Random(seed)
    selection = QItemSelectionModel(proxy)
    survived = 0
    for kb, change in moves(8, 10, 15, seed, with_mine_count=True):
        before = {index.data(ROW).derivation.origin for index in selection.selectedRows()}
        was_whole = proxy.filter == Filter()
        model.apply(change.added, change.removed)
        model.set_move(change.added, change.removed)
        match chance.randrange(4):
            case 0:
                levels = frozenset(chance.sample(list(Reasoning), chance.choice([0, 1, 2])))
                proxy.set_filter(Filter(chance.choice(["", "clue", "=1"]), levels=levels))
            case 1:
                proxy.sort(chance.choice([-1, *Column]), chance.choice([UP, DOWN]))
            case 2:
                proxy.set_filter(Filter())
        fresh = KnowledgeProxy(model)
        fresh.set_filter(proxy.filter)
        assert set(shown(proxy)) == set(shown(fresh))
        after = {index.data(ROW).derivation.origin for index in selection.selectedRows()}
        assert after <= before
        if was_whole and proxy.filter == Filter():
            assert after == before & {derivation.origin for derivation in kb}
        if proxy.rowCount():
            selection.select(proxy.index(chance.randrange(proxy.rowCount()), 0), FLAG.Select | FLAG.Rows)
        survived += len(after)
    assert survived > 10


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_come_and_go_and_change_their_kinds(model, proxy, seed):
    chance, rows, column, order = random.Random(seed), list[ComparedRow](), -1, UP
    selection = QItemSelectionModel(proxy)
    for _ in range(40):
        before = {index.data(ROW).derivation for index in selection.selectedRows()}
        rows = [row for row in rows if chance.random() > 0.2]
        for number, row in enumerate(rows):
            if not row.failure and chance.random() < 0.3:
                rows[number] = any_row(chance, row.derivation)
        for _ in range(chance.randrange(6)):
            cells = [(chance.randrange(9), chance.randrange(9)) for _ in range(chance.randrange(4))]
            rows.append(any_row(chance, chance.choice([clue, stated])(cells, chance.randrange(3))))
        now, there = [row.derivation for row in rows], model.sentences
        model.apply([one for one in now if one not in there], [one for one in there if one not in now])
        model.set_comparison(comparison_of(rows), int)
        if chance.random() < 0.4:
            column, order = chance.choice([-1, -1, Column.YOURS, Column.REFERENCE]), chance.choice([UP, DOWN])
            proxy.sort(column, order)
        if column < 0:
            expected = sorted(rows, key=lambda row: RANKS.index(row.kind))
        else:
            name = "own_since" if column == Column.YOURS else "reference_since"
            expected = sorted(rows, key=lambda row, name=name: (getattr(row, name) is None, getattr(row, name) or 0))
            expected = expected if order is UP else expected[::-1]
        assert shown(proxy) == [row.derivation for row in expected]
        after = {index.data(ROW).derivation for index in selection.selectedRows()}
        assert after == before & set(now)
        if proxy.rowCount():
            selection.select(proxy.index(chance.randrange(proxy.rowCount()), 0), FLAG.Select | FLAG.Rows)
