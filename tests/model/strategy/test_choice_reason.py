"""Tests of the reasons of choices: every kind has its words."""

from __future__ import annotations

import pickle

import pytest

from minesweeper_qt.model.strategy.choice_reason import ChoiceReason, ChoiceReasonKind, safe_text
from minesweeper_qt.model.words import count_text

# The words from the time when reasons were strings.
GOLDEN = {
    ChoiceReasonKind.SENTENCES: "safe by what the AI knows",
    ChoiceReasonKind.ALL_LAYOUTS: "safe in all 24 possible layouts of mines",
    ChoiceReasonKind.NO_MINES: "there are no mines",
    ChoiceReasonKind.FIRST_IS_SAFE: "safe as the first cell",
    ChoiceReasonKind.FIRST_IS_EQUAL: "the first cell: all have the same risk",
    ChoiceReasonKind.GIVEN: "given with the board",
    ChoiceReasonKind.RANDOM: "no safe cell known, so at random",
    ChoiceReasonKind.TOO_HARD: "too hard to count, so at random",
    ChoiceReasonKind.LOWEST_RISK: "the lowest risk",
    ChoiceReasonKind.LOWEST_UNFLAGGED: "the lowest risk of the cells without a flag",
    ChoiceReasonKind.BETTER_NEXT: "better for the next move than the lowest risk",
    ChoiceReasonKind.UNAVOIDABLE: "a guess that can hardly be avoided later",
    ChoiceReasonKind.MOST_WINS: "wins 7 of the 24 possible layouts of mines",
    ChoiceReasonKind.OTHER: "safe {layouts} by my own rule",
}


def reason(kind: ChoiceReasonKind, layouts: int = 24) -> ChoiceReason:
    return ChoiceReason(kind, layouts, 7, "safe {layouts} by my own rule")


@pytest.mark.parametrize("kind", ChoiceReasonKind)
def test_every_kind_has_the_words_it_always_had(kind: ChoiceReasonKind) -> None:
    assert str(reason(kind)) == GOLDEN[kind]


@pytest.mark.parametrize("kind", ChoiceReasonKind)
def test_a_safe_cell_is_called_safe_once(kind: ChoiceReasonKind) -> None:
    claims = kind in (ChoiceReasonKind.SENTENCES, ChoiceReasonKind.ALL_LAYOUTS, ChoiceReasonKind.FIRST_IS_SAFE)
    assert safe_text(reason(kind)) == (GOLDEN[kind] if claims else f"safe: {GOLDEN[kind]}")


@pytest.mark.parametrize("layouts", [0, 1, 9_999, 10_000, 12_345_678, 10**9, 10**15, 12_345 * 10**5000], ids=count_text)
def test_numbers_are_kept_exactly_and_read_as_everywhere(layouts: int) -> None:
    kept = reason(ChoiceReasonKind.ALL_LAYOUTS, layouts)
    assert kept.layouts == layouts
    number = f" {count_text(layouts)}" if layouts < 10_000 else ""
    which = "the only possible layout" if layouts == 1 else f"all{number} possible layouts"
    expected = f"safe in {which} of mines"
    assert str(kept) == expected


def test_a_single_layout_is_not_called_layouts() -> None:
    for kind in ChoiceReasonKind:
        assert "layouts" not in str(ChoiceReason(kind, layouts=1, wins=1))
    assert (
        safe_text(ChoiceReason(ChoiceReasonKind.ALL_LAYOUTS, layouts=1)) == "safe in the only possible layout of mines"
    )


def test_reasons_are_values_that_travel_between_processes() -> None:
    first = reason(ChoiceReasonKind.MOST_WINS)
    assert pickle.loads(pickle.dumps(first)) == first != reason(ChoiceReasonKind.MOST_WINS, 25)
