"""The tree of a derivation as an item model, and what follows from what."""

from __future__ import annotations

import gc
import random
from time import perf_counter

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from minesweeper_qt.gui.panels.derivation.consequences import Consequences
from minesweeper_qt.gui.panels.derivation.derivation_model import BATCH, DerivationModel, DerivationRole
from minesweeper_qt.gui.presentation.derivation_text import conclusion_text, highlight_of, rule_in_words, short_rule
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT
from minesweeper_qt.model import Derivation, KnowledgeBase, Minesweeper, Position
from minesweeper_qt.model.evidence.derivation import Rule
from tests.gui.support.inspected import StillSubject

Role = Qt.ItemDataRole


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
    """The tree as lists in lists, as deep as asked for."""
    rows: list[object] = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found = index.data(DerivationRole.DERIVATION)
        rows.append(index.data() if found is None else found.number)
        if depth and model.hasChildren(index):
            rows.append(shown(model, index, depth - 1))
    return rows


def chain(length: int, ways: int = 2) -> Derivation:
    """A derivation that rests ``ways`` times on one that does so again, and so on: ``ways ** length`` ways to the end."""
    last = derivation(1)
    for number in range(2, length + 2):
        last = derivation(number, (last,) * ways)
    return last


# -- the model


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


def test_each_way_to_a_record_has_a_row(model, diamond):
    model.show_branches((("From", diamond[3].premises, premises), ("To", (), nothing)))
    assert shown(model) == ["From: 2", [2, [1], 3, [1]], "To: nothing"]


def test_a_tree_larger_than_memory_is_made_where_it_is_looked_at(model):
    deep = chain(200)
    start = perf_counter()
    model.show_branches((("From", deep.premises, premises),))
    assert shown(model, depth=3)[0] == "From: 2"
    assert perf_counter() - start < 1


def test_many_children_wait_behind_one_row(model):
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


def test_what_is_new_is_added_at_the_end_and_rows_keep_their_place(model):
    first, second, third = (derivation(n) for n in (1, 2, 3))
    following = {first: [second], second: [], third: []}
    model.show_branches((("To", [first], following.__getitem__),))
    title = model.index(0, 0)
    inner = model.index(0, 0, title)
    assert model.rowCount(inner) == 1
    place = QPersistentModelIndex(model.index(0, 0, inner))
    removed: list[object] = []
    told: list[object] = []
    model.dataChanged.connect(lambda first, last: told.append(first.data()))
    model.rowsRemoved.connect(lambda *args: removed.append(args))
    following[first] = [second, third]
    model.update_branch(0, [first, third])
    assert shown(model) == ["To: 2", [1, [2, 3], 3]]
    assert place.isValid()
    assert place.data(DerivationRole.DERIVATION) is second
    assert told == ["To: 2"]
    assert removed == []


def test_what_is_gone_goes(model):
    derivations = [derivation(n) for n in (1, 2, 3)]
    model.show_branches((("To", derivations, nothing),))
    model.update_branch(0, derivations[1:])
    assert shown(model) == ["To: 2", [2, 3]]
    model.update_branch(0, [])
    assert shown(model) == ["To: nothing"]
    model.update_branch(0, derivations)
    assert shown(model) == ["To: 3", [1, 2, 3]]


def test_what_is_new_joins_those_that_wait(model):
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
    # Some of what was made may still be in memory, and some not.
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


def test_columns_name_rule_and_move_and_screen_readers_hear_words(model):
    base = KnowledgeBase(Position(2, 3, 1).board)
    base.learn((0, 0), 1)
    (sentence,) = base
    model.show_branches((("From", (sentence,), premises),))
    parent = model.index(0, 0)
    row = [model.index(0, column, parent) for column in range(model.columnCount())]
    assert [index.data() for index in row] == [
        "{(0, 1), (1, 0), (1, 1)} = 1", short_rule(sentence), "1"
    ]  # fmt: skip
    assert row[0].data(Role.AccessibleTextRole) == "1 of 3 cells are mines: (0, 1), (1, 0), (1, 1)"
    assert row[1].data(Role.AccessibleTextRole) == rule_in_words(sentence)
    assert row[2].data(Role.AccessibleTextRole) == "since move 1"
    assert all(index.data(Role.ToolTipRole) for index in row)
    for section in range(model.columnCount()):
        assert model.headerData(section, Qt.Orientation.Horizontal)
        assert model.headerData(section, Qt.Orientation.Horizontal, Role.ToolTipRole)


# -- words and lights


def games() -> list[KnowledgeBase]:
    """What is known of some boards whose safe cells were revealed in random order."""
    found = []
    for seed in range(6):
        game = Minesweeper(8, 8, 12, seed=seed)
        exact = seed % 2 == 1
        base = KnowledgeBase(game.grid, 12, exact=exact)
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


def test_every_rule_has_words(derivations):
    assert {derivation.rule for derivation in derivations} == set(Rule)
    for derivation in derivations:
        assert rule_in_words(derivation)
        assert len(short_rule(derivation)) <= 20
        words = conclusion_text(derivation)
        assert (" is " in words) is derivation.is_verdict


def test_the_lights_are_the_clues_the_cells_and_the_verdict(derivations):
    for derivation in derivations:
        light = highlight_of(derivation)
        if derivation.rule is Rule.CLUE:
            assert light == Highlight(clues=frozenset((derivation.clue,)), cells=derivation.cells)
        if derivation.is_verdict:
            assert (light.mines, light.safes)[not derivation.count] == derivation.cells
            assert not (light.mines and light.safes)
        else:
            assert light.cells == derivation.cells
            assert not light.mines | light.safes


# -- what follows from what


class _Known:
    """As much of a subject as is asked here."""

    def __init__(self, base: KnowledgeBase) -> None:
        self.base = base
        self.settled = base.settled

    def sentences(self) -> list[Derivation]:
        return list(self.base)


def test_what_follows_is_the_premises_turned_round():
    for base in games():
        following = Consequences(_Known(base))
        reached = {old for top in (*base, *base.settled.values()) for old in top.ancestors()}
        for premise in reached:
            found = following.of(premise)
            assert list(found) == sorted(
                (derivation for derivation in reached for other in derivation.premises if other is premise),
                key=lambda r: r.number,
            )


def test_the_sentence_of_a_clue_is_found_in_its_latest_form():
    source = StillSubject(Position.from_text("3x3x2\n1HH\nH1H\nHHH\n"))
    following = Consequences(source)
    reached = {old for top in (*source.sentences(), *source.settled.values()) for old in top.ancestors()}
    for cell in source.position.clues:
        stated = [derivation for derivation in reached if derivation.clue == cell]
        assert following.clue_sentence(cell) is max(stated, key=lambda derivation: derivation.number)
    assert following.clue_sentence((2, 2)) is None


def test_it_is_found_when_asked_for_and_anew_after_it_is_forgotten():
    source = StillSubject(Position.from_text("3x1x1\n1HH\n"))
    following = Consequences(source)
    assert not following.is_known
    (clue,) = [old for old in source.settled[0, 1].ancestors() if old.rule is Rule.CLUE]
    assert following.of(clue)
    assert following.is_known
    source.become(Position.from_text("3x1x1\nH1H\n"))
    assert following.of(clue)
    following.clear()
    assert following.of(clue) == ()
