"""Tests of the reason that the AI says with a safe move, on the moves of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from minesweeper_qt.model import DIFFICULTIES, AgentMoveKind, Cell, Checker, Minesweeper, MinesweeperAI, short_proof
from minesweeper_qt.model.check.proof_checker import check_proof
from minesweeper_qt.model.evidence.spoken_reason import SpokenReason, spoken_reason
from minesweeper_qt.model.play.agent_move import play_agent_move, seen_by_player

MOVES = 2_000


def safe_moves(level: str) -> Iterator[tuple[Minesweeper, MinesweeperAI, Cell]]:
    """Yield games in which an agent is about to open a cell that it has proved safe."""
    for seed in range(10_000):
        game = Minesweeper.at_difficulty(DIFFICULTIES[level], seed=seed)
        agent = MinesweeperAI(game.height, game.width, seed=seed, total_mines=game.mine_total if seed % 3 else None)
        while not game.state.is_over:
            cell = agent.make_safe_move() if game.clues else None
            if cell is not None:
                yield game, agent, cell
            move = play_agent_move(game, agent)
            for play in move.plays:
                for observation in play.observations:
                    agent.add_knowledge(*observation)
            if move.kind is AgentMoveKind.LAST:
                break


def follows(game: Minesweeper, agent: MinesweeperAI, cell: Cell, reason: SpokenReason) -> bool:
    """Return whether ``cell`` is safe in all layouts around the clues of ``reason``, with all that is known besides."""
    around = {clue: game.grid.neighbours(clue) for clue in reason.clues}
    unknown = sorted(frozenset[Cell]().union(*around.values()) - agent.safes - agent.mines - game.clues.keys() | {cell})
    for values in product((False, True), repeat=len(unknown)):
        mines = {place for place, is_mine in zip(unknown, values, strict=True) if is_mine} | agent.mines
        if cell in mines and all(len(mines & near) == game.clues[clue] for clue, near in around.items()):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_what_is_spoken_is_true_and_what_the_checked_proof_says(level: str) -> None:
    named = 0
    for number, (game, agent, cell) in enumerate(safe_moves(level)):
        if number == MOVES // 2:
            break
        derivation = agent.derivation(cell)
        assert derivation is not None
        assert (derivation.cells, derivation.count) == ({cell}, 0)
        Checker(game.height, game.width, game.clues, game.mine_total).check(derivation)
        reason = spoken_reason(derivation)
        for clue in reason.clues[:3]:
            assert f"the {game.clues[clue]} at {clue}" in reason.text
        assert game.mines.issuperset(reason.mines)
        if reason.clues and "number of mines" not in reason.text:
            named += 1
            assert follows(game, agent, cell, reason), (cell, reason.text)
        if number % 5 == 0:
            proof = short_proof(seen_by_player(game), cell)
            check_proof(proof)
            assert (proof.cell, proof.is_mine) == (cell, False)
    assert named > 0.9 * MOVES / 2
