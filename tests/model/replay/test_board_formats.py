"""Boards of other programs: MBF, addresses, and game IDs that Simon Tatham's program has written."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from minesweeper_qt.model import ForeignFileError, MinesweeperError, State, read_file, read_game, read_text
from minesweeper_qt.model.replay.board_formats import board_record, read_board, read_mbf

GAME_IDS = {  # written by: sgt-mines --generate 1 SIZEnMINES
    "9x9:3,1,m6dec94737695016b51aa8": 10,
    "16x16:9,11,mec7e2c3e29a8f644623a6608ba8022d5873ae69ac789bfb8b41377493bf39ae7": 40,
    "30x16:16,3,med4efa2427d5033daeffb27646b3e17dae422a30b8450edf2df607a1530b24b7"
    "c518f209b8ad5ab09ad8e80c4414e5a68904f73363215d780831d925": 99,
    "5x7:0,1,m984d732e4": 8,
    "3x5:1,2,mfc50": 3,
    "13x11:9,4,m0775c5645da52300c5ee4ea96f5450e65c58": 30,
}


@pytest.mark.parametrize("text, mines", GAME_IDS.items())
def test_a_masked_game_id_gives_its_mines_and_begins_with_an_opening(text: str, mines: int) -> None:
    record = read_board(f" {text}\n")
    assert record is not None
    assert record.mines == mines
    game = record.replay()
    (start,) = [action.cell for action in record.actions]
    assert game.clues[start] == 0
    assert game.state in (State.PLAYING, State.WON)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#{}",
        "\r\n http://example.org/mines.html?from=mail&x=1#{} \r\n",
        "mines.html#{}",
    ],
)
def test_an_address_with_a_game_id_is_the_game_id(address: str) -> None:
    for game_id in (*GAME_IDS, "6x6:1,1,u020a10048", "9x9:4,4,m00b7d48a3e0231c419200"):
        for text in (game_id, quote(game_id), quote(game_id, "").lower()):
            assert read_text(address.format(text)) == read_text(game_id)
        assert read_text(quote(address.strip().format(game_id))) == read_text(game_id)


def test_a_plain_game_id_may_have_one_side_and_no_first_click() -> None:
    square, upper = read_board("3:u0A0"), read_board("3x3:0a0")
    assert square is not None
    assert square == upper
    assert square.layout == {(1, 1), (2, 0)}
    assert not square.moves


def test_the_sizes_of_an_address() -> None:
    for size, height, width in (("1", 9, 9), ("2", 16, 16), ("3", 16, 30), ("1008", 8, 10), ("100024", 24, 100)):
        digits = "g" + "0" * (-(-height * width // 5) - 1)
        record = read_board(f"https://example.org/tool?x=1&b={size}&m={digits}")
        assert record is not None
        assert (record.height, record.width, record.layout) == (height, width, {(0, 0)})


@pytest.mark.parametrize(
    "text, reason",
    [
        ("?b=4&m=80", "b='4' is not a size"),
        ("?b=33&m=8", "each digit is for 5 cells"),
        ("?b=33&m=8w", "each digit is for 5 cells"),
        ("?b=33", "each digit is for 5 cells"),
        ("?b=33&m=01", "off the board"),
        ("?b=33&m=00", "0 mines"),
        ("?b=00&m=00", "not a board of 0×0"),
        ("?b=256001&m=" + "g" + 51 * "0", "allowed are 1 to 255"),
        ("3x3:u08", "each is for 4 cells"),
        ("3x3:0,3,u080", "off the board"),
        ("3x3:1,1,u080", "is a mine"),
        ("9x9n10#123", "after the first click"),
        ("9x9:r10,u,abc", "after the first click"),
        ("9x9n10#a/b.c", "after the first click"),
        ("https://example.org/mines.html#9x9n10#1.5", "after the first click"),
        ("https://example.org/mines.html#", "not a game"),
        ("01H\n01H", "positions that begin with WIDTHxHEIGHTxMINES"),
        ("020200040000", "not a board in MBF"),
        ("020200010200", "off the board"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(ForeignFileError, match=reason) as raised:
        read_text(text)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "0 bytes"),
        (bytes([3, 3, 0, 1, 0]), "5 bytes"),
        (bytes([3, 3, 0, 2, 0, 0, 0, 0]), "there twice"),
        (bytes([1, 1, 0, 1, 0, 0]), "both kinds"),
    ],
)
def test_a_damaged_mbf_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ForeignFileError, match=reason):
        read_mbf(data)


def test_a_game_is_read_from_every_kind_of_file(tmp_path: Path) -> None:
    record = board_record(2, 3, [(0, 2)])
    contents = {
        "a.MBF": bytes([3, 2, 0, 1, 2, 0]),
        "b.txt": record.to_text().encode(),
        "c.txt": b"\xef\xbb\xbf?b=32&m=40\r\n",
        "d.txt": b"3x2:u20\n",
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
        assert read_game(tmp_path / name) == record, name
    (tmp_path / "e.mine").write_text("3x1x1\n1HH\n")
    assert read_file(tmp_path / "e.mine").content == read_text("3x1x1\n1HH").content
    assert read_text("\n 3×1×1\n 1 H H").content == read_text("3x1x1\n1HH").content
    with pytest.raises(MinesweeperError, match="not a game"):
        read_game(tmp_path / "e.mine")
