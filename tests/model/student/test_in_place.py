"""An agent in this Python, where there are no processes: it answers as in a process, and leaves nothing behind."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from minesweeper_qt.model.student.auditor import audit
from minesweeper_qt.model.student.process import IN_PLACE, StudentProcess
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import Limits, StudentFailure
from tests.model.support.corpus_files import source_of
from tests.model.support.students import learning, written

CALLS = {
    "an exception": "raise KeyError(cell)",
    "an end": "sys.exit(3)",
    "input": "input()",
    "a print": "print(cell)",
    "a wrong sentence": "self.knowledge.append(5)",
    "a set that is sampled": "random.sample({cell}, 1)",
}


def outcome(file: StudentFile, python: str | None) -> Any:
    with StudentProcess(file, python=python) as process:
        process.create(3, 4)
        try:
            done: Any = process.call("add_knowledge", (0, 1), 2)
            return done.value, done.state, process.output, process.notes
        except StudentFailure as failure:
            return str(failure), failure.kind, failure.trace, failure.state, process.output, process.notes


@pytest.mark.parametrize("body", CALLS.values(), ids=CALLS)
def test_a_call_ends_as_in_a_process(tmp_path: Path, body: str) -> None:
    file = learning(tmp_path, f"import random, sys; {body}")
    assert outcome(file, IN_PLACE) == outcome(file, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["correct_lists", "import_pygame", "missing_class", pytest.param("unsound_difference", marks=pytest.mark.long)],
)
def test_an_audit_finds_the_same(tmp_path: Path, name: str) -> None:
    file = tmp_path / "minesweeper.py"
    file.write_text(source_of(name), "utf-8")
    here, there = (
        audit(file, games=3, python=python, jobs=jobs).to_json() for python, jobs in ((IN_PLACE, 0), (None, 1))
    )
    if sys.version_info < (3, 12):  # before, no changes of the file are tried in place
        here["repair"] = there["repair"]
    assert json.dumps(here) == json.dumps(there)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = [*sys.path], [*sys.meta_path], [*sys.argv], sys.getrecursionlimit(), random.Random.sample, sys.stdin
    with StudentProcess(written(tmp_path, source_of("import_pygame")), python=IN_PLACE) as process:
        process.create(3, 4)
        assert process.notes
    assert before == (
        [*sys.path],
        [*sys.meta_path],
        [*sys.argv],
        sys.getrecursionlimit(),
        random.Random.sample,
        sys.stdin,
    )
    assert "pygame" not in sys.modules


def test_too_much_output_is_a_failure(tmp_path: Path) -> None:
    file = learning(tmp_path, "print('a' * 2 ** 20, 'b')")
    with StudentProcess(file, Limits(output_mb=1), python=IN_PLACE) as process:
        process.create(3, 4)
        with pytest.raises(StudentFailure, match=r"add_knowledge\(\(0, 1\), 2\) printed more than 1 MB"):
            process.call("add_knowledge", (0, 1), 2)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.11 can't watch the code of one file")
@pytest.mark.parametrize("body", ["while True: pass", "for _ in iter(int, 1): pass", "[0 for _ in iter(int, 1)]"])
def test_a_call_that_takes_too_long_is_stopped(tmp_path: Path, body: str) -> None:
    with StudentProcess(learning(tmp_path, body), Limits(seconds=0.1), python=IN_PLACE) as process:
        process.create(3, 4)
        with pytest.raises(StudentFailure, match="took longer than") as found:
            process.call("add_knowledge", (0, 1), 2)
        assert found.value.is_alive
        assert found.value.trace[-1].text == body
