"""Tests of the words of outlines, read on positions that a person can check by hand."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from minesweeper_qt.model import Cell, Outline, OutlineLine, Position, outline, outline_lines, outline_text
from minesweeper_qt.model.evidence.outline import Pattern, PatternKind
from minesweeper_qt.model.evidence.outline_text import lemma_texts, outline_dict, outline_heading
from tests.model.support.outlines import outlines_of, uses_outlines

JARGON = re.compile(
    r"\bits sentence\b|\(step|steps? \d|too few mines|as many mines as cells \(|\bnone of its 0\b|\b1 mines\b"
)
"""Words that readers of proofs stumbled over, and slips of grammar."""


def text_of(position: str, cell: Cell) -> list[str]:
    found = outline(Position.from_text(position.replace("/", "\n")), cell)
    assert isinstance(found, Outline)
    return ["  " * line.depth + line.text for line in outline_lines(found)]


@pytest.mark.parametrize(
    "position, cell, lines",
    [
        ("3x1x0/0HH", (0, 1), ["(0, 0) is blank: no neighbour is a mine. So (0, 1) is safe."]),
        ("3x1x1/1HH", (0, 1), ["The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine."]),
        (
            "3x1x2/H2H",
            (0, 0),
            ["The 2 at (0, 1) needs two and has only (0, 0) and (0, 2) left: (0, 0) is a mine."],
        ),
        ("4x1x1/M1HH", (0, 2), ["The 1 at (0, 1) has its mine already, (0, 0) ▸. So (0, 2) is safe."]),
        (
            "3x2x1/HHH/11H",
            (1, 2),
            [
                "The 1 at (1, 0) has its mine at (0, 0) or (0, 1), both of which the 1 at (1, 1) touches too. "
                "So that is the mine of the 1 at (1, 1): (1, 2) is safe."
            ],
        ),
        (
            "4x2x3/HHHH/H13H",
            (0, 0),
            [
                "The 1 at (1, 1) and the 3 at (1, 2) share (0, 1) and (0, 2). "
                "The 3 needs at least one mine there, as it has only (0, 3) and (1, 3) besides; the 1 allows only one.",
                "So the mine of the 1 is there, and (0, 0) is safe.",
            ],
        ),
        (
            "5x1x2/1HHH1",
            (0, 2),
            ["All 2 mines are known ▸.", "So no mine is left elsewhere, and (0, 2) is safe."],
        ),
        (
            "5x2x2/1HHH1/HHHHH",
            (0, 2),
            [
                "The board has 2 mines. "
                "Of these two, the 1 at (0, 0) has one and the 1 at (0, 4) has one; they share no cell.",
                "So every other covered cell that none of them touches is safe, (0, 2) too.",
            ],
        ),
        (
            "4x3x3/HHH1/HHHH/H21H",
            (2, 3),
            [
                "The board has 3 mines.",
                "Suppose (2, 3) were a mine.",
                "  Then the 1 at (2, 2) is complete: (1, 1), (1, 2) and (1, 3) are safe.",
                "  Then the 1 at (0, 3) has only (0, 2) left: it is a mine.",
                "  Then the 2 at (2, 1) has only (1, 0) and (2, 0) left: both are mines.",
                "That takes four mines, and only three are left. That can't be, so (2, 3) is safe.",
            ],
        ),
    ],
)
def test_examples(position: str, cell: Cell, lines: list[str]) -> None:
    assert text_of(position, cell) == lines


@pytest.mark.slow
@uses_outlines
def test_no_words_that_only_the_program_understands() -> None:
    for seed in range(1, 120):
        for _, found in outlines_of(seed):
            text = outline_text(found, unfold=True)
            assert not JARGON.search(text), text


def test_the_heading_names_verdict_pattern_and_level() -> None:
    found = outline(Position.from_text("3x2x1\nHHH\n11H"), (1, 2))
    assert isinstance(found, Outline)
    assert outline_heading(found) == "(1, 2) is safe. Level subset: the difference of two sentences, CS50's rule."
    named = replace(found, pattern=Pattern(PatternKind.ONE_ONE, is_at_wall=True))
    assert outline_heading(named).startswith("(1, 2) is safe. 1-1 pattern, at the wall. Level subset:")


def test_a_lemma_unfolds_to_why_it_is_known() -> None:
    found = outline(Position.from_text("5x1x2\n1HHH1"), (0, 2))
    assert isinstance(found, Outline)
    (number,) = found.lemmas
    assert lemma_texts(found, number) == (
        "(0, 1) is a mine: all mines in {(0, 1)} = 1.",
        "(0, 3) is a mine: all mines in {(0, 3)} = 1.",
    )
    assert outline_text(found, unfold=True).splitlines()[2:4] == [f"    {text}" for text in lemma_texts(found, number)]


def test_json_has_all_that_is_folded() -> None:
    def texts(lines: list[dict[str, Any]]) -> list[str]:
        return [text for line in lines for text in (line["text"], *texts(line["folded"]))]

    def lines_of(lines: tuple[OutlineLine, ...]) -> list[str]:
        return [text for line in lines for text in (line.text, *lines_of(line.folded))]

    for seed in range(1, 30):
        for _, found in outlines_of(seed):
            written = json.loads(json.dumps(outline_dict(found)))
            assert texts(written["lines"]) == lines_of(outline_lines(found))
            assert written["text"] == outline_heading(found)
