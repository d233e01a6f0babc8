"""Tests of the reason that the AI says with a safe move, on the moves of whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest

from minesweeper_qt.model import Action, AgentMoveKind, Cell, Minesweeper, MinesweeperAI, Position, Verb
from minesweeper_qt.model.evidence.cell_text import CellRole, CellText
from minesweeper_qt.model.evidence.rule_words import spoken_reason
from minesweeper_qt.model.play.turn import play_agent_move
from tests.model.support.sat import Solver

AGENTS: dict[str, dict[str, Any]] = {
    "cs50": {},
    "cs50-count": {"total_mines": True},
    "cs50-overlap": {"total_mines": True, "overlap": True},
    "exact": {"total_mines": True, "exact": True},
}


def agent_for(game: Minesweeper, name: str, seed: int = 0) -> MinesweeperAI:
    options = {**AGENTS[name]}
    if "total_mines" in options:
        options["total_mines"] = game.mine_total
    return MinesweeperAI(game.height, game.width, seed=seed, **options)


def safe_moves(name: str) -> Iterator[tuple[Minesweeper, MinesweeperAI, Cell]]:
    """Yield games with a cell that an agent has proved safe and not opened yet.

    The agent and a player move by turns in half of the games: the player leaves more than one such cell covered.
    """
    rng = random.Random(name)
    for seed in count():
        height, width = rng.randint(3, 16), rng.randint(3, 30)
        game = Minesweeper(height, width, round(height * width * rng.uniform(0.1, 0.24)), seed=seed)
        agent = agent_for(game, name, seed)
        while not game.state.is_over:
            known = sorted(agent.safes - game.clues.keys()) if game.clues else []
            if known:
                yield game, agent, rng.choice(known)
            free = [cell for cell in game.grid.cells if cell not in game.clues and cell not in game.mines]
            if seed % 2 and game.clues and free and rng.random() < 0.5:
                plays = (game.play(Action(Verb.REVEAL, rng.choice(free))),)
            else:
                move = play_agent_move(game, agent)
                if move.kind is AgentMoveKind.LAST:
                    break
                plays = move.plays
            for play in plays:
                for observation in play.observations:
                    agent.add_knowledge(*observation)


NUMBER_OF_MINES = re.compile(r"the number of mines, \d+|mines? (is|are) known$|there are no mines")


def is_forced(position: Position, cell: Cell, reason: CellText) -> bool:
    """Return whether ``cell`` is safe by what is revealed and by what ``reason`` names, and nothing else."""
    covered = {(i, j) for i in range(position.height) for j in range(position.width)} - position.clues.keys()
    mines = reason.marked(CellRole.MARKED)
    unknown = covered - mines - reason.marked(CellRole.RINGED)
    statements = []
    for clue in reason.marked(CellRole.LIT):
        near = position.board.neighbours(clue)
        statements.append((near & unknown, position.clues[clue] - len(near & mines)))
    if NUMBER_OF_MINES.search(reason.clause):
        statements.append((unknown, position.mines - len(mines)))
    solver = Solver(statements, [cell])
    return solver.layout(solver.mine[cell]) is None


def assert_enough(name: str, moves: int) -> None:
    for game, agent, cell in islice(safe_moves(name), moves):
        derivation = agent.derivation(cell)
        assert derivation is not None
        assert (derivation.cells, derivation.count) == ({cell}, 0)
        reason = spoken_reason(derivation, game.clues, "; more")
        position = Position.seen(game.grid, game.mine_total, game.clues, ())
        assert game.mines.issuperset(reason.marked(CellRole.MARKED))
        assert game.mines.isdisjoint(reason.marked(CellRole.RINGED))
        assert is_forced(position, cell, reason), (position.to_text(), cell, reason)
        text, clues = reason.clause, reason.marked(CellRole.LIT)
        assert " more" not in text.removesuffix("; more")
        if not text.endswith("; more"):
            assert len(clues) <= 3
            for clue in clues:
                assert f"the {game.clues[clue]} at {clue}" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_what_is_named_forces_the_cell_alone(name: str) -> None:
    assert_enough(name, 400)


@pytest.mark.long
@pytest.mark.parametrize("name", AGENTS)
def test_what_is_named_forces_the_cell_alone_in_many_games(name: str) -> None:
    assert_enough(name, 5_000)


@pytest.mark.parametrize(
    "position, name, cell, text",
    [
        ("4x1x2/1H1H", "cs50", (0, 3), "the 1 at (0, 2) has its mine at (0, 1)"),
        (
            "4x2x1/HHHH/11HH",
            "cs50",
            (0, 2),
            "the 1 at (1, 0) has its mine at (0, 0) or (0, 1); that is the only one of the 1 at (1, 1), too",
        ),
        ("4x6x3/0111/12HH/1H32/112H/0011/0000", "exact", (1, 3), "the 1 at (0, 2) has its mine at (1, 2)"),
        (
            "3x7x4/01H/01H/011/01H/02H/13H/HHH",
            "cs50-count",
            (6, 2),
            "that follows from the 1 at (5, 0), the 1 at (3, 1), the 1 at (0, 1) and the number of mines, 4, "
            "with the mine at (5, 2)",
        ),
        (
            "3x10x5/011/01H/022/01H/011/000/111/2H1/H32/HHH",
            "cs50",
            (9, 0),
            "the 2 at (8, 2) has one mine left, at (9, 1) or (9, 2); that is the last one of the 3 at (8, 1), too",
        ),
        (
            "6x5x4/HH1000/HH1000/H21011/HH101H/HHHHHH",
            "exact",
            (0, 0),
            "by the subset rule, from 4 clues and the number of mines, 4, with the mine at (3, 5)",
        ),
    ],
)
def test_the_words(position: str, name: str, cell: Cell, text: str) -> None:
    seen = Position.from_text(position.replace("/", "\n"))
    agent = agent_for(Minesweeper(seen.height, seen.width, seen.mines, seed=0), name)
    for clue, value in seen.clues.items():
        agent.add_knowledge(clue, value)
    derivation = agent.derivation(cell)
    assert derivation is not None
    assert spoken_reason(derivation, seen.clues).clause == text
