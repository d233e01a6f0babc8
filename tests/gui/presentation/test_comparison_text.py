"""Tests of the words of rows in which a student's agent and the reference agree or differ."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.comparison_text import COUNTED, MEANINGS, SIGNS, TITLES, Standing
from minesweeper_qt.model import Derivation, Rule
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedRow, RowKind
from tests.gui.support.comparisons import row_of, stated


def texts(row: ComparedRow, *, brief: bool = False) -> tuple[str, str]:
    """Return the texts of both agents' columns, where each move gave two observations."""
    standing = Standing.of(row, lambda learned: learned // 2)
    return standing.own_text(brief=brief), standing.reference_text(brief=brief)


@pytest.mark.parametrize(
    "row, words, columns",
    [
        (row_of(RowKind.SAME), "same: both know it", ("move 4", "move 5")),
        (row_of(RowKind.MISSING), "missing: only the reference knows it", ("\N{EN DASH}", "move 5, clue")),
        (row_of(RowKind.FURTHER), "only yours: true, but not by the three rules", ("move 4", "\N{EN DASH}")),
        (row_of(RowKind.WRONG, true_count=2), "only yours, and wrong: 2 of these cells are mines", ("= 1", "= 2")),
        *(
            (row, "only yours, and wrong: not all of these cells are on the board", ("off the board", "\N{EN DASH}"))
            for row in (row_of(RowKind.WRONG, true_count=1), row_of(RowKind.WRONG))
        ),
        (row_of(RowKind.SAME, copies=2), "same: both know it; stated twice", ("move 4, twice", "move 5")),
        (row_of(RowKind.SAME, copies=3), "same: both know it; stated 3 times", ("move 4, 3 times", "move 5")),
        (
            row_of(RowKind.SAME, stated([(0, 1), (0, 2)], 1)),
            "same: the reference has settled some of its cells",
            ("move 4", "move 5, shorter"),
        ),
        (
            row_of(RowKind.SAME, stated([(0, 1), (0, 2)], 1), reference_since=None, has_settled=True),
            "same: the reference has settled all of its cells; with cells that your agent has settled",
            ("move 4", "settled"),
        ),
        (
            ComparedRow(stated((), 0), RowKind.SAME, own_since=0, copies=2),
            "same: both know it; empty: it mentions no cell; stated twice",
            ("at first, twice", "\N{EN DASH}"),
        ),
        (
            ComparedRow(stated((), 2), RowKind.WRONG, own_since=3, true_count=0),
            "only yours, and wrong; empty: it mentions no cell",
            ("= 2", "= 0"),
        ),
        (
            ComparedRow(stated((), 0), RowKind.WRONG, own_since=9, failure="add_knowledge raised KeyError"),
            "your agent failed",
            ("failed, move 4", ""),
        ),
    ],
)
def test_words_and_columns(row: ComparedRow, words: str, columns: tuple[str, str]) -> None:
    assert Standing(row).words == words
    assert texts(row) == columns


def test_a_wrong_verdict_is_written_in_words() -> None:
    for is_mine, columns in ((True, ("mine", "safe")), (False, ("safe", "mine"))):
        verdict = Derivation(-1, Rule.CLAIMED, frozenset({(3, 4)}), int(is_mine), (), 1, None)
        row = row_of(RowKind.WRONG, verdict, true_count=int(not is_mine))
        assert texts(row) == columns
        assert Standing(row).words.endswith(f": the cell is {'safe' if is_mine else 'a mine'}")


def test_brief_texts_have_the_numbers_of_the_moves_alone() -> None:
    assert texts(row_of(RowKind.SAME, copies=2), brief=True) == ("4, twice", "5")
    assert texts(row_of(RowKind.MISSING), brief=True) == ("\N{EN DASH}", "5, clue")
    assert texts(row_of(RowKind.SAME, own_since=0), brief=True) == ("0", "5")


def test_a_missing_verdict_names_the_rule_of_the_sentence_that_it_was_drawn_from() -> None:
    cells = [(0, 0), (0, 1), (0, 2)]
    larger, smaller = (Derivation(n, Rule.CLUE, frozenset(cells[:n]), 1, (), 1, (1, n)) for n in (3, 2))
    rest = Derivation(4, Rule.SUBSET, frozenset(cells[2:]), 0, (larger, smaller), 1, None)
    safe = Derivation(5, Rule.ALL_SAFE, frozenset(cells[2:]), 0, (rest,), 1, None)
    shorter = Derivation(6, Rule.SETTLED, frozenset(cells[:2]), 1, (larger, safe), 1, (1, 3))
    revealed = Derivation(7, Rule.REVEALED, frozenset({(5, 5)}), 0, (), 1, None)
    for derivation, word in ((larger, "clue"), (safe, "subset"), (shorter, "clue"), (revealed, "revealed")):
        assert texts(ComparedRow(derivation, RowKind.MISSING, reference_since=8))[1] == f"move 4, {word}"


def test_the_signs_of_what_only_the_student_does() -> None:
    def signs(row: ComparedRow) -> str:
        return Standing.of(row, int).signs

    assert [signs(row_of(kind)) for kind in RowKind] == [""] * 4
    assert signs(row_of(RowKind.SAME, copies=4, has_settled=True)) == "\N{MULTIPLICATION SIGN}4 \N{SUPERSET OF}"
    assert signs(ComparedRow(stated((), 0), RowKind.SAME, own_since=1)) == "\N{EMPTY SET}"


def test_since_when_each_has_it() -> None:
    assert Standing.of(row_of(RowKind.SAME, own_since=0), int).moves_text == (
        "yours from the beginning, the reference since move 10"
    )
    assert Standing.of(row_of(RowKind.MISSING), int).moves_text == "the reference since move 10"


@pytest.mark.parametrize("texts", [TITLES, SIGNS, MEANINGS, COUNTED])
def test_each_kind_has_words_of_its_own(texts: dict[RowKind, str]) -> None:
    assert set(texts) == set(RowKind)
    assert len(set(texts.values())) == len(RowKind)
