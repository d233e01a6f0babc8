"""Plays the games of an audit with the agent and with the reference, in several threads, and returns them in order.

The result does not depend on the number of threads: each agent is made from a file that has run again, and after too
many hangs the games that follow are dropped, whether they were played or not.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from threading import Event, local

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.rules import Difficulty, Guesses
from minesweeper_qt.model.dealing.fair_guesses import FairDealer
from minesweeper_qt.model.game.minesweeper import Minesweeper, Observation, State
from minesweeper_qt.model.knowledge.ai import MinesweeperAI
from minesweeper_qt.model.play.turn import AgentMoveKind, play_agent_move
from minesweeper_qt.model.student.comparison import GameComparison
from minesweeper_qt.model.student.driver import Driver, play
from minesweeper_qt.model.student.fault import Fault, FaultKey
from minesweeper_qt.model.student.finding import Case
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.report import CallTimes

_SEEDS = 10**15
"""The seeds of games are below this number."""


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """One game of an audit: its number from 0, its board, the observations, with one that the agent failed to learn.

    ``mines`` are those of the board. ``faults`` are those of the agent, of each key the first. ``won`` and
    ``reference_won``: whether the agent and whether the reference won it. ``times`` are those of the agent's calls.
    ``notes`` name the differences from the course's project that were tolerated. ``is_fair``: guesses were fair, and
    the agent was not compared.

    >>> AuditedGame(0, Board(1, 2)).won
    False
    """

    number: int
    board: Board
    observations: tuple[Observation, ...] = ()
    mines: frozenset[Cell] = frozenset()
    faults: tuple[Fault, ...] = ()
    won: bool = False
    reference_won: bool = False
    times: CallTimes = field(default_factory=CallTimes)
    notes: tuple[str, ...] = ()
    is_fair: bool = False

    @property
    def hang(self) -> Fault | None:
        """The call that did not end, if there was one."""
        return next((fault for fault in self.faults if fault.key.kind.is_slow), None)

    def case(self, fault: Fault) -> Case:
        """Return what the agent had been given when it showed ``fault``."""
        seen = self.observations[: fault.learned]
        return Case.of(self.board.height, self.board.width, [cell for cell, _ in seen], self.mines)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game, which follows from the seed of the audit.

    >>> game_seed(1, 0) == game_seed(1, 0) != game_seed(1, 1)
    True
    """
    # Python's own random numbers may change with its version; this can't.
    digest = hashlib.sha256(f"minesweeper-qt check {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % _SEEDS


def play_audited(
    process: StudentProcess, difficulty: Difficulty, seed: int, number: int, should_stop: Callable[[], bool]
) -> AuditedGame:
    """Play the game with that ``number`` of an audit with the ``seed``, and compare the agent with the reference.

    Where guesses are fair, only the wins are compared.
    An agent whose size is hard-coded plays on boards of that size alone.
    Raises ``Stopped`` once ``should_stop`` returns true.
    """
    own_seed = game_seed(seed, number)
    game = Minesweeper.at_difficulty(difficulty, seed=own_seed, dealer=FairDealer())
    is_fair = difficulty.rules.guesses is Guesses.FAIR
    comparison = GameComparison(game.grid, number)
    faults: dict[FaultKey, Fault] = {}
    observations: list[Observation] = []
    times = CallTimes()
    driver = Driver(process)
    for step in play(driver, game, own_seed, should_stop):
        if step.failure is None and process.size != (game.height, game.width):
            break  # its size is hard-coded
        if step.observation is not None:
            observations.append(step.observation)
        times.add_step(step, len(observations))
        mines = None if step.observation is None else frozenset(game.mines)
        for fault in comparison.compare(step, mines) if not is_fair else ():
            faults.setdefault(fault.key, fault)
    return AuditedGame(
        number,
        game.grid,
        tuple(observations),
        frozenset(game.mines),
        tuple(faults.values()),
        game.state is State.WON and not driver.was_helped,
        _reference_wins(difficulty, own_seed),
        times,
        process.notes,
        is_fair,
    )


@lru_cache(1024)  # all submissions of a class play the same games
def _reference_wins(difficulty: Difficulty, seed: int) -> bool:
    game = Minesweeper.at_difficulty(difficulty, seed=seed, dealer=FairDealer())
    reference = MinesweeperAI(game.height, game.width, seed=seed)
    while not game.state.is_over:
        move = play_agent_move(game, reference)
        if move.kind is AgentMoveKind.LAST:
            break
        for result in move.plays:
            for cell, clue in result.observations:
                reference.add_knowledge(cell, clue)
    return game.state is State.WON


HANGS = 5
"""After this number of hangs of one method no further game is played."""

HANG_SECONDS = 25.0
"""After hangs that took longer than this altogether, wherever they were, no further game is played either."""

_POLL_SECONDS = 0.03


@dataclass(frozen=True, slots=True)
class GamePool:
    """Plays games in ``jobs`` threads, or, if that is 0, in this one.

    ``new_process`` creates the process of an agent. ``seed`` is that of the audit. ``call_seconds`` is the time that a
    hang takes.
    """

    new_process: Callable[[], StudentProcess]
    seed: int
    jobs: int
    call_seconds: float

    def play(self, games: Sequence[Difficulty], should_stop: Callable[[], bool]) -> Iterator[AuditedGame]:
        """Play a game of each of the ``games``, and yield them in order, as soon as those before are played.

        Ends early when ``should_stop`` returns true, and after too many hangs.
        """
        ended, own, hangs = Event(), local(), Counter[object]()

        def play_one(number: int, difficulty: Difficulty) -> AuditedGame:
            if not hasattr(own, "process"):
                own.process = processes.enter_context(self.new_process())
            return play_audited(own.process, difficulty, self.seed, number, ended.is_set)

        tasks = [partial(play_one, *numbered) for numbered in enumerate(games)]
        with ExitStack() as processes, closing(self._played(tasks, should_stop, ended)) as all_games:
            for game in all_games:
                yield game
                if game.hang is not None:
                    hangs[game.hang.key.place] += 1
                    if max(hangs.values()) >= HANGS or hangs.total() * self.call_seconds > HANG_SECONDS:
                        return

    def _played(
        self, tasks: Sequence[Callable[[], AuditedGame]], should_stop: Callable[[], bool], ended: Event
    ) -> Generator[AuditedGame, None, None]:
        """Yield the games in order; those that run when this is closed are ``ended``."""
        if not self.jobs:
            yield from (task() for task in tasks if not should_stop())
            return
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="audit") as pool:
            try:
                for played in [pool.submit(task) for task in tasks]:
                    is_played = False
                    while not is_played:
                        is_played = bool(wait([played], _POLL_SECONDS).done)
                        if should_stop():
                            return
                    yield played.result()
            finally:
                ended.set()
                pool.shutdown(cancel_futures=True)
