"""Checks a student's agent in the page, by the audit of the program, in one Python with what it is compared with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from minesweeper_qt.model.html_page import html_page
from minesweeper_qt.model.student.auditor import DEFAULT_GAMES, audit
from minesweeper_qt.model.student.class_report import report_html
from minesweeper_qt.model.student.process import IN_PLACE
from minesweeper_qt.model.student.report_text import report_text
from minesweeper_qt.model.student.student_file import AGENT_FILE_NAME, StudentFileError
from minesweeper_qt.page.prove import PAGE_STYLE

_BEAT_SECONDS = 2
_SECONDS = 100.0
"""After this time no further game is played, as by the program of that many games."""

_NAME = re.compile(r"[\w. -]{1,100}\.py")


def check(name: str, source: bytes, show: Callable[[str], object], games: int = DEFAULT_GAMES) -> str:
    """Return the report on a file as JSON: ``title``, ``body`` in HTML, ``copy`` as text, ``page``, ``json``.

    ``show`` is called with what is done so far, at each call of the agent if that was a while ago: what ends an agent
    that can't be stopped needs a sign of life.

    >>> made = json.loads(check("<a>.py", b"def f(:", lambda done: None))
    >>> made["title"]
    "minesweeper.py can't be loaded: line 1: invalid syntax"
    """
    done, shown = "Loading the agent …", monotonic()

    def is_stopped() -> bool:
        nonlocal shown
        if monotonic() > shown + _BEAT_SECONDS:
            shown = monotonic()
            show(done)
        return False

    def progress(now: object) -> None:
        nonlocal done
        done = str(now)

    show(done)
    with TemporaryDirectory() as folder, chdir(folder):
        path = Path(folder, name if _NAME.fullmatch(name) else AGENT_FILE_NAME)
        path.write_bytes(source)
        try:
            report = audit(
                path, games=games, jobs=0, python=IN_PLACE, seconds=_SECONDS, progress=progress, should_stop=is_stopped
            )
        except StudentFileError as wrong:
            return json.dumps({"error": str(wrong)})
    record = report.to_json()
    title, _, text = report_text(report).partition("\n")
    body = report_html({**record, "report": text.strip()})
    page = html_page(title, PAGE_STYLE, [f'<section class="review">{body}</section>'])
    return json.dumps({"title": title, "body": body, "copy": f"{title}\n{text}", "page": page, "json": record})
