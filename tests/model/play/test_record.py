"""Tests of records: a game written as text and read again is the same, and broken text is refused with its line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    DIFFICULTIES,
    Action,
    FirstClick,
    IllegalAction,
    MineCountError,
    Minesweeper,
    MinesweeperError,
    Record,
    RecordSyntaxError,
    Rules,
    Verb,
    Win,
)

RULES = [Rules(first, cascade, win) for first in FirstClick for cascade in (True, False) for win in Win]


@st.composite
def played_games(draw: st.DrawFn) -> Minesweeper:
    """Generate games after random actions, with many flags on mines, so that all endings occur."""
    height, width = draw(st.sampled_from(range(1, 7))), draw(st.sampled_from(range(1, 7)))
    rules = draw(st.sampled_from(RULES))
    most = height * width - (rules.first_click is not FirstClick.ANYTHING)
    chance = random.Random(draw(st.integers(0, 2**32)))
    start = (chance.randrange(height), chance.randrange(width)) if chance.random() < 0.3 else None
    mines = min(chance.choice([0, 1, 2, 5, most]), most)
    game = Minesweeper(height, width, mines, rules=rules, seed=chance.getrandbits(31), start=start)
    for _ in range(chance.randrange(60)):
        cell = chance.choice(sorted(game.mines) if game.mines and chance.random() < 0.4 else game.grid.cells)
        likely = Verb.FLAG if cell in game.mines else Verb.REVEAL
        try:
            game.play(Action(likely if chance.random() < 0.7 else chance.choice(list(Verb)), cell))
        except IllegalAction:
            continue
    return game


def outcome(game: Minesweeper) -> tuple[object, ...]:
    return (game.mines, game.clues, game.mines_found, game.exploded, game.state, game.start, game.history)


@pytest.mark.slow
@given(game=played_games())
def test_a_replay_has_the_same_outcome_as_the_game(game: Minesweeper) -> None:
    assert outcome(Record.of(game).replay()) == outcome(game)


@pytest.mark.slow
@given(game=played_games())
def test_what_is_written_is_read_again(game: Minesweeper) -> None:
    record = Record.of(game)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_text(record.to_text().replace("\n", "\r\n")) == record
    assert outcome(Record.from_text(record.to_text()).replay()) == outcome(game)


def test_a_replay_of_flags_set_before_a_protected_first_click_wins_no_earlier() -> None:
    rules = Rules(FirstClick.SAFE, win=Win.FLAGGED, cascade=False)
    for seed in range(60):
        game = Minesweeper(2, 2, 1, rules=rules, seed=seed)
        for text in ("flag 0 0", "reveal 1 1"):
            game.play(Action.from_text(text))
        assert outcome(Record.from_text(Record.of(game).to_text()).replay()) == outcome(game)


def test_the_end_of_a_record_may_be_missing() -> None:
    text = Record.of(game_of_some_moves()).to_text()
    lines = text.splitlines()
    for length in range(7, len(lines) + 1):
        assert len(Record.from_text("\n".join(lines[:length])).actions) == length - 7


def game_of_some_moves() -> Minesweeper:
    game = Minesweeper.at_difficulty(DIFFICULTIES["beginner"], seed=8)
    game.play(Action.from_text("flag 0 0"))
    game.play(Action.from_text("reveal 4 4"))
    covered = [cell for cell in game.grid.cells if cell not in game.clues and cell != (0, 0)]
    for cell in covered[:4]:
        game.play(Action(Verb.FLAG, cell))
    return game


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), junk=st.text(max_size=12) | st.sampled_from(["9", "-1", "on", "0 0", "1.5", "1_0"]))
def test_broken_text_raises_no_other_error_and_names_the_line(seed: int, junk: str) -> None:
    chance = random.Random(seed)
    lines = Record.of(game_of_some_moves()).to_text().splitlines()
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    word = chance.randrange(len(words))
    broken = [
        lines[:at] + lines[at + 1 :],
        [*lines[:at], lines[at], *lines[at:]],
        [*lines[:at], junk, *lines[at + 1 :]],
        [*lines[:at], " ".join([*words[:word], junk, *words[word + 1 :]]), *lines[at + 1 :]],
        [*lines[:at], lines[at][: chance.randrange(len(lines[at]))], *lines[at + 1 :]],
        chance.sample(lines, len(lines)),
    ]
    for wrong in broken:
        error = error_text("\n".join(wrong))
        assert error is None or error.startswith("line")


def error_text(text: str) -> str | None:
    """Return the message about what is wrong with the record; ``None`` when it can be read and replayed."""
    try:
        Record.from_text(text).replay()
    except RecordSyntaxError as error:
        return str(error)
    return None


@pytest.mark.slow
@given(text=st.text())
def test_text_that_is_no_record_at_all_fails_in_its_first_line(text: str) -> None:
    assert (error_text(text) or "").startswith("line 1: ")


HEAD = ["minesweeper-qt record 1", "board 2 3 1", "first-click safe", "cascade on", "win revealed", "seed 5"]


@pytest.mark.parametrize(
    "line, text, message",
    [
        (1, "minesweeper-qt record 2", "line 1: 'minesweeper-qt record 2'; expected 'minesweeper-qt record 1'"),
        (2, "board 2 3", "line 2: 'board 2 3'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 x 1", "line 2: 'board 2 x 1'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 3_0 1", "line 2: 'board 2 3_0 1'; expected board HEIGHT WIDTH MINES"),
        (2, "board 2 3 " + "9" * 5000, "expected board HEIGHT WIDTH MINES"),
        (2, "board 0 3 1", "lines 2 to 6: there is no such game; height is 0; allowed are whole numbers from 1"),
        (2, "board 2 3 6", "lines 2 to 6: there is no such game; 6 mines on a board of 2x3; allowed are 0 to 5"),
        (3, "first-click lucky", "line 3: 'first-click lucky'; expected first-click anything|safe|opening"),
        (4, "cascade yes", "line 4: 'cascade yes'; expected cascade on|off"),
        (5, "win", "line 5: 'win'; expected win revealed|flagged"),
        (6, "seed", "line 6: 'seed'; expected seed NUMBER"),
        (6, "seed 99999999999999999999", "lines 2 to 6: there is no such game; seed is"),
        (7, "start 1", "line 7: 'start 1'; expected start ROW COLUMN"),
        (7, "start 2 0", "lines 2 to 7: there is no such game; (2, 0) is not on the board"),
        (7, "jump 1 1", "line 7: no action: 'jump 1 1'; write VERB ROW COLUMN"),
        (7, " ", "line 7: no action: ' '"),
        (7, "reveal 5 5", "line 7: the game can't go on so; (5, 5) is not on the board"),
        (7, "chord 0 0", "line 7: the game can't go on so; chord 0 0: only a revealed cell"),
    ],
)
def test_the_error_names_the_line_and_what_is_expected(line: int, text: str, message: str) -> None:
    lines = [*HEAD, "reveal 0 0"]
    lines[line - 1] = text
    assert message in (error_text("\n".join(lines)) or "")


@pytest.mark.parametrize("length", range(6))
def test_a_head_that_ends_early_names_what_is_missing(length: int) -> None:
    with pytest.raises(RecordSyntaxError, match=f"line {length + 1}: the end; expected"):
        Record.from_text("\n".join(HEAD[:length]))


def test_the_line_of_a_later_action_is_right_with_a_start() -> None:
    with pytest.raises(RecordSyntaxError, match="line 9: the game can't go on so; flag 0 0: the cell has a flag"):
        Record.from_text("\n".join([*HEAD, "start 1 1", "flag 0 0", "flag 0 0"]))


def test_a_game_whose_layout_was_given_has_no_record() -> None:
    with pytest.raises(MinesweeperError, match="not drawn from a seed"):
        Record.of(Minesweeper(1, 2, 1, layout_mines=[(0, 0)]))


def test_a_record_that_was_made_up_fails_when_it_is_replayed() -> None:
    with pytest.raises(MineCountError):
        Record(2, 2, 9, CLASSIC_RULES, 1, None, ()).replay()
