"""Tests of the codes of boards: each board comes back from its code, no mistake goes unseen, a code lasts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import (
    CLASSIC_RULES,
    CS50_RULES,
    DIFFICULTIES,
    Action,
    BoardCode,
    BoardCodeError,
    BoardSizeError,
    CellError,
    Difficulty,
    FirstClick,
    Guesses,
    MineCountError,
    Minesweeper,
    Rules,
    SeedError,
    Verb,
    Win,
    todays_board,
)
from minesweeper_qt.model.play.board_code import ALPHABET

RULES = st.builds(Rules, st.sampled_from(FirstClick), st.booleans(), st.sampled_from(Win), st.sampled_from(Guesses))
DAY = date(2026, 11, 24)


@st.composite
def codes(draw: st.DrawFn) -> BoardCode:
    """Generate codes of presets and of other boards, with and without a first cell, with small and large seeds."""
    difficulty = draw(st.sampled_from(list(DIFFICULTIES.values())))
    if draw(st.booleans()):
        height, width = draw(st.integers(2, 100)), draw(st.integers(2, 100))
        difficulty = Difficulty.custom(height, width, draw(st.integers(1, height * width - 1)))
    cells = st.tuples(st.integers(0, difficulty.height - 1), st.integers(0, difficulty.width - 1))
    seed = draw(st.sampled_from([0, -1, 10**18, 2**63 - 1, -(2**63)]) | st.integers(0, 2**31 - 1))
    return BoardCode(replace(difficulty, rules=draw(RULES)), seed, draw(st.none() | cells))


def typed(code: BoardCode) -> list[str]:
    return list(code.to_text().replace("-", ""))


def says(text: str) -> str:
    """Return what is wrong with ``text``, or the code that it is."""
    try:
        return BoardCode.from_text(text).to_text()
    except BoardCodeError as error:
        return str(error)


def version(number: int) -> str:
    """Return a right code of another version: the check has the weight 1, the version that of its place."""
    characters = typed(BoardCode(DIFFICULTIES["expert"], 7))
    weight = pow(3, len(characters) - 1, len(ALPHABET))
    check = ALPHABET.index(characters[-1]) - (number - 1) * weight
    return "".join([ALPHABET[number], *characters[1:-1], ALPHABET[check % len(ALPHABET)]])


# -- there and back


@given(code=codes())
def test_each_board_comes_back_from_its_code_and_its_game_has_that_code(code: BoardCode) -> None:
    text = code.to_text()
    assert all(len(group) == 4 and set(group) <= set(ALPHABET) for group in text.split("-"))
    for written in (text, text.lower(), text.replace("-", ""), f" {text.replace('-', ' - ')}\n"):
        assert BoardCode.from_text(written) == code
    assert BoardCode.from_text(text).to_text() == text
    if code.difficulty.height * code.difficulty.width < 1000:
        game, history = code.history()
        is_open = not history.turns or code.start in game.clues  # the first cell may be a mine
        assert BoardCode.of(game) == (code if is_open else replace(code, start=None))


@given(rules=RULES, seed=st.integers(0, 1000), cells=st.permutations(range(30)))
def test_the_same_clicks_give_the_same_game_to_all_who_enter_the_code(
    rules: Rules, seed: int, cells: list[int]
) -> None:
    original = BoardCode(replace(Difficulty.custom(5, 6, 8), rules=rules), seed).game()
    clicks = [Action(Verb.REVEAL, original.grid.cells[place]) for place in cells[:3]]
    results = [original.play(clicks[0])]
    again = BoardCode.from_text(BoardCode.of(original).to_text()).game()
    assert again.mines == original.mines_at_start
    assert again.play(clicks[0]) == results[0]
    for click in clicks[1:]:
        if not original.state.is_over:
            assert again.play(click) == original.play(click)
    assert again.mines == original.mines


def test_a_preset_with_a_drawn_seed_takes_twelve_characters_and_keeps_its_name_but_not_with_another_way_to_win() -> (
    None
):
    for preset in DIFFICULTIES.values():
        for guesses in Guesses:
            level = preset.with_guesses(guesses)
            last = (level.height - 1, level.width - 1)
            assert len(typed(BoardCode(level, 2**32 - 1, last))) == 12
            assert BoardCode(level, 1).difficulty.name == preset.name
    # A board keeps the name of its preset for another first click but not for another way to win.
    expert = DIFFICULTIES["expert"]
    assert BoardCode(expert.with_first_click(FirstClick.ANYTHING), 1).difficulty.name == "expert"
    assert BoardCode(replace(expert, rules=replace(CLASSIC_RULES, win=Win.FLAGGED)), 1).difficulty.name == "custom"
    assert BoardCode(Difficulty.custom(8, 8, 8), 1).difficulty.name == "custom"
    assert BoardCode(Difficulty("custom", 8, 8, 8, CS50_RULES), 1).difficulty.name == "cs50"


def test_codes_that_were_written_last_year_still_say_the_same_board_also_with_the_dashes_of_other_programs() -> None:
    """If this fails, the dealing or the order of rules or presets has changed: codes need another version then."""
    beginner = BoardCode.from_text("13CS-93HY-F549")
    assert beginner == BoardCode(DIFFICULTIES["beginner"], 3741962035, (4, 4))
    assert sorted(beginner.game().mines)[:5] == [(0, 0), (0, 7), (1, 1), (2, 3), (2, 5)]
    custom = BoardCode(replace(Difficulty.custom(3, 4, 2), rules=Rules(FirstClick.SAFE, guesses=Guesses.FAIR)), -5)
    assert BoardCode.from_text("1H5J-LFT2-000P") == custom
    # Dashes that other programs write are read.
    code = BoardCode(DIFFICULTIES["expert"], 2026, (7, 14))
    assert BoardCode.from_text(code.to_text().replace("-", "\N{EN DASH}")) == code


@pytest.mark.parametrize(
    "difficulty, seed, start, error",
    [
        (Difficulty("custom", 101, 5, 5), 1, None, BoardSizeError),
        (Difficulty("custom", 5, 5, 25), 1, None, MineCountError),
        (DIFFICULTIES["beginner"], 2**63, None, SeedError),
        (DIFFICULTIES["beginner"], 1, (9, 0), CellError),
    ],
)
def test_what_is_no_board_has_no_code(
    difficulty: Difficulty, seed: int, start: tuple[int, int] | None, error: type[Exception]
) -> None:
    with pytest.raises(error):
        BoardCode(difficulty, seed, start)


def test_a_layout_that_was_given_has_no_code() -> None:
    with pytest.raises(SeedError, match="no code"):
        BoardCode.of(Minesweeper(2, 2, 1, layout_mines=[(0, 0)]))


# -- mistakes


@given(code=codes(), place=st.integers(0, 11), more=st.sampled_from(ALPHABET))
def test_a_wrong_character_two_swapped_ones_and_one_too_few_or_too_many_are_always_found(
    code: BoardCode, place: int, more: str
) -> None:
    characters = typed(code)
    for at, right in enumerate(characters):
        for wrong in set(ALPHABET) - {right}:
            assert "wrong" in says("".join([*characters[:at], wrong, *characters[at + 1 :]]))
    for one, other in combinations(range(len(characters)), 2):
        swapped = list(characters)
        swapped[one], swapped[other] = characters[other], characters[one]
        if swapped != characters:
            assert "swapped" in says("".join(swapped))
    for number in (characters[:place] + characters[place + 1 :], [*characters[:place], more, *characters[place:]]):
        assert f"is {len(number)}; allowed" in says("".join(number))


@given(text=st.text() | st.text(ALPHABET + "- ", max_size=40))
def test_any_text_is_a_code_or_an_error_of_one_sentence(text: str) -> None:
    found = says(text)
    assert 0 < len(found) < 100
    assert len(found.splitlines()) == 1


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", "there is no code yet; write one such as 1FJE-W7C0-000J"),
        (" - ", "there is no code yet; write one such as 1FJE-W7C0-000J"),
        ("1FJE-W7CO-000J", "no code has 'O'; allowed are digits, and letters but G, I, O, Q, Z"),
        ("1FJE.W7C0", "no code has '.'; allowed are digits, and letters but G, I, O, Q, Z"),
        ("1", "the number of characters is 1; allowed are 12 to 28, in groups of 4"),
        ("0" * 10**6, "the number of characters is 1000000; allowed are 12 to 28, in groups of 4"),
        ("1FJE-W7C0-000H", "a character is wrong, or two are swapped: the last one does not fit"),
        (version(2), "a code of version 2, not 1: use the program that made it"),
        (version(30), "a code of version Y, not 1: use the program that made it"),
    ],
)
def test_a_wrong_code_says_what_is_wrong(text: str, expected: str) -> None:
    assert says(text) == expected


@given(st.sampled_from([10, 14, 18, 22, 26]).flatmap(lambda size: st.text(ALPHABET, min_size=size, max_size=size)))
def test_a_text_whose_check_fits_is_the_code_of_a_board_or_of_none(text: str) -> None:
    """The seed of a long one may be too large."""
    found = [says(f"1{text}{check}") for check in ALPHABET]
    fitting = [answer for answer in found if "is wrong" not in answer]
    assert len(fitting) == 1
    assert fitting[0] == "no board has this code" or len(fitting[0].split("-")) >= 3


# -- the board of the day


def test_each_day_and_level_has_a_board_of_its_own_that_opens_a_safe_cell_near_the_middle() -> None:
    seeds = set()
    for number in range(50):
        for level in DIFFICULTIES.values():
            code = todays_board(level, DAY + timedelta(number))
            assert code == todays_board(level, DAY + timedelta(number))
            seeds.add(code.seed)
            assert code.start is not None
            assert not code.game().is_mine(code.start)
            distance = [abs(code.start[0] - level.height // 2), abs(code.start[1] - level.width // 2)]
            assert max(distance) <= (2 if level.name == "cs50" else 0)
    assert len(seeds) == 200


@given(rules=RULES, density=st.floats(0, 1))
def test_the_first_cell_of_the_day_is_safe_by_any_rules(rules: Rules, density: float) -> None:
    code = todays_board(replace(Difficulty.custom(4, 5, 1 + round(18 * density)), rules=rules), DAY)
    assert code.start is not None
    assert not code.game().play(Action(Verb.REVEAL, code.start)).exploded


@pytest.mark.parametrize("name", list(DIFFICULTIES))
@pytest.mark.parametrize("guesses", [Guesses.AS_DEALT, Guesses.FAIR])
def test_a_code_of_a_game_that_was_begun_from_a_code_is_the_same(name: str, guesses: Guesses) -> None:
    code = BoardCode(DIFFICULTIES[name].with_guesses(guesses), 2026, (4, 4))
    game, history = code.history()
    assert BoardCode.of(game) == code
    again = game.restarted()
    again.replay(game.history)
    assert (again.mines, again.clues) == (game.mines, game.clues)
    assert len(history.turns) == 1
