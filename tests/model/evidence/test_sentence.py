"""Tests of sentences: known cells, marks, equality and text."""

from __future__ import annotations

import pytest

from minesweeper_qt.model import MinesweeperError, Sentence, SentenceError

A, B, C = (0, 1), (0, 10), (2, 0)


@pytest.mark.parametrize("count, mines, safes", [(0, set(), {A, B}), (1, set(), set()), (2, {A, B}, set())])
def test_mines_are_known_at_full_count_and_safes_at_none(count: int, mines: set, safes: set) -> None:
    sentence = Sentence({A, B}, count)
    assert sentence.known_mines() == mines
    assert sentence.known_safes() == safes
    sentence.known_mines().clear()
    sentence.known_safes().clear()
    assert sentence == Sentence({A, B}, count)


def test_a_mark_takes_a_cell_out_and_those_of_cells_not_mentioned_change_nothing() -> None:
    sentence = Sentence({A, B, C}, 2)
    sentence.mark_mine(A)
    assert sentence == Sentence({B, C}, 1)
    sentence.mark_safe(B)
    assert sentence == Sentence({C}, 1)
    # Marks of cells not mentioned change nothing.
    sentence = Sentence({A}, 1)
    sentence.mark_mine(B)
    sentence.mark_safe(B)
    assert sentence == Sentence({A}, 1)


def test_a_mark_that_makes_it_impossible_is_refused_and_changes_nothing() -> None:
    none, all_of_them = Sentence({A, B}, 0), Sentence({A, B}, 2)
    with pytest.raises(SentenceError, match="leaves -1 mines for 1 cell; allowed are 0 to 1"):
        none.mark_mine(A)
    with pytest.raises(SentenceError, match="leaves 2 mines for 1 cell; allowed are 0 to 1"):
        all_of_them.mark_safe(A)
    assert (none, all_of_them) == (Sentence({A, B}, 0), Sentence({A, B}, 2))


@pytest.mark.parametrize("count", [-1, 3, 1.0, True, None, "1"])
def test_an_impossible_count_is_an_error(count) -> None:
    with pytest.raises(SentenceError, match="allowed are 0 to 2") as caught:
        Sentence({A, B}, count)
    assert isinstance(caught.value, MinesweeperError)


def test_it_is_written_as_in_the_course_with_cells_in_reading_order() -> None:
    assert str(Sentence([C, B, A], 1)) == "{(0, 1), (0, 10), (2, 0)} = 1"
    assert repr(Sentence([B, A], 1)) == "Sentence({(0, 1), (0, 10)}, 1)"


def test_equal_means_the_same_cells_and_the_same_count() -> None:
    assert Sentence([A, B], 1) == Sentence({B, A}, 1)
    assert Sentence({A, B}, 1) != Sentence({A, B}, 2)
    assert Sentence({A, B}, 1) != Sentence({A, C}, 1)
    assert Sentence({A, B}, 1) != "{(0, 1), (0, 10)} = 1"


def test_it_keeps_cells_of_its_own_and_can_not_be_a_key_since_it_changes() -> None:
    cells = {A, B}
    sentence = Sentence(cells, 1)
    cells.clear()
    assert sentence.cells == {A, B}
    # It can not be a key since it changes.
    with pytest.raises(TypeError, match="unhashable"):
        hash(Sentence({A}, 1))
