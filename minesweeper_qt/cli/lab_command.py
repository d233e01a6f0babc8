"""Runs the command ``minesweeper-qt lab``: plays the games, shows the progress and prints the results.

Ctrl-C, SIGTERM or SIGHUP stops it early; the results of the finished games are still printed and kept.
"""

from __future__ import annotations

import argparse
import reprlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, chosen_difficulty, size_problem
from minesweeper_qt.cli.lab_arguments import BOARDS, DEFAULT_GAMES, MAX_BOARD_CELLS
from minesweeper_qt.cli.lab_progress import Progress
from minesweeper_qt.cli.lab_report import board, conditions, table
from minesweeper_qt.cli.lab_report import failures as failures_text
from minesweeper_qt.cli.output import write_error, write_note, write_output
from minesweeper_qt.cli.stop import Stop
from minesweeper_qt.model.board.rules import DIFFICULTIES, FirstClick, Rules
from minesweeper_qt.model.errors import AgentError, MinesweeperError, ResultsError, WorkerLost
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.lab.experiment import Experiment
from minesweeper_qt.model.lab.given_boards import GivenBoard, read_boards
from minesweeper_qt.model.lab.results_file import ResultsFile, missing
from minesweeper_qt.model.lab.results_plot import plot_svg
from minesweeper_qt.model.lab.students import Students, failure_line
from minesweeper_qt.model.lab.tallies import Tally, count, tallies
from minesweeper_qt.model.lab.worker_pool import available_cores, cluster, local_pool, play_all
from minesweeper_qt.model.strategy.strategies import STRATEGIES
from minesweeper_qt.model.student.launch import PythonNotStarted
from minesweeper_qt.model.text.number_text import plural


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Play the games that the arguments describe, print the results, and return the exit code.

    Calls ``error``, which does not return, when the arguments conflict or name unusable files.
    """
    _check_combinations(arguments, error)
    experiment, games = _experiment(arguments, error)
    found = tallies(experiment.strategies)
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        failures = _play_games(arguments, experiment, games, found, stop, error)
        return _report(arguments, experiment, games, found, stop, failures)


def _play_games(
    arguments: argparse.Namespace,
    experiment: Experiment,
    games: int,
    found: dict[str, Tally],
    stop: Stop,
    error: Callable[[str], NoReturn],
) -> list[str]:
    """Play the games, count them in ``found``, and return what failed."""
    try:
        with ExitStack() as stack:
            _check_agents(experiment, error)
            # Before the file is opened: if no scheduler answers at the address, no empty file is left behind.
            executor, workers = stack.enter_context(_executor(arguments))
            file = None
            if arguments.out is not None:
                file = stack.enter_context(_results_file(arguments, experiment, games, error))
            _play(experiment, games, _RunContext(executor, workers, file, found, stop))
    except (WorkerLost, PythonNotStarted) as lost:
        return [str(lost)]
    except OSError as wrong:
        return [f"{arguments.out}: {wrong.strerror}" if arguments.out is not None and wrong.strerror else str(wrong)]
    except KeyboardInterrupt:  # the second signal
        pass
    return []


def _report(
    arguments: argparse.Namespace,
    experiment: Experiment,
    games: int,
    found: dict[str, Tally],
    stop: Stop,
    failures: list[str],
) -> int:
    """Draw and print the results, then all that failed, and return the exit code."""
    done = sum(tally.games for tally in found.values())
    is_written = True
    if done:
        title = f"{games:,} {plural(games, 'game')} on {board(experiment, _source(arguments))}"
        about = conditions(experiment)
        if arguments.plot is not None:
            failures = failures + _draw(arguments.plot, plot_svg(title, about, found))
        parts = [f"{title}, {about}", table(found), failures_text(found)]
        is_written = write_output("\n\n".join(part for part in parts if part))
    if done and (stop() or failures):
        write_note(_progress_text(done, games * len(found), arguments.out))
    for failure in failures:
        write_error(failure)
    return EXIT_ENVIRONMENT if failures or not is_written else stop.exit_code


@dataclass(frozen=True, slots=True)
class _RunContext:
    """Everything that one run of the lab uses.

    ``executor`` plays the games on ``workers`` workers; ``None`` plays them in this process. ``file`` receives the
    results, if there is one. ``found`` are the tallies, which are updated. ``stop`` requests the end.
    """

    executor: Executor | None
    workers: int
    file: ResultsFile | None
    found: dict[str, Tally]
    stop: Stop


def _play(experiment: Experiment, games: int, context: _RunContext) -> None:
    done = [] if context.file is None else list(context.file.results)
    count(context.found, done)
    tasks = missing(experiment, games, done)
    progress = Progress(sys.stderr, context.found, games)
    try:
        for results in play_all(experiment, tasks, context.executor, context.workers, context.stop):
            if context.file is not None:
                context.file.add(results)
            count(context.found, results)
            progress.show()
    finally:
        progress.show(last=True)


def _progress_text(done: int, total: int, out: Path | None) -> str:
    more = "; --resume continues" if out is not None and done < total else ""
    return f"{done:,} of {total:,} are played{more}"


def _draw(path: Path, svg: str) -> list[str]:
    """Write the plot to ``path``; return the error message if that fails."""
    try:
        write_whole(path, svg.encode())
    except OSError as wrong:
        return [f"{path}: {wrong.strerror or wrong}"]
    return []


# -- evaluating the arguments


def _check_combinations(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> None:
    names = [given.name for given in arguments.strategy or []]
    twice = [name for name in names if names.count(name) > 1]
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
    """Return the experiment that the arguments describe, and the number of games."""
    difficulty = chosen_difficulty(arguments, error) or DIFFICULTIES["expert"]
    rules = difficulty.rules
    if arguments.first_click is not None:
        rules = replace(rules, first_click=FirstClick(arguments.first_click))
    given = arguments.strategy or []
    experiment = Experiment(
        strategies=tuple(strategy.name for strategy in given) or tuple(STRATEGIES),
        students=tuple((strategy.name, strategy.file) for strategy in given if strategy.file is not None),
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
        lines = path.read_text("utf-8-sig").split("\n")
        boards = read_boards(lines, rules)
    except MinesweeperError as wrong:
        error(f"--boards {name}, {wrong}")
    except UnicodeDecodeError:
        error(f"--boards: {name} is no text; {BOARDS}")
    except (OSError, ValueError) as wrong:  # a null character in the name is a ValueError
        error(f"--boards: {name} can't be read: {getattr(wrong, 'strerror', None) or wrong}; {BOARDS}")
    if not boards:
        error(f"--boards: {name} has no boards; {BOARDS}")
    numbers = [number for number, line in enumerate(lines, 1) if line.strip()]
    for number, given in zip(numbers, boards, strict=True):
        problem = size_problem(given.height, given.width, MAX_BOARD_CELLS)
        if problem:
            error(f"--boards {name}, line {number}: {problem}")
    return boards


def _source(arguments: argparse.Namespace) -> str | None:
    return None if arguments.boards is None else f"boards of {arguments.boards.name}"


def _check_agents(experiment: Experiment, error: Callable[[str], NoReturn]) -> None:
    """Create each student's agent once: one that can't be created would lose every game, and slowly."""
    height, width, _ = experiment.size(0)
    with Students() as students:
        for name, file in experiment.students:
            try:
                students.agent(file, height, width, experiment.game_seed(0))
            except AgentError as failed:
                error(f"--strategy {name}: {failure_line(failed)}; allowed is an agent for {height}x{width}")


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Provide the executor that plays the games and its number of workers; no executor for a single local worker."""
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
