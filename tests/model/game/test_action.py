"""Tests of actions and their text form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper_qt.model import Action, ActionSyntaxError, Verb

numbers = st.integers(0, 999_999_999)


@pytest.mark.slow
@given(verb=st.sampled_from(Verb), cell=st.tuples(numbers, numbers))
def test_what_is_written_is_read_again(verb: Verb, cell: tuple[int, int]) -> None:
    action = Action(verb, cell)
    assert Action.from_text(str(action)) == action
    assert Action.from_text(f"  {verb.value}\t{cell[0]}   {cell[1]}\n") == action


def test_the_text_form_is_that_of_the_documents_and_actions_are_values() -> None:
    texts = ["reveal 3 4", "flag 0 7", "unflag 0 7", "chord 2 2"]
    assert [str(Action.from_text(text)) for text in texts] == texts
    # Actions are values.
    assert len({Action(Verb.FLAG, (0, 1)), Action.from_text("flag 0 1"), Action(Verb.UNFLAG, (0, 1))}) == 2


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "reveal", "reveal 1", "reveal 1 2 3", "open 1 2", "REVEAL 1 2", "reveal -1 2", "reveal 1.0 2"),
        *("reveal a b", "reveal1 2", "1 2 reveal", "reveal 1,2", "reveal 1_0 2", "reveal \u0663 4", "reveal (1, 2)"),
        *("reveal 1234567890 1", "reveal 1 " + "9" * 5000),
    ],
)
def test_a_text_that_is_no_action_is_an_error_that_names_the_form(text: str) -> None:
    with pytest.raises(ActionSyntaxError, match="write VERB ROW COLUMN with one of reveal, flag, unflag, chord"):
        Action.from_text(text)


@pytest.mark.slow
@given(text=st.text())
def test_no_text_gives_another_error(text: str) -> None:
    try:
        action = Action.from_text(text)
    except ActionSyntaxError:
        return
    assert Action.from_text(str(action)) == action


@pytest.mark.parametrize("verb", ["reveal", None, 0])
def test_a_verb_that_is_not_a_verb_value_is_an_error(verb) -> None:
    with pytest.raises(ActionSyntaxError, match=r"no verb: .*; allowed are Verb\.REVEAL, "):
        Action(verb, (0, 0))
