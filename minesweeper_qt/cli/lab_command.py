"""``minesweeper-qt lab`` at work: plays, shows how far it is, ends well when asked to, and prints what was found."""

from __future__ import annotations

import argparse
import reprlib
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, chosen_difficulty
from minesweeper_qt.cli.lab_arguments import DEFAULT_GAMES
from minesweeper_qt.cli.lab_progress import Progress
from minesweeper_qt.cli.lab_report import board, conditions, table
from minesweeper_qt.cli.output import complain, note, say
from minesweeper_qt.model.board.rules import DIFFICULTIES, FirstClick, Rules
from minesweeper_qt.model.errors import MinesweeperError, ResultsError, WorkerLost
from minesweeper_qt.model.lab.experiment import Experiment
from minesweeper_qt.model.lab.given_boards import GivenBoard, read_boards
from minesweeper_qt.model.lab.results_file import ResultsFile, missing, write_whole
from minesweeper_qt.model.lab.results_plot import plot_svg
from minesweeper_qt.model.lab.tallies import Tally, count, tallies
from minesweeper_qt.model.lab.worker_pool import WISHES_TO_END, available_cores, cluster, local_pool, play_all
from minesweeper_qt.model.strategy.strategies import STRATEGIES


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Play what the arguments ask for and return the exit code; ``error`` reports what does not go together."""
    _check_together(arguments, error)
    experiment, games = _experiment(arguments, error)
    title = f"{games:,} game{'' if games == 1 else 's'} on {board(experiment, _source(arguments))}"
    found = tallies(experiment.strategies)
    stop = Stop()
    trouble = None
    try:
        with ExitStack() as stack:
            stack.enter_context(stop)
            # Before the file: an address at which nobody answers leaves none behind.
            executor, workers = stack.enter_context(_executor(arguments))
            file = None
            if arguments.out is not None:
                file = stack.enter_context(_results_file(arguments, experiment, games, error))
            _play(experiment, games, _Place(executor, workers, file, found, stop))
    except WorkerLost as lost:
        trouble = str(lost)
    except OSError as wrong:
        trouble = f"{arguments.out}: {wrong.strerror}" if arguments.out is not None and wrong.strerror else str(wrong)
    except KeyboardInterrupt:  # asked a second time to stop
        pass
    done = sum(tally.games for tally in found.values())
    is_said = True
    if done:
        about = conditions(experiment)
        if arguments.plot is not None:
            trouble = _draw(arguments.plot, plot_svg(title, about, found)) or trouble
        is_said = say(f"{title}, {about}\n\n{table(found)}")
    if done and (stop() or trouble):
        note(_how_far(done, games * len(found), arguments.out))
    if trouble:
        complain(trouble)
    return EXIT_ENVIRONMENT if trouble or not is_said else stop.exit_code


class Stop:
    """Takes the first Ctrl-C, SIGTERM or SIGHUP as a wish to end well; the second ends at once (``KeyboardInterrupt``).

    Called, it says whether that was wished; ``exit_code`` is what the program then ends with, else 0.
    """

    def __init__(self) -> None:
        self.exit_code = 0
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        """Say whether the end was wished for."""
        return self.exit_code != 0

    def __enter__(self) -> Stop:
        for number in WISHES_TO_END:
            # What is ignored stays so: nohup does that with SIGHUP.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.exit_code:
            raise KeyboardInterrupt
        # As a shell reports the end by a signal: 130 for Ctrl-C.
        self.exit_code = 128 + number


@dataclass(frozen=True, slots=True)
class _Place:
    """Where it is played: by whom, what takes the results, and what ends it."""

    executor: Executor | None
    workers: int
    file: ResultsFile | None
    found: dict[str, Tally]
    stop: Stop


def _play(experiment: Experiment, games: int, where: _Place) -> None:
    done = [] if where.file is None else list(where.file.results)
    count(where.found, done)
    tasks = missing(experiment, games, done)
    progress = Progress(sys.stderr, where.found, games)
    try:
        for results in play_all(experiment, tasks, where.executor, where.workers, where.stop):
            if where.file is not None:
                where.file.add(results)
            count(where.found, results)
            progress.show()
    finally:
        progress.show(last=True)


def _how_far(done: int, total: int, out: Path | None) -> str:
    more = "; --resume continues" if out is not None and done < total else ""
    return f"{done:,} of {total:,} are played{more}"


def _draw(path: Path, svg: str) -> str | None:
    """Write the plot and return what went wrong."""
    try:
        write_whole(path, svg.encode())
    except OSError as wrong:
        return f"{path}: {wrong.strerror or wrong}"
    return None


# -- what the arguments say together


def _check_together(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> None:
    names = arguments.strategy or []
    twice = [name for name in STRATEGIES if names.count(name) > 1]
    if twice:
        error(f"--strategy {twice[0]} is there twice; allowed is each once")
    if arguments.resume and arguments.out is None:
        error("--resume without --out; it continues the file that --out names")
    if arguments.cluster is not None and arguments.jobs is not None:
        error("--jobs does not go with --cluster; allowed is the one or the other")
    size = [f"--{name}" for name in ("height", "width", "mines") if getattr(arguments, name) is not None]
    if arguments.boards is not None and size:
        error(f"--boards does not go with {' and '.join(size)}; the file says how large the boards are")


def _experiment(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> tuple[Experiment, int]:
    """What is played, and how many games."""
    difficulty = chosen_difficulty(arguments, error) or DIFFICULTIES["expert"]
    rules = difficulty.rules
    if arguments.first_click is not None:
        rules = replace(rules, first_click=FirstClick(arguments.first_click))
    experiment = Experiment(
        strategies=tuple(arguments.strategy or STRATEGIES),
        height=difficulty.height,
        width=difficulty.width,
        mines=difficulty.mines,
        rules=rules,
        seed=arguments.seed,
        referee=arguments.referee,
    )
    if arguments.boards is None:
        return experiment, arguments.games or DEFAULT_GAMES
    boards = _boards(arguments.boards, rules, error)
    games = arguments.games or len(boards)
    if games > len(boards):
        error(f"--games {games}, but --boards has {len(boards)}; allowed are 1 to {len(boards)}")
    return replace(experiment, boards=boards), games


def _boards(path: Path, rules: Rules, error: Callable[[str], NoReturn]) -> tuple[GivenBoard, ...]:
    name = reprlib.repr(str(path))
    try:
        boards = read_boards(path.read_text("utf-8-sig").split("\n"), rules)
    except MinesweeperError as wrong:
        error(f"--boards {name}, {wrong}")
    except UnicodeDecodeError:
        error(f"--boards: {name} is no text")
    except (OSError, ValueError) as wrong:  # a null character in the name is a ValueError
        error(f"--boards: {name} can't be read: {getattr(wrong, 'strerror', None) or wrong}")
    if not boards:
        error(f"--boards: {name} has no boards")
    return boards


def _source(arguments: argparse.Namespace) -> str | None:
    return None if arguments.boards is None else f"boards of {arguments.boards.name}"


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Who plays, and how many at a time."""
    jobs = arguments.jobs or available_cores()
    if arguments.cluster is not None:
        with cluster(arguments.cluster) as found:
            yield found
    elif jobs == 1:
        yield None, 1
    else:
        with local_pool(jobs) as pool:
            yield pool, jobs


def _results_file(
    arguments: argparse.Namespace, experiment: Experiment, games: int, error: Callable[[str], NoReturn]
) -> ResultsFile:
    name = reprlib.repr(str(arguments.out))
    if arguments.out.exists() and not arguments.resume:
        error(f"--out {name} exists; allowed are a new file, or --resume to continue this one")
    try:
        return ResultsFile.resume(arguments.out, experiment, games)
    except BlockingIOError:
        error(f"--out {name} is being written by another program; allowed is a file that nobody writes")
    except ResultsError as wrong:
        error(f"--resume {name}, {wrong}; allowed is a file of the same games")
