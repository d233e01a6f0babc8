"""Compares the exact engine with ``ms_toollib`` on the same positions: run ``python tests/benchmarks/peer.py``.

The peer (a Rust library, from the extra ``bench``) runs in a process of its own, because it aborts the process on an
impossible position. Both compute all chances of each position; solving is timed, parsing is not. The two take turns in
each round, and each figure is the median over the rounds.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from statistics import median
from time import perf_counter

from minesweeper_qt.model import CLASSIC_RULES, Action, Cell, Engine, Minesweeper, Position, Verb, mine_probabilities

COUNT_BUDGET = 50_000_000
"""The budget of the engine: large enough for the lattice, whose time is measured too."""

PEER_PROGRAM = """
import json, resource, sys
from time import perf_counter
import ms_toollib
for line in sys.stdin:
    boards, mines = json.loads(line)
    times = []
    for board in boards:
        before = perf_counter()
        ms_toollib.cal_probability_csp(board, mines)
        times.append(perf_counter() - before)
    print(json.dumps([times, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]), flush=True)
"""

ENGINE_PROGRAM = """
import json, resource, sys
from minesweeper_qt.model import Position, mine_probabilities
mine_probabilities(Position.from_text(sys.stdin.read()), budget=50_000_000).chances()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


class PeerEnded(Exception):
    """The peer's process has ended or was killed after its time limit; on big fronts it runs out of memory."""


class Peer:
    """Runs ``ms_toollib`` in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PEER_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def times(self, positions: list[Position], seconds: float = 600) -> tuple[list[float], int]:
        """Return the seconds for each position and the peak memory so far, in MB.

        Raises ``PeerEnded`` if there is no answer within ``seconds``.
        """
        boards = [_board(position) for position in positions]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        guard = threading.Timer(seconds, self._process.kill)
        guard.start()
        try:
            self._process.stdin.write(json.dumps([boards, positions[0].mines]) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        finally:
            guard.cancel()
        if not answer:
            raise PeerEnded(f"the peer ended, or gave no answer within {seconds} s")
        found, memory = json.loads(answer)
        return found, memory

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def _board(position: Position) -> list[list[int]]:
    """Return the board in the peer's format: rows of clues, with 10 for a covered cell."""
    return [[position.clues.get((i, j), 10) for j in range(position.width)] for i in range(position.height)]


def game_positions(height: int, width: int, mines: int, seed: int, most: float = 1.0) -> list[Position]:
    """Open cells of the lowest risk one by one; return all positions, until the share ``most`` of the board is open."""
    game = Minesweeper(height, width, mines, rules=CLASSIC_RULES, seed=seed)
    rng = random.Random(seed)
    engine = Engine()
    positions: list[Position] = []
    cell: Cell = (height // 2, width // 2)
    while not game.play(Action(Verb.REVEAL, cell)).state.is_over and len(game.clues) < most * height * width:
        positions.append(Position.seen(game.grid, mines, game.clues))
        chances = engine.solve(positions[-1]).chances()
        least = min(chances.values())
        cell = rng.choice([cell for cell, risk in chances.items() if risk == least])
    return positions


def lattice(rows: int, columns: int) -> Position:
    """Return a position of single clues of 2, two cells apart: a shape that is hard for every solver."""
    height, width = 2 * rows + 1, 2 * columns + 1
    clues = {(2 * i + 1, 2 * j + 1): 2 for i in range(rows) for j in range(columns)}
    return Position(height, width, height * width // 5, clues)


def from_scratch(positions: list[Position]) -> list[float]:
    """Return the seconds to solve each position, with nothing shared between them."""
    times = []
    for position in positions:
        before = perf_counter()
        mine_probabilities(position, COUNT_BUDGET).chances()
        times.append(perf_counter() - before)
    return times


def in_sequence(games: list[list[Position]]) -> float:
    """Return the seconds to solve all positions of all games, with one engine for each game."""
    before = perf_counter()
    for positions in games:
        engine = Engine()
        for position in positions:
            engine.solve(position).chances()
    return perf_counter() - before


def compare_single(peer: Peer, positions: list[Position], rounds: int) -> tuple[float, float]:
    """Return the seconds for the median position, ours and the peer's; each position counts with its best round."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(from_scratch(positions))
        theirs.append(peer.times(positions)[0])
    return median(map(min, zip(*ours, strict=True))), median(map(min, zip(*theirs, strict=True)))


def compare_sequence(peer: Peer, games: list[list[Position]], rounds: int) -> tuple[float, float]:
    """Return the seconds for all games, ours and the peer's: the median over the rounds."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(in_sequence(games))
        theirs.append(sum(sum(peer.times(positions)[0]) for positions in games))
    return median(ours), median(theirs)


def our_memory(position: Position) -> int:
    """Return the peak memory, in MB, of a process that solves ``position``."""
    done = subprocess.run(
        [sys.executable, "-c", ENGINE_PROGRAM], input=position.to_text(), capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def big_positions() -> list[Position]:
    """Return positions of 100x100/2000 with 15, 30 and 45 % of the board open.

    Each time all cells that are certainly safe are opened, or else one random cell without a mine.
    """
    found = []
    for seed in range(3):
        game = Minesweeper(100, 100, 2000, rules=CLASSIC_RULES, seed=seed)
        engine = Engine(COUNT_BUDGET)
        extra_cells = iter(random.Random(seed).sample(game.grid.cells, 10_000))
        cells: list[Cell] = [(50, 50)]
        for share in (1500, 3000, 4500):
            while len(game.clues) < share:
                for cell in cells:
                    game.play(Action(Verb.REVEAL, cell))
                safe = engine.solve(Position.seen(game.grid, 2000, game.clues)).safe
                cells = sorted(safe) or [next(c for c in extra_cells if c not in game.clues and not game.is_mine(c))]
            found.append(Position.seen(game.grid, 2000, game.clues))
    return found


def is_solved_by_peer(position: Position) -> bool:
    """Return whether the peer solves ``position`` within 5 seconds and without ending."""
    peer = Peer()
    try:
        peer.times([position], seconds=5)
    except PeerEnded:
        return False
    finally:
        peer.close()
    return True


def main() -> None:
    expert = [game_positions(16, 30, 99, seed) for seed in range(100)]
    middle = [positions[len(positions) // 2] for positions in expert if len(positions) > 40]
    peer = Peer()
    print(f"{'':34} {'engine':>10} {'ms_toollib':>10} {'ratio':>6} {'target':>6}")

    def row(name: str, ours: float, theirs: float, target: float) -> None:
        print(f"{name:34} {ours * 1e3:8.2f}ms {theirs * 1e3:8.2f}ms {ours / theirs:6.2f} {target:6.2f}", flush=True)

    row("16x30/99, one position, scratch", *compare_single(peer, middle, 7), 2)
    total = sum(map(len, expert))
    row(f"16x30/99, 100 games ({total} pos.)", *compare_sequence(peer, expert, 3), 1)
    big = big_positions()
    solved = [position for position in big if is_solved_by_peer(position)]
    row(f"100x100/2000, mid-game ({len(solved)} pos.)", *compare_single(peer, solved, 5), 1)
    unsolved = [position for position in big if position not in solved]
    if unsolved:
        ours = max(from_scratch(unsolved))
        print(f"  {len(unsolved)} more took the engine up to {ours * 1e3:.0f} ms; the peer ended or took over 5 s")
    hard = lattice(5, 10)
    ours = median(from_scratch([hard])[0] for _ in range(3))
    peer.close()
    if "--lattice" not in sys.argv:
        print(f"lattice 5x10: {ours:.2f} s, {our_memory(hard)} MB; with --lattice the peer too (half a minute, 1 GB)")
        return
    peer = Peer()
    try:
        (theirs,), memory = peer.times([hard])
        row("lattice 5x10", ours, theirs, 0.1)
        print(f"memory: {our_memory(hard)} MB against {memory} MB; target 500 MB")
    except PeerEnded as ended:
        print(f"lattice 5x10: {ours:.2f} s, {our_memory(hard)} MB; {ended}")
    finally:
        peer.close()


if __name__ == "__main__":
    main()
