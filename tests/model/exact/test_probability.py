"""Tests of the exact engine: golden positions, comparison with all layouts, and relations between positions."""

from __future__ import annotations

import gzip
import json
import pickle
import random
import sys
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    Cell,
    Engine,
    InconsistentPosition,
    Position,
    Probabilities,
    TooHard,
    mine_probabilities,
)
from tests.model.support.oracles import Truth, truths
from tests.model.support.positions import all_layouts, in_game_order, seen_in_game, tiny_positions, with_a_wrong_clue
from tests.paths import GOLDEN, SHARED

COPY = GOLDEN / "positions.jsonl.gz"
SOURCE = SHARED / "positions" / "positions.jsonl"
GOLDEN_POSITIONS = [json.loads(line) for line in gzip.decompress(COPY.read_bytes()).splitlines()]


def facts(found: Probabilities) -> tuple[object, ...]:
    return found.layouts, dict(found.probability), found.safe, found.mines


def solved(position: Position, engine: Engine | None = None) -> tuple[object, ...] | type[Exception]:
    try:
        return facts(mine_probabilities(position) if engine is None else engine.solve(position))
    except InconsistentPosition:
        return InconsistentPosition


# -- golden positions


def test_there_are_202_positions() -> None:
    assert len(GOLDEN_POSITIONS) == len({case["name"] for case in GOLDEN_POSITIONS}) == 202


@pytest.mark.parametrize("case", GOLDEN_POSITIONS, ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    text = "\n".join([f"{case['width']}x{case['height']}x{case['mines']}", *case["rows"]])
    found = mine_probabilities(Position.from_text(text))
    assert str(found.layouts) == case["layouts"]
    assert found.safe == {tuple(cell) for cell in case["safe"]}
    assert found.mines == {tuple(cell) for cell in case["mine"]}
    rows = enumerate(case["probability"])
    expected = {(i, j): chance for i, row in rows for j, chance in enumerate(row) if chance is not None}
    assert found.probability.keys() == expected.keys()
    # The golden chances have 12 decimals.
    assert all(abs(float(found.probability[cell]) - chance) <= 1e-12 for cell, chance in expected.items())


def test_the_copy_of_the_positions_is_the_original() -> None:
    if not SOURCE.exists():
        pytest.skip(f"{SOURCE} is not on this machine")
    assert gzip.decompress(COPY.read_bytes()) == SOURCE.read_bytes()


# -- all layouts


@pytest.mark.slow
@given(position=tiny_positions())
@example(position=Position(1, 1, 0, {}))
@example(position=Position(1, 1, 1, {}))
@example(position=Position(3, 3, 9, {}))
@example(position=Position(2, 2, 0, {(i, j): 0 for i in range(2) for j in range(2)}))
@example(position=Position(2, 2, 1, {(i, j): 0 for i in range(2) for j in range(2)}))
@example(position=Position(1, 2, 0, {(0, 0): 8}))
@example(position=Position(2, 2, 1, {}, taken=[(0, 0), (1, 1)]))
@example(position=Position(2, 2, 2, {}, taken=[(0, 0), (1, 1)]))
@example(position=Position(2, 2, 4, {}, taken=[(i, j) for i in range(2) for j in range(2)]))
def test_the_probabilities_are_those_of_all_layouts_tried(position: Position) -> None:
    layouts = all_layouts(position)
    if not layouts:
        with pytest.raises(InconsistentPosition):
            mine_probabilities(position)
        return
    found = mine_probabilities(position)
    assert found.layouts == len(layouts)
    counts = {cell: sum(cell in layout for layout in layouts) for cell in position.covered}
    assert found.probability == {cell: Fraction(count, len(layouts)) for cell, count in counts.items()}
    assert found.safe == {cell for cell, count in counts.items() if not count}
    assert found.mines == {cell for cell, count in counts.items() if count == len(layouts)}
    assert found.chances() == {cell: float(chance) for cell, chance in found.probability.items()}
    assert list(found.probability) == sorted(position.covered)


# -- relations between the probabilities of different positions

SIZES = [(8, 8, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99), (5, 40, 45), (30, 16, 60)]
played_positions = st.builds(
    lambda size, seed, share: seen_in_game(*size, seed, share),
    st.sampled_from(SIZES),
    st.integers(0, 2**32),
    st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9, 0.97]),
)


@pytest.mark.long
@given(position=st.one_of(played_positions, tiny_positions()), data=st.data())
def test_flags_do_not_change_the_probabilities(position: Position, data: st.DataObject) -> None:
    covered = sorted(position.covered)
    flags = data.draw(st.sets(st.sampled_from(covered)) if covered else st.just(set()))
    flagged = Position(
        position.height, position.width, position.mines, position.clues, flags=flags, taken=position.taken
    )
    assert solved(flagged) == solved(position)


@pytest.mark.long
@given(position=played_positions, seed=st.integers(0, 2**32))
def test_a_cell_taken_for_a_mine_leaves_its_share_and_its_clues_share_the_others(position: Position, seed: int) -> None:
    found = mine_probabilities(position)
    covered = sorted(position.covered)
    assume(covered)
    chance = random.Random(seed)
    for cell in chance.sample(unsure := sorted(position.covered - found.mines), min(1, len(unsure))):
        layouts = 0
        for clue in range(9):
            with suppress(InconsistentPosition):
                layouts += mine_probabilities(position.with_marks({cell: str(clue)})).layouts
        assert layouts == found.layouts * (1 - found.probability[cell])
    # Check the share of one cell, then that of the next in the layouts left, so that several cells are taken at last.
    taken: list[Cell] = []
    for cell in chance.sample(covered, min(3, len(covered))):
        expected = found.layouts * found.probability[cell]
        taken.append(cell)
        less = Position(position.height, position.width, position.mines, position.clues, taken=taken)
        if not expected:
            with pytest.raises(InconsistentPosition):
                mine_probabilities(less)
            return
        found = mine_probabilities(less)
        assert found.layouts == expected
        assert found.probability[cell] == 1


# -- one engine for a whole game


@pytest.mark.long
@given(truth=truths())
def test_a_reused_engine_finds_the_same_in_a_whole_game(truth: Truth) -> None:
    engine = Engine()
    for position in in_game_order(truth):
        found = engine.solve(position)
        assert facts(found) == facts(mine_probabilities(position))
        # With true clues the position is never inconsistent, and no verdict is wrong.
        assert found.safe.isdisjoint(truth.mines)
        assert found.mines <= truth.mines


@pytest.mark.long
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_reused_engine_finds_the_same_in_games_with_wrong_clues_and_steps_back(seed: int, data) -> None:
    clues = list(seen_in_game(9, 9, 10, seed, 0.8).clues.items())
    engine = Engine()
    for known in data.draw(st.lists(st.integers(0, len(clues)), max_size=8)):
        less = Position(9, 9, 10, dict(clues[:known]))
        if data.draw(st.booleans()) and any(less.clues.values()):
            less = with_a_wrong_clue(less, seed)
        assert solved(less, engine) == solved(less)


@pytest.mark.long
@given(position=tiny_positions(), data=st.data())
def test_a_reused_engine_notices_other_cells_taken_for_mines(position: Position, data: st.DataObject) -> None:
    engine = Engine()
    covered = sorted(position.covered)
    for _ in range(3):
        taken = data.draw(st.sets(st.sampled_from(covered)) if covered else st.just(set()))
        other = Position(position.height, position.width, position.mines, position.clues, taken=taken)
        for _ in range(2):
            assert solved(other, engine) == solved(other)


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
def test_an_inconsistent_position_stays_inconsistent_with_more_clues(seed: int) -> None:
    position = seen_in_game(9, 9, 10, seed, 0.6)
    wrong_position = with_a_wrong_clue(position, seed)
    last = next(cell for cell in wrong_position.clues if wrong_position.clues[cell] != position.clues[cell])
    clues = [(cell, clue) for cell, clue in position.clues.items() if cell != last]
    engine = Engine()
    for known in (len(clues) // 2, len(clues)):
        less = Position(9, 9, 10, dict([*clues[: len(clues) // 2], (last, wrong_position.clues[last]), *clues[known:]]))
        for _ in range(2):
            assert solved(less, engine) == solved(less)


# -- too hard


def lattice(side: int, clue: int = 2) -> Position:
    """Return a position with clues on every second cell of every second row: cells between them touch two or four."""
    clues = {(i, j): clue for i in range(1, side, 2) for j in range(1, side, 2)}
    return Position(side, side, side * side // 4, clues)


@pytest.mark.slow
def test_too_much_work_is_refused_and_leaves_the_engine_usable() -> None:
    engine = Engine(budget=10_000)
    small = Position.from_text("3x2x2\n1HH\nHHH")
    assert engine.solve(small).layouts == 6
    for _ in range(2):
        with pytest.raises(TooHard, match="10000"):
            engine.solve(lattice(41))
        assert engine.solve(small).layouts == 6
    with pytest.raises(TooHard):
        mine_probabilities(lattice(41), budget=10_000)


def lone_clues(mines: int, share: float, seed: int) -> Position:
    """Return 100x100 cells of which a random ``share`` is open, so that most clues are alone."""
    chance = random.Random(seed)
    cells = [(i, j) for i in range(100) for j in range(100)]
    layout = set(chance.sample(cells, mines))
    opened = [cell for cell in cells if cell not in layout and chance.random() < share]
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    clues = {cell: sum((cell[0] + i, cell[1] + j) in layout for i, j in around) for cell in opened}
    return Position(100, 100, mines, clues)


@pytest.mark.slow
@pytest.mark.parametrize("mines, share, is_too_hard", [(2000, 0.2, False), (3000, 0.15, True), (5000, 0.18, True)])
def test_what_takes_longer_than_about_a_second_is_too_hard(mines: int, share: float, is_too_hard: bool) -> None:
    """Hundreds of small fronts are quick to count each; their long numbers take the time: up to 1.8 s once."""
    position = lone_clues(mines, share, seed=2)
    if is_too_hard:
        with pytest.raises(TooHard):
            mine_probabilities(position)
    else:
        assert mine_probabilities(position).layouts > 0


@pytest.mark.slow
def test_the_budget_is_that_of_one_position() -> None:
    position = seen_in_game(16, 30, 99, 5, 0.5)
    with pytest.raises(TooHard):
        mine_probabilities(position, budget=10)
    engine = Engine(budget=20_000)
    for seed in range(20):
        engine.solve(seen_in_game(16, 30, 99, seed, 0.5))


def test_an_engine_that_was_interrupted_is_right_again() -> None:
    """Ctrl-C may interrupt the engine anywhere: here before the nth call that it makes."""
    mines = frozenset({(0, 0), (1, 2), (3, 3)})
    safe = tuple((i, j) for i in range(4) for j in range(4) if (i, j) not in mines)
    positions = list(in_game_order(Truth(4, 4, mines, safe)))[2:9]
    for call in range(1, 60, 3):
        engine = Engine()
        for position in positions:
            left = call

            def stop(frame: object, event: str, argument: object) -> None:
                nonlocal left
                left -= event == "call"
                if left == 0:
                    raise KeyboardInterrupt

            sys.setprofile(stop)
            try:
                engine.solve(position)
            except KeyboardInterrupt:
                pass
            finally:
                sys.setprofile(None)
            assert facts(engine.solve(position)) == facts(mine_probabilities(position))


def test_probabilities_survive_pickle() -> None:
    found = mine_probabilities(Position(3, 3, 2, {(1, 1): 2}))
    assert facts(pickle.loads(pickle.dumps(found))) == facts(found)
