"""The corpus of students' agents in ``tests/golden/agents``: five correct ones, and those with one fault each.

An agent with a fault is made from a correct one by the changes in ``faults.txt``, which says how they are written.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from minesweeper_qt.model.student.student_file import StudentFile
from tests.paths import GOLDEN

_AGENTS = GOLDEN / "agents"


@cache
def _faults() -> dict[str, tuple[str, str, str]]:
    """Return, for the name of each agent with a fault, what it is made from, what is wrong, and the changes."""
    text = (_AGENTS / "faults.txt").read_text(encoding="utf-8")
    entries = re.findall(r"^=== (\w+) \((\w+)\): (.*)\n((?:(?!===).*\n)*)", text, re.MULTILINE)
    return {name: (base, sentence, changes.strip("\n")) for name, base, sentence, changes in entries}


@cache
def source_of(name: str) -> str:
    """Return the source of an agent of the corpus."""
    if name not in _faults():
        return (_AGENTS / f"{name}.py").read_text(encoding="utf-8")
    base, sentence, changes = _faults()[name]
    source = re.sub(r"^#.*", f"# {sentence}", source_of(base))
    for change in changes.split("\n@@\n"):
        old, new = (
            "".join(f"\n{line[1:]}" for line in change.split("\n") if line[:1] != other) for other in ("+", "-")
        )
        before, after = f"{source}\n".split(f"{old}\n")  # fails if these lines are not there, or not once
        source = f"{before}{new}\n{after}".removesuffix("\n")
    return source


def names() -> set[str]:
    """Return the names of all agents of the corpus."""
    return {*_faults(), *(path.stem for path in _AGENTS.glob("*.py"))}


def file_of(name: str) -> StudentFile:
    """Return the file of an agent of the corpus, which is written nowhere."""
    return StudentFile.of(Path(f"{name}.py"), source_of(name).encode())


def copied(name: str, folder: Path, file: str = "minesweeper.py") -> Path:
    """Write an agent of the corpus to ``file`` in ``folder``, and return that path."""
    path = folder / file
    path.write_text(source_of(name), encoding="utf-8")
    return path
