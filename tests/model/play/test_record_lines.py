"""Tests of the text of records of version 2: what is wrong with a line, texts that were cut off, and random damage."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Action, Minesweeper, Record, RecordSyntaxError, TurnMaker, Verb

HEAD = ["minesweeper-qt record 2", "board 2 3 1", "first-click safe", "cascade on", "win flagged"]
SEEDED = [*HEAD, "seed 7"]
MOVES = ["flag 1 2", "reveal 1 1 at 0.000", "mines 0,0", "unflag 1 2, reveal 0 1 by ai using cs50 at 1.250"]
GIVEN = [*HEAD, "start 1 1", "mines 0,0", "flag 1 2", "reveal 1 1 from hint at 0.000", "unflag 1 2", "flag 0 0 by ai"]


def error_text(lines: list[str]) -> str | None:
    """Return the message about what is wrong with the record; ``None`` when it can be read and replayed."""
    try:
        Record.from_text("\n".join([*lines, ""])).replay()
    except RecordSyntaxError as error:
        return str(error)
    return None


def test_the_samples_can_be_read() -> None:
    mines = Record.from_text("\n".join([*SEEDED, "reveal 1 1", ""])).replay().mines
    assert mines == {(0, 0)}
    for lines in (SEEDED, [*SEEDED, *MOVES], GIVEN):
        text = "\n".join([*lines, ""])
        assert Record.from_text(text).to_text() == text


@pytest.mark.parametrize(
    "place, line, message",
    [
        (6, "reveal 0 0", "line 6: 'reveal 0 0'; expected seed NUMBER"),
        (6, "start 1 1", "line 7: 'flag 1 2'; expected mines ROW,COLUMN ..."),
        (6, "mines 0;0", "line 6: 'mines 0;0'; expected mines ROW,COLUMN ..."),
        (6, "mines 0,٣", "line 6: 'mines 0,٣'; expected mines ROW,COLUMN ..."),
        (6, "mines 0,-1", "line 6: 'mines 0,-1'; expected mines ROW,COLUMN ..."),
        (6, "mines 0,9999999999", "line 6: 'mines 0,9999999999'; expected mines ROW,COLUMN ..."),
        (6, "mines 2,0", "line 6: (2, 0) is not on the board of 3×2"),
        (6, "mines 0,3", "line 6: (0, 3) is not on the board of 3×2"),
        (6, "mines", "line 6: here are 0 mines; the board has 1"),
        (6, "mines 0,0 0,1", "line 6: here are 2 mines; the board has 1"),
        (7, "mines 0,0", "line 7: no move: 'mines 0,0'; write VERB ROW COLUMN"),
        (8, "flag 1 2 at 0.000", "line 8: the game can't go on like this; flag 1 2: the cell has a flag already"),
        (9, "mines 0,1", "line 9: these are not the mines of seed 7"),
        (9, "mines 0,0 0,1", "line 9: here are 2 mines; the board has 1"),
        (9, "flag 0 2 at -1", "line 9: no time: '-1'; write seconds such as 12.345"),
        (10, "flag 0 2 by you", "line 10: no move: 'flag 0 2 by you'; write VERB ROW COLUMN"),
        (10, "mines 0,0", "line 10: no move: 'mines 0,0'; write"),
    ],
)
def test_the_error_names_the_line_and_what_is_expected(place: int, line: str, message: str) -> None:
    lines = [*SEEDED, *MOVES]
    lines[place - 1] = line
    assert message in (error_text(lines) or "")


def test_times_go_on_mines_are_there_once_and_a_layout_at_the_start_is_that_of_the_seed() -> None:
    lines = [*SEEDED, "reveal 1 1 at 2.000", "flag 0 1", "flag 0 2 at 1.999"]
    assert error_text(lines) == "line 9: the time is 1.999, after 2.0 before it"
    assert error_text([*lines[:-1], "flag 0 2 at 2.000"]) is None
    # A mine that is there twice is refused.
    lines = ["minesweeper-qt record 2", "board 2 3 2", *HEAD[2:], "mines 0,1 0,1"]
    assert error_text(lines) == "line 6: (0, 1) is there twice"
    # A layout at the start must be that of the seed.
    lines = [*HEAD, "seed 7", "start 1 1", "mines 0,0", "reveal 1 1"]
    assert error_text(lines) is None
    assert error_text([*lines[:7], "mines 0,2", "reveal 1 1"]) == "line 8: these are not the mines of seed 7"
    assert error_text([*lines[:7], "reveal 1 1"]) is None


@pytest.mark.parametrize("length", range(6))
def test_a_head_that_ends_early_names_what_is_missing(length: int) -> None:
    assert f"line {length + 1}: the end; expected" in (error_text(SEEDED[:length]) or "")


@pytest.mark.parametrize("lines", [[*SEEDED, *MOVES], GIVEN])
def test_a_text_that_was_cut_off_anywhere_is_read_up_to_its_last_complete_line(lines: list[str]) -> None:
    text = "\n".join([*lines, ""])
    whole = Record.from_text(text)
    head = len("\n".join([*lines[: 7 if lines is GIVEN else 6], ""]))
    for length in range(len(text)):
        cut = text[:length]
        complete = cut[: cut.rfind("\n") + 1]
        if length >= head:
            record = Record.from_text(cut, allow_cut=True)
            assert record == Record.from_text(complete)
            assert record.moves == whole.moves[: len(record.moves)]
        else:
            with pytest.raises(RecordSyntaxError, match="the end; expected"):
                Record.from_text(cut, allow_cut=True)
        if complete != cut:
            number = complete.count("\n") + 1
            expected = rf"line {number}: .* (has no end of line|'minesweeper-qt record 2')"
            with pytest.raises(RecordSyntaxError, match=expected):
                Record.from_text(cut)


def test_a_record_of_version_1_may_end_without_a_line_break() -> None:
    text = "\n".join(["minesweeper-qt record 1", *SEEDED[1:], "flag 0 0", "flag 0 1"])
    assert len(Record.from_text(text).moves) == 2
    assert len(Record.from_text(text, allow_cut=True).moves) == 1
    assert "no action: 'flag 0 0 by ai'" in (error_text([*text.splitlines(), "flag 0 0 by ai"]) or "")


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from([[*SEEDED, *MOVES], GIVEN, [*SEEDED, "start 0 0", *MOVES[:2]]]))
def test_damaged_text_raises_no_other_error(seed: int, lines: list[str]) -> None:
    chance = random.Random(seed)
    lines = list(lines)
    for _ in range(chance.choice([1, 1, 2, 3])):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(5):
            case 0:
                del lines[one]
            case 1:
                lines.insert(one, lines[other])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                lines[one] = damaged(lines[one], chance)
        lines = lines or [""]
    error = error_text(lines)
    assert error is None or error.startswith("line")
    if error is None:
        record = Record.from_text("\n".join([*lines, ""]))
        assert Record.from_text(record.to_text()) == record


def damaged(line: str, chance: random.Random) -> str:
    """Return the line with a letter deleted, doubled, replaced or inserted."""
    at = chance.randrange(len(line) + 1)
    letter = chance.choice("0123456789,.- \t\r\n\x0b\x85\u2028\x00٣²x" + line)
    match chance.randrange(4):
        case 0:
            return line[:at] + line[at + 1 :]
        case 1:
            return line[:at] + line[at - 1 : at] + line[at:]
        case 2:
            return line[:at] + letter + line[at + 1 :]
        case _:
            return line[:at] + letter + line[at:]


@pytest.mark.long
def test_the_largest_board_is_written_and_read() -> None:
    game = Minesweeper(1000, 1000, 200_000, seed=1)
    for cell in sorted(game.mines)[:2000]:
        game.play(Action(Verb.FLAG, cell))
    record = Record.of(game)
    assert Record.from_text(record.to_text()) == record


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["9", "x", "0,0 ", " using", " at 1", " using x at 1", ",", " "])
@pytest.mark.parametrize("key", ["mines ", "flag 0 0", "seed ", "start ", "board 2 "])
def test_a_long_line_is_refused_with_a_short_message(key: str, damage: str) -> None:
    error = error_text([*(HEAD if not key.startswith("board") else HEAD[:1]), key + damage * 100_000, *MOVES])
    assert error is not None
    assert len(error) < 300


def test_a_game_without_a_seed_is_played_again_by_its_layout() -> None:
    record = Record.from_text("\n".join([*GIVEN, ""]))
    game = record.replay()
    assert (game.seed, game.start, game.mines, game.state.value) == (None, (1, 1), {(0, 0)}, "won")
    assert [move.maker for move in record.moves] == [TurnMaker.PLAYER] * 3 + [TurnMaker.AI]
    assert record.moves[1].is_hint
