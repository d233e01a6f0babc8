"""Runs the command ``minesweeper-qt check``: audits a student's file and prints the report.

Ctrl-C, SIGTERM or SIGHUP stops it early; what was found so far is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn

from minesweeper_qt.cli.arguments import AGENT_FILE, chosen_difficulty
from minesweeper_qt.cli.check_progress import ProgressLine
from minesweeper_qt.cli.check_report import as_json, as_text
from minesweeper_qt.cli.output import write_error, write_output
from minesweeper_qt.cli.stop import Stop
from minesweeper_qt.model.audit.auditor import audit
from minesweeper_qt.model.audit.case_text import source_of_tests
from minesweeper_qt.model.audit.report import Report
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty
from minesweeper_qt.model.file_writing import write_whole
from minesweeper_qt.model.lab.worker_pool import available_cores
from minesweeper_qt.model.student.launch import PythonNotStarted
from minesweeper_qt.model.student.limits import Limits
from minesweeper_qt.model.student.student_file import StudentFileError

EXIT_FOUND = 1
EXIT_MACHINE = 3
"""The exit code when this machine could not run the agent, or the output could not be written."""


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Audit the file that the arguments name, print the report, and return the exit code.

    Calls ``error``, which does not return, when the arguments conflict or name no usable file.
    """
    difficulty = chosen_difficulty(arguments, error) or DIFFICULTIES["cs50"]
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            report = _audit(arguments, difficulty, stop)
        except StudentFileError as wrong:
            error(f"{wrong}; {AGENT_FILE}")
        except PythonNotStarted as wrong:
            write_error(str(wrong))
            return EXIT_MACHINE
        is_written = _save_tests(arguments, report)
        is_written = write_output(as_json(report) if arguments.json else as_text(report)) and is_written
        if not is_written:
            return EXIT_MACHINE
        return stop.exit_code or (0 if report.is_clean else EXIT_FOUND)


def _audit(arguments: argparse.Namespace, difficulty: Difficulty, stop: Stop) -> Report:
    line = ProgressLine(sys.stderr)
    try:
        return audit(
            arguments.file,
            difficulty=difficulty,
            games=arguments.games,
            seed=arguments.seed,
            limits=Limits(seconds=arguments.time_limit, memory_mb=arguments.memory_limit),
            jobs=arguments.jobs or available_cores(),
            python=arguments.python,
            progress=line.show,
            should_stop=stop,
        )
    finally:
        line.clear()


def _save_tests(arguments: argparse.Namespace, report: Report) -> bool:
    """Write the smallest cases as tests, if that was asked for; return whether that succeeded."""
    path = arguments.save_tests
    if path is None:
        return True
    try:
        write_whole(path, source_of_tests(report.findings, report.file).encode())
    except OSError as wrong:
        write_error(f"--save-tests {path}: {wrong.strerror or wrong}")
        return False
    return True
