"""The command ``minesweeper-qt review``: says of saved games what could have been known, many of them at a time.

Ctrl-C, SIGTERM or SIGHUP stops it early; what is reviewed by then is still printed and written.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NoReturn

from minesweeper_qt.cli.arguments import EXIT_ENVIRONMENT, Parser, message_about_file, size_problem
from minesweeper_qt.cli.output import numbers_of_any_length, write_error, write_file, write_note, write_output
from minesweeper_qt.cli.progress import Stop, batch
from minesweeper_qt.model.board.rules import Difficulty
from minesweeper_qt.model.errors import MinesweeperError, Stopped, WorkerLost
from minesweeper_qt.model.game.minesweeper import State
from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.replay.game_file import read_file
from minesweeper_qt.model.report_parts import Link, Table, as_text
from minesweeper_qt.model.review.judgement import LossCause
from minesweeper_qt.model.review.review import review
from minesweeper_qt.model.review.review_report import STYLE, ReviewReport
from minesweeper_qt.model.review.review_words import STATES
from minesweeper_qt.model.words import counted, luck_text, time_text

_MAX_CELLS = Difficulty.MAX_SIDE**2
_MAX_JOBS = 256
_BAR = "{percentage:3.0f} %|{bar:10}| {n:,} of {total:,}, {remaining} left  {desc}"


def add_arguments(command: Parser) -> None:
    """Add the arguments and the description of ``review`` to its parser."""
    command.description = (
        "Say what could have been known in saved games: forced and needless guesses, luck, why a game was lost, and "
        "for each mistake what was safe, with its proof."
    )
    command.epilog = f"Several games are printed one per line. Allowed are up to {_MAX_CELLS:,} cells."
    command.add_argument("files", nargs="+", metavar="FILE", help="one saved game or more")
    command.flag("--json", "write a JSON object per game, on a line of its own, with each move and its judgement")
    command.file("--csv", ".csv", about="write a row per game (.csv)")
    command.file("--html", ".html", about="write a page with the boards and proofs of all mistakes (.html)")
    about = "how many processes review; without it one for each core"
    command.number("--jobs", 1, _MAX_JOBS, metavar="J", help=about)


@dataclass(frozen=True, slots=True)
class _Reviewed:
    """What is kept of a file: why its game can't be reviewed; or its figures, and the reports that are asked for."""

    file: str
    problem: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    json: str = ""
    text: str = ""
    html: str = ""


def run(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    """Review the games in the files that the arguments name, print the reports, and return the exit code.

    The code is 1 when a file can't be read or written. ``error`` is not called: what is wrong is said of each file.
    """
    files, found = arguments.files, list[_Reviewed]()
    failures: list[str] = []
    task = partial(_review, is_json=arguments.json, is_page=arguments.html is not None, is_text=len(files) == 1)
    # Until all is printed and written: the first signal never leaves half of it behind.
    with Stop() as stop:
        try:
            for one in batch(task, files, arguments.jobs, stop, _BAR, "games"):
                if one.json and not write_output(one.json):
                    return EXIT_ENVIRONMENT
                found.append(replace(one, json=""))
        except WorkerLost as lost:
            failures.append(str(lost))
        return _report(arguments, found, failures) or stop.exit_code


def _report(arguments: argparse.Namespace, found: Sequence[_Reviewed], failures: list[str]) -> int:
    """Print and write what was found, then what can't be read or written, and return the exit code."""
    read = [one for one in found if not one.problem]
    text = "" if arguments.json or not read else read[0].text or as_text([_table(read), _sum_line(read)])
    is_written = not text or write_output(text)
    for path, made in ((arguments.csv, _csv), (arguments.html, _page)):
        is_written = (path is None or write_file(path, made(read))) and is_written
    if len(found) < len(arguments.files):
        write_note(f"{len(found):,} of {counted(len(arguments.files), 'file')} are reviewed")
    for one in read if len(found) > 1 and not arguments.json else ():
        if one.figures["note"]:
            write_note(message_about_file(one.file, one.figures["note"]))
    failures[:0] = [one.problem for one in found if one.problem]
    for failure in failures:
        write_error(failure)
    return EXIT_ENVIRONMENT if failures or not is_written else 0


def _review(file: str, *, is_json: bool, is_page: bool, is_text: bool, should_stop: Callable[[], bool]) -> _Reviewed:
    """Review the game in ``file``; this runs in a worker. Raises ``Stopped`` after ``should_stop``."""

    def poll() -> None:
        if should_stop():
            raise Stopped("the review is no longer wanted")

    try:
        read = read_file(Path(file))
        record = read.record
        if problem := size_problem(record.height, record.width, _MAX_CELLS):
            return _Reviewed(file, message_about_file(file, problem))
        report = ReviewReport(review(record, should_stop=should_stop), poll, read.note)
        with numbers_of_any_length():
            return _Reviewed(
                file,
                figures=report.figures,
                json=json.dumps({"file": _encodable(file), **report.to_json()}) if is_json else "",
                text=report.text if is_text else "",
                html=report.section() if is_page else "",
            )
    except Stopped:
        raise
    except MinesweeperError as wrong:
        return _Reviewed(file, message_about_file(file, str(wrong)))
    except (OSError, ValueError) as wrong:
        return _Reviewed(file, f"{file!r} can't be read: {getattr(wrong, 'strerror', None) or wrong}")


def _encodable(file: str) -> str:
    """Return the name of a file with what is not UTF-8 in it as codes, such as ``\\xff``."""
    return os.fsencode(file).decode(errors="backslashreplace")


# -- the results of several games

_COLUMNS = ("result", "time", "guesses", "needless", "luck", "mistakes", "why lost")


def _row(figures: Mapping[str, Any]) -> Sequence[object]:
    """Return what the tables for people have of a game after its name, in ``_COLUMNS``."""
    luck, seconds, cause = figures["luck"], figures["seconds"], figures["cause"]
    return (
        STATES[State(figures["result"])],
        "" if seconds is None else time_text(seconds),
        figures["guesses"],
        figures["needless"],
        luck_text(Fraction(luck["fraction"])) if luck and figures["guesses"] else "",
        figures["mistakes"],
        LossCause(cause).words if cause else "",
    )


def _table(read: Sequence[_Reviewed]) -> Table:
    """Return a row for each game."""
    names = ["".join([c if c.isprintable() else ascii(c)[1:-1] for c in _encodable(one.file)]) for one in read]
    return Table(("game", *_COLUMNS), [(name, *_row(one.figures)) for name, one in zip(names, read, strict=True)])


def _sum_line(read: Sequence[_Reviewed]) -> str:
    """Return how many games there are, how they ended and why, and how many guesses were made."""
    states = Counter(one.figures["result"] for one in read)
    causes = Counter(one.figures["cause"] for one in read)
    ends = [f"{states[state.value]:,} {words}" for state, words in STATES.items() if states[state.value]]
    lost = [f"{cause.words} {causes[cause.value]:,}" for cause in LossCause if causes[cause.value]]
    guesses, needless = (sum(one.figures[name] for one in read) for name in ("guesses", "needless"))
    text = f"{counted(len(read), 'game')}: {', '.join(ends)}; guesses {guesses:,}, needless {needless:,}"
    return f"{text}; losses by cause: {', '.join(lost)}" if lost else text


def _csv(read: Sequence[_Reviewed]) -> str:
    rows = [
        [_encodable(one.file), *(each["decimal"] if isinstance(each, dict) else each for each in one.figures.values())]
        for one in read
    ]
    return Table(("file", *(read[0].figures if read else ())), rows).csv()


_STYLE = """
.games { overflow-x: auto } .games table { border-collapse: collapse; width: 100%; margin-top: 1rem }
.games th, .games td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line) }
h2, .games td:first-child { overflow-wrap: anywhere } .games td:first-child { min-width: 9rem }
a { color: var(--accent) }
@media print { .games { font-size: .75rem } }
@media (max-width: 45rem) { .games td:first-child { min-width: 5rem }
  .games tr > :is(:nth-child(n + 3):nth-child(-n + 6)) { display: none } }
"""


def _page(read: Sequence[_Reviewed]) -> str:
    """Return the page with the reports of all games, and a table that leads to them if they are several."""
    names = [_encodable(Path(one.file).name) for one in read]
    if len(read) == 1:
        return html_page(names[0], STYLE, [read[0].html])
    if len({*names}) < len(names):
        names = [_encodable(one.file) for one in read]
    rows, reports = [], []
    for number, (name, one) in enumerate(zip(names, read, strict=True), 1):
        # The table says all about the others.
        is_told = one.figures["guesses"] or one.figures["mistakes"]
        rows.append((Link(name, f"game{number}") if is_told else name, *_row(one.figures)))
        reports += [f'<h2 id="game{number}">{escape(name)}</h2>{one.html}'] if is_told else []
    table = f'<div class="games">{Table(("game", *_COLUMNS), rows).html()}</div>'
    title = f"Review of {counted(len(read), 'game')}"
    return html_page(title, STYLE + _STYLE, [f"<p>{_sum_line(read)}.</p>", table, *reports])
