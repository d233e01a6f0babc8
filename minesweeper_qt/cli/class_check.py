"""Checks a class of submissions, several at a time and each within a minute; ``class_report`` says what a record is.

All results are made of records, so that the files of ``--out`` resume them.
"""

from __future__ import annotations

import json
import os
import reprlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NoReturn

from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.file_writing import read_whole, write_whole
from minesweeper_qt.model.student.class_report import shape_of
from minesweeper_qt.model.student.grading import CheckedAgent
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.report_text import report_text
from minesweeper_qt.model.student.student_file import (
    AGENT_FILE_NAME,
    StudentFile,
    StudentFileError,
    Submission,
    submissions,
)

SECONDS = 60.0
"""The time that one submission may take; what was found by then is its report."""
_GAME_SECONDS = 30.0
"""The part of it in which games are played: the smallest cases are searched for after them."""
_MOST_MIB = 64
_FOLDERS = "allowed are folders that can be read, and for --out one that can be written to"


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
