"""The command ``minesweeper-qt lab``: plays the games, shows the progress and prints the results.

Ctrl-C, SIGTERM or SIGHUP stops it early; the results of the finished games are still printed and kept.
"""

from __future__ import annotations

import argparse
import re
import reprlib
import shlex
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from minesweeper_qt.cli.arguments import (
    EXIT_ENVIRONMENT,
    MAX_SEED,
    Parser,
    add_board_options,
    add_guesses_option,
    add_no_guess_options,
    chosen_difficulty,
    chosen_no_guess,
    size_problem,
)
from minesweeper_qt.cli.output import write_error, write_note, write_output
from minesweeper_qt.cli.progress import ProgressBar, Stop
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty, FirstClick, Guesses, Rules, Win
from minesweeper_qt.model.box import adopting_orphans
from minesweeper_qt.model.errors import AgentError, MinesweeperError, ResultsError
from minesweeper_qt.model.file_writing import read_whole, write_whole
from minesweeper_qt.model.lab.experiment import Experiment, GivenBoard, Players, read_boards
from minesweeper_qt.model.lab.results import ResultsFile, Tally, count, missing, tallies
from minesweeper_qt.model.lab.worker_pool import cluster, play_all
from minesweeper_qt.model.pools import available_cores, local_pool
from minesweeper_qt.model.report_parts import Part, Section, Table, as_text
from minesweeper_qt.model.strategy.strategies import STRATEGIES
from minesweeper_qt.model.student.fault_text import agent_error_line
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.skills import skills_line, try_skills
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.words import counted, percent, plural, size_text

MAX_BOARD_CELLS = Difficulty.MAX_SIDE**2
"""The cells of the largest board in a file: as many as --height and --width allow.

A game of 100x100 takes seconds, one of 200x200 takes some strategies minutes, one of 1000x1000 took 1.2 GB too.
"""

_MAX_GAMES = 10_000_000
_MAX_JOBS = 256
_DEFAULT_GAMES = 1000
_DEFAULT_SEED = 1
_MOST_MIB = 256
"""The size of the largest file with boards: some 200,000 of Expert."""
_BOARDS = "allowed is a file with a JSON object per line"
_BAR = "{percentage:3.0f} %|{bar:10}| {n:,} of {total:,}, {remaining} left  {desc}"


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``lab`` to its parser."""
    command.description = "Play the same boards with several strategies and say how often each wins."
    command.epilog = "The result depends on the seed alone, not on the number of jobs. Ctrl-C prints what is finished."
    add_board_options(command, without="expert")
    option, number = command.option, command.number
    clicks = [click.value for click in FirstClick]
    listed = ", ".join(clicks)
    about = f"what the first click may be: {listed}; without it what the level says"
    option("--first-click", f"allowed are {listed}", choices=clicks, metavar="C", help=about)
    add_guesses_option(command, without="as-dealt")
    add_no_guess_options(command)
    number("--games", 1, _MAX_GAMES, metavar="N", help=f"how many; without it {_DEFAULT_GAMES}")
    names = ", ".join(STRATEGIES)
    about = (
        f"one of {names}, or the file of an agent, such as minesweeper.py; several times for several, the first is "
        "what the others are compared with; without it all named ones"
    )
    allowed = f"allowed are {names} and the file of an agent, such as minesweeper.py"
    option("--strategy", allowed, type=_strategy, action="append", metavar="S", help=about)
    about = (
        "a program that reads positions as JSON lines and answers each with its move; several times for several; with "
        "--guesses fair its wins show how complete its reasoning is"
    )
    allowed = "allowed is a command, such as 'node solver.js'"
    option("--solver", allowed, type=_solver, dest="strategy", action="append", metavar="COMMAND", help=about)
    about = f"from which each game's own seed follows: 0 to {MAX_SEED}; without it {_DEFAULT_SEED}"
    number("--seed", 0, MAX_SEED, default=_DEFAULT_SEED, metavar="S", help=about)
    number("--jobs", 1, _MAX_JOBS, metavar="J", help="how many processes play; without it one for each core")
    command.file("--out", ".csv", about="write a row per game (.csv), each as soon as it is played")
    command.flag("--resume", "continue the file of --out where it broke off")
    about = "draw the results (.png, .svg, .pdf) with matplotlib; what is there is replaced"
    command.file("--plot", ".png", ".svg", ".pdf", about=about)
    about = (
        'play the layouts of this file; a line is {"height": 2, "width": 3, "mines": [[0, 1]], "start": [1, 1]}; '
        f"of the level only the rules count then; up to {MAX_BOARD_CELLS:,} cells each"
    )
    option("--boards", _BOARDS, type=Path, metavar="FILE", help=about)
    about = "play on the workers of this Dask scheduler instead of on this machine"
    allowed = "allowed is the address of a Dask scheduler, such as tcp://localhost:8786"
    option("--cluster", allowed, type=_address, metavar="ADDRESS", help=about)
    about = "don't judge the guesses of strategies that don't know their risk: faster"
    command.flag("--no-referee", about, dest="referee", action="store_false")


def _strategy(text: str) -> tuple[str, StudentFile | None]:
    """Return the name of a strategy, and the file of the agent that plays by it unless it is one of the named.

    The name of a file's strategy is its path as it was given. Raises ``ArgumentTypeError``, or ``StudentFileError``,
    for anything else.
    """
    if text in STRATEGIES:
        return text, None
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} has letters that can't be shown")
    try:
        if not text.endswith(".py"):
            Path(text).stat()
        return text, StudentFile.find(Path(text))
    except (FileNotFoundError, NotADirectoryError):
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a strategy") from None
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} can't be read: {wrong.strerror or wrong}") from None


def _solver(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a command of a solver, which is its name, and its parts; raise ``ArgumentTypeError`` for an empty one."""
    if text in STRATEGIES:
        raise argparse.ArgumentTypeError(f"{text!r} is the name of a strategy; write ./{text} for the program")
    try:
        if sys.platform == "win32":  # whose backslashes are no escapes
            parts = tuple(part.strip('"') for part in shlex.split(text, posix=False))
        else:
            parts = tuple(shlex.split(text))
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} has {str(wrong).lower()}") from None
    if not parts or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a command")
    return text, parts


def _address(text: str) -> str:
    port = re.fullmatch(r"(?:(?:tcp|tls)://)?[^\s/:]+:([0-9]{1,5})", text)
    if port is None or not 1 <= int(port[1]) <= 65535:
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not an address with a port")
    return text


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Play the games that the arguments describe, print the results, and return the exit code.

    Calls ``error``, which does not return, when the arguments conflict or name unusable files.
    """
    _check_combinations(arguments, error)
    experiment, games = _experiment(arguments, error)
    skills: list[str] = []
    found = tallies(experiment.strategies)
    failures = []
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            with ExitStack() as stack:
                bar = stack.enter_context(ProgressBar(_BAR))
                # Also what they leave behind; in the workers, these see to it themselves.
                with adopting_orphans():
                    skills += _check_agents(experiment, error)
                # Before the file is opened: if no scheduler answers at the address, no empty file is left behind.
                executor, workers = _executor(arguments, stack)
                file = None
                if arguments.out is not None:
                    file = stack.enter_context(_results_file(arguments, experiment, games, error))
                done = [] if file is None else list(file.results)
                count(found, done)
                tasks = missing(experiment, games, done)
                _show(bar, found, games)
                for results in play_all(experiment, tasks, executor, workers, stop):
                    if file is not None:
                        file.add(results)
                    count(found, results)
                    _show(bar, found, games)
        except MinesweeperError as lost:
            failures.append(str(lost))
        except OSError as wrong:
            is_of_file = arguments.out is not None and wrong.strerror
            failures.append(f"{arguments.out}: {wrong.strerror}" if is_of_file else str(wrong))
        except KeyboardInterrupt:  # the second signal
            pass
        return _report(arguments, experiment, games, found, skills, stop, failures)


def _show(bar: ProgressBar, found: dict[str, Tally], games: int) -> None:
    rates = [f"{name} {100 * tally.rate:.1f} %" for name, tally in found.items() if tally.games]
    bar.show(sum(tally.games for tally in found.values()), games * len(found), ", ".join(rates))


def _report(
    arguments: argparse.Namespace,
    experiment: Experiment,
    games: int,
    found: dict[str, Tally],
    skills: list[str],
    stop: Stop,
    failures: list[str],
) -> int:
    """Draw and print the results, then all that failed, and return the exit code."""
    done = sum(tally.games for tally in found.values())
    is_written = True
    if done:
        board = f"{size_text(experiment.height, experiment.width)}, {counted(experiment.mines, 'mine')}"
        if arguments.boards is not None:
            board = f"boards of {arguments.boards.name}"
        title = f"{games:,} {plural(games, 'game')} on {board}"
        about = conditions(experiment)
        if arguments.plot is not None:
            from minesweeper_qt.model.lab.results_plot import plot

            try:
                write_whole(arguments.plot, plot(title, about, found, arguments.plot.suffix.lower()[1:]))
            except OSError as wrong:
                failures.append(f"{arguments.plot}: {wrong.strerror or wrong}")
        parts = [f"{title}, {about}", *results_parts(found), *([Section("", skills)] if skills else [])]
        is_written = write_output(as_text(parts))
    if done and (stop() or failures):
        more = "; --resume continues" if arguments.out is not None and done < games * len(found) else ""
        write_note(f"{done:,} of {games * len(found):,} are played{more}")
    for failure in failures:
        write_error(failure)
    return EXIT_ENVIRONMENT if failures or not is_written else stop.exit_code


# -- evaluating the arguments


def _check_combinations(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> None:
    names = [name for name, _ in arguments.strategy or []]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        error(f"--strategy or --solver {twice[0]} is there twice; allowed is each once")
    if arguments.resume and arguments.out is None:
        error("--resume without --out; it continues the file that --out names")
    if arguments.cluster is not None and arguments.jobs is not None:
        error("--jobs does not go with --cluster; allowed is the one or the other")
    if arguments.plot is not None and find_spec("matplotlib") is None:
        error('--plot needs the package matplotlib, which is not installed; pip install "minesweeper-qt[plot]"')
    size = [f"--{name}" for name in ("height", "width", "mines") if getattr(arguments, name) is not None]
    if arguments.no_guess is not None:
        for name in ("boards", "first_click"):
            if getattr(arguments, name) is not None:
                error(f"--{name.replace('_', '-')} does not go with --no-guess, which deals boards with an opening")
    if arguments.boards is not None and size:
        error(f"--boards does not go with {' and '.join(size)}; the file says how large the boards are")


def _experiment(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> tuple[Experiment, int]:
    """Return the experiment that the arguments describe, and the number of games."""
    difficulty = chosen_difficulty(arguments, error) or DIFFICULTIES["expert"]
    hardest = chosen_no_guess(arguments, difficulty, error)
    if hardest is not None:
        difficulty = difficulty.with_guesses(Guesses.NOT_NEEDED)
    rules = difficulty.rules
    if arguments.first_click is not None:
        rules = replace(rules, first_click=FirstClick(arguments.first_click))
    if arguments.guesses is not None:
        rules = replace(rules, guesses=Guesses(arguments.guesses))
    given = arguments.strategy or []
    names = tuple(name for name, _ in given) or tuple(STRATEGIES)
    students = tuple((name, played) for name, played in given if isinstance(played, StudentFile))
    solvers = tuple((name, played) for name, played in given if isinstance(played, tuple))
    experiment = Experiment(names, difficulty.height, difficulty.width, difficulty.mines, rules, arguments.seed)
    experiment = replace(experiment, referee=arguments.referee, hardest=hardest, students=students, solvers=solvers)
    if arguments.boards is None:
        return experiment, arguments.games or _DEFAULT_GAMES
    boards = _boards(arguments.boards, rules, error)
    games = arguments.games or len(boards)
    if games > len(boards):
        error(f"--games {games}, but --boards has {len(boards)}; allowed are 1 to {len(boards)}")
    return replace(experiment, boards=boards), games


def _boards(path: Path, rules: Rules, error: Callable[[str], NoReturn]) -> tuple[GivenBoard, ...]:
    name = reprlib.repr(str(path))
    try:
        lines = read_whole(path, _MOST_MIB).decode("utf-8-sig").split("\n")
        boards = read_boards(lines, rules)
    except MinesweeperError as wrong:
        error(f"--boards {name}, {wrong}")
    except UnicodeDecodeError:
        error(f"--boards: {name} is not text; {_BOARDS}")
    except (OSError, ValueError) as wrong:  # a null character in the name is a ValueError
        error(f"--boards: {name} can't be read: {getattr(wrong, 'strerror', None) or wrong}; {_BOARDS}")
    if not boards:
        error(f"--boards: {name} has no boards; {_BOARDS}")
    numbers = [number for number, line in enumerate(lines, 1) if line.strip()]
    for number, given in zip(numbers, boards, strict=True):
        if problem := size_problem(given.height, given.width, MAX_BOARD_CELLS):
            error(f"--boards {name}, line {number}: {problem}")
    return boards


def _check_agents(experiment: Experiment, error: Callable[[str], NoReturn]) -> list[str]:
    """Create each student's agent and ask each solver once: one that can't play would lose every game, and slowly.

    Return for each agent a line with its skills.
    """
    height, width, mines = experiment.size(0)
    lines = []
    with Players() as players:
        for name, file in experiment.students:
            try:
                players.agent(file, height, width, experiment.game_seed(0))
            except AgentError as failed:
                error(
                    f"--strategy {name}: {agent_error_line(failed)}; allowed is an agent for {size_text(height, width)}"
                )
            with StudentProcess(file) as process:
                lines.append(f"{name}: {skills_line(try_skills(process))}")
        for name, command in experiment.solvers:
            try:
                for _ in range(2):  # some end after one answer, or write too much
                    players.solver(command).ask(Position(height, width, mines))
            except AgentError as failed:
                allowed = "allowed is a program, by its path or in PATH, that answers each position"
                error(f"--solver {name}: {failed}; {allowed}")
    return lines


def _executor(arguments: argparse.Namespace, stack: ExitStack) -> tuple[Executor | None, int]:
    """Return the executor that plays the games, closed by ``stack``, and its number of workers; ``None`` for one."""
    if arguments.cluster is not None:
        return stack.enter_context(cluster(arguments.cluster))
    jobs = arguments.jobs or available_cores()
    if jobs == 1:
        stack.enter_context(adopting_orphans())
        return None, 1
    return stack.enter_context(local_pool(jobs)), jobs


def _results_file(
    arguments: argparse.Namespace, experiment: Experiment, games: int, error: Callable[[str], NoReturn]
) -> ResultsFile:
    name = reprlib.repr(str(arguments.out))
    if arguments.out.exists() and not arguments.resume:
        error(f"--out {name} exists; allowed are a new file, or --resume to continue this one")
    try:
        return ResultsFile(arguments.out, experiment, games)
    except BlockingIOError:
        error(f"--out {name} is being written by another program; allowed is a file that nobody writes")
    except ResultsError as wrong:
        error(f"--resume {name}, {wrong}; allowed is a file of the same games")


# -- the results as text

_COLUMNS = ("strategy", "games", "won %", "95 % interval", "difference", "95 % interval", "guesses", "forced", "ms")

_MOST_CAUSES = 10
"""How many causes of failures are named of each student's agent."""


def conditions(experiment: Experiment) -> str:
    """Describe the rules that differ from the usual ones, and the seed.

    The first click is left out for given boards, which define where each game begins.

    >>> from minesweeper_qt.model.board.rules import CS50_RULES
    >>> conditions(Experiment(("cs50",), 8, 8, 8, CS50_RULES, seed=1))
    'first click anything, no cascade, won by flags, seed 1'
    """
    rules = experiment.rules
    parts = [] if experiment.boards else [f"first click {rules.first_click.value}"]
    if not rules.cascade:
        parts.append("no cascade")
    if rules.win is Win.FLAGGED:
        parts.append("won by flags")
    if rules.guesses is Guesses.FAIR:
        parts.append("fair guesses")
    if experiment.hardest is not None:
        parts.append(f"no guess needed, hardest step {experiment.hardest}")
    return ", ".join([*parts, f"seed {experiment.seed}"])


def results_parts(tallies: Mapping[str, Tally]) -> list[Part]:
    """Return the table, with notes on the columns that need explaining, and below it failures and false claims.

    The table has a row for each strategy; ``difference`` compares it with the first one.

    >>> tally = Tally()
    >>> from minesweeper_qt.model.lab.experiment import GameResult
    >>> tally.add(GameResult(7, 1, "a", True, 4, (), 0, 0, 1.5, "", 2, "(0, 1) is called safe; ...", "3x1x1 1HH"))
    >>> print(as_text(results_parts({"a": tally})[1:]))
    a: 2 false claims in 1 game; the first, in game 7: (0, 1) is called safe; ...
       3x1x1
       1HH
    """
    first, *others = tallies
    rows, sections = [], []
    notes = [f"difference: percentage points won more than {first} on the same boards"] if others else []
    notes.append("guesses, forced: per game; forced: no covered cell was provably safe")
    notes.append("ms: processor time per game of strategy, agent and game")
    for name, tally in tallies.items():
        row = [name, f"{tally.games:,}"]
        difference = None if name == first else tally.minus(tallies[first])
        for rates, form in ((tally, ".2f"), (difference, "+.2f")):
            if rates is None or not rates.games:
                row += ["-", "-"]
            else:
                low, high = rates.interval
                row += [f"{100 * rates.rate:{form}}", f"{100 * low:{form}} to {100 * high:{form}}"]
        costs = ((tally.guesses, ".2f"), (tally.forced, ".2f"), (tally.ms, ".1f"))
        rows.append([*row, *(f"{tally.per_game(cost):{form}}" if tally.games else "-" for cost, form in costs)])
        if tally.unjudged:
            notes.append(f"{name}: {tally.unjudged:,} of {tally.guesses:,} guesses not judged; they may be forced too")
        causes = sorted(tally.failures.values(), key=lambda cause: (-cause.games, cause.first))
        if causes:
            failed = sum(cause.games for cause in causes)
            lines = [f"{counted(cause.games, 'game')}: {cause.line}" for cause in causes[:_MOST_CAUSES]]
            more = len(causes) - _MOST_CAUSES
            lines += [f"and {counted(more, 'other cause')}"] if more > 0 else []
            title = f"{name} failed in {failed:,} of {counted(tally.games, 'game')}, which count as lost:"
            sections.append(Section(title, lines))
        if tally.reasoned:
            share = f"for {percent(tally.reasoned / tally.moves)} of its moves"
            notes.append(f"{name}: reasons {share}; {tally.needless:,} of {tally.named:,} named clues are needless")
        for what, false in sorted(tally.false.items()):
            where = f"in {counted(false.games, 'game')}; the first, in game {false.first}"
            title = f"{name}: {counted(false.claims, what)} {where}: {false.claim}"
            sections.append(Section(title, false.position.split()))
    return [Section("", [Table(_COLUMNS, rows, has_numbers=True), *notes]), *sections]
