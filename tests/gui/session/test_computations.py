"""Tests of the functions that the worker calls: each computes what its name says, with tools that are reused."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest

from minesweeper_qt.gui.session import computations
from minesweeper_qt.gui.session.computations import (
    Tools,
    choose,
    examine,
    find_chances,
    find_levels,
    find_proof,
    find_risk,
)
from minesweeper_qt.model import (
    CLASSIC_RULES,
    Board,
    Cell,
    Minesweeper,
    MinesweeperAI,
    Position,
    make_strategy,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.board.examples import example_named
from minesweeper_qt.model.errors import Poll, Stopped
from minesweeper_qt.model.evidence.derivation import Reasoning
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.explainer import Explainer, short_proof
from minesweeper_qt.model.explain.why_not import WhyNotKind
from minesweeper_qt.model.knowledge.agent import AgentSnapshot, SnapshotPicker

CONTRADICTION = example_named("pattern-contradiction").position
POSITION = Position(3, 5, 3, {(0, 0): 1, (1, 0): 1, (0, 4): 0, (1, 4): 0, (2, 4): 0})
OPEN_END = Position(1, 5, 2, {(0, 1): 1})
PICKER = SnapshotPicker(AgentSnapshot(0), Board(3, 5), "any")


def test_chances_and_findings_are_those_of_the_engine() -> None:
    tools = Tools()
    exact = mine_probabilities(OPEN_END)
    chances = find_chances(tools, OPEN_END)
    assert dict(chances.exact) == dict(exact.probability)
    findings = examine(tools, OPEN_END)
    assert findings.position is OPEN_END
    assert findings.chances == chances
    assert findings.layouts == exact.layouts


def test_moves_and_hints_are_what_the_strategy_chooses() -> None:
    seen = Position(4, 4, 3, {(1, 1): 2})
    tools = Tools()
    picker = SnapshotPicker(AgentSnapshot(0, moves_made=frozenset(seen.clues)), Board(4, 4), "any")
    choices = [choose(tools, seen, "exact", CLASSIC_RULES, seed, picker) for seed in (1, 1, 2, 2)]
    agent = MinesweeperAI(4, 4)
    for cell, clue in seen.clues.items():
        agent.add_knowledge(cell, clue)
    expected = []
    for seed in (1, 2):
        strategy = make_strategy("exact", CLASSIC_RULES, seed)
        expected += [strategy.choose(seen, agent) for _ in range(2)]
    assert choices == expected


def test_no_cell_is_left() -> None:
    seen = Position(1, 2, 1, {(0, 0): 1}, flags=[(0, 1)])
    picker = SnapshotPicker(AgentSnapshot(0), Board(1, 2), "any")
    assert choose(Tools(), seen, "exact", CLASSIC_RULES, 1, picker) is None


def test_the_strategies_of_another_game_are_dropped() -> None:
    tools = Tools()
    first = tools.strategy("exact", CLASSIC_RULES, 1)
    expert = tools.strategy("expert", CLASSIC_RULES, 1)
    assert tools.strategy("exact", CLASSIC_RULES, 1) is first
    assert tools.strategy("expert", CLASSIC_RULES, 1) is expert
    tools.strategy("exact", CLASSIC_RULES, 2)
    assert tools.strategy("exact", CLASSIC_RULES, 1) is not first


def test_proofs_and_levels_of_one_position_share_an_explainer(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Position] = []

    class Counted(Explainer):
        def __init__(self, position: Position, **options: object) -> None:
            made.append(position)
            super().__init__(position, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(import_module("minesweeper_qt.model.explain.explainer"), "Explainer", Counted)
    tools = Tools()
    levels = find_levels(tools, POSITION)
    assert dict(levels) == dict(reasoning_levels(POSITION))
    for cell in levels:
        found, _ = find_proof(tools, POSITION, cell)
        assert isinstance(found, Proof)
        assert (found.position, found.cell) == (POSITION, cell)
    assert made == [POSITION]
    assert isinstance(find_proof(tools, OPEN_END, (0, 0))[0], Undecided)
    assert made == [POSITION, OPEN_END]


def test_a_short_proof_starts_from_what_the_agent_knows_and_shares_the_explainer() -> None:
    tools = Tools()
    explainer = tools.explainer(POSITION)
    agent = MinesweeperAI(3, 5)
    for cell, clue in POSITION.clues.items():
        agent.add_knowledge(cell, clue)
    base = agent.knowledge_base
    known = AgentSnapshot.of(5, base, base.settled, base.clues)
    for cell, level in tools.explainer(POSITION).levels.items():
        for snapshot in (known, None):
            found, why_not = find_proof(tools, POSITION, cell, False, snapshot)
            assert found == short_proof(POSITION, cell, snapshot)
            assert isinstance(found, Proof)
            assert (why_not is None) == (cell in known.settled) == (level <= Reasoning.SUBSET)
    assert tools.explainer(POSITION) is explainer


@pytest.mark.parametrize(
    "position, cell, kind",
    [("3x2x1\n1HH\n1HH", (0, 2), WhyNotKind.COUNT), ("4x2x3\nHHHH\nH13H", (0, 0), WhyNotKind.OVERLAP)],
)
def test_a_short_proof_comes_with_why_the_rules_have_not_found_it(position: str, cell: Cell, kind: WhyNotKind) -> None:
    _, why_not = find_proof(Tools(), Position.from_text(position), cell, False)
    assert why_not is not None
    assert why_not.kind is kind


def test_an_undecided_cell_has_no_reason_to_be_settled() -> None:
    found, why_not = find_proof(Tools(), OPEN_END, (0, 0), False)
    assert isinstance(found, Undecided)
    assert why_not is None


@pytest.mark.parametrize(
    "function, arguments",
    [
        (find_chances, ()),
        (find_risk, ((0, 0), False)),
        (examine, ()),
        (find_levels, ()),
        (find_proof, ((0, 0),)),
        (find_proof, ((0, 0), False)),
        (choose, ("exact", CLASSIC_RULES, 1, PICKER)),
        (choose, ("expert", CLASSIC_RULES, 1, PICKER)),
    ],
)
def test_a_stopped_computation_ends(function: Callable[..., object], arguments: tuple[object, ...]) -> None:
    tools = Tools()
    for seen in (POSITION.with_marks({(0, 0): "H"}), OPEN_END):
        tools.should_stop = lambda: True
        with pytest.raises(Stopped):
            function(tools, seen, *arguments)
        tools.should_stop = lambda: False
        function(tools, seen, *arguments)  # the tools are as good as new


def test_combining_the_counts_of_fronts_ends_too() -> None:
    game = Minesweeper(50, 50, 500, seed=3)
    safe = sorted(set(game.grid.cells) - game.mines)
    position = Position(50, 50, 500, {cell: game.nearby_mines(cell) for cell in safe[::10]})
    tools = Tools()
    examine(tools, position)
    # The engine keeps the counts of fronts: only combining them is left.
    tools.should_stop = lambda: True
    with pytest.raises(Stopped):
        examine(tools, position)


# -- the findings about an edited position


def test_a_contradiction_is_explained_and_one_that_is_too_hard_to_find_too(monkeypatch: pytest.MonkeyPatch) -> None:
    result = examine(Tools(), CONTRADICTION)
    assert result.position is CONTRADICTION
    assert (result.chances, result.layouts) == (None, 0)
    assert result.clash == {(0, 4), (1, 4)}
    assert result.problem == "No layout agrees: the clues 1 at (0, 4) and 0 at (1, 4) contradict each other."
    # A clash may be too hard to find.
    monkeypatch.setattr(computations, "BUDGET", 1)
    result = examine(Tools(), CONTRADICTION)
    assert result.problem == "No layout agrees; which clues clash is too hard to find."
    assert result.clash == frozenset()


@pytest.mark.parametrize("error", [ZeroDivisionError("a mistake"), Stopped("for a test")])
def test_other_errors_of_the_search_for_a_clash_are_raised(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(position: Position, budget: int, poll: Poll) -> None:
        raise error

    monkeypatch.setattr(import_module("minesweeper_qt.model.explain.contradiction"), "contradicting_clues", fail)
    with pytest.raises(type(error)):
        examine(Tools(), CONTRADICTION)
