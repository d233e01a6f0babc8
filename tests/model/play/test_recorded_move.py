"""Tests of the moves of records: each is read again from its line, and wrong values and lines are refused."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Action, MinesweeperError, RecordedMove, RecordSyntaxError, TurnMaker, Verb

cells = st.tuples(st.integers(0, 999), st.integers(0, 999))
actions = st.builds(Action, st.sampled_from(Verb), cells)
words = st.from_regex(r"\S{1,100}", fullmatch=True) | st.sampled_from(["at", "by", "ai", "from", "hint", "using", ","])


@pytest.mark.slow
@given(
    st.lists(actions, min_size=1, max_size=4),
    st.sampled_from(TurnMaker),
    st.just("") | words,
    st.booleans(),
    st.none() | st.floats(0, 1e9, exclude_max=True).filter(lambda seconds: round(seconds, 3) < 1e9) | st.just(-0.0),
)
def test_a_move_is_read_again_from_its_line(
    done: list[Action], maker: TurnMaker, strategy: str, is_hint: bool, seconds: float | None
) -> None:
    move = RecordedMove(tuple(done), maker, strategy, is_hint, seconds)
    line = move.to_line()
    assert len(line.splitlines()) == 1
    assert RecordedMove.from_line(line) == move
    assert RecordedMove.from_line(f"  {line} \r\n") == move
    assert RecordedMove.from_line(line).to_line() == line
    if seconds is not None:
        assert move.seconds == pytest.approx(seconds, abs=0.00051)


@pytest.mark.slow
@given(st.text() | st.text("reveal flag by ai using from hint at ,0123456789.-"))
def test_any_other_line_is_refused(line: str) -> None:
    try:
        move = RecordedMove.from_line(line)
    except RecordSyntaxError:
        return
    assert RecordedMove.from_line(move.to_line()) == move


@pytest.mark.parametrize("seconds", [-0.001, -1, math.nan, math.inf, -math.inf, 1e9, 999_999_999.9999])
def test_a_time_out_of_range_is_refused(seconds: float) -> None:
    with pytest.raises(MinesweeperError, match="allowed are 0 to less than 1000000000"):
        RecordedMove((Action(Verb.FLAG, (0, 0)),), seconds=seconds)


@pytest.mark.parametrize("strategy", ["two words", "a\nb", "a\u2028b", " ", "x" * 101])
def test_a_strategy_that_is_no_word_is_refused(strategy: str) -> None:
    with pytest.raises(MinesweeperError, match="allowed is one word of at most 100 letters"):
        RecordedMove((Action(Verb.FLAG, (0, 0)),), strategy=strategy)


def test_a_move_without_actions_is_refused() -> None:
    with pytest.raises(MinesweeperError, match="at least one action"):
        RecordedMove(())


@pytest.mark.parametrize(
    "line, message",
    [
        ("", "no move: ''; write VERB ROW COLUMN, ... [by ai]"),
        ("open 1 1", "no move: 'open 1 1'; write VERB ROW COLUMN"),
        ("reveal 1 1 by robot", "no move: 'reveal 1 1 by robot'; write"),
        ("reveal 1 1, ", "no move: 'reveal 1 1, '; write"),
        ("reveal 1 1 from hint by ai", "no move: 'reveal 1 1 from hint by ai'; write"),
        ("reveal 1 ٣", "no move: 'reveal 1 ٣'; write"),
        ("reveal 1 1 at ٣", "no time: '٣'; write seconds such as 12.345, below 10**9"),
        ("reveal 1 1 at -1.000", "no time: '-1.000'; write"),
        ("reveal 1 1 at nan", "no time: 'nan'; write"),
        ("reveal 1 1 at 1e3", "no time: '1e3'; write"),
        ("reveal 1 1 at 1.2345", "no time: '1.2345'; write"),
        ("reveal 1 1 at " + "9" * 5000, f"no time: '{'9' * 80}'...; write"),
        ("reveal 1 1 using " + "x" * 101, "allowed is one word of at most 100 letters"),
        ("reveal 1 " + "9" * 5000, f"no move: 'reveal 1 {'9' * 71}'...; write"),
    ],
)
def test_the_error_shows_what_is_wrong_and_what_is_allowed(line: str, message: str) -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        RecordedMove.from_line(line)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
