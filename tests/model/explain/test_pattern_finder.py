"""Tests of patterns: planted ones are found in all rotations, and names given at random positions fit a definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, product

import pytest

from minesweeper_qt.model import Cell, Explainer, Position, Reasoning, Rule, reasoning_levels
from minesweeper_qt.model.board.examples import example_named
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.evidence.proof import Pattern, PatternKind, Proof
from minesweeper_qt.model.evidence.proof_step import ProofStep
from minesweeper_qt.model.explain.explainer import short_proof
from minesweeper_qt.model.explain.pattern_finder import find_pattern
from minesweeper_qt.model.knowledge.agent import AgentSnapshot
from minesweeper_qt.model.knowledge.reasoning_levels import knowledge_of
from tests.model.support.oracles import around
from tests.model.support.positions import seen_in_game
from tests.model.support.proofs import some_position

Planted = tuple[Proof, tuple[Cell, ...]]

FRONTS = {"1-1": ".*.", "1-2": "*.*", "1-2-1": "*.*", "1-2-2-1": ".**."}
"""The mines on the front beside the clues of each pattern; that of a 1-1 and a 1-2 goes one cell on."""

VERDICTS = {"1-1": {2: False}, "1-2": {2: True}, "1-2-1": {0: True, 1: False, 2: True}}
VERDICTS["1-2-2-1"] = {0: False, 1: True, 2: True, 3: False}

TURNS = range(8)


def turned(cell: Cell, turn: int, side: int) -> Cell:
    """Return where a cell of a square board goes in one of its eight rotations and reflections."""
    row, column = cell
    for _ in range(turn % 4):
        row, column = column, side - 1 - row
    return (row, side - 1 - column) if turn >= 4 else (row, column)


def planted_proof(position: Position, cell: Cell, is_mine: bool, known: Mapping[Cell, bool], *clues: Cell) -> Proof:
    """Return a short proof that reads these clues with what is known, and settles the cell by their cases."""
    groups = [(cells, len(cells) if kind else 0) for kind in (True, False) if (cells := cells_that_are(known, kind))]
    steps = [ProofStep(number, Rule.KNOWN_CELLS, *group) for number, group in enumerate(groups, 1)]
    given = tuple(range(1, len(steps) + 1))
    for clue in clues:
        cells, count = left_of(position, clue, known)
        steps.append(ProofStep(len(steps) + 1, Rule.CLUE, cells, count, given, clue))
    premises = tuple(step.number for step in steps if step.rule is Rule.CLUE)
    steps.append(ProofStep(len(steps) + 1, Rule.CASES, frozenset((cell,)), int(is_mine), premises))
    return Proof(position, cell, is_mine, Reasoning.CASES, tuple(steps))


def cells_that_are(known: Mapping[Cell, bool], is_mine: bool) -> frozenset[Cell]:
    return frozenset(cell for cell, kind in known.items() if kind is is_mine)


def left_of(position: Position, clue: Cell, known: Mapping[Cell, bool]) -> tuple[frozenset[Cell], int]:
    near = around(position.height, position.width, clue) - position.clues.keys()
    mines = sum(known.get(cell, False) for cell in near)
    return frozenset(near - known.keys()), position.clues[clue] - mines


def planted(name: str, turn: int, place: int, end: str, reduced: bool, seed: int = 0) -> Planted:
    """Return a short proof of a cell of a pattern on a board of 9x9 cells, and the clues of the pattern.

    The cell is that at ``place`` of the front. ``end``: how the front ends before its first cell: in a covered cell,
    with covered cells around the first clue too ("wide"), at the edge of the board, or in a revealed or known cell.
    ``reduced``: known mines touch the clues from behind.
    """
    rng = random.Random(f"{name} {turn} {place} {end} {reduced} {seed}")
    side, length = 9, len(name.split("-"))
    first = 0 if end == "edge" else rng.randint(1, 3)
    front = [(4, first + at) for at in range(len(FRONTS[name]))]
    mines = {cell for cell, mark in zip(front, FRONTS[name], strict=True) if mark == "*"}
    if name == "1-2":
        # The mine that both clues touch is in either cell.
        mines = {front[rng.choice((0, 1))], front[2]}
    mines |= {(row, column) for row in range(3) for column in range(side) if rng.random() < 0.25}
    behind = [(6, column) for column in range(first, first + length)]
    known = dict.fromkeys(rng.sample(behind, rng.randint(1, length)) if reduced else (), True)
    mines |= known.keys()
    clues = [(5, column) for column in range(first, first + length)]
    shown = set(clues) | {cell for cell in product((6, 7, 8), range(side)) if cell not in mines}
    if end == "revealed":
        shown |= {(4, first - 1), (5, first - 1)}
    if end == "wide":
        shown.discard((6, first - 1))
    beside = [(5, first + length)] + [(5, first - 1)] * (end != "wide")
    for cell in (*beside, *(((4, first - 1),) if end == "known" else ())):
        if cell not in shown and cell[1] >= 0:
            known[cell] = False
    sure = {turned(cell, turn, side): kind for cell, kind in known.items()}
    bombs = {turned(cell, turn, side) for cell in mines}
    visible = {turned(cell, turn, side) for cell in shown}
    numbers = {cell: len(around(side, side, cell) & bombs) for cell in visible}
    position = Position(side, side, len(bombs), numbers)
    row = tuple(turned(cell, turn, side) for cell in clues)
    cell = turned((4, first + place), turn, side)
    return planted_proof(position, cell, cell in bombs, sure, *row), row


# -- the definition, by trying all layouts


def is_true(pattern: Pattern, proof: Proof, known: Mapping[Cell, bool]) -> bool:
    """Return whether the clues are a row along covered cells with these numbers, and settle the cell alone."""
    position, row = proof.position, pattern.clues
    numbers = tuple(map(int, pattern.kind.value.split("-")))
    left = [left_of(position, clue, known) for clue in row]
    if not on_a_line(row) or tuple(count for _, count in left) != numbers or not on_one_side(pattern.kind, row, left):
        return False
    verdicts = {proof.cell in mines for mines in fillings(left)}
    open_cells = frozenset[Cell]().union(*(cells for cells, _ in left))
    alone = [verdict_of(proof.cell, [stated]) for stated in left]
    if verdicts != {proof.is_mine} or proof.cell not in open_cells or proof.is_mine in alone:
        return False
    return fits_the_name(pattern.kind, left) and has_true_marks(pattern, position, left)


def on_a_line(row: tuple[Cell, ...]) -> bool:
    steps = {(two[0] - one[0], two[1] - one[1]) for one, two in pairwise(row)}
    return len(steps) == 1 and steps <= {(0, 1), (0, -1), (1, 0), (-1, 0)}


def on_one_side(kind: PatternKind, row: tuple[Cell, ...], left: list[tuple[frozenset[Cell], int]]) -> bool:
    """Return whether the cells that are left, without those of open ends, stand on one line beside the clues."""
    axis = 0 if row[0][0] == row[1][0] else 1
    far = set[Cell]() if kind is PatternKind.ONE_ONE else set().union(*beyond_the_ends(row, left))
    lines = {cell[axis] for cells, _ in left for cell in cells - far}
    return len(lines) == 1 and abs(lines.pop() - row[0][axis]) == 1


def beyond_the_ends(row: tuple[Cell, ...], left: list[tuple[frozenset[Cell], int]]) -> list[frozenset[Cell]]:
    """Return the cells of the first clue that the next does not touch, and in longer rows the same of the last clue."""
    pairs = [(0, 1)] if len(row) == 2 else [(0, 1), (-1, -2)]
    return [frozenset(cell for cell in left[one][0] if not touches(cell, row[next_one])) for one, next_one in pairs]


def touches(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def fillings(left: list[tuple[frozenset[Cell], int]]) -> list[frozenset[Cell]]:
    cells = sorted(frozenset[Cell]().union(*(near for near, _ in left)))
    choices = product((False, True), repeat=len(cells))
    sets = (frozenset(cell for cell, is_in in zip(cells, choice, strict=True) if is_in) for choice in choices)
    return [mines for mines in sets if all(len(mines & near) == count for near, count in left)]


def verdict_of(cell: Cell, left: list[tuple[frozenset[Cell], int]]) -> bool | None:
    """Return whether the cell is a mine in all fillings, ``None`` if they differ or it does not occur."""
    if all(cell not in cells for cells, _ in left):
        return None
    verdicts = {cell in mines for mines in fillings(left)}
    return verdicts.pop() if len(verdicts) == 1 else None


def fits_the_name(kind: PatternKind, left: list[tuple[frozenset[Cell], int]]) -> bool:
    first, second = left[0][0], left[1][0]
    if kind is PatternKind.ONE_ONE:
        return first < second and len(first) == 2
    # Each clue that is no end of a longer row touches three cells, and each end at least two.
    inner = left[1:] if kind is PatternKind.ONE_TWO else left[1:-1]
    return all(len(cells) == 3 for cells, _ in inner) and len(second - first) == 1


def has_true_marks(pattern: Pattern, position: Position, left: list[tuple[frozenset[Cell], int]]) -> bool:
    clues = [position.clues[clue] for clue in pattern.clues]
    is_reduced = clues != [count for _, count in left]
    row = pattern.clues
    axis = 0 if row[0][0] == row[1][0] else 1
    (line,) = {cell[axis] for cell in left[0][0] & left[1][0]}
    places = [clue[1 - axis] for clue in row]
    step = places[1] - places[0]
    ends = [places[0] - step, places[-1] + step]
    fronts = [(line, end) if axis == 0 else (end, line) for end in ends]
    walls = [cell not in position.board or cell in position.clues for cell in fronts]
    is_at_wall = any(wall and not far for wall, far in zip(walls, beyond_the_ends(row, left), strict=False))
    return (pattern.is_reduced, pattern.is_at_wall) == (is_reduced, is_at_wall)


def named_by_the_definition(proof: Proof, known: Mapping[Cell, bool]) -> set[PatternKind]:
    """Return all names that the definition allows: for any row of clues that has all clues of the proof."""
    position, names = proof.position, set()
    if len(proof.clues) < 2 or any(step.rule is Rule.MINE_COUNT for step in proof.steps):
        return names
    for kind, (row, column), (down, right) in product(PatternKind, proof.clues, ((0, 1), (1, 0), (0, -1), (-1, 0))):
        size = len(kind.value.split("-"))
        for start in range(1 - size, 1):
            clues = tuple((row + down * (start + at), column + right * (start + at)) for at in range(size))
            if set(proof.clues) <= set(clues) <= position.clues.keys():
                marks = product((False, True), repeat=2)
                if any(is_true(Pattern(kind, *mark, clues), proof, known) for mark in marks):
                    names.add(kind)
    return names


# -- planted patterns

ENDS = {"1-1": ("edge", "revealed", "known"), "1-2": ("open", "wide", "edge", "revealed", "known")}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("name", FRONTS)
def test_a_planted_pattern_is_found_in_every_direction_at_walls_and_reduced(name: str, turn: int) -> None:
    for end, reduced in product(ENDS.get(name, ENDS["1-2"]), (False, True)):
        for place, is_mine in VERDICTS[name].items():
            proof, clues = planted(name, turn, place, end, reduced)
            assert proof.is_mine is is_mine
            found = find_pattern(proof)
            assert found is not None, (end, reduced, proof.position.to_text())
            assert found.kind.value == name
            assert found.clues in (clues, clues[::-1])
            assert found.is_reduced is reduced
            assert found.is_at_wall is (end in ("edge", "revealed"))
            known = {cell: step.count > 0 for step in proof.steps for cell in step.cells if not step.premises}
            assert is_true(found, proof, known)


@pytest.mark.parametrize("turn", TURNS)
def test_the_proof_of_a_planted_pattern_has_its_name(turn: int) -> None:
    """The agent of the course settles what is known around the row itself, and the proof starts from that."""
    for name, reduced in product(("1-2", "1-2-1", "1-2-2-1"), (False, True)):
        for place, is_mine in VERDICTS[name].items():
            by_hand, clues = planted(name, turn, place, "open", reduced)
            shown = short_proof(by_hand.position, by_hand.cell)
            assert isinstance(shown, Proof)
            assert (shown.is_mine, shown.level) == (is_mine, Reasoning.OVERLAP)
            assert (shown.pattern.kind.value, set(shown.pattern.clues)) == (name, set(clues))
            assert shown.pattern.is_reduced is reduced


def test_the_opposite_verdict_and_other_cells_have_no_name() -> None:
    for name in FRONTS:
        proof, _ = planted(name, 0, 1, "revealed", False)
        assert find_pattern(replace(proof, is_mine=not proof.is_mine)) is None
    proof, _ = planted("1-1", 0, 1, "revealed", False)
    assert find_pattern(proof) is None
    proof, _ = planted("1-2-1", 0, 1, "revealed", False)
    assert find_pattern(replace(proof, cell=(0, 0))) is None


def test_a_front_that_goes_on_is_no_1_1_and_one_that_is_known_no_1_2() -> None:
    proof, _ = planted("1-1", 0, 2, "open", False)
    assert find_pattern(proof) is None
    position = Position.from_text("4x2x2\nHHHH\n0122")
    proof = planted_proof(position, (0, 3), True, {(0, 0): False, (0, 1): False}, (1, 1), (1, 2))
    assert find_pattern(proof) is None


def test_one_clue_is_no_pattern() -> None:
    proof, (first, _) = planted("1-2", 0, 2, "edge", False)
    steps = tuple(step for step in proof.steps if step.clue != first)
    assert len(steps) == len(proof.steps) - 1
    assert find_pattern(replace(proof, steps=steps)) is None


def test_a_clue_beside_the_row_that_the_proof_reads_takes_the_name_away() -> None:
    position = Position.from_text("5x2x2\nHHHHH\n11211")
    assert find_pattern(planted_proof(position, (0, 3), True, {}, (1, 0), (1, 1), (1, 2))) is None


def test_cells_behind_the_row_take_the_name_away_until_they_are_known() -> None:
    position = Position.from_text("3x3x2\nHHH\n121\n0HH")
    assert find_pattern(planted_proof(position, (0, 2), True, {}, (1, 0), (1, 1))) is None
    behind = {(2, 1): False, (2, 2): False}
    assert find_pattern(planted_proof(position, (0, 2), True, behind, (1, 0), (1, 1))) is not None
    found = find_pattern(planted_proof(position, (0, 2), True, {(2, 1): False}, (1, 0), (1, 1)), {(2, 2): False})
    assert found.kind is PatternKind.ONE_TWO_ONE


def test_the_number_of_mines_is_no_part_of_a_pattern_and_another_known_sentence_takes_its_name_away() -> None:
    proof, _ = planted("1-2", 0, 2, "edge", False)
    *steps, last = proof.steps
    number = len(steps) + 1
    rest = ProofStep(number, Rule.MINE_COUNT, proof.position.covered, proof.position.mines)
    verdict = replace(last, number=number + 1, premises=(*last.premises, number))
    assert find_pattern(proof) is not None
    assert find_pattern(replace(proof, steps=(*steps, rest, verdict))) is None
    # A known sentence of other cells takes the name away.
    other = ProofStep(number, Rule.KNOWN_SENTENCE, frozenset({(0, 6), (0, 7)}), 1)
    verdict = replace(last, number=number + 1, premises=(*last.premises, number))
    assert find_pattern(replace(proof, steps=(*steps, other, verdict))) is None


# -- the examples

EXAMPLES = {
    "pattern-1-1": ("1-1 pattern, at the wall", (0, 2), (1, 0), (1, 1)),
    "pattern-1-1-reduced": ("1-1 pattern, reduced, at the wall", (0, 2), (1, 0), (1, 1)),
    "pattern-1-2": ("1-2 pattern", (1, 3), (2, 1), (2, 2)),
    "pattern-1-2-wall": ("1-2 pattern, at the wall", (1, 2), (2, 4), (2, 3)),
    "pattern-1-2-reduced": ("1-2 pattern, reduced", (1, 3), (2, 1), (2, 2)),
    "pattern-1-2-1": ("1-2-1 pattern", (1, 2), (2, 1), (2, 2), (2, 3)),
    "pattern-1-2-1-wall": ("1-2-1 pattern, at the wall", (1, 1), (2, 1), (2, 2), (2, 3)),
    "pattern-1-2-1-reduced": ("1-2-1 pattern, reduced", (1, 2), (2, 1), (2, 2), (2, 3)),
    "pattern-1-2-2-1": ("1-2-2-1 pattern", (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)),
    "pattern-1-2-2-1-wall": ("1-2-2-1 pattern, at the wall", (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)),
    "pattern-1-2-2-1-reduced": ("1-2-2-1 pattern, reduced", (1, 2), (2, 1), (2, 2), (2, 3), (2, 4)),
}
"""The pattern that each example shows, a cell that it settles, and its clues."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_shows_the_pattern_of_its_name(name: str) -> None:
    title, cell, *clues = EXAMPLES[name]
    position = example_named(name).position
    levels = reasoning_levels(position)
    known = {other: other in levels.mines for other, level in levels.items() if level is Reasoning.CLUE}
    found = find_pattern(planted_proof(position, cell, cell in levels.mines, known, *clues))
    assert (found.title, set(found.clues)) == (title, set(clues))
    # The sandbox shows this proof, from what the agent of the course knows.
    shown = short_proof(position, cell)
    assert isinstance(shown, Proof)
    assert shown.pattern == found


# -- sentences that the agent holds


def test_the_sentence_of_a_clue_that_the_agent_holds_is_that_of_the_clue() -> None:
    """The derivations of the sentence shows which cells were known when the agent took them out."""
    position = Position.from_text("4x3x3\nHHHH\n2211\nH10H")
    mine = Derivation(1, Rule.MARKED, frozenset({(2, 0)}), 1, (), 0, None)
    held = {}
    for number, clue in ((3, (1, 0)), (5, (1, 1))):
        cells, count = left_of(position, clue, {})
        whole = Derivation(number - 1, Rule.CLUE, cells, count, (), 1, clue)
        held[clue] = Derivation(number, Rule.SETTLED, cells - {(2, 0)}, count - 1, (whole, mine), 1, clue)
    steps = tuple(
        ProofStep(number, Rule.KNOWN_SENTENCE, one.cells, one.count) for number, one in enumerate(held.values(), 1)
    )
    rest = held[1, 1].cells - held[1, 0].cells
    steps += (ProofStep(3, Rule.SUBSET, rest, 0, (2, 1)), ProofStep(4, Rule.ALL_SAFE, rest, 0, (3,)))
    known = {number: (one,) for number, one in enumerate(held.values(), 1)}
    found = find_pattern(Proof(position, (0, 2), False, Reasoning.SUBSET, steps, known))
    assert found.title == "1-1 pattern, reduced, at the wall"


def test_a_known_sentence_within_the_cells_of_a_clue_reduces_it() -> None:
    """The 2 has one of its mines in the pair behind it, so that a 1 is left for the front."""
    position = Position.from_text("4x3x2\nHHHH\n12HH\n01HH")
    pair, front = frozenset({(1, 2), (2, 2)}), frozenset({(0, 0), (0, 1), (0, 2)})
    derivations = Derivation(1, Rule.CLUE, pair, 1, (), 1, (2, 1))
    steps = (
        ProofStep(1, Rule.KNOWN_SENTENCE, pair, 1),
        ProofStep(2, Rule.CLUE, front - {(0, 2)}, 1, (), (1, 0)),
        ProofStep(3, Rule.CLUE, front | pair, 2, (), (1, 1)),
        ProofStep(4, Rule.SUBSET, front, 1, (3, 1)),
        ProofStep(5, Rule.SUBSET, frozenset({(0, 2)}), 0, (4, 2)),
        ProofStep(6, Rule.ALL_SAFE, frozenset({(0, 2)}), 0, (5,)),
    )
    proof = Proof(position, (0, 2), False, Reasoning.SUBSET, steps, {1: (derivations,)})
    found = find_pattern(proof)
    assert (found.title, found.clues) == ("1-1 pattern, reduced, at the wall", ((1, 0), (1, 1)))
    # One step may subtract both.
    at_once = (*steps[:3], replace(steps[4], number=4, premises=(3, 1, 2)), replace(steps[5], number=5, premises=(4,)))
    assert find_pattern(replace(proof, steps=at_once)) == found
    # A known sentence that reduces no clue of the row does not belong to the pattern.
    apart = (replace(steps[0], cells=frozenset({(0, 3), (1, 3)})), *steps[1:])
    assert find_pattern(replace(proof, steps=apart)) is None


def test_a_cell_that_a_known_sentence_takes_out_of_the_front_is_no_conclusion() -> None:
    """The 2 at (1, 1) has a mine in the pair, so a 1 is left for the front: that says nothing of the pair."""
    position = Position.from_text("4x3x3\nHHHH\n1222\nH100")
    derivations = Derivation(1, Rule.STATED, frozenset({(0, 0), (2, 0)}), 1, (), 1, None)
    for cell, is_mine, title in (((0, 3), True, "1-2 pattern, reduced"), ((0, 0), False, None)):
        proof = planted_proof(position, cell, is_mine, {}, (1, 1), (1, 2))
        *steps, last = proof.steps
        known = ProofStep(3, Rule.KNOWN_SENTENCE, derivations.cells, 1)
        verdict = replace(last, number=4, premises=(1, 2, 3))
        found = find_pattern(replace(proof, steps=(*steps, known, verdict), known={3: (derivations,)}))
        assert (None if found is None else found.title) == title


# -- random positions


@pytest.mark.slow
def test_proofs_at_random_positions_get_the_names_that_the_definition_allows() -> None:
    found: Counter[PatternKind | None] = Counter()
    positions = [some_position(seed) for seed in range(1, 80) if seed % 20 != 1]
    positions += [seen_in_game(9, 9, 10, seed, 0.6) for seed in range(4)]
    for position in positions:
        explainer = Explainer(position)
        for cell, level in explainer.levels.items():
            if level is not Reasoning.CLUE and level is not Reasoning.COUNT:
                proof = explainer.explain(cell)
                assert isinstance(proof, Proof)
                proof = Proof(position, cell, proof.is_mine, proof.level, proof.steps)
                pattern = find_pattern(proof)
                found[None if pattern is None else pattern.kind] += 1
                known = dict.fromkeys(position.taken, True)
                names = named_by_the_definition(proof, known)
                assert (pattern is None) == (not names)
                if pattern is not None:
                    assert pattern.kind == max(names, key=lambda kind: len(kind.value))
                    assert is_true(pattern, proof, known)
    assert all(found[kind] > 3 for kind in (PatternKind.ONE_ONE, PatternKind.ONE_TWO, None))


@pytest.mark.slow
def test_short_proofs_get_the_names_that_the_definition_allows() -> None:
    """They start from what an agent knows, and get no other name and no fewer than a trial of all rows gives."""
    found: Counter[PatternKind | None] = Counter()
    for seed, share in product(range(12), (0.3, 0.5, 0.7)):
        position = seen_in_game(9, 9, 14, seed, share)
        base = knowledge_of(position)
        explainer, snapshot = Explainer(position), AgentSnapshot.of(1, base, base.settled, base.clues)
        for cell in reasoning_levels(position):
            proof = explainer.short_proof(cell, snapshot)
            assert isinstance(proof, Proof)
            own = base.settled.get(cell)
            before = [one for one in base.settled.values() if own is None or one.number < own.number]
            known = {other: one.count > 0 for one in before for other in one.cells - position.clues.keys()}
            pattern = find_pattern(proof, known)
            found[None if pattern is None else pattern.kind] += 1
            if pattern is not None:
                assert is_true(pattern, proof, known)
            elif len(proof.clues) > 1:
                assert not named_by_the_definition(proof, known)
    assert {PatternKind.ONE_ONE, PatternKind.ONE_TWO, PatternKind.ONE_TWO_ONE} <= found.keys()
