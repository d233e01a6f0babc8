"""Tests of the words of proofs, read on positions that a person can check by hand, and of their JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from minesweeper_qt.model import Cell, Position, Proof, ProofLine, explain, short_lines, short_proof, short_text
from minesweeper_qt.model.evidence.proof import Pattern, PatternKind, known_texts, proof_dict, short_dict, short_heading
from tests.model.support.proofs import proofs_of, uses_proofs
from tests.model.support.short_proofs import short_proofs_of, uses_short_proofs
from tests.model.support.written_proofs import SPLIT

JARGON = re.compile(
    r"\bits sentence\b|\(step|steps? \d|too few mines|as many mines as cells \(|\bnone of its 0\b|\b1 mines\b"
)
"""Words that readers of proofs stumbled over, and slips of grammar."""


def text_of(position: str, cell: Cell) -> list[str]:
    found = short_proof(Position.from_text(position.replace("/", "\n")), cell)
    assert isinstance(found, Proof)
    return ["  " * line.depth + line.text for line in short_lines(found)]


@pytest.mark.parametrize(
    "position, cell, lines",
    [
        ("3x1x0/0HH", (0, 1), ["(0, 0) is blank: no neighbour is a mine. So (0, 1) is safe."]),
        ("3x1x1/1HH", (0, 1), ["The 1 at (0, 0) has only one covered neighbour, (0, 1): a mine."]),
        ("3x1x2/H2H", (0, 0), ["The 2 at (0, 1) needs two and has only (0, 0) and (0, 2) left: (0, 0) is a mine."]),
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
        ("5x1x2/1HHH1", (0, 2), ["All 2 mines are known ▸.", "So no mine is left elsewhere, and (0, 2) is safe."]),
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
                "Then four mines are needed, and only three are left. That can't be, so (2, 3) is safe.",
            ],
        ),
    ],
)
def test_examples(position: str, cell: Cell, lines: list[str]) -> None:
    assert text_of(position, cell) == lines


@pytest.mark.slow
@uses_short_proofs
def test_no_words_that_only_the_program_understands() -> None:
    for seed in range(1, 120):
        for _, found in short_proofs_of(seed):
            text = short_text(found, unfold=True)
            assert not JARGON.search(text), text


def test_the_heading_names_verdict_pattern_and_level() -> None:
    found = short_proof(Position.from_text("3x2x1\nHHH\n11H"), (1, 2))
    assert isinstance(found, Proof)
    assert short_heading(found) == "(1, 2) is safe. Level subset: the difference of two sentences, CS50's rule."
    named = replace(found, pattern=Pattern(PatternKind.ONE_ONE, is_at_wall=True))
    assert short_heading(named).startswith("(1, 2) is safe. 1-1 pattern, at the wall. Level subset:")


def test_what_is_known_unfolds_to_why_it_is_known() -> None:
    found = short_proof(Position.from_text("5x1x2\n1HHH1"), (0, 2))
    assert isinstance(found, Proof)
    (number,) = found.known
    assert known_texts(found, number) == ("(0, 1) is a mine: clue 1 at (0, 0).", "(0, 3) is a mine: clue 1 at (0, 4).")
    assert short_text(found, unfold=True).splitlines()[2:4] == [f"    {text}" for text in known_texts(found, number)]


@pytest.mark.slow
def test_json_has_all_that_is_folded() -> None:
    def texts(lines: list[dict[str, Any]]) -> list[str]:
        return [text for line in lines for text in (line["text"], *texts(line["folded"]))]

    def lines_of(lines: tuple[ProofLine, ...]) -> list[str]:
        return [text for line in lines for text in (line.text, *lines_of(line.folded))]

    for seed in range(1, 30):
        for _, found in short_proofs_of(seed):
            written = json.loads(json.dumps(short_dict(found)))
            assert texts(written["lines"]) == lines_of(short_lines(found))
            assert written["text"] == short_heading(found)


def test_a_clue_that_is_read_a_second_time_is_named_again() -> None:
    line = "{(3, 2), (3, 3), (5, 3)} = 2 lies around the 3 at (4, 3). So {(3, 4), (4, 4), (5, 4)} = 1."
    rows = "HHHHHHH2H/HHHHHHH3H/HHHHH12H1/HHHHH11H1/1233H2111/111HHH1HH/H22HH4HHH/2HH3HHHHH/1HHH1HHHH"
    assert line in text_of(f"9x9x23/{rows}", (5, 8))


def test_the_number_of_mines_is_named_where_all_cases_clash_with_it() -> None:
    lines = text_of("5x5x5/1HHHH/HHHHH/H21HH/HH3HH/HHHHH", (1, 3))
    assert lines[-2].endswith("Any way, there would be more mines than the five that are left.")


# -- as JSON


def test_a_proof_as_json_has_all_that_the_proof_has() -> None:
    found = json.loads(json.dumps(proof_dict(SPLIT)))
    assert found["cell"] == [2, 3]
    assert (found["verdict"], found["level"], found["clues"]) == ("mine", "cases", [[0, 4], [2, 4]])
    clue, _, cases = found["steps"]
    text, cells = "The 1 at (0, 4) has a mine at (0, 3), (1, 3) or (1, 4).", [[0, 3], [1, 3], [1, 4]]
    sentence = {"number": 1, "rule": "clue", "cells": cells, "count": 1, "premises": [], "clue": [0, 4]}
    assert clue == {**sentence, "text": text, "cases": None}
    assert cases["premises"] == [1, 2]
    assert cases["text"] == "In both ways that are left, (2, 3) is a mine."
    assert cases["cases"]["premise"] == 1
    assert [way["clash"] for way in cases["cases"]["ways"]] == [2, None, None]
    assert [way["mines"] for way in cases["cases"]["ways"]] == [[[0, 3]], [[1, 3]], [[1, 4]]]


def test_a_proof_by_the_overlap_rule_as_json_names_rule_and_level() -> None:
    found = json.loads(json.dumps(proof_dict(explain(Position.from_text("5x3x3\nHHHH1\nHHHHH\nHHHH2"), (0, 3)))))
    assert found["level"] == "overlap"
    assert [made["rule"] for made in found["steps"]] == ["clue", "clue", "overlap", "subset", "all safe"]
    shared = found["steps"][2]
    assert (shared["cells"], shared["count"], shared["premises"]) == ([[1, 3], [1, 4]], 1, [2, 1])


@pytest.mark.slow
@uses_proofs
def test_each_step_of_a_proof_from_the_clues_has_its_text() -> None:
    for seed in range(1, 60):
        for proof in proofs_of(seed):
            assert all(step["text"] for step in proof_dict(proof)["steps"]), proof


# -- in a notebook


@uses_short_proofs
def test_a_notebook_shows_every_line_of_a_proof_and_marks_what_it_speaks_of() -> None:
    for _, proof in (found for seed in range(1, 30) for found in short_proofs_of(seed)):
        page = ElementTree.fromstring(f"<div>{proof._repr_html_()}</div>")
        names = [title.text or "" for title in page.iter("{http://www.w3.org/2000/svg}title")]
        assert len(names) == len(proof.position.board.cells)
        (i, j), taken = proof.cell, proof.cell in proof.position.taken
        verdict = "mine" if taken else "certainly a mine" if proof.is_mine else "certainly safe"
        assert names[i * proof.position.width + j].endswith(verdict)
        assert sum("clue that is read" in name for name in names) == len(proof.clues)
        texts = [(item.text or item.findtext("details/summary") or "") for item in page.iter("li")]
        assert [page.findtext("p"), *texts] == [line.strip() for line in short_text(proof, unfold=True).split("\n")]
