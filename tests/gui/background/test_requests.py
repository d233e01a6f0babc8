"""Tests of the requests: each computes the result that its type says, with tools that are reused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from minesweeper_qt.gui.background import tools as tools_module
from minesweeper_qt.gui.background.requests import (
    Answer,
    ChancesRequest,
    ChoiceRequest,
    FindingsRequest,
    HintRequest,
    LevelsRequest,
    MoveRequest,
    OutlineRequest,
    ProofRequest,
    RiskRequest,
)
from minesweeper_qt.gui.background.tools import Steps, Tools
from minesweeper_qt.model import (
    CLASSIC_RULES,
    Board,
    Cell,
    CellError,
    InconsistentPosition,
    MinesweeperAI,
    Position,
    make_strategy,
    mine_probabilities,
    reasoning_levels,
)
from minesweeper_qt.model.errors import Stopped
from minesweeper_qt.model.evidence.lack import LackKind
from minesweeper_qt.model.evidence.outline import Outline
from minesweeper_qt.model.evidence.proof import Proof
from minesweeper_qt.model.evidence.reasoning import Reasoning
from minesweeper_qt.model.evidence.undecided import Undecided
from minesweeper_qt.model.explain.explainer import Explainer
from minesweeper_qt.model.explain.outline_finder import outline
from minesweeper_qt.model.knowledge.agent import AgentSnapshot, SnapshotPicker

POSITION = Position(3, 5, 3, {(0, 0): 1, (1, 0): 1, (0, 4): 0, (1, 4): 0, (2, 4): 0})
OPEN_END = Position(1, 5, 2, {(0, 1): 1})
CLASH = Position(1, 3, 1, {(0, 1): 2})
PICKER = SnapshotPicker(AgentSnapshot(0), Board(3, 5), "any")


def test_chances_and_findings_are_those_of_the_engine() -> None:
    tools = Tools()
    exact = mine_probabilities(OPEN_END)
    chances = ChancesRequest(1, OPEN_END).compute(tools)
    assert dict(chances.exact) == dict(exact.probability)
    findings = FindingsRequest(1, OPEN_END).compute(tools)
    assert findings.position is OPEN_END
    assert findings.chances == chances
    assert findings.layouts == exact.layouts


@pytest.mark.parametrize("kind", [MoveRequest, HintRequest])
def test_moves_and_hints_are_what_the_strategy_chooses(kind: type[ChoiceRequest]) -> None:
    seen = Position(4, 4, 3, {(1, 1): 2})
    tools = Tools()
    picker = SnapshotPicker(AgentSnapshot(0, moves_made=frozenset(seen.clues)), Board(4, 4), "any")
    choices = [kind(1, seen, "exact", CLASSIC_RULES, seed, picker).compute(tools) for seed in (1, 1, 2, 2)]
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
    answer = Answer.to(MoveRequest(1, seen, "exact", CLASSIC_RULES, 1, picker), Tools())
    assert (answer.result, answer.error, answer.problem) == (None, None, "")


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

    monkeypatch.setattr(tools_module, "Explainer", Counted)
    tools = Tools()
    levels = LevelsRequest(1, POSITION).compute(tools)
    assert dict(levels) == dict(reasoning_levels(POSITION))
    for cell in levels:
        found = ProofRequest(2, POSITION, cell).compute(tools)
        assert isinstance(found, Proof)
        assert (found.position, found.cell) == (POSITION, cell)
    assert made == [POSITION]
    assert isinstance(ProofRequest(2, OPEN_END, (0, 0)).compute(tools), Undecided)
    assert made == [POSITION, OPEN_END]


def test_an_outline_starts_from_what_the_agent_knows_and_shares_the_explainer() -> None:
    tools = Tools()
    explainer = tools.explainer(POSITION)
    agent = MinesweeperAI(3, 5)
    for cell, clue in POSITION.clues.items():
        agent.add_knowledge(cell, clue)
    base = agent.knowledge_base
    known = AgentSnapshot.of(5, base, base.settled, base.clues)
    for cell, level in tools.explainer(POSITION).levels.items():
        for snapshot in (known, None):
            made = OutlineRequest(2, POSITION, cell, snapshot, False).compute(tools)
            assert made.found == outline(POSITION, cell, snapshot)
            assert isinstance(made.found, Outline)
            assert (made.lack is None) == (cell in known.settled) == (level <= Reasoning.SUBSET)
    assert tools.explainer(POSITION) is explainer
    assert tools.outline_finder(POSITION, known) is tools.outline_finder(POSITION, known)
    assert tools.outline_finder(POSITION, known) is not tools.outline_finder(POSITION, None)


@pytest.mark.parametrize(
    "position, cell, kind",
    [("3x2x1\n1HH\n1HH", (0, 2), LackKind.COUNT), ("4x2x3\nHHHH\nH13H", (0, 0), LackKind.OVERLAP)],
)
def test_an_outline_comes_with_what_the_rules_lack(position: str, cell: Cell, kind: LackKind) -> None:
    made = OutlineRequest(1, Position.from_text(position), cell, None, False).compute(Tools())
    assert made.lack is not None
    assert made.lack.kind is kind


def test_an_undecided_cell_lacks_nothing() -> None:
    made = OutlineRequest(1, OPEN_END, (0, 0), None, False).compute(Tools())
    assert isinstance(made.found, Undecided)
    assert made.lack is None


@pytest.mark.parametrize(
    "request_", [ChancesRequest(1, CLASH), RiskRequest(1, CLASH, (0, 0), False), LevelsRequest(1, CLASH)]
)
def test_an_error_is_part_of_the_answer(request_: ChancesRequest) -> None:
    answer = Answer.to(request_, Tools())
    assert answer.result is None
    assert isinstance(answer.error, InconsistentPosition)
    assert answer.problem == str(answer.error)
    assert answer.mistake is None


def test_a_problem_is_never_empty() -> None:
    assert Answer(ChancesRequest(1, POSITION), error=ZeroDivisionError()).problem == "ZeroDivisionError"


def test_a_mistake_is_no_error_of_the_model() -> None:
    request = ChancesRequest(1, POSITION)
    mistake = ZeroDivisionError()
    assert Answer(request, error=mistake).mistake is mistake
    assert Answer(request, error=CellError("off the board")).mistake is None
    assert Answer(request).mistake is None


def test_two_requests_are_never_equal() -> None:
    assert ChancesRequest(1, POSITION) != ChancesRequest(1, POSITION)


@pytest.mark.parametrize(
    "make",
    [
        lambda seen: ChancesRequest(1, seen),
        lambda seen: RiskRequest(1, seen, (0, 0), False),
        lambda seen: FindingsRequest(1, seen),
        lambda seen: LevelsRequest(1, seen),
        lambda seen: ProofRequest(1, seen, (0, 0)),
        lambda seen: OutlineRequest(1, seen, (0, 0), None, False),
        lambda seen: MoveRequest(1, seen, "exact", CLASSIC_RULES, 1, PICKER),
        lambda seen: HintRequest(1, seen, "expert", CLASSIC_RULES, 1, PICKER),
    ],
)
def test_a_stopped_computation_ends(make: Callable[[Position], ChancesRequest]) -> None:
    tools = Tools()
    for seen in (POSITION.with_marks({(0, 0): "H"}), OPEN_END):
        tools.begin(lambda: True)
        assert isinstance(Answer.to(make(seen), tools).error, Stopped)
        tools.begin(lambda: False)
        answer = Answer.to(make(seen), tools)
        assert answer.error is None, "the tools are as good as new"


def test_finding_levels_reports_the_fronts_that_are_examined() -> None:
    tools = Tools()
    steps = Steps()
    seen: list[tuple[int, ...]] = []

    def should_stop() -> bool:
        seen.append(steps.counts)
        return False

    tools.begin(should_stop, steps)
    # No two of the clues share a covered cell.
    LevelsRequest(1, Position(3, 20, 9, dict.fromkeys([(0, 1), (0, 6), (0, 11), (0, 16)], 1))).compute(tools)
    reports = list(dict.fromkeys(filter(None, [*seen, steps.counts])))
    assert reports == [(done, 4) for done in range(4)]
