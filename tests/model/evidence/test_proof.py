"""Tests of proofs in words: their text, and the cells that each line highlights."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from minesweeper_qt.model import Cell, Position, Proof, ProofRule, explain, proof_lines
from minesweeper_qt.model.evidence.proof import proof_dict, proof_heading, proof_text
from minesweeper_qt.model.text.cell_text import verdict_text
from tests.model.support.proofs import proofs_of, uses_proofs

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
(0, 2) is safe: proved with 3 clues (subset).
1. {(1, 0), (3, 0), (3, 1)} = 1 because these are all covered neighbours of the 1 at (2, 0).
2. {(1, 0), (2, 2), (3, 0), (3, 1)} = 2 because these are all covered neighbours of the 2 at (2, 1).
3. {(2, 2)} = 1: {(1, 0), (2, 2), (3, 0), (3, 1)} = 2 minus {(1, 0), (3, 0), (3, 1)} = 1 (steps 1 and 2).
4. (2, 2) is a mine: its sentence counts as many mines as cells (step 3).
5. {(0, 1), (0, 2), (1, 0)} = 0 because the 1 at (1, 1) already touches the mine at (2, 2).
6. (0, 2) is safe: its sentence counts no mine (step 5).""",
    ),
    "1-2-1: safe in the middle": (
        "3x3x2\nHHH\n121\n000",
        (0, 1),
        """\
(0, 1) is safe: proved with 3 clues (subset).
1. {(0, 0), (0, 1)} = 1 because these are all covered neighbours of the 1 at (1, 0).
2. {(0, 0), (0, 1), (0, 2)} = 2 because these are all covered neighbours of the 2 at (1, 1).
3. {(0, 2)} = 1: {(0, 0), (0, 1), (0, 2)} = 2 minus {(0, 0), (0, 1)} = 1 (steps 1 and 2).
4. (0, 2) is a mine: its sentence counts as many mines as cells (step 3).
5. {(0, 1)} = 0 because the 1 at (1, 2) already touches the mine at (0, 2).
6. (0, 1) is safe: its sentence counts no mine (step 5).""",
    ),
    "1-2-2-1: mines in the middle": (
        "4x3x2\nHHHH\n1221\n0000",
        (0, 1),
        """\
(0, 1) is a mine: proved with 2 clues (subset).
1. {(0, 2), (0, 3)} = 1 because these are all covered neighbours of the 1 at (1, 3).
2. {(0, 1), (0, 2), (0, 3)} = 2 because these are all covered neighbours of the 2 at (1, 2).
3. {(0, 1)} = 1: {(0, 1), (0, 2), (0, 3)} = 2 minus {(0, 2), (0, 3)} = 1 (steps 1 and 2).
4. (0, 1) is a mine: its sentence counts as many mines as cells (step 3).""",
    ),
    "by the number of mines": (
        "5x2x2\n1HHH1\nHHHHH",
        (0, 2),
        """\
(0, 2) is safe: proved with 2 clues and the number of mines (count).
1. {(0, 1), (1, 0), (1, 1)} = 1 because these are all covered neighbours of the 1 at (0, 0).
2. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).
3. {(0, 2), (1, 2)} = 0: 2 mines in all covered cells minus {(0, 1), (1, 0), (1, 1)} = 1 and \
{(0, 3), (1, 3), (1, 4)} = 1 (steps 1 and 2).
4. (0, 2) is safe: its sentence counts no mine (step 3).""",
    ),
    "by cases": (
        "5x3x3\nHHHH1\nHHHHH\nHHHH2",
        (0, 3),
        """\
(0, 3) is safe: proved with 2 clues (cases).
1. {(0, 3), (1, 3), (1, 4)} = 1 because these are all covered neighbours of the 1 at (0, 4).
2. {(1, 3), (1, 4), (2, 3)} = 2 because these are all covered neighbours of the 2 at (2, 4).
3. There are 3 ways to fill {(0, 3), (1, 3), (1, 4)} = 1 (step 1):
  Either (0, 3) is a mine, (1, 3) and (1, 4) are safe:
    which can't be: the 2 at (2, 4) would touch too few mines.
  Or (1, 3) is a mine, (0, 3) and (1, 4) are safe.
  Or (1, 4) is a mine, (0, 3) and (1, 3) are safe.
In both ways that are left, (0, 3) is safe.""",
    ),
    "taken for a mine": (
        "3x1x1\nM1H",
        (0, 0),
        """\
(0, 0) is a mine: the position takes it for one.
1. (0, 0) is a mine: the position takes it for one.""",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_text_of_well_known_examples(name: str) -> None:
    position, cell, text = GOLDEN[name]
    assert str(proof_of(position, cell)) == text


def test_the_lines_have_the_cells_to_highlight() -> None:
    lines = proof_lines(proof_of("5x3x3\nHHHH1\nHHHHH\nHHHH2", (0, 3)))
    assert [(line.step, line.depth) for line in lines] == [
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 1),
        (3, 1),
        (3, 0),
    ]
    clue, *_, last = lines
    assert clue.clues == {(0, 4)}
    assert clue.cells == {(0, 3), (1, 3), (1, 4)}
    assert not clue.mines | clue.safes
    assert [line.is_assumption for line in lines] == [False, False, False, True, False, True, True, False]
    either, clash = lines[3:5]
    assert (either.mines, either.safes) == ({(0, 3)}, {(1, 3), (1, 4)})
    assert (clash.clues, clash.cells) == ({(2, 4)}, {(1, 3), (1, 4), (2, 3)})
    assert (last.mines, last.safes) == (frozenset(), {(0, 3)})


@pytest.mark.long
def test_every_proof_has_lines_for_all_steps_and_ends_with_its_verdict() -> None:
    checked = 0
    for seed in range(1, 400):
        for proof in proofs_of(seed):
            lines = proof_lines(proof)
            assert str(proof) == proof_text(proof)
            assert [line.step for line in lines if not line.depth] == sorted(
                line.step for line in lines if not line.depth
            )
            assert {line.step for line in lines} == {step.number for step in proof.steps}
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


def test_one_cell_or_step_has_the_singular() -> None:
    line = "1. {(1, 1)} = 0 because this is the only covered neighbour of the 0 at (0, 0)."
    assert text_with("only covered neighbour", 1) == line
    line = "15. {(3, 4), (5, 4)} = 2: {(3, 4), (4, 4), (5, 4)} = 2 minus the safe cell (4, 4) (steps 3 and 14)."
    assert text_with("safe cell", 147) == line
    assert text_with("In both ways", 1534) == "In both ways, (2, 4) is safe."
    assert text_with("In all", 141) == "In all 3 ways that are left, (7, 0) is a mine."
    assert text_with("In the only", 200) == "In the only way that is left, (13, 14) is a mine."


def test_what_a_sentence_without_a_clue_holds_within_a_case_is_named() -> None:
    sentence = "{(0, 3), (1, 3), (3, 0), (3, 1), (3, 2), (4, 3)} = 1 (step 4)"
    follows = f"then (0, 3), (1, 3), (3, 0) and (3, 1) are safe: {sentence} is complete with (3, 2)."
    assert text_with("complete with", 211) == follows
    assert text_with("would hold", 211) == f"which can't be: {sentence} would hold 2 mines, (3, 2) and (4, 3)."


@pytest.mark.slow
def test_a_case_names_the_shorter_list_and_a_clash_more_mines_than_the_clue() -> None:
    checked: Counter[str] = Counter()
    for seed in range(1, 400):
        for proof in proofs_of(seed):
            for line in proof_lines(proof):
                for other, cells, is_mine in (("safe", line.mines, True), ("mines", line.safes, False)):
                    if line.text.removesuffix(":").removesuffix(".").endswith(f"the others are {other}"):
                        assert line.text.split(" ", 1)[1].startswith(f"{verdict_text(cells, is_mine)}, the others")
                        checked[other] += 1
                touched = re.search(r"would touch (\d+) mines", line.text)
                if touched:
                    (clue,) = line.clues
                    assert int(touched[1]) > proof.position.clues[clue]
                    checked["clash"] += 1
    assert min(checked["safe"], checked["mines"], checked["clash"]) > 10, checked


@pytest.mark.slow
def test_long_lists_are_shortened() -> None:
    proof = next(
        proof
        for seed in range(0, 2000, 200)
        for proof in proofs_of(seed)
        if any(step.rule is ProofRule.MINE_COUNT for step in proof.steps)
    )
    (line,) = [line for line in proof_lines(proof) if proof.steps[line.step - 1].rule is ProofRule.MINE_COUNT][:1]
    assert "99 mines in all covered cells minus what" in line.text
    assert max(len(line.text) for line in proof_lines(proof)) < 700


def test_a_proof_as_json_has_all_that_the_proof_has() -> None:
    proof = proof_of("5x3x3\nHHHH1\nHHHHH\nHHHH2", (0, 3))
    found = json.loads(json.dumps(proof_dict(proof)))
    assert found["cell"] == [0, 3]
    assert (found["verdict"], found["level"], found["clues"]) == ("safe", "cases", [[0, 4], [2, 4]])
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
    assert cases["text"].splitlines()[0] == "3. There are 3 ways to fill {(0, 3), (1, 3), (1, 4)} = 1 (step 1):"
    assert cases["cases"]["premise"] == 1
    assert [way["clash"] for way in cases["cases"]["ways"]] == [2, None, None]
    assert [way["mines"] for way in cases["cases"]["ways"]] == [[[0, 3]], [[1, 3]], [[1, 4]]]
