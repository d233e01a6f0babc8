"""Tests of proofs: they hold, are short, start from what the agent knows, and every cell has its own verdict."""

from __future__ import annotations

from collections import Counter

import pytest

from minesweeper_qt.model import (
    CellError,
    Explainer,
    InconsistentPosition,
    Position,
    Proof,
    Reasoning,
    Rule,
    Undecided,
    check_proof,
    explain,
    short_proof,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.derivation import KNOWN_RULES
from minesweeper_qt.model.evidence.proof import short_lines, short_text
from minesweeper_qt.model.evidence.proof_step import MARK, ProofLine
from tests.model.support.positions import all_layouts
from tests.model.support.proofs import some_position
from tests.model.support.short_proofs import AGENTS, agent_of, short_proofs_of, snapshot_of, uses_short_proofs

pytestmark = [pytest.mark.slow, uses_short_proofs]

SEEDS = range(1, 120)
MOST_CELLS = 20
"""The most covered cells of a position all layouts of which are tried."""


def unfolded(lines: tuple[ProofLine, ...]) -> list[ProofLine]:
    return [inner for line in lines for inner in (line, *unfolded(line.folded))]


@pytest.mark.parametrize("seed", [1070, 1279])
def test_sentences_all_of_whose_cells_are_known_are_no_part_of_cases(seed: int) -> None:
    """They once let a search by the number of mines claim what its premises leave open."""
    for _, found in short_proofs_of(seed):
        check_proof(found)


def test_short_proofs_of_all_levels_hold_and_are_true_in_all_layouts() -> None:
    levels: Counter[tuple[str, Reasoning]] = Counter()
    for seed in SEEDS:
        position = some_position(seed)
        layouts = all_layouts(position) if len(position.covered) <= MOST_CELLS else []
        for _, found in short_proofs_of(seed):
            check_proof(found)
            levels[agent_of(seed), found.level] += 1
            for step in found.steps:
                assert all(len(layout & step.cells) == step.count for layout in layouts), (seed, found.cell, step)
    assert {level for _, level in levels} == set(Reasoning)
    assert {agent for agent, level in levels if level > Reasoning.SUBSET} == set(AGENTS)


def test_what_a_short_proof_starts_from_is_known_and_older_than_the_verdict() -> None:
    used: Counter[Rule] = Counter()
    for seed in SEEDS:
        for known, found in short_proofs_of(seed):
            own = known.settled.get(found.cell)
            for step in found.steps:
                if step.rule not in KNOWN_RULES:
                    continue
                used[step.rule] += 1
                for derivation in found.known[step.number]:
                    assert own is None or derivation.number < own.number
                    if step.rule is Rule.KNOWN_CELLS:
                        (cell,) = derivation.cells
                        assert known.settled[cell] is derivation
    assert used[Rule.KNOWN_CELLS] > 100
    assert used[Rule.KNOWN_SENTENCE] > 3


def test_no_line_supposes_what_the_agent_knows() -> None:
    supposed = 0
    for seed in SEEDS:
        for known, found in short_proofs_of(seed):
            for line in unfolded(short_lines(found)):
                if line.is_assumption and found.known:
                    supposed += 1
                    assert not (line.mines | line.safes) & (known.settled.keys() - {found.cell})
    assert supposed > 10


def test_short_proofs_are_short_and_every_step_belongs_to_one_line() -> None:
    numbers: list[int] = []
    # With a proof in which a known sentence is read after another step has used a part of it.
    for seed in (*SEEDS, 614):
        for _, found in short_proofs_of(seed):
            lines = short_lines(found)
            numbers.append(len(lines))
            everything = unfolded(lines)
            stated = [step for line in everything for step in line.steps]
            assert sorted(stated) == [step.number for step in found.steps], (seed, short_text(found))
            assert sorted(step for line in everything for step in line.known) == sorted(found.known)
            for line in everything:
                assert line.text.count(MARK) == len(line.known) + bool(line.folded), line.text
                assert line.text.rstrip(f" {MARK}").endswith((".", ":"))
            last = lines[-1]
            assert found.cell in (last.mines if found.is_mine else last.safes)
            assert str(found.cell) in last.text
    assert max(numbers) <= 8
    assert sorted(numbers)[len(numbers) // 2] <= 4


def test_an_undecided_cell_is_shown_as_such() -> None:
    position = Position.from_text("3x1x1\nH1F")
    found = short_proof(position, (0, 2))
    assert isinstance(found, Undecided)
    assert found == explain(position, (0, 2))


def test_errors_are_those_of_explain() -> None:
    with pytest.raises(CellError, match="is revealed"):
        short_proof(Position.from_text("3x1x1\n1HH"), (0, 0))
    with pytest.raises(CellError, match="not on the board"):
        short_proof(Position.from_text("3x1x1\n1HH"), (3, 0))
    with pytest.raises(InconsistentPosition):
        short_proof(Position.from_text("3x1x1\n3HH"), (0, 1))


def test_a_search_is_stopped_by_what_poll_raises() -> None:
    def stop() -> None:
        raise Stopped("for a test")

    with pytest.raises(Stopped):
        short_proof(Position.from_text("3x1x1\n1HH"), (0, 1), poll=stop)


def test_an_agent_that_has_learned_another_position_is_not_used() -> None:
    position = Position.from_text("3x1x1\n1HH")
    known = snapshot_of(Position.from_text("3x1x1\nHH1"), "three rules")
    assert Explainer(position).start_of(known) is not known


def test_equal_positions_have_equal_short_proofs() -> None:
    for seed in range(1, 20):
        position = some_position(seed)
        known = snapshot_of(position, agent_of(seed))
        explainer = Explainer(position)
        for _, found in short_proofs_of(seed):
            again = explainer.short_proof(found.cell, known)
            assert isinstance(again, Proof)
            assert (again.steps, again.pattern) == (found.steps, found.pattern)
