"""Compares the verdicts of ``check`` with those of the course's own check file, which is no part of this project.

    python -m tests.course_verdicts CHECKS [AGENT ...]

CHECKS is the course's check file, ``minesweeper/__init__.py`` of its checks for check50 (branch 2024/x). It is run as
it is, with a stand-in for check50: each check in a process of its own, in a folder that holds the agent's file alone.
Without AGENT, all agents of the corpus are compared; ``--write`` writes the course's verdicts on those as golden data.
A line for each difference is printed, and the exit code is 1 if there is one. Not for Windows, which has no ``fork``.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from minesweeper_qt.model.student.course_checks import course_checks
from minesweeper_qt.model.student.process import StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import StudentFailure
from tests.model.support.corpus_files import copied, names
from tests.paths import GOLDEN

SECONDS = 2
VERDICTS = GOLDEN / "agents" / "verdicts.json"
SOURCE = "ai50/projects, branch 2024/x, minesweeper/__init__.py"


def read_checks(path: Path) -> list[Callable[[], None]]:
    """Return the functions of the course's check file after its first two, which ask that the file is and imports."""
    found: list[Callable[[], None]] = []
    stand_in, of_python = ModuleType("check50"), ModuleType("check50.py")

    def import_(name: str) -> Any:
        spec = importlib.util.spec_from_file_location(Path(name).stem, name)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    def check(*_: object) -> Callable[[Callable[[], None]], Callable[[], None]]:
        def keep(function: Callable[[], None]) -> Callable[[], None]:
            found.append(function)
            return function

        return keep

    values: dict[str, Any] = {"check": check, "exists": Path.stat, "Failure": AssertionError, "Mismatch": ValueError}
    vars(stand_in).update(values, py=of_python)
    vars(of_python).update(import_=import_)
    # Whether the course's machine has pygame is not known; here an agent that imports it can be loaded.
    sys.modules.update({"check50": stand_in, "check50.py": of_python, "pygame": ModuleType("pygame")})
    import_(str(path))
    return found[2:]


def passes(check: Callable[[], None], folder: Path) -> bool:
    """Return whether the agent in ``folder`` passes, in a process that ends with the check or after ``SECONDS``."""
    process = os.fork()
    if not process:
        code = 1
        try:
            signal.alarm(SECONDS)
            os.chdir(folder)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nowhere, number)
            check()
            code = 0
        finally:
            os._exit(code)  # whatever was raised
    return os.waitpid(process, 0)[1] == 0


@contextmanager
def alone(agent: Path) -> Iterator[Path]:
    """Provide a folder that holds the agent's file alone, as ``minesweeper.py``."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(agent, Path(folder, "minesweeper.py"))
        yield Path(folder)


def verdicts_here(agent: Path) -> list[bool]:
    """Return the verdicts of ``check``."""
    checks = course_checks()
    with alone(agent) as folder, StudentProcess(StudentFile.find(folder)) as process:
        try:
            process.load()
        except StudentFailure:
            return [False] * len(checks)
        return [check.run(process).passed for check in checks]


def main(words: list[str]) -> int:
    """Compare or write verdicts, and return the exit code."""
    is_written = "--write" in words
    checks_file, *given = [word for word in words if word != "--write"]
    checks = read_checks(Path(checks_file))
    assert len(checks) == len(course_checks())
    differ, golden = 0, dict[str, str]()
    with tempfile.TemporaryDirectory() as folder:
        agents = [Path(word) for word in given]
        agents = agents or [copied(name, Path(folder), f"{name}.py") for name in sorted(names())]
        for agent in agents:
            with alone(agent) as place:
                theirs = [passes(check, place) for check in checks]
            golden[agent.stem] = "".join("01"[verdict] for verdict in theirs)
            for check, expected, found in zip(course_checks(), theirs, verdicts_here(agent), strict=True):
                if expected != found:
                    differ += 1
                    print(f"{agent}: {check.name}: {found} here, {expected} at the course")
    if is_written:
        VERDICTS.write_text(json.dumps({"source": SOURCE, **golden}, indent=1) + "\n")
    print(f"{len(golden)} agents, {len(checks) * len(golden)} verdicts, {differ} differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
