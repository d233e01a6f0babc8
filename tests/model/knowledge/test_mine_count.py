"""Tests of the search for what the rules settle with the number of mines: its steps, its bound and its order."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import Position
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.knowledge.bit_closure import Bounds, CountWay, Pair, close, close_with_count, count_way
from tests.model.knowledge.test_bit_closure import sentences_of
from tests.model.support.proofs import some_position
from tests.model.support.work import Calls

ISSUE = Position.from_text("4x4x3\nHH2H\n1HH1\nH11H\nHHHH")
"""A position in which differences of differences settle (0, 0), but no disjoint sentences leave nothing open."""


def open_cells(position: Position) -> int:
    return sum(1 << i * position.width + j for i, j in position.covered)


def check(way: CountWay, in_force: dict[int, int], whole: Pair) -> int:
    """Check each sentence on a way, by trying all numbers of mines in shared cells; return how many state those."""
    stated = {**in_force, whole[0]: whole[1]}
    overlaps = 0
    for cells, (one, other) in way.trace.items():
        shared = one & other
        if cells == shared:
            numbers = [
                number
                for number in range(shared.bit_count() + 1)
                if 0 <= stated[one] - number <= (one ^ shared).bit_count()
                and 0 <= stated[other] - number <= (other ^ shared).bit_count()
            ]
            (stated[cells],) = numbers
            overlaps += 1
        else:
            assert shared == other != one
            assert cells == one ^ other
            stated[cells] = stated[one] - stated[other]
    assert stated[way.cells] == way.mines
    assert way.mines in (0, way.cells.bit_count())
    return overlaps


@pytest.mark.slow
def test_each_step_of_a_way_follows() -> None:
    ways = overlaps = 0
    for seed in range(1, 200):
        position = some_position(seed)
        if position.taken or len(position.board.cells) > 100:
            continue
        closed = close(sentences_of(position))
        whole = open_cells(position) & ~closed.known, position.mines - closed.mines.bit_count()
        for bounds in (Bounds(), Bounds(steps=0)):
            way = count_way(closed.in_force, whole, bounds)
            if way is not None:
                overlaps += check(way, closed.in_force, whole)
                ways += 1
    assert ways > 20
    assert overlaps


def test_a_cell_that_no_disjoint_sentences_leave_is_settled_by_other_ways_in_any_order_of_the_sentences() -> None:
    whole = open_cells(ISSUE), ISSUE.mines
    sentences = sentences_of(ISSUE)
    assert close_with_count(sentences, whole, goal=1).known & 1
    assert not close_with_count(sentences, whole, goal=1, bounds=Bounds(sentences=0)).known & 1
    # The way does not depend on the order of the sentences.
    closed = close(sentences_of(ISSUE))
    turned = dict(reversed(closed.in_force.items()))
    assert list(turned) != list(closed.in_force)
    assert count_way(closed.in_force, whole) == count_way(turned, whole) is not None


@pytest.mark.parametrize("count", [0, 5])
def test_all_open_cells_may_be_settled_at_once(count: int) -> None:
    assert count_way({}, (0b11111, count)) == CountWay(0b11111, count, {})
    assert count_way({}, (0, 0)) is None


def test_a_sentence_over_all_open_cells_is_not_searched_again() -> None:
    assert count_way({0b0111: 1}, (0b0111, 1)) is None
    assert not close_with_count([(0b0111, 1)], (0b0111, 1), goal=0b0001).known


@pytest.mark.parametrize("mines", [1, 2, 4, 5])
def test_sentences_that_contradict_the_mine_count_together_end_the_search(mines: int) -> None:
    way = count_way({0b000011: 1, 0b001100: 1, 0b110000: 1}, (0b111111, mines))
    assert way is None or way.mines in (0, way.cells.bit_count())


def test_a_search_can_be_stopped() -> None:
    closed, poll = close(sentences_of(ISSUE)), Calls(3)
    with pytest.raises(Stopped):
        count_way(closed.in_force, (open_cells(ISSUE), ISSUE.mines), poll=poll)
    assert poll.number == 3
