"""The command ``minesweeper-qt check``: audits a student's file and prints the report, or a table for a class of files.

Ctrl-C, SIGTERM or SIGHUP stops it early; what was found so far is printed. Of a class several files are checked at a
time, each within a minute; ``class_report`` says what a record is, of which all results are made, so that the files of
``--out`` resume them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import reprlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

from minesweeper_qt import __version__
from minesweeper_qt.cli.arguments import (
    AGENT_FILE,
    EXIT_FOUND,
    EXIT_MACHINE,
    MAX_SEED,
    PYTHON,
    Parser,
    add_board_options,
    chosen_difficulty,
)
from minesweeper_qt.cli.output import PROGRAM, write_error, write_file, write_note, write_output
from minesweeper_qt.cli.progress import ProgressBar, Stop, batch
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty
from minesweeper_qt.model.box import adopting_orphans, box_problem
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.file_writing import read_whole, write_whole
from minesweeper_qt.model.pools import available_cores
from minesweeper_qt.model.student.auditor import DEFAULT_GAMES, DEFAULT_SEED, audit
from minesweeper_qt.model.student.case_text import source_of_tests
from minesweeper_qt.model.student.class_report import class_csv, class_page, class_table, has_failed, shape_of
from minesweeper_qt.model.student.finding import Finding, Severity
from minesweeper_qt.model.student.grading import CheckedAgent, Points, as_check50, as_gradescope, points_text
from minesweeper_qt.model.student.process import PythonNotStarted
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.report_text import report_text
from minesweeper_qt.model.student.student_file import (
    AGENT_FILE_NAME,
    StudentFile,
    StudentFileError,
    Submission,
    submissions,
)
from minesweeper_qt.model.student.student_state import FindingKind, Limits
from minesweeper_qt.model.words import counted, plural

_MAX_GAMES = 100_000
_LEAST_SECONDS = 20
"""The least time for all games, which is a second for each; an agent that takes longer plays fewer."""

_MAX_JOBS = 256
_MAX_SECONDS = 3600
_MIN_MEMORY, _MAX_MEMORY = 64, 65536

SECONDS = 60.0
"""The time that one submission may take; what was found by then is its report."""
_GAME_SECONDS = 30.0
"""The part of it in which games are played: the smallest cases are searched for after them."""
_MOST_MIB = 64
_FOLDERS = "allowed are folders that can be read, and for --out one that can be written to"

_FORMATS = ("text", "json", "gradescope", "check50")

_BAR = "{desc}: {n} of {total} |{bar:20}| {elapsed}; Ctrl-C prints what was found so far"
_CLASS_BAR = "{desc}: {n} of {total} |{bar:20}| {elapsed}, {remaining} left; Ctrl-C prints what is checked so far"


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``check`` to its parser."""
    command.description = (
        "Run the checks of the CS50 course on an agent, let it play beside the AI of this program, and say where it "
        "first goes wrong, what it misses, and why that follows."
    )
    command.epilog = (
        "Exit codes: 0 nothing found or only notes, 1 errors or weaknesses (see --fail-on), 2 wrong usage or no such "
        "file, 3 this machine can't run it, 130 after Ctrl-C, which prints what was found so far. This protects from "
        "accidents in the file, such as endless loops, not from malice; see --box. A folder with several submissions "
        f"is a class: each may take {SECONDS:.0f} seconds, several are checked at a time, and a table is printed."
    )
    option, number = command.option, command.number
    about = "your minesweeper.py, or the folder with it; or a folder with the submissions of a class"
    option("file", AGENT_FILE, type=Path, metavar="FILE", help=about)
    add_board_options(command, without="cs50")
    about = f"how many games to play; without it {DEFAULT_GAMES}"
    number("--games", 1, _MAX_GAMES, default=DEFAULT_GAMES, metavar="N", help=about)
    about = f"the seed from which the boards follow: 0 to {MAX_SEED}; without it {DEFAULT_SEED}"
    number("--seed", 0, MAX_SEED, default=DEFAULT_SEED, metavar="S", help=about)
    seconds, memory = Limits().seconds, Limits().memory_mb
    about = f"the time that one call may take; without it {seconds:g}"
    allowed = f"allowed are 0.1 to {_MAX_SECONDS}"
    option("--time-limit", allowed, type=_seconds, default=seconds, metavar="SECONDS", help=about)
    about = f"the memory that the file may use; without it {memory}"
    number("--memory-limit", _MIN_MEMORY, _MAX_MEMORY, default=memory, metavar="MB", help=about)
    number("--jobs", 1, _MAX_JOBS, metavar="J", help="how many processes play; without it one for each core")
    about = "the Python that runs the file; without it the one that runs this program"
    option("--python", PYTHON, metavar="PATH", help=about)
    about = "run the file in a box of bwrap (Linux): no network, nothing left behind; without it only a folder"
    command.flag("--box", about, action=argparse.BooleanOptionalAction)
    about = "what makes the exit code 1: errors alone, or weaknesses too; without it weakness"
    choices = [Severity.ERROR.value, Severity.WEAKNESS.value]
    option("--fail-on", "allowed are error, weakness", choices=choices, default="weakness", help=about)
    listed = ", ".join(_FORMATS)
    about = f"how the report is written: {listed}; without it text, for people"
    option("--format", f"allowed are {listed}", choices=_FORMATS, default="text", metavar="F", help=about)
    command.flag("--json", "short for --format json", action="store_const", dest="format", const="json")
    about = "give points for checks, skills and games, from this TOML file; the help has an example"
    allowed = "allowed are [checks], [skills] and [games] in TOML, with names as in the JSON or default, and numbers"
    option("--points", allowed, type=Points.read, metavar="FILE", help=about)
    about = (
        "write the smallest cases as tests for pytest (.py), which import only your file; an existing file is replaced"
    )
    command.file("--save-tests", ".py", about=about)
    folder = "allowed is a new or empty folder that can be written to"
    about = "for a class: write a report for each submission (.json, .txt) into this folder"
    option("--out", folder, type=Path, metavar="FOLDER", help=about)
    command.flag("--resume", "for a class: go on in the folder of --out; changed files are checked again")
    command.file("--csv", ".csv", about="for a class: write a table with a row for each submission (.csv)")
    command.file("--html", ".html", about="for a class: write a page with all reports (.html)")


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{reprlib.repr(text)} is not a number of seconds")
    if not 0.1 <= float(text) <= _MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text} is out of range")
    return float(text)


def _audited(path: Path, **settings: Any) -> Report:
    """Return the report of ``audit``, with a note if the agent left processes."""
    with adopting_orphans() as orphans:
        report = audit(path, **settings)
    if not orphans.ended:
        return report
    text = f"It left {orphans.ended} {plural(orphans.ended, 'process', 'processes')} running; this program ended them."
    return replace(report, findings=(*report.findings, Finding(FindingKind.API, Severity.NOTE, 0, text)))


def _formatted(report: Report, form: str, points: Points | None) -> str:
    """Return the report in one of the ``_FORMATS``, with the points if there are some."""
    record = report.to_json() if points is None else points.added(report.to_json())
    text = report_text(report) + ("" if points is None else f"\n\nPoints: {points_text(record)}")
    graded = (points or Points()).graded(record)
    made = {"json": record, "gradescope": as_gradescope(graded, text), "check50": as_check50(graded)}
    return text if form == "text" else json.dumps(made[form])


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Audit the file that the arguments name, print the report, and return the exit code.

    Calls ``error``, which does not return, when the arguments conflict or name no usable file.
    """
    difficulty = chosen_difficulty(arguments, error) or DIFFICULTIES["cs50"]
    of_class = [f"--{option}" for option in ("out", "resume", "csv", "html") if getattr(arguments, option)]
    found = submissions_of(arguments.file, arguments.out, arguments.resume, of_class, error)
    if found and arguments.save_tests is not None:
        error("--save-tests does not go with a folder of submissions; allowed is one submission")
    if found and arguments.format in _FORMATS[2:]:
        error(f"--format {arguments.format} does not go with a folder of submissions; allowed are text, json")
    is_boxed = bool(found) if arguments.box is None else arguments.box
    if is_boxed and box_problem():
        write_note(f"{PROGRAM}: agents run without a box: {box_problem()}")
        if arguments.box:
            return EXIT_MACHINE
        is_boxed = False
    limits = Limits(seconds=arguments.time_limit, memory_mb=arguments.memory_limit, box=is_boxed)
    games, seed, python = arguments.games, arguments.seed, arguments.python
    run_audit = partial(_audited, difficulty=difficulty, games=games, seed=seed, limits=limits, python=python)
    if found:
        settings = {
            "version": __version__,
            "board": [difficulty.height, difficulty.width, difficulty.mines],
            "python": arguments.python or platform.python_version(),
            **{name: getattr(arguments, name) for name in ("games", "seed", "time_limit", "memory_limit")},
        }
        check = ClassCheck(arguments.file, difficulty, run_audit, settings, arguments.out, arguments.resume)
        return _run_class(arguments, check, found)
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            # On a terminal only, and taken away at the end.
            with ProgressBar(_BAR, leave=False, disable=None) as bar:
                report = run_audit(
                    arguments.file,
                    jobs=arguments.jobs or available_cores(),
                    seconds=max(arguments.games, _LEAST_SECONDS),
                    progress=lambda progress: bar.show(progress.done, progress.total, progress.stage.value),
                    should_stop=stop,
                )
        except StudentFileError as wrong:
            error(f"{wrong}; {AGENT_FILE}")
        except PythonNotStarted as wrong:
            write_error(str(wrong))
            return EXIT_MACHINE
        tests = arguments.save_tests
        is_saved = tests is None or write_file(tests, source_of_tests(report.findings, report.file))
        is_written = write_output(_formatted(report, arguments.format, arguments.points))
        if not (is_saved and is_written):
            return EXIT_MACHINE
        is_found = report.with_severity(Severity.ERROR) if arguments.fail_on == "error" else not report.is_clean
        return stop.exit_code or (EXIT_FOUND if is_found else 0)


# -- a class


def _run_class(arguments: argparse.Namespace, check: ClassCheck, found: Sequence[Submission]) -> int:
    """Check the submissions, print the table, write the files that are asked for, and return the exit code."""
    failures: list[str] = []
    records: list[CheckedAgent] = []
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            for record in batch(check.record, found, arguments.jobs, stop, _CLASS_BAR, "submissions"):
                records += [] if record is None else [record]
        except (PythonNotStarted, WorkerLost) as wrong:
            failures.append(str(wrong))
        except OSError as wrong:
            failures.append(f"{wrong.filename or arguments.out}: {wrong.strerror or wrong}")
        if arguments.points is not None:
            records = [arguments.points.added(record) for record in records]
        is_written = write_output(json.dumps(records) if arguments.format == "json" else class_table(records))
        page = partial(class_page, arguments.file.resolve().name)
        for path, made in ((arguments.csv, class_csv), (arguments.html, page)):
            # Spreadsheets take a table without the mark of the encoding for another one.
            start = "\ufeff" if path is arguments.csv else ""
            is_written = (path is None or write_file(path, start + made(records))) and is_written
        if len(records) < len(found):
            more = "; --resume continues" if arguments.out is not None else ""
            write_note(f"{len(records)} of {counted(len(found), 'submission')} are checked{more}")
        for failure in failures:
            write_error(failure)
        if failures or not is_written:
            return EXIT_MACHINE
        is_found = any(has_failed(record, Severity(arguments.fail_on)) for record in records)
        return stop.exit_code or (EXIT_FOUND if is_found else 0)


@dataclass(frozen=True, slots=True)
class ClassCheck:
    """Checks the submissions in ``folder`` with ``run_audit``, which is ``audit`` with games of ``difficulty``.

    ``settings`` are what a result depends on, but for the file. Records and reports are written into the folder
    ``out``, if there is one; with ``resumes``, those that are there are taken over.
    """

    folder: Path
    difficulty: Difficulty
    run_audit: Callable[..., Report]
    settings: Mapping[str, object]
    out: Path | None = None
    resumes: bool = False

    def record(self, submission: Submission, should_stop: Callable[[], bool]) -> CheckedAgent | None:
        """Check a submission and return its record; ``None`` if ``should_stop`` before its end.

        It is that of an earlier check, if neither the file nor a setting has changed since. Raises ``OSError`` if it
        can't be written, and ``PythonNotStarted``.
        """
        file, problem, report, text = None, submission.problem, Report(Path(), self.difficulty, 0, 0), ""
        try:
            file = None if submission.file is None else StudentFile.find(submission.file)
        except StudentFileError as wrong:
            problem = str(wrong)
        settings = {**self.settings, "sha256": None if file is None else file.digest}
        path = None if self.out is None else self.out / f"{submission.name}.json"
        if self.resumes and path is not None:
            with suppress(OSError, ValueError, KeyError, TypeError):  # what is no record is written anew
                earlier: CheckedAgent = json.loads(read_whole(path, _MOST_MIB))
                if earlier["settings"] == settings:
                    return earlier
        if file is not None:
            end = monotonic() + SECONDS
            report = self.run_audit(
                file.path, seconds=_GAME_SECONDS, should_stop=lambda: should_stop() or monotonic() > end
            )
            text = report_text(report)
            if not any(check.was_run for check in report.checks):
                problem = report.findings[0].text if report.findings else "not checked"
        if should_stop():
            return None
        where = None if submission.file is None else submission.file.relative_to(self.folder).as_posix()
        shape = None if file is None else shape_of(file.source)
        named = {"name": submission.name, "file": where, "problem": problem, "settings": settings, "shape": shape}
        record = {**named, **report.to_json(), "report": text or f"{submission.name}: {problem}"}
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path.with_suffix(".txt"), f"{record['report']}\n".encode(errors="replace"))
            write_whole(path, json.dumps(record).encode())
        return record


def submissions_of(
    folder: Path, out: Path | None, resumes: bool, of_class: Sequence[str], error: Callable[[str], NoReturn]
) -> list[Submission]:
    """Return the submissions of the class in ``folder``; none if it is a file, or a folder with one.

    ``of_class`` are the options given that go only with a class. Calls ``error``, which does not return, when the
    options conflict, or the folder can't be read.
    """
    name = reprlib.repr(str(folder))
    if resumes and out is None:
        error("--resume without --out; it continues the folder that --out names")
    if not os.path.isdir(folder) or (folder / AGENT_FILE_NAME).is_file():
        if of_class:
            error(f"{of_class[0]} does not go with {name}; allowed is a folder of submissions")
        return []
    try:
        found = submissions(folder)
        if len(found) < 2 and not of_class:
            return []  # a folder around the one file
        if out is not None:
            if out.resolve() == folder.resolve():
                error(f"--out {name} holds the submissions; allowed is another folder")
            out.mkdir(exist_ok=True)
            if not resumes and any(out.iterdir()):
                error(f"--out {reprlib.repr(str(out))} is not empty; allowed are a new folder, or --resume to go on")
            found = [each for each in found if not (folder / each.name).resolve().is_relative_to(out.resolve())]
    except OSError as wrong:
        error(f"{reprlib.repr(str(wrong.filename))}: {wrong.strerror or wrong}; {_FOLDERS}")
    if not found:
        error(f"{name} holds no submissions; allowed is a folder with one in each file or folder in it")
    return found
