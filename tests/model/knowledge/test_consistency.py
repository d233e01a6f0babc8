"""Tests of the witness that proves the sentences consistent, and of minimal clashes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Cell, Derivation, Rule
from minesweeper_qt.model.knowledge import consistency
from minesweeper_qt.model.knowledge.consistency import Witness, minimal_clash
from tests.model.support.oracles import is_satisfiable

CELLS = [(0, j) for j in range(8)]


def index(derivations: list[Derivation]) -> dict[Cell, dict[int, Derivation]]:
    by_cell: dict[Cell, dict[int, Derivation]] = {}
    for derivation in derivations:
        for cell in derivation.cells:
            by_cell.setdefault(cell, {})[derivation.number] = derivation
    return by_cell


@st.composite
def sentences(draw: st.DrawFn) -> list[Derivation]:
    """Draw sentences with at least one mine and one safe cell each; they often contradict each other."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    found = {}
    for _ in range(chance.randrange(1, 9)):
        cells = frozenset(chance.sample(CELLS, chance.randrange(2, 6)))
        found[cells] = chance.randrange(1, len(cells))
    return [
        Derivation(number, Rule.CLUE, cells, count, (), 1, None) for number, (cells, count) in enumerate(found.items())
    ]


def fits(derivations: list[Derivation]) -> bool:
    return is_satisfiable((derivation.cells, derivation.count) for derivation in derivations)


@pytest.mark.slow
@pytest.mark.parametrize("walk_work", [0, consistency.WALK_WORK], ids=["search alone", "walk first"])
@given(derivations=sentences())
def test_a_witness_is_repaired_if_and_only_if_there_is_one(walk_work: int, derivations: list[Derivation]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consistency, "WALK_WORK", walk_work)
        witness = Witness()
        learned: list[Derivation] = []
        for derivation in derivations:
            before = set(witness.mines)
            clash = witness.repair([derivation], index([*learned, derivation]))
            if clash:
                assert set(clash) <= {*learned, derivation}
                assert not fits(list(clash))
                assert witness.mines == before
            else:
                learned.append(derivation)
                assert all(len(known.cells & witness.mines) == known.count for known in learned)
        assert fits(learned)


@pytest.mark.slow
@given(derivations=sentences())
def test_no_sentence_of_a_minimal_clash_can_be_left_out(derivations: list[Derivation]) -> None:
    if fits(derivations):
        return
    clash = minimal_clash(derivations)
    assert not fits(list(clash))
    for derivation in clash:
        assert fits([other for other in clash if other is not derivation])


@pytest.mark.parametrize("place", [0, 150, 299])
def test_a_small_clash_among_many_sentences_takes_little_work(monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    monkeypatch.setattr(consistency, "CLASH_WORK", 50)
    pairs = [frozenset({(0, j), (0, j + 1)}) for j in range(300)]
    derivations = [Derivation(number, Rule.CLUE, cells, 1, (), 1, (1, number)) for number, cells in enumerate(pairs)]
    wrong = Derivation(300, Rule.CLUE, pairs[place], 2, (), 1, (1, 300))
    # Mines on every second cell satisfy all sentences but the last.
    clash = minimal_clash([*derivations, wrong], {(0, j) for j in range(0, 301, 2)})
    assert clash == (derivations[place], wrong)
