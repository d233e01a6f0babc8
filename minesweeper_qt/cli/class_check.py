"""Checks a class of submissions, several at a time and each within a minute, and writes its results.

What is known of a submission is its record, a JSON object: ``name``, ``file``, ``problem``, ``settings``, the keys of
``check --json``, and ``report``, the text. All results are made of records, so that the files of ``--out`` resume them.
"""

from __future__ import annotations

import argparse
import json
import os
import reprlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic
from typing import NoReturn

from minesweeper_qt import __version__
from minesweeper_qt.cli.arguments import EXIT_FOUND, EXIT_MACHINE
from minesweeper_qt.cli.check_report import as_text
from minesweeper_qt.cli.class_results import Record, class_csv, class_page, class_table, found_in
from minesweeper_qt.cli.output import write_error, write_note, write_output
from minesweeper_qt.cli.progress import ProgressBar, Stop
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.file_writing import read_whole, write_whole
from minesweeper_qt.model.lab.worker_pool import available_cores
from minesweeper_qt.model.student.process import PythonNotStarted
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.student_file import AGENT_FILE_NAME, StudentFile, StudentFileError
from minesweeper_qt.model.student.submissions import Submission, submissions
from minesweeper_qt.model.text.number_text import counted

SECONDS = 60.0
"""The time that one submission may take; what was found by then is its report."""
_GAME_SECONDS = 30.0
"""The part of it in which games are played: the smallest cases are searched for after them."""
_POLL_SECONDS = 0.1
_BAR = "{desc}: {n} of {total} |{bar:20}| {elapsed}, {remaining} left; Ctrl-C prints what is checked so far"
_MOST_MIB = 64
_FOLDERS = "allowed are folders that can be read, and for --out one that can be written to"


class ClassCheck:
    """Checks submissions with ``run_audit``, which is ``audit`` with the ``arguments`` of the command."""

    def __init__(self, arguments: argparse.Namespace, difficulty: Difficulty, run_audit: Callable[..., Report]) -> None:
        self._arguments = arguments
        self._difficulty = difficulty
        self._run_audit = run_audit
        self._settings = {
            "version": __version__,
            "board": [difficulty.height, difficulty.width, difficulty.mines],
            **{name: getattr(arguments, name) for name in ("games", "seed", "time_limit", "memory_limit", "python")},
        }

    def record(self, submission: Submission, should_stop: Callable[[], bool]) -> tuple[Record, bool] | None:
        """Return the record of a submission, and whether it is new; ``None`` if ``should_stop`` before its end.

        With ``--resume`` it is that of an earlier check, if neither the file nor an option has changed since.
        """
        arguments, file = self._arguments, None
        problem, report, text = submission.problem, Report(Path(), self._difficulty, 0, 0), ""
        try:
            file = None if submission.file is None else StudentFile.find(submission.file)
        except StudentFileError as wrong:
            problem = str(wrong)
        settings = {**self._settings, "sha256": None if file is None else file.digest}
        earlier = self._earlier(submission.name, settings)
        if earlier is not None:
            return earlier, False
        if file is not None:
            end = monotonic() + SECONDS
            report = self._run_audit(
                file.path, seconds=_GAME_SECONDS, should_stop=lambda: should_stop() or monotonic() > end
            )
            text = as_text(report)
            if not any(check.was_run for check in report.checks):
                problem = report.findings[0].text.split("\n")[0] if report.findings else "not checked"
        if should_stop():
            return None
        where = None if submission.file is None else submission.file.relative_to(arguments.file).as_posix()
        named = {"name": submission.name, "file": where, "problem": problem, "settings": settings}
        return {**named, **report.to_json(), "report": text or f"{submission.name}: {problem}"}, True

    def _earlier(self, name: str, settings: Mapping[str, object]) -> Record | None:
        if self._arguments.resume:
            with suppress(OSError, ValueError, KeyError, TypeError):  # what is no record is written anew
                record: Record = json.loads(read_whole(_record_file(self._arguments.out, name), _MOST_MIB))
                return record if record["settings"] == settings else None
        return None

    def run(self, found: Sequence[Submission], stop: Stop, records: dict[str, Record]) -> None:
        """Add the record of each submission to ``records``, by its name, and write it into the folder of ``--out``.

        After ``stop`` some are missing. Raises ``OSError`` if one can't be written, and ``PythonNotStarted``.
        """
        out, ended, is_stopped = self._arguments.out, Event(), False
        pool = ThreadPoolExecutor(self._arguments.jobs or available_cores(), thread_name_prefix="class")
        with ProgressBar(_BAR) as bar:
            try:
                pending = {pool.submit(self.record, each, lambda: stop() or ended.is_set()) for each in found}
                while pending and not is_stopped:
                    # Looked up before: what was checked when the signal came is taken in the last round.
                    is_stopped = stop()
                    bar.show(len(records), len(found), "submissions")
                    done, pending = wait(pending, 0 if is_stopped else _POLL_SECONDS, FIRST_COMPLETED)
                    for record, is_new in filter(None, [future.result() for future in done]):
                        records[record["name"]] = record
                        if out is not None and is_new:
                            file = _record_file(out, record["name"])
                            file.parent.mkdir(parents=True, exist_ok=True)
                            write_whole(file.with_suffix(".txt"), f"{record['report']}\n".encode(errors="replace"))
                            write_whole(file, json.dumps(record).encode())
            finally:
                ended.set()
                pool.shutdown(cancel_futures=True)


def _record_file(folder: Path, name: str) -> Path:
    return folder / f"{name}.json"


def submissions_of(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> list[Submission]:
    """Return the submissions of the class that the arguments name; none if they name a file, or a folder with one.

    Calls ``error``, which does not return, when the arguments conflict, or the folder can't be read.
    """
    folder, out, name = arguments.file, arguments.out, reprlib.repr(str(arguments.file))
    of_class = [f"--{option}" for option in ("out", "resume", "csv", "html") if getattr(arguments, option)]
    if arguments.resume and out is None:
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
            if not arguments.resume and any(out.iterdir()):
                error(f"--out {reprlib.repr(str(out))} is not empty; allowed are a new folder, or --resume to go on")
            found = [each for each in found if not (folder / each.name).resolve().is_relative_to(out.resolve())]
    except OSError as wrong:
        error(f"{reprlib.repr(str(wrong.filename))}: {wrong.strerror or wrong}; {_FOLDERS}")
    if not found:
        error(f"{name} holds no submissions; allowed is a folder with one in each file or folder in it")
    return found


def check_class(
    arguments: argparse.Namespace, difficulty: Difficulty, run_audit: Callable[..., Report], found: Sequence[Submission]
) -> int:
    """Check the submissions, print the table, write the files that are asked for, and return the exit code.

    ``run_audit`` is ``audit`` with the ``arguments`` of the command.
    """
    failures: list[str] = []
    by_name: dict[str, Record] = {}
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            ClassCheck(arguments, difficulty, run_audit).run(found, stop, by_name)
        except PythonNotStarted as wrong:
            failures.append(str(wrong))
        except OSError as wrong:
            failures.append(f"{wrong.filename or arguments.out}: {wrong.strerror or wrong}")
        records = [by_name[each.name] for each in found if each.name in by_name]
        for path, made in (
            (arguments.csv, class_csv),
            (arguments.html, partial(class_page, arguments.file.resolve().name)),
        ):
            if path is not None:
                try:
                    write_whole(path, made(records).encode(errors="replace"))
                except OSError as wrong:
                    failures.append(f"{path}: {wrong.strerror or wrong}")
        is_written = write_output(json.dumps(records) if arguments.json else class_table(records))
        if len(records) < len(found):
            more = "; --resume continues" if arguments.out is not None else ""
            write_note(f"{len(records)} of {counted(len(found), 'submission')} are checked{more}")
        for failure in failures:
            write_error(failure)
        if failures or not is_written:
            return EXIT_MACHINE
        errors_alone = arguments.fail_on == "error"
        is_found = any(each["problem"] or not each["complete"] or found_in(each, errors_alone) for each in records)
        return stop.exit_code or (EXIT_FOUND if is_found else 0)
