"""Tests of positions: their text form, their construction and changed marks."""

from __future__ import annotations

import copy
import pickle
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    BoardSizeError,
    CellError,
    ClueError,
    MineCountError,
    Minesweeper,
    MinesweeperError,
    Position,
    PositionSyntaxError,
)
from tests.model.support.oracles import Truth, truths


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that can be written as text, whether or not a layout agrees with it."""
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    chance = random.Random(draw(st.integers(0, 2**32)))
    clues, flags, taken = {}, [], []
    for cell in [(i, j) for i in range(height) for j in range(width)]:
        match chance.choice("00123456788HHHHHHFM"):
            case "H":
                pass
            case "F":
                flags.append(cell)
            case "M":
                taken.append(cell)
            case clue:
                clues[cell] = int(clue)
    return Position(height, width, draw(st.integers(0, height * width)), clues, flags=flags, taken=taken)


# -- text


@pytest.mark.slow
@given(position=positions(), other=positions())
def test_what_was_written_is_read_again_and_equal_texts_are_equal_positions(
    position: Position, other: Position
) -> None:
    text = position.to_text()
    assert (position == other) == (text == other.to_text())
    again = Position.from_text(text)
    assert again == position
    assert hash(again) == hash(position)
    assert again.to_text() == text
    for twin in (eval(repr(position)), pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert twin == position
        assert (twin.flags, twin.taken) == (position.flags, position.taken)
    first, *rows = text.splitlines()
    assert first == f"{position.width}x{position.height}x{position.mines}"
    assert [len(row) for row in rows] == [position.width] * position.height


def test_the_text_has_a_mark_for_each_cell() -> None:
    position = Position.from_text("4x2x3\n08HF\nM?1H\n")
    assert (position.height, position.width, position.mines) == (2, 4, 3)
    assert position.clues == {(0, 0): 0, (0, 1): 8, (1, 2): 1}
    assert position.flags == {(0, 3)}
    assert position.taken == {(1, 0), (1, 1)}
    assert position.covered == {(0, 2), (0, 3), (1, 0), (1, 1), (1, 3)}
    assert position.to_text() == "4x2x3\n08HF\nMM1H\n"


@pytest.mark.parametrize(
    "text, same",
    [
        *((text, "2x1x1\nH1\n") for text in ("2x1x1\nH1", "2x1x1\r\nH1\r\n", "2x1x1\rH1\r", "2x1x1  \nH1\t \n\n  \n")),
        *((text, "2x1x1\nH1\n") for text in ("\ufeff2x1x1\nH1\n", "02x001x1\nH1\n")),
        *((text, "3x2x1\n01H\n01H\n") for text in ("\n \n3x2x1\n01H\n01H\n", "    3x2x1\n    01H\n    01H")),
        *((text, "3x2x1\n01H\n01H\n") for text in ("3x2x1\n0 1 H\n0 1 H\n", "3×2×1\n01H\n01H")),
        ("\ufeff\r\n\t3×2×1\r\n\t0\t1\tH\r\n\r\n\t0\xa01\xa0\xa0H\r\n", "3x2x1\n01H\n01H\n"),
        *((text, text.replace("?", "M") + "\n") for text in ("3x2x2\n01?\n01?", "3x1x1\n?1H", "3x1x2\nM1?")),
    ],
)
def test_what_editors_and_web_pages_add_does_not_count_and_a_question_mark_that_can_only_be_a_mine_is_read(
    text: str, same: str
) -> None:
    assert Position.from_text(text).to_text() == same


def test_rows_alone_have_the_number_of_mines_that_is_given_and_no_other() -> None:
    for rows in ("01H\n01H", "\n  0 1 H\n  0 1 H\n"):
        assert Position.from_text(rows, 2).to_text() == "3x2x2\n01H\n01H\n"
        with pytest.raises(PositionSyntaxError, match="tells no number of mines; expected WIDTHxHEIGHTxMINES"):
            Position.from_text(rows)
    assert Position.from_text("3x2x1\n01H\n01H", 2).mines == 1
    for text, reason in (
        ("", "nothing there"),
        ("2x2\nHH\nHH", "expected WIDTHxHEIGHTxMINES"),
        ("01.", "H [(]covered"),
    ):
        with pytest.raises(PositionSyntaxError, match=reason):
            Position.from_text(text, 0)
    with pytest.raises(MineCountError):
        Position.from_text("HH", 3)
    with pytest.raises(BoardSizeError):
        Position.from_text("H" * 1001, 3)


@pytest.mark.parametrize("text, mines", [("3x2x1\n01?\n01?", None), ("01?\n01?", 0), ("3x1x1\n1F?", None)])
def test_a_question_mark_that_may_be_a_covered_cell_is_refused(text: str, mines: int | None) -> None:
    with pytest.raises(PositionSyntaxError, match=r"column 3: \? is a known mine here, H a covered cell; .* write M"):
        Position.from_text(text, mines)


SIZE = "expected WIDTHxHEIGHTxMINES, such as 30x16x99"
MARKS = "allowed are 0-8, H (covered), F (flag), ? and M (known mines)"


@pytest.mark.parametrize(
    "text, line, column, reason",
    [
        ("", 1, 1, f"nothing there; {SIZE}"),
        ("  \n\n", 1, 1, f"nothing there; {SIZE}"),
        ("\n1x1\nH", 2, 4, f"'1x1'; {SIZE}"),
        ("1H\nHH", 1, 2, f"'1H' tells no number of mines; {SIZE}"),
        ("2x2", 1, 4, f"'2x2'; {SIZE}"),
        ("2x", 1, 3, f"'2x'; {SIZE}"),
        ("2x2x\nHH\nHH", 1, 5, f"'2x2x'; {SIZE}"),
        ("2x2x1x\nHH\nHH", 1, 6, f"'2x2x1x'; {SIZE}"),
        ("2X2X1\nHH\nHH", 1, 2, f"'2X2X1'; {SIZE}"),
        (" 2x-2x1\nHH\nHH", 1, 4, f"' 2x-2x1'; {SIZE}"),
        ("2x-2x1\nHH\nHH", 1, 3, f"'2x-2x1'; {SIZE}"),
        ("2x2x\u0661\nHH\nHH", 1, 5, f"'2x2x\u0661'; {SIZE}"),
        ("+" * 50, 1, 1, f"'{'+' * 40}...'; {SIZE}"),
        ("0x2x1", 1, 1, "width 0; allowed are 1 to 1000"),
        ("2x0x1", 1, 3, "height 0; allowed are 1 to 1000"),
        ("1001x2x1", 1, 1, "width 1001; allowed are 1 to 1000"),
        ("20x1001x1", 1, 4, "height 1001; allowed are 1 to 1000"),
        ("20x30x601", 1, 7, "mines 601; allowed are 0 to 600"),
        (f"2x{'9' * 5000}x1", 1, 3, f"height {'9' * 40}...; allowed are 1 to 1000"),
        ("2x2x1", 2, 1, "0 rows; expected 2, as line 1 says"),
        ("2x2x1\nHH\n", 3, 1, "1 row; expected 2, as line 1 says"),
        ("2x2x1\nHH\nHH\nHH", 4, 1, "3 rows; expected 2, as line 1 says"),
        ("\n2x2x1\nHH\nHH\n\nHH", 6, 1, "3 rows; expected 2, as line 2 says"),
        ("2x2x1\nH\nHH", 2, 2, "1 cell in the row; expected 2"),
        ("2x2x1\nHH\nHHHH", 3, 3, "4 cells in the row; expected 2"),
        ("2x2x1\nHH\n H H H H", 3, 6, "4 cells in the row; expected 2"),
        ("2x2x1\nHH\nHHXH", 3, 3, f"'X'; {MARKS}"),
        ("2x2x1\nHX\nHH", 2, 2, f"'X'; {MARKS}"),
        ("2x2x1\nHH\n9H", 3, 1, f"'9'; {MARKS}"),
        ("2x2x1\nHH\nHh", 3, 2, f"'h'; {MARKS}"),
        ("2x2x1\n H\nHH", 2, 3, "1 cell in the row; expected 2"),
        ("2x2x1\n\tH .\nHH", 2, 4, f"'.'; {MARKS}"),
        ("2x2x1\n\ufeffH\nHH", 2, 1, f"'\\ufeff'; {MARKS}"),
        ("2x2x1\nH\u0663\nHH", 2, 2, f"'\u0663'; {MARKS}"),
        ("2x2x1\nH\u00b2\nHH", 2, 2, f"'\u00b2'; {MARKS}"),
        ("2x2x1\nH\x0b\nHH", 2, 2, f"'\\x0b'; {MARKS}"),
        ("2x2x1\nH\u2028HH", 2, 2, f"'\\u2028'; {MARKS}"),
        ("2x2x1\r\nHH\r\nH*\r\n", 3, 2, f"'*'; {MARKS}"),
        ("2x2x1\nHX", 2, 2, f"'X'; {MARKS}"),
    ],
)
def test_a_text_that_is_no_position_is_an_error_with_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(PositionSyntaxError) as caught:
        Position.from_text(text)
    assert (caught.value.line, caught.value.column, caught.value.reason) == (line, column, reason)
    assert str(caught.value) == f"line {line}, column {column}: {reason}"
    assert isinstance(caught.value, MinesweeperError)


@pytest.mark.slow
@given(position=positions(), data=st.data())
def test_one_wrong_character_is_an_error_with_its_place(position: Position, data: st.DataObject) -> None:
    lines = position.to_text().splitlines()
    row, column = data.draw(st.integers(1, position.height)), data.draw(st.integers(1, position.width))
    wrong = data.draw(st.characters(blacklist_characters="012345678HFM? \t\xa0\r\n"))
    lines[row] = lines[row][: column - 1] + wrong + lines[row][column:]
    with pytest.raises(PositionSyntaxError) as caught:
        Position.from_text("\n".join(lines))
    assert (caught.value.line, caught.value.column) == (row + 1, column)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@given(text=st.text(st.sampled_from("0123x8HFM?\n \tz\ufeff\r")))
def test_any_text_is_a_position_or_wrong_at_a_place(text: str) -> None:
    with suppress(PositionSyntaxError):  # any other error fails
        position = Position.from_text(text)
        assert Position.from_text(position.to_text()) == position


# -- construction


@pytest.mark.parametrize(
    "error, message, arguments, marks",
    [
        (BoardSizeError, "height is 0", (0, 3, 0, {}), {}),
        (BoardSizeError, "width is 1001", (3, 1001, 0, {}), {}),
        (BoardSizeError, "height is '3'", ("3", 3, 0, {}), {}),
        (MineCountError, "10 mines on a board of 3×3; allowed are 0 to 9", (3, 3, 10, {}), {}),
        (MineCountError, "-1 mines", (3, 3, -1, {}), {}),
        (MineCountError, "True mines", (3, 3, True, {}), {}),
        (MineCountError, "1.0 mines", (3, 3, 1.0, {}), {}),
        (CellError, r"\(3, 0\) is not on the board", (3, 3, 1, {(3, 0): 1}), {}),
        (CellError, r"\(0, -1\) is not on the board", (3, 3, 1, {(0, -1): 1}), {}),
        (CellError, r"\(0, 3\) is not on the board", (3, 3, 1, {}), {"flags": [(0, 3)]}),
        (CellError, r"\(0, 3\) is not on the board", (3, 3, 1, {}), {"taken": [(0, 3)]}),
        (ClueError, r"clue 9 at \(0, 0\); allowed are whole numbers from 0 to 8", (3, 3, 1, {(0, 0): 9}), {}),
        (ClueError, r"clue -1 at", (3, 3, 1, {(0, 0): -1}), {}),
        (ClueError, r"clue True at", (3, 3, 1, {(0, 0): True}), {}),
        (ClueError, r"clue '1' at", (3, 3, 1, {(0, 0): "1"}), {}),
        (ClueError, r"clue 1 at \(0, 0\), which is flagged", (3, 3, 1, {(0, 0): 1}), {"flags": [(0, 0)]}),
        (ClueError, r"clue 1 at \(0, 0\), which is flagged", (3, 3, 1, {(0, 0): 1}), {"taken": [(0, 0)]}),
    ],
)
def test_a_position_that_no_player_can_see_is_an_error(error, message, arguments, marks) -> None:
    with pytest.raises(error, match=message):
        Position(*arguments, **marks)


def test_a_cell_that_is_taken_has_no_flag_and_new_clues_come_last() -> None:
    assert Position(1, 2, 1, {}, flags=[(0, 0)], taken=[(0, 0)]) == Position(1, 2, 1, {}, taken=[(0, 0)])
    # A question mark is a mine and new clues come last.
    position = Position(1, 3, 1, {(0, 0): 1, (0, 1): 1}).with_marks({(0, 0): "2", (0, 2): "?"})
    assert position.taken == {(0, 2)}
    assert list(position.clues.items()) == [((0, 1), 1), ((0, 0), 2)]


def test_a_position_equals_nothing_else() -> None:
    assert Position(1, 1, 0, {}) != "1x1x0\nH\n"


@pytest.mark.slow
@given(truth=truths())
def test_what_is_seen_of_a_game_is_the_position_with_its_clues(truth: Truth) -> None:
    game = Minesweeper(truth.height, truth.width, len(truth.mines), layout_mines=truth.mines)
    clues = {cell: truth.clue(cell) for cell in truth.order[::2]}
    position = Position.seen(game.grid, game.mine_total, clues, flags=truth.mines)
    assert position == Position(truth.height, truth.width, len(truth.mines), clues, flags=truth.mines)
    clues.clear()
    assert len(position.clues) == len(truth.order[::2])


def test_a_position_never_changes_not_even_with_the_clues_it_was_made_from() -> None:
    position = Position(2, 2, 1)
    with pytest.raises(AttributeError, match="never changes"):
        position.mines = 2
    assert position == Position(2, 2, 1, {})
    # A position does not change with the clues it was made from.
    clues = {(0, 0): 1}
    position = Position(1, 3, 1, clues)
    clues[0, 2] = 0
    assert position.clues == {(0, 0): 1}
    with pytest.raises(TypeError):
        position.clues[0, 1] = 1


# -- other marks


def test_a_position_with_other_marks_equals_the_one_read_from_its_text() -> None:
    chance = random.Random(4)
    position = Position(4, 5, 3)
    rows = [["H"] * 5 for _ in range(4)]
    for _ in range(300):
        marks = {(chance.randrange(4), chance.randrange(5)): chance.choice("012345678HFM") for _ in range(3)}
        before = position.to_text()
        changed = position.with_marks(marks)
        assert position.to_text() == before
        for (i, j), mark in marks.items():
            rows[i][j] = mark
            assert changed.mark((i, j)) == mark
        position = changed
        assert position == Position.from_text("5x4x3\n" + "\n".join(map("".join, rows)))
        assert position.board is changed.board


@pytest.mark.parametrize("mark", ["", "9", "X", "10", "h", " "])
def test_an_unknown_mark_is_an_error(mark: str) -> None:
    with pytest.raises(ClueError, match=r"allowed are 0-8, H \(covered\), F"):
        Position(1, 1, 0).with_marks({(0, 0): mark})


def test_a_mark_off_the_board_is_an_error() -> None:
    with pytest.raises(CellError):
        Position(1, 1, 0).with_marks({(0, 1): "H"})
    with pytest.raises(CellError):
        Position(1, 1, 0).mark((0, -1))
