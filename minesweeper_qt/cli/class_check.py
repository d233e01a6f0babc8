"""Checks a class of submissions, several at a time and each within a minute, and writes a table, CSV and an HTML page.

What is known of a submission is its record, a JSON object: ``name``, ``file``, ``problem``, ``settings``, the keys of
``check --json``, and ``report``, the text. All results are made of records, so that the files of ``--out`` resume them.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import platform
import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, suppress
from functools import partial
from html import escape
from itertools import compress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NoReturn

from minesweeper_qt import __version__
from minesweeper_qt.cli.arguments import EXIT_FOUND, EXIT_MACHINE
from minesweeper_qt.cli.check_report import as_text
from minesweeper_qt.cli.grading import CheckedAgent, points_text
from minesweeper_qt.cli.output import csv_text, write_error, write_file, write_note, write_output
from minesweeper_qt.cli.progress import ProgressBar, Stop
from minesweeper_qt.model.board.board_svg import BoardMarks, board_svg
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.errors import WorkerLost
from minesweeper_qt.model.file_writing import read_whole, write_whole
from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.lab.worker_pool import available_cores, local_pool, submit_all
from minesweeper_qt.model.student.finding import Skill
from minesweeper_qt.model.student.process import PythonNotStarted
from minesweeper_qt.model.student.report import Report
from minesweeper_qt.model.student.student_file import (
    AGENT_FILE_NAME,
    StudentFile,
    StudentFileError,
    Submission,
    submissions,
)
from minesweeper_qt.model.words import counted, plural

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
            "python": arguments.python or platform.python_version(),
            **{name: getattr(arguments, name) for name in ("games", "seed", "time_limit", "memory_limit")},
        }

    def record(self, submission: Submission, should_stop: Callable[[], bool]) -> tuple[CheckedAgent, bool] | None:
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
        shape = None if file is None else shape_of(file.source)
        named = {"name": submission.name, "file": where, "problem": problem, "settings": settings, "shape": shape}
        return {**named, **report.to_json(), "report": text or f"{submission.name}: {problem}"}, True

    def _earlier(self, name: str, settings: Mapping[str, object]) -> CheckedAgent | None:
        if self._arguments.resume:
            with suppress(OSError, ValueError, KeyError, TypeError):  # what is no record is written anew
                record: CheckedAgent = json.loads(read_whole(_record_file(self._arguments.out, name), _MOST_MIB))
                return record if record["settings"] == settings else None
        return None

    def run(self, found: Sequence[Submission], stop: Stop, records: dict[str, CheckedAgent]) -> None:
        """Add the record of each submission to ``records``, by its name, and write it into the folder of ``--out``.

        After ``stop`` some are missing. Raises ``OSError`` if one can't be written, ``PythonNotStarted``, and
        ``BrokenExecutor`` if a checking process has died.
        """
        out, is_stopped = self._arguments.out, False
        jobs = min(self._arguments.jobs or available_cores(), len(found))
        # The processes look for a file: no other signal reaches all of them on every system.
        with TemporaryDirectory() as folder, _pool(jobs) as pool, ProgressBar(_BAR) as bar:
            ended = Path(folder, "ended")
            try:
                pending = set(submit_all(pool, partial(self.record, should_stop=ended.exists), found))
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
                ended.touch()
                pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> AbstractContextManager[Executor]:
    """Return processes that check, or for one at a time a thread, which needs no time to start."""
    return ThreadPoolExecutor(1) if jobs == 1 else local_pool(jobs)


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
    by_name: dict[str, CheckedAgent] = {}
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            ClassCheck(arguments, difficulty, run_audit).run(found, stop, by_name)
        except (PythonNotStarted, WorkerLost) as wrong:
            failures.append(str(wrong))
        except BrokenExecutor:
            failures.append("a checking process has died")
        except OSError as wrong:
            failures.append(f"{wrong.filename or arguments.out}: {wrong.strerror or wrong}")
        records = [by_name[each.name] for each in found if each.name in by_name]
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
        counts = 1 if arguments.fail_on == "error" else 2
        is_found = any(
            each["problem"] or not each["complete"] or any(_errors_and_weaknesses(each)[:counts]) for each in records
        )
        return stop.exit_code or (EXIT_FOUND if is_found else 0)


# -- the results

_MOST_CAUSES = 4
_MOST_LETTERS = 32
"""The most letters of a submission's name in the table."""

_MOST_SOURCE = 1 << 18
_SAME = "The same except for names and layout"


def shape_of(source: bytes) -> str | None:
    """Return a digest of a source without its names, its layout, its comments and its docstrings.

    It is ``None`` for what is no Python, or longer than any submission.

    >>> shape_of(b"def f(a): return a  # it") == shape_of(b"def go(x):\\n  return x") != shape_of(b"def f(a): return f")
    True
    """
    if len(source) > _MOST_SOURCE:
        return None
    try:
        tree = ast.parse(source)
        numbers: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, False):
                node.body = node.body[1:]
            for field in ("id", "arg", "attr", "name"):
                if isinstance(name := getattr(node, field, None), str):
                    setattr(node, field, numbers.setdefault(name, str(len(numbers))))
        return hashlib.sha256(ast.dump(tree).encode(errors="replace")).hexdigest()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _same(records: Sequence[CheckedAgent]) -> dict[str, str]:
    """Return, of each submission that is the same as others but for names and layout, the names of these."""
    by_shape: dict[str, list[str]] = {}
    for record in records:
        if record.get("shape"):
            by_shape.setdefault(record["shape"], []).append(record["name"])
    return {
        name: "; ".join(each for each in names if each != name)
        for names in by_shape.values()
        if len(names) > 1
        for name in names
    }


def _errors_and_weaknesses(record: CheckedAgent) -> tuple[int, int]:
    """Return how many of each were found in a submission."""
    severities = [finding["severity"] for finding in record.get("findings", ())]
    return severities.count("error"), severities.count("weakness")


def _passed(checks: Sequence[CheckedAgent]) -> int:
    return sum(check["passed"] is True for check in checks)


def _run(checks: Sequence[CheckedAgent]) -> int:
    """Return how many checks were run; those after several that did not end were not."""
    return sum(check["passed"] is not None for check in checks)


def _causes(record: CheckedAgent, most: int = 1000) -> str:
    """Return the causes of what was found, or the kinds where none is known, the worst first; no failed checks.

    Where games were left out, since calls take long or hang, also how many were played.
    """
    found = (finding for finding in record["findings"] if finding["severity"] != "note")
    names = dict.fromkeys(finding["cause"] or finding["kind"] for finding in found)
    names.pop("check", None)
    more = [f"{len(names) - most} more"] if len(names) > most else []
    games, planned = record["games"], record["settings"]["games"]
    left_out = f"only {games} of {planned} games" if games < planned else "stopped early"
    return ", ".join([*list(names)[:most], *more, *([] if record["complete"] else [left_out])])


def _failing(skills: Mapping[str, bool | None]) -> str:
    """Return how many skills fail, after a comma; empty if none does. The others are not known."""
    number = sum(passed is False for passed in skills.values())
    return f", {number} {plural(number, 'fails', 'fail')}" if number else ""


def _failing_skills(records: Sequence[CheckedAgent]) -> list[tuple[Skill, int]]:
    """Return the skills that a submission lacks, each with the number of those that do, the most frequent first."""
    failed = Counter(name for record in records for name, passed in record.get("skills", {}).items() if passed is False)
    often = sorted(Skill, key=lambda skill: -failed[skill.value])
    return [(skill, failed[skill.value]) for skill in often if failed[skill.value]]


def class_table(records: Sequence[CheckedAgent]) -> str:
    """Return a line for each submission, and how often each skill fails.

    >>> print(class_table([{"name": "ada", "problem": "no Python file"}]))
    submission  checks  skills  errors  weaknesses  won  what fails
    ada         no Python file
    <BLANKLINE>
    1 submission: 1 can't be checked
    """
    pointed = ["points"] if any("points" in record for record in records) else []
    columns = ("submission", *pointed, "checks", "skills", "errors", "weaknesses", "won", "what fails")
    rows: list[Sequence[str]] = [columns]
    for record in records:
        name = record["name"] if len(record["name"]) <= _MOST_LETTERS else f"{record['name'][: _MOST_LETTERS - 3]}..."
        if record["problem"]:
            rows.append((name, record["problem"]))
            continue
        checks, skills = record["checks"], record["skills"]
        rows.append(
            (
                name,
                *(points_text(record) for _ in pointed),
                f"{_passed(checks)} of {_run(checks)}",
                f"{sum(map(bool, skills.values()))} of {len(skills)}{_failing(skills)}" if skills else "-",
                *map(str, _errors_and_weaknesses(record)),
                f"{record['won']} of {record['games']}",
                _causes(record, _MOST_CAUSES),
            )
        )
    widths = [max(len(row[column]) for row in rows if len(row) > 2 or column == 0) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths if len(row) > 2 else (widths[0], 0))).rstrip() for row in rows]
    failing = [f"{skill.value} {number}" for skill, number in _failing_skills(records)]
    same = [f"{name} and {others}" for name, others in _same(records).items() if name < others]
    text = "\n".join([*lines, "", _class_line(records), *([f"{_SAME}: {'; '.join(same)}"] if same else [])])
    return f"{text}\nSkills that fail, and how often: {', '.join(failing)}" if failing else text


def _class_line(records: Sequence[CheckedAgent]) -> str:
    """Return how many submissions there are, how many have errors or weaknesses, and how many can't be checked.

    Of those that played most games comes how many of these the reference won.
    """
    unchecked = sum(bool(record["problem"]) for record in records)
    faulty = sum(any(_errors_and_weaknesses(record)) for record in records if not record["problem"])
    stopped = sum(
        not (record["problem"] or record["complete"] or any(_errors_and_weaknesses(record))) for record in records
    )
    numbers = {
        "can't be checked": unchecked,
        "with errors or weaknesses": faulty,
        "with nothing found so far": stopped,
        "with nothing found": len(records) - unchecked - faulty - stopped,
    }
    parts = [f"{number} {words}" for words, number in numbers.items() if number]
    line = f"{counted(len(records), 'submission')}: {', '.join(parts)}"
    most = max(
        (record for record in records if not record["problem"]), key=lambda record: record["games"], default=None
    )
    reference = "" if most is None else f"; the AI of this program won {most['reference_won']} of {most['games']}"
    return line + reference


def class_csv(records: Sequence[CheckedAgent]) -> str:
    """Return a row for each submission, with a column for each skill: 1 it is there, 0 it fails, empty not known.

    >>> class_csv([{"name": "ada", "file": None, "problem": "no Python file"}]).splitlines()[1][:24]
    'ada,,no Python file,,,,,'
    """
    skills = [skill.value for skill in Skill]
    rows: list[list[object]] = [[*_CSV_COLUMNS, *skills]]
    same = _same(records)
    for record in records:
        values: list[object] = [record[key] or "" for key in ("name", "file", "problem")]
        values += [same.get(record["name"], ""), record.get("points", ""), record.get("max_points", "")]
        if not record["problem"]:
            known = [record["skills"].get(skill) for skill in skills]
            values += [_passed(record["checks"]), *_errors_and_weaknesses(record)]
            values += [record["games"], record["won"], record["reference_won"], _causes(record)]
            values += ["" if passed is None else int(passed) for passed in known]
        rows.append([*values, *[""] * (len(_CSV_COLUMNS) + len(skills) - len(values))])
    return csv_text(rows)


_CSV_COLUMNS = (
    *("submission", "file", "problem", "same as", "points", "max points", "checks passed", "errors", "weaknesses"),
    *("games", "won", "won by the reference", "what fails"),
)

# -- the page

_STYLE = """
.bar { height: .7rem; background: var(--card); border-radius: .35rem }
.bar i { display: block; height: 100%; background: var(--bad); border-radius: .35rem }
details { border-top: 1px solid var(--line) } section:target { outline: 2px solid var(--accent) }
.rows { display: flex; flex-direction: column } label { margin-right: .75rem; white-space: nowrap }
summary { display: grid; grid-template-columns: minmax(9rem, 15rem) 8rem 16rem 12rem 1fr; gap: .1rem 1rem;
  align-items: center; padding: .5rem .25rem; cursor: pointer; list-style: none }
.skill > summary { grid-template-columns: 12.5rem 1fr auto; padding: .2rem .25rem }
.skill p { padding: .25rem .25rem .5rem }
summary:hover, details[open] summary { background: var(--card) }
summary b { overflow-wrap: anywhere }
.problem { grid-column: 2 / -1; color: var(--bad) }
.causes { color: var(--muted); overflow-wrap: anywhere }
.marks { display: flex; gap: 2px; align-items: flex-end; height: 1.2rem }
.marks i { width: 6px; height: .45rem; background: var(--good) }
.marks .no { height: 1.2rem; background: var(--bad) }
.marks .unknown { background: none; border: 1px solid var(--muted) }
pre { background: var(--card); margin: 0; padding: .75rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace }
.cases { display: flex; flex-wrap: wrap; gap: 1rem; padding: .75rem; background: var(--card) }
figure { margin: 0; width: 15rem } figcaption { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere }
@media (max-width: 60rem) {
  summary { grid-template-columns: 1fr auto; gap: .1rem .5rem } .marks i { width: 5px }
  .problem, .causes { grid-column: 1 / -1 } }
@media print { form { display: none } summary, figure { break-inside: avoid } pre { font-size: .7rem }
  details::details-content { content-visibility: visible; display: block } }
"""

_ORDERS = ("name", "errors", "weaknesses", "won")
_KINDS = ("all", "errors", "weaknesses", "nothing", "unchecked")


def _choices(name: str, keys: Sequence[str]) -> str:
    """Return one button for each of the ``keys``; the first one is chosen."""
    checked = [" checked", *[""] * len(keys)]
    return "".join(
        f'<label><input type="radio" name="{name}" id="{name}-{key}"{is_chosen}> {key}</label>'
        for key, is_chosen in zip(keys, checked, strict=False)
    )


_MARKS = {True: ("yes", ""), False: ("no", " fails"), None: ("unknown", " is not known")}


def class_page(title: str, records: Sequence[CheckedAgent]) -> str:
    """Return a page of HTML that needs no other file: how often each skill fails, and each submission with its report.

    >>> page = class_page("submissions", [{"name": "a<b", "problem": "no Python file", "report": "no Python file"}])
    >>> page.count("<details "), "<b>a&lt;b</b>" in page
    (1, True)
    """
    checked = sum(not record["problem"] for record in records)
    skills = [
        f'<details class="skill"><summary>{skill.value}<span class="bar">'
        f'<i style="width: {100 * number / checked:.0f}%"></i></span>{number} of {checked}</summary>'
        f"<p>{escape(skill.words)}.</p></details>"
        for skill, number in _failing_skills(records)
    ]
    same = _same(records)
    rows = [_row(number, record, same) for number, record in enumerate(records)]
    # Without a script: the style looks at the buttons.
    orders = [f"body:has(#sort-{key}:checked) .row {{ order: var(--{key}) }}" for key in _ORDERS]
    kinds = [f"body:has(#show-{key}:checked) .row:not(.{key}) {{ display: none }}" for key in _KINDS]
    parts = [
        f"<p>{escape(_class_line(records))}.</p>",
        "<h2>Skills that fail, and how often</h2>" if skills else "",
        *skills,
        "<h2>Submissions</h2>",
        f"<p>Each of the {len(Skill)} skills has a mark: a low one if it is there, a high one if it fails, an empty "
        "one if that is not known. A click opens the report, which has an address of its own (#name).</p>",
        f"<form><p>Sort by {_choices('sort', _ORDERS)}</p>",
        f"<p>Show {_choices('show', _KINDS)}</p></form>",
        f'<div class="rows">{"".join(rows)}</div>',
    ]
    return html_page(title, "\n".join([_STYLE, *orders, *kinds]), parts)


def _row(number: int, record: CheckedAgent, same: Mapping[str, str]) -> str:
    """Return a submission with its report, with what it is sorted and filtered by."""
    errors, weaknesses = numbers = _errors_and_weaknesses(record)
    kinds = " ".join(["unchecked"] if record["problem"] else [*compress(_KINDS[1:], numbers)] or ["nothing"])
    # The most first; what has no games stands last.
    won = 1 if record["problem"] else -record["won"]
    order = dict(zip(_ORDERS, (number, -errors, -weaknesses, won), strict=True))
    style = "; ".join(f"--{key}: {value}" for key, value in order.items())
    name, anchor = escape(record["name"]), escape("-".join(record["name"].split()))
    mark = f"<p>{_SAME} as {escape(same[record['name']])}.</p>" if record["name"] in same else ""
    return (
        f'<details class="row all {kinds}" style="{style}">'
        f"<summary><b>{name}</b>{_summary(record, errors, weaknesses)}</summary>"
        f'<section id="{anchor}">{mark}<pre>{escape(record["report"])}</pre>{_cases(record)}</section></details>'
    )


def _cases(record: CheckedAgent) -> str:
    """Return pictures of the smallest cases in which a submission errs, with the cells that it errs about in frames."""
    drawn = []
    for finding in record.get("findings", ()):
        case = finding["case"]
        if case is not None:
            clues = {(row, column): clue for row, column, clue in case["observations"]}
            marks = BoardMarks(asked={(row, column) for row, column in case["cells"]})
            # The number of mines is not seen.
            picture = board_svg(Position(case["height"], case["width"], 0, clues), marks=marks)
            caption = escape(finding["text"].partition("\n")[0])
            drawn.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
    return f'<div class="cases">{"".join(drawn)}</div>' if drawn else ""


def _summary(record: CheckedAgent, errors: int, weaknesses: int) -> str:
    """Return the columns of a submission after its name."""
    if record["problem"]:
        return f'<span class="problem">{escape(record["problem"])}</span>'
    checks = record["checks"]
    failed = [name for name, passed in record["skills"].items() if passed is False]
    marks = [
        f'<i class="{_MARKS[passed][0]}" title="{name}{_MARKS[passed][1]}"></i>'
        for name, passed in record["skills"].items()
    ]
    points = f"{points_text(record)} points<br>" if "points" in record else ""
    found = f"{counted(errors, 'error')}, {weaknesses} {plural(weaknesses, 'weakness', 'weaknesses')}"
    return (
        f"<span>{points}{_passed(checks)} of {_run(checks)} checks</span>"
        f'<span class="marks" role="img" aria-label="skills that fail: {", ".join(failed) or "none"}">'
        f"{''.join(marks)}</span>"
        f"<span>{found}<br>won {record['won']} of {record['games']}</span>"
        f'<span class="causes">{escape(_causes(record, _MOST_CAUSES))}</span>'
    )
