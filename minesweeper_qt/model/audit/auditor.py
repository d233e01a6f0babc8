"""The function that audits someone else's agent."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper_qt.model.audit.progress import Progress
from minesweeper_qt.model.board.rules import DIFFICULTIES, Difficulty
from minesweeper_qt.model.student.limits import Limits

if TYPE_CHECKING:
    from minesweeper_qt.model.audit.report import Report

DEFAULT_GAMES = 100
DEFAULT_SEED = 1


def audit(
    path: str | PathLike[str],
    *,
    difficulty: Difficulty = DIFFICULTIES["cs50"],
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    limits: Limits | None = None,
    jobs: int = 1,
    python: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Find out what is wrong or weak in the agent in the file ``path``, and return the report.

    The agent runs in processes of its own, within ``limits``, by this Python or by the one at the path ``python``. It
    passes or fails the checks of the course, and then plays ``games`` games of ``difficulty``, whose boards follow from
    ``seed``; ``jobs`` processes play at the same time, and the result does not depend on their number. ``path`` may
    also be a folder with a ``minesweeper.py``, or the course's ``runner.py`` beside one. ``progress`` is called in this
    thread with what is done so far. Once ``should_stop`` returns true, the report has what was found until then.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "minesweeper.py"
    ...     _ = file.write_text("from minesweeper_qt.model import MinesweeperAI, Sentence")
    ...     report = audit(file, games=2)
    >>> report.is_clean, report.games, sum(check.passed for check in report.checks)
    (True, 2, 23)

    Raises ``StudentFileError`` if there is no such file, and ``PythonNotStarted`` if no process can be started. This is
    not a security boundary: it protects from accidents in the file, not from malice.
    """
    # Imported only now: the window imports this module with the model, and opens sooner without the rest.
    from minesweeper_qt.model.audit.audit_run import AuditRun, Plan
    from minesweeper_qt.model.student.student_file import StudentFile

    file = StudentFile.find(Path(path))
    plan = Plan(file, difficulty, games, seed, limits or Limits(), jobs, python, progress, should_stop)
    with plan.open_process() as process:
        return AuditRun(plan, process).report()
