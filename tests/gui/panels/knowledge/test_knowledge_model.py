"""Tests of the table model and its proxy, with the knowledge of real games."""

from __future__ import annotations

import itertools
import random

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt

from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_proxy import KnowledgeFilterProxy
from minesweeper_qt.gui.panels.knowledge.knowledge_row import HEADERS, USUAL_COLUMNS, Column, Role
from minesweeper_qt.gui.presentation.derivation_text import rule_text
from minesweeper_qt.model import Derivation, MinesweeperAI, Rule
from tests.gui.support.knowledge_games import Known, moves
from tests.gui.support.model_watch import ModelWatch, watch_proxy

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def knowledge_after(
    count: int, height: int = 16, width: int = 30, mines: int = 99, *, seed: int = 1, with_mine_count: bool = False
) -> Known:
    """Return the sentences in force after ``count`` moves."""
    (kb, _), *_ = itertools.islice(moves(height, width, mines, seed, with_mine_count=with_mine_count), count - 1, count)
    return kb


def derivations(model: KnowledgeTableModel) -> list[Derivation]:
    return [model.derivation(row) for row in range(model.rowCount())]


def shown(proxy: KnowledgeFilterProxy) -> list[Derivation]:
    return [proxy.index(row, 0).data(Role.DERIVATION) for row in range(proxy.rowCount())]


def texts(model: KnowledgeTableModel, row: int = 0, role: int = Qt.ItemDataRole.DisplayRole) -> list[str]:
    return [model.index(row, column).data(role) for column in USUAL_COLUMNS]


class Journal:
    """The signals that a model has emitted."""

    def __init__(self, model: KnowledgeTableModel | KnowledgeFilterProxy) -> None:
        self.inserted: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        self.changed: list[tuple[int, int]] = []
        self.resets = 0
        self.layouts = 0
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        model.dataChanged.connect(self._on_changed)
        model.modelReset.connect(self._on_reset)
        model.layoutChanged.connect(self._on_layout)

    def _on_inserted(self, _: QModelIndex, first: int, last: int) -> None:
        self.inserted.append((first, last))

    def _on_removed(self, _: QModelIndex, first: int, last: int) -> None:
        self.removed.append((first, last))

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        assert (first.column(), last.column()) == (0, len(Column) - 1)
        self.changed.append((first.row(), last.row()))

    def _on_reset(self) -> None:
        self.resets += 1

    def _on_layout(self) -> None:
        self.layouts += 1


@pytest.fixture
def model(qapp: object) -> KnowledgeTableModel:
    return KnowledgeTableModel()


@pytest.fixture
def proxy(model: KnowledgeTableModel) -> KnowledgeFilterProxy:
    return KnowledgeFilterProxy(model)


# -- the texts of a row


def test_clue(model):
    ai = MinesweeperAI(3, 3)
    model.reset(ai.add_knowledge((0, 0), 1).added)
    sentence = "{(0, 1), (1, 0), (1, 1)} = 1"
    assert texts(model) == [sentence, "1", "3", "Clue", "clue 1 at (0, 0)", "", "1"]
    tips = set(texts(model, role=Qt.ItemDataRole.ToolTipRole))
    assert tips == {f"{sentence}\nclue 1 at (0, 0)\nsince move 1"}
    accessible = texts(model, role=Qt.ItemDataRole.AccessibleTextRole)
    assert accessible[:2] == ["1 of 3 cells are mines: (0, 1), (1, 0) and (1, 1)", "1"]


def test_a_clue_some_of_whose_cells_are_settled(model):
    ai = MinesweeperAI(2, 3)
    ai.add_knowledge((0, 0), 1)
    ai.add_knowledge((1, 0), 1)
    ai.add_knowledge((0, 1), 2)
    model.reset(ai.knowledge_base)
    assert texts(model) == ["{(0, 2), (1, 2)} = 1", "1", "2", "Clue", "clue 2 at (0, 1), 3 settled", "", "3"]


def test_premises_are_those_of_the_sentence_before_cells_were_settled(model):
    larger = Derivation(1, Rule.CLUE, frozenset({(0, 0), (0, 1), (0, 2)}), 2, (), 1, (1, 1))
    smaller = Derivation(2, Rule.CLUE, frozenset({(0, 0)}), 1, (), 2, (1, 0))
    rest = Derivation(3, Rule.SUBSET, frozenset({(0, 1), (0, 2)}), 1, (larger, smaller), 3, None)
    safe = Derivation(4, Rule.REVEALED, frozenset({(0, 2)}), 0, (), 4, None)
    left = Derivation(5, Rule.SETTLED, frozenset({(0, 1)}), 1, (rest, safe), 4, None)
    model.reset([left])
    premises = "{(0, 0), (0, 1), (0, 2)} = 2 \N{MINUS SIGN} {(0, 0)} = 1"
    assert texts(model) == ["{(0, 1)} = 1", "1", "1", "Inferred", "subset, 1 settled", premises, "4"]
    assert "minus" in texts(model, role=Qt.ItemDataRole.ToolTipRole)[0]


def test_the_mine_count_is_cut_short(model):
    kb = knowledge_after(3, with_mine_count=True)
    model.reset(kb)
    row = model.rowCount() - 1
    derivation = model.derivation(row)
    size = len(derivation.cells)
    first, second = sorted(derivation.cells)[:2]
    text, *_, kind, rule, premises, _ = texts(model, row)
    assert text == f"{{{first}, {second}, ... {size - 2} more}} = {derivation.count}"
    assert (kind, premises) == ("Mine count", "")
    assert rule == f"mine count, {480 - size} settled"
    tip = texts(model, row, Qt.ItemDataRole.ToolTipRole)[0]
    assert f"... {size - 96} more}} = {derivation.count}\n99 mines on the board, {480 - size} settled" in tip
    assert max(map(len, tip.splitlines())) < 90
    assert texts(model, row, Qt.ItemDataRole.AccessibleTextRole)[0].endswith(f" and {size - 8} more")
    assert model.rows[row].full_texts[0] == derivation.text
    assert model.rows[row].full_texts[1 : len(USUAL_COLUMNS)] == texts(model, row)[1:]


def test_headers(model):
    for column in Column:
        title, explanation = HEADERS[column]
        assert model.headerData(column, Qt.Orientation.Horizontal) == title
        assert model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == explanation
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(len(Column), Qt.Orientation.Horizontal) is None


def test_a_row_has_no_children(model):
    model.reset(knowledge_after(20))
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex()) is None


# -- changes


@pytest.mark.long
@pytest.mark.parametrize(
    "height, width, mines, seed, with_mine_count",
    [(8, 8, 10, 1, False), (8, 8, 10, 1, True), (5, 12, 12, 2, True), (16, 30, 99, 3, False), (12, 9, 20, 4, True)],
)
@pytest.mark.parametrize("column", [-1, Column.SENTENCE, Column.RULE])
def test_rows_are_the_knowledge_after_each_move(model, height, width, mines, seed, with_mine_count, column):
    proxy = KnowledgeFilterProxy(model)
    proxy.sort(column, DOWN)
    journal = Journal(model)
    watch = watch_proxy(proxy)
    for kb, change in moves(height, width, mines, seed, with_mine_count=with_mine_count):
        model.apply(change.added, change.removed)
        assert set(derivations(model)) == set(kb), change
        assert model.rowCount() == len(kb)
        assert set(shown(proxy)) == set(kb)
        watch.check()
    assert journal.resets == 0
    assert journal.inserted
    assert journal.removed
    assert journal.changed


@pytest.mark.long
@pytest.mark.parametrize("batch", [2, 7, 50, 10_000])
def test_moves_in_a_batch_come_to_the_same(model, batch):
    journal = Journal(model)
    watch = ModelWatch(model, lambda: model.rows, lambda row: model.index(row, 0).data(Role.DERIVATION))
    played = moves(16, 30, 99, seed=5, with_mine_count=True)
    while some := list(itertools.islice(played, batch)):
        added = [derivation for _, change in some for derivation in change.added]
        removed = [derivation for _, change in some for derivation in change.removed]
        model.apply(added, removed)
        assert set(derivations(model)) == set(some[-1][0])
        watch.check()
    assert journal.resets == 0


@pytest.mark.slow
def test_a_sentence_that_only_lost_settled_cells_keeps_its_row(model):
    replaced = 0
    for kb, change in moves(16, 30, 99, seed=2, with_mine_count=True):
        before = derivations(model)
        model.apply(change.added, change.removed)
        after = {derivation.origin: derivation for derivation in kb}
        stay = [after[derivation.origin] for derivation in before if derivation.origin in after]
        assert derivations(model)[: len(stay)] == stay
        replaced += sum(derivation not in before for derivation in stay)
    assert replaced > 100


def test_apply_emits_signals_for_runs_of_rows(model):
    kb = [Derivation(n, Rule.CLUE, frozenset({(5, n), (6, n)}), 1, (), 1, (7, n)) for n in range(40)]
    gone = [kb[row] for row in (2, 3, 4, 9, 20, 21)]
    new = [Derivation(10**6 + n, Rule.CLUE, frozenset({(0, n), (1, n)}), 1, (), 1, (2, n)) for n in range(3)]
    settled = [
        Derivation(2 * 10**6 + n, Rule.SETTLED, frozenset({(3, n), (4, n)}), 1, (kb[n],), 9, kb[n].clue)
        for n in (6, 7, 30)
    ]
    model.reset(kb)
    journal = Journal(model)
    model.apply([new[0], settled[2], new[1], settled[0], settled[1], new[2]], [*gone, kb[30], kb[7], kb[6]])
    assert journal.changed == [(6, 7), (30, 30)]
    assert journal.removed == [(20, 21), (9, 9), (2, 4)]
    assert journal.inserted == [(len(kb) - 6, len(kb) - 4)]
    assert (journal.resets, journal.layouts) == (0, 0)


def test_a_sentence_shrinks_through_derivations_of_the_same_batch(model):
    clue = Derivation(1, Rule.CLUE, frozenset((0, n) for n in range(4)), 2, (), 1, (1, 1))
    once = Derivation(2, Rule.SETTLED, frozenset((0, n) for n in range(3)), 2, (clue,), 2, (1, 1))
    twice = Derivation(3, Rule.SETTLED, frozenset((0, n) for n in range(2)), 1, (once,), 3, (1, 1))
    other = Derivation(4, Rule.CLUE, frozenset({(5, 5), (5, 6)}), 1, (), 3, (6, 6))
    model.reset([clue, other])
    journal = Journal(model)
    model.apply([once, twice], [clue, once])
    assert derivations(model) == [twice, other]
    assert (journal.changed, journal.inserted, journal.removed) == ([(0, 0)], [], [])


def test_a_sentence_added_and_removed_in_one_batch_is_not_shown(model):
    clue = Derivation(1, Rule.CLUE, frozenset({(0, 0), (0, 1)}), 1, (), 1, (1, 1))
    model.reset()
    journal = Journal(model)
    model.apply([clue], [clue])
    assert model.rowCount() == 0
    assert not journal.inserted


def test_applied_comes_last_and_once(model, qtbot):
    kb = list(knowledge_after(100))
    model.reset(kb[5:])
    seen: list[tuple[int, bool]] = []
    flags: list[bool] = []

    def inserted() -> None:
        flags.append(model.is_applying)

    def applied() -> None:
        seen.append((model.rowCount(), model.is_applying))

    model.rowsInserted.connect(inserted)
    model.applied.connect(applied)
    model.apply(kb[:5], kb[5:8])
    assert flags == [True]
    assert seen == [(len(kb) - 3, False)]


def test_reset_is_reported_and_removes_all_rows(model, qtbot):
    kb = list(knowledge_after(60))
    with qtbot.waitSignals([model.modelAboutToBeReset, model.modelReset], order="strict"):
        model.reset(kb)
    assert derivations(model) == kb
    model.reset()
    assert model.rowCount() == 0
    model.apply(kb, ())
    assert derivations(model) == kb


# -- sorting


KEYS = {
    Column.SENTENCE: lambda derivation: (min(derivation.cells), len(derivation.cells)),
    Column.COUNT: lambda derivation: derivation.count,
    Column.SIZE: lambda derivation: len(derivation.cells),
    Column.KIND: lambda derivation: derivation.origin.rule is Rule.MINE_COUNT or derivation.clue is None,
    Column.RULE: lambda derivation: rule_text(derivation).split(" ")[0],
    Column.PREMISES: lambda derivation: len(derivation.origin.premises),
    Column.MOVE: lambda derivation: derivation.move,
}


@pytest.mark.slow
@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("column", USUAL_COLUMNS)
def test_sorting_3000_sentences_and_keeping_them_sorted(model, proxy, column, order):
    kb = list(many_sentences())
    model.reset(kb[:-200])
    proxy.sort(column, order)
    for _ in range(2):
        sentences = shown(proxy)
        assert len(sentences) == len(kb) - 200 > 2800
        keys = [KEYS[column](derivation) for derivation in sentences]
        if column is Column.KIND:
            keys = [kind for kind, _ in itertools.groupby(keys)]
            assert len(keys) == 2
        else:
            assert keys == sorted(keys, reverse=order == DOWN)
        model.apply(kb[-200:], kb[:2000:10])
    assert proxy.rowCount() == len(kb) - 200
    proxy.sort(-1)
    assert shown(proxy) == [derivation for number, derivation in enumerate(kb) if number >= 2000 or number % 10]


def test_numbers_sort_as_numbers(model):
    ten = Derivation(1, Rule.CLUE, frozenset((i, j) for i in range(3) for j in range(4)), 10, (), 100, (9, 9))
    two = Derivation(2, Rule.CLUE, frozenset((10, j) for j in range(3)), 2, (), 20, (9, 10))
    model.reset([ten, two])
    for column in (Column.COUNT, Column.SIZE, Column.MOVE):
        assert isinstance(model.index(0, column).data(Role.SORT), int)
        model.sort(column)
        assert derivations(model) == [two, ten]
    model.sort(Column.SENTENCE)
    assert derivations(model) == [ten, two]


def test_persistent_indexes_follow_their_rows(model):
    kb = list(knowledge_after(150))
    model.reset(kb)
    kept = {derivation: QPersistentModelIndex(model.index(row, 2)) for row, derivation in enumerate(kb)}
    model.sort(Column.SIZE, DOWN)
    model.apply((), kb[::3])
    for number, (derivation, index) in enumerate(kept.items()):
        assert index.isValid() == bool(number % 3)
        if index.isValid():
            assert model.derivation(index.row()) is derivation
            assert index.column() == 2


def test_sorting_sorted_rows_emits_no_signal(model):
    model.reset(knowledge_after(50))
    model.sort(Column.COUNT)
    journal = Journal(model)
    model.sort(Column.COUNT)
    assert not journal.layouts


# -- filtering


_many: list[Derivation] = []


def many_sentences() -> list[Derivation]:
    if not _many:
        for number, (kb, _) in enumerate(moves(150, 150, 4500)):
            if number % 50 == 0 and len(kb) >= 3000:
                _many.extend(kb)
                break
    return _many


@pytest.mark.slow
@pytest.mark.parametrize("text", ["(10, 1", "(10,1", " ( 10 , 1", "SUBSET", "clue 3", "inferred", "= 2", "}=2 - {"])
def test_filter_by_text(model, proxy, text):
    kb = many_sentences()
    model.reset(kb)
    proxy.set_text(text)
    needle = text.lower().replace(" ", "")
    expected = [
        derivation
        for row, derivation in enumerate(kb)
        if any(
            needle in model.rows[row].full_texts[column].lower().replace(" ", "").replace("\N{MINUS SIGN}", "-")
            for column in (Column.SENTENCE, Column.KIND, Column.RULE, Column.PREMISES)
        )
    ]
    assert 0 < len(expected) < len(kb)
    assert shown(proxy) == expected
    proxy.set_text("  ")
    assert not proxy.is_filtering
    assert shown(proxy) == kb


def test_a_text_does_not_match_across_columns(model, proxy):
    model.reset([Derivation(1, Rule.CLUE, frozenset({(0, 0), (0, 1)}), 1, (), 1, (1, 1))])
    proxy.set_text("= 1Clue")
    assert not shown(proxy)


def test_the_mine_count_is_found_by_a_cell_that_is_not_shown(model, proxy):
    kb = knowledge_after(3, with_mine_count=True)
    model.reset(kb)
    assert kb.mine_count is not None
    cell = sorted(kb.mine_count.cells)[200]
    proxy.set_text(f"({cell[0]},{cell[1]})")
    assert kb.mine_count in shown(proxy)


@pytest.mark.slow
def test_filter_by_cell(model, proxy):
    kb = many_sentences()
    model.reset(kb)
    covered, revealed = next(
        (min(derivation.cells), derivation.clue) for derivation in kb[1000:] if derivation.clue is not None
    )
    proxy.set_cell(covered)
    assert proxy.is_filtering
    assert shown(proxy) == [derivation for derivation in kb if covered in derivation.cells] != []
    proxy.set_cell(revealed)
    (derivation,) = shown(proxy)
    assert derivation.clue == revealed
    proxy.set_cell((10_000, 0))
    assert not shown(proxy)
    proxy.set_cell(None)
    assert shown(proxy) == kb


def test_text_and_cell_filter_together(model, proxy, qtmodeltester):
    kb = knowledge_after(150)
    model.reset(kb)
    qtmodeltester.check(proxy)
    inferred = next(derivation for derivation in kb if derivation.clue is None)
    cell = min(inferred.cells)
    proxy.set_cell(cell)
    proxy.set_text("inferred")
    assert (
        shown(proxy) == [derivation for derivation in kb if cell in derivation.cells and derivation.clue is None] != []
    )


@pytest.mark.slow
def test_the_filter_holds_while_sentences_come_and_go(model, proxy, qtmodeltester):
    qtmodeltester.check(proxy)  # and the tester checks again at every signal
    proxy.set_cell((8, 15))
    proxy.sort(Column.SIZE, DOWN)
    found = 0
    for kb, change in moves(16, 30, 99, seed=6, with_mine_count=True):
        model.apply(change.added, change.removed)
        expected = [derivation for derivation in kb if (8, 15) in derivation.cells or derivation.clue == (8, 15)]
        assert set(shown(proxy)) == set(expected)
        found = max(found, len(expected))
    assert found > 1


# -- selection


@pytest.mark.long
@pytest.mark.parametrize("text", ["", "clue"])
@pytest.mark.parametrize("column", [-1, *Column])
def test_the_selection_survives_every_move(model, proxy, column, text):
    """A sentence stays selected while it is in force and passes the filter, also when it loses settled cells."""
    proxy.sort(column, DOWN)
    proxy.set_text(text)
    selection = QItemSelectionModel(proxy)
    chance = random.Random(7)
    flag = QItemSelectionModel.SelectionFlag
    survived = 0
    for kb, change in moves(12, 20, 40, seed=8, with_mine_count=True):
        before = {index.data(Role.DERIVATION).origin for index in selection.selectedRows()}
        model.apply(change.added, change.removed)
        after = {index.data(Role.DERIVATION) for index in selection.selectedRows()}
        in_force = {derivation.origin: derivation for derivation in kb}
        assert after == {in_force[origin] for origin in before if origin in in_force}
        survived += len(after & set(change.added))
        if proxy.rowCount():
            index = proxy.index(chance.randrange(proxy.rowCount()), 0)
            selection.select(index, flag.Select | flag.Rows)
    assert survived > 20


@pytest.mark.parametrize("model_or_proxy", ["model", "proxy"])
def test_empty(model, proxy, qtmodeltester, model_or_proxy):
    qtmodeltester.check({"model": model, "proxy": proxy}[model_or_proxy])
    model.apply((), ())
    model.sort(Column.COUNT)
    assert model.rowCount() == 0
