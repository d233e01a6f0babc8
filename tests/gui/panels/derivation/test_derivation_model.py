"""Tests of the item model of derivation trees, of the texts and highlights of derivations, and of consequences."""

from __future__ import annotations

import gc
import random
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from minesweeper_qt.gui.panels.derivation.derivation_model import BATCH, DerivationModel, DerivationRole
from minesweeper_qt.gui.presentation.derivation_text import (
    highlight_of,
    reason_in_words,
    rule_text,
    short_text,
)
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT
from minesweeper_qt.model import Derivation, KnowledgeBase, Minesweeper, Position
from minesweeper_qt.model.evidence.reasoning import KNOWN_RULES, Rule

Role = Qt.ItemDataRole

OF_PROOFS = {Rule.TAKEN, Rule.CONTRADICTION, *KNOWN_RULES}


def derivation(
    number: int, premises: tuple[Derivation, ...] = (), rule: Rule = Rule.SUBSET, count: int = 1
) -> Derivation:
    return Derivation(number, rule, frozenset(((0, number), (1, number))), count, premises, number, None)


def premises(of: Derivation) -> tuple[Derivation, ...]:
    return of.premises


def nothing(of: Derivation) -> tuple[Derivation, ...]:
    return ()


@pytest.fixture
def model(qapp: object) -> DerivationModel:
    return DerivationModel()


@pytest.fixture
def diamond() -> list[Derivation]:
    """Two sentences that rest on the same one, and one on both."""
    one = derivation(1)
    two, three = derivation(2, (one,)), derivation(3, (one,))
    return [one, two, three, derivation(4, (two, three))]


def shown(model: DerivationModel, parent: QModelIndex = NO_PARENT, depth: int = 9) -> list[object]:
    """Return the tree as nested lists, down to ``depth``."""
    rows: list[object] = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found = index.data(DerivationRole.DERIVATION)
        rows.append(index.data() if found is None else found.number)
        if depth and model.hasChildren(index):
            rows.append(shown(model, index, depth - 1))
    return rows


def chain(length: int, ways: int = 2) -> Derivation:
    """Return a derivation that rests ``ways`` times on one that does the same: ``ways ** length`` paths to the end."""
    last = derivation(1)
    for number in range(2, length + 2):
        last = derivation(number, (last,) * ways)
    return last


# -- the model


@pytest.mark.slow
def test_the_model_keeps_the_rules_of_item_models(model, diamond, qtmodeltester):
    qtmodeltester.check(model)
    model.show_branches((("From", diamond[3].premises, premises), ("To", diamond[:1], nothing)))
    qtmodeltester.check(model)
    model.update_branch(1, diamond[:2])
    qtmodeltester.check(model)
    model.show_branches((("From", [derivation(n) for n in range(BATCH + 5)], premises),))
    qtmodeltester.check(model)
    model.show_more(model.index(BATCH, 0, model.index(0, 0)))
    qtmodeltester.check(model)
    model.show_branches(())
    qtmodeltester.check(model)


def test_each_path_to_a_derivation_has_a_row(model, diamond):
    model.show_branches((("From", diamond[3].premises, premises), ("To", (), nothing)))
    assert shown(model) == ["From: 2", [2, [1], 3, [1]], "To: nothing"]


def test_a_tree_larger_than_memory_is_made_only_where_it_is_shown(model):
    followed: list[Derivation] = []

    def follow(of: Derivation) -> tuple[Derivation, ...]:
        followed.append(of)
        assert len(followed) < 100, "rows are made that are not shown"
        return of.premises

    model.show_branches((("From", chain(200).premises, follow),))
    assert shown(model, depth=3)[0] == "From: 2"
    assert followed


def test_many_children_are_represented_by_one_row(model):
    many = [derivation(n) for n in range(1, 2 * BATCH + 13)]
    model.show_branches((("From", many, premises),))
    title = model.index(0, 0)
    assert title.data() == f"From: {len(many)}"
    assert model.rowCount(title) == BATCH + 1
    more = model.index(BATCH, 0, title)
    assert more.data(DerivationRole.IS_MORE)
    assert more.data() == more.data(Role.AccessibleTextRole) == f"… {BATCH + 12} more"
    model.show_more(more)
    assert model.rowCount(title) == 2 * BATCH + 1
    model.show_more(model.index(2 * BATCH, 0, title))
    assert [model.index(row, 0, title).data(DerivationRole.DERIVATION) for row in range(len(many))] == many
    assert title.data() == f"From: {len(many)}"
    assert not model.index(len(many) - 1, 0, title).data(DerivationRole.IS_MORE)


def test_show_more_of_any_other_row_does_nothing(model, diamond):
    model.show_branches((("From", diamond[3].premises, premises),))
    before = shown(model)
    for index in (model.index(0, 0), model.index(0, 0, model.index(0, 0)), QModelIndex()):
        model.show_more(index)
    assert shown(model) == before


def test_new_derivations_are_added_at_the_end_and_rows_keep_their_place(model):
    first, second, third = (derivation(n) for n in (1, 2, 3))
    following = {first: [second], second: [], third: []}
    model.show_branches((("To", [first], following.__getitem__),))
    title = model.index(0, 0)
    inner = model.index(0, 0, title)
    assert model.rowCount(inner) == 1
    place = QPersistentModelIndex(model.index(0, 0, inner))
    removed: list[object] = []
    changed: list[object] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.data()))
    model.rowsRemoved.connect(lambda *args: removed.append(args))
    following[first] = [second, third]
    model.update_branch(0, [first, third])
    assert shown(model) == ["To: 2", [1, [2, 3], 3]]
    assert place.isValid()
    assert place.data(DerivationRole.DERIVATION) is second
    assert changed == ["To: 2"]
    assert removed == []


def test_derivations_that_are_gone_lose_their_rows(model):
    derivations = [derivation(n) for n in (1, 2, 3)]
    model.show_branches((("To", derivations, nothing),))
    model.update_branch(0, derivations[1:])
    assert shown(model) == ["To: 2", [2, 3]]
    model.update_branch(0, [])
    assert shown(model) == ["To: nothing"]
    model.update_branch(0, derivations)
    assert shown(model) == ["To: 3", [1, 2, 3]]


def test_new_derivations_join_those_without_a_row(model):
    many = [derivation(n) for n in range(1, BATCH + 3)]
    model.show_branches((("To", many, nothing),))
    place = QPersistentModelIndex(model.index(3, 0, model.index(0, 0)))
    model.update_branch(0, [*many, derivation(999)])
    assert shown(model)[0] == f"To: {BATCH + 3}"
    assert shown(model)[1][-1] == "… 3 more"
    assert place.isValid()


def test_an_index_whose_row_has_gone_leads_nowhere(model, diamond):
    model.show_branches((("From", diamond[3].premises, premises),))
    stale = model.index(0, 0, model.index(0, 0))
    model.show_branches(())
    # Some of the nodes may still be in memory, others not.
    for _ in range(2):
        assert not model.parent(stale).isValid()
        stale.data()
        model.rowCount(stale)
        gc.collect()
    assert stale.data() is None


def test_there_are_no_resets(model, diamond):
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.show_branches((("From", diamond[3].premises, premises),))
    model.show_branches((("From", diamond[2].premises, premises),))
    assert resets == []


def test_columns_show_rule_and_move_and_screen_readers_get_words(model):
    base = KnowledgeBase(Position(2, 3, 1).board)
    base.learn((0, 0), 1)
    (sentence,) = base
    model.show_branches((("From", (sentence,), premises),))
    parent = model.index(0, 0)
    row = [model.index(0, column, parent) for column in range(model.columnCount())]
    assert [index.data() for index in row] == [
        "{(0, 1), (1, 0), (1, 1)} = 1", rule_text(sentence), "1"
    ]  # fmt: skip
    assert row[0].data(Role.AccessibleTextRole) == "1 of 3 cells are mines: (0, 1), (1, 0) and (1, 1)"
    assert row[1].data(Role.AccessibleTextRole) == reason_in_words(sentence)
    assert row[2].data(Role.AccessibleTextRole) == "since move 1"
    assert all(index.data(Role.ToolTipRole) for index in row)
    for section in range(model.columnCount()):
        assert model.headerData(section, Qt.Orientation.Horizontal)
        assert model.headerData(section, Qt.Orientation.Horizontal, Role.ToolTipRole)


# -- texts and highlights


def games() -> list[KnowledgeBase]:
    """Return the knowledge about some boards whose safe cells were revealed in random order."""
    found = []
    for seed in range(6):
        game = Minesweeper(8, 8, 12, seed=seed)
        exact = seed % 2 == 1
        base = KnowledgeBase(game.grid, 12, exact=exact, overlap=seed > 2)
        cells = sorted(set(game.grid.cells) - game.mines)
        random.Random(seed).shuffle(cells)
        for cell in cells[:30]:
            base.learn(cell, game.nearby_mines(cell))
        found.append(base)
    base = KnowledgeBase(Position(1, 3, 1).board)
    base.learn((0, 1), 1)
    base.mark((0, 0), 1)
    return [*found, base]


@pytest.fixture(scope="module")
def derivations() -> list[Derivation]:
    tops = [derivation for base in games() for derivation in (*base, *base.settled.values())]
    return [derivation for top in tops for derivation in top.ancestors()]


@pytest.mark.slow
def test_every_rule_has_words(derivations):
    cell = frozenset({(0, 0)})
    stated = [Derivation(1, rule, cell, 1, (), 1, None) for rule in (Rule.STATED, Rule.CLAIMED)]
    assert {derivation.rule for derivation in (*derivations, *stated)} == set(Rule) - OF_PROOFS
    for derivation in (*derivations, *stated):
        words = short_text(derivation)
        assert (" is " in words) is derivation.is_verdict


def test_an_overlap_is_put_in_words_with_its_bounds():
    base = KnowledgeBase(Position(2, 4, 1).board, overlap=True)
    base.learn((1, 1), 1)
    base.learn((1, 2), 3)
    (shared,) = base
    bounds = "at most 1 mine by the first sentence, at least 3 \N{MINUS SIGN} 2 = 1 by the second"
    assert (shared.rule, rule_text(shared)) == (Rule.OVERLAP, "overlap")
    assert reason_in_words(shared) == f"{shared.reason()}: {bounds}"
    turned = "at most 1 mine by the second sentence, at least 3 \N{MINUS SIGN} 2 = 1 by the first"
    assert reason_in_words(replace(shared, premises=shared.premises[::-1])).endswith(turned)


@pytest.mark.slow
def test_the_highlight_is_the_clues_the_cells_and_the_verdict(derivations):
    for derivation in derivations:
        found = highlight_of(derivation)
        if derivation.rule is Rule.CLUE:
            assert found == Highlight(clues=frozenset((derivation.clue,)), cells=derivation.cells)
        if derivation.is_verdict:
            assert (found.mines, found.safes)[not derivation.count] == derivation.cells
            assert not (found.mines and found.safes)
        else:
            assert found.cells == derivation.cells
            assert not found.mines | found.safes
