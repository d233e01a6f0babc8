"""Tests of the filters of the table by level, move and proof, and of rows for removed sentences."""

from __future__ import annotations

import random
from collections.abc import Iterable
from operator import attrgetter

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column, Role, Trace
from minesweeper_qt.model import Change, Derivation, Reasoning, Rule
from tests.gui.support.knowledge_games import Known, moves
from tests.gui.support.model_watch import watch_proxy

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def proxy(model: KnowledgeTableModel) -> KnowledgeFilterProxy:
    return KnowledgeFilterProxy(model)


def shown(proxy: KnowledgeFilterProxy) -> list[Derivation]:
    return [proxy.index(row, 0).data(Role.DERIVATION) for row in range(proxy.rowCount())]


def in_force(proxy: KnowledgeFilterProxy) -> list[Derivation]:
    return [proxy.derivation(row) for row in range(proxy.rowCount()) if not proxy.is_removed(row)]


def traces(proxy: KnowledgeFilterProxy) -> dict[Derivation, Trace | None]:
    return {proxy.derivation(row): proxy.index(row, 0).data(Role.TRACE) for row in range(proxy.rowCount())}


def at_move(number: int, seed: int = 3) -> tuple[Known, Change]:
    for count, (kb, change) in enumerate(moves(16, 30, 99, seed, with_mine_count=True)):
        if count >= number and len(change.added) > 6 and len(change.removed) > 4:
            return kb, change
    raise AssertionError("choose another seed")


@pytest.mark.parametrize("levels", [{1}, {2}, {3}, {4}, {1, 4}, {5}, {1, 2, 3, 4, 5}])
def test_filter_by_level(model, proxy, levels: Iterable[int]):
    kb, _ = at_move(150)
    model.reset(kb)
    proxy.set_filter(Filter(levels=frozenset(map(Reasoning, levels))))
    level = attrgetter("level")
    expected = [derivation for derivation in kb if level(derivation) in levels]
    assert shown(proxy) == expected
    assert bool(expected) == (set(levels) not in ({Reasoning.OVERLAP}, {Reasoning.CASES})), "its rules are CS50's three"
    assert proxy.is_filtering


def test_what_an_agent_states_without_a_derivation_is_of_no_level(model, proxy):
    stated = Derivation(1, Rule.STATED, frozenset({(0, 0), (0, 1)}), 1, (), 1, None)
    clue = Derivation(2, Rule.CLUE, frozenset({(0, 1), (0, 2)}), 1, (), 1, (1, 1))
    model.reset([stated, clue])
    proxy.set_filter(Filter(levels=frozenset(Reasoning)))
    assert shown(proxy) == [clue]
    proxy.set_filter(Filter())
    assert shown(proxy) == [stated, clue]


def test_new_in_the_move_follows_the_move(model, proxy):
    proxy.set_filter(Filter(is_new=True))
    news = 0
    for kb, change in moves(16, 30, 99, 3):
        model.apply(change.added, change.removed)
        proxy.set_move(change.added, change.removed)
        assert set(shown(proxy)) == set(change.added) & set(kb)
        news += len(change.added)
    assert news > 200
    model.reset(kb)
    assert not shown(proxy)


def test_used_in_the_proof(model, proxy):
    kb, _ = at_move(150)
    model.reset(kb)
    inferred = next(derivation for derivation in kb if derivation.clue is None)
    clue = next(derivation for derivation in kb if derivation.clue is not None)
    proxy.set_filter(Filter(is_in_proof=True))
    assert not shown(proxy)
    proxy.set_proof([(inferred.cells, inferred.count), (clue.cells, clue.count + 1)], [])
    assert shown(proxy) == [inferred]
    proxy.set_proof([(inferred.cells, inferred.count)], [clue.clue])
    assert set(shown(proxy)) == {inferred, clue}
    proxy.set_proof((), ())
    assert not shown(proxy)


def test_a_proof_of_a_cell_uses_sentences_on_others(model, proxy):
    kb, _ = at_move(150)
    model.reset(kb)
    derivations = list(kb)
    used = [derivation for derivation in derivations if derivation is not kb.mine_count][:5]
    cell = next(cell for cell in max(used, key=lambda derivation: len(derivation.cells)).cells)
    assert not all(cell in derivation.cells for derivation in used)
    proxy.set_proof([(derivation.cells, derivation.count) for derivation in used], [])
    proxy.set_filter(Filter(cell=cell, is_in_proof=True))
    assert shown(proxy) == used
    proxy.set_filter(Filter(cell=cell))
    assert shown(proxy) == [derivation for derivation in derivations if cell in derivation.cells]


def test_all_filters_together(model, proxy):
    kb, change = at_move(150)
    model.reset(kb)
    proxy.set_move(change.added, change.removed)
    level = attrgetter("level")
    chosen = next(
        derivation for derivation in change.added if derivation in set(kb) and level(derivation) is Reasoning.SUBSET
    )
    cell = min(chosen.cells)
    elsewhere = next(
        (i, j)
        for i in range(16)
        for j in range(30)
        if not any((i, j) in derivation.cells for derivation in change.added)
    )
    proxy.set_proof([(chosen.cells, chosen.count)], [])
    proxy.set_filter(Filter("= 1", cell, frozenset({Reasoning.SUBSET}), is_new=True, is_in_proof=True))
    assert shown(proxy) == [chosen] if chosen.count == 1 else not shown(proxy)
    proxy.set_filter(Filter("", cell, frozenset({Reasoning.SUBSET}), is_new=True, is_in_proof=True))
    assert shown(proxy) == [chosen]
    for other in (
        Filter("", cell, frozenset({Reasoning.CLUE}), is_new=True, is_in_proof=True),
        Filter("", elsewhere, frozenset({Reasoning.SUBSET}), is_new=True),
        Filter("no such text", is_in_proof=True),
    ):
        proxy.set_filter(other)
        assert not shown(proxy)


# -- the effects of the move


def test_the_effects_of_the_move_are_in_marks_and_texts(model, proxy):
    kb, change = at_move(120)
    model.reset(kb)
    assert set(traces(proxy).values()) == {None}
    assert not proxy.has_traces
    proxy.set_move(change.added, change.removed)
    assert proxy.has_traces
    before = {derivation.origin for derivation in change.removed}
    kinds = set()
    for row, (derivation, trace) in enumerate(traces(proxy).items()):
        expected = None
        if derivation in change.added:
            expected = Trace.SHORTENED if derivation.origin in before else Trace.ADDED
        assert trace is expected
        kinds.add(trace)
        for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            text = proxy.index(row, 0).data(role)
            assert text.endswith(expected.words) if expected else "in this move" not in text
    assert kinds == {None, Trace.ADDED, Trace.SHORTENED}


def test_marks_are_reported_to_views(model, proxy, qtbot):
    kb, change = at_move(120)
    model.reset(kb)
    for added in (change.added, ()):
        with qtbot.waitSignal(proxy.dataChanged) as signals:
            proxy.set_move(added, ())
        assert [index.row() for index in signals.args[:2]] == [0, len(kb) - 1]
    with qtbot.assertNotEmitted(proxy.dataChanged):
        proxy.set_move((), ())


def test_removed_sentences_are_shown_on_demand_and_never_counted(model, proxy):
    kb, change = at_move(120)
    model.reset(kb)
    proxy.set_move(change.added, change.removed)
    assert shown(proxy) == list(kb)
    proxy.set_removed_shown(True)
    assert shown(proxy) == [*kb, *change.removed]
    assert in_force(proxy) == list(kb)
    assert proxy.found == model.rowCount() == len(kb)
    assert [trace for trace in traces(proxy).values() if trace is Trace.REMOVED] == [Trace.REMOVED] * len(
        change.removed
    )
    ghost = proxy.index(len(kb), 0)
    assert not proxy.mapToSource(ghost).isValid()
    assert ghost.data(Qt.ItemDataRole.AccessibleTextRole).endswith(Trace.REMOVED.words)
    cell = min(change.removed[0].cells)
    proxy.set_cell(cell)
    assert proxy.found == sum(cell in derivation.cells for derivation in kb) == len(in_force(proxy))
    mentioning = [derivation for derivation in change.removed if cell in derivation.cells]
    assert shown(proxy) == [*in_force(proxy), *mentioning]
    assert 0 < len(mentioning) < len(change.removed)
    proxy.set_filter(Filter(is_new=True))
    assert set(shown(proxy)) == {*change.added, *change.removed}
    assert proxy.found == len(change.added)
    model.reset()
    assert not shown(proxy)


def test_a_sentence_added_and_removed_in_one_batch_is_neither_new_nor_removed(model, proxy):
    clue = Derivation(1, Rule.CLUE, frozenset((0, n) for n in range(4)), 2, (), 1, (1, 1))
    once = Derivation(2, Rule.SETTLED, frozenset((0, n) for n in range(3)), 2, (clue,), 2, (1, 1))
    twice = Derivation(3, Rule.SETTLED, frozenset((0, n) for n in range(2)), 1, (once,), 3, (1, 1))
    model.reset([twice])
    proxy.set_removed_shown(True)
    proxy.set_move([once, twice], [clue, once])
    assert traces(proxy) == {twice: Trace.SHORTENED, clue: Trace.REMOVED}


@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("column", Column)
def test_removed_sentences_are_sorted_among_the_others(model, proxy, column, order):
    kb, change = at_move(120)
    model.reset(kb)
    proxy.set_removed_shown(True)
    proxy.set_move(change.added, change.removed)
    proxy.sort(column, order)
    keys = [proxy.index(row, column).data(Role.SORT) for row in range(proxy.rowCount())]
    assert keys == sorted(keys, reverse=order == DOWN)
    assert set(shown(proxy)) == {*kb, *change.removed}


# -- inserting and removing rows


def any_filter(chance: random.Random, derivations: list[Derivation]) -> Filter:
    derivation = chance.choice(derivations) if derivations else None
    return Filter(
        chance.choice(["", "", "clue", "= 1", "(3"]),
        min(derivation.cells) if derivation and chance.random() < 0.2 else None,
        frozenset(chance.sample(list(Reasoning), chance.choice([0, 0, 1, 2]))),
        chance.random() < 0.2,
        chance.random() < 0.1,
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_after_many_changes_a_proxy_equals_a_new_one(model, proxy, seed):
    """Rows are inserted, removed and moved with correct signals, and stay selected while they are shown."""
    watch = watch_proxy(proxy)
    chance = random.Random(seed)
    selection = QItemSelectionModel(proxy)
    flag = QItemSelectionModel.SelectionFlag
    resets: list[None] = []
    proxy.modelReset.connect(lambda: resets.append(None))
    survived = 0
    past: list[Change] = []
    for kb, change in moves(12, 20, 40, seed, with_mine_count=True):
        past.append(change)
        before = {index.data(Role.DERIVATION).origin for index in selection.selectedRows()}
        was_filtering = proxy.is_filtering
        model.apply(change.added, change.removed)
        proxy.set_move(change.added, change.removed)
        match chance.randrange(5):
            case 0:
                proxy.set_filter(any_filter(chance, list(kb)) if chance.random() < 0.6 else Filter())
            case 1:
                proxy.sort(chance.choice([-1, *Column]), chance.choice([UP, DOWN]))
            case 2:
                proxy.set_removed_shown(not proxy.shows_removed)
            case 3:
                proxy.set_proof([(derivation.cells, derivation.count) for derivation in list(kb)[::3]], [change.cell])
        fresh = KnowledgeFilterProxy(model)
        fresh.set_removed_shown(proxy.shows_removed)
        fresh.set_move(change.added, change.removed)
        fresh.set_proof(proxy.context.statements, proxy.context.clues)
        fresh.set_filter(proxy.filter)
        assert shown(proxy) == shown(fresh)
        assert traces(proxy) == traces(fresh)
        after = {index.data(Role.DERIVATION).origin for index in selection.selectedRows()}
        assert after <= before
        if not was_filtering and not proxy.is_filtering:
            assert after == before & {derivation.origin for derivation in kb}
        rows = [row for row in range(proxy.rowCount()) if not proxy.is_removed(row)]
        if rows:
            selection.select(proxy.index(chance.choice(rows), 0), flag.Select | flag.Rows)
        survived += len(after)
        watch.check()
    assert survived > 10
    assert not resets


@pytest.mark.parametrize("column", [-1, Column.SENTENCE])
def test_selected_rows_stay_selected_through_filters_that_they_pass(model, proxy, column):
    kb, _ = at_move(150)
    model.reset(kb)
    proxy.sort(column)
    selection = QItemSelectionModel(proxy)
    flag = QItemSelectionModel.SelectionFlag
    chosen = [row for row in range(proxy.rowCount()) if proxy.derivation(row).clue is not None][::2]
    for row in chosen:
        selection.select(proxy.index(row, 0), flag.Select | flag.Rows)
    derivations = {proxy.derivation(row) for row in chosen}
    for new_filter in (Filter("clue"), Filter(), Filter("clue"), Filter(levels=frozenset({1, 2, 3}))):
        proxy.set_filter(new_filter)
        assert {index.data(Role.DERIVATION) for index in selection.selectedRows()} == derivations


def test_many_gaps_cause_few_signals(model, proxy, qtbot):
    derivations = [
        Derivation(n, Rule.CLUE, frozenset({(0, n), (1, n)}), 1 + n % 2, (), 1, (2, n % 100)) for n in range(1, 2000)
    ]
    model.reset(derivations)
    signals: list[str] = []
    proxy.rowsRemoved.connect(lambda *_: signals.append("removed"))
    proxy.rowsInserted.connect(lambda *_: signals.append("inserted"))
    proxy.layoutChanged.connect(lambda *_: signals.append("moved"))
    proxy.set_text("= 1")
    assert (signals, proxy.rowCount()) == (["moved", "removed"], 999)
    signals.clear()
    proxy.set_text("")
    assert signals == ["inserted", "moved"]
    assert shown(proxy) == derivations
