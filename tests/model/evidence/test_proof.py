"""Tests of proofs in words: their text, and the cells that each line highlights."""

from __future__ import annotations

import json

import pytest

from minesweeper_qt.model import Cell, Position, Proof, Reasoning, Rule, explain, proof_lines
from minesweeper_qt.model.evidence.proof import proof_dict, proof_heading
from minesweeper_qt.model.evidence.proof_step import Split
from tests.model.support.proofs import proofs_of, uses_proofs
from tests.model.support.written_proofs import SPLIT, case, step

pytestmark = uses_proofs


def proof_of(text: str, cell: Cell) -> Proof:
    proof = explain(Position.from_text(text), cell)
    assert isinstance(proof, Proof)
    return proof


GOLDEN = {
    "a clue that already touches a mine": (
        "3x6x2\n0FH\nH11\n12H\nHF1\n11F\nHHH",
        (0, 2),
        """\
(0, 2) is safe. 3 clues show it by the subset rule.
1. {(1, 0), (3, 0), (3, 1)} = 1 because these are all covered neighbours of the 1 at (2, 0).
2. {(1, 0), (2, 2), (3, 0), (3, 1)} = 2 because these are all covered neighbours of the 2 at (2, 1).
3. {(2, 2)} = 1: {(1, 0), (2, 2), (3, 0), (3, 1)} = 2 minus {(1, 0), (3, 0), (3, 1)} = 1 (steps 1 and 2).
4. (2, 2) is a mine: 1 mine is left for 1 cell (step 3).
5. {(0, 1), (0, 2), (1, 0)} = 0 because the 1 at (1, 1) already touches the mine at (2, 2) and needs no more.
6. (0, 2) is safe: no mine is left for it (step 5).""",
    ),
    "1-2-1: safe in the middle": (
        "3x3x2\nHHH\n121\n000",
        (0, 1),
        """\
(0, 1) is safe. 3 clues show it by the subset rule.
1. {(0, 0), (0, 1)} = 1 because these are all covered neighbours of the 1 at (1, 0).
2. {(0, 0), (0, 1), (0, 2)} = 2 because these are all covered neighbours of the 2 at (1, 1).
3. {(0, 2)} = 1: {(0, 0), (0, 1), (0, 2)} = 2 minus {(0, 0), (0, 1)} = 1 (steps 1 and 2).
4. (0, 2) is a mine: 1 mine is left for 1 cell (step 3).
5. {(0, 1)} = 0 because the 1 at (1, 2) already touches the mine at (0, 2) and needs no more.
6. (0, 1) is safe: no mine is left for it (step 5).""",
    ),
    "1-2-2-1: mines in the middle": (
        "4x3x2\nHHHH\n1221\n0000",
        (0, 1),
        """\
(0, 1) is a mine. 2 clues show it by the subset rule.
1. {(0, 2), (0, 3)} = 1 because these are all covered neighbours of the 1 at (1, 3).
2. {(0, 1), (0, 2), (0, 3)} = 2 because these are all covered neighbours of the 2 at (1, 2).
3. {(0, 1)} = 1: {(0, 1), (0, 2), (0, 3)} = 2 minus {(0, 2), (0, 3)} = 1 (steps 1 and 2).
4. (0, 1) is a mine: 1 mine is left for 1 cell (step 3).""",
    ),
    "by the number of mines": (
        "5x2x2\n1HHH1\nHHHHH",
        (0, 2),
        """\
(0, 2) is safe. 2 clues and the number of mines show it.
1. {(0, 1), (1, 0), (1, 1)} = 1 because these are all covered neighbours of the 1 at (0, 0).
2. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).
3. {(0, 2), (1, 2)} = 0: 2 mines in all covered cells minus {(0, 1), (1, 0), (1, 1)} = 1 and \
{(0, 3), (1, 3), (1, 4)} = 1 (steps 1 and 2).
4. (0, 2) is safe: no mine is left for it (step 3).""",
    ),
    "1-2: the overlap rule": (
        "5x3x3\nHHHH1\nHHHHH\nHHHH2",
        (0, 3),
        """\
(0, 3) is safe. 2 clues show it by the overlap rule.
1. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).
2. {(1, 3), (1, 4), (2, 3)} = 2 because these are all covered neighbours of the 2 at (2, 4).
3. {(1, 3), (1, 4)} = 1: the 2 at (2, 4) and the 1 at (0, 4) share them (steps 1 and 2); \
the 2 needs at least one mine there, as it has only (2, 3) besides; the 1 allows only one.
4. {(0, 3)} = 0: {(0, 3), (1, 3), (1, 4)} = 1 minus {(1, 3), (1, 4)} = 1 (steps 1 and 3).
5. (0, 3) is safe: no mine is left for it (step 4).""",
    ),
    "a blank tile": (
        "4x1x1\nH0HH",
        (0, 2),
        """\
(0, 2) is safe. One clue shows it.
1. {(0, 0), (0, 2)} = 0 because (0, 1) is blank: no mine touches it.
2. (0, 2) is safe: no mine is left for it (step 1).""",
    ),
    "taken for a mine": (
        "3x1x1\nM1H",
        (0, 0),
        """\
(0, 0) is a mine: the position takes it for one.
1. (0, 0) is a mine: the position takes it for one.""",
    ),
}


BY_CASES = """\
(2, 3) is a mine. 2 clues show it by cases.
1. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).
2. {(1, 3), (1, 4), (2, 3)} = 2 because these are all covered neighbours of the 2 at (2, 4).
3. The 1 at (0, 4) has a mine at (0, 3), (1, 3) or (1, 4).
  Either (0, 3) is a mine. Then the 2 at (2, 4) would have room for only one of its two mines.
  Or (1, 3) is a mine.
    Then the 2 at (2, 4) has only (2, 3) left: it is a mine.
  Or (1, 4) is a mine.
    Then the 2 at (2, 4) has only (2, 3) left: it is a mine.
In both ways that are left, (2, 3) is a mine."""


def test_the_text_of_a_proof_by_cases() -> None:
    assert str(SPLIT) == BY_CASES


@pytest.mark.parametrize("name", GOLDEN)
def test_the_text_of_well_known_examples(name: str) -> None:
    position, cell, text = GOLDEN[name]
    assert str(proof_of(position, cell)) == text


def test_the_lines_have_the_cells_to_highlight() -> None:
    lines = proof_lines(SPLIT)
    assert [(*line.steps, line.depth) for line in lines] == [
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 1),
        (3, 1),
        (3, 2),
        (3, 1),
        (3, 2),
        (3, 0),
    ]
    clue, *_, last = lines
    assert clue.clues == {(0, 4)}
    assert clue.cells == {(0, 3), (1, 3), (1, 4)}
    assert not clue.mines | clue.safes
    assert [place for place, line in enumerate(lines) if line.is_assumption] == [3, 4, 6]
    either, _, forced = lines[3:6]
    assert (either.mines, either.safes) == ({(0, 3)}, {(1, 3), (1, 4)})
    assert (forced.clues, forced.cells) == ({(2, 4)}, {(1, 3), (1, 4), (2, 3)})
    assert (last.mines, last.safes) == ({(2, 3)}, frozenset())


@pytest.mark.long
def test_every_proof_has_lines_for_all_steps_and_ends_with_its_verdict() -> None:
    checked = 0
    for seed in range(1, 400):
        for proof in proofs_of(seed):
            lines = proof_lines(proof)
            outer = [line.steps for line in lines if not line.depth]
            assert outer == sorted(outer)
            assert {line.steps for line in lines} == {(step.number,) for step in proof.steps}
            assert (lines[-1].mines, lines[-1].safes)[not proof.is_mine] == {proof.cell}
            assert proof_heading(proof) == str(proof).partition("\n")[0]
            for line in lines:
                assert line.text.endswith((".", ":"))
                assert line.text.count("(") < 60
                assert line.text[0] not in " ,;"
                # The cells of a line are on the board, and no cell is a mine and safe at once.
                assert line.clues <= proof.position.clues.keys()
                assert line.cells | line.mines | line.safes <= proof.position.covered
                assert not line.mines & line.safes
            checked += 1
    assert checked > 2_000


def text_with(part: str, seed: int) -> str:
    """Return the first line with ``part`` among the proofs of the position of ``seed``."""
    lines = (line.text for proof in proofs_of(seed) for line in proof_lines(proof))
    return next(line for line in lines if part in line)


@pytest.mark.slow
def test_one_cell_or_step_has_the_singular() -> None:
    line = "1. {(0, 2)} = 1 because this is the only covered neighbour of the 1 at (0, 1)."
    assert proof_lines(proof_of("4x1x1\n01HH", (0, 2)))[0].text == line
    line = "16. {(2, 3), (2, 4)} = 1: {(2, 3), (2, 4), (4, 3), (4, 4)} = 1 minus the safe cell (4, 4) and the safe cell"
    assert text_with("safe cell", 86).startswith(line)
    assert text_with("In both ways", 166) == "In both ways that are left, (6, 3) is a mine."
    assert text_with("In all", 66) == "In all 9 ways that are left, (0, 3) is safe."
    assert text_with("In the only", 166) == "In the only way that is left, (6, 1) is safe."


def test_a_sentence_without_a_clue_is_named_with_its_step_within_a_case() -> None:
    split = Split(1, (case("00 01", "02", clash=2), case("00 02", "01", clash=3), case("01 02", "00")))
    steps = (
        step(1, "MINE_COUNT", "00 01 02", 2),
        step(2, "SUBSET", "00 01", 1, 1),
        step(3, "SUBSET", "01 03", 2, 1),
        step(4, "CASES", "01", 1, 1, 2, 3, split=split),
    )
    proof = Proof(Position(1, 4, 2), (0, 1), True, Reasoning.CASES, steps)
    assert [line.text for line in proof_lines(proof)[4:6]] == [
        "Either (0, 2) is safe. Then {(0, 0), (0, 1)} = 1 (step 2) would have two mines, (0, 0) and (0, 1).",
        "Or (0, 1) is safe. Then {(0, 1), (0, 3)} = 2 (step 3) would have room for only one of its two mines.",
    ]


@pytest.mark.slow
def test_long_lists_are_shortened() -> None:
    proof = next(
        proof
        for seed in range(0, 2000, 200)
        for proof in proofs_of(seed)
        if any(step.rule is Rule.MINE_COUNT for step in proof.steps)
    )
    (line,) = [line for line in proof_lines(proof) if proof.steps[line.steps[0] - 1].rule is Rule.MINE_COUNT][:1]
    assert "99 mines in all covered cells minus what" in line.text
    assert max(len(line.text) for line in proof_lines(proof)) < 700


def test_a_proof_as_json_has_all_that_the_proof_has() -> None:
    found = json.loads(json.dumps(proof_dict(SPLIT)))
    assert found["cell"] == [2, 3]
    assert (found["verdict"], found["level"], found["clues"]) == ("mine", "cases", [[0, 4], [2, 4]])
    clue, _, cases = found["steps"]
    assert clue == {
        "number": 1,
        "rule": "clue",
        "cells": [[0, 3], [1, 3], [1, 4]],
        "count": 1,
        "premises": [],
        "clue": [0, 4],
        "text": "1. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).",
        "cases": None,
    }
    assert cases["premises"] == [1, 2]
    assert cases["text"].splitlines()[0] == "3. The 1 at (0, 4) has a mine at (0, 3), (1, 3) or (1, 4)."
    assert cases["cases"]["premise"] == 1
    assert [way["clash"] for way in cases["cases"]["ways"]] == [2, None, None]
    assert [way["mines"] for way in cases["cases"]["ways"]] == [[[0, 3]], [[1, 3]], [[1, 4]]]


def test_a_proof_by_the_overlap_rule_as_json_names_rule_and_level() -> None:
    found = json.loads(json.dumps(proof_dict(proof_of("5x3x3\nHHHH1\nHHHHH\nHHHH2", (0, 3)))))
    assert found["level"] == "overlap"
    assert [made["rule"] for made in found["steps"]] == ["clue", "clue", "overlap", "subset", "all safe"]
    shared = found["steps"][2]
    assert (shared["cells"], shared["count"], shared["premises"]) == ([[1, 3], [1, 4]], 1, [2, 1])


def test_the_text_of_an_overlap_gives_the_bounds_in_numbers() -> None:
    first, second = step(1, "MINE_COUNT", "00 01 02", 1), step(2, "MINE_COUNT", "01 02 03", 2)
    steps = (first, second, step(3, "OVERLAP", "01 02", 1, 1, 2))
    proof = Proof(Position(1, 6, 3), (0, 1), True, Reasoning.OVERLAP, steps)
    assert proof_lines(proof)[2].text == (
        "3. {(0, 1), (0, 2)} = 1: {(0, 0), (0, 1), (0, 2)} = 1 and {(0, 1), (0, 2), (0, 3)} = 2 share them "
        "(steps 1 and 2); {(0, 1), (0, 2), (0, 3)} = 2 needs at least one mine there, as it has only (0, 3) besides; "
        "{(0, 0), (0, 1), (0, 2)} = 1 allows only one."
    )
