"""Plays one numbered game of an audit with the agent and with the reference, and keeps what the report needs of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from minesweeper_qt.model.audit.call_times import CallTimes
from minesweeper_qt.model.audit.comparison import faults_of, is_slow
from minesweeper_qt.model.audit.fault import Fault
from minesweeper_qt.model.audit.game_player import AgentProcess, play_traced
from minesweeper_qt.model.audit.game_trace import LearnedGame
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.game.minesweeper import Minesweeper, State
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.play.agent_move import AgentMoveKind, play_agent_move

_SEEDS = 10**15
"""The seeds of games are below this number."""


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """One game of an audit: its number from 0, whether the agent and whether the reference won it, and the faults.

    ``learned`` holds the observations and the agent's verdicts if there are faults, else ``None``. ``times`` are those
    of the agent's calls. ``notes`` name the differences from the course's project that were tolerated.

    >>> AuditedGame(0, True, False).won
    True
    """

    number: int
    won: bool
    reference_won: bool
    faults: tuple[Fault, ...] = ()
    learned: LearnedGame | None = None
    times: CallTimes = field(default_factory=CallTimes)
    notes: tuple[str, ...] = ()

    @property
    def hang(self) -> Fault | None:
        """The call that did not end, if there was one."""
        return next((fault for fault in self.faults if is_slow(fault.key.kind)), None)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game, which follows from the seed of the audit.

    >>> game_seed(1, 0) == game_seed(1, 0) != game_seed(1, 1)
    True
    """
    # Python's own random numbers may change with its version; this can't.
    digest = hashlib.sha256(f"minesweeper-qt check {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % _SEEDS


def play_audited(
    process: AgentProcess, difficulty: Difficulty, seed: int, number: int, should_stop: Callable[[], bool]
) -> AuditedGame:
    """Play the game with that ``number`` of an audit with the ``seed``, and compare the agent with the reference.

    Raises ``Stopped`` once ``should_stop`` returns true.
    """
    own_seed = game_seed(seed, number)
    trace = play_traced(process, _deal(difficulty, own_seed), number, own_seed, should_stop)
    faults = tuple(faults_of(trace))
    times = CallTimes()
    times.add_game(trace)
    learned = trace.verdicts_learned() if faults else None
    return AuditedGame(
        number,
        trace.won,
        _reference_wins(difficulty, own_seed),
        faults,
        learned,
        times,
        process.notes,
    )


def _deal(difficulty: Difficulty, seed: int) -> Minesweeper:
    return Minesweeper.at_difficulty(difficulty, seed=seed)


def _reference_wins(difficulty: Difficulty, seed: int) -> bool:
    """Return whether the reference wins the game."""
    game = _deal(difficulty, seed)
    reference = MinesweeperAI(game.height, game.width, seed=seed)
    while not game.state.is_over:
        move = play_agent_move(game, reference)
        if move.kind is AgentMoveKind.LAST:
            break
        for result in move.plays:
            for cell, clue in result.observations:
                reference.add_knowledge(cell, clue)
    return game.state is State.WON
