"""Feeds changed files to the program: it ends with 0 to 2 and one line of message, and the files are left alone."""

from __future__ import annotations

import csv
import random
import resource
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from minesweeper_qt.model import STRATEGIES, Record, RecordSyntaxError
from minesweeper_qt.model.lab.results import COLUMNS
from tests.stress.effort import Effort
from tests.stress.support.commands import Outcome, run_apart, run_here
from tests.stress.support.files import boards_text, position_text, record_text
from tests.stress.support.mutations import mutated

_APART = 400
"""One in so many files is read by a process of its own."""

_UNCHANGED = 30
"""One in so many files is not changed: it must be taken."""

_MOST_MEGABYTES = 1_000
"""The most memory that all runs in this process may add to it; the count of layouts alone may take 200."""

_LAB = ["lab", "--jobs", "1", "--strategy", "cs50", "--no-referee"]
_RESUMED = [*_LAB, "--height", "4", "--width", "4", "--mines", "3", "--first-click", "anything", "--games", "8"]


class Files:
    """The changed files of a test, each read by the command that it is meant for."""

    def __init__(self, folder: Path, figures: dict[str, int]) -> None:
        self._folder = folder
        self._figures = figures
        self.kinds: dict[str, Callable[[random.Random], None]] = {
            "positions": self._position,
            "records": self._record,
            "boards": self._boards,
            "results": self._results,
        }

    def read(self, rng: random.Random) -> None:
        kind = rng.choice(("positions", "positions", "records", "boards", "results"))
        self.kinds[kind](rng)
        self._figures["files"] += 1
        self._figures[kind] += 1

    def _position(self, rng: random.Random) -> None:
        data, is_changed = _changed(rng, position_text)
        command = ["solve"] if rng.random() < 0.6 else ["explain"]
        from_input = rng.random() < 0.2
        file = self._written("position.txt", data)
        arguments = [*command, "-" if from_input else str(file)]
        if command == ["explain"]:
            arguments += [str(rng.choice((0, 0, 1, 2, 5))), str(rng.choice((0, 0, 1, 2, 5, 99)))]
        elif rng.random() < 0.5:
            arguments += ["--strategy", rng.choice(list(STRATEGIES))]
        arguments += rng.choice(([], ["--json"]))
        outcome = self._run(rng, arguments, data if from_input else b"")
        assert is_changed or outcome.code == 0 or command == ["explain"], outcome
        assert file.read_bytes() == data

    def _record(self, rng: random.Random) -> None:
        data, is_changed = _changed(rng, record_text)
        text = data.decode("utf-8", rng.choice(("surrogateescape", "replace")))
        try:
            record = Record.from_text(text, allow_cut=rng.random() < 0.5)
        except RecordSyntaxError as wrong:
            self._figures["refused"] += 1
            _check_message(str(wrong))
            assert is_changed
        else:
            assert Record.from_text(record.to_text()) == record
            record.replay()

    def _boards(self, rng: random.Random) -> None:
        data, is_changed = _changed(rng, boards_text)
        file = self._written("boards.jsonl", data)
        outcome = self._run(rng, [*_LAB, "--boards", str(file)])
        assert is_changed or outcome.code == 0, outcome
        assert file.read_bytes() == data

    def _results(self, rng: random.Random) -> None:
        data, is_changed = _changed(rng, lambda rng: self._reference)
        file = self._written("results.csv", data)
        resumes = rng.random() < 0.95
        outcome = self._run(rng, [*_RESUMED, "--out", str(file), *(["--resume"] if resumes else [])])
        assert not resumes or is_changed or outcome.code == 0, outcome
        after = file.read_bytes()
        if outcome.code:
            assert after == data, "refused, but changed"
            return
        assert resumes
        # A changed number that is still possible can't be noticed; all else is as in the run that nothing disturbed.
        games, taken, expected = _games(after), _games(data), _games(self._reference)
        assert [row[0] for row in games] == [row[0] for row in expected]
        assert all(row == right or row in taken for row, right in zip(games, expected, strict=True))
        fine = {line for line in data.splitlines(keepends=True) if line in self._reference_lines}
        assert fine <= set(after.splitlines(keepends=True)), "a row was lost"

    @cached_property
    def _reference(self) -> bytes:
        """The results of a run that nothing disturbed."""
        file = self._folder / "reference.csv"
        run_here([*_RESUMED, "--out", str(file)]).check()
        return file.read_bytes()

    @cached_property
    def _reference_lines(self) -> set[bytes]:
        return set(self._reference.splitlines(keepends=True))

    def _written(self, name: str, data: bytes) -> Path:
        file = self._folder / name
        file.write_bytes(data)
        return file

    def _run(self, rng: random.Random, arguments: list[str], standard_input: bytes = b"") -> Outcome:
        if rng.random() < 1 / _APART:
            self._figures["processes"] += 1
            outcome = run_apart(arguments, standard_input)
        else:
            outcome = run_here(arguments, standard_input, rng.choice(("utf-8", "utf-8", "ascii", "latin-1")))
        outcome.check()
        assert {file.name for file in self._folder.iterdir()} <= _NAMES, "a file is left over"
        self._figures["refused"] += outcome.code == 2
        self._figures["slowest ms"] = max(self._figures["slowest ms"], round(1000 * outcome.seconds))
        return outcome


_NAMES = {"position.txt", "boards.jsonl", "results.csv", "reference.csv"}


def _changed(rng: random.Random, make: Callable[[random.Random], bytes]) -> tuple[bytes, bool]:
    """Return a file that ``make`` makes, changed as a rule, and whether it was changed."""
    data = make(rng)
    if rng.random() < 1 / _UNCHANGED:
        return data, False
    changed = mutated(rng, data, make(rng))
    return changed, changed != data


def _check_message(message: str) -> None:
    assert len(message.splitlines()) == 1, repr(message)
    assert message.startswith("line"), message
    assert len(message) < 2000, message


def _games(data: bytes) -> list[list[str]]:
    """Return the rows of results without the time that each game took."""
    place = COLUMNS.index("ms")
    # A row that was cut off may be no text any more.
    lines = data[: data.rfind(b"\n") + 1].decode("utf-8-sig").splitlines()
    return [row[:place] + row[place + 1 :] for row in csv.reader(lines) if row]


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_changed_files(effort: Effort, tmp_path: Path) -> None:
    kinds = ("positions", "records", "boards", "results")
    names = ("files", *kinds, "processes", "refused", "slowest ms", "megabytes")
    figures = dict.fromkeys(names, 0)
    files = Files(tmp_path, figures)
    before = _megabytes()
    for seed in effort.cases(100_000, figures, "files"):
        try:
            files.read(random.Random(f"files {seed}"))
        except BaseException as error:
            error.add_note(f"seed {seed}; the file is in {tmp_path}")
            raise
        figures["megabytes"] = _megabytes() - before
        assert figures["megabytes"] < _MOST_MEGABYTES
