"""Sessions of games with a student's agent, whose files are written where they can be edited."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.model import DIFFICULTIES
from tests.model.support.corpus_files import copied


def replaced(name: str, path: Path) -> None:
    """Put the agent ``name`` of the corpus in the place of the file at ``path``, as many editors do."""
    os.replace(copied(name, path.parent, f"{path.stem}.new"), path)


@contextmanager
def student_session(path: Path, seed: int = 5, level: str = "cs50") -> Iterator[StudentSession]:
    """Return a session in which the agent in ``path`` plays at once, and both agents' knowledge is shown."""
    session = GameSession(DIFFICULTIES[level], seed)
    student = StudentSession(session)
    student.agent.set_shown(True)
    session.autoplay.set_speed(0)
    student.agent.open(path)
    try:
        yield student
    finally:
        student.close()
        session.shut_down()
        session.deleteLater()


def play(student: StudentSession, qtbot: QtBot) -> None:
    """Start Auto-play, and wait until it has stopped and all agents have learned what was revealed."""
    student.session.autoplay.start()
    settle(student, qtbot)


def settle(student: StudentSession, qtbot: QtBot, is_done: Callable[[], bool] = lambda: True) -> None:
    """Wait until nothing moves, both agents have learned all, and ``is_done`` returns true."""
    session, agent = student.session, student.agent

    def check() -> bool:
        is_busy = session.autoplay.is_running or session.autoplay.is_pending
        return not (is_busy or agent.is_thinking or session.is_learning) and is_done()

    qtbot.waitUntil(check, timeout=30_000)


def notice_change(student: StudentSession) -> None:
    """Let the session look at the agent's file, as it does several times a second, until it has noticed a change."""
    schedule.current.wait(300)
